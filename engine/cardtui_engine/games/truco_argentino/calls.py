"""Calls as values: what was said in a round, how its truco and its envido stand.

They are made here alone, by methods whose names say what happens: only this file knows the
order of fields.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.ladder import Ladder, Raises
from cardtui_engine.families.truco.view import SpokenCall, heard

TRUCO: Final = Ladder(("truco", "retruco", "vale_cuatro"), (1, 2, 3, 4))
"""TA-20"""


class Stage(StrEnum):
    """How far an envido has come: bet, accepted, folded, won by its numbers."""

    OPEN = "open"
    DECLARING = "declaring"
    FOLDED = "folded"
    WON = "won"


# By these names they are found three times as fast as in their class.
OPEN: Final = Stage.OPEN
DECLARING: Final = Stage.DECLARING
FOLDED: Final = Stage.FOLDED
WON: Final = Stage.WON

# What a class does with its arguments, without a call in between: the hot path.
_new: Final = tuple.__new__


class EnvidoClaim(NamedTuple):
    """What one seat said of its number; ``None`` for son buenas."""

    seat: int
    number: int | None


class EnvidoResult(NamedTuple):
    """How an envido was settled.

    ``seat`` and ``number`` name the winning claim if numbers were declared; ``cards`` are two
    that make the number, empty if it was wrong or nobody asked.
    """

    team: int
    points: int
    seat: int | None = None
    number: int | None = None
    cards: tuple[Card, ...] = ()


class Envido(NamedTuple):
    """The envido of a round.

    Attributes:
        line: the bets made, as an index of `bets.LINES`.
        stage: how far it has come.
        raiser: the seat that bet last.
        claims: what was declared, in the order of speaking.
        result: who gets what; ``None`` before it is settled.
        checked: whether nothing is left to be proved or asked for.
    """

    line: int
    stage: Stage
    raiser: int
    claims: tuple[EnvidoClaim, ...]
    result: EnvidoResult | None
    checked: bool

    def accepted(self) -> Envido:
        """Return the envido whose numbers are now declared."""
        line, _, raiser, claims, result, checked = self
        return _new(Envido, (line, DECLARING, raiser, claims, result, checked))

    def with_claim(self, claim: EnvidoClaim) -> Envido:
        """Return the envido after somebody has declared a number, or has said it is good."""
        line, stage, raiser, claims, result, checked = self
        return _new(Envido, (line, stage, raiser, (*claims, claim), result, checked))

    def folded(self, result: EnvidoResult) -> Envido:
        """Return the envido that was not accepted."""
        return self._replace(stage=FOLDED, result=result, checked=True)

    def won(self, result: EnvidoResult, *, checked: bool) -> Envido:
        """Return the envido that a side has won by the numbers, or by the others' resigning."""
        return self._replace(stage=WON, result=result, checked=checked)

    def proved(self, result: EnvidoResult) -> Envido:
        """Return the envido whose winning number has been looked at."""
        return self._replace(result=result, checked=True)

    def waived(self) -> Envido:
        """Return the envido whose winning number nobody asked to see."""
        return self._replace(checked=True)


def envido_bet(line: int, seat: int) -> Envido:
    """Return the envido in which that seat has made the last of those bets."""
    return _new(Envido, (line, OPEN, seat, (), None, True))


class Calls(NamedTuple):
    """What was called in a round.

    Attributes:
        raises: how the truco points stand.
        envido: ``None`` before one is called.
        spoken: the last word of each seat since a card was played.
    """

    raises: Raises
    envido: Envido | None
    spoken: tuple[SpokenCall, ...]

    def heard(self, word: SpokenCall) -> Calls:
        """Return the calls with a seat's new word instead of its last."""
        raises, envido, spoken = self
        return _new(Calls, (raises, envido, heard(spoken, word)))

    def silenced(self) -> Calls:
        """Return the calls when the last words are news no more."""
        raises, envido, spoken = self
        return _new(Calls, (raises, envido, ())) if spoken else self

    def with_raises(self, raises: Raises) -> Calls:
        """Return the calls when a truco call was made, or accepted."""
        _, envido, spoken = self
        return _new(Calls, (raises, envido, spoken))

    def with_envido(self, envido: Envido) -> Calls:
        """Return the calls with an envido that was called or has gone on."""
        raises, _, spoken = self
        return _new(Calls, (raises, envido, spoken))


NO_CALLS: Final = Calls(raises=Raises(TRUCO.stakes[0]), envido=None, spoken=())
"""The start of every round: either side may call truco."""


def only_spoken(calls: Calls) -> Calls:
    """Return the start of a round's calls; the last words still are in the air."""
    return NO_CALLS._replace(spoken=calls.spoken) if calls.spoken else NO_CALLS
