"""A database that other processes copy, read and close while the server is played on.

SQLite trusts locks: who finds none believes to be alone, and tidies the write-ahead log away. So
the server must hold its locks whatever others open and close, lose nothing that it acknowledged,
and every copy must be good.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from cardtui.store.v1 import log_pb2
from cardtui_server.store.backup import back_up
from cardtui_server.store.sqlite_database import first_broken
from tests.proofs.kills import World
from tests.proofs.lives import Lives, lives

_PATIENCE: Final = 60.0
_MOST_ACTS: Final = 8
"""How many acts at most are acknowledged in a round; the reader comes among them."""
_COMMAND: Final = 0.05
"""How often the reader is the command itself, which takes longer to start than all the rest."""


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        rounds: how often another process came.
        copies: how many copies it took.
        acknowledged: how many acts were acknowledged meanwhile.
    """

    rounds: int = 0
    copies: int = 0
    acknowledged: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class Readers:
    """A process that opens and closes the database as it is told, and knows no server."""

    def __init__(self, process: asyncio.subprocess.Process, path: Path, copy: Path) -> None:
        self._process, self._path, self._copy = process, path, copy

    async def come(self, how: str) -> None:
        """Have it come once, and wait until it has gone."""
        if how == "command":
            await _command(self._path.parent, self._copy)
            return
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{how}\n".encode())
        async with asyncio.timeout(_PATIENCE):
            said = (await self._process.stdout.readline()).decode().strip()
        assert said == "done", said or "the reader has died"


async def _command(data: Path, copy: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("cardtui"), "backup", str(copy),
        stdout=subprocess.DEVNULL, env={**os.environ, "CARDTUI_DATA": str(data)},
    )  # fmt: skip
    async with asyncio.timeout(_PATIENCE):
        assert await process.wait() == 0, "no good copy"


class Read(World):
    """Tables whose database others read."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed, folder)
        self.path = self._data / "cardtui.db"
        self.taken = folder / "taken.db"
        self.counted = Tally()

    async def be_read(self, server: Lives, readers: Readers, rounds: int) -> None:
        """Play while others come so many times; then compare the log with what was acknowledged."""
        await server.begin(self._data)
        address = await server.ready()
        await self._sit_down(address)
        wal = (self.path.with_name("cardtui.db-wal").stat().st_ino, self._locks())
        assert wal[1], "the server has no locks"
        tasks = [asyncio.create_task(each.live(address)) for each in self._players]
        for _ in range(rounds):
            before = self._acknowledged
            told = {each.name: dict(each.acknowledged) for each in self._players}
            how = self._how()
            coming = asyncio.create_task(readers.come(how))
            enough = before + self._luck.randrange(1, _MOST_ACTS)
            await self._until(lambda enough=enough: self._acknowledged >= enough)
            await coming
            now = (self.path.with_name("cardtui.db-wal").stat().st_ino, self._locks())
            assert now == wal, f"{how} took away the server's log or its locks"
            copies = how in ("backup", "cardtui", "command")
            if copies:
                self._check_copy(told)
            self.counted = self.counted.plus(Tally(1, copies, self._acknowledged - before))
        assert not any(each.done() for each in tasks), "the server is gone"
        await server.kill()
        async with asyncio.timeout(_PATIENCE):
            await asyncio.gather(*tasks)
        await self._check()

    def _how(self) -> str:
        if self._luck.random() < _COMMAND:
            return "command"
        return self._luck.choice(["backup", "cardtui", "count", "open"])

    def _locks(self) -> list[tuple[str, str]]:
        """Return what processes have locked of the database, once all have gone that read it."""
        files = {
            str(self.path.with_name(f"cardtui.db{suffix}").stat().st_ino) for suffix in ("", "-shm")
        }
        found = (line.split() for line in Path("/proc/locks").read_text().splitlines())
        return sorted(
            {
                (process, inode)
                for _, kind, _, _, process, place, *_ in found
                if kind == "POSIX" and (inode := place.rpartition(":")[2]) in files
            }
        )

    def _check_copy(self, told: dict[str, dict[str, int]]) -> None:
        """A copy is whole, and holds all that had been acknowledged when it was begun."""
        with closing(sqlite3.connect(self.taken)) as copy:
            for table in self._logs:
                rows = copy.execute(
                    "SELECT seq, body, chain FROM entries WHERE table_id = ? ORDER BY seq", (table,)
                ).fetchall()
                assert not first_broken(table, rows), "a copy is broken"
                done = {
                    entry.acted.request_id: seq
                    for seq, body, _ in rows
                    if (entry := log_pb2.Entry.FromString(body)).WhichOneof("entry") == "acted"
                }
                for player in self._players:
                    if player.at == table:
                        assert told[player.name].items() <= done.items(), "a copy lacks an act"
        for each in self.taken.parent.glob(f"{self.taken.name}*"):
            each.unlink()


async def backed_up(seed: int, rounds: int, folder: Path) -> Tally:
    """Have others read a database so many times while it is played on; return what came of it."""
    world, errors = Read(seed, folder), folder / "errors"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proofs.backups", str(world.path), str(world.taken),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with lives(errors) as server:
            await world.be_read(server, Readers(process, world.path, world.taken), rounds)
    finally:
        assert process.stdin is not None
        process.stdin.close()  # it ends
        await process.wait()
    assert not errors.read_text(), errors.read_text()
    return world.counted


def _read(how: str, path: Path, copy: Path) -> None:
    if how == "cardtui":
        back_up(path, copy)
        return
    with closing(sqlite3.connect(path)) as connection:
        if how == "backup":
            with closing(sqlite3.connect(copy)) as target:
                connection.backup(target, pages=random.choice([-1, 5]))
        else:
            connection.execute(
                "SELECT count(*) FROM entries" if how == "count" else "PRAGMA schema_version"
            ).fetchall()


def main() -> None:
    """Open and close the database as told, until nothing more is said."""
    path, copy = map(Path, sys.argv[1:])
    for line in sys.stdin:
        _read(line.strip(), path, copy)
        os.write(sys.stdout.fileno(), b"done\n")


if __name__ == "__main__":
    main()
