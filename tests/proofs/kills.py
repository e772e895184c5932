"""A server that is killed at random moments under load: nothing acknowledged is lost or done twice.

Players at several tables act as fast as they can, each act with a request id. The server is killed,
the log is compared with all that was acknowledged and seen, the server is started again, and the
players go on: an act that was not answered is sent again with the same id.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc

from cardtui.store.v1 import log_pb2
from cardtui.v1 import errors_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.store.sqlite import SqliteStore
from tests.proofs.lives import Lives, lives
from tests.support.calling import Caller
from tests.support.playing import Onlooker

_TABLES: Final = 3
_MOST_ACTS: Final = 14
"""How many acts at most are acknowledged in a life before the server is killed."""
_JITTER: Final = 0.006
"""Within so many seconds after the last of them it is killed."""
_START: Final = 0.08
"""Within so many seconds after it began a server is killed that is not to get ready."""
_KILLED_STARTING: Final = 0.15
"""How many of all lives end like that."""
_PATIENCE: Final = 60.0
_FINAL: Final = {"resign", "falta_envido"}
"""Verbs that would end a match too soon."""


class Player(Onlooker):
    """Somebody who plays through all lives of the server.

    Attributes:
        acknowledged: by request id, the number that was acknowledged.
        refused: the ids of requests that were refused.
        sent: by request id, every act that was ever sent.
        pending: the act that has not been answered.
        resting: whether to begin no new act.
    """

    def __init__(self, name: str, seat: int, luck: random.Random) -> None:
        super().__init__()
        self.name, self.seat = name, seat
        self.token = self.at = ""
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.sent: dict[str, table_service_pb2.PlayAct] = {}
        self.pending: table_service_pb2.PlayAct | None = None
        self.resting = False
        self.answered = asyncio.Event()
        self._luck = luck
        self._stale = -1

    async def live(self, address: str) -> None:
        """Play until the server is gone."""
        caller = Caller(address)
        caller.token = self.token
        try:
            call: Any = caller.tables.Play(metadata=caller.metadata)
            after = self.seq if self.seq >= 0 else None
            join = table_service_pb2.PlayJoin(table=self.at, after=after)
            await call.write(table_service_pb2.PlayRequest(join=join))
            if self.pending is not None:
                await call.write(table_service_pb2.PlayRequest(act=self.pending))
            while True:
                await self._act(call, caller)
                message = await call.read()
                if message is grpc.aio.EOF:
                    return
                self._take(message.frames)
        except (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError):
            return  # the server is gone
        finally:
            await caller.close()

    def _take(self, frames: Any) -> None:
        for frame in frames:
            if frame.HasField("snapshot"):
                assert frame.snapshot.seq >= self.seq, "the server has gone back"
            self.fold([frame])
            if not frame.HasField("reply"):
                continue
            reply = frame.reply
            assert self.pending is not None
            assert reply.request_id == self.pending.request_id
            if reply.HasField("refusal"):
                self.refused.add(reply.request_id)
                if reply.refusal.reason == errors_pb2.REASON_STALE:
                    self._stale = self.pending.expected
            else:
                self.acknowledged[reply.request_id] = reply.seq
            self.pending = None
            self.answered.set()

    async def _act(self, call: Any, caller: Caller) -> None:
        """Do something, if it is this player's turn."""
        if self.pending is not None or self.resting:
            return
        if self.table.state == tables_pb2.TABLE_STATE_OVER:
            if not self.table.seats[self.seat].ready:
                with suppress(grpc.aio.AioRpcError):
                    await caller.ready(self.at)
            return
        if self.seat not in self.view.to_act or not self.own.choices:
            return
        if self.position == self._stale:  # an update is on its way
            return
        mild = [each for each in self.own.choices if verb_of(each) not in _FINAL]
        action = plainest(self._luck.choice(mild))
        self.pending = table_service_pb2.PlayAct(
            action=action, expected=self.position, request_id=f"{self.name}-{len(self.sent)}"
        )
        self.sent[self.pending.request_id] = self.pending
        await call.write(table_service_pb2.PlayRequest(act=self.pending))


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        kills: how often the server was killed.
        starting: how often of these before it was ready.
        acknowledged: how many acts were acknowledged.
        in_doubt: how often an act had been sent and not been answered when the server died.
        done: how many of these acts were in the log then.
    """

    kills: int = 0
    starting: int = 0
    acknowledged: int = 0
    in_doubt: int = 0
    done: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class World:
    """Tables in one data folder, with those who play there."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._luck = random.Random(seed)
        self._data, self._copy = folder / "data", folder / "copy"
        self._players: list[Player] = []
        self._logs: dict[str, list[bytes]] = {}
        self._done: dict[str, int] = {}
        games = game_ids()
        self._games = [games[(_TABLES * seed + each) % len(games)] for each in range(_TABLES)]
        self.tally = Tally()

    async def go(self, server: Lives, kills: int) -> None:
        """Let the server die so many times; then have everybody look at what there is."""
        await server.begin(self._data)
        address = await server.ready()
        await self._sit_down(address)
        await self._life(server, address)
        while self.tally.kills < kills:
            await server.begin(self._data)
            if self._luck.random() < _KILLED_STARTING:
                await asyncio.sleep(self._luck.uniform(0, _START))
                await server.kill()
                self.tally = self.tally.plus(Tally(kills=1, starting=1))
                await self._check()
            else:
                await self._life(server, await server.ready())
        await server.begin(self._data)
        await self._rest(await server.ready())
        await server.kill()
        await self._check()

    async def _sit_down(self, address: str) -> None:
        for number, game in enumerate(self._games):
            table, seats = "", get_rules(game).seats[0]
            for seat in range(seats):
                player = Player(f"P{number}-{seat}", seat, self._luck)
                caller = Caller(address)
                await caller.open(player.name)
                if not table:
                    made = await caller.create(
                        game=game, seats=seats, seat=0, window_milliseconds=0
                    )
                    table = made.id
                else:
                    await caller.join(table, seat)
                await caller.ready(table)
                player.token, player.at = caller.token, table
                self._players.append(player)
                self._logs.setdefault(table, [])
                await caller.close()

    async def _life(self, server: Lives, address: str) -> None:
        """Play until so many acts are acknowledged; then kill the server at some moment."""
        before = self._acknowledged
        tasks = [asyncio.create_task(each.live(address)) for each in self._players]
        enough = before + self._luck.randrange(_MOST_ACTS)
        await self._until(lambda: self._acknowledged >= enough)
        await asyncio.sleep(self._luck.uniform(0, _JITTER))
        await server.kill()
        async with asyncio.timeout(_PATIENCE):
            await asyncio.gather(*tasks)
        await self._check()
        doubtful = [each.pending.request_id for each in self._players if each.pending is not None]
        self.tally = self.tally.plus(
            Tally(
                kills=1,
                acknowledged=self._acknowledged - before,
                in_doubt=len(doubtful),
                done=sum(each in self._done for each in doubtful),
            )
        )

    async def _rest(self, address: str) -> None:
        """Have what is in doubt answered; then everybody knows what a snapshot says."""
        for player in self._players:
            player.resting = True
        tasks = [asyncio.create_task(each.live(address)) for each in self._players]
        await self._until(lambda: not any(each.pending for each in self._players))
        for player in self._players:
            caller = Caller(address)
            caller.token = player.token
            async with asyncio.timeout(_PATIENCE):
                while True:
                    told = await caller.view(player.at)
                    if told.seq == player.seq:
                        break
                    await asyncio.sleep(0.01)
            player.knows(told)
            await caller.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def _acknowledged(self) -> int:
        return sum(len(each.acknowledged) for each in self._players)

    async def _until(self, true: Any) -> None:
        """Wait until it is so; it is looked at with each answer."""
        async with asyncio.timeout(_PATIENCE):
            while not true():
                for player in self._players:
                    player.answered.clear()
                waiting = [asyncio.create_task(each.answered.wait()) for each in self._players]
                _, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in rest:
                    task.cancel()

    async def _check(self) -> None:
        """Compare the log with all that was acknowledged, seen and sent.

        A copy is read: the next server is to find the files as the killed one left them.
        """
        self._copy.mkdir(exist_ok=True)
        for suffix in ("", "-wal"):
            from_, to = (folder / f"cardtui.db{suffix}" for folder in (self._data, self._copy))
            to.unlink(missing_ok=True)
            if from_.exists():
                shutil.copyfile(from_, to)
        store = SqliteStore(self._copy / "cardtui.db")
        for table, known in self._logs.items():
            rows = await store.read(table)
            assert rows[: len(known)] == known, "the log has lost or changed an entry"
            self._take_in(table, len(known), rows[len(known) :])
            self._logs[table] = rows
        await store.close()
        for player in self._players:
            assert player.seq <= len(self._logs[player.at]), "an update was told and lost"
            for request_id, seq in player.acknowledged.items():
                assert self._done.get(request_id) == seq, f"{request_id} was acknowledged and lost"
            assert not player.refused & self._done.keys(), "what was refused was done"

    def _take_in(self, table: str, seq: int, rows: list[bytes]) -> None:
        """Take in new rows of a log: each act is one that was sent, and none is there twice."""
        sent = {key: act for each in self._players if each.at == table
                for key, act in each.sent.items()}  # fmt: skip
        for number, row in enumerate(rows, seq + 1):
            entry = log_pb2.Entry.FromString(row)
            if entry.WhichOneof("entry") != "acted":
                continue
            request_id = entry.acted.request_id
            assert request_id not in self._done, f"{request_id} was done twice"
            assert entry.acted.action == sent[request_id].action
            self._done[request_id] = number


async def killed(seed: int, kills: int, folder: Path) -> Tally:
    """Kill a server so many times while it is played on; return what came of it."""
    world, errors = World(seed, folder), folder / "errors"
    async with lives(errors) as server:
        await world.go(server, kills)
    assert not errors.read_text(), errors.read_text()
    return world.tally
