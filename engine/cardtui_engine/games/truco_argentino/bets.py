"""How many points envido (`_BET_POINTS`, `_SEQUENCES`) and falta envido (`falta_points`) are worth,
accepted or declined, and which bet may follow which.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.verbs import MAY_BET, VERB_BITS

_BET_POINTS: Final = {"envido": 2, "real_envido": 3}

_SEQUENCES: Final = {
    ("envido",): 1,
    ("real_envido",): 2,
    ("envido", "envido"): 3,
    ("envido", "real_envido"): 4,
    ("real_envido", "real_envido"): 5,
    ("envido", "envido", "real_envido"): 6,
}
"""The bets without falta envido (TA-34), each with the source's points for a fold (TA-41)."""


class Line(NamedTuple):
    """A sequence of bets.

    Attributes:
        bets: the bets.
        accepted: what it is worth when accepted; for a falta envido, what had been accepted before
            it.
        falta: whether it ends in a falta envido, which has a worth of its own instead.
        fold: what folding to it gives in the source's table.
        old_fold: what folding to it gives traditionally: what had been accepted, but at least 1.
        raises: the bets that may follow, as a mask of verbs.
    """

    bets: tuple[str, ...]
    accepted: int
    falta: bool
    fold: int
    old_fold: int
    raises: int


def _worth(bets: tuple[str, ...]) -> int:
    return sum(_BET_POINTS[bet] for bet in bets)


def _follow(bets: tuple[str, ...]) -> int:
    mask = VERB_BITS["falta_envido"]
    for bet in _BET_POINTS:
        if (*bets, bet) in _SEQUENCES:
            mask |= VERB_BITS[bet]
    return mask


def _lines() -> tuple[Line, ...]:
    lines = [Line((), 0, False, 0, 0, MAY_BET)]
    for bets, fold in _SEQUENCES.items():
        old = max(_worth(bets[:-1]), 1)
        lines.append(Line(bets, _worth(bets), False, fold, old, _follow(bets)))
    for line in tuple(lines):
        stood = line.accepted
        falta = (*line.bets, "falta_envido")
        # TA-41: on top of other bets, what was accepted before it plus 1; alone, 1 as well.
        lines.append(Line(falta, stood, True, stood + 1, max(stood, 1), 0))
    return tuple(lines)


LINES: Final = _lines()
"""Every sequence that the source lists (TA-34); the first one has no bets."""

_LINE_OF_BETS: Final = {line.bets: index for index, line in enumerate(LINES)}

NEXT_LINE: Final[tuple[dict[str, int], ...]] = tuple(
    {
        bet: _LINE_OF_BETS[*line.bets, bet]
        for bet in ("envido", "real_envido", "falta_envido")
        if (*line.bets, bet) in _LINE_OF_BETS
    }
    for line in LINES
)
"""By line, the line that each further bet makes."""


class Bets(NamedTuple):
    """The bets of an envido.

    Attributes:
        line: those that the source lists, as an index of `LINES`.
        more: how many more times real envido was said, before a falta envido (TA-34,
            `real_envido_many`).
    """

    line: int = 0
    more: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """The bets, in the order in which they were made."""
        line = LINES[self.line]
        if line.falta:
            return (*line.bets[:-1], *["real_envido"] * self.more, line.bets[-1])
        return (*line.bets, *["real_envido"] * self.more)

    def raises(self, many: bool) -> int:
        """Return the bets that may follow, as a mask; ``many`` is `real_envido_many` (TA-34)."""
        mask = LINES[self.line].raises
        return mask | VERB_BITS["real_envido"] if many and mask else mask

    def after(self, bet: str) -> Bets:
        """Return the bets after another that may follow."""
        line, more = self
        higher = NEXT_LINE[line].get(bet)
        return Bets(line, more + 1) if higher is None else Bets(higher, more)

    def accepted(self, falta: int) -> int:
        """Return what they are worth when accepted, where a falta envido is worth that (TA-40)."""
        line = LINES[self.line]
        return falta if line.falta else line.accepted + 3 * self.more

    def folded(self, traditional: bool) -> int:
        """Return what folding to them gives; ``traditional`` is an option (TA-41)."""
        line, more = LINES[self.line], self.more
        if not more:
            return line.old_fold if traditional else line.fold
        stood = line.accepted + 3 * more
        if line.falta:
            return stood if traditional else stood + 1
        return stood - 3 if traditional else stood - 1


NO_BETS: Final = Bets()
"""Before the first bet of a hand."""


def falta_points(terms: Terms, scores: tuple[int, int]) -> tuple[int, int]:
    """Return what a falta envido is worth to each team that wins it (TA-40, TA-46, TA-53).

    Args:
        scores: those before the hand.
    """
    first, second = scores
    if terms.falta == "leader" or max(scores) >= terms.malas:
        points = max(terms.target - max(scores), 1)
        return points, points
    goal = terms.malas if terms.falta == "halves" else terms.target
    return goal - first, goal - second
