"""Calls as values: the stakes of truco (`TRUCO`), what was said in a hand, its truco and envido.

Only this file builds them, by methods whose names say what happens; no other file knows the order
of their fields.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.ladder import Ladder, Raises
from cardtui_engine.families.truco.view import SpokenCall, heard
from cardtui_engine.games.truco_argentino.bets import Bets

TRUCO: Final = Ladder(("truco", "retruco", "vale_cuatro"), (1, 2, 3, 4))
"""TA-20"""


class Stage(StrEnum):
    """How far an envido has come: bet, accepted, folded, or won by its numbers."""

    OPEN = "open"
    DECLARING = "declaring"
    FOLDED = "folded"
    WON = "won"


# Looking these up is three times as fast as looking up the members of the class.
OPEN: Final = Stage.OPEN
DECLARING: Final = Stage.DECLARING
FOLDED: Final = Stage.FOLDED
WON: Final = Stage.WON

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__


class EnvidoClaim(NamedTuple):
    """What a seat said about its number; ``None`` for son buenas."""

    seat: int
    number: int | None


class EnvidoResult(NamedTuple):
    """How an envido was decided.

    If numbers were declared, ``seat`` and ``number`` say which one won. ``cards`` are two cards
    that make the number; empty if it was wrong, or nobody asked. ``wrong`` says that the seat did
    not have it, ``resigned`` that the others laid their cards down before all numbers were said.
    """

    team: int
    points: int
    seat: int | None = None
    number: int | None = None
    cards: tuple[Card, ...] = ()
    wrong: bool = False
    resigned: bool = False


class Envido(NamedTuple):
    """The envido of a hand.

    Attributes:
        bets: the bets made.
        stage: how far it has come.
        raiser: the seat that bet last.
        claims: what seats declared, in the order of speaking.
        result: who gets what; ``None`` before the envido is decided.
        checked: whether there is nothing left to prove or to ask for.
    """

    bets: Bets
    stage: Stage
    raiser: int
    claims: tuple[EnvidoClaim, ...]
    result: EnvidoResult | None
    checked: bool

    def accepted(self) -> Envido:
        """Return the envido after it was accepted: numbers are declared next."""
        bets, _, raiser, claims, result, checked = self
        return _new(Envido, (bets, DECLARING, raiser, claims, result, checked))

    def with_claim(self, claim: EnvidoClaim) -> Envido:
        """Return the envido after a seat has declared a number or said son buenas."""
        bets, stage, raiser, claims, result, checked = self
        return _new(Envido, (bets, stage, raiser, (*claims, claim), result, checked))

    def folded(self, result: EnvidoResult) -> Envido:
        """Return the envido after it was folded."""
        return self._replace(stage=FOLDED, result=result, checked=True)

    def won(self, result: EnvidoResult, *, checked: bool) -> Envido:
        """Return the envido after a team has won it, by numbers or because the others resigned."""
        return self._replace(stage=WON, result=result, checked=checked)

    def proved(self, result: EnvidoResult) -> Envido:
        """Return the envido after its winning number was checked."""
        return self._replace(result=result, checked=True)

    def waived(self) -> Envido:
        """Return the envido after nobody asked to see its winning number."""
        return self._replace(checked=True)


def envido_bet(bets: Bets, seat: int) -> Envido:
    """Return an open envido, in which that seat made the last of those bets."""
    return _new(Envido, (bets, OPEN, seat, (), None, True))


class ArgentinoSaid(NamedTuple):
    """A bet, a call or an answer of this hand, and how many cards had been played before it."""

    seat: int
    verb: str
    laid: int


class Calls(NamedTuple):
    """What was called in a hand.

    Attributes:
        raises: the state of the truco stake.
        envido: ``None`` before one is called.
        spoken: the last word of each seat since a card was played.
        said: all bets, calls and answers of the hand, in order.
    """

    raises: Raises
    envido: Envido | None
    spoken: tuple[SpokenCall, ...]
    said: tuple[ArgentinoSaid, ...]

    def heard(self, seat: int, verb: str, number: int | None = None) -> Calls:
        """Return the calls with a seat's new word in place of its last one."""
        raises, envido, spoken, said = self
        return _new(Calls, (raises, envido, heard(spoken, seat, verb, number), said))

    def noted(self, seat: int, verb: str, laid: int) -> Calls:
        """Return the calls with a bet, a call or an answer that stays known until the hand ends.

        Args:
            seat: the seat that said it.
            verb: what it said.
            laid: how many cards had been played before.
        """
        raises, envido, spoken, said = self
        return _new(
            Calls, (raises, envido, spoken, (*said, _new(ArgentinoSaid, (seat, verb, laid))))
        )

    def silenced(self) -> Calls:
        """Return the calls once the last words are no longer news."""
        raises, envido, _, said = self
        return _new(Calls, (raises, envido, (), said))

    def with_raises(self, raises: Raises) -> Calls:
        """Return the calls with that state of the truco stake."""
        _, envido, spoken, said = self
        return _new(Calls, (raises, envido, spoken, said))

    def heard_on_truco(self, raises: Raises, seat: int, verb: str) -> Calls:
        """Return the calls after a seat has made or accepted a truco call with that verb."""
        _, envido, spoken, said = self
        return _new(Calls, (raises, envido, heard(spoken, seat, verb), said))

    def heard_on_envido(
        self, envido: Envido, seat: int, verb: str, number: int | None = None
    ) -> Calls:
        """Return the calls after a seat has made the envido advance with that verb."""
        raises, _, spoken, said = self
        return _new(Calls, (raises, envido, heard(spoken, seat, verb, number), said))

    def with_envido(self, envido: Envido) -> Calls:
        """Return the calls with an envido that was called or has advanced."""
        raises, _, spoken, said = self
        return _new(Calls, (raises, envido, spoken, said))


NO_CALLS: Final = Calls(raises=Raises(TRUCO.stakes[0]), envido=None, spoken=(), said=())
"""The start of every hand: either team may call truco."""


def only_spoken(calls: Calls) -> Calls:
    """Return the calls at the start of a hand; the last words are still shown."""
    if not calls.spoken:
        return NO_CALLS
    raises, envido, _, said = NO_CALLS
    return _new(Calls, (raises, envido, calls.spoken, said))
