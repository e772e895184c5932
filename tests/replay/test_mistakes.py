"""The mistakes of a match are sought by a process of its own, which ends when nobody waits."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from cardtui_client.model.table import TableModel
from cardtui_engine.library.lab import Mistake, Worth
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
LONG = "pif-paf-mesa"
PATIENCE = 60.0
"""Seconds: a busy machine takes ten times as long as a quiet one."""


@pytest.mark.nightly
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
@pytest.mark.parametrize("name", [LONG, *by_night(*sorted({*NAMES} - {LONG}))])
async def test_something_is_known_of_every_match_before_time_is_up(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it where a strong bot would have done something else."""
    monkeypatch.setattr("cardtui_studio.mistakes.SEARCH_SECONDS", PATIENCE)
    told = None
    async with aclosing(sought(write(record_of(name)), 0)) as all_told:
        async for told in all_told:
            if told.at is not None:
                return
    assert told is not None, "how many choices there are to try"
    assert told.done == told.all


def found(at: int, loss: float) -> Misplay:
    return Misplay(at, "quiero", "no_quiero", loss, loss / 4)


def test_a_player_who_waits_is_told_the_costliest_so_far_and_at_last_the_costliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mistakes = Mistakes(0, "Ana")
    mistakes.take(Sought(1, 9, found(7, 1.0), 7))
    assert [mistakes.worst] == [None], "there may be a worse one"
    monkeypatch.setattr("cardtui_studio.mistakes.FIRST_REPORT_SECONDS", 0.0)
    assert mistakes.worst == 7
    assert mistakes.words(TRUCO, 7).startswith("The costliest mistake so far: Quiero. Better: ")
    assert mistakes.words(TRUCO, 7).endswith("1 of 9 choices weighed so far.")
    mistakes.take(Sought(2, 9, found(3, 2.0), 3))
    assert mistakes.worst == 3
    assert mistakes.words(TRUCO, 7).startswith("Mistake: Quiero."), "numbers come at the end"
    mistakes.over = True
    assert mistakes.words(TRUCO, 3).startswith("Mistake 1 of 2, the costliest: Quiero.")
    assert mistakes.words(TRUCO, 7).startswith("Mistake 2 of 2: Quiero.")
    assert [mistakes.after(at) for at in (0, 3, 7, 9)] == [3, 7, 3, 3], "by what they cost"


def test_where_nothing_is_sure_no_mistake_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be luck is glanced at, and looked at closely; only what is sure is told."""
    film = film_of(CACHO)
    match = Examined(film.record, film.names, film.hands)
    place = match.suspects(0)[0]
    worth = Worth(match.act(place).action, 0.5, 0.2, 0.3, 0.2, 0.5, 0.0)
    perhaps = Mistake(place, match.act(place), worth, worth, sure=False)

    def mistake(*_given: object, **_named: object) -> Mistake:
        return perhaps

    monkeypatch.setattr("cardtui_studio.examined.mistake", mistake)
    assert [each.found for each in match.mistakes([place])] == [None, None]
    mistakes = Mistakes(0, "Ana")
    mistakes.take(Sought(1, 1, None, place))
    mistakes.over = True
    assert (mistakes.worst, mistakes.after(0), mistakes.words(TRUCO, place)) == (None, None, "")
    assert mistakes.state() == "No clear mistake: nothing in this match was surely one."


def test_a_loss_of_the_chance_to_win_the_match_is_said_as_such() -> None:
    mistakes = Mistakes(0, "Ana")
    mistakes.take(Sought(1, 9, found(7, 0.084)._replace(of_match=True), 7))
    assert "Better: No quiero, by 8.4 ± 2.1 of 100 matches." in mistakes.words(TRUCO, 7)


@pytest.mark.slow
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
    monkeypatch.setattr("cardtui_studio.mistakes.SEARCH_SECONDS", 0.01)
    assert [each async for each in sought(record, 0)] == []
    assert [each.returncode is None for each in started] == [False, False]


@pytest.mark.parametrize(
    ("worse", "advised", "ruse", "said"),
    [
        ([False, True], "Truco", "", "Best: Truco."),
        ([False, False, True], "Truco", "", "Too close to call: Truco, Play 5●."),
        ([False] * 4, "No quiero", "", "Too close to call: No quiero, Truco, Play 5●…"),
        ([False], "Truco", "", ""),
        ([False, True], "Play 5●", "", "Best: Truco. A hint, which tries less, says Play 5●."),
        (
            [False, True],
            "Play 5●",
            "bluff",
            (
                "Best: Truco, but only as a bluff: it pays because others give up. "
                "A hint says Play 5●."
            ),
        ),
        (
            [False, True],
            "Play 5●",
            "trap",
            (
                "Best: Truco, but only as a trap: it pays because others do not know your cards. "
                "A hint says Play 5●."
            ),
        ),
    ],
)
def test_the_best_choice_is_named_where_the_margins_tell_it_and_what_a_hint_says_with_it(
    worse: list[bool], advised: str, ruse: str, said: str
) -> None:
    words = ("Truco", "Play five of coins (5●)", "Quiero", "No quiero")
    choices = tuple(
        WeighedChoice(words[at], False, 0.0, 0.5, 50, 0, each) for at, each in enumerate(worse)
    )
    assert verdict_of(Weighed("Ana", 9, (), choices, "", advised, ruse)) == said
