"""The mistakes of a match are sought by a process of its own, which ends when nobody waits."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from cardtui_client.model.table import TableModel
from cardtui_engine.library.record_writing import write
from cardtui_studio.examined import Examined, verdict_of
from cardtui_studio.film import Misplay, Sought, Weighed, WeighedChoice
from cardtui_studio.mistakes import Mistakes, sought
from tests.support.films import NAMES, film_of, record_of
from tests.support.nights import by_night

CACHO = "cacho-4"
"""A match whose choices are gone through in a moment."""
TRUCO = TableModel()
TRUCO.table.game = "truco-argentino"
LONG = ("pif-paf-mesa", "truco-argentino-6", "truco-paulista-6")
PATIENCE = 60.0
"""Seconds: a busy machine takes ten times as long as a quiet one."""


async def test_every_choice_is_tried_that_a_strong_bot_would_not_have_made() -> None:
    film = film_of(CACHO)
    match = Examined(film.record, film.names, film.hands)
    places = match.suspects(0)
    assert set(places) < set(match.decisions(0))
    first, *told = [each async for each in sought(write(record_of(CACHO)), 0)]
    assert first == Sought(0, len(places), None)
    assert told[-1].done == len(places)
    assert {each.at for each in told} == {place - 1 for place in places}
    assert [each.done for each in told] == sorted(each.done for each in told)
    again = [*match.mistakes(places)]
    assert [each.found is None for each in told] == [each.found is None for each in again]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LONG, *by_night(*sorted({*NAMES} - {*LONG}))])
async def test_something_is_known_of_every_match_before_time_is_up(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it where a strong bot would have done something else."""
    monkeypatch.setattr("cardtui_studio.mistakes.SECONDS", PATIENCE)
    told = None
    async with aclosing(sought(write(record_of(name)), 0)) as all_told:
        async for told in all_told:
            if told.at is not None:
                return
    assert told is not None, "how many choices there are to try"
    assert told.done == told.all


def found(at: int, loss: float, *, sure: bool = True) -> Misplay:
    return Misplay(at, "quiero", "no_quiero", loss, loss / 4, sure)


def test_a_player_who_waits_is_told_the_costliest_so_far_and_at_last_the_costliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mistakes = Mistakes(0, "Ana")
    mistakes.take(Sought(1, 9, found(7, 1.0), 7))
    assert [mistakes.worst] == [None], "there may be a worse one"
    monkeypatch.setattr("cardtui_studio.mistakes.SOON", 0.0)
    assert mistakes.worst == 7
    assert mistakes.words(TRUCO, 7).startswith("Mistake 1, the costliest so far: Quiero. Better: ")
    mistakes.take(Sought(2, 9, found(3, 2.0), 3))
    assert mistakes.worst == 3
    mistakes.over = True
    assert mistakes.words(TRUCO, 3).startswith("Mistake 1/2, the costliest: Quiero.")
    assert mistakes.words(TRUCO, 7).startswith("Mistake 2/2: Quiero.")


def test_where_nothing_is_sure_the_likeliest_mistake_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_studio.mistakes.SOON", 0.0)
    mistakes = Mistakes(0, "Ana")
    mistakes.take(Sought(0, 9, found(7, 1.0, sure=False), 7))
    mistakes.take(Sought(0, 9, found(5, 2.0, sure=False), 5))
    assert mistakes.worst == mistakes.after(0) == 5
    assert mistakes.words(TRUCO, 5) == (
        "Perhaps a mistake: Quiero. Better, it seems: No quiero, by 2.0 ± 0.5 points."
    )
    mistakes.take(Sought(1, 9, None, 5))
    assert (mistakes.worst, mistakes.words(TRUCO, 5)) == (7, ""), "it was none, looked at closely"
    mistakes.take(Sought(2, 9, found(2, 0.5), 2))
    assert mistakes.worst == 2, "what is sure is told first"
    assert mistakes.words(TRUCO, 7) != ""


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
        assert (await anext(coming)).done == 0
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
