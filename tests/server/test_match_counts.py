"""What a match has come to is told to everybody alike, whenever they come."""

import random

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.playing import (
    House,
    Onlooker,
    attach,
    begin_next,
    brief,
    frames,
    play,
    quiet,
    snapshot,
)


async def hands_won(table: Table, hands: int, luck: random.Random) -> None:
    """Play until so many hands have been won, or the match is over."""
    while table.state.life is Life.PLAYING and sum(told(table).hands) < hands:
        await play(table, luck, 1)
        await quiet()


def told(table: Table) -> table_service_pb2.MatchCounts:
    """Return what a spectator who comes now is told."""
    return snapshot(table, None).counts


@pytest.mark.parametrize(("game", "seats"), [("truco-argentino", 2), ("cacho", 3)])
async def test_who_comes_late_or_back_knows_what_the_others_have_seen(
    game: str, seats: int
) -> None:
    house, luck = House(seed=3), random.Random(game)
    table = await house.table(game, seats, options=brief(game))
    first, reader = Onlooker(), attach(table, None, None)
    gone = attach(table, 0, None)
    back = Onlooker()
    back.fold(frames(gone))
    await hands_won(table, 1, luck)
    first.fold(frames(reader))
    assert sum(first.counts.hands) >= 1

    late = Onlooker()
    late.fold(frames(attach(table, None, None)))
    assert late.counts == first.counts

    table.detach(gone)
    await play(table, luck)
    await quiet()
    first.fold(frames(reader))
    back.fold(frames(attach(table, 0, back.seq)))
    assert back.counts == first.counts == told(table)
    assert sum(told(table).hands) >= 1

    await house.restart()
    table = next(iter(house.lobby.tables.values()))
    assert told(table) == first.counts


async def test_another_match_is_counted_from_nothing() -> None:
    house, luck = House(), random.Random(1)
    table = await house.table("cacho", options=brief("cacho"), start=False)
    assert not snapshot(table, None).HasField("counts")
    onlooker, reader = Onlooker(), attach(table, None, None)
    await begin_next(table)
    await play(table, luck)
    await quiet()
    onlooker.fold(frames(reader))
    assert sum(onlooker.counts.hands) >= 1
    await begin_next(table)
    onlooker.fold(frames(reader))
    assert list(onlooker.counts.hands) == [0, 0]
