"""Results: what is counted of each match, for each of its seats, and counted anew from the logs."""

import random
import sqlite3
from pathlib import Path

import pytest

from cardtui_engine.library.registry import game_ids
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.replay import replay, with_results
from cardtui_server.match.requests import ChangeTerms, Close, Leave, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import Result
from cardtui_server.store.recovery.recount import recount
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.wire.journal import WireJournal
from tests.support.ledgers import ledger, made, won
from tests.support.playing import House, begin_next, brief, play, quiet


async def all_results(store: SqliteStore) -> list[Result]:
    return [each.result for game in game_ids() for each in await store.results(game)]


async def test_a_result_has_what_each_seat_said_and_won() -> None:
    house = House(seed=3)
    table = await house.table("truco-argentino", options=brief("truco-argentino"))
    said: dict[tuple[str, str], int] = {}
    before = table.state.entries
    await play(table, random.Random(3))
    await quiet()
    assert table.state.entries > before
    (result,) = await house.store.results_of("p0")
    counts = table.state.counted
    assert counts is not None
    for seat in result.seats:
        for verb, times in seat.calls:
            said[seat.player, verb] = times
    assert said == {(f"p{seat}", verb): times for (seat, verb), times in counts.calls.items()}
    assert ("p0", "play") not in said
    assert [each.hands for each in result.seats] == [*counts.counts.hands]
    assert [each.bluffs for each in result.seats] == [*counts.counts.bluffs]
    assert [each.chips for each in result.seats] == [0, 0]
    assert await house.store.results_of("stranger") == []


async def test_chips_of_all_matches_together_are_what_the_ledger_says() -> None:
    house, luck = House(seed=2), random.Random(5)
    table = await made(house, options={"hands": 6})
    await table.ask(Start("p0"))
    for _ in range(4):
        await play(table, luck, 4)
        if table.state.life is Life.PLAYING:
            await table.ask(Leave("p1"))
            await play(table, luck, 2)
        if table.state.life is Life.PLAYING:
            await table.ask(Sit(player="p1", name="P1", seat=1))
        await play(table, luck)
        if table.state.seat_of("p1") is None:
            await table.ask(Sit(player="p1", name="P1", seat=1))
        chips = {
            player: sum(
                seat.chips
                for result in await house.store.results_of(player)
                for seat in result.seats
                if seat.player == player
            )
            for player in ("p0", "p1")
        }
        told = won(ledger(table))
        assert chips == {"p0": told["P0"], "p1": told["P1"]}
        await begin_next(table)


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    """A database with matches of several games, played to their ends or not."""
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    house, luck = House(store, seed=1), random.Random(1)
    for game in ("cacho", "truco-argentino", "truco-paulista"):
        table = await house.table(game, options=brief(game))
        await play(table, luck)
        await begin_next(table)
        await play(table, luck, 3)
    await house.stop()
    await store.close()
    return path


@pytest.mark.slow
async def test_results_are_counted_anew_as_they_were(kept: Path) -> None:
    store = SqliteStore(kept)
    before = await all_results(store)
    await store.close()
    assert len(before) == 3
    with sqlite3.connect(kept) as connection:
        connection.execute("UPDATE results SET won = 1 - won, calls = '', hands = 99")
        connection.execute("DELETE FROM results WHERE game = 'cacho'")
    connection.close()
    assert await recount(kept) == (3, ())
    store = SqliteStore(kept)
    assert await all_results(store) == before
    mine = await store.results_of("p0")
    assert sorted(mine, key=lambda each: each.game) == sorted(before, key=lambda each: each.game)
    assert [each.ended for each in mine] == sorted(each.ended for each in mine)
    assert await store.results_of("p0", most=1) == mine[-1:]
    await store.close()


@pytest.mark.slow
async def test_of_a_log_that_cannot_be_read_what_ended_before_is_counted(kept: Path) -> None:
    with sqlite3.connect(kept) as connection:
        ((table, last),) = connection.execute(
            "SELECT table_id, max(seq) FROM entries GROUP BY table_id ORDER BY max(seq) LIMIT 1"
        )
        connection.execute(
            "UPDATE entries SET body = x'ffff' WHERE table_id = ? AND seq = ?", (table, last)
        )
    connection.close()
    assert await recount(kept) == (3, (table,))


@pytest.mark.parametrize(("hands", "seconds"), [(1, 0), (0, 600)])
@pytest.mark.parametrize("then", [300, 3000, 0, "close", "next"])
async def test_when_others_may_know_a_result_is_found_anew_as_it_came_to_be(
    hands: int, seconds: int, then: int | str
) -> None:
    house, luck = House(seed=1), random.Random(1)
    table = await house.table("cacho", options=brief("cacho"), start=False)
    await table.ask(
        ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, hands, seconds * 1000))
    )
    await begin_next(table)
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await house.passes(1)
    (result,) = await house.store.results_of("p0")
    assert result.shown > result.ended
    await house.passes(2)
    if isinstance(then, int):
        await table.ask(
            ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, 0, then * 1000))
        )
    elif then == "close":
        await table.ask(Close("p0"))
    else:
        await begin_next(table)
        await play(table, luck)
    found: list[Result] = []
    rows = await house.store.read(table.id)
    assert len([*with_results(table.id, replay(rows, WireJournal()), found)]) == len(rows)
    assert found == await house.store.results_of("p0")


async def test_a_log_is_replayed_without_its_chain_as_with_it() -> None:
    house, luck = House(seed=1), random.Random(1)
    table = await house.table("truco-paulista", options=brief("truco-paulista"))
    await play(table, luck)
    rows = await house.store.read(table.id)
    whole = [each.after for each in replay(rows, WireJournal())]
    without = [each.after for each in replay(rows, WireJournal(), chained=False)]
    assert any(each.chain for each in whole)
    assert without == [each._replace(chain=b"", ends=()) for each in whole]
