"""The contract that every game signs (`Rules`), and what it does for all: in which order refusals
are looked for (`apply`), packs and top-ups checked, how the first dealer is found (`FirstDealer`).
What is done when time is up is `mildest` in the legal.py, rules.py or game.py of a game or its
family.

A position is a value. Chance is an input: a state that needs a pack waits for one, and takes any
permutation of the game's cards. `Rules` is generic in the game's state type, which nothing outside
the game looks into.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, partial
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from cardtui_engine.actions import Action, Verb, check_form, malformed
from cardtui_engine.cards import Card, Deck
from cardtui_engine.choices import Choice
from cardtui_engine.domains import RandomBits
from cardtui_engine.events import Acted, ChipsBought, Event, Viewer, hidden_from
from cardtui_engine.hidden import Said, cards_in_view, redrawn
from cardtui_engine.options import OptionSpec, OptionValue, Preset, check_options
from cardtui_engine.outcome import Ending, Outcome, outcome_of
from cardtui_engine.refusals import BadSetup, Code, IllegalAction, either
from cardtui_engine.shared_refusals import (
    NO_AMOUNT,
    NO_VERB,
    Note,
    match_over,
    may_not_buy,
    no_seat,
    out_of_place,
    out_of_turn,
    past_the_cut,
)
from cardtui_engine.turn import Turn
from cardtui_engine.views import Own, OwnPart, PublicPart, SeatView, View


class VerbClause(NamedTuple):
    """The clause that says most about a verb.

    Attributes:
        verb: the verb.
        clause: the clause.
        phase: the phase in which this is the clause; empty for the phases that no other names.
        argument: the argument that the clause is about; empty for the verb itself.
        answered: the waiting call that the verb answers; empty for those that no other names.
    """

    verb: str
    clause: str
    phase: str = ""
    argument: str = ""
    answered: str = ""


def verb_clauses(clauses: Mapping[str, str]) -> tuple[VerbClause, ...]:
    """Return the clauses of verbs that have the same one in every phase."""
    return tuple([VerbClause(verb, clause) for verb, clause in clauses.items()])


class Position(Protocol):
    """What the contract needs to know about a game's state."""

    @property
    def phase(self) -> str:
        """The sheet's word, as in `Turn`."""


S = TypeVar("S", bound=Position)

# `Acted` without the call in between: every move creates one.
_acted: Final[Callable[[tuple[int, Action]], Acted]] = partial(tuple.__new__, Acted)


class FirstDealer(IntEnum):
    """How the first dealer of a match is found; the protocol uses the same numbers."""

    LOT = 1
    HIGH_CARD = 2


class Rules(ABC, Generic[S, PublicPart, OwnPart]):
    """The rules of one game. Stateless: one instance serves every table.

    Attributes:
        id: the game's id, as in notation (``"truco-argentino"``).
        deck: the deck that its cards belong to.
        pack: every card of its pack, in ascending order; each twice where the game uses two packs.
            Options may leave some of them out: `pack_of` says which are in a match.
        seats: the numbers of seats it can be played with.
        specs: its options.
        presets: named sets of options; the first is the default.
        verbs: its verbs by name.
        clauses: for each verb, the clause of the sheet that says most about it.
        decided_by: for each reason why a hand ends, the clause that says it. Where a game knows
            them: ``"taken"``, with a discard taken out of turn; ``"trick"``, by one trick alone;
            ``"third_tie"``, where an option says who wins a third trick that is tied.
        tie_clauses: where a tie leaves a hand to the first trick, and where to a later one.
        places: by phase, the verbs that have a place in it, whichever seat asks.
        notes: by phase, what a player is told whose action it refuses; ``"over"`` has none.
        end_clause: the clause about the end of the match.
        teams: whether the seats play in two teams, even against odd.
        low_wins: whether fewer points are better; `merit` follows it.
        clockwise: whether play goes clockwise at the table; this changes only the picture.
        holds_draws: whether there can be cards that others may take before the next draw; if not,
            `Turn.holds_draw` is never true.
        asks_blindly: whether, while a draw is held, `Turn.may_act` names all who could take the
            card if they held the right ones; if not, it names only seats that can act.
        consults: the phases in which those who must act may first talk with their partners apart.
        runs_together: whether bots that may answer for the same side leave it to each other to run:
            it runs only if each of them would (`library.asking`). Elsewhere the first one answers.
        chips_option: the name of the option that says how many chips players start with; ``""`` in
            games without chips.
        chip_value_option: the name of the option that says what a chip is worth; ``""`` likewise.
        prizes: by place, the victory points of a match in a tournament; empty where the sheet knows
            none. Then the public part has them, and the game points, by seat: ``vp`` and ``gp``.
        redeals: whether a hand may be dealt again, from another pack.
        first_dealer: how the game's sheet finds the first dealer. The engine does not do it: the
            caller names the first dealer, and a table may choose another way.
    """

    id: str
    deck: Deck
    pack: tuple[Card, ...]
    seats: tuple[int, ...]
    specs: tuple[OptionSpec, ...]
    presets: tuple[Preset, ...]
    verbs: Mapping[str, Verb]
    clauses: tuple[VerbClause, ...] = ()
    decided_by: Mapping[str, str] = MappingProxyType({})
    tie_clauses: tuple[str, str] = ("", "")
    places: Mapping[str, Collection[str]]
    notes: Mapping[str, Note]
    end_clause: str | None = None
    teams: bool
    low_wins: bool = False
    clockwise: bool
    holds_draws: bool = False
    asks_blindly: bool = False
    consults: Collection[str] = ()
    runs_together: bool = False
    chips_option: str = ""
    chip_value_option: str = ""
    prizes: tuple[int, ...] = ()
    redeals: bool = False
    first_dealer: FirstDealer = FirstDealer.LOT

    def __repr__(self) -> str:
        return f"get_rules({self.id!r})"

    def options(self, given: Mapping[str, Any], seats: int) -> dict[str, OptionValue]:
        """Return all options, checked, with the defaults for those that are not given.

        Raises:
            BadOption: there is no such option, or it does not take that value.
        """
        return check_options(self.specs, given, seats)

    def merit(self, points: int) -> int:
        """Return what points are worth: more is better, also where fewer points win."""
        return -points if self.low_wins else points

    def has_partners(self, seats: int) -> bool:
        """Return whether players have partners at a table with that many seats."""
        return self.teams and seats >= 4

    def team_of(self, seat: int) -> int | None:
        """Return the team of a seat; ``None`` where everybody plays alone."""
        return seat % 2 if self.teams else None

    def start(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> S:
        """Return the start of a match, waiting for its first pack.

        Args:
            options: as `options` returned them.
            seats: one of ``self.seats``.

        Raises:
            BadSetup: the number of seats or the dealer is out of range.
        """
        if type(seats) is not int or seats not in self.seats:
            raise BadSetup(f"seats: this is a game for {either(self.seats)} players, not {seats}")
        if type(dealer) is not int or dealer not in range(seats):
            raise BadSetup(f"dealer: name a seat from 0 to {seats - 1}")
        return self.begin_match(options, seats, dealer)

    @abstractmethod
    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> S:
        """Return the start of a match, for a valid number of seats and a valid dealer."""

    @abstractmethod
    def turn(self, state: S) -> Turn:
        """Return what the game waits for."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> tuple[Choice, ...]:
        """Return what the seat may do now; empty if it may do nothing.

        Together the choices hold every action that `apply` accepts from the seat, each once, except
        for verbs that are never offered (`Verb.offered`) and for fouls.
        """

    def actions(self, state: S, seat: int) -> Iterator[Action]:
        """Yield every action that the seat may do now."""
        return chain.from_iterable(self.legal(state, seat))

    @abstractmethod
    def mildest(self, state: S, seat: int) -> Action:
        """Return the mildest action of a seat that the game waits for: one that risks nothing more.

        It is what is done for a player whose time is up. It is always legal, and if every seat does
        nothing else, each wait ends.

        Args:
            seat: one of ``to_act`` in its turn.
        """

    def height(
        self,
        state: S,  # noqa: ARG002 - games override this
        cards: Sequence[Card],  # noqa: ARG002 - the same
    ) -> int | None:
        """Return how high a hand is there; ``None`` where no raise can win with a lower one."""
        return None

    def accepts(self, state: S, seat: int, action: Action) -> bool:
        """Return whether the action is among those that the seat may do now."""
        return any(action in choice for choice in self.legal(state, seat))

    def apply(self, state: S, seat: int, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return the next position and the events; nothing is hidden in the events.

        Raises:
            IllegalAction: the action is refused, for the first reason in the order of `Code`. The
                given state is never changed.
        """
        try:
            self.check_form(state, action)
        except (AttributeError, TypeError):  # costs nothing where nothing is raised
            if type(action) is Action and type(action.verb) is str:
                raise
            raise malformed(NO_VERB, verb=action) from None
        if seat.__class__ is not int or seat < 0 or not self.may(state, seat, action.verb):
            raise self._refusal(state, seat, action)
        events: list[Event] = [_acted((seat, action))]
        after = self.act(state, seat, action, events)
        return after, tuple(events)

    def check_form(self, state: S, action: Action) -> None:  # noqa: ARG002 - part of the contract; Cacho uses it
        """Refuse an action whose form does not fit its verb.

        Raises:
            IllegalAction: ``malformed``.
        """
        check_form(action, self.verbs.get(action.verb))

    @abstractmethod
    def may(self, state: S, seat: int, verb: str) -> bool:
        """Return whether the seat may use the verb now, before its arguments are looked at.

        It is false for a seat that is not at the table, and for a verb without a place in the
        phase. `act` checks the arguments and everything else that the rules demand.
        """

    @abstractmethod
    def act(self, state: S, seat: int, action: Action, events: list[Event]) -> S:
        """Return the position after an action that `may` allows.

        Args:
            action: the action; its form is right.
            events: holds `Acted`; the events that follow are appended.

        Raises:
            IllegalAction: the rules refuse it.
        """

    @abstractmethod
    def seated(self, state: S) -> int:
        """Return how many seats the table has."""

    def explain(
        self,
        state: S,
        seat: int,  # noqa: ARG002 - part of the contract; some games use it
        action: Action,  # noqa: ARG002 - the same
    ) -> IllegalAction:
        """Return why the seat may not use a verb that has a place in this phase."""
        return out_of_turn(self.notes[state.phase], self.turn(state).to_act)

    def _refusal(self, state: S, seat: int, action: Action) -> IllegalAction:
        """Return why `may` refuses the action: the first reason that applies."""
        if type(seat) is not int or not 0 <= seat < self.seated(state):
            return no_seat(seat)
        phase = state.phase
        if action.verb in self.places[phase]:
            return self.explain(state, seat, action)
        if phase == "over":
            return match_over(self.end_clause)
        if phase != "deal" and action.verb in self.places.get("cut", ()):
            return past_the_cut(self.notes["cut"], action.verb)
        return out_of_place(self.notes[phase], waited_for=seat in self.turn(state).to_act)

    def deal(self, state: S, pack: Sequence[Card]) -> tuple[S, tuple[Event, ...]]:
        """Begin a hand with that pack, given top first, and return the position and the events.

        Raises:
            BadSetup: no pack is wanted, or it is not a permutation of `pack_of`.
        """
        if state.phase != "deal":
            raise BadSetup("no pack is wanted now")
        pack = tuple(pack)
        # True and 1.0 equal a card, and are none.
        if [*map(type, pack)].count(int) != len(pack) or not _holds(pack, self.pack_of(state)):
            raise BadSetup("the pack must hold the cards of this game, and no others")
        events: list[Event] = []
        after = self.begin_hand(state, pack, events)
        return after, tuple(events)

    def top_up(self, state: S, seat: int, chips: int) -> tuple[S, tuple[Event, ...]]:
        """Return the position and the events after a seat has bought chips between two hands.

        How many chips a table lets one have is the table's affair. A seat that was out of the match
        for want of chips is dealt in again if it has enough now.

        Args:
            state: a position that waits for the pack of another hand than the first.
            seat: who buys.
            chips: how many more; together with those that it has, at most what the game's option
                for chips can be.

        Raises:
            IllegalAction: nobody can buy chips now, or not so many, or there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self.seated(state):
            raise no_seat(seat)
        if not self.between_hands(state):
            over = state.phase == "over"
            raise may_not_buy(chips=bool(self.chips_option), over=over, clause=self.end_clause)
        most = self.most_chips - self.view(state, None).common.chips[seat]
        if type(chips) is not int or not 0 < chips <= most:
            raise IllegalAction(Code.BAD_AMOUNT, NO_AMOUNT, most=most)
        after, event = self.with_chips(state, seat, chips)
        return after, (event,)

    @property
    def most_chips(self) -> int:
        """The most chips that a player may have of their own; 0 in games without such chips."""
        return next((each.high for each in self.specs if each.name == self.chips_option), 0)

    def between_hands(self, state: S) -> bool:  # noqa: ARG002 - part of the contract; games with chips use it
        """Return whether chips may be bought now: a hand is over, and another one follows."""
        return False

    def with_chips(self, state: S, seat: int, chips: int) -> tuple[S, ChipsBought]:
        """Return the position in which a seat has that many more chips, and the event.

        Args:
            state: a position with `between_hands`.
            seat: who bought them.
            chips: how many.
        """
        raise NotImplementedError  # a game without chips is never asked

    def pack_of(self, state: S) -> tuple[Card, ...]:  # noqa: ARG002 - part of the contract; some games use it
        """Return every card of the pack that this match is played with, in ascending order."""
        return self.pack

    @abstractmethod
    def begin_hand(self, state: S, pack: tuple[Card, ...], events: list[Event]) -> S:
        """Return the position after a hand has begun with a complete pack.

        Args:
            state: a position that waits for a pack.
            pack: the cards, top first.
            events: the events that follow are appended.
        """

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View[PublicPart, OwnPart]:
        """Return all that the viewer may know. Facts leave the engine in no other way.

        Raises:
            ValueError: the viewer is neither a seat of the table nor ``None`` (a spectator).
        """

    @abstractmethod
    def own_view(self, state: S, seat: int) -> Own[OwnPart]:
        """Return the seat's own part of its view, at a fraction of what the whole view costs.

        Raises:
            ValueError: there is no such seat.
        """

    def seat_view(self, state: S, seat: int) -> SeatView[PublicPart, OwnPart]:
        """Return all that the seat may know, its own part included.

        Raises:
            ValueError: there is no such seat.
        """
        common, game, own = self.view(state, seat)
        if own is None:
            raise ValueError("a spectator has no seat: name one")
        return SeatView(common, game, own)

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """Return the event as the viewer may know it; the same object if nothing is hidden."""
        return hidden_from(event, viewer)

    def resample(self, state: S, viewer: Viewer, bits: RandomBits) -> S:
        """Return a position, drawn at random, that the viewer cannot tell from this one.

        Its view is the same, and so is everything that `remembered` and `said` hold on to. What
        was inferred from the way in which others played is not looked at.

        Args:
            viewer: a seat, or ``None`` for a spectator.

        Raises:
            ValueError: there is no such seat.
        """
        known = cards_in_view(self.view(state, viewer)).union(self.remembered(state, viewer))
        return redrawn(state, self.pack_of(state), known, self.said(state, viewer), bits)

    def remembered(self, state: S, viewer: Viewer) -> Iterable[Card]:  # noqa: ARG002 - part of the contract; some games use it
        """Return the cards that the viewer has seen in this hand, and that its view need not show.

        Only those count that still lie where they were seen.
        """
        return ()

    def said(self, state: S, viewer: Viewer) -> tuple[Said, ...]:  # noqa: ARG002 - part of the contract; some games use it
        """Return what others have told of their cards, where it can be believed."""
        return ()

    def setup(self, options: Mapping[str, OptionValue], seats: int, setup: Mapping[str, Any]) -> S:
        """Return the position that a scenario's ``setup`` describes, without its packs.

        With ``hands`` the position is past the deal; without, it waits for a pack. Cards are codes.
        ``deck`` and ``decks`` are left to the scenario's player.

        Raises:
            BadSetup: the position is impossible; the sentence names the key.
        """
        start = self.start(options, seats, setup.get("dealer", -1))
        return self.read_setup(start, setup)

    @abstractmethod
    def read_setup(self, start: S, setup: Mapping[str, Any]) -> S:
        """Return the position that a setup describes, given the start of its match.

        Raises:
            BadSetup: the position is impossible; the sentence names the key.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended; ``None`` while it goes on."""
        if state.phase != "over":
            return None
        reason = self.ending(state)
        assert reason is not None
        return outcome_of(self.view(state, None).common.winners, self.seated(state), reason)

    @abstractmethod
    def ending(self, state: S) -> Ending | None:
        """Return why the match ended; ``None`` while it goes on."""

    def contests(self, state: S) -> Mapping[str, tuple[int, ...]]:  # noqa: ARG002 - part of the contract; some games use it
        """Return what is compared in this hand beside its play: by name, what each seat has.

        The greatest number wins, and no two are the same. All hands are open here.
        """
        return {}

    @abstractmethod
    def facts(self, state: S) -> dict[str, Any]:
        """Return every fact about the position as plain data, all hands open."""

    def verbs_legal(self, state: S, seat: int) -> set[str]:
        """Return the verbs that the seat may use now."""
        return {choice.verb for choice in self.legal(state, seat)}


def _holds(pack: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Return whether the pack holds those cards, given in ascending order, and no others."""
    once = _each_once(cards)
    if once is None:
        return tuple(sorted(pack)) == cards
    # To sort a shuffled pack takes twice as long as to build a set.
    return len(pack) == len(cards) and frozenset(pack) == once


@cache
def _each_once(cards: tuple[Card, ...]) -> frozenset[Card] | None:
    """Return the cards as a set; ``None`` if one of them is there twice."""
    once = frozenset(cards)
    return once if len(once) == len(cards) else None


AnyRules = Rules[Any, Any, Any]
"""The rules of any game."""
