"""The people of a club: reports with their talk, mutes, bans, answers, and what is kept of them."""

import asyncio
import json
import pickle
import threading
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from cardtui.v1 import club_service_pb2 as messages
from cardtui.v1 import (
    club_service_pb2_grpc,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tables_pb2,
)
from cardtui_server.app import RunningServer
from cardtui_server.club.book import Book, names, of_operator
from cardtui_server.club.entries import (
    Appealed,
    Entry,
    Lifted,
    Related,
    Relation,
    Reported,
    Restricted,
    Settled,
    Stamped,
)
from cardtui_server.limits import Limits
from cardtui_server.lobby.club import TALK_LINES, Club, Follower
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.names import DAY_MILLISECONDS
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.refusals import Refused
from cardtui_server.ports.bus import LocalBus
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.log_store import Damaged, club_log
from cardtui_server.ports.peers import Place
from cardtui_server.rpc import club_service
from cardtui_server.settings import Settings
from cardtui_server.store.data_folder import database_in
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.recovery.mend import mend
from cardtui_server.store.watched import broken_entry
from cardtui_server.wire.club import ClubJournal
from tests.support.calling import BOUND, SWIFT, Caller, refused_as, running
from tests.support.playing import House

HERE = replace(SWIFT, limits=replace(Limits.open(), loopback=True))
"""A server to which this machine’s address is the caller’s own."""


class Person(Caller):
    """Somebody of the club, or the person who runs the server."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.club = club_service_pb2_grpc.ClubServiceStub(self.channel)
        self.following: Any = None

    async def ask(self, method: str, **fields: Any) -> Any:
        request = getattr(messages, f"{method}Request")(**fields)
        return await self.call(getattr(self.club, method), request)

    async def say(self, table: str, text: str) -> None:
        await self.call(self.tables.Say, table_service_pb2.SayRequest(table=table, text=text))

    async def report(self, table: str, name: str, why: str = "Insults") -> None:
        await self.ask("ReportTalk", table=table, name=name, why=why)

    # --- what the operator does -------------------------------------------------------------

    async def restrict(self, who: str, why: str = "Insults.", **said: Any) -> list[Any]:
        return [*(await self.ask("Restrict", who=who, why=why, **said)).restrictions]

    async def held(self) -> list[Any]:
        return [*(await self.ask("ListRestrictions")).restrictions]

    async def reports(self) -> list[Any]:
        return [*(await self.ask("ListReports")).reports]

    async def settle(self) -> None:
        """Be done with the newest report."""
        await self.ask("ReadReport", number=(await self.reports())[0].number, settle=True)

    async def log(self) -> list[Any]:
        call = self.club.ReadClubLog(messages.ReadClubLogRequest(), metadata=self.metadata)
        return [json.loads(line) async for each in call for line in each.lines.splitlines()]

    async def erase(self, name: str) -> None:
        request = session_service_pb2.ErasePersonRequest(name=name)
        await self.call(self.sessions.ErasePerson, request)

    # --- what friends do --------------------------------------------------------------------

    def follow(self) -> None:
        request = messages.FollowPeopleRequest()
        self.following = self.club.FollowPeople(request, metadata=self.metadata)

    async def next(self) -> Any:
        async with asyncio.timeout(BOUND):
            return await self.following.read()

    async def people(self) -> dict[str, tuple[int, bool, bool]]:
        """Return the next people that are told: relation, whether mutual, whether here."""
        told = await self.next()
        return {each.name: (each.relation, each.mutual, each.here) for each in told.people}

    async def set(self, name: str, relation: int = messages.RELATION_FRIEND) -> Any:
        return (await self.ask("SetRelation", name=name, relation=relation)).person

    async def tell(self, name: str, text: str = "hello") -> None:
        await self.ask("TellFriend", name=name, text=text)


async def loaded(house: House, limits: Limits | None = None) -> Club:
    """Return a club with what its log says."""
    found = Club(house.env, ClubJournal(), limits or Limits())
    await found.load()
    return found


@asynccontextmanager
async def club(
    *names: str, settings: Settings = SWIFT, **env: Any
) -> AsyncGenerator[tuple[RunningServer, Person, list[Any]]]:
    """Run a server with its operator and these people."""
    async with running(settings, operator="operator", **env) as server:
        people = [await Person.of(server.address, name) for name in names]
        operator = Person(server.address)
        operator.token = "operator"
        try:
            yield server, operator, people
        finally:
            for each in (operator, *people):
                await each.close()


async def test_a_report_comes_with_fifty_lines_before_and_fifty_after_and_never_a_card() -> None:
    async with club("Ana", "Bia", "Caro") as (_, operator, (ana, bia, caro)):
        table = (await ana.create(game="truco-argentino", seats=2, seat=0)).id
        await bia.join(table)
        for number in range(TALK_LINES + 20):
            await ana.say(table, f"before {number}")
        await bia.say(table, "you fool")
        await ana.report(table, "bia", "She insults me.")
        for number in range(TALK_LINES + 20):
            await bia.say(table, f"after {number}")
        [found] = await operator.reports()
        assert (found.by, found.name, found.why) == ("Ana", "Bia", "She insults me.")
        told = await operator.ask("ReadReport", number=found.number)
        lines = [(each.text, each.after) for each in told.lines]
        early = [(f"before {number}", False) for number in range(21, TALK_LINES + 20)]
        late = [(f"after {number}", True) for number in range(TALK_LINES)]
        assert lines == [*early, ("you fool", False), *late]
        assert (await operator.ask("ReadReport", number=found.number, settle=True)).report.settled
        for caller in (ana, caro):  # nobody but the operator reads any of it
            with refused_as("NOT_ALLOWED"):
                await caller.reports()
        with refused_as("BAD_REQUEST"):
            await operator.ask("ReadReport", number=999)


@pytest.mark.parametrize(
    ("name", "why", "said"),
    [
        ("Bia", "Insults", "Bia has said nothing here lately: there is no talk to report."),
        ("Nobody", "Insults", "Nobody has said nothing here lately"),
        ("Ana", "Insults", "You cannot report yourself."),
        ("Caro", "", "Say why: those whom it concerns read it."),
    ],
)
async def test_a_report_without_talk_or_reason_is_refused(name: str, why: str, said: str) -> None:
    async with club("Ana", "Bia", "Caro") as (_, operator, (ana, bia, caro)):
        table = (await ana.create(game="cacho", seats=3, seat=0)).id
        await bia.join(table)
        await caro.join(table)
        await ana.say(table, "hello")
        await caro.say(table, "hello")
        with pytest.raises(grpc.aio.AioRpcError, match=said):
            await ana.report(table, name, why)
        assert not await operator.reports()


async def test_reports_of_one_person_are_bounded_and_one_is_made_once() -> None:
    async with club("Ana", "B", "C", "D", "E") as (_, operator, (ana, *others)):
        tables = [(await ana.create(game="cacho", seats=2, seat=0)).id for _ in others]
        for table, other in zip(tables, others, strict=True):
            await other.join(table)
            await other.say(table, "you fool")
        for table, name in zip(tables[:3], "BCD", strict=False):
            await ana.report(table, name)
        with pytest.raises(grpc.aio.AioRpcError, match="You have reported B at this table already"):
            await ana.report(tables[0], "B")
        with refused_as("LIMIT"):
            await ana.report(tables[3], "E")
        await operator.settle()
        await ana.report(tables[3], "E")


async def test_who_is_muted_says_nothing_anywhere_and_plays_on() -> None:
    async with club("Ana", "Bia") as (_, operator, (ana, bia)):
        table = (await ana.create(game="truco-argentino", seats=2, seat=0)).id
        await bia.join(table)
        [found] = await operator.restrict("bia", "No insults.", mute=True, hours=24)
        assert (found.who, found.mute, found.why) == ("Bia", True, "No insults.")
        with pytest.raises(grpc.aio.AioRpcError, match=r"You may not talk here until .* No"):
            await bia.say(table, "hello")
        await bia.ready(table)
        await ana.say(table, "hello")
        await operator.ask("Lift", who="BIA")
        await bia.say(table, "hello again")
        with refused_as("UNKNOWN_PLAYER"):
            await operator.ask("Lift", who="Bia")


async def test_a_ban_ends_streams_at_once_and_tells_why_until_when_and_how_to_answer() -> None:
    async with club("Ana", "Bia") as (server, operator, (ana, bia)):
        table = (await ana.create(game="truco-argentino", seats=2, seat=0)).id
        await bia.join(table)
        stream = bia.play(table)
        await stream.next()
        await operator.restrict("Bia", hours=2)
        with pytest.raises(grpc.aio.AioRpcError, match=r"banned from this server until .* UTC\."):
            await stream.rest()
        with refused_as("BANNED"):
            await bia.create(seat=0)
        again = Person(server.address)
        with pytest.raises(grpc.aio.AioRpcError, match="cardtui account appeal"):
            await again.open("Bia", token=bia.token)
        await bia.call(bia.sessions.GetServer, session_service_pb2.GetServerRequest())
        await bia.ask("Appeal", words="It was not me.")
        with pytest.raises(grpc.aio.AioRpcError, match="You have answered already"):
            await bia.ask("Appeal", words="It was not me.")
        assert [each.appeal for each in await operator.held()] == ["It was not me."]
        with pytest.raises(grpc.aio.AioRpcError, match="You are neither banned nor muted here"):
            await ana.ask("Appeal", words="It was not me.")
        await operator.ask("Lift", who="Bia")
        await again.open("Bia", token=bia.token)
        await again.close()


async def test_an_address_is_banned_only_if_nobody_else_is_there_or_the_operator_is_sure() -> None:
    async with club("Ana", "Bia", settings=HERE) as (server, operator, (ana, bia)):
        table = (await ana.create(game="truco-argentino", seats=2, seat=0)).id
        await bia.join(table)
        streams = [ana.play(table), bia.play(table)]
        for each in streams:
            await each.next()
        with pytest.raises(grpc.aio.AioRpcError, match="these are here, too: Ana, Bia"):
            await operator.restrict("127.0.0.1", hours=1)
        with pytest.raises(grpc.aio.AioRpcError, match=r"these are here, too: Ana\. To ban"):
            await operator.restrict("Bia", hours=1, also_address=True)
        found = await operator.restrict("Bia", hours=1, also_address=True, sure=True)
        assert sorted(each.who for each in found) == ["127.0.0.1", "Bia"]
        newcomer = Person(server.address)
        for caller in (ana, newcomer):
            with refused_as("BANNED"):
                await caller.open("Dora")
        # The operator is let in from wherever it is.
        await operator.ask("Lift", who="127.0.0.1")
        await newcomer.open("Dora")
        await newcomer.close()


async def test_an_address_that_was_banned_with_a_player_is_lifted_and_erased_with_them() -> None:
    async with club("Bia", settings=HERE) as (server, operator, (bia,)):
        stream = bia.play((await bia.create(game="cacho", seats=2, seat=0)).id)
        await stream.next()
        newcomer = Person(server.address)
        for _ in range(2):
            found = await operator.restrict("Bia", hours=1, also_address=True)
            assert sorted(each.who for each in found) == ["127.0.0.1", "Bia"]
            with refused_as("BANNED"):
                await newcomer.open("Dora")
            await operator.ask("Lift", who="bia")
            assert not await operator.held()
            await bia.open("Bia", token=bia.token)
            stream = bia.play((await bia.create(game="cacho", seats=2, seat=0)).id)
            await stream.next()
        await newcomer.open("Dora")
        await newcomer.close()
    book = Book()
    banned = ban(1, 0)._replace(address="10.0.0.7")
    book.take(Stamped(0, banned))
    assert [*book.on("", "10.0.0.7", 1)]
    assert not [*book.on("p1", "", 1)]
    assert names(Stamped(0, banned), "p1")


async def test_the_people_at_one_address_cannot_take_all_the_room_for_reports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(club_service, "_MOST_REPORTS_OF_ADDRESS", 2)
    for settings, allowed in ((HERE, 2), (SWIFT, 3)):
        async with club("Ana", "B", "C", "D", settings=settings) as (_, operator, (ana, *others)):
            table = (await ana.create(game="cacho", seats=2, seat=0)).id
            await ana.say(table, "you fool")
            for each in others[:allowed]:
                await each.report(table, "Ana")
            for each in others[allowed:]:
                with pytest.raises(grpc.aio.AioRpcError, match="From where you are, 2 reports"):
                    await each.report(table, "Ana")
                await operator.settle()
                await each.report(table, "Ana")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"who": "Nobody"}, "Nobody"),
        ({"who": "Ana", "why": " "}, "Say why"),
        ({"who": "Ana", "hours": -1}, "takes a number of hours"),
        ({"who": "Ana", "hours": float("nan")}, "takes a number of hours"),
        ({"who": "Ana", "hours": 1e9}, "takes a number of hours"),
        ({"who": "10.0.0.7", "mute": True}, "An address cannot be muted"),
        ({"who": "127.0.0.1"}, "is this machine itself"),
        ({"who": "::1"}, "is this machine itself"),
        ({"who": "Ana", "also_address": True}, "Nobody knows an address of Ana"),
    ],
)
async def test_what_is_no_ban_is_refused_with_a_sentence(said: dict[str, Any], why: str) -> None:
    async with club("Ana") as (_, operator, _people):
        with pytest.raises(grpc.aio.AioRpcError, match=why):
            await operator.restrict(**said)
        assert not await operator.held()


async def test_a_name_that_looks_like_theirs_is_not_theirs() -> None:
    async with club("Carla", "Bia") as (_, operator, (carla, bia)):
        table = (await carla.create(game="cacho", seats=2, seat=0)).id
        with pytest.raises(grpc.aio.AioRpcError):
            await operator.restrict("Сarla", hours=1)  # with a Cyrillic letter
        await carla.say(table, "hello")
        with refused_as("BAD_REQUEST"):
            await bia.report(table, "Carlá")


async def test_bans_and_reports_are_there_after_a_restart_and_the_log_tells_who_did_what(
    tmp_path: Path,
) -> None:
    settings = replace(SWIFT, data=tmp_path)
    async with club("Ana", "Bia", settings=settings) as (_, operator, (ana, bia)):
        table = (await ana.create(game="cacho", seats=2, seat=0)).id
        await ana.say(table, "you fool")
        await bia.report(table, "Ana")
        await operator.restrict("Ana", mute=True)
        await operator.restrict("Bia", hours=3)
    async with club(settings=settings) as (_, operator, _people):
        assert [(each.who, each.mute) for each in await operator.held()] == [
            ("Bia", False),
            ("Ana", True),
        ]
        found = await operator.ask("ReadReport", number=(await operator.reports())[0].number)
        assert [each.text for each in found.lines] == ["you fool"]
        kinds = [
            next(iter(each["entry"].keys() - {"timeMilliseconds"})) for each in await operator.log()
        ]
        assert kinds == ["reported", "restricted", "restricted"]


async def test_a_person_is_exported_and_erased_with_reports_and_bans(tmp_path: Path) -> None:
    async with club("Herring", "Bia", settings=replace(SWIFT, data=tmp_path)) as (
        _,
        operator,
        (herring, bia),
    ):
        table = (await herring.create(game="cacho", seats=2, seat=0)).id
        await herring.say(table, "you fool")
        await bia.report(table, "Herring")
        await operator.restrict("Herring", hours=1)
        await herring.ask("Appeal", words="It was not me.")
        await operator.ask("Lift", who="Herring")
        await herring.set("Bia")
        await bia.set("Herring", IGNORED)
        await operator.restrict("Bia", mute=True)
        request = session_service_pb2.ExportPersonRequest(name="Herring")
        call = operator.sessions.ExportPerson(request, metadata=operator.metadata)
        lines = [json.loads(line) async for each in call for line in each.lines.splitlines()]
        told = [each["entry"] for each in lines if each["kind"] == "club"]
        assert [next(iter(each.keys() - {"timeMilliseconds"})) for each in told] == [
            "reported",
            "restricted",
            "appealed",
            "lifted",
            "related",
        ]
        assert told[0]["reported"].keys() == {"table", "tableName", "at", "other", "otherName"}
        assert told[2]["appealed"]["words"] == "It was not me."
        assert told[4]["related"]["relation"] == FRIEND  # not that Bia ignores Herring
        assert not any("related" in each["entry"] for each in await operator.log())

        close = lobby_service_pb2.CloseTableRequest(table=table)
        await operator.call(operator.lobby.CloseTable, close)
        await operator.erase("Herring")
        assert not await operator.reports()
        assert [each.who for each in await operator.held()] == ["Bia"]
        assert "erring" not in json.dumps(await operator.log())
        with refused_as("NOT_ALLOWED"):
            await bia.say((await bia.create(game="cacho", seats=2, seat=0)).id, "hello")


# --- what is kept, and how long ------------------------------------------------------------


def ban(number: int, until: int) -> Restricted:
    return Restricted(mute=False, player=f"p{number}", player_name=f"P{number}", address="",
                      until=until, why="Insults")  # fmt: skip


async def test_what_is_old_is_erased_and_what_holds_stays() -> None:
    house = House()
    limits = Limits(talk_days=2, record_days=5)
    held = await loaded(house, limits)
    now = held.now()
    told = Reported("t", "Mesa", 3, "a", "Ana", "b", "Bia", "Insults")
    bans: list[Entry] = [
        ban(1, now + DAY_MILLISECONDS),
        ban(2, 0),
        Appealed(2, "not me"),
        ban(3, 0),
    ]
    await held.add(lambda _: [told, *bans])
    await held.add(lambda _: [Lifted(5)])
    for days, reports, kept in (
        (1, 1, {2, 3, 5}),
        (2.5, 0, {2, 3, 5}),
        (2, 0, {2, 3}),
        (1, 0, {3}),
    ):
        await house.passes(days * DAY_MILLISECONDS / 1000)
        await held.tidy()
        assert (len(held.book.reports), {*held.book.restrictions}) == (reports, kept)
        again = await loaded(house, limits)
        assert again.book == held.book
    rows = [row for part in (1, 2, 3) for row in await house.store.read(club_log(part))]
    assert not any(name in row for row in rows for name in (b"Mesa", b"P1", b"P3", b"not me"))


async def test_two_servers_of_a_store_write_one_log_and_each_knows_what_the_other_wrote() -> None:
    store = MemoryStore()
    houses = [House(store=store), House(store=store)]
    clubs = [await loaded(each) for each in houses]
    for number in range(6):
        await clubs[number % 2].add(lambda _, number=number: [ban(number, 0)])  # type: ignore[misc]
    await clubs[0].look()
    assert clubs[0].ban("p5", "") is not None
    await clubs[1].erase("p3")
    await clubs[0].look()
    assert clubs[0].book == clubs[1].book
    assert clubs[0].ban("p3", "") is None
    await clubs[1].erase("p4")  # the open part holds nothing that could go
    await clubs[0].look()
    assert clubs[0].ban("p4", "") is None
    assert clubs[0].book == clubs[1].book
    await clubs[0].add(lambda _: [ban(9, 0)])
    await clubs[1].erase("p9")  # which it has not read yet
    await clubs[0].look()
    assert clubs[0].ban("p9", "") is clubs[1].ban("p9", "") is None
    await clubs[0].add(lambda _: [ban(8, clubs[0].now() + 1)])
    await houses[1].passes(5000 * DAY_MILLISECONDS / 1000)
    await clubs[1].tidy()


async def test_two_servers_that_erase_at_one_moment_write_nothing_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    clubs = [await loaded(House(store=store)) for _ in range(2)]
    await clubs[0].add(lambda _: [ban(1, 0), ban(2, 0), ban(3, 0)])
    redact = store.redact

    async def after_the_other(log: str, rows: Sequence[bytes], **more: Any) -> None:
        monkeypatch.setattr(store, "redact", redact)
        await clubs[1].erase("p2")
        await redact(log, rows, **more)

    monkeypatch.setattr(store, "redact", after_the_other)
    await clubs[0].erase("p1")
    for each in clubs:
        await each.look()
        assert [*each.book.restrictions] == [3]
    assert clubs[0].book == clubs[1].book
    rows = b"".join([row for part in (1, 2, 3) for row in await store.read(club_log(part))])
    assert (b"P1" in rows, b"P2" in rows, b"P3" in rows) == (False, False, True)


async def test_a_ban_that_another_server_wrote_with_an_erasure_ends_streams() -> None:
    store = MemoryStore()
    houses = [House(store=store), House(store=store)]
    clubs = [await loaded(each) for each in houses]
    await clubs[1].add(lambda _: [ban(1, 0), ban(2, 0)])
    await clubs[0].look()
    seen = list[bool]()
    clubs[0].changed = lambda: seen.append(clubs[0].ban("p9", "") is not None)
    follower = Follower("p9")
    clubs[0].followers.add(follower)
    await clubs[1].erase("p1")
    await clubs[1].add(lambda _: [ban(9, 0)])
    await clubs[0].look()
    assert seen[-1]
    async with asyncio.timeout(BOUND):
        assert await follower.take() == []


async def test_only_bans_have_streams_looked_at() -> None:
    house = House()
    held = await loaded(house)
    looked = list[int]()
    held.changed = lambda: looked.append(held.book.entries)
    await held.add(lambda _: [Related("a", "b", Relation.FRIEND)])
    await held.add(lambda _: [Settled(1), Appealed(1, "no")])
    assert not looked
    await held.add(lambda _: [ban(1, 0)])
    await held.add(lambda _: [Lifted(4)])
    assert looked == [4, 5]


async def test_a_long_log_is_read_and_written_where_no_table_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, threads = threading.get_ident(), list[int]()
    honest = ClubJournal.read

    def read(self: ClubJournal, row: bytes) -> Stamped:
        threads.append(threading.get_ident())
        return honest(self, row)

    house = House()
    held = await loaded(house, Limits(talk_days=1))
    told = Reported("t", "Mesa", 3, "a", "Ana", "b", "Bia", "Insults")
    await held.add(lambda _: [told] * 600)
    monkeypatch.setattr(ClubJournal, "read", read)
    await loaded(house)
    assert [line async for line in held.lines(of_operator)]
    await house.passes(2 * DAY_MILLISECONDS / 1000)
    await held.tidy()
    assert not held.book.reports
    assert len(threads) >= 1800
    assert threads.count(loop) < 10
    threads.clear()
    await loaded(house)
    assert len(threads) == 602  # each entry once, with the end of the part and what follows it


def files_in(folder: Path) -> set[Path]:
    return {*folder.iterdir()}


async def test_what_stands_before_the_damage_holds_and_nothing_is_added(
    tmp_path: Path,
) -> None:
    settings = replace(SWIFT, data=tmp_path)
    async with club("Ana", "Bia", settings=settings) as (_, operator, (ana, _bia)):
        await operator.restrict("Ana", hours=3)
        await operator.restrict("Bia", mute=True)
        token = ana.token
    before = files_in(tmp_path)
    assert broken_entry(database_in(tmp_path)) == 0
    assert files_in(tmp_path) == before
    import sqlite3

    with sqlite3.connect(database_in(tmp_path)) as database:
        damage = "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq = 2"
        database.execute(damage, (club_log(1),))
    database.close()
    assert broken_entry(database_in(tmp_path)) == 2
    async with club(settings=settings) as (server, operator, _people):
        assert broken_entry(database_in(tmp_path)) == 2
        assert [each.who for each in await operator.held()] == ["Ana"]
        with pytest.raises(grpc.aio.AioRpcError, match="cardtui recover"):
            await operator.restrict("Bia", hours=3)
        again = Person(server.address)
        with refused_as("BANNED"):
            await again.open("Ana", token=token)
        await again.close()


def test_what_is_sound_is_known_to_a_worker_as_well() -> None:
    error = Damaged("Entry {number} is damaged.", number=2)
    error.sound = [b"one"]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.sound) == ("Entry 2 is damaged.", [b"one"])


async def test_a_log_that_could_not_be_read_is_tried_again() -> None:
    house = House()
    held = await loaded(house)
    await held.add(lambda _: [ban(1, 0), ban(2, 0)])
    store = house.store
    assert isinstance(store, MemoryStore)
    log = store._rows[club_log(1)]
    whole, log[1] = log[1], b"\xff"
    again = await loaded(house)
    assert vars(again)["damaged"]
    assert again.ban("p1", "")
    assert not again.ban("p2", "")
    log[1] = whole
    await house.passes(61)
    assert again.ban("p2", "")
    assert not again.damaged
    again.stop()


def test_too_many_reports_wait_for_nobody() -> None:
    book = Book()
    told = Reported("t", "Mesa", 3, "a", "Ana", "b", "Bia", "Insults")
    for number in range(200):
        book.take(Stamped(0, book.check_report(told._replace(player=f"p{number}"))))
    with pytest.raises(Refused, match="none is taken now"):
        book.check_report(told)


# --- friends -------------------------------------------------------------------------------


async def friends(*people: Person) -> None:
    """Have people name each other friends, and follow."""
    for one in people:
        for other in people:
            if other is not one:
                await one.set(other.name)
    for one in people:
        one.follow()
        await one.next()


FRIEND, IGNORED, ASKS = (
    messages.RELATION_FRIEND,
    messages.RELATION_IGNORED,
    messages.RELATION_ASKS,
)


async def test_a_private_line_goes_between_two_who_both_want_it_and_to_nobody_else() -> None:
    async with club("Ana", "Bia", "Caro") as (_, __, (ana, bia, caro)):
        bia.follow()
        assert await bia.people() == {}
        assert await bia.next() is grpc.aio.EOF  # nobody is known: the stream ends
        with pytest.raises(grpc.aio.AioRpcError, match="You have not named Bia a friend"):
            await ana.tell("Bia")
        assert not (await ana.set("bia")).mutual
        with pytest.raises(grpc.aio.AioRpcError, match="Bia has not named you a friend yet"):
            await ana.tell("Bia")
        bia.follow()
        assert await bia.people() == {"Ana": (ASKS, False, False)}
        assert (await bia.set("Ana")).mutual
        assert await bia.people() == {"Ana": (FRIEND, True, False)}
        with pytest.raises(grpc.aio.AioRpcError, match="Ana is not here now"):
            await bia.tell("Ana")
        ana.follow()
        assert await ana.people() == {"Bia": (FRIEND, True, True)}
        assert await bia.people() == {"Ana": (FRIEND, True, True)}
        await caro.set("Bia")
        caro.follow()
        await caro.next()
        await bia.tell("ana", "hello you")
        told = await ana.next()
        assert (told.name, told.text) == ("Bia", "hello you")
        with pytest.raises(grpc.aio.AioRpcError):
            await caro.tell("Bia", "let me in")
        ana.following.cancel()
        now = await bia.people()
        while now["Ana"] != (FRIEND, True, False):
            now = await bia.people()
        assert now["Caro"][0] == ASKS


async def test_two_at_two_servers_see_each_other_and_write_to_each_other_but_not_at_one_match() -> (
    None
):
    store, bus = MemoryStore(), LocalBus()

    def cluster(name: str) -> Cluster:
        return Cluster(Place(name, f"{name}:1"), bus, SystemClock())

    async with (
        club("Ana", store=store, cluster=cluster("one")) as (_, __, (ana,)),
        club("Bia", store=store, cluster=cluster("two")) as (second, __, (bia,)),
    ):
        await ana.set("Bia")
        await bia.set("Ana")
        ana.follow()
        while not (await ana.people())["Bia"][1]:
            pass
        with pytest.raises(grpc.aio.AioRpcError, match="Bia is not here now"):
            await ana.tell("Bia")
        bia.follow()
        assert (await ana.people())["Bia"][2]
        while not (await bia.people())["Ana"][2]:
            pass
        await ana.tell("Bia", "hello you")
        told = await bia.next()
        assert (told.name, told.text) == ("Ana", "hello you")
        table = (await bia.create(game="truco-argentino", seats=2, seat=0)).id
        here = Person(second.address)
        here.token = ana.token
        await here.join(table)
        streams = [here.play(table), bia.play(table)]
        for each in streams:
            await each.next()
        await here.ready(table)
        await bia.ready(table)
        with pytest.raises(grpc.aio.AioRpcError, match="are at one match"):
            await bia.tell("Ana")
        async with asyncio.timeout(BOUND):
            while True:  # until the first server has heard of the match
                try:
                    await ana.tell("Bia", "psst")
                except grpc.aio.AioRpcError as error:
                    assert "are at one match" in str(error.details())
                    break
        bia.following.cancel()
        while (await ana.people())["Bia"][2]:
            pass
        await here.close()


async def test_who_is_ignored_asks_and_writes_in_vain() -> None:
    async with club("Ana", "Bia") as (_, __, (ana, bia)):
        await friends(ana, bia)
        await bia.set("Ana", IGNORED)
        assert await bia.people() == {"Ana": (IGNORED, False, False)}
        with refused_as("NOT_ALLOWED"):
            await ana.tell("Bia")
        await ana.set("Bia", messages.RELATION_UNSPECIFIED)
        await ana.set("Bia")
        bia.follow()
        assert await bia.people() == {"Ana": (IGNORED, False, False)}


async def test_a_name_means_one_of_your_own_then_its_owner_and_last_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with club("Ana", "Bia", "Caro") as (_, __, (ana, bia, _caro)):
        bia_id = (await ana.set("Bia")).player
        await ana.set("Bia", messages.RELATION_UNSPECIFIED)
        await bia.set("Ana")

        async def names_of(_self: Sessions, players: Iterable[str]) -> dict[str, str]:
            return dict.fromkeys(players, "Caro")  # as Bia was called once

        monkeypatch.setattr(Sessions, "names_of", names_of)
        assert (await ana.set("Caro")).player != bia_id
        await ana.set("Caro", messages.RELATION_UNSPECIFIED)
        await ana.set("Bia")
        assert (await ana.set("Caro", IGNORED)).player == bia_id


async def test_who_is_known_is_looked_up_once_for_each_push_and_those_who_come_go_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = list[str]()
    honest = Book.known_to

    def known_to(self: Book, player: str) -> dict[str, Relation]:
        looked.append(player)
        return honest(self, player)

    async with club("Ana", "Bia", "Caro", "Dora") as (_, __, (ana, *others)):
        await friends(ana, *others)
        me = (await others[0].set("Ana")).player
        while not all(here for _, _, here in (await ana.people()).values()):
            pass
        monkeypatch.setattr(Book, "known_to", known_to)
        for each in others:
            each.following.cancel()
        while any(here for _, _, here in (await ana.people()).values()):
            pass
        assert 1 <= looked.count(me) <= 3  # once for each who has gone, at most


async def test_no_private_line_goes_between_two_at_one_match() -> None:
    async with club("Ana", "Bia") as (server, __, (ana, bia)):
        await friends(ana, bia)
        table = (await ana.create(game="truco-argentino", seats=2, seat=0)).id
        await bia.join(table)
        await ana.tell("Bia", "before")
        await ana.ready(table)
        await bia.ready(table)
        for each, name in ((ana, "Bia"), (bia, "Ana")):
            with pytest.raises(grpc.aio.AioRpcError, match="are at one match"):
                await each.tell(name)
            watched = await Person.of(server.address, "Dora")
        await friends(ana, watched)
        stream = watched.watch(table)
        await stream.next()
        with pytest.raises(grpc.aio.AioRpcError, match="are at one match"):
            await watched.tell("Ana")
        await watched.close()


@pytest.mark.parametrize(
    ("name", "relation", "why"),
    [
        ("Ana", FRIEND, "That is you"),
        ("Nobody", FRIEND, "Nobody"),
        ("Bia", ASKS, "a friend, or ignored, or neither"),
        ("Bia", 77, "a friend, or ignored, or neither"),
    ],
)
async def test_what_nobody_can_be_is_refused(name: str, relation: int, why: str) -> None:
    async with club("Ana", "Bia") as (_, __, (ana, _bia)):
        with pytest.raises(grpc.aio.AioRpcError, match=why):
            await ana.set(name, relation)


async def test_friends_are_there_after_a_restart_and_go_with_the_person(tmp_path: Path) -> None:
    settings = replace(SWIFT, data=tmp_path)
    async with club("Ana", "Bia", settings=settings) as (_, __, (ana, bia)):
        await friends(ana, bia)
        token = ana.token
    async with club(settings=settings) as (server, operator, _people):
        again = Person(server.address)
        await again.open("Ana", token=token)
        again.follow()
        assert await again.people() == {"Bia": (FRIEND, True, False)}
        await operator.erase("Bia")
        again.follow()
        assert await again.people() == {}
        await again.close()


def related(book: Book, player: str, other: str, relation: Relation, now: int) -> int:
    """Have a player say what another one is; return how many entries that takes."""
    written = book.relate(player, other, relation, now)
    for each in written:
        book.take(Stamped(now, each))
    return len(written)


def test_lists_are_bounded_and_what_has_changed_since_goes() -> None:
    book, days = Book(), (number * DAY_MILLISECONDS // 100 for number in count())
    for number in range(200):
        related(book, "ana", f"p{number}", Relation.FRIEND, next(days))
    with pytest.raises(Refused, match="You know 200 people"):
        related(book, "ana", "bia", Relation.IGNORED, next(days))
    related(book, "ana", "p7", Relation.IGNORED, next(days))
    for number in range(300):
        related(book, f"x{number}", "caro", Relation.FRIEND, next(days))
    assert len(book.known_to("caro")) == 200
    assert not book.outdated(0, 1e9, 1e9)
    for _ in range(600):
        related(book, "dora", "ana", Relation.FRIEND, next(days))
        related(book, "dora", "ana", Relation.NONE, next(days))
    assert len(book.outdated(0, 1e9, 1e9)) == 1201
    assert "dora" not in book.people


def test_who_is_a_friend_changes_so_often_in_a_day_and_nothing_is_written_for_no_change() -> None:
    book = Book()
    for relation, written in ((Relation.NONE, 0), (Relation.FRIEND, 1), (Relation.FRIEND, 0)):
        assert related(book, "ana", "bia", relation, 0) == written
    for number in range(199):
        assert related(book, "ana", "bia", Relation(number % 2), 0)
    with pytest.raises(Refused, match="200 times today"):
        related(book, "ana", "bia", Relation.IGNORED, DAY_MILLISECONDS - 1)
    assert related(book, "caro", "bia", Relation.FRIEND, DAY_MILLISECONDS - 1)
    assert related(book, "ana", "bia", Relation.IGNORED, DAY_MILLISECONDS)


async def test_a_database_that_is_mended_keeps_bans_in_all_parts(tmp_path: Path) -> None:
    settings = replace(SWIFT, data=tmp_path)
    async with club("Ana", "Bia", settings=settings) as (_, operator, (ana, _bia)):
        await operator.restrict("Ana", hours=3)
        await operator.restrict("Bia", mute=True)
        await operator.erase("Ana")
        await ana.open("Caro")
        await operator.restrict("Caro", hours=3)
    path = database_in(tmp_path)
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])  # its first page
    mended = await mend(path)
    assert mended.backup is not None
    assert {each.table for each in mended.tables} >= {club_log(1), club_log(2)}
    async with club(settings=settings) as (_, operator, _people):
        assert [each.who for each in await operator.held()] == ["Caro", "Bia"]
        await operator.ask("Lift", who="Bia")


async def test_a_late_spectator_learns_nothing_from_a_private_line_that_is_refused() -> None:
    async with club("Ana", "Bia", "Dora") as (_, __, (ana, bia, dora)):
        await friends(ana, bia, dora)
        watching = tables_pb2.Spectators(delay_milliseconds=600_000)
        table = (await ana.create(game="truco-argentino", seats=2, seat=0, watching=watching)).id
        await bia.join(table)
        stream = dora.watch(table)
        await stream.next()
        await ana.ready(table)
        await bia.ready(table)
        await dora.tell("Ana", "nothing has begun that I may know of")
        with pytest.raises(grpc.aio.AioRpcError, match="are at one match"):
            await ana.tell("Dora")
