"""Signals at the table screen: a key asks which to give and where to look; what is seen is told."""

from __future__ import annotations

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.scene.commands import Bare, GiveSignal, LookAt, PressSeat
from cardtui_client.scene.scene import Kind, Question
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, truco


def four() -> ScriptedTable:
    table = truco(4)
    table.gazes = [2, 3, 0, 1]
    return table


async def test_a_key_asks_which_signal_and_a_digit_gives_it() -> None:
    async with seated(four()) as at:
        await at.press(Bare.ASK_SIGNAL)
        question = at.controller.ui.waiting
        assert isinstance(question, Question)
        assert question.sentence.startswith("1 eyebrow  2 wink  3 lips")
        keys = [(each.key, each.label) for each in question.answers]
        assert keys[1] == ("2", "◕‿─")
        await at.press(GiveSignal(Gesture.GESTURE_WINK))
        assert ("signal", ("t1", Gesture.GESTURE_WINK)) in at.scripted.asked
        assert at.controller.ui.waiting is None


async def test_one_looks_at_the_seat_that_is_chosen_or_clicked() -> None:
    async with seated(four()) as at:
        await at.press(Bare.ASK_LOOK, LookAt(1), PressSeat(3))
        assert at.scripted.asked[-2:] == [("look", ("t1", 1)), ("look", ("t1", 3))]
        await at.press(PressSeat(0))
        assert at.controller.ui.waiting is not None


async def test_without_partners_there_is_nothing_to_ask() -> None:
    async with seated(truco()) as at:
        await at.press(Bare.ASK_SIGNAL, Bare.ASK_LOOK, LookAt(1), GiveSignal(1))
        assert at.controller.ui.waiting is None
        assert at.scripted.asked == []


async def test_a_signal_that_one_sees_is_told_and_shown_at_the_seat() -> None:
    async with seated(four()) as at:
        at.scripted.signal(1, 2, Gesture.GESTURE_KISS)
        await at.settle()
        assert [each.text for each in at.display.log if each.kind is Kind.SIGNAL] == [
            "(o*o) Carla blows a kiss. (a 2)"
        ]
        assert [(each.seat, each.form) for each in at.controller.ui.reactions] == [(2, "(◕•◕)")]
        assert at.picture.sentence == "(o*o) Carla blows a kiss. (a 2)"
        at.scripted.look(1, 0)
        await at.settle()
        assert "→ you" in at.picture.felt.seats[1].notes
