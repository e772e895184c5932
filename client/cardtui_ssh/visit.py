"""One visit by ssh: after how long without a key press it ends (`IDLE_SECONDS`), and which of its
environment reaches the client (`_CALLER_VARIABLES` of the caller's, `_KEPT_VARIABLES` of ours).

The process is started without a shell. From the caller's environment it gets language and colours,
from ours what any program needs (`_KEPT_VARIABLES`), and nothing else. Like the page's, it is a
kiosk.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import sys
import termios
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncssh

from cardtui_client.command_line.profile import GUEST_FILE
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.hosting.visitors import Full, Visitors
from cardtui_client.i18n import _, detect_language, set_language
from cardtui_client.limits import NAME_CELLS, VISITORS_HEIGHTS, VISITORS_WIDTHS
from cardtui_client.text import safe_text

_CLIENT_ARGUMENTS: Final = ("-m", "cardtui_ssh.client")
_KEPT_VARIABLES: Final = ("HOME", "PATH", "PYTHONPATH", "TMPDIR", "TZ")
_CALLER_VARIABLES: Final = re.compile(rb"LANG|LC_[A-Z]{1,20}|COLORTERM|NO_COLOR")
_VARIABLE_VALUE: Final = re.compile(rb"[\w.@:-]{1,64}")
_TERM: Final = re.compile(r"[\w.+-]{1,64}", re.ASCII)
_CODE: Final = re.compile(r"[\w-]{1,32}", re.ASCII)

IDLE_SECONDS: Final = 3600.0
"""Seconds without a key after which a visit is ended."""

_EOF: Final = b"\x04\x04"
"""What ends the input of a terminal, even in the middle of a line."""

_EOF_EVERY: Final = 1.0
_ENDS_WITHIN: Final = 5.0
_MOST_UNSENT_BYTES: Final = 1 << 16
"""How many bytes may wait to go out before the client waits: bad links show nothing that is old."""

_CATCH_UP_SECONDS: Final = 0.1
_CHUNK_BYTES: Final = 1 << 16


class Visitor(NamedTuple):
    """Who visits.

    Attributes:
        name: the login name.
        token: tells one visitor from all others.
        address: by which they are counted.
        guest: whether they came without a key: once they leave, nothing is kept of them.
        returns: whether a guest whose link is lost is known again.
    """

    name: str
    token: str
    address: str
    guest: bool
    returns: bool = False


class _Told(dict[bytes, bytes]):
    """What a caller says of their environment: of all the rest, nothing is kept."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if _CALLER_VARIABLES.fullmatch(name) and _VARIABLE_VALUE.fullmatch(value):
            super().__setitem__(name, value)


class Visit(asyncssh.SSHServerSession[bytes]):
    """The session of a connection.

    Attributes:
        ended: whether it is over.
    """

    def __init__(
        self,
        line: str,
        visitors: Visitors,
        visitor: Visitor,
        *,
        unread: Callable[[], int],
        idle: float,
    ) -> None:
        self.ended = False
        self._line = line
        self._visitors = visitors
        self._visitor = visitor
        self._told = _Told()
        self._term: str | None = None
        self._size = (0, 0)
        self._words: list[str] = []
        self._task: asyncio.Task[None] | None = None
        self._unread = unread
        self._idle = idle
        self._active = 0.0
        self._eof = False
        self._pty = -1
        self._unwritten = bytearray()

    # --- what is asked for ---------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Have the channel keep no more of an environment than we take."""
        self._channel = chan
        chan._env = self._told  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] # it keeps everything

    def pty_requested(self, term_type: str, term_size: Any, term_modes: object) -> bool:  # noqa: ARG002 - its signature
        """Note what the terminal is."""
        self._term = term_type if _TERM.fullmatch(term_type) else "dumb"
        self._size = (term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Give the client, which is all there is."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Take the words: they say how to show the client, and nothing runs that they name."""
        self._words = command[:200].split()
        return True

    def session_started(self) -> None:
        self._task = asyncio.create_task(self._run())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - its signature
        """End with the channel."""
        self.end()
        if self._task is None:
            self.ended = True

    @property
    def goes_on(self) -> bool:
        """Whether it has begun, and has not ended."""
        return self._task is not None and not self.ended

    def end(self) -> asyncio.Task[None] | None:
        """End the visit; return what ends with it."""
        if self._task is not None and not self.ended:
            self._task.cancel()
        return self._task

    # --- the visit -----------------------------------------------------------------------

    async def _run(self) -> None:
        code = FAILED
        try:
            async with self._visitors.visit(self._visitor.token, self._visitor.address) as folder:
                lost = True
                try:
                    code = await self._show(folder)
                    lost = False
                finally:
                    if self._visitor.guest and not (lost and self._visitor.returns):
                        shutil.rmtree(folder, ignore_errors=True)
        except Full:
            self._say(lambda: _("Too many people are here now: try again later."))
        except TimeoutError:
            self._say(lambda: _("You are playing in another window now."))
        except OSError:
            self._say(lambda: _("The host cannot keep anything now: try again later."))
        finally:
            self.ended = True
            self._channel.exit(code)

    async def _show(self, folder: Path) -> int:
        """Show the client until it ends, or nothing was typed for too long; return its code."""
        match self._words:
            case [] | ["lines"]:
                code = ""
            case ["code", code] | ["lines", "code", code] if _CODE.fullmatch(code):
                pass
            case _:
                self._say(
                    lambda: _("Here are card tables alone; for lines of text, say: ssh … lines")
                )
                return USAGE
        if self._visitor.guest:
            (folder / GUEST_FILE).touch()
        process = await self._start(folder, code)
        try:
            await self._until_idle(process)
        finally:
            await self._stop(process)
        return process.returncode or 0

    async def _until_idle(self, process: Process) -> None:
        """Wait until the client has ended, or nothing was typed for too long."""
        ended = asyncio.create_task(process.wait())
        loop = asyncio.get_running_loop()
        self._active = loop.time()
        try:
            while not ended.done() and (left := self._active + self._idle - loop.time()) > 0:
                await asyncio.wait([ended], timeout=min(left, _EOF_EVERY))
                if self._eof:  # a question for a password forgets what was typed before
                    self._end_input()
        finally:
            ended.cancel()

    async def _start(self, folder: Path, code: str) -> Process:
        """Start the client on a pseudo-terminal."""
        self._pty, theirs = os.openpty()
        try:
            os.set_blocking(self._pty, False)
            self._fit()
            if self._term is None:
                _be_a_pipe(theirs)
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", *_CLIENT_ARGUMENTS),
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=self._environment(folder, code),
                cwd=folder,
                start_new_session=True,
            )
        finally:
            os.close(theirs)
            self._listen()
            self._write()

    def _environment(self, folder: Path, code: str) -> dict[str, str]:
        wanted = {
            "line": self._line,
            "folder": str(folder),
            "name": safe_text(self._visitor.name, NAME_CELLS),
            "code": code,
            "lines": self._term is None or "lines" in self._words,
        }
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        return kept | {
            **self._locale(),
            "CARDTUI_CONFIG": str(folder / "config.toml"),
            "CARDTUI_KIOSK": "true",
            "CARDTUI_VISIT": json.dumps(wanted),
            "TERM": self._term or "dumb",
        }

    def _locale(self) -> dict[str, str]:
        """Return what the caller says of language and colours; where that is nothing, UTF-8."""
        told = {name.decode(): value.decode() for name, value in self._told.items()}
        return {"LANG": "C.UTF-8"} | told

    async def _stop(self, process: Process) -> None:
        """End the client as a terminal that is closed does, and make sure that it has ended."""
        try:
            if process.returncode is None:
                _signal(process, signal.SIGHUP)
            async with asyncio.timeout(_ENDS_WITHIN):
                await process.wait()
        except TimeoutError:
            pass
        finally:
            _signal(process, signal.SIGKILL)  # what it may have started, too
            while drawn := self._drawn():
                self._send(drawn)
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._pty)
            loop.remove_writer(self._pty)
            os.close(self._pty)
            self._pty = -1
        await process.wait()

    def _say(self, sentence: Callable[[], str]) -> None:
        """Say why there is no client, in the caller's language."""
        set_language(detect_language(self._locale()))
        self._send(sentence().encode() + b"\r\n")

    def _send(self, data: bytes) -> None:
        """Send the caller something, unless the link is lost."""
        with suppress(BrokenPipeError):
            self._channel.write(data)

    # --- bytes ---------------------------------------------------------------------------

    def _listen(self) -> None:
        asyncio.get_running_loop().add_reader(self._pty, self._pass_on)

    def _pass_on(self) -> None:
        """Show what the client draws; while much of it has not gone out, let the client wait."""
        if self._unread() > _MOST_UNSENT_BYTES:
            self.pause_writing()
            asyncio.get_running_loop().call_later(_CATCH_UP_SECONDS, self.resume_writing)
        elif drawn := self._drawn():
            self._send(drawn)
        elif drawn is not None:
            asyncio.get_running_loop().remove_reader(self._pty)

    def _drawn(self) -> bytes | None:
        """Return what the client has drawn; nothing once it has ended, ``None`` if it waits."""
        try:
            return os.read(self._pty, _CHUNK_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def pause_writing(self) -> None:
        """Let the client wait until the caller has read."""
        if self._pty >= 0:
            asyncio.get_running_loop().remove_reader(self._pty)

    def resume_writing(self) -> None:
        if self._pty >= 0:
            self._listen()

    def data_received(self, data: bytes, datatype: object) -> None:  # noqa: ARG002 - its signature
        """Hand on what was typed."""
        self._active = asyncio.get_running_loop().time()
        self._unwritten += data
        self._write()

    def eof_received(self) -> bool:
        """Tell lines that no more will come."""
        self._eof = self._term is None
        if self._eof:
            self._end_input()
        return True

    def _end_input(self) -> None:
        if not self._unwritten.endswith(_EOF):
            self._unwritten += _EOF
        self._write()

    def _write(self) -> None:
        """Write what the client takes now; while it does not take all, nothing more is read."""
        if self._pty < 0:
            self._channel.pause_reading()
            return
        with suppress(BlockingIOError, OSError):
            while self._unwritten:
                del self._unwritten[: os.write(self._pty, self._unwritten[:_CHUNK_BYTES])]
        loop = asyncio.get_running_loop()
        if self._unwritten:
            self._channel.pause_reading()
            loop.add_writer(self._pty, self._write)
        else:
            loop.remove_writer(self._pty)
            self._channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:  # noqa: ARG002 - its signature
        """Fit the client into the window."""
        self._size = (width, height)
        self._fit()

    def _fit(self) -> None:
        if self._pty >= 0:
            width, height = self._size
            wide = min(max(width or 80, VISITORS_WIDTHS[0]), VISITORS_WIDTHS[1])
            high = min(max(height or 24, VISITORS_HEIGHTS[0]), VISITORS_HEIGHTS[1])
            termios.tcsetwinsize(self._pty, (high, wide))


def _be_a_pipe(terminal: int) -> None:
    """Have a terminal neither echo nor change anything, as its caller has none."""
    modes: list[Any] = termios.tcgetattr(terminal)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


def _signal(process: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
