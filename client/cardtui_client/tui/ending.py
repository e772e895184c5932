"""Restores the terminal within `END_SECONDS` of the end, keeps it clean until then (`put_aside`).
How long the client's log may be: `LOG_BYTES`. What is asked before you quit is in `tui/app.py`.

Signals are heard from before the terminal is taken until it has been restored, by a thread of
their own: Python runs a handler only when the main thread next runs Python, which a thread that
has just begun to wait may never do. Once the end is asked for it may take a little while; then
it is forced.

While a screen stands, descriptors 1 and 2 lead to `LOG_FILE`, of at most `LOG_BYTES` bytes.
Libraries in C, warnings, child processes: what they write there would write over the picture.
Where the file cannot be had, it is lost.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, Self

from cardtui_client.files import AT_ONCE

LOG_FILE: Final = "client.log"
"""In the data folder, readable by its owner alone."""

LOG_BYTES: Final = 256 << 10

_DESCRIPTORS: Final = (1, 2)

_before: Final[dict[int, int]] = {}
"""Copies of what the descriptors led to; empty while they lead there."""


def put_aside(folder: Path | None) -> int:
    """Lead both descriptors into the file; return one of the terminal, for the caller to close.

    Args:
        folder: of the file; ``None`` if nothing may be written.

    Raises:
        OSError: there is no descriptor left for it.
    """
    terminal = os.dup(_before.get(2, 2))
    if _before:
        return terminal
    try:
        log = _opened(folder) if folder is not None else _nowhere()
    except OSError:
        log = _nowhere()
    try:
        for each in _DESCRIPTORS:
            _before[each] = os.dup(each)
            os.dup2(log, each)
    finally:
        os.close(log)
    return terminal


def put_back() -> None:
    """Lead them to where they led before, if they do not."""
    while _before:
        each, copy = _before.popitem()
        os.dup2(copy, each)
        os.close(copy)


def keep_small() -> None:
    """Begin the file anew if it has become too large."""
    with contextlib.suppress(OSError):
        if _before and os.fstat(2).st_size > LOG_BYTES:
            os.ftruncate(2, 0)


def _opened(folder: Path) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    log = os.open(folder / LOG_FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND | AT_ONCE, 0o600)
    try:
        found = os.fstat(log)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(LOG_FILE)
        (folder / LOG_FILE).chmod(0o600)
        if found.st_size > LOG_BYTES:
            os.ftruncate(log, 0)
    except BaseException:
        os.close(log)
        raise
    return log


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


END_SECONDS: Final = 1.5
"""How long an end may take before it is forced."""

_ENDING_SIGNALS: Final = frozenset(
    (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP)
)

_SIGNALS_AT_ONCE: Final = 64
"""How many signals are read at once, a byte each."""

_RESTORING_SEQUENCES: Final = (
    b"\x1b[?2026l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l"
    b"\x1b[?2004l\x1b[?2048l\x1b[?7h\x1b[<u"
    b"\x1b[m\x1b[2J\x1b[999H\x1b[?1049l\x1b[?25h\x1b[23;2t"
)
"""Everything that our driver sets in a terminal, unset; no picture, and the title that was kept."""


class Ending:
    """The end of a program that has taken the terminal.

    Attributes:
        asked: whether the end has been asked for.
    """

    def __init__(self, late: Callable[[float], int], seconds: float = END_SECONDS) -> None:
        """Make it.

        Args:
            late: called if the end must be forced, with the seconds of processor time that
                went into it; returns the exit code.
            seconds: how long it may take.
        """
        self.asked = False
        self._late = late
        self._worked = 0.0
        self._begun = 0.0
        self._seconds = seconds
        self._leave: Callable[[], object] | None = None
        self._done = threading.Event()
        self._before: list[Any] | None = None
        self._handlers: dict[signal.Signals, Any] = {}
        self._once = threading.Lock()
        self._wakeup: socket.socket | None = None

    def __enter__(self) -> Self:
        """Note how the terminal is, and hear signals."""
        self._before = _modes()
        signals, self._wakeup = socket.socketpair()
        self._wakeup.setblocking(False)
        signal.set_wakeup_fd(self._wakeup.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._listen, args=[signals], name="signals", daemon=True).start()
        for each in _ENDING_SIGNALS:
            self._handlers[each] = signal.signal(each, _to_wakeup)
        return self

    def __exit__(self, fault: type[BaseException] | None, *_more: object) -> None:
        """Stop watching: it ended by itself."""
        self._done.set()
        put_back()
        for each, handler in self._handlers.items():
            # A program that ends as it was asked to is not killed while Python shuts down.
            signal.signal(each, signal.SIG_IGN if self.asked and fault is None else handler)
        signal.set_wakeup_fd(-1)
        if self._wakeup is not None:
            self._wakeup.close()

    @property
    def left(self) -> float:
        """How many seconds the end may still take."""
        if not self.asked:
            return self._seconds
        return max(0.0, self._begun + self._seconds - time.monotonic())

    def call(self, leave: Callable[[], object]) -> None:
        """Call ``leave``, from any thread, when a signal asks for the end; at once if one has."""
        self._leave = leave
        if self.asked:
            leave()

    def begin(self) -> None:
        """Start the countdown."""
        with self._once:
            if self.asked:
                return
            self._worked = time.process_time()
            self._begun = time.monotonic()
            self.asked = True
        threading.Thread(target=self._force, name="ending", daemon=True).start()

    def _listen(self, signals: socket.socket) -> None:
        """Ask for the end at each signal that means it, or once the terminal has gone."""
        with signals:
            if sys.platform == "win32":
                while numbers := signals.recv(_SIGNALS_AT_ONCE):
                    self._hear(numbers)
                return
            heard = select.poll()
            heard.register(signals, select.POLLIN)
            terminal = _terminal()
            if terminal is not None:
                heard.register(terminal, 0)  # nothing but that it hangs up
            while True:
                ready = dict(heard.poll())
                if terminal is not None and terminal in ready:
                    heard.unregister(terminal)
                    if ready[terminal] & select.POLLHUP:
                        self._ask()
                if signals.fileno() in ready:
                    numbers = signals.recv(_SIGNALS_AT_ONCE)
                    if not numbers:
                        return
                    self._hear(numbers)

    def _hear(self, numbers: bytes) -> None:
        if not _ENDING_SIGNALS.isdisjoint(numbers):
            self._ask()

    def _ask(self) -> None:
        self.begin()
        if self._leave is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: it is ending
                self._leave()

    def _force(self) -> None:
        if self._done.wait(self._seconds):
            return
        code = 1
        try:
            self._give_back()
            code = self._late(time.process_time() - self._worked)
        finally:
            os._exit(code)

    def _give_back(self) -> None:
        """Restore the terminal, unless that has been done."""
        if sys.platform == "win32" or self._before is None:
            return
        if sys.__stdin__ is None or sys.__stderr__ is None:
            return
        import termios

        with contextlib.suppress(OSError, termios.error):
            put_back()
            if _modes() == self._before:
                return
            termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, self._before)
            screen = sys.__stderr__.fileno()
            if select.select([], [screen], [], 0)[1]:  # everything may hang on it
                os.write(screen, _RESTORING_SEQUENCES)


def _modes() -> list[Any] | None:
    """Return how the terminal that is read is set, if one is, and says so as POSIX does."""
    if sys.platform == "win32" or sys.__stdin__ is None:
        return None
    import termios

    with contextlib.suppress(termios.error):
        return termios.tcgetattr(sys.__stdin__.fileno())
    return None


def _terminal() -> int | None:
    """Return the number of the terminal that is read, if one is.

    A process that is not in its session gets no signal when it goes, and would read nothing from
    it, again and again, for ever.
    """
    try:
        number = sys.__stdin__.fileno() if sys.__stdin__ else -1
    except (OSError, ValueError):
        return None
    return number if number >= 0 and os.isatty(number) else None


def _to_wakeup(_number: int, _frame: FrameType | None) -> None:
    """Do nothing: that there is a handler makes Python tell of the signal at once."""
