"""Motion at a table: it is drawn now and then until all lies still, and delays nobody."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from cardtui_client.model.cards import face
from cardtui_client.scene.moves import REDRAW_SECONDS
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, truco


class Clock:
    """A clock that moves when it is told."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def watching_closely(
    table: ScriptedTable, clock: Clock, *, animation: bool = True
) -> AsyncGenerator[Seated]:
    """Sit at that table, and see how things move."""
    async with seated(table, animation=animation) as at:
        at.display.moves = True
        at.controller.model.now = clock
        yield at


async def _fall_behind(at: Seated, typed: str = "") -> None:
    """Have a card of the other to be shown still, with keys typed before it was played."""
    at.scripted.do(1, "truco")
    await at.settle()
    await at.type(*typed)
    at.scripted.do(0, "quiero")
    at.scripted.do(1, "play", card="12O")
    await at.settle()
    assert at.controller.pacer.behind


def tick(at: Seated, clock: Clock) -> None:
    """Let a picture's time pass."""
    clock.time += REDRAW_SECONDS
    due = [alarm for alarm in at.display.alarms if alarm.seconds == REDRAW_SECONDS]
    at.display.alarms = [alarm for alarm in at.display.alarms if alarm not in due]
    for alarm in due:
        if not alarm.stopped:
            alarm.call()


def arms(at: Seated) -> int:
    """Return how many timers run that draw what moves."""
    return sum(alarm.seconds == REDRAW_SECONDS and not alarm.stopped for alarm in at.display.alarms)


async def test_a_card_flies_and_then_lies_and_then_no_timer_runs() -> None:
    clock = Clock()
    async with watching_closely(truco(), clock) as at:
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        assert at.controller.shot is not None
        settled = at.controller.shot.scene
        assert at.picture.felt.flying
        assert not at.picture.felt.trick
        seen = len(at.display.pictures)
        while arms(at):
            tick(at, clock)
        assert 2 <= len(at.display.pictures) - seen <= 5
        assert not at.picture.felt.flying
        assert at.picture.felt.trick == settled.trick


async def test_a_key_ends_a_motion_and_does_what_it_says() -> None:
    clock = Clock()
    async with watching_closely(truco(setup={"dealer": 0}), clock) as at:
        at.scripted.do(1, "play", card="12O")
        await at.settle()
        assert at.picture.felt.flying
        await at.type("t")
        assert at.said == ["truco"]


async def test_a_key_that_does_nothing_ends_a_motion_too() -> None:
    clock = Clock()
    async with watching_closely(truco(), clock) as at:
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        await at.type("z")
        assert not at.picture.felt.flying
        assert len(at.picture.felt.trick) == 1
        assert not arms(at)


@pytest.mark.parametrize(("animation", "moves"), [(False, True), (True, False)])
async def test_reduced_motion_never_begins_one(animation: bool, moves: bool) -> None:
    clock = Clock()
    async with watching_closely(truco(), clock, animation=animation) as at:
        at.display.moves = moves
        at.scripted.do(0, "play", card="7C")
        at.scripted.do(1, "truco")
        await at.settle()
        at.display.run_down()
        assert not any(picture.felt.flying for picture in at.display.pictures)
        assert not any(picture.felt.shout for picture in at.display.pictures)


async def test_the_next_thing_waits_until_all_lies_still() -> None:
    clock = Clock()
    async with watching_closely(truco(setup={"scores": [0, 0]}), clock) as at:
        at.scripted.do(0, "envido")
        at.scripted.do(1, "falta_envido")
        await at.settle()
        at.display.run_down()
        waits = [alarm.seconds for alarm in at.display.alarms if alarm.seconds > REDRAW_SECONDS]
        assert at.picture.felt.shout is not None
        assert max(waits) > 1.2


async def test_who_comes_back_sees_the_table_as_it_is() -> None:
    clock = Clock()
    async with watching_closely(truco(), clock) as at:
        at.scripted.do(0, "play", card="7C")
        at.scripted.sent()
        at.scripted.queue.put_nowait(at.scripted.snapshot())
        await at.settle()
        assert len(at.picture.felt.trick) == 1
        assert not at.picture.felt.flying


async def test_an_arrow_points_at_the_first_card_though_more_is_still_to_be_shown() -> None:
    clock = Clock()
    async with watching_closely(truco(setup={"dealer": 0}), clock) as at:
        at.scripted.do(1, "play", card="12O")
        await at.settle()
        at.scripted.do(0, "play", card="7C")
        at.scripted.do(1, "truco")
        await at.settle()
        assert at.controller.pacer.behind
        await at.type("right")
        assert at.picture.picked == 0
        assert not at.controller.pacer.behind


@pytest.mark.parametrize("before", ["", "1"], ids=["none lifted", "another lifted"])
async def test_a_digit_and_enter_in_one_burst_play_the_card_that_was_meant(before: str) -> None:
    async with watching_closely(truco(setup={"dealer": 0}), Clock()) as at:
        await _fall_behind(at, before)
        await at.type("2")
        assert at.picture.picked == 1
        assert at.said == [], "lifted while more was still to be shown, and no more than that"
        await at.type("enter")
        assert at.said == ["play"]
        assert face(at.scripted.acts[0].play.card).code == "7C"


async def test_a_card_that_is_meant_but_gone_leaves_none_lifted() -> None:
    async with watching_closely(truco(setup={"dealer": 0}), Clock()) as at:
        await _fall_behind(at)
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        assert at.controller.pacer.behind
        await at.type("2")
        assert at.picture.picked is None


async def test_an_arrow_and_enter_in_one_burst_play_the_first_card() -> None:
    async with watching_closely(truco(setup={"dealer": 0}), Clock()) as at:
        await _fall_behind(at)
        await at.type("right", "enter")
        assert at.said == ["play"]


@pytest.mark.parametrize("won", [True, False])
async def test_as_you_win_it_is_spelled_over_the_table_and_a_key_does_what_it_says(
    won: bool,
) -> None:
    clock = Clock()
    table = truco(setup={"dealer": 0, "scores": [29, 29]})
    async with watching_closely(table, clock) as at:
        at.scripted.do(1 if won else 0, "resign")
        await at.settle()
        at.display.run_down()
        shouts = [each.felt.shout for each in at.display.pictures if each.felt.shout]
        assert [each.words for each in shouts[-1:]] == (["You win!"] if won else [])
        await at.type("r")
        assert at.picture.felt.shout is None
        assert at.scripted.asked == [("set_ready", ("t1", True))]
