"""An act may be taken back for a moment before it is sent, where you want that."""

import pytest

from cardtui.v1 import cards_pb2
from cardtui_client.model.table import Status
from cardtui_client.scene.commands import Bare, Do, PressCard, Say, Talk
from tests.support.positions import answering, cut_once
from tests.support.seated import Seated, seated
from tests.support.table_driver import truco


async def waits_on(at: Seated) -> None:
    """Let the moment pass."""
    at.display.run_down()
    for task in at.display.tasks:
        await task
    await at.settle()


async def test_it_is_off_unless_one_wants_it() -> None:
    async with seated(truco()) as at:
        await at.type("t")
        assert at.said == ["truco"]


async def test_an_act_is_sent_after_a_moment() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        assert at.said == []
        assert at.picture.sentence == "Sent in a moment; u or Esc takes it back."
        assert [each.command for each in at.controller.now.offered] == [Bare.RECALL]
        await waits_on(at)
        assert at.said == ["truco"]
        assert not at.controller.ui.held


@pytest.mark.parametrize("key", ["escape", "u"])
async def test_it_is_taken_back_with_what_was_done_before_it(key: str) -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("2", "enter")
        picked = [at.controller.ui.cards.picked]
        await at.type(key)
        picked.append(at.controller.ui.cards.picked)
        assert picked == [None, 1], "picked, as before"
        assert at.controller.ui.waiting is None, "and there is no question whether to leave"
        await waits_on(at)
        assert at.said == []
        await at.type("enter")
        await waits_on(at)
        assert at.scripted.acts[0].play.card == cards_pb2.CARD_SPANISH_7C


async def test_a_cut_is_taken_back_to_where_it_pointed() -> None:
    async with seated(cut_once(), take_back=True) as at:
        await at.type("7")
        await at.press(Bare.CUT_HERE)
        await at.type("u")
        await waits_on(at)
        assert at.said == []
        assert at.controller.ui.cut is not None
        assert at.controller.ui.cut.at == 7


async def test_what_is_pressed_meanwhile_does_not_replace_it() -> None:
    async with seated(answering(), take_back=True) as at:
        await at.type("q", "n", "t")
        await at.press(PressCard(0), PressCard(0), Do("no_quiero"))
        await waits_on(at)
        assert at.said == ["quiero"]


async def test_nothing_else_waits_for_it() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        await at.press(Talk(), Say("hola"))
        assert at.scripted.said == ["hola"]
        assert at.said == []
        await at.type("l")
        assert at.controller.ui.panel.shown
        await waits_on(at)
        assert at.said == ["truco"]


async def test_who_goes_before_it_was_sent_has_done_it() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        await at.controller.close()
        assert at.said == ["truco"]
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        await at.controller.give_up_seat()
        assert at.said == ["truco"]
        assert at.scripted.asked == [("leave", ("t1",))]


async def test_nobody_waits_for_a_server_that_is_gone_to_take_it() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        at.controller.model.take_status(Status.ENDED)
        await at.controller.close()
        assert at.said == []


async def test_a_question_is_answered_before_the_moment_begins() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("f")
        held = [bool(at.controller.ui.held)]
        await at.type("enter")
        held.append(bool(at.controller.ui.held))
        assert held == [False, True]
        await at.type("escape")
        await waits_on(at)
        assert at.said == []


async def test_a_key_takes_it_back_while_something_is_still_to_be_shown() -> None:
    async with seated(truco(), take_back=True) as at:
        await at.type("t")
        shot = at.controller.shot
        assert shot is not None
        at.controller.pacer.animated = True
        at.controller.pacer.add(shot._replace(seconds=5.0), shot)
        assert at.controller.pacer.behind
        await at.type("u")
        await waits_on(at)
        assert at.said == []
