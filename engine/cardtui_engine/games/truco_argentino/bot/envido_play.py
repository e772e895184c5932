"""How a bot weighs betting, raising, accepting and folding at envido: how far it leaves the solved
strategy to beat those it knows (`_TRUST_POWERS`, `_GAIN_TEMPERATURE`), and on which numbers hints
bet (`_GOOD_NUMBERS`).

It starts from what equally good players say (`tables.spoken_at`), and leaves that the further, the
more something else would win against what it takes its opponents for (`reading`). Who is honest
bets on good numbers alone (`_GOOD_NUMBERS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from cardtui_engine.games.truco_argentino.bets import LINES, NEXT_LINE, Bets
from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASSES,
    SILENT,
    TIE_CHANCES,
    WORDS_BY_LINE,
    Place,
    class_of,
    speaker_at,
)
from cardtui_engine.games.truco_argentino.bot.envido_sides import Range, Sides
from cardtui_engine.games.truco_argentino.bot.odds import match_chance
from cardtui_engine.games.truco_argentino.bot.opponents import Reading, answers, opens
from cardtui_engine.games.truco_argentino.bot.player_kinds import ANSWERERS, OPENERS
from cardtui_engine.games.truco_argentino.bot.solved import spoken_at

_SAME_CLASSES: Final = tuple(range(CLASSES))

_LEAST_WORD_RATE: Final = 0.004
"""How often equally good players say what they never say: so that it can be said at all."""

_GAIN_TEMPERATURE: Final = 0.03
"""What must be gained, in the chance to win the match, to leave the solved strategy by much.

It is divided by how far what the gain is reckoned from is trusted.
"""

_FALTA_MARGIN: Final = 0.003
"""What a falta envido must be worth more than all else, in that chance, to be said at hard."""

_EQUAL_WORTH_MARGIN: Final = 0.006
"""In an even match, words whose worth differs by no more than that are worth about the same."""

_GOOD_NUMBERS: Final = {"envido": 24, "real_envido": 29, "falta_envido": 32}
"""By bet, the least number that bears it."""

_TRUST_POWERS: Final = (2.5, 0.6)
"""How far it leaves the solved strategy at most, as a power of e: at first, and for all it saw."""


_BLUFF_BELOW_CLASS: Final = 7
"""The class from which a bet is no bluff."""


class Spot(NamedTuple):
    """A place of the envido at a score, as somebody sees it.

    Attributes:
        place: the place; its speaker decides.
        own: the class of the speaker's number; with partners, the one that wins as often.
        needs: what the mano's side and the other still need to win the match.
        falta: what a falta envido is worth to the speaker's side, and to the other.
        more: how many more times real envido was said than the place knows (`Bets.more`).
        traditional: whether folds count the traditional way.
        theirs: how likely the other has each class, after what was said.
        reading: what the other is taken for.
        seen: how many openings of the other were seen, and how many answers.
        sides: both sides, where there are partners.
        early: whether a partner may still open after the speaker.
    """

    place: Place
    own: int
    needs: tuple[int, int]
    falta: tuple[int, int]
    traditional: bool
    theirs: Range
    reading: Reading
    seen: tuple[int, int]
    sides: Sides | None = None
    early: bool = False
    more: int = 0


class Said(NamedTuple):
    """A word, how often it is said in such spots, and what it is worth.

    ``wins`` is the chance to have the better number, and ``even`` the one at which accepting would
    be as good as folding.
    """

    word: str
    often: float
    worth: float
    next_best: float
    wins: float
    even: float


def weighed(
    spot: Spot, words: Sequence[str], chance: float, bluff: float = 0.0, *, quiet: bool = False
) -> Said:
    """Return what to say.

    Args:
        words: the words that may be said; a real envido that the place does not know is not.
        chance: a random number from 0 to 1.
        bluff: how much more often than its level it opens with a bet; below zero, less often.
        quiet: whether it says no falta envido where something else is worth nearly as much.
    """
    theirs = spot.theirs
    words = [word for word in words if word in WORDS_BY_LINE[spot.place[1]]]
    worth = {word: _worth(spot, word, theirs) for word in words}
    if quiet and len(worth) > 1 and "falta_envido" in worth:
        falta = worth.pop("falta_envido")
        if falta > max(worth.values()) + _FALTA_MARGIN:
            worth["falta_envido"] = falta
        words = [*worth]
    best = max(worth.values())
    plain = spoken_at(spot.place, spot.needs, spot.traditional)
    names = WORDS_BY_LINE[spot.place[1]]
    trust = _trust(spot, max(worth, key=worth.__getitem__))
    weights = {
        word: (plain[names.index(word)][spot.own] + _LEAST_WORD_RATE)
        * exp(max((worth[word] - best) * trust / _GAIN_TEMPERATURE, -trust))
        for word in words
    }
    if SILENT in weights and spot.early and spot.own < _BLUFF_BELOW_CLASS:
        weights = {word: weight * (word == SILENT) for word, weight in weights.items()}
    elif SILENT in weights and spot.own < _BLUFF_BELOW_CLASS:
        rest = sum(weights.values()) - weights[SILENT]
        weights[SILENT] = max(weights[SILENT] * (1 - bluff) - rest * bluff, 0.0)
    total = sum(weights.values())
    chosen = words[-1]
    left = chance * total
    for word, weight in weights.items():
        left -= weight
        if left < 0:
            chosen = word
            break
    others = [each for word, each in worth.items() if word != chosen]
    wins = _beaten(spot, theirs)
    return Said(
        chosen,
        weights[chosen] / total,
        worth[chosen],
        max(others, default=worth[chosen]),
        wins,
        _even(spot),
    )


def advised(spot: Spot, words: Sequence[str]) -> Said:
    """Return what a good player would tell a learner to say, with the same arguments as `weighed`.

    A bet needs a good number. Of words that are worth about the same, the quietest is said.
    """
    words = [word for word in words if word in WORDS_BY_LINE[spot.place[1]] and _borne(spot, word)]
    worth = {word: _worth(spot, word, spot.theirs) for word in words}
    best = max(worth.values())
    least = best - _EQUAL_WORTH_MARGIN * 4 * best * (1 - best)
    loud = [*_GOOD_NUMBERS]
    quietest = sorted(words, key=lambda each: (each in loud and 1 + loud.index(each), -worth[each]))
    word = next(each for each in quietest if worth[each] >= least)
    rest = max([value for other, value in worth.items() if other != word], default=worth[word])
    return Said(word, 1.0, worth[word], rest, _beaten(spot, spot.theirs), _even(spot))


def _borne(spot: Spot, word: str) -> bool:
    """Return whether a number is good enough for a bet."""
    return word not in _GOOD_NUMBERS or spot.own >= class_of(_GOOD_NUMBERS[word], highest=False)


def _trust(spot: Spot, word: str) -> float:
    """Return how much to trust what makes a word the best.

    To answer, it counts how well the other's openings are known, if that is what it did; to bet,
    how well its answers are.
    """
    openings, answers = spot.seen
    answering = word in ("quiero", "no_quiero") and len(LINES[spot.place[1]].bets) == 1
    first, more = _TRUST_POWERS
    return first + more * (openings if answering else answers)


def saying(spot: Spot, place: Place, reading: Reading) -> Sequence[Range]:
    """Return what somebody is expected to say at a place: by word, by class, how often."""
    kinds = ANSWERERS if place[1] else OPENERS
    weights = reading.answerers if place[1] else reading.openers
    rows = [[0.0] * CLASSES for _ in WORDS_BY_LINE[place[1]]]
    for kind in range(len(kinds)):
        weight = weights[kind]
        if weight < 0.005:
            continue
        said = (answers if place[1] else opens)(kind, place, spot.needs, spot.traditional)
        likes = spot.sides.likes if spot.sides is not None and not kind else _SAME_CLASSES
        for row, more in zip(rows, said, strict=True):
            for at in range(CLASSES):
                row[at] += weight * more[likes[at]]
    return rows


def _gain(spot: Spot, points: int) -> float:
    """Return the speaker's chance to win the match with those points more, or fewer."""
    mano, pie = spot.needs
    mine, theirs = (pie, mano) if speaker_at(spot.place) else (mano, pie)
    if points >= 0:
        return match_chance(points - mine, -theirs, 0)
    return match_chance(-mine, -points - theirs, 0)


def _beaten(spot: Spot, theirs: Range) -> float:
    """Return the chance to have the better number, if the other has a class of that range."""
    if spot.sides is not None:
        return spot.sides.beats(theirs)
    own, total = spot.own, sum(theirs)
    if total <= 0:
        return 0.5
    tie = 1 - TIE_CHANCES[own] if speaker_at(spot.place) else TIE_CHANCES[own]
    return min((sum(theirs[:own]) + tie * theirs[own]) / total, 1.0)


def _even(spot: Spot) -> float:
    """Return the chance at which accepting is as good as folding; 0 if nothing was bet."""
    line = spot.place[1]
    if not line:
        return 0.0
    won, lost = _accepted(spot, line)
    folded = _gain(spot, -_folded(spot, line))
    # Folding may cost more than a falta envido that is lost.
    return min(max((folded - lost) / max(won - lost, 1e-9), 0.0), 1.0)


def _accepted(spot: Spot, line: int) -> tuple[float, float]:
    """Return the chances to win the match after an accepted line is won, and lost."""
    ours, theirs = spot.falta
    bets = Bets(line, spot.more)
    return _gain(spot, bets.accepted(ours)), _gain(spot, -bets.accepted(theirs))


def _folded(spot: Spot, line: int) -> int:
    return Bets(line, spot.more).folded(spot.traditional)


def _shown(spot: Spot, line: int, theirs: Range) -> float:
    """Return what an accepted line is worth against that range."""
    won, lost = _accepted(spot, line)
    wins = _beaten(spot, theirs)
    return wins * won + (1 - wins) * lost


def _worth(spot: Spot, word: str, theirs: Range) -> float:
    opener, line = spot.place
    if word == "no_quiero":
        return _gain(spot, -_folded(spot, line))
    if word == "quiero":
        return _shown(spot, line, theirs)
    if word == SILENT:
        return _gain(spot, 0) if opener else _after(spot, (1, 0), theirs)
    return _after(spot, (opener, NEXT_LINE[line][word]), theirs)


def _after(spot: Spot, place: Place, theirs: Range) -> float:
    """Return what it is worth to leave the word to the other at a place.

    To a bet from there, whichever is better is the answer: to fold, or to accept it.
    """
    line = place[1]
    worth = 0.0
    for word, row in zip(WORDS_BY_LINE[line], saying(spot, place, spot.reading), strict=True):
        left = [a * b for a, b in zip(theirs, row, strict=True)]
        weight = sum(left)
        if word == SILENT:
            worth += weight * _gain(spot, 0)
        elif word == "no_quiero":
            worth += weight * _gain(spot, _folded(spot, line))
        elif word == "quiero":
            worth += weight * _shown(spot, line, left)
        elif weight > 0:
            higher = NEXT_LINE[line][word]
            fold = _gain(spot, -_folded(spot, higher))
            worth += weight * max(fold, _shown(spot, higher, left))
    return worth
