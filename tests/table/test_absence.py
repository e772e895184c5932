"""Clocks, pauses and players who are away, at the table screen without a terminal."""

import asyncio
from typing import Any

import pytest

from cardtui.v1 import tables_pb2, timing_pb2
from cardtui_client.faces.staging import bar, next_look
from cardtui_client.model.timing import Left
from cardtui_client.scene.commands import AskSitIn, Bare, LetBotPlay, PressSeat
from cardtui_client.scene.scene import Kind, SeatScene
from tests.support.countdowns import Hands, clock_of, countdown
from tests.support.positions import between
from tests.support.seated import Seated, seated
from tests.support.table_driver import Frame, played, truco


async def told(at: Seated, timing: timing_pb2.Timing) -> Hands:
    """Let the server tell what runs out; return the clock that the client counts on by."""
    hands = at.controller.model.now
    if not isinstance(hands, Hands):
        hands = at.controller.model.now = Hands()
    at.scripted.queue.put_nowait(Frame(timing=timing))
    await at.settle()
    return hands


async def presence(at: Seated, **fields: Any) -> None:
    at.scripted.queue.put_nowait(Frame(presence=tables_pb2.Presence(**fields)))
    await at.settle()


def plate(at: Seated, seat: int) -> SeatScene:
    return at.picture.felt.seats[seat]


@pytest.mark.slow
async def test_a_clock_stands_at_the_name_of_whom_the_game_waits_for() -> None:
    async with seated(truco()) as at:
        hands = await told(at, clock_of(0, 12, 60))
        assert (plate(at, 0).clock, plate(at, 0).hurry) == ("0:12", 0)
        assert plate(at, 1).clock == ""
        hands.at += 11.5
        at.display.run_down()
        assert plate(at, 0).clock == "0:01"
        hands.at += 10.5
        at.display.run_down()
        assert (plate(at, 0).clock, plate(at, 0).hurry) == ("+0:50", 0)
        hands.at += 41
        at.display.run_down()
        assert (plate(at, 0).clock, plate(at, 0).hurry) == ("+0:09", 1)
        hands.at += 4
        at.display.run_down()
        assert (plate(at, 0).clock, plate(at, 0).hurry) == ("+0:05", 2)
        await told(at, timing_pb2.Timing())
        assert plate(at, 0).clock == ""


async def test_one_is_rung_for_once_when_one_must_hurry() -> None:
    async with seated(truco(), bell=True) as at:
        rung = at.display.rung
        hands = await told(at, clock_of(0, 11, 0))
        assert at.display.rung == rung
        hands.at += 1
        at.display.run_down()
        hands.at += 5
        at.display.run_down()
        assert at.display.rung == rung + 1
        await told(at, clock_of(1, 3, 0))
        assert at.display.rung == rung + 1


async def test_nothing_is_drawn_while_nothing_runs_out() -> None:
    async with seated(truco()) as at:
        assert not at.display.alarms
        await told(at, clock_of(0, 30, 60, stopped=True))
        assert not at.display.alarms
        assert next_look(at.controller.model) is None
        await told(at, clock_of(0, 29.5, 60))
        assert [alarm.seconds for alarm in at.display.alarms] == [0.5]


async def test_the_status_line_shows_how_long_others_may_take_the_discard() -> None:
    async with seated(truco()) as at:
        before = at.picture.sentence
        hands = await told(at, timing_pb2.Timing(window=countdown(3, 3)))
        assert at.picture.sentence == f"{before} ▰▰▰▰▰▰"
        hands.at += 1.6
        assert at.picture.sentence.endswith("▰▰▰▱▱▱")
    assert [bar(Left(left, 3, False)) for left in (0, 0.1, 3, 9)] == [
        "▱▱▱▱▱▱",
        "▰▱▱▱▱▱",
        "▰▰▰▰▰▰",
        "▰▰▰▰▰▰",
    ]


async def test_the_next_hand_can_be_held_and_says_when_it_begins() -> None:
    async with seated(between()) as at:
        hand = at.controller.model.view.hand  # type: ignore[union-attr]
        await asyncio.gather(*at.display.tasks)
        assert at.scripted.told == [("shown", hand)]
        assert at.controller.now.button(Bare.HOLD) is None
        await told(at, timing_pb2.Timing(hand_pause=countdown(4, 4)))
        assert at.picture.sentence.endswith("▰▰▰▰▰▰ 0:04")
        await at.type("w")
        assert at.scripted.told[-1] == ("hold", True)
        held = timing_pb2.Timing(hand_pause=countdown(4, 4, stopped=True), holding=[0])
        await told(at, held)
        assert at.picture.sentence == "The next hand waits for you."
        await at.type("w")
        assert at.scripted.told[-1] == ("hold", False)
        assert at.scripted.told.count(("shown", hand)) == 1


async def test_who_does_not_answer_is_told_of_at_the_seat_and_in_the_status() -> None:
    async with seated(truco()) as at:
        await presence(at, connected=[0, 1], silent=[1])
        assert "does not answer" in plate(at, 1).notes
        assert "does not answer" in at.picture.sentence
        await presence(at, connected=[0, 1])
        assert "does not answer" not in plate(at, 1).notes
        assert "answers again" in at.picture.sentence
        assert "answers again" in at.display.log[-1].text


async def test_nobody_is_away_from_the_seat_that_they_look_from() -> None:
    """What a server says before it has seen you come is no news to you."""
    async with seated(truco()) as at:
        await presence(at, connected=[])
        assert "away" not in plate(at, 0).notes


async def test_that_a_player_has_left_is_seen_and_logged_though_they_have_just_called() -> None:
    table = played(truco(4), "0 truco", "1 retruco", "2 vale_cuatro")
    async with seated(table) as at:
        await presence(at, connected=[0, 2])
        assert plate(at, 2).bubble
        name = plate(at, 2).name
        await presence(at, connected=[0])
        assert (plate(at, 2).bubble, plate(at, 2).notes) == ("", ("away",))
        assert at.display.log[-1].text == f"{name} is away."
        await presence(at, connected=[0, 2])
        assert plate(at, 2).bubble
        assert at.display.log[-1].text == f"{name} is back."


async def test_a_pause_is_asked_for_and_taken_back() -> None:
    async with seated(truco(), name="Zoe") as at:
        at.scripted.table.host = "Beto"
        at.scripted.change()
        await at.settle()
        await at.press(Bare.PAUSE)
        assert at.scripted.asked == [("pause", ("t1", True))]
        assert "all must agree" in at.picture.sentence
        await presence(at, connected=[0, 1], asking_pause=[0, 1])
        assert at.display.log[-1].kind is Kind.NOTICE
        assert "asks for a pause" in at.display.log[-1].text
        await at.press(Bare.PAUSE)
        assert at.scripted.asked[-1] == ("pause", ("t1", False))


async def test_a_host_is_told_that_a_rated_match_is_paused_by_all() -> None:
    async with seated(truco()) as at:
        await at.press(Bare.PAUSE)
        assert "all must agree" not in at.picture.sentence
        at.scripted.table.match_rated = True
        at.scripted.change()
        await at.settle()
        await at.press(Bare.PAUSE)
        assert "all must agree" in at.picture.sentence


async def test_anybody_ends_the_pause_of_a_rated_match() -> None:
    async with seated(truco(), name="Zoe") as at:
        at.scripted.table.host = "Beto"
        at.scripted.table.match_rated = at.scripted.table.paused = True
        at.scripted.change()
        await at.settle()
        await at.press(Bare.PAUSE)
        assert at.scripted.asked == [("pause", ("t1", False))]
        assert "all must agree" not in at.picture.sentence


async def test_a_paused_table_offers_to_play_on_and_nothing_else() -> None:
    async with seated(truco()) as at:
        at.scripted.table.paused = True
        at.scripted.change()
        await at.settle()
        assert [button.command for button in at.controller.now.offered] == [Bare.PAUSE]
        await at.type("f7")
        assert at.scripted.asked == [("pause", ("t1", False))]


async def test_a_bot_plays_for_who_is_away_if_one_wants_it() -> None:
    async with seated(truco(3 + 1)) as at:
        await presence(at, connected=[0])
        (away,) = [seat.seat for seat in at.picture.felt.seats if "away" in seat.notes]
        await told(at, timing_pb2.Timing(away=[{"seat": away, "patience": countdown(45, 60)}]))  # type: ignore[list-item]
        assert plate(at, away).notes == ("bot in 0:45",)
        await at.press(PressSeat(away))
        await at.type("escape")
        assert not at.scripted.asked
        await at.press(AskSitIn())
        await at.type("enter")
        assert at.scripted.asked == [("sit_in", ("t1", away))]
        at.scripted.table.seats[away].stand_in = tables_pb2.BOT_LEVEL_NORMAL
        at.scripted.change()
        await told(at, timing_pb2.Timing())
        assert plate(at, away).notes == ("(bot)", "away")
        await at.press(AskSitIn())
        assert at.picture.sentence == "Nobody is away."
        assert LetBotPlay(away) not in [button.command for button in at.controller.now.offered]


async def test_who_is_played_for_is_told_so_and_comes_back_by_a_key() -> None:
    async with seated(truco()) as at:
        at.scripted.table.seats[0].stand_in = tables_pb2.BOT_LEVEL_NORMAL
        at.scripted.change()
        await at.settle()
        assert at.picture.sentence.startswith("A bot plays for you")
        assert at.controller.now.button(Bare.BACK) is not None
        await at.type("f5")
        assert at.scripted.told == [("back", True)]
