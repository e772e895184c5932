"""What is asked around a match is said at once, and something turns once the answer takes long."""

import asyncio
from collections.abc import Callable

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.faces.staging import stage
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.scene.commands import LetBotPlay, SeatBot, StartMatch
from cardtui_client.scene.middle import Mood
from cardtui_client.tui.table import effects
from cardtui_client.tui.timers import SPINNER_SECONDS
from tests.support.positions import waiting
from tests.support.seated import Seated, seated

_NORMAL = tables_pb2.BOT_LEVEL_NORMAL


def slow(at: Seated, call: str) -> Callable[[Exception | None], None]:
    """Have the server not answer that call before the function that is returned is called."""
    answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def take(*_arguments: object, **_named: object) -> None:
        at.scripted.asked.append((call, ()))
        await answered

    def answer(error: Exception | None) -> None:
        if error is None:
            answered.set_result(None)
        else:
            answered.set_exception(error)

    setattr(at.controller.connection, call, take)
    return answer


@pytest.mark.parametrize(
    ("request_", "call", "sentence"),
    [
        (effects.SetReady(True), "set_ready", "Telling the table that you are ready…"),
        (effects.SetReady(False), "set_ready", "Telling the table that you are not ready…"),
        (SeatBot(_NORMAL), "add_bot", "Seating a bot…"),
        (effects.DropBot(1), "remove_bot", "Removing the bot…"),
        (effects.Ask(StartMatch()), "start", "Starting the match…"),
        (effects.TakeSeat(2, False), "swap_seats", "Asking for that seat…"),
        (effects.TakeSeat(2, True), "swap_seats", "Taking your request back…"),
        (effects.BringChips(30), "buy_in", "Buying chips…"),
        (effects.AskPause(True), "pause", "Asking for a pause…"),
        (effects.AskPause(False), "pause", "Asking to go on…"),
        (LetBotPlay(1), "sit_in", "Sending a bot to that seat…"),
    ],
)
async def test_what_is_asked_is_said_at_once_and_turns_when_the_answer_takes_long(
    request_: effects.Request, call: str, sentence: str
) -> None:
    async with seated(waiting(), animation=True) as at:
        before = at.picture.sentence
        at.display.alarms.clear()
        answer = slow(at, call)
        asking = asyncio.create_task(at.controller.request(request_))
        await asyncio.sleep(0)
        assert at.display.pictures[-1].sentence == sentence
        assert [alarm.seconds for alarm in at.display.alarms] == [SPINNER_SECONDS]
        turned = []
        for _turn in range(5):
            at.display.run_down()
            turned.append(at.display.pictures[-1].sentence)
        assert [said[0] for said in turned] == ["/", "-", "\\", "|", "/"]
        assert {said[1:] for said in turned} == {f" {sentence}"}
        answer(None)
        await asking
        assert at.display.pictures[-1].sentence == before
        assert all(alarm.stopped for alarm in at.display.alarms)


async def test_nothing_keeps_turning_for_who_wants_nothing_to_move() -> None:
    async with seated(waiting()) as at:
        answer = slow(at, "set_ready")
        asking = asyncio.create_task(at.controller.request(effects.SetReady(True)))
        await asyncio.sleep(0)
        at.display.run_down()
        assert at.picture.sentence == "/ Telling the table that you are ready…"
        assert at.display.alarms == []
        answer(None)
        await asking


async def test_what_was_pressed_twice_is_asked_once_and_a_failure_is_said() -> None:
    async with seated(waiting()) as at:
        answer = slow(at, "start")
        asking = asyncio.create_task(at.controller.request(effects.Ask(StartMatch())))
        await asyncio.sleep(0)
        await at.controller.request(effects.Ask(StartMatch()))
        assert [call for call, _arguments in at.scripted.asked] == ["start"]
        answer(Unreachable("The server does not answer."))
        await asking
        assert (at.picture.sentence, at.picture.mood) == (
            "The server does not answer.",
            Mood.REFUSED,
        )
        answer = slow(at, "start")
        asking = asyncio.create_task(at.controller.request(effects.Ask(StartMatch())))
        await asyncio.sleep(0)
        assert at.picture.sentence == "Starting the match…"
        answer(None)
        await asking


async def test_getting_up_is_said_until_it_is_done() -> None:
    async with seated(waiting()) as at:
        answer = slow(at, "leave")
        going = asyncio.create_task(at.controller.give_up_seat())
        await asyncio.sleep(0)
        assert at.picture.sentence == "Getting up…"
        answer(None)
        assert await going


def test_nobody_is_said_to_watch_before_it_is_known_whether_one_sits() -> None:
    assert stage(TableModel()).hand.watching == ""
