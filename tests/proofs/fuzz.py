"""Requests without sense to every RPC: each gets a status that is documented, and harms nobody.

They go where gRPC hands over what came: to the interceptor and its handlers, as bytes. Meanwhile
two honest people play at a table of their own, and are never refused.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import errors_pb2, table_service_pb2
from cardtui_client.faces.arguments import plainest
from cardtui_server.limits import Limits
from cardtui_server.match.entries import Acted
from cardtui_server.match.refusals import Reason
from cardtui_server.match.requests import SetReady, Start
from cardtui_server.match.state import Life
from cardtui_server.rpc.status import STATUS_CODES
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.wire.journal import WireJournal
from tests.proofs.desk import METHODS, OPERATOR, Desk
from tests.proofs.nonsense import Nonsense
from tests.support.playing import Onlooker, attach, frames, quiet, snapshot

_LIMITS: Final = replace(Limits.open(), tables=40, tables_each=12)
_ALLOWED: Final = {
    grpc.StatusCode.OK,
    *(code for reason, code in STATUS_CODES.items() if reason is not Reason.INTERNAL),
} - {grpc.StatusCode.UNAVAILABLE}
"""What a server that is well may answer."""

_HONEST_EVERY: Final = 40
"""After so many requests an honest player acts."""
_LOOK_EVERY: Final = 2_000
"""After so many requests everything is looked at, and time passes."""
_GAMES: Final = ("cacho", "truco-argentino", "cacheta")
_MANY: Final = 8
"""With more tables than that, all but the honest one make room when one is needed."""


class Tally(NamedTuple):
    """What came of it.

    Attributes:
        requests: how many requests were made: calls, and messages of streams.
        granted: how many calls ended well.
        statuses: how many kinds of status were answered.
        acts: how many acts the honest players did meanwhile.
        entries: how many entries the fuzzers' tables got.
    """

    requests: int = 0
    granted: int = 0
    statuses: int = 0
    acts: int = 0
    entries: int = 0

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        both = Tally(*(one + two for one, two in zip(self, other, strict=True)))
        return both._replace(statuses=max(self.statuses, other.statuses))


class Fuzzers:
    """Those who make the requests, and the honest ones beside them."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)
        self._nonsense = Nonsense(self._luck)
        self.store = MemoryStore()
        self.desk = Desk(self.store, _LIMITS)
        self.tokens: list[str] = []
        self.honest: list[str] = []
        self.statuses: Counter[grpc.StatusCode] = Counter()
        self.requests = self.acts = 0
        self.table: Table
        self._lookers: dict[int | None, tuple[Any, Onlooker]] = {}
        self._paths = list(METHODS)

    async def sit_down(self) -> None:
        """Have everybody come, and the honest ones begin to play."""
        for number in range(2):
            self.honest.append((await self.desk.sessions.open(f"Honest{number}", ""))[1])
        for number in range(3):
            self.tokens.append((await self.desk.sessions.open(f"Fuzz{number}", ""))[1])
        self.table = await self._new_table(self.honest, "cacho")
        for viewer in (None, 0, 1):
            self._lookers[viewer] = (attach(self.table, viewer, None), Onlooker())
        self._nonsense.tokens = self.tokens

    async def _new_table(self, tokens: list[str], game: str) -> Table:
        path = "/cardtui.v1.LobbyService/"
        fields: dict[str, Any] = {"game": game, "seats": 2, "seat": 0, "pause_milliseconds": 0}
        made = await self._well(f"{path}CreateTable", tokens[0], **fields)
        for token in tokens[1:]:
            await self._well(f"{path}JoinTable", token, table=made.table.id)
        await self._well(f"{path}StartTable", tokens[0], table=made.table.id)
        await quiet()
        return self.desk.lobby.tables[made.table.id]

    async def _well(self, path: str, token: str, **fields: Any) -> Any:
        """Make a request that makes sense, and have it granted."""
        method = METHODS[path]
        request = GetMessageClass(method.input_type)(**fields)
        line = await self.desk.call(path, token, request.SerializeToString())
        assert line.code is grpc.StatusCode.OK, f"an honest {path} was refused: {line.code}"
        return GetMessageClass(method.output_type).FromString(line.down[0])

    async def go(self, requests: int) -> None:
        """Make so many requests, and see in between that all is well."""
        next_act = next_look = 0
        while self.requests < requests:
            if self.requests >= next_act:
                next_act += _HONEST_EVERY
                await self._keep_tables()
                await self._act_honestly()
            if self.requests >= next_look:
                next_look += _LOOK_EVERY
                await self._look()
            await self._make_one()
        await self._look()

    async def _make_one(self) -> None:
        luck = self._luck
        path = luck.choice(self._paths)
        method = METHODS[path]
        kind = GetMessageClass(method.input_type)
        if luck.random() < 0.15 and path.endswith(("/Act", "/Play")):
            sent = [self._sensible(kind)]
        else:
            count = luck.randrange(1, 6) if method.client_streaming else 1
            sent = [self._nonsense.request(kind) for _ in range(count)]
        if method.client_streaming and luck.random() < 0.8:  # else nothing comes after the join
            join = table_service_pb2.PlayJoin(table=luck.choice(self._nonsense.tables))
            sent.insert(0, table_service_pb2.PlayRequest(join=join).SerializeToString())
        token = luck.choice((*self.tokens, "wrong", "")) if luck.random() < 0.1 else self.tokens[
            luck.randrange(len(self.tokens))
        ]  # fmt: skip
        line = await self.desk.call(path, token, *sent)
        assert line.code in _ALLOWED, f"{path} was answered {line.code}: {sent}"
        for data in line.down if method.client_streaming else ():
            for frame in table_service_pb2.PlayResponse.FromString(data).frames:
                assert frame.reply.refusal.reason != errors_pb2.REASON_INTERNAL, sent
        self.statuses[line.code] += 1
        self.requests += len(sent)

    def _sensible(self, kind: Any) -> bytes:
        """Return an act that a seat of the fuzzers may do now."""
        tables = list(self.desk.lobby.tables.values())
        if (table := self._luck.choice(tables)) is self.table:
            return self._nonsense.request(kind)
        turn = table.state.turn
        sitter = table.state.sitters[turn.to_act[0]] if turn and turn.to_act else None
        if table.state.life is not Life.PLAYING or sitter is None or not sitter.player:
            return self._nonsense.request(kind)
        assert turn is not None
        told = snapshot(table, turn.to_act[0])
        act = table_service_pb2.PlayAct(
            action=plainest(self._luck.choice(told.own.choices)), request_id=str(self.requests)
        )
        if kind is table_service_pb2.ActRequest:
            return table_service_pb2.ActRequest(table=table.id, act=act).SerializeToString()
        return table_service_pb2.PlayRequest(act=act).SerializeToString()

    async def _act_honestly(self) -> None:
        """Have an honest player act; nothing may keep them from it."""
        table = self.table
        if table.state.life is not Life.PLAYING:
            for player in self._players()[1:]:
                await table.ask(SetReady(player=player, ready=True))
            await table.ask(Start(player=self._players()[0]))
            await quiet()
        turn = table.state.turn
        assert turn is not None
        seat = turn.to_act[0]
        told = snapshot(table, seat)
        choices = [each for each in told.own.choices if not each.action.HasField("resign")]
        act = table_service_pb2.PlayAct(
            action=plainest(self._luck.choice(choices)),
            expected=told.position,
            request_id=f"honest {self.acts}",
        )
        path = "/cardtui.v1.TableService/Act"
        response = await self._well(path, self.honest[seat], table=table.id, act=act)
        assert not response.reply.HasField("refusal"), response
        self.acts += 1

    def _players(self) -> list[str]:
        return [found.id for token in self.honest if (found := self.desk.sessions.find(token))]

    async def _look(self) -> None:
        """Look at everything, and let a little time pass."""
        self.desk.clock.advance(0.5)
        await quiet()
        assert not self.desk.log.calls, self.desk.log.calls
        for viewer, (reader, onlooker) in self._lookers.items():
            onlooker.fold(frames(reader))
            onlooker.knows(snapshot(self.table, viewer))
        assert not any(each.broken for each in self.desk.lobby.tables.values())

    async def _keep_tables(self) -> None:
        """Have something to spoil: tables at which fuzzers play, of each game."""
        mine = [each for each in self.desk.lobby.tables.values() if each is not self.table]
        playing = {each.state.made.game for each in mine if each.state.life is Life.PLAYING}
        if missing := set(_GAMES) - playing:
            if len(mine) > _MANY:
                path = "/cardtui.v1.LobbyService/CloseTable"
                for table in mine:
                    # A fuzzer may have closed it just now.
                    if table.state.life is not Life.CLOSED:
                        await self._well(path, OPERATOR, table=table.id)
            for game in sorted(missing):
                await self._new_table(self.tokens[:2], game)
        self._nonsense.tables = list(self.desk.lobby.tables)

    async def see_what_is_left(self) -> int:
        """Open everything again from the logs: it is as it was. Return how many entries there are.

        At the honest table nobody else has acted.
        """
        states = {key: each.state for key, each in self.desk.lobby.tables.items()}
        await self.desk.lobby.stop()
        again = Desk(self.store, _LIMITS)
        await again.lobby.load()
        assert not again.lobby.damaged
        opened = {key: each.state for key, each in again.lobby.tables.items()}
        for key, state in states.items():
            if state.life is not Life.CLOSED:
                assert opened[key] == state, "a table is not what its log says"
        rows, journal = await self.store.read(self.table.id), WireJournal()
        found = [journal.read(row, self.table.state.made.game).entry for row in rows]
        acted = [each.request_id for each in found if isinstance(each, Acted)]
        assert acted == [f"honest {number}" for number in range(self.acts)]
        await again.lobby.stop()
        return sum(map(len, self.store._rows.values())) - len(rows)


async def fuzzed(seed: int, requests: int, _: Path | None = None) -> Tally:
    """Make so many requests; return what came of it."""
    fuzzers = Fuzzers(seed)
    await fuzzers.sit_down()
    await fuzzers.go(requests)
    entries = await fuzzers.see_what_is_left()
    statuses = fuzzers.statuses
    granted = statuses[grpc.StatusCode.OK]
    return Tally(fuzzers.requests, granted, len(statuses), fuzzers.acts, entries)
