"""Laws of the wire, for every game: what is told adds up, and tells nobody what is hidden."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.plain import cards_in
from cardtui_server.match.requests import Say, Start
from cardtui_server.match.state import Life
from tests.server.playing import (
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
    until,
)

# What is folded and compared are values; every Python runs streams in test_service.py.
pytestmark = pytest.mark.once

Script = list[tuple[int, Action]]

TABLES = [(game, seats) for game in game_ids() for seats in get_rules(game).seats[:3]]


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_snapshot_and_updates_make_the_snapshot_asked_for_anew(
    game: str, seats: int
) -> None:
    house, luck = House(seed=seats), random.Random(f"{seats} at {game}")
    table = await house.table(game, seats, options=brief(game), start=False)
    viewers = [None, *range(seats)]
    readers = {viewer: attach(table, viewer, None) for viewer in viewers}
    onlookers = {viewer: Onlooker() for viewer in viewers}
    await table.ask(Start(player="p0"))
    for step in range(400):
        await quiet()
        for viewer in viewers:
            onlookers[viewer].fold(frames(readers[viewer]))
            onlookers[viewer].knows(snapshot(table, viewer))
        if table.state.life is not Life.PLAYING:
            break
        if step % 7 == 3:
            seat = step % seats
            await table.ask(Say(player=f"p{seat}", name=f"P{seat}", text="hola"))
        await act(table, *any_action(table, luck))
    assert all(onlooker.snapshots == 1 for onlooker in onlookers.values())
    assert onlookers[None].position > 20  # enough was told; some matches end soon
    await house.stop()


@pytest.mark.parametrize("game", game_ids())
async def test_spectators_can_follow_a_whole_match_of_bots(game: str) -> None:
    house = House()
    seats = get_rules(game).seats[0]
    table = await house.table(game, seats, people=0, options=brief(game), start=False)
    reader, onlooker = attach(table, None, None), Onlooker()
    await table.ask(Start(player="p0"))
    seen = -1
    while table.state.life is Life.PLAYING:
        await until(lambda: table.state.seq != seen, house.clock)  # noqa: B023
        seen = table.state.seq
        onlooker.fold(frames(reader))
        onlooker.knows(snapshot(table, None))
    assert onlooker.snapshots == 1
    assert list(onlooker.view.winners)
    assert onlooker.events[-1].HasField("match_ended")
    await house.stop()


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_table_is_the_fold_of_its_log(game: str, seats: int) -> None:
    house, luck = House(seed=seats), random.Random(game)
    table = await house.table(game, seats, options=brief(game))
    for _ in range(4):
        await play(table, luck, 15)
        await quiet()
        before = table.state
        told = [snapshot(table, viewer) for viewer in (None, *range(seats))]
        assert [each.HasField("own") for each in told] == [False] + [True] * seats
        await house.restart()
        table = house.lobby.tables[table.id]
        assert table.state == before
        again = [snapshot(table, viewer) for viewer in (None, *range(seats))]
        assert [*map(without_presence, again)] == [*map(without_presence, told)]
    await house.stop()


def without_presence(told: table_service_pb2.Snapshot) -> table_service_pb2.Snapshot:
    told.ClearField("presence")
    return told


# --- non-interference ------------------------------------------------------------------------


QUIET_VERBS = {
    "play",
    "tap",
    "truco",
    "quiero",
    "bet",
    "pass",
    "call",
    "raise",
    "check",
    "vou",
    "keep",
}
"""Verbs whose outcome does not hang on cards that stay hidden."""


class Told(NamedTuple):
    """What a run of a hand told, what was done in it, and what was seen if it was no script."""

    streams: dict[int | None, bytes]
    script: list[tuple[int, Action]]
    seen: dict[int | None, set[str]]


async def run_hand(
    game: str,
    seats: int,
    seed: int,
    exchange: tuple[Card, Card] | None,
    script: Script | None,
    *,
    draw: bool,
) -> Told:
    """Play one hand up to its last action, by a script or at random."""
    house, luck = House(seed=seed), random.Random(seed)
    house.dealer.exchanged = exchange
    table = await house.table(game, seats, start=False, draw_partners=draw)
    viewers = [None, *range(seats)]
    attached = [attach(table, viewer, None) for viewer in viewers]
    streams = dict.fromkeys(viewers, b"")
    seen: dict[int | None, set[str]] = {viewer: set() for viewer in viewers}
    await table.ask(Start(player="p0"))
    # Whoever has drawn another seat is its viewer now.
    readers = {each.viewer and table.state.seat_of(each.viewer): each for each in attached}
    rules = table.state.rules
    done: list[tuple[int, Action]] = []
    while True:
        await quiet()
        state = table.state
        assert state.turn is not None
        for viewer in viewers:
            streams[viewer] += readers[viewer].take()
            if script is None:
                seen[viewer] |= cards_in(rules.view(state.game, viewer), rules.deck)
        if script is None:
            seat, action = any_action(table, luck)
            for _ in range(50):  # there is not always a quiet one
                if action.verb in QUIET_VERBS:
                    break
                seat, action = any_action(table, luck)
            after, _ = rules.apply(state.game, seat, action)
            if len(done) > 12 or rules.turn(after).phase in ("deal", "over"):
                break
        elif len(done) == len(script):
            break
        else:
            seat, action = script[len(done)]
            if action.face_down and exchange is not None and action.card in exchange:
                one, other = exchange  # the other lies where that card was
                action = action._replace(card=other if action.card == one else one)
        await act(table, seat, action, state.position, f"{seat}-{len(done)}")
        done.append((seat, action))
    await house.stop()
    return Told(streams, done, seen)


@pytest.mark.parametrize(
    ("game", "seats", "draw"),
    [
        *((game, seats, False) for game, seats in TABLES),
        ("truco-argentino", 4, True),
        ("truco-brasileiro", 4, True),
    ],
)
async def test_cards_that_a_viewer_cannot_see_change_nothing_that_reaches_the_viewer(
    game: str, seats: int, draw: bool
) -> None:
    """Two hands that differ only in hidden cards: the same bytes, whoever cannot see them."""
    deck, compared, told_apart = get_rules(game).deck, 0, 0
    for seed in range(6):
        told = await run_hand(game, seats, seed, None, None, draw=draw)
        for viewer in (None, *range(seats)):
            hidden = sorted({*map(deck.code, get_rules(game).pack)} - told.seen[viewer])
            one, other = random.Random(seed).sample(hidden, 2)
            exchange = (deck.card(one), deck.card(other))
            again = await run_hand(game, seats, seed, exchange, told.script, draw=draw)
            assert again.streams[viewer] == told.streams[viewer]
            compared += 1
            told_apart += again.streams != told.streams
    assert compared == 6 * (seats + 1)
    assert told_apart, "the exchange never reached anybody: the test sees nothing"
