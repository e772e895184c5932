"""The rules that all Brazilian trucos sign in the same way."""

from __future__ import annotations

from functools import cache

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.truco.brazilian import laid, phases
from cardtui_engine.families.truco.brazilian.mildest import mildest
from cardtui_engine.families.truco.brazilian.state import G, T, Truco, to_act
from cardtui_engine.families.truco.game import TrucoGame
from cardtui_engine.turn import SHUFFLED, Chance, Turn
from cardtui_engine.views import OwnPart, PublicPart


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
    mildest_cut: Action

    def turn(self, state: Truco[T, G]) -> Turn:
        """See `Rules.turn`."""
        if state.phase is phases.DEAL:
            return Turn(phases.DEAL, chance=self.chance(state))
        return _turn(state.phase, to_act(state))

    def chance(self, state: Truco[T, G]) -> Chance:  # noqa: ARG002 - part of the contract; some games use it
        """Return the pack that is wanted."""
        return SHUFFLED

    def mildest(self, state: Truco[T, G], seat: int) -> Action:
        """See `Rules.mildest`."""
        return mildest(state, seat, self.mildest_cut)

    def may(self, state: Truco[T, G], seat: int, verb: str) -> bool:
        """See `Rules.may`."""
        return verb in self.places[state.phase] and seat in to_act(state)

    def seated(self, state: Truco[T, G]) -> int:
        """See `Rules.seated`."""
        return state.terms.seats

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """See `Rules.seen`; a card that is played face down is hidden."""
        return laid.seen(event, viewer)
