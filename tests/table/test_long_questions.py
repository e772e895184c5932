"""The question on leaving is read whole in every language, also beside the log."""

import pytest

from cardtui_client import i18n
from cardtui_client.scene.commands import Bare
from cardtui_client.scene.middle import ButtonZone
from cardtui_client.scene.scene import Button, Question
from cardtui_client.tui.paint.actions import paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from tests.support.colours import PALETTE
from tests.support.seated import seated
from tests.support.table_driver import truco


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
@pytest.mark.parametrize("chips", [False, True])
@pytest.mark.parametrize(("width", "height"), [(80, 2), (74, 3)])
async def test_the_question_on_leaving_is_whole_and_so_are_its_answers(
    language: str, chips: bool, width: int, height: int
) -> None:
    i18n.set_language(language)
    table = truco()
    table.table.most_buy_in = 80 if chips else 0
    async with seated(table) as at:
        await at.press(Bare.LEAVE)
        bar = at.picture.bar
        assert isinstance(bar, Question)
        canvas = Canvas(width, height, PALETTE)
        answers = (*bar.answers, Button(Bare.TAKE_BACK, "escape", "Back"))
        paint_buttons(canvas, answers, question=bar.sentence)
        painted = " ".join(" ".join("".join(line) for line in canvas.chars).split())
        assert bar.sentence in painted
        for answer in answers:
            assert any(each.zone == ButtonZone(answer.command) for each in canvas.areas)


ANSWERS = (Button(Bare.TAKE_BACK, "enter", "Yes"), Button(Bare.TAKE_BACK, "escape", "Back"))


def asked(question: str, width: int) -> str:
    """Return the two lines in which a question and its answers are painted."""
    canvas = Canvas(width, 2, PALETTE)
    paint_buttons(canvas, ANSWERS, question=question)
    return canvas.plain()


def test_answers_stand_behind_a_question_of_two_lines() -> None:
    question = "“¡Falta envido!”: with 30, they win the match; you have 27. Are you sure?"
    shown = asked(question, 60)
    assert " ".join(shown.split()).startswith(question)
    assert "Yes" in shown.splitlines()[1]
    assert "Back" in shown.splitlines()[1]


def test_where_the_answers_have_no_room_behind_it_a_question_is_cut_with_a_sign() -> None:
    shown = asked("Do you want to leave this table and all that lies on it, for good?", 40)
    assert "…" in shown.splitlines()[0]
    assert "Yes" in shown.splitlines()[1]
