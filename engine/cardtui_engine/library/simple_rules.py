"""Rules in one file: `SimpleRules` answers what most games answer alike: turns, views, setups,
refusals (`OTHER_TIME`, `NOT_OFFERED`), and what is done when time is up (`mildest`: the first that
is offered).

A game in which one seat after the other acts signs it, keeps its position in a NamedTuple with the
fields of `Simple`, and writes what is its own: how a match and a hand begin, what may be done, and
what an action does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, MatchEnded, Viewer
from cardtui_engine.families.scenario_values import check_keys, facts_of
from cardtui_engine.outcome import Ending
from cardtui_engine.plain import field_types, from_plain
from cardtui_engine.refusals import BadSetup, Code, IllegalAction
from cardtui_engine.rules import Rules
from cardtui_engine.shared_refusals import NOT_DEALT, Note, no_such_card
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import Own, PublicPart, View, check_viewer, common_part

OTHER_TIME: Final = "That has no place now: wait, or do what is offered."
NOT_OFFERED: Final = "You may not do that now: do what is offered."


class Simple(Protocol):
    """The fields that the position of such a game has, besides its own."""

    @property
    def phase(self) -> str:
        """What the game waits for: ``"deal"``, one of `SimpleRules.phases`, or ``"over"``."""

    @property
    def dealer(self) -> int:
        """The seat that deals."""

    @property
    def hand(self) -> int:
        """The hand's number: 0 at first, and one more with each deal."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is; any while nobody acts."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """By seat, the cards that it holds."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points, by team where there are two, else by seat."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match, in ascending order; empty until it is over."""


S = TypeVar("S", bound=Simple)

_DEAL_TURN: Final = Turn("deal", chance=SHUFFLED)
_OVER_TURN: Final = Turn("over")


class SimpleRules(Rules[S, PublicPart, None]):
    """The rules of a game in which one seat after the other acts.

    Attributes:
        phases: by phase in which somebody acts, the verbs that have a place in it. A hand begins
            with the first.
    """

    phases: Mapping[str, Sequence[str]]
    teams = False
    clockwise = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "phases" in cls.__dict__:
            cls.places = {"deal": (), **cls.phases, "over": ()}
            cls.notes = {"deal": Note("", NOT_DEALT)} | {
                phase: Note("", OTHER_TIME) for phase in cls.phases
            }

    @abstractmethod
    def choices(self, state: S, seat: int) -> Sequence[Choice]:
        """Return what the seat may do, whose turn it is: one choice for each verb."""

    @abstractmethod
    def play(self, state: S, seat: int, action: Action, events: list[Event]) -> S:
        """Return the position after one of those actions.

        Args:
            seat: the seat whose turn it is.
            action: one that `choices` offers.
            events: holds `Acted`; append what follows.
        """

    @abstractmethod
    def public(self, state: S) -> PublicPart:
        """Return what everybody may know, besides the fields of `Simple`."""

    def end_match(self, state: S, winners: Sequence[int], events: list[Event]) -> S:
        """Return the position in which the match is over, and append that it is."""
        events.append(MatchEnded(tuple(sorted(winners)), Ending.POINTS))
        return _with(state, phase="over", winners=tuple(sorted(winners)))

    def after(self, state: S, seat: int) -> int:
        """Return the seat that follows in the order of play."""
        return (seat + 1) % len(state.hands)

    # --- what `Rules` asks -------------------------------------------------------------------

    def turn(self, state: S) -> Turn:
        match state.phase:
            case "deal":
                return _DEAL_TURN
            case "over":
                return _OVER_TURN
            case phase if phase in self.phases:
                return Turn(phase, (state.turn,))
            case phase:
                raise ValueError(f"“{phase}” is none of the phases {[*self.phases]}")

    def legal(self, state: S, seat: int) -> tuple[Choice, ...]:
        if state.phase not in self.phases or seat != state.turn:
            return ()
        return tuple(self.choices(state, seat))

    def mildest(self, state: S, seat: int) -> Action:
        """See `Rules.mildest`: the first that is offered."""
        return self.choices(state, seat)[0].first()

    def may(self, state: S, seat: int, verb: str) -> bool:
        return verb in self.phases.get(state.phase, ()) and seat == state.turn

    def act(self, state: S, seat: int, action: Action, events: list[Event]) -> S:
        if not self.accepts(state, seat, action):
            raise self.refusal(state, seat, action)
        return self.play(state, seat, action, events)

    def refusal(self, state: S, seat: int, action: Action) -> IllegalAction:
        """Return why an action is refused that has its place, but is not offered."""
        clauses = (each.clause for each in self.clauses if each.verb == action.verb)
        clause = next(clauses, "")
        if action.card is not None and action.card not in state.hands[seat]:
            return no_such_card(action.card, self.deck, clause)
        return IllegalAction(Code.NOT_ALLOWED, NOT_OFFERED, clause)

    def seated(self, state: S) -> int:
        return len(state.hands)

    def view(self, state: S, viewer: Viewer) -> View[PublicPart, None]:
        common = common_part(
            phase=state.phase,
            to_act=self.turn(state).to_act,
            dealer=state.dealer,
            hand=state.hand,
            scores=state.scores,
            cards=tuple(map(len, state.hands)),
            winners=state.winners,
        )
        own = None if viewer is None else self.own_view(state, viewer)
        return View(common, self.public(state), own)

    def own_view(self, state: S, seat: int) -> Own[None]:
        check_viewer(seat, len(state.hands))
        return Own(seat, state.hands[seat], self.legal(state, seat), None)

    def ending(self, state: S) -> Ending | None:
        return Ending.POINTS if state.winners else None

    def facts(self, state: S) -> dict[str, Any]:
        return facts_of(self.view(state, None), state.hands, self.deck)

    def read_setup(self, start: S, setup: Mapping[str, Any]) -> S:
        """See `Rules.read_setup`: a setup names fields of the position."""
        types = field_types(type(start))
        check_keys(setup, (*types, "deck", "decks"))
        if "hands" in setup and len(setup["hands"]) != len(start.hands):
            raise BadSetup(f"hands: give one for each of {len(start.hands)} seats")
        changes: dict[str, Any] = {}
        if "hands" in setup:
            changes = {"phase": next(iter(self.phases)), "turn": self.after(start, start.dealer)}
        for name, value in setup.items():
            if name in types:
                try:
                    changes[name] = from_plain(value, types[name], self.deck)
                except (KeyError, TypeError, ValueError) as error:
                    raise BadSetup(f"{name}: {error}") from None
        return _with(start, **changes)


def _with(state: S, **changes: Any) -> S:
    """Return a position with other values in some of its fields: it is a NamedTuple."""
    fields: Any = state
    replaced: S = fields._replace(**changes)
    return replaced
