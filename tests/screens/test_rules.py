"""The rules screen."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input, Select
from textual.widgets.markdown import MarkdownBlock

from cardtui.v1 import tables_pb2
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.rules import RulesScreen, clean_sheet
from tests.screens.conftest import LookRight
from tests.screens.opening import LARGE, client, hides, in_lobby, opened, shows, until, words
from tests.screens.server_fake import LOST, FakeServer, cacho_table, running_table, truco_table
from tests.support.nights import by_night
from tests.support.screen import SMALL

SHEETS = Path(__file__).parents[2] / "docs" / "rules"


def server_with_sheets(*tables: object, whole: bool = False) -> FakeServer:
    server = FakeServer(*tables)  # type: ignore[arg-type]
    for game in ("truco-argentino", "cacho"):
        for language in ("en", "pt_BR", "es_AR"):
            path = SHEETS / f"{game}.{language}.md"
            sheet = path.read_text(encoding="utf-8")
            server.sheets[game, language] = sheet if whole else shortened(sheet)
    return server


def shortened(sheet: str) -> str:
    """Return the first sections of a sheet, and of the others the clauses that are looked for."""
    first, *rest = re.split(r"^(?=## )", sheet, flags=re.MULTILINE)
    asked = [line for part in rest[2:] for line in part.splitlines() if line.startswith("- **TA-")]
    kept = [line for line in asked if re.match(r"- \*\*TA-(44|45|5.|6.)\*\*", line)]
    return "\n".join([first, *rest[:2], "## Other clauses", "", *kept, ""])


@pytest.mark.parametrize(("theme", "size"), [("dark", SMALL), *by_night(("light", LARGE))])
async def test_the_rules_of_the_chosen_table_begin_with_what_is_different_there(
    looks_right: LookRight, theme: str, size: tuple[int, int]
) -> None:
    app = in_lobby(server_with_sheets(running_table(), whole=True), theme=theme)
    async with opened(app, size) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "At this table:", "Points to win: 15 (TA-51)", "Truco argentino")
        sheet = app.screen.query_one("#sheet", VerticalScroll)
        await until(pilot, lambda: sheet.show_vertical_scrollbar)
        await pilot.pause()
        looks_right(app)


@pytest.mark.nightly
async def test_a_table_that_changes_nothing_is_said_to_play_by_the_sheet() -> None:
    async with opened(in_lobby(server_with_sheets(truco_table()))) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "This table plays by the rules")


@pytest.mark.nightly
async def test_rules_are_asked_for_in_the_language_in_use_and_follow_a_switch() -> None:
    app = in_lobby(server_with_sheets(cacho_table()), language="pt_BR")
    async with opened(app) as pilot:
        await shows(pilot, "Edu")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await shows(pilot, "Cacho", "jogadores")
        app.change("language", "es_AR")
        await shows(pilot, "jugadores")


@asynccontextmanager
async def reading() -> AsyncGenerator[Pilot[None]]:
    """Read the rules of the only table of a lobby."""
    async with opened(in_lobby(server_with_sheets(truco_table()))) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "Truco argentino")
        yield pilot


async def test_a_clause_is_found_where_it_stands_and_a_word_that_is_nowhere_said_to_be() -> None:
    async with reading() as pilot:
        app = pilot.app
        await pilot.press("slash", *"ta-60", "enter")
        await shows(pilot, "TA-60 Each dealer deals twice")
        await until(pilot, lambda: app.focused is app.screen.query_one("#sheet"))
        await pilot.press("slash", *["backspace"] * 5, *"[/x]", "enter")
        await shows(pilot, "not in this sheet")
        await pilot.press("backspace")
        await hides(pilot, "not in this sheet")
        await pilot.press(*["backspace"] * 3, "enter")
        await until(pilot, lambda: app.focused is app.screen.query_one("#sheet"))
        assert "not in this sheet" not in words(pilot)


@pytest.mark.nightly
async def test_all_hits_of_a_word_are_reached_one_after_the_other() -> None:
    async with reading() as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, RulesScreen)

        def found() -> MarkdownBlock:
            return screen.query(".-found").only_one(MarkdownBlock)

        await pilot.press("slash", *"envido", "enter")
        await until(pilot, lambda: bool(screen.query(".-found")))
        first = found()
        await pilot.press("n")
        await until(pilot, lambda: found() is not first)
        second = found()
        await pilot.press("slash", "enter")
        await until(pilot, lambda: found() not in (first, second))
        await pilot.press("N", "N")
        await until(pilot, lambda: found() is first)
        await pilot.press("N")
        await until(pilot, lambda: found() not in (first, second))


@pytest.mark.nightly
async def test_enter_goes_on_from_a_hit_in_the_options_of_the_table() -> None:
    async with opened(in_lobby(server_with_sheets(running_table()))) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "Points to win: 15 (TA-51)")
        screen = pilot.app.screen
        assert "Next hit" not in words(pilot)
        await pilot.press("slash", *"points", "enter")
        await shows(pilot, "n Next hit")
        first = screen.query(".-found").only_one(MarkdownBlock)
        assert "Points to win" in (first.source or "")
        await pilot.press("enter")
        await until(pilot, lambda: not first.has_class("-found"))
        assert screen.query(".-found")
        await pilot.press("N")
        await until(pilot, lambda: first.has_class("-found"))


@pytest.mark.parametrize(("style", "shown"), [*by_night(("ascii", "7 o"), ("unicode", "7●"))])
async def test_cards_of_a_sheet_stand_there_as_on_the_table(style: str, shown: str) -> None:
    app = in_lobby(server_with_sheets(truco_table(), whole=True), card_style=style)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "Truco argentino")
        await pilot.press("slash", *"ta-02", "enter")
        await shows(pilot, shown)


@pytest.mark.nightly
async def test_the_sheet_is_scrolled_and_that_of_another_game_begins_at_its_top() -> None:
    async with reading() as pilot:
        sheet = pilot.app.screen.query_one("#sheet", VerticalScroll)
        await pilot.press("pagedown")
        await until(pilot, lambda: sheet.scroll_y >= sheet.size.height - 1)
        await pilot.press("g", "down", "enter")
        await shows(pilot, "A vying game")
        assert pilot.app.screen.query_one(Select).value == "cacho"


@pytest.mark.nightly
async def test_a_word_is_found_without_its_accents() -> None:
    app = in_lobby(server_with_sheets(truco_table()), language="es_AR")
    async with opened(app) as pilot:
        await shows(pilot, "1 mesa")
        await pilot.press("r")
        await shows(pilot, "Truco argentino")
        await pilot.press("slash", *"tambien", "enter")
        await until(pilot, lambda: app.focused is app.screen.query_one("#sheet"))
        found = app.screen.query(".-found").first(MarkdownBlock)
        assert "también" in (found.source or "").casefold()


async def test_a_word_of_the_table_is_looked_up_in_the_rules_from_the_palette() -> None:
    async with opened(in_lobby(server_with_sheets(truco_table(), whole=True))) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("ctrl+p")
        await shows(pilot, "What would you like to do?")
        await pilot.press(*"parda")
        await shows(pilot, "Look up “parda” in the rules")
        await pilot.press("enter")
        await until(pilot, lambda: bool(pilot.app.screen.query(".-found")))
        found = pilot.app.screen.query(".-found").first(MarkdownBlock)
        assert "TA-12" in (found.source or "")
        await pilot.press("slash", *"zzz", "enter")
        field = pilot.app.screen.query_one("#clause", Input)
        await until(pilot, lambda: field.border_subtitle == "not in this sheet")


async def test_rules_can_be_opened_at_a_clause() -> None:
    app = in_lobby(server_with_sheets(truco_table()))
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        app.open_rules("TA-44")
        await shows(pilot, "TA-44 After the hand")


@pytest.mark.nightly
async def test_escape_leaves_first_the_field_and_then_the_rules_which_are_opened_once() -> None:
    async with reading() as pilot:
        app = pilot.app
        await pilot.press("f2")
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press("escape")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_rules_that_are_on_their_way_and_rules_that_do_not_come_are_sentences() -> None:
    server = server_with_sheets(truco_table())
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        answer, arrived = server.get_rules, asyncio.Event()

        async def slow(game: str, language: str) -> object:
            await arrived.wait()
            return await answer(game, language)

        server.get_rules = slow  # type: ignore[method-assign,assignment]
        await pilot.press("r")
        await shows(pilot, "Loading the rules…")
        server.failing = LOST
        arrived.set()
        await shows(pilot, "No table server answers at 127.0.0.1:8782.")


@pytest.mark.nightly
async def test_from_home_the_rules_come_from_a_server_of_ones_own() -> None:
    server = server_with_sheets()
    async with opened(client(server)) as pilot:
        await pilot.press("r")
        await shows(pilot, "Truco argentino")
        assert server.address == "127.0.0.1:40123"


async def test_where_no_server_can_be_asked_that_is_a_sentence() -> None:
    app = client(FakeServer(), start_server=None)
    async with opened(app) as pilot:
        await pilot.press("r")
        await shows(pilot, "No server can be started from here; connect to one.")
        assert isinstance(app.screen, HomeScreen)


async def test_a_hostile_sheet_and_the_names_of_hostile_games_are_only_text() -> None:
    server = FakeServer(truco_table())
    server.games = [tables_pb2.Game(id="[/nope]\x1b[2J", seats=[2]), *server.games]
    server.sheets["truco-argentino", "en"] = (
        "# Title [/nope]\n\n- [click](https://example.invalid) \x1b]52;c;QQ==\x07end\n"
        "- [@click=app.quit]x[/]\n\n" + "word " * 100_000
    )
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("r")
        await shows(pilot, "Title [/nope]", "]52;c;QQ==end", "[@click=app.quit]x[/]")
        assert "\x1b" not in words(pilot)
        await hides(pilot, "Loading the rules…")
        await pilot.press("g")
        await shows(pilot, "[/nope][2J")


def test_a_cleaned_sheet_keeps_its_lines_and_its_indentation() -> None:
    assert clean_sheet("# A\n\n- b\n  - c\x07\n") == "# A\n\n- b\n  - c"
