"""What is kept of matches that are over, and how long; and of one person in tournaments."""

import asyncio
import json
import random
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardtui.store.v1 import log_pb2
from cardtui.v1 import lobby_service_pb2
from cardtui_server.app import RunningServer
from cardtui_server.limits import UNLIMITED, Limits
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.names import DAY_MILLISECONDS
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.personal_data import PersonalData
from cardtui_server.lobby.retention import Retention
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Close, Say, Sit
from cardtui_server.ports.bus import LocalBus
from cardtui_server.ports.log_store import Behind, NoRoom, Player
from cardtui_server.settings import Reload
from cardtui_server.store.data_folder import database_in
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from cardtui_server.tournament import commands
from cardtui_server.wire.tournaments import TournamentJournal
from tests.support.calling import BOUND, SWIFT, Caller, running
from tests.support.clubs import Club
from tests.support.playing import House, brief, play, quiet

DAYS = DAY_MILLISECONDS / 1000
SAID = "the herring flies at dawn"


def retention(house: House, **limits: float) -> Retention:
    return Retention(
        house.env,
        TournamentJournal(),
        Limits(**limits),  # type: ignore[arg-type] # by name
        forget=house.lobby.records.forget_table,
        tell_full=lambda full: setattr(house.lobby, "full", full),
    )


async def closed(house: House) -> Table:
    """Play a match in which something is said, and close the table."""
    table = await house.table("cacho", options=brief("cacho"))
    await table.ask(Say("p0", "P0", SAID))
    await play(table, random.Random(1))
    await table.ask(Close("p0"))
    await quiet()
    return table


async def kept(house: House, table: Table) -> str:
    """Return what is left of a table: its log, with or without talk, or nothing."""
    rows = await house.store.read(table.id)
    if not rows:
        return ""
    return "talk" if any(SAID.encode() in row for row in rows) else "log"


async def becomes(house: House, table: Table, left: str) -> None:
    """Wait until that is left of a table, which a thread may have to change."""
    async with asyncio.timeout(BOUND):
        while await kept(house, table) != left:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
    await quiet()


async def test_talk_records_and_results_go_by_age_and_nothing_before() -> None:
    house = House()
    old = await closed(house)
    record = await house.lobby.records.text(old.id, 1, "p0")
    looks = retention(house, talk_days=2, record_days=5, result_days=9)
    for days, left, results in ((1, "talk", 1), (2, "log", 1), (3, "", 1), (4, "", 0)):
        await house.passes(days * DAYS - 60)
        new = await closed(house)
        open_ = await house.table("cacho")
        for _ in range(2):  # once more does no harm
            await looks.sweep()
        assert await kept(house, old) == left
        assert await kept(house, new) == "talk"
        assert await house.store.read(open_.id)
        assert len(await house.store.results_of("p0")) > results
        found = [each for each in await house.store.results_of("p0") if each.table == old.id]
        assert len(found) == results
        if left == "log":
            house.lobby.records.forget_table(old.id)
            assert await house.lobby.records.text(old.id, 1, "p0") == record, (
                "it is as good as ever"
            )
        if not left:
            with pytest.raises(Refused):
                await house.lobby.records.text(old.id, 1, "p0")


async def test_by_default_a_home_keeps_everything() -> None:
    house = House()
    old = await closed(house)
    await house.passes(40_000 * DAYS)
    await retention(house).sweep()
    assert await kept(house, old) == "talk"
    assert Limits().record_days == UNLIMITED > Limits.club().record_days > Limits.club().talk_days


async def test_where_more_is_kept_than_may_be_the_oldest_go_and_then_no_table_is_made(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    await store.open()
    house = House(store)
    empty = await store.size()
    oldest, middle, newest = [await closed(house) for _ in range(3)]
    size = await store.size()
    each = (size - empty) / 3
    await retention(house, database_mb=size / 1e6).sweep()
    assert await kept(house, oldest) == "talk", "there is room"
    await retention(house, database_mb=(size - each / 2) / 1e6).sweep()
    left = [await kept(house, table) for table in (oldest, middle, newest)]
    assert left == sorted(left), "the oldest go first"
    assert "" in left
    full = retention(house, database_mb=0.001)
    open_ = await house.table("cacho")
    await full.sweep()
    assert [await kept(house, table) for table in (oldest, middle, newest)] == [""] * 3
    assert await store.read(open_.id), "what is played stays"
    with pytest.raises(Refused, match="database_mb"):
        await house.lobby.create("p0", "P0", NewTable.of(game="cacho", seats=2))
    await retention(house).sweep()
    await house.table("cacho")
    await house.stop()
    await store.close()


async def test_a_damaged_log_is_left_to_the_operator(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    await store.open()
    house = House(store)
    good, bad = [await closed(house) for _ in range(2)]
    store._writer.connection.execute(
        "UPDATE entries SET body = x'00' WHERE table_id = ? AND seq > 1", (bad.id,)
    )
    await house.passes(30 * DAYS)
    await retention(house, record_days=20, talk_days=10).sweep()
    assert await kept(house, good) == ""
    assert await store.last(bad.id) == b"\0"
    await house.stop()
    await store.close()


async def test_a_log_of_a_game_that_is_not_installed_keeps_no_other() -> None:
    house = House()
    strange, other = [await closed(house) for _ in range(2)]
    of_another_game(house, strange)
    await house.passes(30 * DAYS)
    looks = retention(house, talk_days=2)
    await looks.sweep()
    assert (await kept(house, strange), await kept(house, other)) == ("talk", "log")
    looks._limits.record_days = 3
    await looks.sweep()
    assert not await house.store.tables()


def of_another_game(house: House, table: Table) -> None:
    """Have a log be of a game that is not installed any more."""
    assert isinstance(house.store, MemoryStore)
    rows = house.store._rows[table.id]
    first = log_pb2.Entry.FromString(rows[0])
    first.created.game = "escoba"
    rows[0] = first.SerializeToString()


async def test_what_cannot_be_changed_is_told_once_and_keeps_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    stuck, other = [await closed(house) for _ in range(2)]
    redact = house.store.redact

    async def refuses(table: str, rows: Sequence[bytes], **more: Any) -> None:
        if table == stuck.id:
            raise NoRoom("The log of table {table} is too long to be changed.", table=table)
        await redact(table, rows, **more)

    monkeypatch.setattr(house.store, "redact", refuses)
    await house.passes(30 * DAYS)
    for limits in ({"talk_days": 2.0}, {"record_days": 2.0}, {"database_mb": 1e-5}):
        looks = retention(house, result_days=5, **limits)
        for _ in range(2):
            await looks.sweep()
        assert looks._troubled == {stuck.id}
    assert (await kept(house, stuck), await kept(house, other)) == ("talk", "")
    assert not await house.store.results_of("p0")
    assert house.lobby.full


async def test_a_look_that_fails_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    old = await closed(house)
    await house.passes(9 * DAYS)
    looks = retention(house, record_days=1)
    with monkeypatch.context() as patch:
        failed = asyncio.Event()

        async def fails() -> dict[str, bool]:
            failed.set()
            raise RuntimeError("something that nobody thought of")

        patch.setattr(house.store, "tables", fails)
        looks.start()
        async with asyncio.timeout(BOUND):
            await failed.wait()
        await quiet()
    looks.look()
    await becomes(house, old, "")
    await looks.stop()


async def test_of_several_servers_one_looks() -> None:
    house = House()
    old = await closed(house)
    await house.passes(9 * DAYS)
    second = retention(house, record_days=1, result_days=1)
    second._is_first = lambda: False
    await second.sweep()
    assert await kept(house, old) == "talk"
    assert await house.store.results_of("p0")


async def test_a_server_looks_when_it_starts_every_hour_and_when_limits_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_server.lobby.retention._PAUSE_SECONDS", 0.0)
    house = House()
    old = await closed(house)
    looks = retention(house, record_days=1, talk_days=0.5)
    looks.start()
    for seconds, left in ((0, "talk"), (0.5 * DAYS + 3600, "log"), (DAYS, "")):
        await house.passes(seconds)
        await becomes(house, old, left)
    new = await closed(house)
    await house.passes(60)
    looks._limits.record_days = 0.0001
    looks.look()
    await becomes(house, new, "")
    await looks.stop()


async def test_a_server_that_is_told_to_keep_less_removes_it(tmp_path: Path) -> None:
    settings = replace(SWIFT, data=tmp_path)

    def logs() -> int:
        with closing(sqlite3.connect(database_in(tmp_path))) as connection:
            return int(connection.execute("SELECT count(*) FROM logs").fetchone()[0])

    async def gone() -> None:
        async with asyncio.timeout(BOUND):
            while logs():  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)

    async def make_and_close(server: RunningServer) -> None:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        await ana.call(ana.lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table))
        await ana.close()

    async with running(settings) as server:
        await make_and_close(server)
    assert logs() == 1
    briefly = replace(settings.limits, record_days=1e-9)
    async with running(replace(settings, limits=briefly)) as server:
        await gone()
    async with running(settings) as server:
        await make_and_close(server)
        server.reload(Reload(briefly, settings.rules, ""))
        await gone()


async def test_results_are_printed_with_the_own_seat_alone() -> None:
    house = House()
    table = await closed(house)
    env = house.env
    sessions = Sessions(env.store, env.dealer, set, env.outage, clock=env.clock)
    await env.store.save_players([Player(b"h", "p0", "Ana")])
    personal = PersonalData(env, TournamentJournal(), sessions, lambda _: None)
    lines = [json.loads(line) async for line in personal.lines("Ana")]
    (result,) = [each for each in lines if each["kind"] == "result"]
    assert (result["table"], result["match"], result["game"]) == (table.id, 1, "cacho")
    assert [each["player"] for each in result["seats"]] == ["p0"]
    acts = [each["entry"]["acted"] for each in lines if "acted" in each.get("entry", {})]
    assert acts
    assert {each.get("seat", 0) for each in acts} == {0}


async def test_of_a_cluster_one_server_looks_and_all_forget_who_is_erased() -> None:
    store, bus = MemoryStore(), LocalBus()
    houses = [House(store, 100 * each, bus=bus) for each in range(2)]
    both: list[Sessions] = []
    ended: list[tuple[str, bytes]] = []
    for house in houses:
        await house.lobby.load()
        assert isinstance(house.peers, Cluster)
        sessions = Sessions(
            store, house.dealer, set, house.env.outage, clock=house.clock, cluster=house.peers
        )
        await sessions.load()
        both.append(sessions)
    await quiet()
    assert sorted(house.lobby.cluster.is_first() for house in houses) == [False, True]
    one, two = both
    ana, token = await one.open("Ana", "")
    further = await one.open_another(ana.id, alone=False)
    assert further is not None
    await quiet()
    for each in (token, further[1]):
        await two.learn(each)
    assert two.find(token) == ana
    two.ended = lambda player, device: ended.append((player, device))
    await one.erase(ana.id)
    await quiet()
    assert one.find(token) is two.find(token) is two.find(further[1]) is None
    assert sorted(ended) == sorted((ana.id, each.token_hash) for each in (ana, further[0]))
    await two.learn(token)
    assert two.find(token) is None
    for house in houses:
        await house.stop()


async def test_who_is_forgotten_but_for_logs_is_found_by_name_or_by_id() -> None:
    house = House()
    first, second = await closed(house), await closed(house)
    env = house.env
    sessions = Sessions(env.store, env.dealer, set, env.outage, clock=env.clock)
    personal = PersonalData(env, TournamentJournal(), sessions, lambda _: None)
    for name in ("P0", "p0"):  # the latter is the id
        lines = [json.loads(line) async for line in personal.lines(name)]
        assert (lines[0]["id"], lines[0]["machines"]) == ("p0", [])
        assert {each["log"] for each in lines if each["kind"] == "table"} == {first.id, second.id}
    third = await house.table("cacho", start=False, people=0)
    await third.ask(Sit(player="another", name="P0", seat=0))
    await third.ask(Close("p0"))
    await quiet()
    with pytest.raises(Refused, match="give one of these ids instead: another, p0"):
        await personal.erase("P0")
    with pytest.raises(Refused):
        await personal.erase("P")
    assert await personal.erase("another") == (1, 0)
    assert await personal.erase("P0") == (2, 0)
    assert not await env.store.tables()


def personal_data(house: House) -> PersonalData:
    env = house.env
    sessions = Sessions(env.store, env.dealer, set, env.outage, clock=env.clock)
    return PersonalData(env, TournamentJournal(), sessions, lambda _: None)


async def test_a_name_that_two_have_had_is_nobodys_until_an_id_is_given() -> None:
    house = House()
    old = await closed(house)
    await house.store.save_players([Player(b"h", "newcomer", "p0")])  # in another case
    personal = personal_data(house)
    with pytest.raises(Refused, match="one of these ids instead: newcomer, p0"):
        await personal.erase("P0")
    with pytest.raises(Refused, match="one of these ids instead: newcomer, p0"):
        await anext(personal.lines("p0"))
    assert await kept(house, old) == "talk"
    assert await personal.erase("newcomer") == (0, 0)
    assert not await house.store.sessions(["newcomer"])
    assert await personal.erase("P0") == (1, 0)


async def test_an_id_in_what_somebody_says_makes_it_nobody_elses_log() -> None:
    house = House()
    table = await house.table("cacho", options=brief("cacho"))
    await house.store.save_players([Player(b"v", "vic", "Vic")])
    await table.ask(Say("p1", "P1", "vic is called Vic"))
    personal = personal_data(house)
    (person,) = [json.loads(line) async for line in personal.lines("Vic")]
    assert person["id"] == "vic"
    assert await personal.erase("Vic") == (0, 0)
    assert await house.store.read(table.id)
    await house.stop()


async def test_what_is_not_done_to_its_end_is_refused_and_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    for _ in range(3):
        await closed(house)
    await house.store.save_players([Player(b"h", "p0", "Ana")])
    personal, redact, done = personal_data(house), house.store.redact, list[str]()

    async def once(table: str, rows: Sequence[bytes], **more: Any) -> None:
        if done:
            raise NoRoom("The log cannot be written: the disk is full.")
        done.append(table)
        await redact(table, rows, **more)

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "redact", once)
        with pytest.raises(Refused, match="the disk is full"):
            await personal.erase("Ana")
    assert (len(await house.store.tables()), len(await house.store.sessions(["p0"]))) == (2, 1)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "redact", refuses_as_gone)
        assert await personal.erase("Ana") == (2, 0), "what has just gone is no trouble"
    assert not await house.store.sessions(["p0"])
    assert await personal.erase("P0") == (2, 0)
    assert not await house.store.tables()


async def test_a_log_that_changes_all_the_time_is_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    await Club(house).cup(1)
    (cup,) = await house.store.tables()
    await house.store.save_players([Player(b"h", "p0", "P0")])
    personal = personal_data(house)
    monkeypatch.setattr(house.store, "redact", refuses_as_gone)
    [log] = [each async for each in personal._logs_of(Player(b"", "p0", "P0"), set())]
    assert log.id == cup
    with pytest.raises(Behind):
        await personal._take_out_of(log, Player(b"", "p0", "P0"))


async def refuses_as_gone(_table: str, _rows: Sequence[bytes], **_more: Any) -> None:
    raise Behind("It has gone.")


@pytest.mark.parametrize("leaves", [False, True])
async def test_who_sits_down_while_the_logs_are_read_is_found(
    monkeypatch: pytest.MonkeyPatch, *, leaves: bool
) -> None:
    house = House()
    await closed(house)
    await house.store.save_players([Player(b"h", "p0", "P0")])
    personal, redact, made = personal_data(house), house.store.redact, list[Table]()

    async def meanwhile(table: str, rows: Sequence[bytes], **more: Any) -> None:
        await redact(table, rows, **more)
        if not made:
            made.append(await house.table("cacho", start=False))
            if leaves:
                await made[0].ask(Close("p0"))
                await quiet()

    monkeypatch.setattr(house.store, "redact", meanwhile)
    if leaves:
        assert await personal.erase("P0") == (2, 0)
    else:
        with pytest.raises(Refused, match=r"sat down in this moment.* erase p0"):
            await personal.erase("P0")
        assert not await house.store.sessions(["p0"])
        await made[0].ask(Close("p0"))
        await quiet()
        assert await personal.erase("p0") == (1, 0)
    assert not await house.store.tables()


async def test_logs_are_searched_in_threads_also_those_of_games_that_are_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    table = await closed(house)
    of_another_game(house, table)
    threads = set[threading.Thread]()

    def watched(items: Iterable[object]) -> Iterator[object]:
        threads.add(threading.current_thread())
        return iter(items)

    monkeypatch.setattr("cardtui_server.lobby.personal_data.with_rests", watched)
    personal = personal_data(house)
    entries = [json.loads(line).get("entry", {}) async for line in personal.lines("P0")]
    assert any(each.get("talked", {}).get("text") == SAID for each in entries)
    assert not any("P1" in json.dumps(each) for each in entries)
    assert await personal.erase("P0") == (1, 0)
    assert threads
    assert threading.main_thread() not in threads


async def test_who_is_forgotten_but_for_a_tournament_is_found_there() -> None:
    pytest.importorskip("rustworkx")
    club = Club()
    cup = await club.cup(3)
    await cup.act(commands.end)
    personal = personal_data(club.house)
    for name in ("P0", "Ana"):  # the latter directs it
        lines = [json.loads(line) async for line in personal.lines(name)]
        assert any(name in json.dumps(each["entry"]) for each in lines[1:])
        assert await personal.erase(name) == (0, 1)
        with pytest.raises(Refused):
            await personal.erase(name)
    club.tournaments.forget(cup.id)
    after = (await club.tournaments.find(cup.id)).state
    assert (after.entrants["p0"].name, after.entrants["p1"].name) == ("–", "P1")
    assert after.made.director_name == "–"
    await club.tournaments.stop()


async def test_who_is_erased_has_no_name_in_tournaments_that_are_over() -> None:
    pytest.importorskip("rustworkx")
    club = Club()
    await club.tournaments.load()
    cup = await club.cup(3)
    env = club.house.env
    sessions = Sessions(env.store, env.dealer, set, env.outage, clock=env.clock)
    await env.store.save_players([Player(b"h", "p0", cup.state.entrants["p0"].name)])
    personal = PersonalData(env, TournamentJournal(), sessions, club.tournaments.forget)
    name = cup.state.entrants["p0"].name
    with pytest.raises(Refused, match=cup.state.made.name):
        await personal.erase(name)
    await cup.act(commands.end)
    lines = [line async for line in personal.lines(name)]
    assert any(name in line for line in lines[1:]), lines
    assert not any("secret" in line for line in lines)
    before = cup.state
    assert await personal.erase(name) == (0, 1)
    after = (await club.tournaments.find(cup.id)).state
    assert after.entrants["p0"].name == "–"
    assert after.entrants["p1"] == before.entrants["p1"]
    assert after.ended
    assert isinstance(env.store, MemoryStore)
    assert not any(name.encode() in row for row in await env.store.read(cup.id))
    with pytest.raises(Refused):
        await personal.erase(name)
    await club.tournaments.stop()


async def test_two_who_are_erased_at_one_moment_are_both_gone_from_a_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("rustworkx")
    club = Club()
    cup = await club.cup(3)
    await cup.act(commands.end)
    personal, redact = personal_data(club.house), club.house.store.redact

    async def after_the_other(log: str, rows: Sequence[bytes], **more: Any) -> None:
        monkeypatch.setattr(club.house.store, "redact", redact)
        await personal.erase("P1")
        await redact(log, rows, **more)

    monkeypatch.setattr(club.house.store, "redact", after_the_other)
    await personal.erase("P0")
    rows = b"".join(await club.house.store.read(cup.id))
    assert (b"P0" in rows, b"P1" in rows, b"P2" in rows) == (False, False, True)
    await club.tournaments.stop()
