"""A table whose language is changed looks as one that has spoken it from the beginning."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui.v1 import table_service_pb2
from cardtui.v1.talk_pb2 import Phrase
from cardtui_client import i18n
from cardtui_client.model.table import Status
from cardtui_client.net.feed import FeedStatus
from cardtui_client.tui.table.board import log_columns
from cardtui_client.tui.table.screen import TableScreen
from cardtui_engine.library.registry import game_ids
from tests.support.nights import by_night, games_and_by_night
from tests.support.positions import POSITIONS
from tests.support.screen import SMALL, WIDE, lines, settle
from tests.support.table_driver import ScriptedTable, TableApp, played, truco
from tests.table.mid_hands import MID_HANDS

TABLES: dict[str, Callable[[], ScriptedTable]] = {
    **{
        name: POSITIONS[name]
        for name in ("answering", "declaring", "raised", "between", "over", "cut_once", "watched")
    },
    **{
        game: next(made for name, made in MID_HANDS.items() if name.startswith(f"{game} "))
        for game in game_ids()
    },
}

BY_DAY_AND_NIGHT = ["answering", "between", "watched", *games_and_by_night()]


@pytest.fixture(autouse=True)
def followed_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table be seen as it was made: all that was done since is told as it happens."""
    make = ScriptedTable.__init__

    def remember(table: ScriptedTable, *arguments: Any, **named: Any) -> None:
        make(table, *arguments, **named)
        table.queue.put_nowait(table.snapshot())

    async def frames(table: ScriptedTable) -> AsyncIterator[object]:
        while (item := await table.queue.get()) is not None:
            yield item

    monkeypatch.setattr(ScriptedTable, "__init__", remember)
    monkeypatch.setattr(ScriptedTable, "frames", frames)


@asynccontextmanager
async def at(
    table: ScriptedTable, language: str, size: tuple[int, int] = WIDE
) -> AsyncGenerator[Pilot[None]]:
    i18n.set_language(language)
    async with TableApp(table).run_test(size=size) as pilot:
        await taken_in(pilot)
        yield pilot


def screen_of(pilot: Pilot[None]) -> TableScreen:
    assert isinstance(pilot.app, TableApp)
    return pilot.app.table_screen


def log_of(pilot: Pilot[None]) -> list[str]:
    """What can be read in the log of a wide window."""
    told = [line[WIDE[0] - log_columns(WIDE[0]) + 2 :].strip() for line in lines(pilot.app)[1:]]
    return told[: next(y for y, line in enumerate(told) if line.startswith("▔"))]


async def taken_in(pilot: Pilot[None]) -> None:
    """Wait until all that was sent is shown."""
    assert isinstance(pilot.app, TableApp)
    await pilot.pause()
    await settle(pilot, pilot.app.scripted)


async def speak(pilot: Pilot[None], language: str) -> list[str]:
    """Change the language, as the settings do; return what can be read then."""
    i18n.set_language(language)
    screen_of(pilot).retell()
    await pilot.pause()
    return lines(pilot.app)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [*BY_DAY_AND_NIGHT, *by_night("declaring", "raised", "over", "cut_once")],
)
@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)], ids=["small", "wide"])
async def test_every_line_of_a_table_follows_the_language(
    table: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = TABLES[table]
    async with at(made(), "pt_BR", size) as pilot:
        wanted = lines(pilot.app)
    # A match that is over would be counted twice.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    async with at(made(), "en", size) as pilot:
        assert lines(pilot.app) != wanted
        assert await speak(pilot, "pt_BR") == wanted


def talkative() -> ScriptedTable:
    """A table at which all kinds of lines have come to the log."""
    table = played(truco(4), "0 play 7C", "1 truco")
    table.say(2, "Carla", "", phrase=Phrase.PHRASE_GREAT_CARDS)
    table.say(None, "Zoe", "hola")
    table.say_apart(1, 2, "Carla", "psst")
    table.queue.put_nowait(table.presence(asking_pause=[3]))
    table.queue.put_nowait(table.snapshot())
    return table


@pytest.mark.slow
async def test_talk_notices_and_the_return_to_a_table_are_told_anew() -> None:
    async with at(talkative(), "es_AR") as pilot:
        wanted = await speak(pilot, "es_AR")  # what was said for a moment is over in both
    async with at(talkative(), "en") as pilot:
        assert "asks for a pause" in " ".join(lines(pilot.app))
        assert await speak(pilot, "es_AR") == wanted


@pytest.mark.slow
async def test_what_was_asked_in_another_language_is_asked_no_more() -> None:
    async with at(truco(setup={"scores": [15, 29]}), "en") as pilot:
        await pilot.press("x")
        questions = [screen_of(pilot).controller.ui.waiting]
        await speak(pilot, "pt_BR")
        questions.append(screen_of(pilot).controller.ui.waiting)
        assert [each is None for each in questions] == [False, True]


@pytest.mark.slow
async def test_why_nothing_comes_from_a_table_is_said_in_the_language_in_use() -> None:
    async with at(truco(), "en") as pilot:
        pilot.app.scripted.queue.put_nowait(FeedStatus(Status.CONNECTING))  # type: ignore[attr-defined]
        await taken_in(pilot)
        assert "Joining the table…" in lines(pilot.app)[0]
        assert "Entrando na mesa…" in (await speak(pilot, "pt_BR"))[0]


@pytest.mark.slow
async def test_why_a_table_has_ended_is_said_in_the_language_in_use() -> None:
    end = table_service_pb2.StreamEnd(reason=table_service_pb2.END_REASON_CLOSED)
    async with at(truco(), "en") as pilot:
        queue = pilot.app.scripted.queue  # type: ignore[attr-defined]
        queue.put_nowait(table_service_pb2.Frame(end=end))
        queue.put_nowait(FeedStatus(Status.ENDED, "The table was closed."))
        await taken_in(pilot)
        assert "The table was closed." in lines(pilot.app)[0]
        assert "A mesa foi fechada." in (await speak(pilot, "pt_BR"))[0]


@pytest.mark.slow
async def test_the_line_to_talk_invites_in_the_language_in_use() -> None:
    async with at(truco(), "en") as pilot:
        assert "Say something…" in " ".join(lines(pilot.app))
        assert "Say something…" not in " ".join(await speak(pilot, "pt_BR"))


@pytest.mark.slow
async def test_a_notice_that_says_the_same_again_is_told_once() -> None:
    table = truco(4)
    for _again in range(2):
        table.queue.put_nowait(table.presence())
        table.queue.put_nowait(table.presence(asking_pause=[3]))
    async with at(table, "en") as pilot:
        assert " ".join(log_of(pilot)).count("asks for a pause") == 1
