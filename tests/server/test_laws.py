"""Laws of the wire, for every game: the updates add up."""

import random

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.match.replay import Resumable, read_back, read_on, replay
from cardtui_server.match.requests import Leave, Reveal, Say, Start
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Step
from cardtui_server.table.table_log import lists_otherwise
from tests.support.nights import BY_DAY, by_night
from tests.support.playing import (
    House,
    Onlooker,
    act,
    any_action,
    attach,
    brief,
    frames,
    play,
    quiet,
    snapshot,
)

# What is folded and compared are values; every Python runs streams in test_service.py.
pytestmark = pytest.mark.once

Script = list[tuple[int, Action]]

BITS = bytes(32)
"""What a player gives for a shuffle."""

TABLES = [(game, seats) for game in game_ids() for seats in get_rules(game).seats[:3]]
LARGEST = [table for table in dict(TABLES).items() if table[0] in BY_DAY]
BY_DAY_AND_NIGHT = [*LARGEST, *by_night(*(table for table in TABLES if table not in LARGEST))]
"""The largest of a game of each family by day, and the others by night."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), BY_DAY_AND_NIGHT)
async def test_a_snapshot_and_updates_make_the_snapshot_asked_for_anew(
    game: str, seats: int
) -> None:
    house, luck = House(seed=seats), random.Random(f"{seats} at {game}")
    table = await house.table(game, seats, options=brief(game), start=False)
    viewers = [None, *range(seats)]
    readers = {viewer: attach(table, viewer, None) for viewer in viewers}
    onlookers = {viewer: Onlooker() for viewer in viewers}
    await table.ask(Start(player="p0", commitment=seat_commitment(BITS)))
    for step in range(400):
        await quiet()
        over = table.state.life is not Life.PLAYING
        for place, viewer in enumerate(viewers):
            onlookers[viewer].fold(frames(readers[viewer]))
            if over or step % len(viewers) == place or step % 10 == 0:  # the others in their turn
                onlookers[viewer].knows(snapshot(table, viewer))
        if table.state.shuffling:
            await table.ask(Reveal(player="p0", bits=BITS))
            continue
        if table.state.life is not Life.PLAYING:
            break
        if step % 7 == 3:
            seat = step % seats
            await table.ask(Say(player=f"p{seat}", name=f"P{seat}", text="hola"))
        await act(table, *any_action(table, luck))
    assert all(onlooker.snapshots == 1 for onlooker in onlookers.values())
    assert onlookers[None].position > 20  # enough was told; some matches end soon


@pytest.mark.parametrize(("game", "seats"), BY_DAY_AND_NIGHT)
async def test_a_table_is_the_fold_of_its_log(game: str, seats: int) -> None:
    house, luck = House(seed=seats), random.Random(game)
    table = await house.table(game, seats, options=brief(game))
    for _ in range(4):
        await play(table, luck, 15)
        await quiet()
        before = table.state
        told = [snapshot(table, viewer) for viewer in (None, *range(seats))]
        assert [each.HasField("own") for each in told] == [False] + [True] * seats
        table = await house.restarted(table)
        assert table.state == before
        again = [snapshot(table, viewer) for viewer in (None, *range(seats))]
        assert [*map(without_presence, again)] == [*map(without_presence, told)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), BY_DAY_AND_NIGHT)
async def test_a_checkpoint_and_the_rest_of_the_log_make_the_table(game: str, seats: int) -> None:
    house, luck = House(seed=seats), random.Random(f"{game} for {seats}")
    table = await house.table(game, seats, options=brief(game))
    await play(table, luck, 150)
    await table.ask(Leave(player=f"p{seats - 1}"))
    journal, checkpoints = house.env.journal, house.env.checkpoints
    rows = await house.store.read(table.id)
    whole = read_back(table.id, rows, journal)
    assert whole.state == table.state
    for before, after, stamped in replay(rows, journal):
        if not lists_otherwise(Step(before, after, stamped.entry, ())):
            listings = [
                checkpoints.read_listing(checkpoints.listing(each)) for each in (before, after)
            ]
            assert listings[0] == listings[1] is not None
    for entries in range(1, len(rows), 1 + len(rows) // 20):
        begun = read_back(table.id, rows[:entries], journal)
        checkpoint = checkpoints.read(checkpoints.checkpoint(Resumable(begun.state, begun.replies)))
        assert checkpoint is not None
        assert checkpoint.state == begun.state
        resumed = read_on(checkpoint, rows[entries - 1 :], journal)
        assert resumed is not None
        assert (resumed.state, resumed.time) == (whole.state, whole.time)
        assert resumed.replies.granted == whole.replies.granted


def without_presence(told: table_service_pb2.Snapshot) -> table_service_pb2.Snapshot:
    told.ClearField("presence")
    return told
