"""What envido is worth, and what follows what (`_SEQUENCES`; TA-34, TA-40, TA-41)."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.games.truco_argentino.verbs import BITS, MAY_BET

_POINTS: Final = {"envido": 2, "real_envido": 3}

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
        falta: whether it ends in a falta envido, which is worth what the leaders need instead.
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
    return sum(_POINTS[bet] for bet in bets)


def _follow(bets: tuple[str, ...]) -> int:
    mask = BITS["falta_envido"]
    for bet in _POINTS:
        if (*bets, bet) in _SEQUENCES:
            mask |= BITS[bet]
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
"""Every sequence that may be called (TA-34); the first one has no bets."""

_INDEX: Final = {line.bets: index for index, line in enumerate(LINES)}

NEXT_LINE: Final[tuple[dict[str, int], ...]] = tuple(
    {
        bet: _INDEX[*line.bets, bet]
        for bet in ("envido", "real_envido", "falta_envido")
        if (*line.bets, bet) in _INDEX
    }
    for line in LINES
)
"""By line, the line that each further bet makes."""


def accepted_points(line: int, falta: int) -> int:
    """Return what an accepted line is worth; ``falta`` is what a falta envido is worth (TA-40)."""
    return falta if LINES[line].falta else LINES[line].accepted


def folded_points(line: int, traditional: bool) -> int:
    """Return what folding to a line gives; ``traditional`` is an option (TA-41)."""
    return LINES[line].old_fold if traditional else LINES[line].fold
