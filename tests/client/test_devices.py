"""The machines of a player: how they are told apart, and what can be done about them."""

import pytest

from cardtui_client import i18n
from cardtui_client.i18n import day, moment, set_language
from cardtui_client.model.person import Device, device_lines, end_question

OLD = Device("3fa9c1", 1_795_600_000, 1_795_600_000, this=True, can_end=False)
LATER = OLD._replace(id="77ab01", began=OLD.began + 3600, this=False, can_end=True)


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "Nov 25", "Sign out the machine"),
        ("pt_BR", "em 25/11 ", "Desconectar a máquina"),
        ("es_AR", "el 25/11 ", "¿Desconectar la máquina"),
    ],
)
def test_two_machines_of_one_day_are_told_apart_by_the_time(
    language: str, told: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "now", lambda: OLD.began + 3 * 86_400)
    set_language(language)
    first, second, _power = device_lines([OLD, LATER])
    assert told in first
    assert told in second
    assert OLD.added != LATER.added
    assert OLD.added in first
    question = end_question(LATER)
    assert question.startswith(asked)
    assert LATER.added in question
    set_language("en")


def test_who_has_one_machine_is_told_how_to_add_another() -> None:
    (said,) = device_lines([OLD])
    assert "cardtui account code" in said


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["today", "yesterday", "Nov 2", "2025-11-25"]),
        ("pt_BR", ["hoje", "ontem", "02/11", "25/11/2025"]),
        ("es_AR", ["hoy", "ayer", "02/11", "25/11/2025"]),
    ],
)
def test_a_day_is_written_as_people_of_the_language_do(
    language: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, whole_day = OLD.began, 86_400
    monkeypatch.setattr(i18n, "now", lambda: now)
    set_language(language)
    assert [day(now - ago * whole_day) for ago in (0, 1, 23, 365)] == told
    assert moment(now, near=False).startswith(day(now, near=False))
    assert day(now, near=False) not in told
    set_language("en")
