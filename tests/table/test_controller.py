"""The controller of a table: the feed, acts under way, refusals, talk, notices, settings."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest

from cardtui.v1 import errors_pb2, tables_pb2, timing_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.model.quick_talk import MuteAll, MutePerson
from cardtui_client.model.table import Status
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.feed import FeedStatus
from cardtui_client.scene.commands import Bare, Command, Depart, Do, PressCard, Say, Talk
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Kind, Offers
from cardtui_client.settings import Settings
from cardtui_client.tui.table import effects
from cardtui_engine.actions import parse_action
from tests.support.positions import between, waiting, watched
from tests.support.rummy_tables import claiming
from tests.support.seated import Seated, seated
from tests.support.table_driver import Frame, ScriptedTable, truco


async def under_way(at: Seated, *commands: Command) -> asyncio.Task[None]:
    """Press those while no act is answered."""
    at.scripted.answers.clear()
    tasks: list[asyncio.Task[None]] = []
    for command in commands:
        effect = at.controller.press(command)
        assert isinstance(effect, effects.Act)
        tasks.append(asyncio.create_task(at.controller.request(effect)))
        await asyncio.sleep(0)
    return tasks[0]


# --- reactions and mutes ---------------------------------------------------------------------


async def test_a_reaction_shows_at_the_seat_for_a_moment_and_in_the_log() -> None:
    async with seated(truco()) as at:
        at.scripted.say(1, "Beto", ":D", reaction=Reaction.REACTION_LAUGH)
        await at.settle()
        assert at.picture.felt.seats[1].bubble == ":D"
        assert at.display.log[-1].text == ":D (laugh)"
        at.scripted.say(1, "Beto", "zzz", reaction=Reaction.REACTION_YAWN)
        await at.settle()
        assert at.picture.felt.seats[1].bubble == "zzz"
        first, second = [alarm for alarm in at.display.alarms if alarm.seconds == 3.0]
        first.call()
        assert at.picture.felt.seats[1].bubble == "zzz", (
            "the timer of the one before is not its own"
        )
        second.call()
        assert at.picture.felt.seats[1].bubble == ""


async def test_a_reaction_does_not_hide_a_call() -> None:
    async with seated(truco()) as at:
        await at.press(Do("truco"))
        called = at.picture.felt.seats[0].bubble
        assert called
        at.scripted.say(0, "Ana", ":D", reaction=Reaction.REACTION_LAUGH)
        await at.settle()
        assert at.picture.felt.seats[0].bubble == f"{called} :D"


async def test_who_is_muted_is_not_told_of_but_calls_are(tmp_path: Path) -> None:
    beto = MutePerson("id of Beto", "Beto")
    async with seated(truco(), path=tmp_path / "config.toml") as at:
        await at.press(beto)
        assert at.picture.sentence == "Beto is muted. Calls are still told."
        at.scripted.say(1, "Beto", "hola")
        at.scripted.say(1, "Beto", ":D", reaction=Reaction.REACTION_LAUGH)
        at.scripted.say(None, "Zoe", "dale")
        await at.settle()
        assert [entry.name for entry in at.display.log if entry.name] == ["Zoe"]
        assert at.picture.felt.seats[1].bubble == ""
    async with seated(truco(), path=tmp_path / "config.toml") as at:  # another evening
        at.scripted.say(1, "Bob", "it is still me", phrase=Phrase.PHRASE_LIAR)
        await at.settle()
        assert [entry.name for entry in at.display.log if entry.name] == ["Bob"]
        at.scripted.say(1, "Beto", "hola")
        await at.settle()
        assert "hola" not in [entry.text for entry in at.display.log]
        await at.press(beto)
        at.scripted.say(1, "Beto", "hola again")
        await at.settle()
        assert at.display.log[-1].text == "hola again"


async def test_spectators_or_everybody_can_be_muted_but_not_oneself() -> None:
    async with seated(truco()) as at:
        await at.press(MuteAll.SPECTATORS)
        at.scripted.say(None, "Zoe", "dale")
        at.scripted.say(1, "Beto", "one")
        await at.settle()
        await at.press(MuteAll.EVERYBODY)
        at.scripted.say(1, "Beto", "two")
        at.scripted.say(0, "Ana", "three")
        await at.settle()
        assert [entry.text for entry in at.display.log if entry.name] == ["one", "three"]


# --- alerts ----------------------------------------------------------------------------------

ALERTS = ("bell", "notifications", "terminal_title")


def is_ones_turn(at: Seated) -> bool:
    return at.controller.model.is_my_turn


async def test_ones_turn_rings_notifies_and_stands_in_the_title_once() -> None:
    async with seated(truco()) as at:
        assert is_ones_turn(at)
        assert at.display.rung == 1
        assert at.display.alerts == ["cardtui: it is your turn."]
        assert at.display.titles[-1] == "Your turn: cardtui"
        at.scripted.say(1, "Beto", "hola")
        await at.settle()
        assert at.display.rung == 1
        await at.press(Do("truco"))
        assert not is_ones_turn(at)
        assert at.display.titles[-1] == "cardtui"
        await at.controller.close()
        assert at.display.titles[-1] == ""


@pytest.mark.parametrize("off", ALERTS)
async def test_each_alert_can_be_turned_off(off: str) -> None:
    changes: dict[str, Any] = {off: False}
    async with seated(truco(), **changes) as at:
        at.scripted.say(1, "Beto", "dale, Ana")
        await at.settle()
        told = {
            "bell": bool(at.display.rung),
            "notifications": bool(at.display.alerts),
            "terminal_title": any(at.display.titles),
        }
        assert told == {each: each != off for each in ALERTS}


async def test_ones_name_in_the_talk_alerts_until_one_does_something() -> None:
    async with seated(watched(), name="Zoe") as at:
        at.scripted.say(0, "Ana", "what does zoe say?")
        at.scripted.say(None, "Zoe", "Zoe says nothing")
        await at.settle()
        assert at.display.rung == 1
        assert at.display.alerts == ["cardtui: Ana says your name."]
        assert at.display.titles[-1] == "Somebody says your name: cardtui"
        at.controller.command_of("l")
        assert at.display.titles[-1] == "cardtui"
    async with seated(watched(), name="Zoe", mentions=False) as at:
        at.scripted.say(0, "Ana", "zoe!")
        await at.settle()
        assert at.display.rung == 0
        assert at.display.alerts == []


async def test_before_the_table_is_known_nobody_is_said_to_watch() -> None:
    at = Seated(truco(), Settings(name="Ana"), "Ana")
    at.controller.stage()
    assert at.picture.banner == "Joining the table…"
    assert at.picture.sentence == ""
    assert at.picture.own.hand.watching == ""


async def test_before_the_table_is_known_its_game_is_named_on_an_empty_felt() -> None:
    at = Seated(truco(), Settings(name="Ana"), "Ana")
    at.controller.model.table.game = "truco-argentino"
    at.controller.stage()
    assert at.picture.felt.top.title == "Truco argentino"
    assert (at.picture.banner, at.picture.sentence) == ("", "Joining the table…")
    assert (at.picture.felt.seats, at.picture.felt.cloth) == ((), "")


# --- acts ------------------------------------------------------------------------------------


async def test_an_answer_that_takes_long_is_worth_a_word_and_offers_nothing_meanwhile() -> None:
    async with seated(claiming()) as at:
        act = await under_way(at, Do("draw", "stock"))
        assert at.controller.now.offered
        at.display.run_down(1.0)
        assert at.picture.sentence.startswith("Drawing…")
        assert not at.controller.now.offered
        at.scripted.answers.set()
        await act
        await at.settle()
        assert at.controller.now.offered
        assert at.said == ["draw"]


async def test_what_is_pressed_while_an_act_is_under_way_is_not_sent() -> None:
    async with seated(claiming()) as at:
        act = await under_way(at, Do("draw", "stock"), Do("draw", "discards"))
        assert at.picture.sentence.startswith("Drawing…")
        at.scripted.answers.set()
        await act
        assert at.said == ["draw"]


async def test_a_card_stays_lifted_until_it_is_seen_on_the_table() -> None:
    async with seated(truco()) as at:
        await at.press(PressCard(1))
        act = await under_way(at, PressCard(1))
        lifted = [at.picture.picked]
        at.scripted.answers.set()
        await act
        await at.settle()
        lifted.append(at.picture.picked)
        assert lifted == [1, None]
        assert at.said == ["play"]
    async with seated(truco(), take_back=True) as at:
        await at.press(PressCard(1), PressCard(1))
        assert at.said == []
        assert at.picture.picked == 1


async def test_an_act_that_is_answered_changes_no_word_when_its_timer_would_run_down() -> None:
    async with seated(claiming()) as at:
        await at.press(Do("draw", "stock"))
        before = at.picture
        at.display.run_down()
        assert at.picture == before


async def test_a_refusal_is_told_with_its_clause_and_not_in_the_log() -> None:
    async with seated(truco(4)) as at:
        await at.press(PressCard(0), PressCard(0))
        before = at.display.log[:]
        await at.press(Do("envido"))
        assert at.picture.mood is Mood.REFUSED
        assert at.display.log == before, "nothing happened at the table"
        rule, _keys = at.picture.hints
        assert "TA-31" in rule.label


async def test_a_refusal_goes_when_the_table_moves_on_or_after_a_while() -> None:
    for moves_on in (True, False):
        async with seated(truco()) as at:
            at.scripted.do(0, "play", card="7C")
            await at.settle()
            await at.press(Do("envido"))
            assert at.picture.mood is Mood.REFUSED
            if moves_on:
                at.scripted.change()
                await at.settle()
            else:
                at.display.run_down()
            assert at.picture.mood is not Mood.REFUSED


async def test_a_notice_does_not_take_a_later_one_away_that_says_the_same() -> None:
    async with seated(truco()) as at:
        at.controller.interaction.tell("Something.", Mood.PLAIN)
        first, at.display.alarms = at.display.alarms, []
        at.controller.interaction.tell("Something.", Mood.PLAIN)
        for alarm in first:
            alarm.call()
        assert at.picture.sentence == "Something."
        at.display.run_down()
        assert at.picture.sentence != "Something."


async def test_who_gives_a_signal_reads_at_once_who_sees_it() -> None:
    scripted = truco(4)
    scripted.gazes = [2, 3, 3, 1]
    async with seated(scripted) as at:
        at.scripted.signal(1, 0, Gesture.GESTURE_KISS)
        await at.settle()
        assert "Nobody looks at you." in at.picture.sentence
        at.scripted.look(2, 0)
        at.scripted.signal(2, 0, Gesture.GESTURE_KISS)
        await at.settle()
        assert "Seen by Carla." in at.picture.sentence


async def test_a_seat_that_cannot_be_given_up_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(truco()) as at:

        async def refuse(_table: str) -> None:
            refusal = errors_pb2.Refusal(sentence="Not now.", template="Not now.")
            raise Refused(refusal, grpc.StatusCode.FAILED_PRECONDITION)

        monkeypatch.setattr(at.controller.connection, "leave", refuse)
        assert not await at.controller.give_up_seat()
        assert at.picture.sentence == "Not now."


# --- the feed --------------------------------------------------------------------------------


async def test_a_missing_update_asks_for_everything_anew() -> None:
    async with seated(truco()) as at:
        at.scripted.seq += 1
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        assert at.scripted.resynced == 1


async def test_a_lost_connection_is_said_and_goes() -> None:
    async with seated(truco()) as at:
        lost = FeedStatus(Status.RECONNECTING, "No table server answers.", 1.5)
        at.scripted.queue.put_nowait(lost)
        await at.settle()
        assert at.picture.banner == "No table server answers. Reconnecting…"
        at.scripted.queue.put_nowait(FeedStatus(Status.LIVE))
        await at.settle()
        assert at.picture.banner == ""


async def test_while_the_connection_is_lost_nothing_looks_as_if_it_could_be_done() -> None:
    async with seated(truco()) as at:
        before = at.picture
        assert isinstance(before.bar, Offers)
        assert not before.bar.sent
        now = at.controller.model.now()
        at.controller.model.now = lambda: now
        at.scripted.queue.put_nowait(FeedStatus(Status.RECONNECTING, "Lost.", 1.5, 1))
        await at.settle()
        assert at.picture.sentence == "Connection lost: trying again."
        assert at.picture.bar == before.bar._replace(sent=True)
        await at.press(Bare.PROCEED)
        assert at.picture.sentence == "No connection: you can play on when it is back."
        assert at.picture.picked is None
        now += 12.0
        at.scripted.queue.put_nowait(FeedStatus(Status.RECONNECTING, "Lost.", 1.5, 3))
        await at.settle()
        assert at.picture.sentence == ("Connection lost 12 seconds ago: trying again, attempt 3.")
        at.scripted.queue.put_nowait(FeedStatus(Status.LIVE))
        await at.settle()
        assert (at.picture.sentence, at.picture.bar) == (before.sentence, before.bar)


async def test_an_act_that_waits_for_a_lost_connection_says_what_becomes_of_it() -> None:
    async with seated(truco()) as at:
        task = await under_way(at, Do("truco"))
        at.display.run_down(1.0)
        assert at.picture.sentence == "Sending…"
        at.scripted.queue.put_nowait(FeedStatus(Status.RECONNECTING, "Lost."))
        await at.settle()
        lost = "No connection: what you did is sent again when it is back."
        assert at.picture.sentence == lost
        at.scripted.queue.put_nowait(FeedStatus(Status.LIVE))
        await at.settle()
        assert at.picture.sentence == "Sending…"
        at.scripted.answers.set()
        await task
        await at.settle()
        assert at.said == ["truco"]
        assert at.picture.sentence not in (lost, "Sending…")


@pytest.mark.parametrize(
    ("table", "key", "at_first"),
    [(truco, "t", "Sending…"), (claiming, "s", "Drawing… the others may still take the discard.")],
)
async def test_nothing_is_claimed_of_an_act_whose_answer_is_overdue(
    table: Callable[[], ScriptedTable], key: str, at_first: str
) -> None:
    silent = "The server has not answered yet."
    async with seated(table()) as at:
        command = at.controller.command_of(key)
        assert command is not None
        task = await under_way(at, command)
        at.display.run_down(1.0)
        assert at.picture.sentence == at_first
        at.display.run_down(3.0)
        assert at.picture.sentence == silent
        at.scripted.answers.set()
        await task
        await at.settle()
        assert at.picture.sentence not in (at_first, silent)
        at.display.run_down()
        assert at.picture.sentence not in (at_first, silent), "its timers went with it"


async def test_an_answer_is_not_overdue_while_others_may_take_the_discard() -> None:
    async with seated(claiming()) as at:
        window = timing_pb2.Countdown(left_milliseconds=10_000, total_milliseconds=10_000)
        at.scripted.queue.put_nowait(Frame(timing=timing_pb2.Timing(window=window)))
        await at.settle()
        command = at.controller.command_of("s")
        assert command is not None
        task = await under_way(at, command)
        at.display.run_down(10.0)
        assert at.picture.sentence == "Drawing… the others may still take the discard."
        at.display.run_down(13.0)
        assert at.picture.sentence == "The server has not answered yet."
        at.scripted.answers.set()
        await task


async def test_who_acts_while_the_connection_is_lost_reads_it_at_once() -> None:
    async with seated(truco()) as at:
        at.scripted.queue.put_nowait(FeedStatus(Status.RECONNECTING, "Lost."))
        await at.settle()
        task = await under_way(at, Do("truco"))
        assert at.picture.sentence.startswith("No connection")
        at.scripted.answers.set()
        await task


async def test_a_table_that_ended_lets_one_go_without_a_question() -> None:
    async with seated(truco()) as at:
        at.scripted.queue.put_nowait(FeedStatus(Status.ENDED, "This table is closed."))
        await at.settle()
        await at.press(Bare.LEAVE)
        assert at.left == [Depart(keep_seat=True)]


async def test_who_comes_back_is_told_how_it_stands() -> None:
    async with seated(truco()) as at:
        before = len(at.display.log)
        at.scripted.queue.put_nowait(at.scripted.snapshot())
        await at.settle()
        assert at.display.log[before].text == "Back at the table."


async def test_the_bell_rings_when_it_becomes_ones_turn_and_only_then() -> None:
    for bell in (True, False):
        async with seated(truco(setup={"dealer": 0}), bell=bell) as at:
            at.scripted.do(1, "play", card="12O")
            at.scripted.say(1, "Beto", "dale")
            await at.settle()
            assert at.display.rung == bell


async def test_the_bell_rings_for_a_turn_that_has_come_round_in_one_update() -> None:
    async with seated(truco(setup={"dealer": 1}), bell=True) as at:
        rung, table = at.display.rung, at.scripted
        state = table.state
        told: list[Any] = []
        for seat, card in ((0, "11O"), (1, "3B"), (1, "12O")):
            play = parse_action({"do": "play", "card": card}, table.rules.verbs, table.rules.deck)
            state, happened = table.rules.apply(state, seat, play)
            told += happened
        table.advance(state, told)
        await at.settle()
        assert at.controller.model.is_my_turn
        assert at.display.rung == rung + 1


async def test_another_match_has_its_first_hand_to_be_seen() -> None:
    async with seated(between()) as at:
        await at.press(Bare.GO_ON)
        assert at.controller.ui.seen_hand == 4
        again = truco(setup={"hand": 1})
        again.seq = at.scripted.seq + 1
        at.scripted.queue.put_nowait(again.snapshot())
        await at.settle()
        assert at.controller.ui.seen_hand == 0


# --- talk ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "told"), [(0, "Beto: dale"), (1, "Your turn: play a card, or call.")]
)
async def test_what_a_seat_says_has_its_bubble_and_is_told_below_unless_it_is_your_turn(
    dealer: int, told: str
) -> None:
    async with seated(truco(setup={"dealer": dealer})) as at:
        at.scripted.say(1, "Beto", "dale")
        at.scripted.say(0, "Ana", "mine")
        await at.settle()
        assert (at.picture.sentence, at.picture.panel.unread) == (told, 0)


async def test_talk_without_a_bubble_is_counted_where_it_cannot_be_seen() -> None:
    async with seated(truco()) as at:
        at.scripted.say(None, "Zoe", "dale")
        await at.settle()
        assert at.picture.panel.unread == 1
        await at.press(Bare.TOGGLE_LOG)
        assert at.picture.panel.unread == 0
        at.scripted.say(None, "Zoe", "otra")
        await at.settle()
        assert at.picture.panel.unread == 0


async def test_team_talk_is_told_once_however_often_it_comes() -> None:
    async with seated(truco(4)) as at:
        for number, text in ((1, "bluff"), (1, "bluff"), (2, "do not")):
            at.scripted.say_apart(number, 2, "Carla", text)
            await at.settle()
        told = [entry.text for entry in at.display.log if entry.kind is Kind.TEAM]
        assert told == ["bluff", "do not"]
        assert at.picture.sentence == "Carla (to the team): do not"


async def test_what_is_typed_for_the_team_goes_to_nobody_else() -> None:
    async with seated(waiting("Ana", "Beto", "Carla", "Dino", bots=())) as at:
        await at.press(Talk(team=True), Say("psst"))
        assert (at.scripted.said_apart, at.scripted.said) == (["psst"], [])
    async with seated(truco(4)) as at:
        await at.press(Talk(), Say("hola"), Talk(team=True))
        assert (at.scripted.said_apart, at.scripted.said) == ([], ["hola"])
        assert at.picture.sentence.startswith("Partners talk apart before a match")


async def test_a_code_that_would_count_nowhere_is_not_sent_and_the_reason_is_told() -> None:
    async with seated(waiting("Ana", "Beto", "Carla", "Dino", bots=())) as at:
        await at.press(Talk(team=True), Say("wink = my best card"))
        assert at.scripted.said_apart == []
        assert at.picture.sentence.startswith(
            "Only traditional signals here (wink: the 1 of clubs)"
        )


# --- animations and settings -----------------------------------------------------------------


async def test_any_key_shows_the_latest_at_once_and_does_nothing_else() -> None:
    async with seated(truco(4), animation=True) as at:
        for seat, card in ((0, "7C"), (1, "12O"), (2, "3C")):
            at.scripted.do(seat, "play", card=card)
        at.scripted.do(3, "truco")
        await at.settle()
        assert len(at.picture.felt.trick) < 3
        assert at.controller.command_of("q") == Bare.SKIP
        await at.press(Bare.SKIP)
        assert len(at.picture.felt.trick) == 3
        assert at.said == []
        await at.type("q")
        assert at.said == ["quiero"]


async def test_skipping_keeps_the_cards_that_came_meanwhile() -> None:
    async with seated(claiming(), animation=True) as at:
        at.controller.press(Do("draw", "stock"))
        at.scripted.do(0, "draw", **{"from": "stock"})
        await at.settle()
        await at.press(Bare.SKIP)
        assert len(at.picture.own.hand.cards) == 10


@pytest.mark.parametrize("hears", [True, False])
async def test_hearing_spectators_is_asked_for_when_it_changes(hears: bool) -> None:
    async with seated(truco(viewer=1), name="Beto", spectators=not hears) as at:
        assert at.controller.take_settings() is None
        at.controller.settings.spectators = hears
        asked = at.controller.take_settings()
        assert asked is not None
        await asked
        assert at.scripted.heard == [hears]
        assert at.controller.take_settings() is None


async def test_the_host_always_hears_spectators() -> None:
    async with seated(truco()) as at:
        await at.settle()
        assert at.scripted.heard == [True]
        assert at.controller.take_settings() is None


async def test_who_may_seat_bots_is_the_host() -> None:
    for name, host in (("Ana", True), ("Zoe", False)):
        async with seated(truco(viewer=None), name=name) as at:
            assert at.controller.model.is_host is host


async def test_a_table_that_stands_still_shows_no_banner_after_what_stopped_it_is_over() -> None:
    refusal = errors_pb2.Refusal(template="Nothing can be kept.", sentence="Nothing can be kept.")
    async with seated(truco()) as at:
        stopped = tables_pb2.Presence(connected=[0], stopped=refusal)
        at.scripted.queue.put_nowait(Frame(presence=stopped))
        await at.settle()
        assert at.picture.banner == "Nothing can be kept."
        at.scripted.queue.put_nowait(Frame(presence=tables_pb2.Presence(connected=[0])))
        await at.settle()
        assert at.picture.banner == ""


async def test_taking_back_where_there_is_nothing_to_take_back_does_nothing() -> None:
    async with seated(truco()) as at:
        before = at.picture
        await at.press(Bare.TAKE_BACK)
        assert at.picture == before


async def test_talk_that_is_seen_once_there_is_room_for_the_log_is_read() -> None:
    async with seated(truco(4)) as at:
        at.controller.look(wide=False, talking=False)
        at.scripted.say(None, "Zoe", "hola")
        await at.settle()
        assert at.controller.ui.panel.unread == 1
        at.controller.look(wide=True, talking=False)
        assert at.controller.ui.panel.unread == 0


async def test_a_key_that_came_too_early_leaves_no_line_in_the_log() -> None:
    async with seated(truco(setup={"dealer": 0})) as at:
        before = list(at.display.log)
        await at.press(PressCard(0), PressCard(0))
        assert at.picture.sentence == "It is Beto’s turn: wait."
        assert at.display.log == before


# --- the record of the match -----------------------------------------------------------------


@pytest.mark.slow
async def test_a_record_that_does_not_hold_is_told_in_the_log(tmp_path: Path) -> None:
    async with seated(truco(), data=str(tmp_path)) as at:
        at.scripted.record = (
            "cardtui-record 2\ngame truco-argentino\nseats 2\ndealer 1\ntable t 1\n"
            "began 2026-11-24T20:15:00Z\n"
        )
        at.scripted.change(tables_pb2.TABLE_STATE_OVER)
        await at.settle()
        async with asyncio.timeout(30):
            while at.display.log[-1].kind is not Kind.NOTICE:  # noqa: ASYNC110 - a process ends
                await asyncio.sleep(0.05)
        assert at.display.log[-1].text.startswith(
            "Look out: do not trust this match. The record says otherwise"
        )
        assert at.display.log[-1].text.endswith("kept as the newest in “cardtui records”")
        at.controller.retell()
        assert at.display.log[-1].text.startswith("Look out")
        assert len(list((tmp_path / "records").glob("*.txt"))) == 1
