"""The frame of every rummy game: packs, phases and their verbs, drawing and throwing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn, Protocol, TypeVar

from cardtui_engine.actions import Action, Kind, Param, Verb, check_form
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Acted, Event, Viewer, hidden_from
from cardtui_engine.refusals import BadSetup, Code, IllegalAction
from cardtui_engine.rules import Rules, Turn
from cardtui_engine.rummy.declaring import no_such_card
from cardtui_engine.rummy.masks import CARDS
from cardtui_engine.rummy.play import DISCARDS, STOCK, Play
from cardtui_engine.views import Choice

PACK: Final = tuple([card for card in CARDS for _ in range(2)])
"""Two packs without jokers: 104 cards."""

DRAW: Final = Verb("draw", (Param("from", Kind.WORD, words=(STOCK, DISCARDS)),))
DISCARD: Final = Verb("discard", (Param("card", Kind.CARD),))
DECLARATION: Final = (
    Param("discard", Kind.CARD, required=False),
    Param("melds", Kind.MELDS, required=False),
)
"""What a player may say of a hand that goes out."""

_OUT_OF_TURN: Final = ("claim", "cut")
"""Verbs whose declaration nobody else may know: it may have to wait (PP-43, CA-44)."""

NO_PLACE: Final = {
    "deal": "Wait until the cards are dealt.",
    "cut": "The pack has to be cut before anything else.",
    "betting": "The betting comes first.",
    "matching": "First the bets are matched.",
    "draw": "Nobody has drawn yet: that comes after the draw.",
    "discard": "A card has been drawn: throw one now, or go out.",
    "contest": "A claim waits: who is asked takes the card or waives.",
}
"""By phase, why a verb of another phase is refused."""


class Position(Protocol):
    """What the frame needs of a game's state."""

    @property
    def phase(self) -> str:
        """The sheet's word."""

    @property
    def play(self) -> Play:
        """The cards, and whose turn it is."""


P = TypeVar("P", bound=Position)


class RummyGame(Rules[P]):
    """A game of draw and discard with two packs.

    Attributes:
        places: by phase, the verbs that have a place in it.
        turn_clause: the clause about whose turn it is.
    """

    deck = FRENCH
    pack = PACK
    teams = False
    clockwise = True
    places: Mapping[str, tuple[str, ...]]
    turn_clause: str

    def turn(self, state: P) -> Turn:
        """See `Rules.turn`."""
        return Turn(state.phase, self.to_act(state), self.may_act(state))

    @abstractmethod
    def to_act(self, state: P) -> tuple[int, ...]:
        """Return the seats whose decision the game waits for."""

    @abstractmethod
    def may_act(self, state: P) -> tuple[int, ...]:
        """Return the sorted seats that may interrupt."""

    def interruptible(self, state: P) -> bool:
        """See `Rules.interruptible`: a discard is out, and may be claimed or cut (PP-42, CA-41)."""
        play = state.play
        if not self.interrupts or state.phase != "draw" or play.thrower is None:
            return False
        return any(
            seat not in (play.seat, play.thrower) and self.may_interrupt(state, seat)
            for seat in play.order
        )

    def may_interrupt(self, state: P, seat: int) -> bool:  # noqa: ARG002 - Cacheta asks them
        """Return whether that seat could take a discard out of turn, by what everybody knows."""
        return True

    @abstractmethod
    def act(self, state: P, seat: int, action: Action, events: list[Event]) -> P:
        """Return the position after a verb that has a place in this phase, or refuse it."""

    @abstractmethod
    def begin_hand(self, state: P, pack: tuple[Card, ...], events: list[Event]) -> P:
        """Return the position when a hand has begun with that pack."""

    def apply(self, state: P, seat: int, action: Action) -> tuple[P, tuple[Event, ...]]:
        """See `Rules.apply`."""
        check_form(action, self.verbs.get(action.verb))
        if not (type(seat) is int and 0 <= seat < len(state.play.hands)):
            raise IllegalAction(
                Code.NOT_SEATED, "There is no seat {seat} here: sit down first.", None, seat=seat
            )
        if state.phase == "over":
            raise IllegalAction(Code.MATCH_OVER, "The match is over: start another one.")
        if action.verb not in self.places[state.phase]:
            raise IllegalAction(Code.WRONG_PHASE, NO_PLACE[state.phase], self.turn_clause)
        events: list[Event] = [Acted(seat, action)]
        return self.act(state, seat, action, events), tuple(events)

    def deal(self, state: P, pack: Sequence[Card]) -> tuple[P, tuple[Event, ...]]:
        """See `Rules.deal`."""
        if state.phase != "deal":
            raise BadSetup("no pack is wanted now")
        if sorted(pack) != list(PACK):
            raise BadSetup("the pack must hold every card of two packs")
        events: list[Event] = []
        return self.begin_hand(state, tuple(pack), events), tuple(events)

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """See `Rules.seen`."""
        if isinstance(event, Acted) and event.seat != viewer:
            action = event.action
            if action.verb in _OUT_OF_TURN and (action.discard, action.melds) != (None, None):
                return Acted(event.seat, action._replace(discard=None, melds=None))
        return hidden_from(event, viewer)

    def check_turn(self, state: P, seat: int) -> None:
        """Refuse a seat that is not the one the game waits for."""
        (waited_for,) = self.to_act(state)
        if seat != waited_for:
            raise IllegalAction(
                Code.NOT_YOUR_TURN,
                "Wait for your turn: seat {seat} acts now.",
                self.turn_clause,
                seat=waited_for,
            )

    def drawn(self, state: P, seat: int, action: Action, events: list[Event]) -> Play:
        """Return the play after a draw, or refuse it."""
        self.check_turn(state, seat)
        source = action.from_
        assert source is not None
        if source not in state.play.sources:
            raise IllegalAction(
                Code.NOT_ALLOWED,
                "There is no discard to take: draw from the stock."
                if source == DISCARDS
                else "Stock and discards are both empty: there is nothing to draw.",
                self.turn_clause,
            )
        return state.play.draw(source, events)

    def thrown(self, state: P, seat: int, action: Action) -> Play:
        """Return the play after a discard, or refuse it."""
        self.check_turn(state, seat)
        card = action.card
        assert card is not None
        if card not in state.play.hands[seat]:
            raise no_such_card(card, self.turn_clause)
        return state.play.throw(card)


def draw_choice(play: Play) -> Choice:
    """Return the choice of where to draw from."""
    return Choice("draw", words=play.sources)


def discard_choice(hand: tuple[Card, ...]) -> Choice:
    """Return the choice of a card to throw."""
    return Choice("discard", cards=tuple(sorted(set(hand))))


def no_claim(template: str, clause: str) -> NoReturn:
    """Refuse to take a discard out of turn."""
    raise IllegalAction(Code.NOT_ALLOWED, template, clause)
