"""Hints at the table screen: a key asks, the status line and the log tell, nothing is done."""

import grpc
import pytest

from cardtui.v1 import errors_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.net.call_errors import Refused
from cardtui_client.scene.commands import Bare, GiveSignal, LookAt, PressSeat
from cardtui_client.scene.scene import Kind, Question
from cardtui_client.tui.table.screen import table_commands
from tests.support.positions import SAID, hinting, waiting, watched
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, truco


def noticed(at: Seated) -> list[str]:
    return [each.text for each in at.display.log if each.kind is Kind.NOTICE]


async def test_a_key_gives_a_hint_and_does_nothing_else() -> None:
    async with seated(hinting()) as at:
        await at.type("j")
        assert at.scripted.asked == [("hint", ())]
        assert at.picture.sentence == SAID
        assert noticed(at) == [SAID], "the log keeps it"
        assert at.said == []
        await at.type("j")
        assert noticed(at) == [SAID], "the same again is told once there"


async def test_the_palette_has_it_while_one_plays_and_only_then() -> None:
    for table, offered in ((hinting, True), (waiting, False), (watched, False)):
        async with seated(table()) as at:
            found = table_commands(at.controller.ui, at.controller.now)
            assert ("Get a hint" in [each.label for each in found]) is offered


async def test_a_hint_for_another_position_is_not_told() -> None:
    async with seated(hinting()) as at:
        at.scripted.hint.position += 1
        await at.press(Bare.ASK_HINT)
        assert at.picture.sentence.startswith("The table has changed: ask for a hint again.")
        assert noticed(at) == []


async def test_why_there_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(hinting()) as at:

        async def refuse(_table: str) -> None:
            sentence = "There are no hints at a rated table."
            refusal = errors_pb2.Refusal(template=sentence, sentence=sentence)
            raise Refused(refusal, grpc.StatusCode.FAILED_PRECONDITION)

        monkeypatch.setattr(at.controller.connection, "advise", refuse)
        await at.press(Bare.ASK_HINT)
        assert at.picture.sentence.startswith("There are no hints at a rated table.")


async def test_the_mouse_finds_it_among_the_keys_that_always_work_but_at_no_rated_table() -> None:
    async with seated(hinting()) as at:
        assert Bare.ASK_HINT in [each.command for each in at.picture.hints]
    rated = hinting()
    rated.table.rated = True
    for table in (rated, waiting(), watched()):
        async with seated(table) as at:
            assert Bare.ASK_HINT not in [each.command for each in at.picture.hints]


def four() -> ScriptedTable:
    table = truco(4)
    table.gazes = [2, 3, 0, 1]
    return table


async def test_a_key_asks_which_signal_and_a_digit_gives_it() -> None:
    async with seated(four()) as at:
        await at.press(Bare.ASK_SIGNAL)
        question = at.controller.ui.waiting
        assert isinstance(question, Question)
        keys = [(each.key, each.label) for each in question.answers]
        assert keys[1] == ("2", "wink 1B (◕‿─)")
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
