"""One person on several machines: codes, the sessions they open, and recovery by the operator."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast
from unittest.mock import Mock

import grpc
import pytest
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2
from cardtui_server import operator_file
from cardtui_server.calendar import Calendar
from cardtui_server.limits import Limits
from cardtui_server.lobby.account_codes import CODE_SECONDS, AccountCodes
from cardtui_server.lobby.sessions import MOST_MACHINES, Sessions, device_id
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.log_store import Player
from cardtui_server.rpc.session_service import SessionService
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.outage import Outage
from tests.support.calling import BOUND, SWIFT, Caller, reason, running
from tests.support.ports import FakeClock, FakeDealer

if TYPE_CHECKING:
    from cardtui_server.lobby.tables import Lobby
    from cardtui_server.rpc.limiter import Limiter

DAY = 24 * 3600


class House:
    """Sessions and codes, with a clock and a store of their own."""

    def __init__(self, store: MemoryStore | None = None, limits: Limits | None = None) -> None:
        self.clock = FakeClock()
        self.store = store or MemoryStore()
        self.limits = limits
        self.dealer = FakeDealer()
        self.outage = Outage(self.clock, cast("FilteringBoundLogger", CapturingLogger()))
        self.seated: set[str] = set()
        self.sessions = self.opened()
        self.codes = AccountCodes(self.dealer, self.clock)

    def opened(self) -> Sessions:
        return Sessions(
            self.store,
            self.dealer,
            lambda: self.seated,
            self.outage,
            clock=self.clock,
            limits=self.limits,
        )


class Slow(MemoryStore):
    """A disk that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.goes_on = asyncio.Event(), asyncio.Event()
        self.goes_on.set()

    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        async def write() -> None:
            await self.goes_on.wait()
            await super(Slow, self).save_players(players, instead_of=instead_of)

        self.begun.set()
        await asyncio.shield(write())  # what is asked of a disk is done

    async def hung_up(self, work: Coroutine[object, object, object], *, full: bool) -> None:
        """Do some work whose caller is gone when it comes to the disk; wait for what goes on."""
        self.begun.clear()
        self.goes_on.clear()
        before = asyncio.all_tasks()
        call = asyncio.ensure_future(work)
        await self.begun.wait()
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        self.full = full
        self.goes_on.set()
        while left := asyncio.all_tasks() - before:
            await asyncio.wait(left)


WORKS: Final[dict[str, Callable[[Sessions, Player, str], Coroutine[object, object, object]]]] = {
    "new": lambda sessions, _, __: sessions.open("Zoe", ""),
    "renamed": lambda sessions, _, token: sessions.open("Bia", token),
    "another machine": lambda sessions, ana, _: sessions.open_another(ana.id, alone=False),
    "recovered": lambda sessions, ana, _: sessions.open_another(ana.id, alone=True),
    "ended": lambda sessions, ana, _: _end_latest(sessions, ana),
    "sat down": lambda sessions, ana, _: sessions.sat_down(ana.id),
}


async def _end_latest(sessions: Sessions, player: Player) -> None:
    (*_, latest) = await sessions.devices(player.id)
    await sessions.end_device(player.token_hash, device_id(latest))


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("work", WORKS)
async def test_who_hangs_up_leaves_the_memory_as_the_disk(work: str, full: bool) -> None:
    store = Slow()
    house = House(store)
    ana, token = await house.sessions.open("Ana", "")
    house.clock.advance(1)
    await house.sessions.open_another(ana.id, alone=False)
    await store.hung_up(WORKS[work](house.sessions, ana, token), full=full)
    await _is_the_same_after_a_restart(house)


@pytest.mark.parametrize("full", [False, True])
async def test_a_newcomer_who_hangs_up_leaves_those_who_make_room_as_the_disk_says(
    full: bool,
) -> None:
    store = Slow()
    house = House(store, Limits(players=2))
    for name in ("Ana", "Bia"):
        await house.sessions.open(name, "")
    await store.hung_up(house.sessions.open("Zoe", ""), full=full)
    assert len((await store.players()).found) == (2 if full else 1)
    await _is_the_same_after_a_restart(house)


async def _is_the_same_after_a_restart(house: House) -> None:
    after = house.opened()
    await after.load()
    kept = (await house.store.players()).found
    for each in kept:
        assert await house.sessions.devices(each.id) == await after.devices(each.id)
    assert house.sessions._by_hash.keys() <= {each.token_hash for each in kept}
    for name in ("Ana", "Bia", "Zoe"):
        assert await after.names.free(name) == await house.sessions.names.free(name)


@pytest.mark.parametrize("full", [False, True])
async def test_who_hangs_up_while_a_code_is_used_uses_all_of_it_or_nothing(full: bool) -> None:
    store, ended = Slow(), list[tuple[str, bytes]]()
    house = House(store)
    ana, token = await house.sessions.open("Ana", "")
    service = SessionService(
        "house",
        cast("Lobby", Mock()),
        house.sessions,
        cast("Limiter", Mock()),
        codes=house.codes,
        calendar=Calendar(house.clock.wall, ()),
        end_streams=lambda player, device=b"": ended.append((player, device)),
        durable=True,
    )
    code = house.codes.make(ana.id, recovers=True)
    request = session_service_pb2.UseAccountCodeRequest(code=code)
    await store.hung_up(service.use_account_code(request, Mock()), full=full)
    assert ended == ([] if full else [(ana.id, b"")])
    assert (house.sessions.find(token) is not None) == full
    assert (house.codes.take(code) is not None) == full
    store.full = False
    (one, *_) = await house.sessions.devices(ana.id)
    house.clock.advance(1)
    await house.sessions.open_another(ana.id, alone=False)
    (_, other) = await house.sessions.devices(ana.id)
    who = Mock(id=ana.id, device=one.token_hash)
    ending = session_service_pb2.EndDeviceRequest(id=device_id(other))
    await store.hung_up(service.end_device(ending, who), full=full)
    assert ((ana.id, other.token_hash) in ended) == (not full)


def test_a_code_is_good_once_for_ten_minutes_and_kept_only_as_a_hash() -> None:
    house = House()
    codes = house.codes
    code = codes.make("ana", recovers=False)
    assert code[5] == "-"
    assert code not in repr(vars(codes))
    assert code.replace("-", "") not in repr(vars(codes))
    for wrong in ("", code[:-1], code + "0", "x" * 100_000, "\ud800"):
        assert codes.take(wrong) is None
    house.clock.advance(CODE_SECONDS - 1)
    found = codes.take(f" {code.replace('-', ' ').upper()} ")
    assert found is not None
    assert (found.player, found.recovers) == ("ana", False)
    assert codes.take(code) is None
    late = codes.make("ana", recovers=False)
    house.clock.advance(CODE_SECONDS)
    assert codes.take(late) is None


def test_a_newer_code_replaces_the_last_one_of_its_kind_and_no_other() -> None:
    codes = House().codes
    first = codes.make("ana", recovers=False)
    recovery = codes.make("ana", recovers=True)
    bias = codes.make("bia", recovers=False)
    second = codes.make("ana", recovers=False)
    assert codes.take(first) is None
    assert codes.take(recovery) is not None
    assert codes.take(second) is None  # it may be a thief's
    assert codes.take(bias) is not None


async def test_a_player_has_one_name_on_all_machines_also_after_a_restart() -> None:
    house = House()
    ana, token = await house.sessions.open("Ana", "")
    opened = await house.sessions.open_another(ana.id, alone=False)
    assert opened is not None
    again, other = opened
    assert (again.id, again.name) == (ana.id, "Ana")
    assert other != token
    assert (await house.sessions.open("Anna", other))[0].name == "Anna"
    await house.sessions.sat_down(ana.id)
    after = house.opened()
    await after.load()
    for sessions in (house.sessions, after):
        for each in (token, other):
            await sessions.learn(each)
            found = sessions.find(each)
            assert found is not None
            assert (found.id, found.name, found.sat) == (ana.id, "Anna", True)
    assert (await house.sessions.open("Ana", ""))[0].name == "Ana"  # the old name is free
    house.clock.advance(91 * DAY)
    await house.opened().load()
    assert (await house.store.players()).found == []


async def test_no_code_and_no_machine_voids_an_older_token() -> None:
    house = House()
    ana, first = await house.sessions.open("Ana", "")
    tokens = [first]
    while len(tokens) < MOST_MACHINES:
        opened = await house.sessions.open_another(ana.id, alone=False)
        assert opened is not None
        tokens.append(opened[1])
    with pytest.raises(Refused, match="cardtui account devices") as refused:
        await house.sessions.open_another(ana.id, alone=False)
    assert refused.value.reason is Reason.LIMIT
    after = house.opened()  # the order is kept, though all came in the same moment
    await after.load()
    for sessions in (house.sessions, after):
        devices = await sessions.devices(ana.id)
        assert devices == [sessions.find(token) for token in tokens]
    for by, device in [(7, 0), (7, 7), (0, 0), (3, 2), (3, 3)]:
        with pytest.raises(Refused) as refused:
            await after.end_device(devices[by].token_hash, device_id(devices[device]))
        assert refused.value.reason is Reason.NOT_ALLOWED
    ended = await after.end_device(devices[3].token_hash, device_id(devices[5]))
    assert ended == devices[5]
    assert after.find(tokens[5]) is None
    assert len((await house.store.players()).found) == MOST_MACHINES - 1
    for by, name in ((5, 7), (0, 5)):  # an ended one ends nobody, nor is it ended twice
        with pytest.raises(Refused):
            await after.end_device(devices[by].token_hash, device_id(devices[name]))
    assert await after.open_another(ana.id, alone=False) is not None
    assert await after.open_another("nobody", alone=False) is None


async def test_a_thief_of_a_token_who_does_all_that_can_be_done_shuts_nobody_out() -> None:
    for stolen in (0, 1):  # a copy of the owner's only token, and of a later one
        house = House()
        ana, first = await house.sessions.open("Ana", "")
        tokens = [first]
        if stolen:
            opened = await house.sessions.open_another(ana.id, alone=False)
            assert opened is not None
            tokens.append(opened[1])
        thieves = [tokens[stolen]]
        for _ in range(20):
            with suppress(Refused):
                opened = await house.sessions.open_another(ana.id, alone=False)
                assert opened is not None
                thieves.append(opened[1])
        for token in thieves:
            for device in await house.sessions.devices(ana.id):
                thief = house.sessions.find(token)
                if thief is not None and device.token_hash != thief.token_hash:
                    with suppress(Refused):
                        await house.sessions.end_device(thief.token_hash, device_id(device))
        assert all(house.sessions.find(token) is not None for token in tokens)
        own = house.sessions.find(tokens[-1])
        assert own is not None
        for device in await house.sessions.devices(ana.id):
            with suppress(Refused):
                await house.sessions.end_device(own.token_hash, device_id(device))
        assert [each.token_hash for each in await house.sessions.devices(ana.id)] == [
            each.token_hash for each in map(house.sessions.find, tokens) if each is not None
        ]


async def test_recovery_voids_every_other_token_also_on_the_disk() -> None:
    house = House()
    ana, lost = await house.sessions.open("Ana", "")
    _, bias = await house.sessions.open("Bia", "")
    house.store.full = True
    with pytest.raises(Refused):
        await house.sessions.open_another(ana.id, alone=True)
    assert house.sessions.find(lost) is not None
    house.store.full = False
    # The finder of the lost token renames the player at the same moment.
    house.clock.advance(DAY)
    opened, _thief = await asyncio.gather(
        house.sessions.open_another(ana.id, alone=True),
        house.sessions.open("Eva", lost),
        return_exceptions=True,
    )
    assert isinstance(opened, tuple)
    after = house.opened()
    await after.load()
    for sessions in (house.sessions, after):
        for each in (lost, opened[1], bias):
            await sessions.learn(each)
        assert sessions.find(lost) is None
        assert sessions.find(opened[1]) is not None
        assert sessions.find(bias) is not None


async def test_a_player_is_found_by_name_and_the_owner_comes_before_who_let_it_lapse() -> None:
    house = House()
    ana, token = await house.sessions.open("Ana", "")
    assert (await house.sessions.names.owner(" ANA ")).id == ana.id
    with pytest.raises(Refused) as refused:
        await house.sessions.names.owner("Eva")
    assert refused.value.reason is Reason.UNKNOWN_PLAYER
    house.clock.advance(DAY + 1)
    other, _ = await house.sessions.open("Ana", "")
    assert other.name == "Ana"
    assert (await house.sessions.names.owner("Ana")).id == other.id
    await house.sessions.open("", token)
    with pytest.raises(Refused, match="Several"):
        await house.sessions.names.owner("Ana")


async def create_code(caller: Caller) -> session_service_pb2.CreateAccountCodeResponse:
    request = session_service_pb2.CreateAccountCodeRequest()
    made: session_service_pb2.CreateAccountCodeResponse = await caller.call(
        caller.sessions.CreateAccountCode, request
    )
    return made


async def use_code(caller: Caller, code: str) -> session_service_pb2.UseAccountCodeResponse:
    request = session_service_pb2.UseAccountCodeRequest(code=code)
    used: session_service_pb2.UseAccountCodeResponse = await caller.sessions.UseAccountCode(
        request, timeout=BOUND
    )
    caller.token, caller.name = used.token, used.name
    return used


async def recover(caller: Caller, name: str) -> str:
    request = session_service_pb2.RecoverAccountRequest(name=name)
    return str((await caller.call(caller.sessions.RecoverAccount, request)).code)


async def refused(work: object) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await work  # type: ignore[misc] # an awaitable
    return reason(error.value)


@pytest.mark.slow
async def test_a_code_brings_the_seat_to_another_machine_and_a_recovery_takes_it_back(
    tmp_path: Path,
) -> None:
    async with running(replace(SWIFT, data=tmp_path)) as server:
        laptop, desk, new, operator = (Caller(server.address) for _ in range(4))
        await laptop.open("Ana")
        table = await laptop.create(seat=0)
        made = await create_code(laptop)
        assert (made.name, made.seconds) == ("Ana", CODE_SECONDS)
        used = await use_code(desk, made.code)
        assert (used.name, list(used.tables)) == ("Ana", [table.id])
        assert desk.token != laptop.token
        assert await refused(use_code(new, made.code)) == "BAD_CODE"
        await desk.ready(table.id)
        await laptop.ready(table.id)
        # Nobody but the operator recovers anybody.
        assert await refused(recover(laptop, "Ana")) == "NOT_ALLOWED"
        assert await refused(recover(operator, "Ana")) == "BAD_TOKEN"
        found = operator_file.read(tmp_path)
        assert found is not None
        operator.token = found.token
        assert await refused(recover(operator, "Eva")) == "UNKNOWN_PLAYER"
        assert await refused(create_code(operator)) == "BAD_TOKEN"
        code = await recover(operator, "ana")
        await desk.ready(table.id)  # nothing has changed until it is used
        pending = await create_code(laptop)
        playing = laptop.tables.Play(metadata=laptop.metadata)
        join = table_service_pb2.PlayJoin(table=table.id)
        await playing.write(table_service_pb2.PlayRequest(join=join))
        await playing.read()
        watching = desk.lobby.WatchTables(
            lobby_service_pb2.WatchTablesRequest(), metadata=desk.metadata
        )
        await watching.read()
        assert list((await use_code(new, code)).tables) == [table.id]
        for stream in (playing, watching):

            async def to_its_end(stream: object = stream) -> None:
                while await asyncio.wait_for(stream.read(), BOUND) is not grpc.aio.EOF:  # type: ignore[attr-defined] # a call
                    pass

            assert await refused(to_its_end()) == "BAD_TOKEN"
        for thief in (laptop, desk):
            assert await refused(thief.ready(table.id)) == "BAD_TOKEN"
        assert await refused(use_code(Caller(server.address), pending.code)) == "BAD_CODE"
        await new.ready(table.id)
    async with running(replace(SWIFT, data=tmp_path)) as server:
        again, thief = Caller(server.address), Caller(server.address)
        assert await again.open("Ana", new.token) == [table.id]
        assert await thief.open("Ana", laptop.token) == []
        assert thief.name == "Ana 2"


async def test_codes_are_neither_tried_nor_made_as_often_as_one_likes() -> None:
    async with running(replace(SWIFT, limits=Limits())) as server:
        ana = await Caller.of(server.address, "Ana")
        codes = [(await create_code(ana)).code for _ in range(5)]
        assert await refused(create_code(ana)) == "LIMIT"
        for code in codes[:-1]:
            assert await refused(use_code(Caller(server.address), code)) == "BAD_CODE"
        guesser = Caller(server.address)
        for n in range(6):
            told = await refused(use_code(guesser, f"{n:010}"))
            assert told == ("BAD_CODE" if n < 5 else "LIMIT")
        await use_code(guesser, codes[-1])  # nobody finds one by trying


async def test_the_machines_of_a_player_are_listed_and_ended_one_by_one() -> None:
    async with running(SWIFT) as server:
        laptop, desk, thief, stranger = (Caller(server.address) for _ in range(4))
        await laptop.open("Ana")
        await stranger.open("Eva")
        for each in (desk, thief):
            await use_code(each, (await create_code(laptop)).code)

        async def devices(caller: Caller) -> list[session_service_pb2.Device]:
            request = session_service_pb2.ListDevicesRequest()
            return list((await caller.call(caller.sessions.ListDevices, request)).devices)

        async def end(caller: Caller, device: session_service_pb2.Device) -> None:
            request = session_service_pb2.EndDeviceRequest(id=device.id)
            await caller.call(caller.sessions.EndDevice, request)

        found = await devices(desk)
        assert [each.this for each in found] == [False, True, False]
        assert [each.can_end for each in found] == [False, False, True]
        assert len(await devices(stranger)) == 1
        assert await refused(end(thief, found[0])) == "NOT_ALLOWED"
        assert await refused(end(stranger, found[2])) == "BAD_REQUEST"
        streams = [
            each.lobby.WatchTables(lobby_service_pb2.WatchTablesRequest(), metadata=each.metadata)
            for each in (desk, thief)
        ]
        for stream in streams:
            await stream.read()
        pending = await create_code(thief)
        await end(desk, found[2])

        async def to_its_end() -> None:
            while await asyncio.wait_for(streams[1].read(), BOUND) is not grpc.aio.EOF:
                pass

        assert await refused(to_its_end()) == "BAD_TOKEN"
        assert await refused(devices(thief)) == "BAD_TOKEN"
        assert await refused(use_code(thief, pending.code)) == "BAD_CODE"
        assert len(await devices(desk)) == 2
        assert not streams[0].done()
        streams[0].cancel()
