"""A pseudo-terminal with `cardtui` in it (`Terminal`): keys, what was shown, how it ended."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.support.programs import PROGRAM

Size = tuple[int, int]

_TICK: Final = 0.1
"""Seconds: what a wait takes longer than that, the machine has stood still for."""


class Terminal:
    """A terminal, the program in it, and all that it has shown.

    Attributes:
        process: the program.
        shown: every byte that it has sent.
        before: how the terminal was set before the program began.
    """

    def __init__(
        self, arguments: tuple[str, ...], env: Mapping[str, str], size: Size, program: Path
    ) -> None:
        self.shown = bytearray()
        self._ours, self._theirs = pty.openpty()
        os.set_blocking(self._ours, False)
        self.before = termios.tcgetattr(self._theirs)
        self._set_size(size)
        self._heard = asyncio.Event()
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            start_new_session=True,
            env={**env, "TERM": "xterm-256color"},
        )
        loop = asyncio.get_running_loop()
        loop.add_reader(self._ours, self._read)
        self._ended = asyncio.Event()
        self._waited: dict[str, int] = {}
        self._watch = os.pidfd_open(self.process.pid)
        loop.add_reader(self._watch, self._end)

    def type(self, keys: bytes) -> None:
        """Press keys; what the program no longer takes is lost."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, keys)

    def resize(self, size: Size) -> None:
        self._set_size(size)
        if not self._ended.is_set():
            # It is nobody's controlling terminal, so the system does not say so.
            self.process.send_signal(signal.SIGWINCH)

    def told(self, sign: signal.Signals) -> None:
        if not self._ended.is_set():
            self.process.send_signal(sign)

    async def until(self, holds: Callable[[bytes], object], seconds: float = 60) -> bool:
        """Wait until that holds of what is shown, or the program ends; tell whether it holds."""
        async with asyncio.timeout(seconds):
            while not holds(bytes(self.shown)):
                if self._ended.is_set():
                    return False
                self._heard.clear()
                await self._heard.wait()
        return True

    async def ended(self, seconds: float) -> bool:
        """Wait so long for the program to end.

        What does not count: that others have the processor, and that nobody has one, ourselves
        included, as when the whole machine stands still.
        """
        spent, held_up = 0.0, self._held_up()
        while spent < seconds and not self._ended.is_set():
            began = time.monotonic()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(_TICK, seconds - spent)):
                    await self._ended.wait()
            before, held_up = held_up, self._held_up()
            passed = min(time.monotonic() - began, _TICK)
            spent += max(0.0, passed - (held_up - before))
        return self._ended.is_set()

    def threads(self) -> str:
        """Tell what the program's threads are doing, a line each."""
        lines: list[str] = []
        for each in sorted(Path(f"/proc/{self.process.pid}/task").glob("*")):
            with contextlib.suppress(OSError):
                state = (each / "stat").read_text("ascii").rpartition(")")[2].split()[0]
                name = (each / "comm").read_text("utf-8").strip()
                waits_in = (each / "wchan").read_text("ascii")
                lines.append(f"thread {name}: {state}, in {waits_in}")
        return "\n".join(lines)

    async def quiet(self, seconds: float, most: float) -> bool:
        """Wait until nothing is shown for so long; tell whether that came before the most."""
        until = time.monotonic() + most
        while time.monotonic() < until:
            self._heard.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._heard.wait()
            except TimeoutError:
                return True
        return False

    @property
    def code(self) -> int | None:
        """The program's exit code, once it has ended."""
        return self.process.poll()

    @property
    def is_set_as_before(self) -> bool:
        """Whether lines, echo and the like are as they were."""
        return termios.tcgetattr(self._theirs) == self.before

    def close(self) -> None:
        loop = asyncio.get_running_loop()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._read()
        for each in (self._ours, self._watch):
            loop.remove_reader(each)
            os.close(each)
        os.close(self._theirs)

    def _set_size(self, size: Size) -> None:
        columns, rows = size
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while read := os.read(self._ours, 1 << 16):
                self.shown += read
                self._heard.set()

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._watch)
        self.process.poll()
        self._read()
        self._ended.set()
        self._heard.set()

    def _held_up(self) -> float:
        """Return for how many seconds threads of the program were ready to run, and others ran.

        The first thread may wait for another one, which waits for a processor.
        """
        for each in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):  # it has just ended
                self._waited[each.parent.name] = int(each.read_text("ascii").split()[1])
        return sum(self._waited.values()) / 1e9


@asynccontextmanager
async def opened(
    *arguments: str, env: Mapping[str, str], size: Size = (80, 24), program: Path = PROGRAM
) -> AsyncGenerator[Terminal]:
    """Open a terminal with that command in it; the program ends with it."""
    terminal = Terminal(arguments, env, size, program)
    try:
        yield terminal
    finally:
        terminal.close()


def readable(shown: bytes) -> str:
    """Return what was shown without what moves and colours it, for a failure's report."""
    text = shown.decode(errors="replace")
    return re.sub(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|.)", " ", text)
