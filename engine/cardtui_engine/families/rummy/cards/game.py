"""What all rummy games do the same way: packs, draws, discards, and what is done when your time is
up (`mildest`: draw from the stock, throw the card just drawn). How many jokers a table may shuffle
in: `jokers_option`; whose declarations stay secret: `_SECRET_DECLARATION_VERBS`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final, NoReturn, Protocol, TypeVar

from cardtui_engine.actions import Action, Kind, Param, Verb
from cardtui_engine.cards import FRENCH, JOKER, Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, RandomBits, Words
from cardtui_engine.events import Acted, Event, Viewer, hidden_from
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import GoingOut, ways_out
from cardtui_engine.families.rummy.cards.laying import declaration
from cardtui_engine.families.rummy.cards.play import DISCARDS, STOCK, Play, redrawn
from cardtui_engine.families.rummy.cards.view import RummyOwn, own_part
from cardtui_engine.families.rummy.melding.masks import CARDS
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.options import OptionKind, OptionSpec
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rules import Position, Rules
from cardtui_engine.shared_refusals import NOT_CUT, NOT_DEALT, Note, no_such_card
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import Own, PublicPart, check_viewer

PACK: Final = tuple([card for card in CARDS for _ in range(2)])
"""Two packs without jokers: 104 cards."""


def jokers_option(clause: str) -> OptionSpec:
    """Return the option for jokers in the pack.

    Args:
        clause: the clause of the game's sheet about them.
    """
    return OptionSpec(
        "jokers",
        OptionKind.NUMBER,
        0,
        "Jokers that are shuffled in, and are wild: none, 2 or 4.",
        clause,
        low=0,
        high=4,
        step=2,
    )


def pack_with(jokers: int) -> tuple[Card, ...]:
    """Return two packs with so many jokers, in ascending order."""
    return (*PACK, *[JOKER] * jokers)


DRAW: Final = Verb("draw", (Param("from", Kind.WORD, words=(STOCK, DISCARDS)),))
DISCARD: Final = Verb("discard", (Param("card", Kind.CARD),))
DECLARATION: Final = (
    Param("discard", Kind.CARD, required=False),
    Param("melds", Kind.MELDS, required=False),
)
"""The arguments with which a player may declare a hand that goes out."""

_WAIT_SENTENCES: Final[dict[str, str]] = {
    phases.DEAL: NOT_DEALT,
    phases.CUT: NOT_CUT,
    phases.BETTING: "The betting comes first: when it is your turn, stay in or fold.",
    phases.MATCHING: "First the bets must be matched.",
    phases.STAYING: "First everybody says whether they stay.",
    phases.DRAW: "That comes after the draw: first a card must be drawn.",
    phases.DISCARD: "A card has been drawn: discard one now, or go out.",
    phases.CONTEST: "A claim is waiting: the player who is asked takes the card or lets it be.",
}

DEAL_TURN: Final = Turn(phases.DEAL, chance=SHUFFLED)

_SECRET_DECLARATION_VERBS: Final = ("claim", "cut")
"""Verbs whose declaration nobody else may know, since it may have to wait (PP-43, CA-44)."""


class RummyPosition(Position, Protocol):
    """What every rummy game's state has."""

    @property
    def play(self) -> Play:
        """The cards, and whose turn it is."""

    @property
    def melder(self) -> Melder:
        """What makes a meld at this table now."""

    @property
    def jokers(self) -> int:
        """How many jokers the pack has."""


S = TypeVar("S", bound=RummyPosition)


class RummyGame(Rules[S, PublicPart, RummyOwn]):
    """A game of drawing and discarding with two packs.

    Attributes:
        aside: by phase, the verbs that other seats may use as well as the seat whose turn it is.
        turn_clause: the clause about whose turn it is.
        going_out: how a hand goes out on its own turn.
    """

    deck = FRENCH
    pack = PACK
    teams = False
    clockwise = True
    aside: Mapping[str, Collection[str]] = {}
    turn_clause: str
    going_out: GoingOut

    def pack_of(self, state: S) -> tuple[Card, ...]:
        return pack_with(state.jokers)

    def turn(self, state: S) -> Turn:
        """See `Rules.turn`: only some games let a seat act out of turn."""
        if state.phase is phases.DEAL:
            return DEAL_TURN
        return Turn(state.phase, self.to_act(state))

    def own_view(self, state: S, seat: int) -> Own[RummyOwn]:
        check_viewer(seat, len(state.play.hands))
        hand = state.play.hands[seat]
        part = own_part(state.melder, self.going_out, hand)
        return Own(seat, hand, self.legal(state, seat), part)

    @abstractmethod
    def with_play(self, state: S, play: Play) -> S:
        """Return the position with its cards in other places."""

    def remembered(self, state: S, viewer: Viewer) -> tuple[Card, ...]:  # noqa: ARG002 - the contract's
        """See `Rules.remembered`: everybody has seen what was thrown, whether or not it shows."""
        return state.play.discards

    def resample(self, state: S, viewer: Viewer, bits: RandomBits) -> S:
        """See `Rules.resample`; what a claim lays out that waits need not be melds any more."""
        if viewer is not None:
            check_viewer(viewer, len(state.play.hands))
        return self.with_play(state, redrawn(state.play, viewer, bits))

    def mildest(self, state: S, seat: int) -> Action:
        phase = state.phase
        if phase == phases.DRAW:
            return Action("draw", source=STOCK)
        if phase == phases.DISCARD:
            return Action("discard", card=state.play.hands[seat][-1])  # the card drawn
        if phase == phases.CONTEST:
            return Action("waive")
        return self.mildest_before_play(state)

    def mildest_before_play(self, state: S) -> Action:
        """Return the mildest action where the game waits for something else than play.

        Raises:
            ValueError: the game waits for no seat.
        """
        raise ValueError(f"the game waits for no seat in phase {state.phase!r}")

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats whose decision the game waits for."""

    def may(self, state: S, seat: int, verb: str) -> bool:
        phase = state.phase
        if verb not in self.places[phase]:
            return False
        if seat in self.to_act(state):
            return True
        return verb in self.aside.get(phase, ()) and seat < self.seated(state)

    def seated(self, state: S) -> int:
        return len(state.play.hands)

    def seen(self, event: Event, viewer: Viewer) -> Event:
        if isinstance(event, Acted) and event.seat != viewer:
            action = event.action
            if action.verb in _SECRET_DECLARATION_VERBS and (action.discard, action.melds) != (
                None,
                None,
            ):
                return Acted(event.seat, action._replace(discard=None, melds=None))
        return hidden_from(event, viewer)

    def drawn(self, state: S, action: Action, events: list[Event]) -> Play:
        """Return the play after a draw, or refuse it."""
        source = action.source
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

    def thrown(self, state: S, seat: int, action: Action) -> Play:
        """Return the play after a discard, or refuse it."""
        card = action.card
        assert card is not None
        if card not in state.play.hands[seat]:
            raise no_such_card(card, FRENCH, self.turn_clause)
        return state.play.throw(card)


def notes_of(clause: str) -> dict[str, Note]:
    """Return what the phases of a rummy game tell; ``clause`` is the one about whose turn it is."""
    return {phase: Note(clause, wait) for phase, wait in _WAIT_SENTENCES.items()}


def draw_choice(play: Play) -> Choice:
    """Return the choice of where to draw from."""
    return _draw_from(play.sources)


@cache
def _draw_from(sources: tuple[str, ...]) -> Choice:
    return Choice("draw", (Words("source", sources),))


def discard_choice(hand: tuple[Card, ...]) -> Choice:
    """Return the choice of a card to throw."""
    return Choice("discard", (Cards("card", tuple(sorted(set(hand)))),))


def out_or_throw(
    verb: str, going_out: GoingOut, melder: Melder, hand: tuple[Card, ...]
) -> tuple[Choice, ...]:
    """Return the choice to go out with that verb, if the ten cards can, and the one to throw."""
    throw = discard_choice(hand)
    ways = ways_out(melder, going_out, hand)
    if not ways:
        return (throw,)
    return (Choice(verb, declaration(melder, going_out, hand, ways)), throw)


def no_claim(template: str, clause: str) -> NoReturn:
    """Refuse an attempt to take a discard out of turn."""
    raise IllegalAction(Code.NOT_ALLOWED, template, clause)
