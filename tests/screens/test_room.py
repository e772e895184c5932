"""Every screen has room for all of its words: nothing lies beyond an edge, nothing is cut unsaid.

One program goes through the screens and the sizes of its window. The languages are all there
are, and one that is 40 % longer than English. Themes change no place: two of them are enough,
one of which is that without a hue, and nothing in it has one.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui.v1.lobby_service_pb2 import BotAccount
from cardtui_client import i18n
from cardtui_client.faces.standing import told
from cardtui_client.history.kept_records import KeptRecord, Remembered
from cardtui_client.history.ledgers import Debt
from cardtui_client.history.lesson_progress import Progress
from cardtui_client.history.results import Results
from cardtui_client.model.person import Device, read_ledger
from cardtui_client.net.address import Ways
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import Eyes
from cardtui_client.settings import Settings
from cardtui_client.settings.values import HUELESS_THEME
from cardtui_client.tui.dialogs import (
    AccountChoice,
    DeviceChoice,
    GameChoice,
    OneLine,
    PasswordDialog,
    Question,
    SeatChoice,
    Told,
)
from cardtui_client.tui.first_start import FirstStart
from cardtui_client.tui.form_field import Field, Form
from cardtui_client.tui.help import KeyHelp
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.invitation import Invitation, TableCodeDialog
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable, TableRules
from cardtui_client.tui.people import PersonScreen, RankingScreen, Somebody
from cardtui_client.tui.quick_play import QuickPlay
from cardtui_client.tui.results import ResultsScreen
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.screens import KeyFooter
from cardtui_client.tui.settings import SettingsScreen
from cardtui_client.tui.themes import THEMES
from cardtui_client.tui.widgets.words import Words
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_lessons.games import all_lessons
from cardtui_lessons.screens import Briefing
from cardtui_lessons.tutor import Tutor
from cardtui_server.lobby.games import sheet
from cardtui_server.wire.catalogue import describe
from cardtui_studio.deeds import BestHand
from cardtui_studio.evening import Evening, Match, Player
from cardtui_studio.evening import Told as Hand
from cardtui_studio.evening_screen import EveningScreen
from cardtui_studio.replay_screen import ReplayScreen
from tests.screens.fitting import faults_of
from tests.screens.opening import Client, client, in_lobby, opened, shows, until
from tests.screens.server_fake import FakeServer, cacho_table, truco_table
from tests.support.films import film_of
from tests.support.longer import LONGER, longer
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines

pytestmark = pytest.mark.once

SIZES = ((70, 20), (70, 24), (80, 24), (120, 40), (200, 60))
QUICK = ((70, 20), (80, 24), (120, 40))
NARROW = (60, 20)
PHONE = (46, 30)
"""What is narrower than other windows lays out its words one under the other."""
Open = Callable[[Client, FakeServer], Screen[Any]]


async def by_code(_code: str, _seat: bool) -> tables_pb2.Table:
    return truco_table()


def briefing(game: str, done: int) -> Briefing:
    """Return what is said before a hand of a lesson."""
    return Briefing(Tutor(all_lessons()[game], Progress(Settings()), "Ana", done))


def results(app: Client) -> Results:
    """Return what was won and lost by somebody who plays much."""
    kept = app.diary.results
    if not kept.scores():
        for game in game_ids():
            kept.add(game, won=True, against=["Beto"], partners=["Carla"])
    return kept


class Known:
    """A connection to a server that knows one person well."""

    async def get_person(self, _player: str) -> lobby_service_pb2.GetPersonResponse:
        games = [
            lobby_service_pb2.PersonGame(
                game=game, preset=get_rules(game).presets[0].name, won=1234, lost=567, streak=-12,
                best_streak=99, course=[number % 3 > 0 for number in range(200)], hands=12345,
                bluffs=1234, chips=-1234567, calls=dict.fromkeys(get_rules(game).verbs, 999),
                chips_course=[number * (-1) ** number for number in range(200)],
                rating=lobby_service_pb2.Rating(
                    points=-2345, deviation=250, matches=12345, course=range(1500, 1700)
                ),
            )
            for game in game_ids()
        ]  # fmt: skip
        return lobby_service_pb2.GetPersonResponse(player="p", name="Maria Aparecida", games=games)

    async def get_ranking(self) -> lobby_service_pb2.GetRankingResponse:
        rating = lobby_service_pb2.Rating(points=-2345, deviation=250, matches=12345)
        player = lobby_service_pb2.RankedPlayer(name="Maria Aparecida", rating=rating)
        rankings = [
            lobby_service_pb2.Ranking(game=game, preset=preset.name, players=[player] * 100)
            for game in game_ids()
            for preset in get_rules(game).presets
        ]
        return lobby_service_pb2.GetRankingResponse(rankings=rankings)


def long_ledger() -> table_service_pb2.Ledger:
    """Return the ledger of a long evening with many people."""
    names = [f"Maria Aparecida{number}" for number in range(10)]
    return table_service_pb2.Ledger(
        accounts=[
            table_service_pb2.Account(name=name, brought=10**6, took=number * 222222)
            for number, name in enumerate(names)
        ],
        payments=[
            table_service_pb2.Payment(payer=number, payee=9, chips=999999) for number in range(9)
        ],
        chip_value="R$ 0,25",
    )


def long_evening() -> Evening:
    """Return an evening with a match of every game, and long names."""
    names = tuple(f"Maria Aparecida{number}" for number in range(4))
    return Evening(
        matches=tuple(
            Match(
                KeptRecord(Path(game), game, "2026-11-24T20:15:00Z", names, 0, ("t", 1)),
                names, frozenset(), winners, (),
            )
            for game in game_ids()
            for winners in ((0, 2), ())
        ),
        players=tuple(Player(name, bot, 12, 12) for name in names for bot in (False, True)),
        debts=(Debt(names[0], names[1], 999999, "R$ 250.000,00"), Debt("", "", 1, "")),
        best=tuple(
            Hand(BestHand(kind, game, 0, 33, (1, 2, 3, 4, 5)), names[0])
            for game in game_ids()
            for kind in (Remembered.ENVIDO, Remembered.STRAIGHT, Remembered.BLUFF)
        ),
    )  # fmt: skip


SCREENS: dict[str, Open] = {
    "new table": lambda app, server: NewTable(server.connection, server.games, "cacheta"),
    "new table of truco": lambda app, server: NewTable(
        server.connection, server.games, "truco-argentino"
    ),
    "rules of a table": lambda app, server: TableRules(
        server.connection, truco_table("t1"), server.games
    ),
    "quick play": lambda app, server: QuickPlay(server.games, Solo(), None),
    "quick play again": lambda app, server: QuickPlay(server.games, Solo(), truco_table("t1")),
    "settings": lambda app, server: SettingsScreen(app.settings),
    "results": lambda app, server: ResultsScreen(results(app), {}),
    "evening": lambda app, server: EveningScreen(long_evening),
    "replay": lambda app, server: ReplayScreen(
        film_of("pif-paf-8"), Eyes(all_cards=True), 1, app.settings
    ),
    "replay through a seat's eyes": lambda app, server: ReplayScreen(
        film_of("truco-argentino-2"), Eyes(0), 6, app.settings
    ),
    "rules": lambda app, server: RulesScreen(server.connection, truco_table("t1")),
    "keys": lambda app, server: KeyHelp(app.screen),
    "first start": lambda app, server: FirstStart("Ana"),
    "game choice": lambda app, server: GameChoice(server.games, [truco_table("t1")]),
    "seat choice": lambda app, server: SeatChoice(truco_table("t1")),
    "question": lambda app, server: Question(
        lambda: i18n._("Get up and watch? You take your chips with you; a bot plays on."),
        lambda: i18n._("Get up"),
    ),
    "code": lambda app, server: TableCodeDialog(by_code),
    "briefing": lambda app, server: briefing("pif-paf-tradicional", 4),
    "one line": lambda app, server: OneLine(lambda: i18n._("The code of the private table:"), 20),
    "password": lambda app, server: PasswordDialog(lambda: i18n._("The password of the server:")),
    "person": lambda app, server: PersonScreen(
        cast("Connection", Known()),
        [Somebody("", "Maria Aparecida"), Somebody("p", "Maria Aparecida2")],
    ),
    "ranking": lambda app, server: RankingScreen(cast("Connection", Known())),
    "ledger": lambda app, server: Told(
        lambda: i18n._("Who owes whom"), lambda: told(read_ledger(long_ledger()))
    ),
    "account": lambda app, server: AccountChoice(
        [BotAccount(player="bot-p2", name="bot-" + 12 * "m", busy=True)] * 20
    ),
    "devices": lambda app, server: DeviceChoice(
        [Device("3fa9c1", 10**9, 2 * 10**9, this=not n, can_end=n > 0) for n in range(8)]
    ),
    "invitation": lambda app, server: Invitation(
        "cardtui connect 192.168.100.200:8782/" + "k" * 43
    ),
    "invitation by ssh": lambda app, server: Invitation(
        "cardtui connect 192.168.100.200:8782/" + "k" * 23,
        Ways("https://192.168.100.200:8784/", "ssh -p 8783 ana@192.168.100.200", "S" * 50),
    ),
}


def speak(language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Speak that language, which may be one that there is not; return the one that is set."""
    if language != LONGER:
        return language
    monkeypatch.setattr(i18n, "_catalogue", longer)
    return "en"


def hues(app: App[None]) -> set[str]:
    """Return the colours on the screen that are no grey."""
    styles = [part.style for line in app.screen._compositor.render_strips() for part in line]
    inks = [ink for style in styles if style for ink in (style.color, style.bgcolor) if ink]
    return {ink.name for ink in inks if len(set(ink.get_truecolor())) > 1}


async def footers_at(
    pilot: Pilot[None], name: str, sizes: tuple[tuple[int, int], ...]
) -> list[str]:
    """Say which keys of the footer of the screen on top have lost their words at some size."""
    found = []
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        for footer in pilot.app.screen.query(KeyFooter):
            found += [f"{name}: {key.display}" for key in footer.keys if not key.does.strip()]
            if sum(key.cells for key in footer.keys) > footer._menu_at():
                found.append(f"{name}: {footer.render().plain!r} is cut")
    return found


async def at_all_sizes(
    pilot: Pilot[None], name: str, sizes: tuple[tuple[int, int], ...]
) -> list[str]:
    """Say what of the screen on top has no room at some size."""
    found = []
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        screen = pilot.app.screen
        wrong = faults_of(screen)
        if pilot.app.theme == HUELESS_THEME:
            wrong += [f"{hue} has a hue" for hue in hues(pilot.app)]
        faults = [f"{name} {size[0]}×{size[1]}: {fault}" for fault in wrong]
        if faults:
            found += [*faults, *lines(pilot.app)]
    return found


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("language", "sizes", "theme"),
    [
        ("en", (QUICK[2], PHONE), "dark"),
        ("pt_BR", (QUICK[0], NARROW, PHONE), "dark"),
        ("es_AR", (QUICK[0], NARROW, PHONE), "dark"),
        (LONGER, QUICK[1:2], HUELESS_THEME),
    ],
    ids=[*i18n.LANGUAGES, LONGER],
)
async def test_every_screen_has_room(
    language: str,
    sizes: tuple[tuple[int, int], ...],
    theme: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await look_at_all(language, sizes, monkeypatch, theme)


@pytest.mark.parametrize("name", ["rules of a table", *by_night("new table", "quick play again")])
async def test_the_buttons_of_a_form_are_in_sight_in_the_smallest_windows(name: str) -> None:
    server = FakeServer()
    server.games = [describe(game) for game in game_ids()]
    app = client(server, language="pt_BR")
    async with opened(app, NARROW) as pilot:
        screen = SCREENS[name](app, server)
        app.push_screen(screen)
        await until(pilot, partial(_stands, app, screen))
        found = await at_all_sizes(pilot, name, (NARROW, (60, 24), PHONE))
        for field in [each for each in screen.query(Field) if each.region.area]:
            field.query("Input, Select, YesNo").first().focus()
            await until(pilot, partial(_is_in_sight, field))
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", [*i18n.LANGUAGES, LONGER])
async def test_every_screen_has_room_in_every_theme(
    language: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look_at_all(language, SIZES, monkeypatch, theme)


@pytest.mark.nightly
@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_no_key_of_a_footer_stands_without_its_word(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await look_at_all(language, (SMALL,), monkeypatch, "dark", footers_at)


@pytest.mark.nightly
@pytest.mark.parametrize("language", [*i18n.LANGUAGES, LONGER])
async def test_every_hand_of_a_lesson_has_room_for_what_is_said_before(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = speak(language, monkeypatch)
    app = in_lobby(FakeServer(truco_table()), language=language)
    found = []
    async with opened(app, SIZES[0]) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.table)
        lobby = app.screen
        for game, lesson in all_lessons().items():
            for done in range(len(lesson.hands)):
                screen = briefing(game, done)
                app.push_screen(screen)
                await until(pilot, partial(_stands, app, screen))
                found += await at_all_sizes(pilot, f"{game} {done}", SIZES[:3])
                await screen.dismiss()
                await until(pilot, lambda: app.screen is lobby)
    assert not found, "\n".join(found)


def _stands(app: Client, screen: Screen[Any]) -> bool:
    stands = isinstance(screen, StandingScreen) and screen.stands
    return app.screen is screen and stands and not screen.query("EveningScreen #reading")


def _is_in_sight(field: Field) -> bool:
    return field.screen.query_one(Form).region.contains_region(field.region)


def _knows_servers(app: Client) -> bool:
    servers = app.screen._servers if isinstance(app.screen, HomeScreen) else None
    return servers is not None and bool(servers.tables)


def lost(lobby: LobbyScreen) -> None:
    """Have the lobby say that it has lost its server."""
    lobby._lost = _LONG.strip()
    lobby.draw()


def at_form(form: NewTable) -> None:
    """Have a form say what went wrong."""
    form.tell(_LONG)


def at_start(start: FirstStart) -> None:
    """Have the first question say what is wrong with the name."""
    start.query_one("#wrong", Words).say(lambda: _LONG)


_LONG: Final = "What went wrong is told in some sentences, and you can read them all. " * 5


@pytest.mark.parametrize("size", [NARROW, *by_night(SIZES[0], SMALL)])
@pytest.mark.parametrize(
    ("name", "tell"),
    [
        ("lobby", lost),
        ("new table", at_form),
        ("first start", at_start),
    ],
    ids=["lobby", "new table", "first start"],
)
async def test_a_message_is_never_cut(
    name: str, tell: Callable[[Any], object], size: tuple[int, int]
) -> None:
    server = FakeServer(truco_table())
    app = in_lobby(server)
    async with opened(app, size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.table)
        if name in SCREENS:
            screen = SCREENS[name](app, server)
            app.push_screen(screen)
            await until(pilot, partial(_stands, app, screen))
        tell(app.screen)
        await shows(pilot, _LONG.strip())


async def look_at_all(
    language: str,
    sizes: tuple[tuple[int, int], ...],
    monkeypatch: pytest.MonkeyPatch,
    theme: str,
    look: Callable[..., Awaitable[list[str]]] = at_all_sizes,
) -> None:
    """Open one screen after the other and look at each at all those sizes."""
    language = speak(language, monkeypatch)
    server = FakeServer(truco_table(), cacho_table())
    server.games = [describe(game) for game in game_ids()]
    # A sheet is wrapped and scrolled by Textual: its beginning tells as much as all of it.
    server.sheets = {
        (game, each): sheet(game, each)[:2000] for game in game_ids() for each in i18n.LANGUAGES
    }
    found = []
    app = in_lobby(server, language=language, theme=theme)
    async with opened(app, sizes[0]) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.table)
        lobby = app.screen
        found += await look(pilot, "lobby", sizes)
        for name, make in SCREENS.items():
            screen = make(app, server)
            app.push_screen(screen)
            await until(pilot, partial(_stands, app, screen))
            await pilot.pause()
            found += await look(pilot, name, sizes)
            await screen.dismiss()
            await until(pilot, lambda: app.screen is lobby)
    app = client(server, running=["127.0.0.1:8782"], language=language, theme=theme)
    async with opened(app, sizes[0]) as pilot:
        await until(pilot, partial(_knows_servers, app))
        found += await look(pilot, "home", sizes)
    assert not found, "\n".join(found)
