"""The evenings of a club: which is on, which comes next, and what the settings may say."""

import time
from collections.abc import Callable, Generator
from datetime import datetime
from typing import Any

import pytest

from cardtui_client import i18n
from cardtui_client.model.calendar import Evening as Told
from cardtui_client.model.calendar import evening_words
from cardtui_server.calendar import Evening, last_of, next_of, read_evenings
from cardtui_server.failures import StartError

FRIDAYS = {"name": "Truco night", "begins": "Friday 20:00", "hours": 4}
FRIDAY = datetime(2026, 11, 27, 20, 0)  # noqa: DTZ001 - by the clock of the machine


def evenings(*given: dict[str, Any]) -> tuple[Evening, ...]:
    return read_evenings([(f"config.toml:{at}", each) for at, each in enumerate(given, 1)])


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[[str], None]]:
    """Have the machine in another time zone."""

    def be_in(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield be_in
    monkeypatch.undo()
    time.tzset()


def test_what_is_on_comes_before_what_comes_next() -> None:
    cup = {"name": "Cup", "begins": "2026-11-28 18:00", "hours": 2.5}
    both, at = evenings(cup, FRIDAYS), int(FRIDAY.timestamp())
    first = next_of(both, at - 6 * 86_400)
    assert first == ("Truco night", at, at + 4 * 3600)
    assert next_of(both, at + 4 * 3600 - 1) == first
    assert last_of(both, at + 4 * 3600) == first
    second = next_of(both, at + 4 * 3600)
    assert second == ("Cup", at + 22 * 3600, at + 88_200)
    third = next_of(both, at + 25 * 3600)
    assert third is not None
    assert third.begins == at + 7 * 86_400
    assert last_of(both, at + 6 * 86_400) == second
    assert last_of(evenings(cup), at) is None
    assert next_of(evenings(cup), at + 30 * 3600) is None


def test_an_evening_past_midnight_is_on_until_it_ends() -> None:
    late = evenings({"name": "Cacho", "begins": "sunday 22:30", "hours": 6})
    begins = datetime(2026, 11, 29, 22, 30).timestamp()  # noqa: DTZ001
    assert next_of(late, begins + 5 * 3600) == ("Cacho", begins, begins + 6 * 3600)


def test_an_evening_begins_at_the_same_hour_in_summer_and_in_winter(
    zone: Callable[[str], None],
) -> None:
    zone("Europe/Berlin")
    weekly = evenings({"name": "Truco", "begins": "Saturday 20:00", "hours": 4})
    before = next_of(weekly, datetime(2026, 10, 20).timestamp())  # noqa: DTZ001
    assert before is not None
    after = next_of(weekly, before.ends)
    assert after is not None
    assert after.begins - before.begins == 7 * 86_400 + 3600
    assert time.strftime("%H:%M", time.localtime(after.begins)) == "20:00"
    lost = evenings({"name": "Early", "begins": "2026-03-29 02:30", "hours": 1})
    assert next_of(lost, before.begins - 365 * 86_400) is not None  # an hour that there is not


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "an evening has a name in quotes"),
        ({"name": 7}, "an evening has a name in quotes"),
        ({"name": "x" * 33}, "of at most 32 letters"),
        ({"begins": "Freitag 20:00"}, "begins takes a day and a time"),
        ({"begins": "Friday 24:00"}, "begins takes a day and a time"),
        ({"begins": "2026-02-30 20:00"}, "begins takes a day and a time"),
        ({"begins": "0001-01-01 00:00"}, "begins takes a day and a time"),
        ({"begins": 20}, "begins takes a day and a time"),
        ({"hours": 0}, "hours takes a number up to 24"),
        ({"hours": 25}, "hours takes a number up to 24"),
        ({"hours": float("nan")}, "hours takes a number up to 24"),
        ({"hours": True}, "hours takes a number up to 24"),
        ({"every": "week"}, "“every” is none of these"),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(StartError) as error:
        evenings(FRIDAYS, FRIDAYS | changed)
    assert str(error.value).startswith("config.toml:2: ")
    assert said in str(error.value)


def test_what_is_missing_is_said_and_so_are_too_many() -> None:
    for each in FRIDAYS:
        with pytest.raises(StartError):
            evenings({name: value for name, value in FRIDAYS.items() if name != each})
    with pytest.raises(StartError, match=r"toml:51: there are at most 50 evenings"):
        evenings(*[FRIDAYS] * 51)


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (-30 * 24, "Next: Truco, Nov 27 20:00"),
        (-6 * 24, "Next: Truco, Friday 20:00"),
        (-19, "Next: Truco, today 20:00"),
        (0, "Truco, until 24:00"),
        (3.9, "Truco, until 24:00"),
        (4, ""),
    ],
)
def test_it_is_said_as_people_say_it(
    monkeypatch: pytest.MonkeyPatch, hours: float, said: str
) -> None:
    begins = int(FRIDAY.timestamp())
    monkeypatch.setattr(i18n, "now", lambda: begins + hours * 3600)
    told = evening_words(Told("Truco", begins, begins + 4 * 3600))
    assert told == said
