"""Home shows the matches that wait for one and how this evening's ended, and leads back to them."""

import time
from pathlib import Path
from typing import Any, cast

import pytest
from textual.widgets import DataTable, Input

from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.i18n import _
from cardtui_client.net.address import pin_of
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.settings import Settings
from cardtui_client.tui.help import key_groups
from cardtui_client.tui.own_matches import OwnMatches
from cardtui_client.tui.server_list import ServerList
from tests.screens.conftest import LookRight
from tests.screens.opening import (
    ADDRESS,
    LARGE,
    Client,
    client,
    hides,
    opened,
    shows,
    until,
    words,
)
from tests.screens.server_fake import FakeServer, running_table, seat
from tests.support.nights import by_night
from tests.support.screen import SMALL

OWN = "127.0.0.1:40123"
"""Where the tests' own server is, once it is started."""


def left(table: str = "t2", server: str = ADDRESS, against: str = "Mara") -> OwnMatch:
    return OwnMatch(server, table, "Ana", "truco-argentino", "Ana 2", against=against)


def this_morning() -> int:
    """Return the moment at which this day's clocks said twenty to eleven."""
    return int(time.mktime((*time.localtime()[:3], 10, 40, 0, 0, 0, -1)))


@pytest.fixture
def diary(tmp_path: Path) -> Diary:
    return Diary(Settings(name="Ana", data=str(tmp_path)))


def visitor(server: FakeServer, tmp_path: Path, **chosen: Any) -> Client:
    return client(server, data=str(tmp_path), **chosen)


def an_evening(diary: Diary) -> None:
    for number, (game, won) in enumerate(
        [("truco-argentino", True), ("truco-argentino", True), ("cacho", False)]
    ):
        diary.began(left(f"x{number}")._replace(game=game))
        diary.ended(ADDRESS, f"x{number}", "Ana", won=won)


@pytest.mark.parametrize("played", [True, False])
async def test_home_offers_a_replay_once_there_is_a_match_even_on_a_small_screen(
    diary: Diary, tmp_path: Path, played: bool
) -> None:
    if played:
        an_evening(diary)
    app = visitor(FakeServer(), tmp_path)
    app.films = cast("Any", object)  # there are products
    async with opened(app, size=SMALL) as pilot:
        await shows(pilot, "r Rules")
        assert ("w Replay" in words(pilot)) is played


@pytest.mark.parametrize(
    ("language", "size"), [("en", SMALL), *by_night(("pt_BR", SMALL), ("es_AR", LARGE))]
)
async def test_home_shows_what_waits_and_what_was_won(
    diary: Diary, tmp_path: Path, looks_right: LookRight, language: str, size: tuple[int, int]
) -> None:
    an_evening(diary)
    there = left("t9", "192.168.1.7:8782/ABCDE-FGHJK-LMNPQ-RSTVW", "Dino")
    diary.began(there._replace(hand=2, score="3–9"))
    far = left()._replace(hand=12, score="15–11", against="Mara, Beto")
    diary.began(far._replace(at=this_morning(), turn=True))
    app = visitor(FakeServer(), tmp_path, language=language)
    async with opened(app, size) as pilot:
        await shows(pilot, "Mara, Beto", "Dino", "2–0", "0–1")
        await until(pilot, lambda: app.screen.query_one(ServerList).tables is not None)
        looks_right(app)


@pytest.mark.parametrize(
    "window", [(*SMALL, 6), *by_night((*SMALL, 20), (60, 24, 20), (70, 20, 20))]
)
async def test_all_matches_that_wait_are_reached_by_the_arrows_alone(
    diary: Diary, tmp_path: Path, window: tuple[int, int, int]
) -> None:
    *size, count = window
    an_evening(diary)
    for number in range(count):
        diary.began(left(f"t{number}", against=f"Rival {number}"))
    server = FakeServer(running_table("t0"))
    server.seated_at = {"t0"}
    app = visitor(server, tmp_path)
    async with opened(app, (size[0], size[1])) as pilot:
        await shows(pilot, f"Rival {count - 1}", " more…", "Cacho")
        await hides(pilot, "Rival 0")
        table = app.screen.query_one("#waiting DataTable", DataTable)
        await until(pilot, lambda: table.has_focus)

        async def last() -> None:
            while table.cursor_row < table.row_count - 1:
                await pilot.press("down")

        await last()
        await pilot.press("enter")
        await hides(pilot, " more…")
        await last()
        await shows(pilot, "Rival 0")
        await pilot.press("escape")
        await shows(pilot, " more…", "Cacho")
        assert table.has_focus
        await last()
        await pilot.press("enter")
        await hides(pilot, " more…")
        await last()
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables == [("t0", True)])


@pytest.mark.parametrize("count", [0, 6])
@pytest.mark.parametrize("language", ["en", *by_night("es_AR", "pt_BR")])
@pytest.mark.parametrize("size", [(60, 20), *by_night(SMALL, (70, 20), LARGE, (200, 60))])
async def test_a_failure_is_told_whole_and_nothing_else_is_pushed_out(
    diary: Diary, tmp_path: Path, size: tuple[int, int], language: str, count: int
) -> None:
    an_evening(diary)
    for number in range(count):
        diary.began(left(f"t{number}", against=f"Rival {number}"))
    app = visitor(FakeServer(), tmp_path, language=language)
    app.lessons = app.today = cast("Any", object)
    async with opened(app, size) as pilot:
        await shows(pilot, "Cacho")
        pin = "ABCDE-FGHJK-LMNPQ-RSTVX"
        await pilot.press("f")
        address = app.screen.query_one("#address", Input)
        await until(pilot, lambda: address.has_focus)
        address.value = f"127.0.0.1:8782/{pin}"
        await pilot.press("enter")
        told = _(
            "“{text}” is not a pin, or has a wrong letter: copy the whole join line once more.",
            text=pin,
        )
        await shows(pilot, told)
        app.home.show_friends(shown=False)
        await shows(pilot, "c a r d t u i" if size[0] < 100 else "♠", "1 Truco argentino", told)
        assert not app.screen.query_one("#page").show_vertical_scrollbar


async def test_in_a_tall_window_all_of_six_matches_are_shown(diary: Diary, tmp_path: Path) -> None:
    for number in range(6):
        diary.began(left(f"t{number}", against=f"Rival {number}"))
    async with opened(visitor(FakeServer(), tmp_path), LARGE) as pilot:
        await shows(pilot, *(f"Rival {number}" for number in range(6)))
        await hides(pilot, " more…")


async def test_keys_that_would_move_nothing_are_not_among_those_of_home(
    diary: Diary, tmp_path: Path
) -> None:
    diary.began(left())
    async with opened(visitor(FakeServer(), tmp_path)) as pilot:
        await shows(pilot, "Mara")
        pilot.app.screen.query_one(OwnMatches).query_one(DataTable).focus()
        await pilot.pause()
        here = {
            key
            for group in key_groups(pilot.app.screen)
            for line in group.lines
            for key in line.keys.split()
        }
    assert {"↑", "↓", "g", "p"} <= here
    assert not here & {"←", "→", "^pgup", "^pgdn"}


async def test_where_nothing_was_played_nothing_is_shown(tmp_path: Path) -> None:
    async with opened(visitor(FakeServer(), tmp_path)) as pilot:
        assert not pilot.app.screen.query_one(OwnMatches).display
        await pilot.press("g")
        await shows(pilot, "Truco paulista")


async def test_one_key_leads_back_to_the_match_left_last_and_the_mouse_to_any(
    diary: Diary, tmp_path: Path
) -> None:
    diary.began(left("t8", against="Beto"))
    diary.began(left())
    server = FakeServer(running_table(), running_table("t8"))
    server.seated_at = {"t2", "t8"}
    async with opened(visitor(server, tmp_path)) as pilot:
        await shows(pilot, "Mara", "Beto")
        await pilot.press("g")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])
        for _ in range(2):  # a click moves the cursor, the next one chooses
            await pilot.click("OwnMatches DataTable", offset=(3, 1))
        await until(pilot, lambda: server.opened_tables[1:] == [("t8", True)])


async def test_a_match_that_is_over_is_told_and_forgotten(diary: Diary, tmp_path: Path) -> None:
    diary.began(left())
    async with opened(visitor(FakeServer(), tmp_path)) as pilot:
        await shows(pilot, "Mara")
        await pilot.press("g")
        await shows(pilot, "That match is over, or your seat is gone.")
        await hides(pilot, "Mara")
        assert not diary.waiting()


@pytest.mark.parametrize(
    "noted",
    [
        {},
        {"server": "192.168.1.7:8782"},
        {"server": f"127.0.0.1:8799/{pin_of(bytes(32))}"},
    ],
)
async def test_a_match_on_ones_own_server_is_found_at_another_port_and_once_it_was_open_to_others(
    diary: Diary, tmp_path: Path, noted: dict[str, str]
) -> None:
    class Moved(FakeServer):
        async def connect(self, address: str, name: str, password: str) -> Connection:
            if address != OWN:
                raise Unreachable("Nobody answers there.")
            return await super().connect(address, name, password)

    diary.began(left(**noted))
    server = Moved(running_table())
    server.seated_at = {"t2"}
    async with opened(visitor(server, tmp_path)) as pilot:
        await shows(pilot, "Mara")
        await pilot.press("g")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])


async def test_a_match_on_another_machine_that_is_away_keeps_waiting(
    diary: Diary, tmp_path: Path
) -> None:
    class Away(FakeServer):
        async def connect(self, address: str, name: str, password: str) -> Connection:
            raise Unreachable("Nobody answers there.")

    diary.began(left(server="192.168.1.7:8782"))
    async with opened(visitor(Away(), tmp_path)) as pilot:
        await shows(pilot, "Mara")
        await pilot.press("g")
        await shows(pilot, "Nobody answers there.")
        assert diary.waiting()


async def test_a_match_keeps_waiting_though_its_server_went_away_with_the_session_open(
    diary: Diary, tmp_path: Path
) -> None:
    far = left(server="192.168.1.7:8782")
    server = FakeServer(running_table())
    server.seated_at = {"t2"}
    diary.began(far)
    app = visitor(server, tmp_path)
    async with opened(app) as pilot:
        await shows(pilot, "Mara")
        await pilot.press("g")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])
        diary.began(far)
        app.home.look()
        server.failing = Unreachable("Nobody answers there.")
        await pilot.press("g")
        await shows(pilot, "Nobody answers there.")
        assert diary.waiting() == [far]
        assert len(server.opened_tables) == 1


async def test_a_match_at_a_host_of_this_machine_that_has_stopped_keeps_waiting(
    diary: Diary, tmp_path: Path
) -> None:
    class Stopped(FakeServer):
        async def connect(self, address: str, name: str, password: str) -> Connection:
            if address == hosted.server:
                raise Unreachable("Nobody answers there.")
            return await super().connect(address, name, password)

    hosted = left(server="127.0.0.1:8799")
    diary.began(hosted)
    async with opened(visitor(Stopped(), tmp_path)) as pilot:
        await shows(pilot, "Mara")
        await pilot.press("g")
        await shows(pilot, "Nobody answers there.")
        assert diary.waiting() == [hosted]


async def test_a_match_on_another_machine_says_where_it_is(diary: Diary, tmp_path: Path) -> None:
    diary.began(left("t9", "192.168.1.7:8782/ABCDE-FGHJK-LMNPQ-RSTVW", "Dino"))
    diary.began(left())
    async with opened(visitor(FakeServer(), tmp_path), LARGE) as pilot:
        await shows(pilot, "Dino 192.168.1.7:8782")
        await hides(pilot, "Ana 2")  # the name of a table tells no match from another


async def test_a_match_that_waits_for_you_says_since_when(diary: Diary, tmp_path: Path) -> None:
    at = this_morning()
    far = left("t8")._replace(hand=12, score="15–11", against="Mara, Beto", at=at)
    diary.began(far._replace(table="t7", turn=True))
    diary.began(far._replace(at=at - 400 * 24 * 3600))
    async with opened(visitor(FakeServer(), tmp_path), SMALL) as pilot:
        await shows(pilot, "your turn · since 10:40", "last played 20")


async def test_home_and_the_question_at_the_door_tell_one_score(
    diary: Diary, tmp_path: Path
) -> None:
    diary.began(left()._replace(hand=1, score="0–1"))
    # The list of tables tells the points of the last hand that ended, by side.
    table = running_table(seats=[seat(0, "Bot", bot=1), seat(1, "Ana")], scores=[0, 0])
    server = FakeServer(table)
    server.seated_at = {"t2"}
    async with opened(visitor(server, tmp_path)) as pilot:
        await shows(pilot, "hand 1 · 0–1")
        await pilot.press("p")
        await shows(pilot, "Continue Truco argentino: hand 1 · 0–1")
