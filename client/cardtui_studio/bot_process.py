"""Runs a bot program over two pipes: its time, and with more than how many faults it loses
(`MOST_FAULTS`). How soon it must read: `_READING_SECONDS`; how much of its errors is kept:
`MOST_LOGGED_BYTES`. Its lines are put together in `engine/cardtui_engine/library/bot_lines.py`.

Nothing that it does can hurt you: a line that is too long, more lines than anybody
asked for, or a pipe that it does not read end it. What it writes to its standard error goes to a
file, up to a bound. What it starts ends with it: its process group, and on Linux whatever has left
that.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.events import Event
from cardtui_engine.library.bot_lines import (
    GREETING,
    LATE_CODE,
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

MOST_LOGGED_BYTES: Final = 1_000_000
"""How many bytes of its standard error are kept."""

_MOST_WAITING_LINES: Final = 64
"""How many lines may wait to be read: nobody asked for as many."""

_EXIT_SECONDS: Final = 0.5
"""Seconds that a program has to end by itself."""

_MARK_VARIABLE: Final = "CARDTUI_PROGRAM"
"""The variable by which whatever a program starts can be told from all else."""

_MOST_SEARCHES: Final = 20
"""How often we look for what a program has left: it may start more meanwhile."""

_count = itertools.count()

_POLL_SECONDS: Final = 0.005
_NOBODY: Final = -1
_CHUNK_BYTES: Final = 65536


class Ended(Exception):
    """The program has ended, or was ended; the sentence says why."""


class Late(Exception):
    """No line came in time."""


class Process:
    """A program that runs, with lines to and from it.

    Attributes:
        command: the program and its arguments.
    """

    def __init__(self, command: Sequence[str], log: Path | None, longest: int) -> None:
        """Start the program.

        Args:
            log: what its standard error is written to; by default nothing.
            longest: how many bytes a line of its has at most.

        Raises:
            Ended: it cannot be started.
        """
        self.command = tuple(command)
        self._longest = longest
        self._log = log
        self._logged = 0
        self._unread = b""
        self._lines: list[str] = []
        self._gone = ""
        self._mark = f"{os.getpid()}-{next(_count)}-{time.monotonic_ns()}"
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the caller chose the program
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, _MARK_VARIABLE: self._mark},
            )
        except OSError as error:
            raise Ended(_("it cannot be started: {error}", error=error.strerror)) from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._in, self._out, self._err = [pipe.fileno() for pipe in self._pipes]
        for pipe in (self._in, self._out, self._err):
            if sys.platform != "win32":
                os.set_blocking(pipe, False)
        self._heard = [self._out, self._err]

    def write(self, lines: Sequence[str], seconds: float) -> None:
        """Send lines.

        Raises:
            Ended: the program has ended, or does not read what it is sent.
        """
        self._check()
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        ends = time.monotonic() + seconds
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                if not self._wait(ends, self._in):
                    raise self._end(_("it does not read what it is told")) from None
            except OSError:  # the pipe broke; what it wrote last may say why
                self._drain()
                raise self._end(self._status()) from None

    def read(self, seconds: float) -> str:
        """Return the next line, without its end.

        Raises:
            Late: none came in so many seconds.
            Ended: the program has ended, or was ended because of what it wrote.
        """
        ends = time.monotonic() + seconds
        while not self._lines:
            self._check()
            if not self._wait(ends):
                raise Late
        return self._lines.pop(0)

    def kill(self) -> None:
        """End the program at once; also while another thread waits for it."""
        if self._process.returncode is None:
            self._end_all()

    def close(self) -> None:
        """End the program: its input ends, then it and all that it has started."""
        if self._gone != _CLOSED:
            with contextlib.suppress(OSError, Ended):
                if not self._gone:
                    self.write(["quit"], 0)
            self._gone = _CLOSED
            self._stop()

    def _stop(self) -> None:
        if self._pipes[2].closed:
            return
        for pipe in self._pipes[:2]:
            with contextlib.suppress(OSError):
                pipe.close()
        self._exited(_EXIT_SECONDS)
        self._end_all()  # before it is reaped, so that nobody else has its number
        self._process.wait()
        self._drain()
        self._pipes[2].close()

    def _end_all(self) -> None:
        """End the program, its process group, and what has left that, where it can be found."""
        if sys.platform == "win32":
            return  # `check_program` lets none start
        mark = f"{_MARK_VARIABLE}={self._mark}".encode()
        for _round in range(_MOST_SEARCHES):
            strays = _strays(self._process.pid, mark)  # found while their parents are there
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            for number, born in strays.items():
                _kill(number, born)
            if not strays:
                return
            time.sleep(_POLL_SECONDS)

    def _exited(self, seconds: float) -> int | None:
        """Return how the program has ended, if it does within so many seconds.

        A number below 0 is a signal, as at `Popen.returncode`.
        """
        ends = time.monotonic() + seconds
        while (found := self._code()) is None and time.monotonic() < ends:
            time.sleep(_POLL_SECONDS)
        return found

    def _code(self) -> int | None:
        """Return how the program has ended, if it has; on Linux do not reap it."""
        if sys.platform != "linux":
            return self._process.poll()  # macOS cannot look without reaping
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def _check(self) -> None:
        if self._gone:
            raise Ended(self._gone)

    def _end(self, why: str) -> Ended:
        """End the program, and return what to tell of it."""
        self._gone = why
        self._stop()
        return Ended(why)

    def _wait(self, ends: float, *written: int) -> bool:
        """Wait for whatever comes next; return whether there is time left."""
        left = ends - time.monotonic()
        ready = _ready(self._heard, written, max(0, left))
        for pipe in ready:
            if pipe == self._out:
                self._take()
            elif pipe == self._err and not self._note_errors():
                self._heard = [self._out]
        return bool(ready) or left > 0

    def _drain(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while self._note_errors():
                pass

    def _take(self) -> None:
        """Read what it has written."""
        try:
            data = os.read(self._out, _CHUNK_BYTES)
        except BlockingIOError:
            return
        if not data:
            self._drain()
            raise self._end(self._status())
        *lines, self._unread = (self._unread + data).split(b"\n")
        if max(map(len, (*lines, self._unread))) > self._longest:
            raise self._end(_("it wrote a line of more than {most} bytes", most=self._longest))
        self._lines += [line.decode("utf-8", "replace").strip() for line in lines]
        if len(self._lines) > _MOST_WAITING_LINES:
            raise self._end(_("it wrote far more than it was asked"))

    def _note_errors(self) -> bool:
        """Write down what came on its standard error; return whether there may be more."""
        try:
            data = os.read(self._err, _CHUNK_BYTES)
        except BlockingIOError:
            return False
        room = MOST_LOGGED_BYTES - self._logged
        if data and self._log is not None and room > 0:
            with contextlib.suppress(OSError), self._log.open("ab") as file:
                file.write(data[:room])
        self._logged += len(data)
        return bool(data)

    def _status(self) -> str:
        """Return how the program has ended."""
        found = self._exited(_EXIT_SECONDS)
        if found is None:
            return _("it has closed its output")
        if found < 0:
            return _("it was ended by signal {number}", number=-found)
        return _("it has ended with exit code {code}", code=found)


_CLOSED: Final = "closed"


def _ready(read: Sequence[int], written: Sequence[int], seconds: float) -> list[int]:
    """Return which pipes can be read or written at once, as soon as some can."""
    if sys.platform == "win32":
        return []  # pipes cannot be waited for there
    poll = select.poll()
    for pipe in read:
        poll.register(pipe, select.POLLIN)
    for pipe in written:
        poll.register(pipe, select.POLLOUT)
    return [pipe for pipe, _event in poll.poll(seconds * 1000)]


def end_started() -> None:
    """End what this process has started and holds no more.

    Told to end while a program is being started, nobody has got it yet to close it.
    """
    mark, quiet = f"{_MARK_VARIABLE}={os.getpid()}-".encode(), 0
    for _round in range(_MOST_SEARCHES):
        strays = _strays(_NOBODY, mark)
        for number, born in strays.items():
            _kill(number, born)
        quiet = 0 if strays else quiet + 1
        if quiet > 1:  # what has just been forked has no mark at the first look
            return
        time.sleep(_POLL_SECONDS)


def _strays(program: int, mark: bytes) -> dict[int, bytes]:
    """Return each process that descends from a program, or has its mark, and when it began.

    A mark that ends with a hyphen is that of all programs of a process.

    The program itself is not among them, nor is what has ended.
    """
    parents: dict[int, int] = {}
    born: dict[int, bytes] = {}
    marked = set[int]()
    for name in os.listdir("/proc") if hasattr(os, "pidfd_open") else ():  # noqa: PTH208 - numbers
        if not name.isdecimal() or int(name) == program:
            continue
        number = int(name)
        with contextlib.suppress(OSError):
            state, parent, began = _look_at(number)
            if state != b"Z":
                parents[number], born[number] = parent, began
                for each in Path(f"/proc/{name}/environ").read_bytes().split(b"\0"):
                    if each == mark or (mark.endswith(b"-") and each.startswith(mark)):
                        marked.add(number)
    family = {program, *marked}
    while more := {each for each, parent in parents.items() if parent in family} - family:
        family |= more
    return {number: born[number] for number in family - {program}}


def _kill(number: int, born: bytes) -> None:
    """Kill a process, unless another has its number by now."""
    if sys.platform != "linux":
        return  # `_strays` finds none there
    with contextlib.suppress(OSError):
        held = os.pidfd_open(number)  # whose number is nobody else's as long as we look
        try:
            if _look_at(number)[2] == born:
                signal.pidfd_send_signal(held, signal.SIGKILL)
        finally:
            os.close(held)


def _look_at(number: int) -> tuple[bytes, int, bytes]:
    """Return a process's state, its parent, and when it began.

    Raises:
        OSError: there is none.
    """
    fields = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()
    return fields[0], int(fields[1]), fields[19]


def check_program(command: str, said: str) -> None:
    """Refuse a program that cannot be started.

    Args:
        command: the program, as shells find it.
        said: the bot, as it was named.

    Raises:
        Failed: there is none, it is no program, or none plays on this system.
    """
    if sys.platform == "win32":
        raise Failed(_("On Windows, no program can play for a bot yet."), USAGE)
    if shutil.which(command) is not None:
        return
    # A name without a path is looked for elsewhere than in the current folder.
    path = Path(command)
    if "/" in command and path.is_dir():
        sentence = _(
            "The bot “{said}” cannot be run: “{command}” is a folder.", said=said, command=command
        )
    elif "/" in command and path.exists():
        sentence = _(
            "The bot “{said}” cannot be run: “{command}” is not executable.",
            said=said,
            command=command,
        )
    else:
        sentence = _(
            "The bot “{said}” cannot be run: there is no program “{command}”.",
            said=said,
            command=command,
        )
    raise Failed(sentence, USAGE)


MOST_FAULTS: Final = 10
"""A program with more faults than that in a match has lost it."""

_READING_SECONDS: Final = 5.0
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
            raise Fault(error.sentence, late=error.code == LATE_CODE) from None

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
            self._process.write(lines, _READING_SECONDS)
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
                raise BadAnswer(LATE_CODE, "The time is up.") from None
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


def clock_of(text: str) -> Clock:
    """Return the clock that is meant.

    Raises:
        Failed: it is none.
    """
    from cardtui_engine.library.bot_lines import Clock

    found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)(?:\+(\d{1,5}(?:\.\d{1,3})?))?", text)
    act, reserve = (round(float(each or 0) * 1000) for each in found.groups()) if found else (0, 0)
    if not act:
        raise Failed(
            _("--clock takes seconds such as 2+10 or 0.1, not “{text}”.", text=text), USAGE
        )
    return Clock(act, reserve)
