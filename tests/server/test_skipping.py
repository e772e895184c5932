"""Who has nothing more to do in a hand need not wait for its end; nobody else loses anything."""

import asyncio
from typing import Any

import pytest

from cardtui_engine.choices import ChoiceKind
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from cardtui_server.table.pace import all_are_spent
from tests.server.clocks import pass_time
from tests.support.playing import House, act, attach, until

_GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("pif-paf-tradicional", 4, {}),
    ("pif-paf", 4, {}),
    ("cacho", 4, {}),
    ("cacheta", 4, {"fold": True}),
    ("truco-argentino", 4, {}),
)


async def left_to_bots(house: House, table: Table, *people: int) -> int:
    """Let those people fold as soon as they may; return the hand that only bots still play."""
    for _ in range(4000):
        state, turn = table.state, table.state.turn
        assert state.life is Life.PLAYING
        assert turn is not None
        for seat in people:
            if seat in turn.to_act:
                choices = state.rules.legal(state.game, seat)
                up = [each for each in choices if each.kind is ChoiceKind.GIVES_UP]
                mild = state.rules.mildest(state.game, seat)
                await act(table, seat, up[0].first() if up else mild)
                break
        else:
            if not state.resting and turn.to_act and all_are_spent(state):
                return state.tally.hand
            await pass_time(house, 10)
    raise AssertionError("bots always folded first")


async def table_of(house: House, game: str, seats: int, people: int, options: Any) -> Table:
    """Return a table at which nothing happens before its time."""
    table = await house.table(
        game, seats, people=people, options=options, pause=60, thinking=5000, window=5000, bots=1
    )
    for seat in range(people):
        attach(table, seat, None)
    return table


async def stays(house: House, table: Table) -> bool:
    """Return whether nothing happens now without time."""
    before = table.state.position
    for _ in range(50):
        house.clock.advance(0)
        await asyncio.sleep(0)
    return table.state.position == before


@pytest.mark.parametrize(("game", "seats", "options"), _GAMES)
async def test_who_has_folded_comes_to_the_next_hand_at_once(
    house: House, game: str, seats: int, options: dict[str, Any]
) -> None:
    table = await table_of(house, game, seats, 1, options)
    hand = await left_to_bots(house, table, 0)
    assert await stays(house, table)
    now = house.clock.now()
    table.go_on("p0", hand)
    await until(lambda: table.state.tally.hand > hand, house.clock)
    assert house.clock.now() == now
    assert await stays(house, table)  # the next hand takes its time again


async def test_who_still_plays_is_not_hurried(house: House) -> None:
    table = await table_of(house, "pif-paf-tradicional", 4, 1, {})
    table.go_on("p0", table.state.tally.hand)
    assert await stays(house, table)
    hand = await left_to_bots(house, table, 0)
    table.go_on("p0", hand + 1)
    assert await stays(house, table)


async def test_others_who_sit_there_must_have_seen_enough_as_well(house: House) -> None:
    table = await table_of(house, "pif-paf-tradicional", 4, 2, {})
    hand = await left_to_bots(house, table, 0, 1)
    table.go_on("p0", hand)
    assert await stays(house, table)
    table.go_on("p1", hand)
    await until(lambda: table.state.tally.hand > hand, house.clock)


async def test_a_person_who_still_plays_is_waited_for(house: House) -> None:
    table = await house.table("cacho", 3, people=2, pause=60, thinking=5000, window=5000)
    attach(table, 0, None)
    for _ in range(20):
        turn = table.state.turn
        assert turn is not None
        if turn.to_act == (0,):
            break
        if turn.to_act == (1,):
            await act(table, 1, table.state.rules.mildest(table.state.game, 1))
        await pass_time(house, 10)
    choices = table.state.rules.legal(table.state.game, 0)
    await act(table, 0, next(each for each in choices if each.verb == "pass").first())
    if table.state.resting:
        pytest.fail("the hand ended with the fold")
    table.go_on("p0", table.state.tally.hand)
    assert await stays(house, table)


async def test_spectators_see_the_hand_as_it_is_played(house: House) -> None:
    table = await table_of(house, "pif-paf-tradicional", 4, 1, {})
    watching = attach(table, None, None)
    hand = await left_to_bots(house, table, 0)
    table.go_on("p0", hand)
    assert await stays(house, table)
    table.detach(watching)
    await pass_time(house, 2)  # it is told a moment later that somebody has gone
    await until(lambda: table.state.tally.hand > hand, house.clock)
