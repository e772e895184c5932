"""The mistakes of a match are sought by a process of its own, which ends when nobody waits."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from cardtui_engine.library.record_writing import write
from cardtui_studio.examined import Examined, verdict_of
from cardtui_studio.film import Sought, Weighed, WeighedChoice
from cardtui_studio.mistakes import sought
from tests.support.films import film_of, record_of

CACHO = "cacho-4"
"""A match whose choices are gone through in a moment."""


async def test_every_choice_is_gone_through() -> None:
    film = film_of(CACHO)
    match = Examined(film.record, film.names, film.hands)
    places = match.decisions(0)
    told = [each async for each in sought(write(record_of(CACHO)), 0)]
    assert [each.done for each in told] == [*range(len(places) + 1)]
    assert {each.all for each in told} == {len(places)}
    found = [each.found for each in told[1:]]
    assert [each is not None for each in found] == [
        each is not None for each in match.mistakes(places)
    ]


async def test_it_ends_when_time_is_up_and_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*args: Any, **more: Any) -> asyncio.subprocess.Process:
        started.append(await start(*args, **more))
        return started[-1]

    monkeypatch.setattr("asyncio.create_subprocess_exec", noted)
    record = write(record_of("truco-paulista-6"))
    async with aclosing(sought(record, 0)) as coming:
        assert await anext(coming) == Sought(0, 3, None)
    monkeypatch.setattr("cardtui_studio.mistakes.SECONDS", 0.01)
    assert [each async for each in sought(record, 0)] == []
    assert [each.returncode is None for each in started] == [False, False]


@pytest.mark.parametrize(
    ("worse", "said"),
    [
        ([False, True], "Best: Truco."),
        ([False, False, True], "Too close to call: Truco, Play 5●."),
        ([False] * 4, "Too close to call: Truco, Play 5●, Quiero…"),
        ([False], ""),
    ],
)
def test_the_best_choice_is_named_where_the_margins_tell_it(worse: list[bool], said: str) -> None:
    words = ("Truco", "Play five of coins (5●)", "Quiero", "No quiero")
    choices = tuple(
        WeighedChoice(words[at], False, 0.0, 0.5, 50, 0, each) for at, each in enumerate(worse)
    )
    assert verdict_of(Weighed("Ana", 9, (), choices)) == said
