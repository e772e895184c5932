"""Your own table server: one process for all your programs, which ends with the last.
How long it may take to start (`_START_SECONDS`) and to end (`_LONGEST_STOP_SECONDS`); after how
many deaths soon after a start it is not started again: `_MOST_EARLY_DEATHS`.

As a program (``python -m cardtui_client.hosting.own_server``) this is that server: it writes into
its folder where it listens, and stops in order when nobody holds it any more. Should it die before
that, one of those who hold it starts it again where it listened, and all go on there.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from cardtui_client.command_line.errors import Failed, unwritable
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.files import AT_ONCE, read_given, write_atomically
from cardtui_client.i18n import _, language, set_language
from cardtui_client.net.address import SSH_PORT, JoinLine, line_to, parse_join_line
from cardtui_server import operator_file
from cardtui_server.failures import StartError, check_system
from cardtui_server.store.data_folder import FolderLock, InUse, lock_open

if TYPE_CHECKING:
    from cardtui_server.app import RunningServer


_HELD_FILE: Final = "held"


class Ending(Exception):
    """The server has nobody left and is about to end: it cannot be held any more."""


class ServerHold:
    """One program's hold on the server in a folder."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, folder: Path) -> Self:
        """Hold the server that runs there, or the one that is about to be started.

        Raises:
            Ending: one that ran there ends just now.
            OSError: the folder cannot be used.
        """
        hold = cls(_opened(folder))
        try:
            lock_open(hold._descriptor, shared=True)
        except OSError as error:
            os.close(hold._descriptor)
            if isinstance(error, BlockingIOError):
                raise Ending from None
            raise
        return hold

    def let_go(self) -> bool:
        """Let go of it; return whether it ends now, as nobody else holds it."""
        last = self._is_last()
        os.close(self._descriptor)
        return last

    def _is_last(self) -> bool:
        try:
            lock_open(self._descriptor)
        except BlockingIOError:
            # Between two locks the server may have got its own: then nobody else is there either.
            try:
                lock_open(self._descriptor, shared=True)
            except BlockingIOError:
                return True
            return False
        return True


def wait_until_free(folder: Path) -> None:
    """Wait until nobody holds the server in the folder; from then on nobody can."""
    # Kept open until the process ends.
    lock_open(_opened(folder), wait=True)


def _opened(folder: Path) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.open(folder / _HELD_FILE, os.O_RDWR | os.O_CREAT | AT_ONCE, 0o600)


SOLO: Final = "solo"
"""What the own server's folder is called, and the server itself where tokens are kept."""

_STATUS_FILE: Final = "listening"
"""The file in its folder that says how it started, once it did."""

_START_SECONDS: Final = 20.0
_POLL_SECONDS: Final = 0.02
"""How often we look whether it has started."""

_STOP_SECONDS: Final = 1.0
"""How long we wait for it to end; it ends even if nobody waits."""

_LONGEST_STOP_SECONDS: Final = 10.0
"""After this many seconds it ends without tidying up."""

_EARLY_DEATH_SECONDS: Final = 10.0
_MOST_EARLY_DEATHS: Final = 3
"""It is not started again if it died so often in a row within so many seconds of its start."""

_NO_JOIN_LINE: Final = "-"
"""What stands for the join line of a server that no other machine reaches."""


class NotStarted(OSError):
    """The server could not be started; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class OwnServer:
    """A server for playing alone, on any free port of this machine; or opened to others.

    Tables are kept between runs, and all of them by one server: a program that asks for it while it
    runs joins it, and it goes on until the last has let go of it.

    Attributes:
        lan: whether other machines may join.
        web: whether they may do so in browsers, too.
        ssh: whether they may do so by ssh, too.
        password: what it was just given for newcomers, of whom you may be one.
        running_at: where it listens, once it does; empty before.
        line: the same with its pin, by which it is known from others.
        join_line: what other machines need to join, once it listens for them.
        warning: what else there is to say, once it listens; empty for nothing.
        damaged: ids of the tables that it keeps closed, because their logs are damaged.
    """

    def __init__(
        self,
        data: Path,
        *,
        lan: bool = False,
        web: bool = False,
        ssh: bool = False,
        password: str = "",
    ) -> None:
        self.lan = lan
        self.web = web
        self.ssh = ssh
        self.password = password
        self.join_line: JoinLine | None = None
        self._data = data
        self._folder = data / SOLO
        self._hold: ServerHold | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.RLock()
        """Held by who starts or leaves it: the thread that keeps it running does, too."""
        self._kept = False
        self.running_at = self.line = ""
        self.damaged: list[str] = []
        self.warning = ""

    def begin(self) -> None:
        """Start the process, without waiting until it listens; or join the one that runs.

        Raises:
            NotStarted: the data folder cannot be used, or no server runs on this system.
        """
        try:
            check_system()
            with self._guard:
                self._begin()
        except StartError as error:
            raise NotStarted(_(error.template)) from None
        except OSError as error:
            raise _unwritable(self._folder, error) from error

    def address(self) -> str:
        """Return where it listens, starting it if it does not run yet.

        Raises:
            NotStarted: it did not start.
        """
        until = time.monotonic() + _START_SECONDS
        while not self._listens(until):
            time.sleep(_POLL_SECONDS)
        return self.running_at

    async def start(self) -> str:
        """Return where it listens, without holding up the event loop.

        A caller that is cancelled meanwhile waits no longer.

        Raises:
            NotStarted: it did not start.
        """
        until = time.monotonic() + _START_SECONDS
        while not self._listens(until):  # noqa: ASYNC110 - another process says it, in a file
            await asyncio.sleep(_POLL_SECONDS)
        return self.running_at

    async def open(self) -> str:
        """Return where it listens, open to other machines; one that was closed starts anew.

        Raises:
            NotStarted: it did not start, or another window needs it closed.
        """
        was, self.lan = self.lan, True
        if not was and self.running_at and self.line_now() is None:
            await asyncio.to_thread(self.stop)
        try:
            return await self.start()
        except NotStarted:
            self.lan = was
            raise

    def line_now(self) -> JoinLine | None:
        """Return the join line as it is by now: the addresses of this machine may have changed."""
        with suppress(OSError, ValueError):  # it has just ended, or is being started again
            said = read_given(self._folder / _STATUS_FILE).decode()
            _ready, _here, line, *_damaged = said[said.index("ready ") :].split()
            self.join_line = None if line == _NO_JOIN_LINE else parse_join_line(line)
        return self.join_line

    def operator_token(self) -> str:
        """Return the token of the operator of the server that runs; ``""`` if it left none."""
        found = operator_file.read(self._folder)
        return "" if found is None else found.token

    def stop(self, within: float = _STOP_SECONDS) -> None:
        """Let go of it: if nobody else uses it, it ends in order; tables are kept.

        Args:
            within: the seconds to wait for its end; it also ends if it takes longer.
        """
        with self._guard:
            hold, self._hold = self._hold, None
            process, self._process = self._process, None
        ends = hold is not None and hold.let_go()
        if process is not None:
            if not self.running_at:
                process.kill()  # it is still starting: nobody has anything there yet
            try:
                process.wait(min(within, _STOP_SECONDS) if ends or not self.running_at else 0)
            except subprocess.TimeoutExpired:
                process.returncode = 0  # it ends on its own now, and need not be waited for
        self.running_at = ""

    def _begin(self) -> None:
        """Hold the server, and start it if it does not run; nothing, if one that ended still ends.

        Raises:
            OSError: the folder cannot be used.
        """
        if self._hold is None:
            with suppress(Ending):
                self._hold = ServerHold.take(self._folder)
        if self._hold is None or self._process is not None:
            return
        try:
            lock = FolderLock.take(self._folder)
        except InUse:
            return  # another program of this person has started it
        with lock:
            self._launch(lock)

    def _launch(self, lock: FolderLock) -> None:
        """Start the process, which goes on holding what we let go of.

        Raises:
            OSError: the folder cannot be used.
        """
        port = _port_of_the_dead(self._folder)
        with open(self._folder / "server.log", "wb", opener=_open_at_once) as log:
            (self._folder / _STATUS_FILE).unlink(missing_ok=True)
            self._process = subprocess.Popen(  # noqa: S603 - our own module, in our own Python
                [
                    *(sys.executable, "-m", __name__, str(self._folder), str(lock.descriptor)),
                    *(str(port), *(["lan"] * self.lan), *(["web"] * self.web)),
                    *(["ssh"] * self.ssh),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C at the terminal is for the client; others may use the server, too.
                start_new_session=True,
                pass_fds=[lock.descriptor],
                env={
                    **os.environ,
                    "CARDTUI_DATA": str(self._data),
                    "CARDTUI_LANGUAGE": language(),
                },
            )

    def _keep_running(self) -> None:
        """Start it again whenever it died while we hold it: the first to get its lock does."""
        deaths = 0
        while deaths < _MOST_EARLY_DEATHS:
            began = time.monotonic()
            with FolderLock.wait(self._folder) as lock, self._guard:
                if self._hold is None:
                    self._kept = False
                    return
                deaths = deaths + 1 if time.monotonic() - began < _EARLY_DEATH_SECONDS else 0
                if self._process is not None:
                    self._process.wait()
                self._launch(lock)

    def _listens(self, until: float) -> bool:
        """Return whether it has started; start it, if nobody does.

        Raises:
            NotStarted: it did not start, or not by that time of the monotonic clock.
        """
        if self.running_at:
            return True
        self.begin()
        said = ""
        if self._hold is not None:
            # Asked first: what a server says that fails stands there before it is gone.
            gone = self._process is not None and self._process.poll() is not None
            with suppress(FileNotFoundError):
                said = read_given(self._folder / _STATUS_FILE).decode()
            if not said and not gone and time.monotonic() < until:
                return False
        elif time.monotonic() < until:
            return False
        self._heed(said)
        return True

    def _heed(self, said: str) -> None:
        word, _blank, rest = said.strip().partition(" ")
        if word == "warning":
            self.warning, _newline, rest = rest.partition("\n")
            word, _blank, rest = rest.partition(" ")
        if word != "ready":
            sentence = _(
                "The table server did not start. Its log is in {folder}.", folder=self._folder
            )
            if self._process is None:
                sentence = _("{path} is in use: stop its server first.", path=self._folder)
            self.stop()
            raise NotStarted(rest.strip() or sentence)
        here, line, *damaged = rest.split()
        self.join_line = None if line == _NO_JOIN_LINE else parse_join_line(line)
        if self.lan and self.join_line is None:
            self.stop()
            raise NotStarted(
                _(
                    "Your own server runs already, for another window, and is closed to other"
                    " machines. Leave cardtui there, then try again; or use “cardtui host”."
                )
            )
        self.damaged = damaged
        self.line, self.running_at = here, parse_join_line(here).where
        if not self._kept:
            self._kept = True
            threading.Thread(target=self._keep_running, daemon=True).start()


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for somebody who reads, if it is a pipe."""
    return os.open(path, flags | AT_ONCE, 0o600)


def _port_of_the_dead(folder: Path) -> int:
    """Return where a server listened that did not take back what it said; 0 if none did so."""
    with suppress(OSError, ValueError):
        said = read_given(folder / _STATUS_FILE).decode()
        _ready, here, *_rest = said[said.index("ready ") :].split()
        return parse_join_line(here).addresses[0].port
    return 0


def closed_table(table: str) -> str:
    """Return the sentence about a table that stays closed because its log is damaged."""
    return _(
        "Table {table} stays closed: its log is damaged. Stop the server and run “cardtui "
        "recover” to keep what is good.",
        table=table,
    )


def _unwritable(folder: Path, error: OSError) -> NotStarted:
    return NotStarted(unwritable(folder, error, NO_SERVER).message)


async def _serve(
    folder: Path, lock: FolderLock, port: int, *, lan: bool, web: bool, ssh: bool
) -> None:
    """Serve until nobody holds the server any more, or a signal stops it."""
    from cardtui_client.hosting.opening import chosen_rules, with_page, with_ssh
    from cardtui_client.net.discovery import port_to_open
    from cardtui_client.settings import read_settings

    try:
        server = await _start(folder, lock, port, lan=lan)
        rules = chosen_rules(read_settings())
        async with (
            with_ssh(server, folder.parent, port_to_open(SSH_PORT) if ssh else None, rules),
            with_page(server, folder.parent, wanted=web),
        ):
            await _serve_on(server, folder)
    except StartError as error:
        _say(folder, f"failed {_(error.template, **error.arguments)}")
    except Failed as error:
        _say(folder, f"failed {error.message}")


async def _serve_on(server: RunningServer, folder: Path) -> None:
    """Say that the server runs, and wait for its end."""
    from cardtui_client.hosting.opening import join_line_of
    from cardtui_server.__main__ import stop_on_signals

    reasons = [each for each in (server.unannounced, server.outdated) if each is not None]
    warning = " ".join(_(each.template, **each.arguments) for each in reasons)
    warning = f"warning {warning}\n" if warning else ""
    here = line_to(server.address, server.certificate.fingerprint.hex())

    def say() -> None:
        line = join_line_of(server) or _NO_JOIN_LINE
        _say(folder, " ".join([f"{warning}ready", here, str(line), *server.damaged]))

    say()
    server.moved = say
    stop_on_signals(server)
    ends = [asyncio.ensure_future(each) for each in (_until_nobody_holds(folder), server.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if ends[0].done():  # otherwise those who hold it start it again where it listened
        (folder / _STATUS_FILE).unlink(missing_ok=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_STOP_SECONDS):
            await server.stop(grace=0)


def _say(folder: Path, line: str) -> None:
    write_atomically(folder / _STATUS_FILE, line + "\n", 0o600)


async def _until_nobody_holds(folder: Path) -> None:
    loop, free = asyncio.get_running_loop(), asyncio.Event()

    def wait() -> None:
        wait_until_free(folder)
        loop.call_soon_threadsafe(free.set)

    # A thread that the end of the process need not wait for.
    threading.Thread(target=wait, daemon=True).start()
    await free.wait()


async def _start(folder: Path, lock: FolderLock, port: int, *, lan: bool) -> RunningServer:
    """Start the server at a port, if that is free; opened to others rather at the usual one.

    Raises:
        Failed: a setting is wrong, or there is no network.
        StartError: it cannot start.
    """
    from cardtui_client.hosting.opening import (
        chosen_limits,
        chosen_rules,
        kept_name,
        lan_place,
        server_name,
    )
    from cardtui_client.net.discovery import port_to_open
    from cardtui_client.settings import read_settings
    from cardtui_server.app import serve
    from cardtui_server.lobby.password import kept_password
    from cardtui_server.server_log import printed
    from cardtui_server.settings import Settings

    person = read_settings()
    settings = Settings(port=port_to_open(port), data=folder, note=True, name=server_name(person))
    if lan:
        # One name, certificate and password for whatever this person opens to others.
        home, place = folder.parent, lan_place(person.listen or "lan")
        settings = replace(
            settings,
            name=server_name(person, person.server_name or kept_name(home)),
            port=port_to_open(port or None),
            lan=place.lan,
            look=place.look,
            announce=person.discovery,
            identity=home,
            password=kept_password(home),
            limits=chosen_limits(person),
            rules=chosen_rules(person),
        )
    # Every match that you leave is kept here, so you have as many tables as there may be.
    most = settings.limits.tables
    own = replace(settings, limits=replace(settings.limits, tables_each=most, seats_each=most))
    return await serve(own, lock=lock, log=printed())


if __name__ == "__main__":
    gc.disable()  # until it runs: there is nothing to be found in what is being loaded
    from cardtui_server.__main__ import run

    set_language(os.environ["CARDTUI_LANGUAGE"])
    _folder, _lock, _port, *_for = sys.argv[1:]
    _others = {each: each in _for for each in ("lan", "web", "ssh")}
    run(_serve(Path(_folder), FolderLock(int(_lock)), int(_port), **_others))
