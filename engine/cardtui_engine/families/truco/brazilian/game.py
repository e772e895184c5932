"""The frame of all Brazilian trucos (`BrazilianTruco`): it passes each question on to the file
that decides it, such as `legal`, `hand` and `view`. Either partner's answer to a raise binds:
`runs_together`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.scenario_values import facts_of
from cardtui_engine.families.truco.brazilian import hand, laid, phases
from cardtui_engine.families.truco.brazilian.cards import PACK
from cardtui_engine.families.truco.brazilian.legal import mildest
from cardtui_engine.families.truco.brazilian.state import G, T, Truco, to_act
from cardtui_engine.families.truco.brazilian.view import common_of, own_hand, remembered
from cardtui_engine.families.truco.game import TrucoGame
from cardtui_engine.families.truco.view import FACT_WRITERS
from cardtui_engine.turn import SHUFFLED, Chance, Turn
from cardtui_engine.views import Own, OwnPart, PublicPart, View, check_viewer


@cache
def _turn(phase: phases.Phase, waiting: tuple[int, ...]) -> Turn:
    """Return the turn of those seats, of which there are few."""
    return Turn(phase, waiting)


class BrazilianTruco(TrucoGame[Truco[T, G], PublicPart, OwnPart]):
    """A truco with a ladder to twelve, in which nobody acts out of turn.

    Attributes:
        mildest_cut: what is done for a player who does not cut the pack in time.
    """

    deck = FRENCH
    pack = PACK
    runs_together = True  # TB-31, TP-31: either partner's answer binds
    mildest_cut: Action

    @abstractmethod
    def public_part(self, state: Truco[T, G]) -> PublicPart:
        """Return the game's own public fields."""

    @abstractmethod
    def own_part(self, state: Truco[T, G], seat: int) -> OwnPart:
        """Return the game's own part of a seat's view."""

    def view(self, state: Truco[T, G], viewer: Viewer) -> View[PublicPart, OwnPart]:
        own = None if viewer is None else self.own_view(state, viewer)
        return View(common_of(state), self.public_part(state), own)

    def own_view(self, state: Truco[T, G], seat: int) -> Own[OwnPart]:
        check_viewer(seat, state.terms.seats)
        part = self.own_part(state, seat)
        return Own(seat, own_hand(state, seat), self.legal(state, seat), part)

    def remembered(self, state: Truco[T, G], viewer: Viewer) -> Iterator[Card]:
        return remembered(state, viewer)

    def facts(self, state: Truco[T, G]) -> dict[str, Any]:
        told = facts_of(self.view(state, None), state.cards.hands, FRENCH, FACT_WRITERS)
        del told["said"], told["habits"]  # what bots remember is no part of a scenario
        return told

    def begin_hand(
        self, state: Truco[T, G], pack: tuple[Card, ...], events: list[Event]
    ) -> Truco[T, G]:
        """See `Rules.begin_hand`: the pack waits for the cut; the mão of the last hand deals."""
        return hand.begin(state, state.game, pack, events)

    def turn(self, state: Truco[T, G]) -> Turn:
        if state.phase is phases.DEAL:
            return Turn(phases.DEAL, chance=self.chance(state))
        return _turn(state.phase, to_act(state))

    def chance(self, state: Truco[T, G]) -> Chance:  # noqa: ARG002 - part of the contract; some games use it
        """Return the pack that is wanted."""
        return SHUFFLED

    def mildest(self, state: Truco[T, G], seat: int) -> Action:
        return mildest(state, seat, self.mildest_cut)

    def height(self, state: Truco[T, G], cards: Sequence[Card]) -> int:
        return max(state.game.strength[card] for card in cards)

    def may(self, state: Truco[T, G], seat: int, verb: str) -> bool:
        return verb in self.places[state.phase] and seat in to_act(state)

    def seated(self, state: Truco[T, G]) -> int:
        return state.terms.seats

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """See `Rules.seen`; a card that is played face down is hidden."""
        return laid.seen(event, viewer)
