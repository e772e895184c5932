"""Calls as values: the stakes of truco (`TRUCO`), what was said in a hand, its envido and flor.

Only this file builds them, by methods whose names say what happens; no other file knows the order
of their fields.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.ladder import Ladder, Raises
from cardtui_engine.families.truco.seats import TEAM_MASKS
from cardtui_engine.families.truco.view import SpokenCall, TrucoSaid, heard
from cardtui_engine.games.truco_argentino.bets import Bets

TRUCO: Final = Ladder(("truco", "retruco", "vale_cuatro"), (1, 2, 3, 4))
"""TA-20"""


class Stage(StrEnum):
    """How far an envido or a flor has come: bet, accepted, folded, won, or cancelled by a flor."""

    OPEN = "open"
    DECLARING = "declaring"
    FOLDED = "folded"
    WON = "won"
    CANCELLED = "cancelled"


# Looking these up is three times as fast as looking up the members of the class.
OPEN: Final = Stage.OPEN
DECLARING: Final = Stage.DECLARING
FOLDED: Final = Stage.FOLDED
WON: Final = Stage.WON
CANCELLED: Final = Stage.CANCELLED

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

    def cancelled(self) -> Envido:
        """Return the envido after a flor was announced: nobody scores it (TA-82)."""
        return self._replace(stage=CANCELLED, checked=True)

    def waived(self) -> Envido:
        """Return the envido after nobody asked to see its winning number."""
        return self._replace(checked=True)


def envido_bet(bets: Bets, seat: int) -> Envido:
    """Return an open envido, in which that seat made the last of those bets."""
    return _new(Envido, (bets, OPEN, seat, (), None, True))


class ShownFlor(NamedTuple):
    """A flor that everybody sees after the hand, sorted by code (TA-88)."""

    seat: int
    cards: tuple[Card, ...]


class FlorResult(NamedTuple):
    """How a flor was decided.

    ``seat`` and ``number`` say whose is the best of the side that scored, and ``flores`` are those
    that are shown after the hand (TA-88); without them if the bet was declined, and as long as
    nobody is to know.
    """

    team: int
    points: int
    seat: int | None = None
    number: int | None = None
    flores: tuple[ShownFlor, ...] = ()


class Flor(NamedTuple):
    """The flor of a hand, from its announcement on.

    Attributes:
        bets: what was bet: flor, and what was called on top of it.
        stage: how far it has come.
        raiser: the seat that bet last.
        seats: the seats whose flores compete, as a mask (TA-83).
        result: who gets what; ``None`` while a bet waits for an answer.
    """

    bets: tuple[str, ...]
    stage: Stage
    raiser: int
    seats: int
    result: FlorResult | None

    @property
    def contested(self) -> bool:
        """Whether both sides have one, so that it is answered (TA-85)."""
        return bool(self.seats & TEAM_MASKS[0] and self.seats & TEAM_MASKS[1])

    def raised(self, bet: str, seat: int) -> Flor:
        """Return the flor after a seat has bet more."""
        return self._replace(bets=(*self.bets, bet), raiser=seat)

    def settled(self, stage: Stage, result: FlorResult) -> Flor:
        """Return the flor after its bet was accepted or declined."""
        return self._replace(stage=stage, result=result)


def announced_flor(seats: int, seat: int) -> Flor:
    """Return the flor of those seats, as a mask, once one of them has announced it (TA-83)."""
    return Flor(("flor",), OPEN, seat, seats, None)


class FlorTold(NamedTuple):
    """The seats that everybody knows to have a flor, and those known to have none, as masks."""

    have: int = 0
    lack: int = 0


class Calls(NamedTuple):
    """What was called in a hand.

    Attributes:
        raises: the state of the truco stake.
        envido: ``None`` before one is called.
        flor: ``None`` before one is announced.
        told: what has come out about who has a flor.
        spoken: the last word of each seat since a card was played.
        said: all bets, calls and answers of the hand, in order.
    """

    raises: Raises
    envido: Envido | None
    flor: Flor | None
    told: FlorTold
    spoken: tuple[SpokenCall, ...]
    said: tuple[TrucoSaid, ...]

    def heard(self, seat: int, verb: str, number: int | None = None) -> Calls:
        """Return the calls with a seat's new word in place of its last one."""
        raises, envido, flor, told, spoken, said = self
        return _new(Calls, (raises, envido, flor, told, heard(spoken, seat, verb, number), said))

    def noted(self, seat: int, verb: str, laid: int) -> Calls:
        """Return the calls with a bet, a call or an answer that stays known until the hand ends.

        Args:
            seat: the seat that said it.
            verb: what it said.
            laid: how many cards had been played before.
        """
        raises, envido, flor, told, spoken, said = self
        said = (*said, _new(TrucoSaid, (seat, verb, laid)))
        return _new(Calls, (raises, envido, flor, told, spoken, said))

    def silenced(self) -> Calls:
        """Return the calls once the last words are no longer news."""
        raises, envido, flor, told, _, said = self
        return _new(Calls, (raises, envido, flor, told, (), said))

    def with_raises(self, raises: Raises) -> Calls:
        """Return the calls with that state of the truco stake."""
        _, envido, flor, told, spoken, said = self
        return _new(Calls, (raises, envido, flor, told, spoken, said))

    def heard_on_truco(self, raises: Raises, seat: int, verb: str) -> Calls:
        """Return the calls after a seat has made or accepted a truco call with that verb."""
        _, envido, flor, told, spoken, said = self
        return _new(Calls, (raises, envido, flor, told, heard(spoken, seat, verb), said))

    def heard_on_envido(
        self, envido: Envido, seat: int, verb: str, number: int | None = None
    ) -> Calls:
        """Return the calls after a seat has made the envido advance with that verb."""
        raises, _, flor, told, spoken, said = self
        return _new(Calls, (raises, envido, flor, told, heard(spoken, seat, verb, number), said))

    def with_envido(self, envido: Envido) -> Calls:
        """Return the calls with an envido that was called or has advanced."""
        raises, _, flor, told, spoken, said = self
        return _new(Calls, (raises, envido, flor, told, spoken, said))

    def with_flor(self, flor: Flor) -> Calls:
        """Return the calls with a flor that was announced or has advanced."""
        return self._replace(flor=flor)

    def telling(self, have: int, lack: int) -> Calls:
        """Return the calls once those seats are known to have a flor, and those to have none."""
        return self._replace(told=FlorTold(self.told.have | have, self.told.lack | lack))


NO_CALLS: Final = Calls(
    raises=Raises(TRUCO.stakes[0]), envido=None, flor=None, told=FlorTold(), spoken=(), said=()
)
"""The start of every hand: either team may call truco."""


def only_spoken(calls: Calls) -> Calls:
    """Return the calls at the start of a hand; the last words are still shown."""
    if not calls.spoken:
        return NO_CALLS
    return NO_CALLS._replace(spoken=calls.spoken)
