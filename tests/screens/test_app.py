"""The client as a whole: quitting, crashing, the palette, keys, small windows, colours."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest
from textual.binding import Binding
from textual.color import Color
from textual.command import CommandList
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from cardtui_client import i18n
from cardtui_client.settings import CHOICES
from cardtui_client.text import unaccented
from cardtui_client.tui.app import CardtuiApp, run_client
from cardtui_client.tui.dialogs import Question
from cardtui_client.tui.form_field import YesNo
from cardtui_client.tui.help import Commands
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.protocols import PaletteCommand
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.screens import LEAST_UPRIGHT_WINDOW, LEAST_WINDOW, WORD_OF_TEXTUAL, TooSmall
from cardtui_client.tui.settings import SettingsScreen
from cardtui_client.tui.synonyms import SYNONYMS
from cardtui_client.tui.table_list import TableList
from cardtui_client.tui.terminal_app import use_mouse
from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
from cardtui_client.tui.tournament import TournamentScreen
from tests.screens.conftest import LookRight
from tests.screens.opening import (
    LARGE,
    LOBBY,
    Client,
    client,
    hides,
    opened,
    own_server,
    shows,
    until,
)
from tests.screens.server_fake import FakeServer, truco_table
from tests.support.colours import contrast
from tests.support.cups import cup
from tests.support.nights import by_night
from tests.support.screen import lines


class Match(Screen[None]):
    """A screen with a match going on."""

    in_match = True


# --- quitting ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["ctrl+c", "q", *by_night("ctrl+q")])
async def test_outside_of_a_match_quitting_needs_no_answer(key: str) -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: app._exit)
    assert app.return_code == (130 if key == "ctrl+c" else 0)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_in_a_match_quitting_is_asked_about_and_the_second_time_done(
    looks_right: LookRight, key: str
) -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await app.push_screen(Match())
        for no in ("escape", "#no"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, Question))
            if (key, no) == ("ctrl+q", "escape"):
                looks_right(app)
            await (pilot.click(no) if no.startswith("#") else pilot.press(no))
            await until(pilot, lambda: isinstance(app.screen, Match))
            assert not app._exit
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press(key)
        await until(pilot, lambda: app._exit)


async def test_the_question_whether_to_quit_can_be_answered_with_yes() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await app.push_screen(Match())
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.click("#yes")
        await until(pilot, lambda: app._exit)


async def test_who_does_not_want_to_be_asked_is_not_asked() -> None:
    app = client(FakeServer(), confirm=False)
    async with opened(app) as pilot:
        await app.push_screen(Match())
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app._exit)


async def test_where_there_is_no_room_for_the_question_quitting_needs_no_answer() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await app.push_screen(Match())
        await pilot.resize_terminal(60, 18)
        await until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app._exit)


async def test_in_a_field_ctrl_c_copies_what_is_selected_and_does_not_quit() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await pilot.press("slash", "a", "b")
        app.screen.query_one("#address", Input).select_all()
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app.clipboard == "ab")
        assert not app._exit


async def test_connections_are_closed_at_the_end() -> None:
    server = FakeServer(truco_table())
    async with opened(client(server, LOBBY)) as pilot:
        await shows(pilot, "1 table")
    assert server.closed


# --- crashing ----------------------------------------------------------------------------


def test_a_fault_reaches_who_started_the_client_and_not_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    app = client(FakeServer())
    run = app.run

    def fail() -> None:
        raise ZeroDivisionError("a fault of ours")

    async def press_the_wrong_key(_pilot: Pilot[object]) -> None:
        app.call_later(fail)

    def run_headless(*, mouse: bool) -> None:
        assert mouse
        run(headless=True, auto_pilot=press_the_wrong_key)

    monkeypatch.setattr(app, "run", run_headless)
    with pytest.raises(ZeroDivisionError, match="a fault of ours"):
        run_client(app)
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


# --- the window --------------------------------------------------------------------------


async def test_a_window_that_is_too_small_is_said_and_what_was_there_comes_back() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.resize_terminal(59, 30)
        assert isinstance(app.screen, LobbyScreen)
        await pilot.resize_terminal(59, 29)
        await shows(pilot, "The cards need 60 columns and 20 lines, or 46 and 30;")
        await shows(pilot, "this window has 59 and 29.")
        plain = f"cardtui connect 127.0.0.1:8782 --table {truco_table().id} --plain"
        await shows(pilot, f"play in lines, with {plain}.")
        await pilot.resize_terminal(60, 19)
        await shows(pilot, "this window has 60 and 19.")
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await shows(pilot, "1 table")


async def test_every_size_that_is_named_to_a_small_window_is_large_enough() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app) as pilot:
        for width, height in (LEAST_WINDOW, LEAST_UPRIGHT_WINDOW):
            await pilot.resize_terminal(width, height)
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await shows(pilot, "1 table")
            await pilot.resize_terminal(width, height - 1)
            await shows(pilot, f"this window has {width} and {height - 1}.")


async def test_what_is_opened_in_a_window_that_is_too_small_waits_below() -> None:
    app = client(FakeServer())
    async with opened(app, (60, 15)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen_stack[-2], SettingsScreen))
        assert isinstance(app.screen, TooSmall)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_what_a_small_window_opens_at_once_shows_when_there_is_room() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app, (40, 10)) as pilot:
        await until(pilot, lambda: any(isinstance(each, LobbyScreen) for each in app.screen_stack))
        await until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await shows(pilot, "1 table")


# --- palette and keys --------------------------------------------------------------------


async def ask(pilot: Pilot[None], wish: str) -> None:
    await pilot.press("ctrl+p")
    await shows(pilot, "What would you like to do?")
    await pilot.press(*wish)
    await until(pilot, lambda: pilot.app.screen.query_one("CommandList").option_count > 0)  # type: ignore[attr-defined]
    await pilot.press("enter")


async def test_the_palette_leads_to_screens() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await ask(pilot, "settings")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await ask(pilot, "home")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.nightly
async def test_the_palette_changes_language_and_colours() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await ask(pilot, "rioplatense")
        await until(pilot, lambda: app.settings.language == "es_AR")
        await pilot.press("ctrl+p")
        await shows(pilot, "¿Qué querés hacer?")
        await pilot.press(*"english")
        await shows(pilot, "Idioma: English")


async def test_the_palette_finds_words_without_their_accents() -> None:
    app = client(FakeServer(), language="es_AR")
    async with opened(app) as pilot:
        await pilot.press("ctrl+p")
        await shows(pilot, "¿Qué querés hacer?")
        await pilot.press(*"portugues")
        await shows(pilot, "Idioma: português")


@pytest.mark.nightly
async def test_the_palette_finds_what_only_the_description_of_a_command_says() -> None:
    async with opened(client(FakeServer())) as pilot:
        await pilot.press("ctrl+p")
        await shows(pilot, "What would you like to do?")
        await pilot.press(*"friends")
        await shows(pilot, "The games, and friends’ servers")


@pytest.mark.parametrize("language", ["en", *by_night("es_AR", "pt_BR")])
async def test_a_command_of_the_palette_has_one_line_with_its_key_at_the_right(
    language: str,
) -> None:
    async with opened(client(FakeServer(), language=language)) as pilot:
        await pilot.press("ctrl+p")
        found = pilot.app.screen.query_one(CommandList)
        await until(pilot, lambda: found.option_count > 12)
        line = re.compile(rf"{i18n._('Settings')} .* f3\s*")
        for width in (80, 60):
            await pilot.resize_terminal(width, 24)
            await until(pilot, lambda: any(map(line.fullmatch, map(str.strip, lines(pilot.app)))))
            assert found.virtual_size.height == found.option_count


async def test_the_palette_plays_a_game_at_once() -> None:
    server = FakeServer()
    async with opened(client(server)) as pilot:
        await ask(pilot, "play cacho")
        await until(pilot, lambda: server.opened_tables == [("made", True)])
        assert server.created[0].game == "cacho"


async def found(app: CardtuiApp, word: str) -> list[str]:
    """Return what the palette finds by a word, the best first."""
    hits = [each async for each in Commands(app.screen).search(word)]
    return [str(each.text) for each in sorted(hits, key=lambda each: each.score, reverse=True)]


PLACES = {
    "Tournaments": "tournament torneo torneio",
    "Results": "results resultados estadísticas",
    "The deal of the day": "daily diario hoje",
    "Friends": "friends amigos servidores",
    "Open a table": "host anfitrión",
    "Play your way": "partida",
    "Learn a game": "tutorial aprender lição",
    "Settings": "preferences ajustes",
    "Rules": "reglas regras",
    "Watch a replay": "repetición gravada",
    "The latest evening": "noche noite",
    "Keys": "shortcuts atajos atalhos",
    "Quit": "salir sair",
}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_the_palette_finds_every_place_by_words_of_all_languages(language: str) -> None:
    app = client(FakeServer(truco_table()), language=language)
    app.today = app.lessons = app.films = Mock()
    app.sessions = Mock(can_open=True, can_play_alone=True, close=AsyncMock())
    async with opened(app) as pilot:
        for screen in ("home", "settings"):
            for place, asked in PLACES.items():
                for word in asked.split():
                    assert i18n._(place) in (await found(app, word))[:10], (screen, word)
            app.action_open_settings()
            await until(pilot, lambda: isinstance(app.screen, SettingsScreen))


@pytest.mark.nightly
async def test_the_palette_has_what_the_keys_of_a_screen_do_there_each_once() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        told = [each.words for each in app.offered_commands(app.screen)]
        assert {"New table", "Quick match", "Private table", "Home", "Ranking"} <= {*told}
        assert len(told) == len({*told})
        assert "Back home" not in told  # it is the same as Home
        assert [each.words for each in app.offered_commands(app.screen) if not each.about] == []
        assert "New table" in await found(app, "nueva")
        await ask(pilot, "nova mesa")
        await until(pilot, lambda: isinstance(app.screen, NewTable))


@pytest.mark.parametrize("cups", [0, 2, *by_night(1)])
async def test_the_palette_leads_to_the_tournaments_of_the_server(cups: int) -> None:
    server = FakeServer(truco_table())
    server.cups = [cup(id=f"cup{number}") for number in range(cups)]
    app = client(server, LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await ask(pilot, "torneo")
        if not cups:
            told = "no tournament yet. Make one with cardtui tournament new."
            await until(pilot, lambda: any(told in each.message for each in app._notifications))
            return
        if cups > 1:
            await shows(pilot, "Which tournament?")
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TournamentScreen))


async def test_what_is_called_otherwise_comes_before_letters_here_and_there() -> None:
    class Letters(Match):
        def palette_commands(self) -> list[PaletteCommand]:
            return [PaletteCommand("Let spectators watch, and talk to everybody", "", list)]

    app = client(FakeServer())
    async with opened(app) as pilot:
        app.push_screen(Letters())
        await until(pilot, lambda: isinstance(app.screen, Letters))
        assert (await found(app, "torneo"))[0] == "Tournaments"
        assert (await found(app, "tournaments"))[0] == "Tournaments"
        assert "Tournaments" not in await found(app, " " * 3)


@pytest.mark.nightly
async def test_from_home_the_palette_says_where_tournaments_are() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await ask(pilot, "torneio")
        await shows(pilot, "Tournaments stand in the lobby of their server", "Another server")


@pytest.mark.nightly
async def test_at_a_kiosk_the_palette_names_no_command_to_make_a_tournament() -> None:
    app = client(FakeServer(truco_table()), LOBBY, kiosk=True)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await ask(pilot, "torneio")
        told = "This server has no tournament yet."
        await until(pilot, lambda: [each.message for each in app._notifications] == [told])
        app.go_home()
        await ask(pilot, "torneio")
        await shows(pilot, "Tournaments stand in the lobby of their server: go there.")
        await hides(pilot, "cardtui tournament new")


def test_other_words_are_written_as_they_are_compared() -> None:
    for words in SYNONYMS.values():
        assert words == unaccented(words).casefold()


async def test_in_a_match_the_palette_offers_nothing_of_another_place() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.push_screen(Match())
        await until(pilot, lambda: isinstance(app.screen, Match))
        found = [command.words for command in app.offered_commands(app.screen)]
        assert not {"Home", "Play Cacho"} & {*found}
        assert {"Rules", "Settings", "Keys", "Quit"} <= {*found}


async def test_keys_pressed_before_the_first_screen_stands_go_nowhere() -> None:
    """The home screen behind it would take them for its own: Enter plays another game there."""
    server, begins = FakeServer(), asyncio.Event()

    async def slowly() -> str:
        await begins.wait()
        return await own_server()

    app = client(server, Solo("cacho"), start_server=slowly)
    async with opened(app) as pilot:
        await shows(pilot, "Shuffling the cards…")
        await pilot.press("enter", "p", "q", "n", "f3")
        begins.set()
        await until(pilot, lambda: server.opened_tables)
        assert len(app.screen_stack) == 1
        assert [each.game for each in server.created] == ["cacho"]
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))


async def test_who_will_not_wait_for_the_first_screen_can_quit() -> None:
    never = asyncio.Event()

    async def slowly() -> str:
        await never.wait()
        return ""

    app = client(FakeServer(), Solo("cacho"), start_server=slowly)
    async with opened(app) as pilot:
        await shows(pilot, "Shuffling the cards…")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running)


async def test_the_palette_offers_no_games_where_they_cannot_be_played() -> None:
    app = client(FakeServer(), start_server=None)
    async with opened(app):
        found = [command.words for command in app.offered_commands(app.screen)]
        assert "Play Cacho" not in found


async def test_keys_of_ones_own_replace_the_others() -> None:
    app = client(FakeServer(truco_table()), LOBBY, keys={"lobby.leave": "x"})
    async with opened(app) as pilot:
        await shows(pilot, "1 table", "x Back home")
        await pilot.press("escape")
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_the_footer_speaks_the_language_in_use() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await shows(pilot, "⏎ Deal", "q Quit")
        app.change("language", "es_AR")
        await shows(pilot, "⏎ Repartir", "q Salir")
        app.change("language", "pt_BR")
        await shows(pilot, "⏎ Jogar", "q Sair")
        await hides(pilot, "Repartir")


def test_every_binding_that_is_shown_can_be_bound_anew() -> None:
    shown = [
        binding
        for owner in (Client, HomeScreen, LobbyScreen, SettingsScreen, Question)
        for binding in owner.BINDINGS
        if isinstance(binding, Binding) and binding.description
    ]
    assert len(shown) > 12
    ids = [binding.id for binding in shown]
    assert all(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.nightly
async def test_every_key_of_textual_that_a_screen_has_is_said_in_our_words() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    own = {
        binding.description
        for owner in (Client, HomeScreen, LobbyScreen, SettingsScreen, NewTable, RulesScreen)
        for binding in (*owner.BINDINGS, *TableList.BINDINGS, *YesNo.BINDINGS)
        if isinstance(binding, Binding)
    }
    unsaid = set()
    async with opened(app, LARGE) as pilot:
        await shows(pilot, "1 table")
        for key in ("", "n", "f3", "ctrl+p"):
            await pilot.press(*([key] if key else []))
            await pilot.pause()
            for widget in app.screen.focus_chain:
                widget.focus()
                bindings = vars(Screen)["active_bindings"].fget(app.screen)
                unsaid |= {each.binding.description for each in bindings.values()}
            await pilot.press(*(["escape"] if key else []))
    assert "Page Up" in unsaid
    assert unsaid - own - set(WORD_OF_TEXTUAL) - {"", "Quit"} == set()


async def test_a_driver_without_a_terminal_is_not_asked_to_watch_the_mouse() -> None:
    use_mouse(HeadlessDriver(client(FakeServer())), on=True)
    use_mouse(None, on=False)


# --- colours -----------------------------------------------------------------------------


def test_there_is_a_theme_for_every_choice_of_the_settings() -> None:
    assert tuple(THEMES) == CHOICES["theme"]


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_defines_all_words_of_a_card_table(name: str) -> None:
    assert set(DEFAULT_COLOURS) <= set(THEMES[name].variables)


INKS = [word for word in DEFAULT_COLOURS if word.startswith("ink-")]


@pytest.mark.parametrize("name", THEMES)
def test_what_is_written_can_be_read(name: str) -> None:
    theme = THEMES[name]
    words = theme.to_color_system().generate() | theme.variables
    least = 7.0 if name in ("high-contrast", "mono") else 4.5
    pairs = [
        *((ink, "card") for ink in INKS),
        *((ink, ground) for ink in ("primary", "foreground") for ground in ("background", "field")),
        *((ink, ground) for ink in ("foreground", "primary") for ground in ("surface", "panel")),
        *((team, "surface") for team in ("team-0", "team-1")),
        *((team, "felt") for team in ("team-0", "team-1", "turn", "felt-ink")),
        *((ink, "background") for ink in ("accent", "error", "success", "warning", "secondary")),
        ("background", "primary"),
    ]
    too_faint = [
        (ink, ground, round(ratio, 2))
        for ink, ground in pairs
        if (ratio := contrast(Color.parse(words[ink]).hex6, Color.parse(words[ground]).hex6))
        < least
    ]
    assert too_faint == []


def test_the_style_sheet_names_no_colour_of_its_own() -> None:
    sheet = (Path(run_client.__code__.co_filename).parent / "style.tcss").read_text("utf-8")
    assert not re.findall(r"#(?:[0-9a-f]{3}){1,2}\b", sheet)


# --- how soon it is there ----------------------------------------------------------------


def test_the_first_screen_loads_neither_the_wire_nor_the_screens_behind_it() -> None:
    heavy = [
        "google.protobuf",
        "grpc",
        "markdown_it",
        "cardtui_client.tui.table.screen",
        "cardtui_client.net.connection",
    ]
    program = f"import sys, cardtui_client.tui.app; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "[]", done.stderr
