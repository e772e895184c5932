"""How many may play Argentinean truco (`seats`), what is compared beside the play (`contests`),
and which file answers what else `Rules` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import SPANISH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.truco.game import TrucoGame
from cardtui_engine.families.truco.seats import SEATS_IN, has
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.truco_argentino import hand, legal, moves, verbs
from cardtui_engine.games.truco_argentino.calls import Stage
from cardtui_engine.games.truco_argentino.cards import PACK, STRENGTH, best_pair, flor_number
from cardtui_engine.games.truco_argentino.flor import holders, open_flor
from cardtui_engine.games.truco_argentino.legal import mildest
from cardtui_engine.games.truco_argentino.options import PRESETS, SPECS, terms_of
from cardtui_engine.games.truco_argentino.refusing import NOTES, VERBS_BY_PHASE, refusal
from cardtui_engine.games.truco_argentino.setup import read_setup
from cardtui_engine.games.truco_argentino.state import DEAL, Phase, State, new_deal, waiting
from cardtui_engine.games.truco_argentino.verbs import CLAUSES, VERBS
from cardtui_engine.games.truco_argentino.view import (
    TrucoArgentinoOwn,
    TrucoArgentinoPublic,
    facts,
    own_view,
    remembered,
    said,
    view,
)
from cardtui_engine.hidden import Said
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import Own, View, check_viewer

_DEAL_TURN: Final = Turn(DEAL, chance=SHUFFLED)


@cache
def _turn(phase: Phase, waiting: int, interrupting: int) -> Turn:
    """Return the turn for those masks of seats, of which there are few."""
    return Turn(phase, SEATS_IN[waiting], SEATS_IN[interrupting])


class TrucoArgentino(TrucoGame[State, TrucoArgentinoPublic, TrucoArgentinoOwn]):
    """The rules of Argentinean truco, for two, four or six seats; see `Rules`."""

    id = "truco-argentino"
    deck = SPANISH
    pack = PACK
    seats = (2, 4, 6)
    specs = SPECS
    presets = PRESETS
    verbs = VERBS
    decided_by = MappingProxyType(
        {
            "tricks": "TA-10",
            "fold": "TA-21",
            "resigned": "TA-14",
            "envido": "TA-52",
            "flor": "TA-89",
            "third_tie": "TA-12",
        }
    )
    tie_clauses = ("TA-12", "TA-12")
    clauses = CLAUSES
    places = VERBS_BY_PHASE
    notes = NOTES
    end_clause = "TA-51"

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        deal = new_deal(seats, dealer, 1, second=False, duels=False)
        return waiting(terms_of(options, seats), deal, (0, 0))

    def turn(self, state: State) -> Turn:
        if state.phase is DEAL:
            return _DEAL_TURN
        waiting = legal.waiting_for(state)
        return _turn(state.phase, waiting, legal.interrupting(state, waiting))

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def mildest(self, state: State, seat: int) -> Action:
        return mildest(state, seat)

    def height(
        self,
        state: State,  # noqa: ARG002 - part of the contract; other games use it
        cards: Sequence[Card],
    ) -> int:
        return max(STRENGTH[card] for card in cards)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`; every seat may always talk (TA-70)."""
        if verb == "say":
            return seat < state.terms.seats
        return legal.allowed(state, seat) & verbs.VERB_BITS[verb] != 0

    def seated(self, state: State) -> int:
        return state.terms.seats

    def explain(self, state: State, seat: int, action: Action) -> IllegalAction:
        return refusal(state, seat, action)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        return moves.act(state, seat, action, events)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `Rules.begin_hand`: the pack then waits for the cut."""
        return hand.begin_deal(state, pack, events)

    def view(self, state: State, viewer: Viewer) -> View[TrucoArgentinoPublic, TrucoArgentinoOwn]:
        check_viewer(viewer, state.terms.seats)
        return view(state, viewer)

    def own_view(self, state: State, seat: int) -> Own[TrucoArgentinoOwn]:
        check_viewer(seat, state.terms.seats)
        return own_view(state, seat)

    def remembered(self, state: State, viewer: Viewer) -> Iterator[Card]:
        return remembered(state, viewer)

    def said(self, state: State, viewer: Viewer) -> tuple[Said, ...]:
        """See `Rules.said`: a number that may be false (TA-44) is taken for true."""
        return said(state, viewer)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        return read_setup(start, setup)

    def contests(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """See `Rules.contests`: the envido or the flor, until it is settled.

        Of equal numbers the one nearest to the mano is better (TA-43, TA-86). A flor cancels the
        envido, also one that is still to be announced (TA-82).
        """
        envido, flor = state.calls.envido, state.calls.flor
        if not any(state.deal.dealt):
            return {}
        if flor is not None:
            flores = _ranks(state, flor.seats, flor_number)
            return {} if open_flor(state.calls) is None else {"flor": flores}
        if holders(state) or (envido is not None and envido.stage in (Stage.FOLDED, Stage.WON)):
            return {}
        numbers = partial(_number, highest=state.terms.highest_alone)
        return {"envido": _ranks(state, state.round.active, numbers)}

    def facts(self, state: State) -> dict[str, Any]:
        return facts(state)


def _number(cards: tuple[Card, ...], highest: bool) -> int:
    return best_pair(cards, highest)[0]


def _ranks(state: State, seats: int, number: Callable[[tuple[Card, ...]], int]) -> tuple[int, ...]:
    """Return by seat how good its number is, the best highest; seats without one come last."""
    count, mano = state.terms.seats, state.round.mano
    ahead = [count - (seat - mano) % count for seat in range(count)]
    dealt = state.deal.dealt
    return tuple(
        number(dealt[seat]) * count + ahead[seat] if has(seats, seat) else -ahead[seat]
        for seat in range(count)
    )


GAME: Final = Game(
    TrucoArgentino(),
    "Truco argentino",
    SheetsIn("cardtui_engine", "truco-argentino"),
    bot="cardtui_engine.games.truco_argentino.bot:TrucoArgentinoBot",
)
"""The game as the registry finds it."""
