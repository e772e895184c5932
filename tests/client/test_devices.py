"""The machines of a player: how they are told apart, and what can be done about them."""

import pytest

from cardtui_client.i18n import set_language
from cardtui_client.model.person import Device, device_lines, end_question

OLD = Device("3fa9c1", 1_795_600_000, 1_795_600_000, this=True, can_end=False)
LATER = OLD._replace(id="77ab01", began=OLD.began + 3600, this=False, can_end=True)


@pytest.mark.parametrize(
    ("language", "day", "asked"),
    [
        ("en", "2026-11-25", "Sign out the machine"),
        ("pt_BR", "em 25/11/2026", "Desconectar a máquina"),
        ("es_AR", "el 25/11/2026", "¿Desconectar la máquina"),
    ],
)
def test_two_machines_of_one_day_are_told_apart_by_the_time(
    language: str, day: str, asked: str
) -> None:
    set_language(language)
    first, second, _power = device_lines([OLD, LATER])
    assert day in first
    assert day in second
    assert OLD.added != LATER.added
    assert OLD.added in first
    question = end_question(LATER)
    assert question.startswith(asked)
    assert LATER.added in question
    set_language("en")


def test_who_has_one_machine_is_told_how_to_add_another() -> None:
    (said,) = device_lines([OLD])
    assert "cardtui account code" in said
