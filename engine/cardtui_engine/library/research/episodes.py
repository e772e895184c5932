"""Episodes: a match, or some hands of it, as turns in a row, each of one seat and one number: who
is asked next, and what an episode brings each seat (`returns`). One is cut off after `MOST_TURNS`.

A game may wait for several seats at once, and others may interrupt it. Here one seat after another
is asked, in the order of `Turn.asked`, and lets the moment pass by `WAIT_ID`. The last of those for
whom the game waits cannot: it must act. A seat that has nothing to do is not asked.

Chance is an input, as in the engine: an episode that wants a pack waits for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, PointsScored
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.research.action_ids import WAIT_ID, ActionIds
from cardtui_engine.library.research.observations import ObservationSpace
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView

MOST_TURNS: Final = 5000
"""The turns after which an episode is cut off, if nothing else is said."""

_LEAST_TARGET: Final = 24
"""A bound for the points of a hand where no option says what is played for: a few times twelve."""


class _Told(NamedTuple):
    """What happened, the latest last: events, or a seat that let the moment pass."""

    before: _Told | None
    what: tuple[Event, ...] | int


class Task:
    """What is the same in every episode.

    Attributes:
        rules: the game.
        options: all of its options.
        seats: the number of seats.
        hands: the hands after which an episode is over, those that are thrown in included; 0 for a
            whole match.
        most_turns: the turns after which an episode is cut off.
        interrupts: whether seats are asked that may interrupt or declare something.
        ids: the numbers of actions.
        observations: how views become numbers.
        bound: no seat wins or loses more.
    """

    def __init__(
        self,
        game: str | AnyRules,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        hands: int = 0,
        most_turns: int = MOST_TURNS,
        interrupts: bool = True,
    ) -> None:
        """Say what is played.

        Args:
            game: the game's id, or its rules.
            seats: the number of seats; by default the smallest that the game allows.
            options: the options that differ from the defaults.
            hands: the hands after which an episode is over, those that are thrown in included,
                unless the match is before; 0 for a whole match.
            most_turns: the turns after which an episode is cut off.
            interrupts: whether seats are asked that may interrupt or declare something. Without it,
                they cannot.

        Raises:
            KeyError: there is no such game.
            BadOption: there is no such option, or it does not take that value.
            BadSetup: the game cannot be played with that many seats.
            ValueError: ``hands`` or ``most_turns`` is out of range.
        """
        if hands < 0 or most_turns < 1:
            raise ValueError("hands: 0 or more; most_turns: 1 or more")
        self.rules: AnyRules = get_rules(game) if isinstance(game, str) else game
        self.seats = self.rules.seats[0] if seats is None else seats
        self.options: Mapping[str, OptionValue] = self.rules.options(options or {}, self.seats)
        self.hands = hands
        self.most_turns = most_turns
        self.interrupts = interrupts
        self.ids = ActionIds(self.rules, self.options, self.seats)
        self.observations = ObservationSpace(self.rules, self.options, self.seats)
        self.bound = float(self._bound())

    def begin(self, dealer: int = 0) -> Episode:
        """Return an episode at its start, waiting for its first pack.

        Raises:
            BadSetup: there is no such dealer.
        """
        return Episode(self, self.rules.start(self.options, self.seats, dealer))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes it anew: to be sent to another process, or kept."""
        known = self.rules is get_rules(self.rules.id)
        given = {
            "seats": self.seats,
            "options": {**self.options},
            "hands": self.hands,
            "most_turns": self.most_turns,
            "interrupts": self.interrupts,
        }
        return _made, (self.rules.id if known else self.rules, given)

    def _bound(self) -> int:
        if not self.hands:
            return self.seats - 1
        chips = sum(self.rules.view(self.rules.start(self.options, self.seats, 0), None)[0].chips)
        numbers = [value for value in self.options.values() if type(value) is int]
        return chips or 2 * self.hands * max((_LEAST_TARGET, *numbers))


def _made(game: str | AnyRules, given: Mapping[str, Any]) -> Task:
    return Task(game, **given)


class Episode:
    """A match, or some hands of it, turn by turn.

    >>> task = Task("cacho", seats=2, hands=1)
    >>> episode = task.begin()
    >>> episode.deal(task.rules.pack)
    >>> episode.seat, [task.ids.action(each) for each in episode.legal()]
    (1, [Action('pass'), Action('bet')])
    >>> happened = episode.act(1)
    >>> episode.over, episode.returns
    (False, [0.0, 0.0])

    Attributes:
        task: what is the same in every episode.
        state: the position.
        seat: the seat that is asked; ``None`` if a pack is wanted, or the episode is over.
        wants_pack: whether a pack is wanted.
        over: whether the episode is over.
        cut_off: whether that is because of `most_turns`.
        turns: how many turns there have been.
    """

    def __init__(self, task: Task, state: Any) -> None:
        """Begin at a position: for callers that have one; others use `Task.begin`."""
        self.task = task
        self.state = state
        self.turns = 0
        self.cut_off = False
        self._chips = task.rules.view(state, None).common.chips
        self._points = (0,) * task.seats
        self._hands = 0
        self._told: _Told | None = None
        self._wait_for_next()

    @property
    def must_act(self) -> bool:
        """Whether the seat that is asked cannot let the moment pass."""
        return not self._queue

    def choices(self) -> tuple[Choice, ...]:
        """Return what the seat that is asked may do, beside letting the moment pass."""
        return self._choices

    def legal(self) -> list[int]:
        """Return the ids from which the seat that is asked chooses, in ascending order."""
        ids = self.task.ids.legal(self._choices)
        return ids if self.must_act else [WAIT_ID, *ids]

    def deal(self, pack: Sequence[Card]) -> None:
        """Deal a pack that is wanted, top card first.

        Raises:
            BadSetup: no pack is wanted, or this is not a pack of this game.
        """
        self.state, events = self.task.rules.deal(self.state, pack)
        self._hands += 1
        self._happened(events)

    def act(self, number: int) -> tuple[Event, ...]:
        """Do the action of an id for the seat that is asked, and return what happened.

        Raises:
            ValueError: nobody is asked, or the seat cannot let the moment pass.
            IndexError: there is no such id.
            IllegalAction: the rules refuse it; nothing has changed.
        """
        seat, action = self.seat, self.task.ids.action(number)
        if seat is None or (action is None and self.must_act):
            raise ValueError("nobody is asked" if seat is None else "this seat must act")
        self.turns += 1
        if action is None:
            self._told = _Told(self._told, seat)
            self._ask_next()
            if self.turns >= self.task.most_turns:
                self._cut()
            return ()
        self.state, events = self.task.rules.apply(self.state, seat, action)
        self._happened(events)
        return events

    @property
    def returns(self) -> list[float]:
        """By seat, what the episode has brought; the sum is 0.

        A whole match: what a stake of 1 won or lost (`Outcome.returns`). Some hands: the chips that
        the seat has won or lost; or its points less those of the other side, or less the mean of
        the others. Zeros until the episode is over, and if it is cut off.
        """
        task, nothing = self.task, [0.0] * self.task.seats
        if not self.over or self.cut_off:
            return nothing
        if not task.hands:
            outcome = task.rules.outcome(self.state)
            return nothing if outcome is None else [*outcome.returns]
        if self._chips:
            chips = task.rules.view(self.state, None).common.chips
            return [float(now - then) for now, then in zip(chips, self._chips, strict=True)]
        if task.rules.teams:
            ours, theirs = self._points[:2]
            return [float((ours - theirs) * (1 - 2 * (seat & 1))) for seat in range(task.seats)]
        total, others = sum(self._points), task.seats - 1
        return [mine - (total - mine) / others for mine in self._points]

    def view(self, seat: int) -> SeatView[Any, Any]:
        """Return all that a seat may know."""
        return self.task.rules.seat_view(self.state, seat)

    def numbers(self, seat: int) -> list[int]:
        """Return what a seat may know as numbers (`ObservationSpace`)."""
        return self.task.observations.numbers(self.view(seat))

    def mask(self) -> bytearray:
        """Return a byte for each id: 1 for those that are legal."""
        return self.task.ids.mask(self.legal() if self.seat is not None else ())

    def key(self, seat: int) -> str:
        """Return all that a seat has been told and has done so far, as text.

        It is the history of the seat: where two moments have the same text, it cannot tell them
        apart, however well it remembers.
        """
        seen, parts = self.task.rules.seen, []
        for what in self._history():
            if isinstance(what, int):
                if what == seat:
                    parts.append(".")
            else:
                parts.append(" ".join([_text(seen(event, seat)) for event in what]))
        parts.append(str(seat))
        parts.reverse()
        return "\n".join(parts)

    def copy(self) -> Self:
        """Return an independent episode that goes on from here."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return `copy`: all that it holds are values, which nothing changes."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return what it holds, its history in a row: pickle goes no thousand values deep."""
        return {**vars(self), "_told": [*self._history()]}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        told: _Told | None = None
        for what in reversed(held["_told"]):
            told = _Told(told, what)
        self._told = told

    def _history(self) -> Iterator[tuple[Event, ...] | int]:
        """Yield what happened, the latest first."""
        told = self._told
        while told is not None:
            told, what = told
            yield what

    def _happened(self, events: tuple[Event, ...]) -> None:
        self._told = _Told(self._told, events)
        for event in events:
            if isinstance(event, PointsScored):
                points = [*self._points]
                points[event.team] += event.points
                self._points = tuple(points)
        self._wait_for_next()

    def _wait_for_next(self) -> None:
        """Find out whom or what the position waits for."""
        task = self.task
        turn = task.rules.turn(self.state)
        self._choices: tuple[Choice, ...] = ()
        self.seat: int | None = None
        self._queue: tuple[int, ...] = turn.asked if task.interrupts else turn.to_act
        enough = bool(task.hands) and self._hands >= task.hands
        self.over = turn.over or (turn.wants_pack and enough)
        self.wants_pack = turn.wants_pack and not self.over
        if self._queue:
            self._ask_next()
        if not self.over and self.turns >= task.most_turns:
            self._cut()

    def _ask_next(self) -> None:
        """Ask the next seat that can do something."""
        legal = self.task.rules.legal
        while self._queue:
            seat, *left = self._queue
            self._queue = tuple(left)
            self._choices = legal(self.state, seat)
            if self._choices:
                self.seat = seat
                return

    def _cut(self) -> None:
        self.over = self.cut_off = True
        self.seat, self.wants_pack, self._choices = None, False, ()


def _text(event: Event) -> str:
    """Return an event as text: its kind, and what it holds."""
    return f"{type(event).__name__}{tuple(event)!r}"
