"""What runs out at a table, as the client counts it on, words it and warns of it."""

import asyncio

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, timing_pb2
from cardtui_client.faces.narration import sentences
from cardtui_client.faces.standing import clock_words
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.plain_table import Warnings
from cardtui_client.lines.table_words import description
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.timing import Left, Times
from cardtui_client.net.feed import FeedStatus
from tests.support.countdowns import Hands, clock_of, countdown
from tests.support.tables import card, choice, model_of, snapshot_of, table

Event = events_pb2.Event


def frame(timing: timing_pb2.Timing) -> table_service_pb2.Frame:
    return table_service_pb2.Frame(timing=timing)


@pytest.mark.parametrize(
    ("later", "act", "reserve", "words"),
    [
        (0, 30, 60, "0:30"),
        (12.5, 17.5, 60, "0:18"),
        (30, 0, 60, "+1:00"),
        (31.5, 0, 58.5, "+0:59"),
        (200, 0, 0, "+0:00"),
    ],
)
def test_the_reserve_runs_once_the_time_to_act_is_used_up(
    later: float, act: float, reserve: float, words: str
) -> None:
    times = Times(clock_of(1, 30, 60), 100)
    time = times.clock(1, 100 + later)
    assert time is not None
    assert (time.act.seconds, time.reserve.seconds) == (act, reserve)
    assert clock_words(time) == words
    assert times.clock(0, 100) is None


def test_what_stands_still_is_not_counted_on() -> None:
    time = Times(clock_of(1, 30, 60, stopped=True), 100).clock(1, 500)
    assert time is not None
    assert time.left == 90
    assert time.stopped
    on_reserve = Times(clock_of(1, 0, 60), 100).clock(1, 110)
    assert on_reserve is not None
    assert on_reserve.reserve == Left(50, 60, False)
    pause = Times(timing_pb2.Timing(hand_pause=countdown(3, 4, stopped=True)), 100)
    assert pause.hand_pause(200) == Left(3, 4, True)
    assert pause.window(200) is None


def test_all_times_stand_still_while_the_connection_is_lost() -> None:
    hands = Hands()
    telling = Narrator(TableModel(hands))
    telling.tell(snapshot_of("truco-argentino"))
    telling.tell(frame(clock_of(1, 30, 60)))
    hands.at += 12
    telling.tell(FeedStatus(Status.RECONNECTING, "Lost."))
    hands.at += 100
    telling.tell(FeedStatus(Status.RECONNECTING, "Lost."))
    time = telling.model.times.clock(1, hands())
    assert time is not None
    assert (time.act.seconds, time.reserve.seconds) == (18, 60)
    assert time.stopped
    telling.tell(snapshot_of("truco-argentino"))
    telling.tell(frame(clock_of(1, 7, 60)))
    hands.at += 2
    time = telling.model.times.clock(1, hands())
    assert time is not None
    assert time.act == Left(5, 30, False)


def test_every_time_is_halted_where_it_stands() -> None:
    told = timing_pb2.Timing(
        hand_pause=countdown(3, 4), window=countdown(5, 5), fill=countdown(30, 30)
    )
    told.away.add(seat=2, patience=countdown(60, 60))
    halted = Times(told, 100).halted(102)
    assert halted.hand_pause(500) == Left(1, 4, True)
    assert halted.window(500) == Left(3, 5, True)
    assert halted.fill(500) == Left(28, 30, True)
    assert halted.patience(2, 500) == Left(58, 60, True)


def test_lines_say_how_long_one_has_and_who_holds_the_next_hand() -> None:
    hands = Hands()
    telling = Narrator(TableModel(hands))
    telling.tell(snapshot_of("truco-argentino"))
    assert telling.tell(frame(clock_of(1, 30, 60))) == []
    assert telling.tell(frame(clock_of(0, 30, 60))) == [
        "You have 30 seconds, and 60 seconds in reserve."
    ]
    assert telling.tell(frame(clock_of(0, 12, 60))) == []
    assert telling.tell(frame(clock_of(1, 30, 0))) == []
    assert telling.tell(frame(clock_of(0, 30, 0))) == ["You have 30 seconds."]
    held = timing_pb2.Timing(hand_pause=countdown(3, 4, stopped=True), holding=[1])
    assert telling.tell(frame(held)) == ["The next hand waits for Beto."]
    let_go = timing_pb2.Timing(hand_pause=countdown(3, 4))
    assert telling.tell(frame(let_go)) == ["The next hand begins in 3 seconds."]


def test_after_a_reconnect_and_on_request_lines_say_how_long_is_left() -> None:
    hands = Hands()
    telling = Narrator(TableModel(hands))
    telling.tell(snapshot_of("truco-argentino"))
    telling.tell(frame(clock_of(0, 30, 60)))
    hands.at += 12
    mine = "You have 18 seconds, and 60 seconds in reserve."
    assert mine in telling.table_lines()
    assert mine not in telling.tell(snapshot_of("truco-argentino"))  # it may be old
    assert telling.tell(frame(clock_of(0, 17, 60))) == [mine.replace("18", "17")]
    assert telling.tell(frame(clock_of(0, 16, 60))) == []
    telling.tell(FeedStatus(Status.RECONNECTING, "lost"))  # and nothing was missed
    telling.tell(FeedStatus(Status.LIVE))
    assert telling.tell(frame(clock_of(0, 15, 60))) == [mine.replace("18", "15")]
    telling.tell(frame(clock_of(1, 20, 0)))
    assert "Beto has 20 seconds." in telling.table_lines()
    telling.tell(frame(clock_of(1, 20, 60, stopped=True)))
    assert not any("Beto has" in line for line in telling.table_lines())


def test_lines_say_for_how_long_a_discard_may_be_taken_to_who_could_take_it() -> None:
    claim = choice("claim", cards=[card("KD", "FRENCH")], bare=True)
    hands = Hands()
    telling = Narrator(TableModel(now=hands))
    shot = snapshot_of("pif-paf", seats=3, to_act=[1], may_act=[0], choices=[claim])
    shot.snapshot.view.pif_paf.SetInParent()
    telling.tell(shot)
    opened = frame(timing_pb2.Timing(window=countdown(3, 3)))
    words = "The discard may be taken out of turn for 3 seconds."
    assert telling.tell(opened) == [words]
    assert words in telling.table_lines()
    assert telling.tell(opened) == []
    assert telling.tell(frame(timing_pb2.Timing())) == []
    assert not any("discard may" in line for line in telling.table_lines())


def test_who_cannot_take_a_discard_hears_of_its_time_on_request_alone() -> None:
    telling = Narrator(TableModel(now=Hands()))
    telling.tell(snapshot_of("pif-paf", seats=3, to_act=[1]))
    assert telling.tell(frame(timing_pb2.Timing(window=countdown(3, 3)))) == []
    assert "The discard may be taken out of turn for 3 seconds." in telling.table_lines()


async def test_one_is_warned_of_the_end_of_ones_own_time_and_rung_for_once() -> None:
    model = model_of("truco-argentino", seat=0)
    model.now = Hands()
    warned: asyncio.Queue[tuple[int, bool]] = asyncio.Queue()
    warnings = Warnings(model, lambda seconds, first: warned.put_nowait((seconds, first)))
    model.fold(frame(clock_of(0, 10.01, 0)))
    warnings.look()
    assert await warned.get() == (10, True)
    model.fold(frame(clock_of(0, 5.01, 0)))
    warnings.look()
    warnings.look()
    assert await warned.get() == (5, True)
    for silent in (clock_of(1, 5.01, 0), clock_of(0, 5.01, 0, stopped=True), clock_of(0, 4, 0)):
        model.fold(frame(silent))
        warnings.look()
    await asyncio.sleep(0)
    assert warned.empty()
    warnings.stop()


def test_the_lobby_tells_of_clocks_pauses_and_bots_that_play_for_others() -> None:
    shown = table("cacho", 2, clock_milliseconds=30_000, reserve_milliseconds=60_000, paused=True)
    shown.state = tables_pb2.TABLE_STATE_PLAYING
    shown.seats[1].stand_in = tables_pb2.BOT_LEVEL_NORMAL
    lines = description(shown, None)
    assert "Clock: 30 s for each decision, 60 s in reserve." in lines
    assert "State: paused." in lines
    assert any("(a bot plays)" in line for line in lines)
    assert not any("Clock" in line for line in description(table("cacho", 2), None))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event(time_ran_out=events_pb2.TimeRanOut(seat=1)), "Beto’s time is up."),
        (Event(time_ran_out=events_pb2.TimeRanOut(seat=0)), "Your time is up."),
        (
            Event(sat_in=events_pb2.SatIn(seat=0, cause=tables_pb2.SIT_IN_CAUSE_LATE)),
            "A bot plays for you until you act, or say that you are back.",
        ),
        (
            Event(sat_in=events_pb2.SatIn(seat=1, cause=tables_pb2.SIT_IN_CAUSE_LATE)),
            "Beto was late too often: a bot plays meanwhile.",
        ),
        (
            Event(sat_in=events_pb2.SatIn(seat=1, cause=tables_pb2.SIT_IN_CAUSE_AWAY)),
            "Beto is still away: a bot plays meanwhile.",
        ),
        (
            Event(sat_in=events_pb2.SatIn(seat=1, cause=tables_pb2.SIT_IN_CAUSE_HOST)),
            "Beto is away: the host lets a bot play meanwhile.",
        ),
        (
            Event(sat_in=events_pb2.SatIn(seat=1, cause=tables_pb2.SIT_IN_CAUSE_VOTE)),
            "Beto is away: a bot plays meanwhile.",
        ),
        (Event(returned=events_pb2.Returned(seat=1)), "Beto plays again."),
        (Event(paused=events_pb2.Paused(seat=1)), "Beto pauses the table."),
        (Event(paused=events_pb2.Paused(seat=0)), "You pause the table."),
        (Event(paused=events_pb2.Paused()), "Everybody wants a pause: the table is paused."),
        (Event(resumed=events_pb2.Resumed(seat=1)), "Beto ends the pause."),
        (Event(resumed=events_pb2.Resumed(seat=0)), "You end the pause."),
        (Event(resumed=events_pb2.Resumed()), "Everybody wants to play on: the pause is over."),
    ],
)
def test_who_is_late_or_away_is_told_of(event: events_pb2.Event, told: str) -> None:
    assert sentences(event, model_of("truco-argentino", seat=0)) == [told]


def test_that_the_others_let_a_bot_play_is_told_where_there_are_several() -> None:
    event = Event(sat_in=events_pb2.SatIn(seat=1, cause=tables_pb2.SIT_IN_CAUSE_VOTE))
    told = sentences(event, model_of("truco-argentino", seat=0, seats=4))
    assert told == ["Beto is away: the others let a bot play meanwhile."]


def test_what_others_ask_for_is_told_once() -> None:
    telling = Narrator(TableModel())
    telling.tell(snapshot_of("truco-argentino", seats=4))
    votes = tables_pb2.SitInVotes(seat=3, by=[1], needed=2)
    presence = tables_pb2.Presence(connected=[0, 1, 2], asking_pause=[1], votes=[votes])
    wanted = ["Beto asks for a pause.", "Beto wants a bot to play for Dora: 1 more vote is needed."]
    lines = telling.tell(table_service_pb2.Frame(presence=presence))
    assert lines[-2:] == wanted
    assert not telling.tell(table_service_pb2.Frame(presence=presence))
