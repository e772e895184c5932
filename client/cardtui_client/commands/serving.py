"""A table server in a process of its own, which ends when the process that wanted it ends.

As a program (``python -m cardtui_client.commands.serving``) this is that server: it says on
standard output where it listens, and stops in order when its standard input closes.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import IO, Final

from cardtui_client.commands.failures import NO_SERVER, unwritable
from cardtui_client.i18n import _, language, set_language

_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 10.0
_MOST_AT_ONCE: Final = 32


class NoServer(OSError):
    """The server could not be started; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


class OwnServer:
    """A server for playing alone, on any free port of this machine.

    Tables are kept between runs. Each server that runs at the same time has a folder of
    its own: the first keeps its tables in ``solo``, the next in ``solo-2``.

    Attributes:
        running_at: where it listens, once it does; empty before.
        damaged: ids of the tables that it keeps closed, because their logs are damaged.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self.running_at = ""
        self.damaged: list[str] = []

    def begin(self) -> None:
        """Start the process, without waiting until it listens.

        Raises:
            NoServer: the data folder cannot be used.
        """
        if self._process is not None:
            return
        folder = self._own_folder()
        assert self._lock is not None
        try:
            log = (folder / "server.log").open("wb")
        except OSError as error:
            raise _unwritable(folder, error) from error
        with log:
            self._process = subprocess.Popen(  # noqa: S603 - our own module, in our own Python
                [sys.executable, "-m", __name__, str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                # Ctrl-C at the terminal is for the client; it decides when the server ends.
                start_new_session=True,
                pass_fds=[self._lock.fileno()],
                env={
                    **os.environ,
                    "CARDTUI_DATA": str(self._data),
                    "CARDTUI_LANGUAGE": language(),
                },
            )

    def address(self) -> str:
        """Return where it listens, starting it if it does not run yet.

        Raises:
            NoServer: it did not start.
        """
        if not self.running_at:
            self.begin()
            self.running_at = self._ready()
        return self.running_at

    async def start(self) -> str:
        """Return where it listens, without holding up the event loop.

        Raises:
            NoServer: it did not start.
        """
        return await asyncio.to_thread(self.address)

    def stop(self) -> None:
        """End it in order; tables are kept."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        self.running_at = ""

    def _ready(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        readable, _writable, _failed = select.select([self._process.stdout], [], [], _START_SECONDS)
        line = self._process.stdout.readline().decode() if readable else ""
        word, _blank, rest = line.strip().partition(" ")
        if word != "ready":
            self.stop()
            raise NoServer(
                rest
                or _(
                    "The table server did not start. Its log is in {folder}.",
                    folder=self._data / "solo",
                )
            )
        address, *damaged = str(rest).split()
        self.damaged = damaged
        return address

    def _own_folder(self) -> Path:
        """Return the first folder that no other running server has."""
        for number in range(1, _MOST_AT_ONCE + 1):
            folder = self._data / ("solo" if number == 1 else f"solo-{number}")
            self._lock = take_folder(folder)
            if self._lock is not None:
                return folder
        raise NoServer(
            _(
                "{n} games are being played in {folder} already.",
                n=_MOST_AT_ONCE,
                folder=self._data,
            )
        )


def take_folder(folder: Path) -> IO[bytes] | None:
    """Make the folder if there is none, and return a lock on it, to be held while it is used.

    Returns:
        The lock, ``None`` if another server has it.

    Raises:
        NoServer: it cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("wb")
    except OSError as error:
        raise _unwritable(folder, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def closed_table(table: str) -> str:
    """Return the sentence about a table that stays closed because its log is damaged."""
    return _(
        "Table {table} stays closed: its log is damaged. Stop the server and type “cardtui "
        "recover” to keep what is good of it.",
        table=table,
    )


def _unwritable(folder: Path, error: OSError) -> NoServer:
    return NoServer(unwritable(folder, error, NO_SERVER).message)


async def _serve(folder: Path) -> None:
    from cardtui_server.app import Settings, StartError, serve

    try:
        server = await serve(Settings(port=0, data=folder, note=True), log=_log())
    except StartError as error:
        print(f"failed {_(error.template, **error.arguments)}", flush=True)
        return
    print("ready", server.address, *server.damaged, flush=True)
    loop = asyncio.get_running_loop()
    orphaned = asyncio.Event()
    # Nothing is ever written to us: what there is to read is the end.
    loop.add_reader(sys.stdin.fileno(), orphaned.set)
    await orphaned.wait()
    loop.remove_reader(sys.stdin.fileno())
    await server.stop(grace=0)


def _log() -> object:
    from cardtui_client.commands.host import server_log

    return server_log()


if __name__ == "__main__":
    from cardtui_server.__main__ import run

    set_language(os.environ["CARDTUI_LANGUAGE"])
    run(_serve(Path(sys.argv[1])))
