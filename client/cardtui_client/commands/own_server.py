"""A table server in a process of its own, which ends when the process that wanted it ends.

As a program (``python -m cardtui_client.commands.own_server``) this is that server: it says on
standard output where it listens, and stops in order when its standard input closes.
"""

from __future__ import annotations

import asyncio
import os
import select
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from cardtui_client.commands.errors import Failed, unwritable
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.i18n import _, language, set_language
from cardtui_client.net.join_line import JoinLine, parse_join_line
from cardtui_client.net.local_servers import port_to_open
from cardtui_server import operator_file
from cardtui_server.store.folder_lock import FolderLock, InUse

if TYPE_CHECKING:
    from cardtui_server.app import RunningServer

SOLO: Final = "solo"
"""What the first own server's folder is called; those of others have a number behind it."""

_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 1.0
"""How long we wait for it to end, in seconds; it ends even if nobody waits."""

_LONGEST_STOP: Final = 10.0
"""After this many seconds it ends without tidying up."""
_MOST_AT_ONCE: Final = 32

_CLOSED: Final = "-"
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

    Tables are kept between runs. Each server that runs at the same time has a folder of
    its own: the first keeps its tables in ``solo``, the next in ``solo-2``.

    Attributes:
        lan: whether other machines may join.
        password: what it was just given for newcomers, of whom one may be oneself.
        running_at: where it listens, once it does; empty before.
        join_line: what other machines need to join, once it listens for them.
        warning: what else there is to say, once it listens; empty for nothing.
        damaged: ids of the tables that it keeps closed, because their logs are damaged.
    """

    def __init__(self, data: Path, *, lan: bool = False, password: str = "") -> None:
        self.lan = lan
        self.password = password
        self.join_line: JoinLine | None = None
        self._data = data
        self._folder = data / SOLO
        self._process: subprocess.Popen[bytes] | None = None
        self.running_at = ""
        self.damaged: list[str] = []
        self.warning = ""

    def begin(self) -> None:
        """Start the process, without waiting until it listens.

        Raises:
            NotStarted: the data folder cannot be used.
        """
        if self._process is not None:
            return
        folder, lock = self._own_folder()
        self._folder = folder
        # The process goes on holding what we let go of here.
        with lock, _open_log(folder) as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, in our own Python
                [
                    *(sys.executable, "-m", __name__, str(folder), str(lock.descriptor)),
                    *(["lan"] if self.lan else []),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # Ctrl-C at the terminal is for the client; it decides when the server ends.
                start_new_session=True,
                pass_fds=[lock.descriptor],
                env={
                    **os.environ,
                    "CARDTUI_DATA": str(self._data),
                    "CARDTUI_LANGUAGE": language(),
                },
            )

    def address(self) -> str:
        """Return where it listens, starting it if it does not run yet.

        Raises:
            NotStarted: it did not start.
        """
        if not self.running_at:
            self.begin()
            self.running_at = self._ready(_START_SECONDS)
        return self.running_at

    def operator_token(self) -> str:
        """Return the token of the operator of the server that runs; ``""`` if it left none."""
        found = operator_file.read(self._folder)
        return "" if found is None else found.token

    async def start(self) -> str:
        """Return where it listens, without holding up the event loop.

        A caller that is cancelled meanwhile waits no longer.

        Raises:
            NotStarted: it did not start.
        """
        if not self.running_at:
            self.begin()
            assert self._process is not None
            assert self._process.stdout is not None
            loop, told = asyncio.get_running_loop(), asyncio.Event()
            heard = self._process.stdout.fileno()
            loop.add_reader(heard, told.set)
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_START_SECONDS):
                        await told.wait()
            finally:
                loop.remove_reader(heard)
            self.running_at = self._ready(0)
        return self.running_at

    def stop(self, within: float = _STOP_SECONDS) -> None:
        """Have it end in order; tables are kept.

        Args:
            within: the seconds to wait for its end; it also ends if it takes longer.
        """
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            if not self.running_at:
                process.kill()  # it is still starting: nobody has anything there yet
            try:
                process.wait(min(within, _STOP_SECONDS))
            except subprocess.TimeoutExpired:
                process.returncode = 0  # it ends on its own now, and need not be waited for
            process.stdout.close()
        self.running_at = ""

    def _ready(self, seconds: float) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        readable, _writable, _failed = select.select([self._process.stdout], [], [], seconds)
        line = self._process.stdout.readline().decode() if readable else ""
        word, _blank, rest = line.strip().partition(" ")
        if word == "warning":
            self.warning = rest
            # What it says last is on its way.
            word, _blank, rest = self._process.stdout.readline().decode().strip().partition(" ")
        if word != "ready":
            self.stop()
            raise NotStarted(
                rest
                or _(
                    "The table server did not start. Its log is in {folder}.",
                    folder=self._data / SOLO,
                )
            )
        address, line, *damaged = str(rest).split()
        self.join_line = None if line == _CLOSED else parse_join_line(line)
        self.damaged = damaged
        return address

    def _own_folder(self) -> tuple[Path, FolderLock]:
        """Return the first folder that no other running server has, and the lock on it."""
        for number in range(1, _MOST_AT_ONCE + 1):
            folder = self._data / (SOLO if number == 1 else f"{SOLO}-{number}")
            try:
                return folder, FolderLock.take(folder)
            except InUse:
                continue
            except OSError as error:
                raise _unwritable(folder, error) from error
        raise NotStarted(
            _(
                "{n} games are being played in {folder} already.",
                n=_MOST_AT_ONCE,
                folder=self._data,
            )
        )


def _open_log(folder: Path) -> IO[bytes]:
    try:
        return (folder / "server.log").open("wb")
    except OSError as error:
        raise _unwritable(folder, error) from error


def closed_table(table: str) -> str:
    """Return the sentence about a table that stays closed because its log is damaged."""
    return _(
        "Table {table} stays closed: its log is damaged. Stop the server and run “cardtui "
        "recover” to keep what is good.",
        table=table,
    )


def _unwritable(folder: Path, error: OSError) -> NotStarted:
    return NotStarted(unwritable(folder, error, NO_SERVER).message)


async def _serve(folder: Path, lock: FolderLock, *, lan: bool) -> None:
    from cardtui_client.commands.opening import join_line_of
    from cardtui_server.failures import StartError

    try:
        server = await _start(folder, lock, lan=lan)
    except StartError as error:
        print(f"failed {_(error.template, **error.arguments)}", flush=True)
        return
    except Failed as error:
        print(f"failed {error.message}", flush=True)
        return
    if server.unannounced is not None:
        reason = server.unannounced
        print(f"warning {_(reason.template, **reason.arguments)}", flush=True)
    print("ready", server.address, join_line_of(server) or _CLOSED, *server.damaged, flush=True)
    loop = asyncio.get_running_loop()
    orphaned = asyncio.Event()
    # Nothing is ever written to us: what there is to read is the end.
    loop.add_reader(sys.stdin.fileno(), orphaned.set)
    await orphaned.wait()
    loop.remove_reader(sys.stdin.fileno())
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_STOP):
            await server.stop(grace=0)


async def _start(folder: Path, lock: FolderLock, *, lan: bool) -> RunningServer:
    """Start the server: opened to others at the usual port, if that is free.

    Raises:
        Failed: a setting is wrong, or there is no network.
        StartError: it cannot start.
    """
    from cardtui_client.commands.host_limits import chosen_limits, chosen_rules
    from cardtui_client.commands.opening import lan_place, server_name
    from cardtui_client.settings import read_settings
    from cardtui_server.app import serve
    from cardtui_server.lobby.password import kept_password
    from cardtui_server.server_log import printed
    from cardtui_server.settings import Settings

    person = read_settings()
    settings = Settings(port=0, data=folder, note=True, name=server_name(person))
    if lan:
        # One certificate and one password for whatever this person opens to others.
        home = folder.parent
        settings = replace(
            settings,
            port=port_to_open(),
            lan=lan_place(person.listen or "lan").lan,
            announce=person.discovery,
            identity=home,
            password=kept_password(home),
            limits=chosen_limits(person),
            rules=chosen_rules(person),
        )
    return await serve(settings, lock=lock, log=printed())


if __name__ == "__main__":
    from cardtui_server.__main__ import run

    set_language(os.environ["CARDTUI_LANGUAGE"])
    run(_serve(Path(sys.argv[1]), FolderLock(int(sys.argv[2])), lan=sys.argv[3:] == ["lan"]))
