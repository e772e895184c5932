"""A program as a player: it is told of a match what its seat may know, and asked what to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cardtui_client.commands.programs.process import Ended, Late, Process
from cardtui_engine.actions import Action
from cardtui_engine.events import Event
from cardtui_engine.library.bot_lines import (
    GREETING,
    LATE,
    BadAnswer,
    Clock,
    answer_number,
    ask_lines,
    end_line,
    error_line,
    event_line,
    match_lines,
    read_answer,
)
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView

MOST_FAULTS: Final = 10
"""A program with more faults than that in a match has lost it."""

_TO_READ: Final = 5.0
"""Seconds in which a program must read what it is told."""


class GaveUp(Exception):
    """A program plays no further; the sentence says why."""


class Fault(Exception):
    """A bot gave no answer, or one that is no good; the sentence says why.

    Attributes:
        late: whether its time was up.
    """

    def __init__(self, sentence: str, *, late: bool = False) -> None:
        self.late = late
        super().__init__(sentence)


class ProgramPlayer:
    """A program that plays one seat.

    Attributes:
        faults: how many it has made in this match.
        reserve: how many milliseconds of its reserve are left.
    """

    def __init__(self, start: Callable[[], Process], clock: Clock) -> None:
        """Play with a program that is started when the first match begins.

        Args:
            start: starts it.
            clock: how long it may take.
        """
        self.faults = 0
        self._start = start
        self._clock = clock
        self._process: Process | None = None
        self.reserve = clock.reserve
        self._number = 0
        self._told: list[str] = []
        self._rules: AnyRules

    def begin(
        self,
        rules: AnyRules,
        options: Mapping[str, OptionValue],
        players: Sequence[str],
        seat: int,
    ) -> None:
        """Tell of a new match; a program that has ended is started again."""
        self.faults, self.reserve, self._rules = 0, self._clock.reserve, rules
        self._told = [*match_lines(rules, options, players, seat, self._clock)]

    def tell(self, events: Sequence[Event]) -> None:
        """Tell of events, with the next question."""
        self._told += [event_line(event, self._rules) for event in events]

    def decide(self, view: SeatView[Any, Any], *, optional: bool) -> Action | None:
        """Return what the program does; ``None`` if it may do nothing, and does.

        Raises:
            Fault: it did not answer in time, or not as it may.
            GaveUp: it has ended, or was ended.
        """
        self._number += 1
        clock = Clock(self._clock.act, self.reserve)
        lines = ask_lines(view, self._rules, self._number, clock, optional=optional)
        self._send([*self._told, *lines])
        try:
            answer = self._answer(clock)
            return read_answer(answer, view, self._rules, optional=optional)
        except BadAnswer as error:
            self.fault(error)
            raise Fault(error.sentence, late=error.code == LATE) from None

    def fault(self, error: BadAnswer) -> None:
        """Count a fault, and tell the program of it."""
        self.faults += 1
        self._told.append(error_line(error))

    def end(self, winners: Sequence[int]) -> None:
        """Tell that the match is over."""
        self._send([*self._told, end_line(winners)])

    def interrupt(self) -> None:
        """End the program at once; also while another thread waits for its answer."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _send(self, lines: Sequence[str]) -> None:
        try:
            if self._process is None:
                self._process = self._start()
                lines = [GREETING, *lines]
            self._process.write(lines, _TO_READ)
        except Ended as error:
            raise self._gave_up(error) from None
        self._told = []

    def _answer(self, clock: Clock) -> str:
        """Return the line that answers the question; those that came too late are passed over."""
        assert self._process is not None
        began = time.monotonic()
        allowed = (clock.act + clock.reserve) / 1000
        while True:
            try:
                line = self._process.read(allowed - (time.monotonic() - began))
            except Late:
                self.reserve = 0
                raise BadAnswer(LATE, "The time is up.") from None
            except Ended as error:
                raise self._gave_up(error) from None
            number = answer_number(line)
            if number is None or number >= self._number:
                break
        used = round((time.monotonic() - began) * 1000)
        self.reserve = min(clock.reserve, max(0, clock.act + clock.reserve - used))
        if number is not None and number > self._number:
            raise BadAnswer("malformed", "Nobody has asked that yet.")
        return line

    def _gave_up(self, error: Ended) -> GaveUp:
        self.close()
        return GaveUp(str(error))
