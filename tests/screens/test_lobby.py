"""The lobby: its tables as they change, and the ways to a table."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from cardtui.v1 import errors_pb2, lobby_service_pb2, session_service_pb2, tables_pb2
from cardtui_client import i18n
from cardtui_client.commands.connect import only_table
from cardtui_client.lines.table_words import description
from cardtui_client.net import moved
from cardtui_client.net.connection import Connection
from cardtui_client.tui.dialogs import GameChoice, SeatChoice
from cardtui_client.tui.help import key_groups
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.invitation import TableCodeDialog
from cardtui_client.tui.launch import AtOwnTable, AtTable, OwnTable
from cardtui_client.tui.lobby import MOST_TABLES, LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.screens import KeyFooter, ShownKey
from cardtui_client.tui.table_list import TableList, TablePreview, seat_lines
from tests.screens.conftest import LookRight
from tests.screens.fitting import faults_of
from tests.screens.opening import (
    ADDRESS,
    HUGE,
    LARGE,
    Client,
    client,
    hides,
    in_lobby,
    opened,
    shows,
    until,
    words,
)
from tests.screens.server_fake import (
    LOST,
    TRUCO,
    FakeServer,
    cacho_table,
    refused,
    running_table,
    seat,
    truco_table,
)
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines


def three_tables() -> FakeServer:
    return FakeServer(truco_table(), running_table(), cacho_table())


@pytest.mark.parametrize(
    ("tables", "going"),
    [
        ([truco_table()], ("t1", True)),
        ([running_table()], ("t2", False)),
        ([truco_table(), running_table()], None),
        ([], None),
    ],
)
async def test_a_join_line_leads_who_types_to_the_only_table(
    tables: list[tables_pb2.Table], going: tuple[str, bool] | None
) -> None:
    assert await only_table(FakeServer(*tables).connection) == going


@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [
        ("en", "dark", SMALL),
        *by_night(("es_AR", "high-contrast", LARGE)),
    ],
)
async def test_lobby_lists_the_tables_and_tells_of_the_chosen_one(
    looks_right: LookRight, language: str, theme: str, size: tuple[int, int]
) -> None:
    app = in_lobby(three_tables(), language=language, theme=theme)
    async with opened(app, size) as pilot:
        await shows(pilot, "Ana's living room", "Carla 12 – 9", "Kitchen table", "Beto ✓,")
        assert ADDRESS not in words(pilot)
        looks_right(app)


async def test_of_a_tables_rules_the_details_tell_what_its_preset_does_not_say() -> None:
    usual = {
        "second_tie": tables_pb2.OptionValue(choice="first"),
        "envido_after_truco": tables_pb2.OptionValue(flag=False),
    }
    server = FakeServer(truco_table(preset="tradicional", options=usual))
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Kitchen table", "Beto is the host.")
        assert "Here:" not in words(pilot)
        own = {**usual, "envido_after_truco": tables_pb2.OptionValue(flag=True)}
        server.change(truco_table(preset="", options=own))
        await shows(pilot, "Here: Envido after truco: yes")


async def test_what_the_operator_says_to_those_who_come_stands_above_the_tables() -> None:
    server = three_tables()
    server.message = "Tournament on Friday\x1b[2J at eight."
    async with opened(in_lobby(server), SMALL) as pilot:
        await shows(pilot, "Tournament on Friday", " at eight.", "Kitchen table")
        assert "\x1b" not in words(pilot)
        assert pilot.app.screen.query_one("#message").region.y < (
            pilot.app.screen.query_one(TableList).region.y
        )
    async with opened(in_lobby(three_tables()), SMALL) as pilot:
        await shows(pilot, "Kitchen table")
        assert not pilot.app.screen.query_one("#message").display


async def test_the_evening_that_comes_stands_above_the_message_and_goes_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = [1_764_356_400.0]
    monkeypatch.setattr(i18n, "now", lambda: at[0])
    server = three_tables()
    server.message = "Bring a friend."
    server.evening = session_service_pb2.Evening(
        name="Truco\x1b[2J night", begins_milliseconds=1_764_360_000_000,
        ends_milliseconds=1_764_374_400_000,
    )  # fmt: skip
    hour = time.strftime("%H:%M", time.localtime(1_764_360_000))
    async with opened(in_lobby(server), SMALL) as pilot:
        await shows(pilot, "Next: Truco", f"today {hour}", "Bring a friend.")
        assert "\x1b" not in words(pilot)
        at[0] = 1_764_360_001.0
        server.change(truco_table())
        await shows(pilot, "night, until ", "Bring a friend.")
        at[0] = 1_764_374_400.0
        server.change(truco_table(name="Late table"))
        await shows(pilot, "Late table", "Bring a friend.")
        assert "night" not in words(pilot)


async def test_a_visitor_over_ssh_reads_the_name_of_the_server_alone() -> None:
    async with opened(in_lobby(three_tables(), kiosk=True), SMALL) as pilot:
        await shows(pilot, "Ana's living room", "Kitchen table")
        assert "on this machine" not in "\n".join(lines(pilot.app))


async def test_keys_are_spelled_where_the_terminal_shows_letters_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    async with opened(in_lobby(three_tables()), LARGE) as pilot:
        await shows(pilot, "Kitchen table", "enter Sit down")
        assert "⏎" not in words(pilot)


@pytest.mark.parametrize("language", ["pt_BR", *by_night("en", "es_AR")])
async def test_a_huge_lobby_shows_the_chosen_table_as_one_would_find_it(language: str) -> None:
    server = FakeServer(
        truco_table(options={"target": tables_pb2.OptionValue(number=15)}), running_table()
    )
    app = in_lobby(server, language=language)
    async with opened(app, HUGE) as pilot:
        await until(pilot, lambda: app.screen.query_one(TablePreview).table)
        await pilot.pause()
        preview = app.screen.query_one(TablePreview)
        canvas = Canvas(*preview.size, preview.palette)
        preview.paint(canvas)
        assert all(name in canvas.plain() for name in ("Beto", "Tina"))
        assert about(pilot).count(": ") >= len(TRUCO.options)
        assert not faults_of(app.screen)


async def test_a_table_tells_its_clock_and_who_watches() -> None:
    table = truco_table(clock_milliseconds=30_000, reserve_milliseconds=60_000, spectators=2)
    async with opened(in_lobby(FakeServer(table))) as pilot:
        await shows(pilot, "2 more are needed · 2 watching · 30+60")


async def test_an_empty_lobby_deals_at_once(looks_right: LookRight) -> None:
    server = FakeServer()
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "No tables yet", "2 Cacho", "⏎ Deal", "n New table: for you")
        looks_right(app)
        await pilot.press("2")
        await until(pilot, lambda: server.opened_tables == [("made", True)])
        (made,) = server.created
        assert (made.game, made.seats, made.seat) == ("cacho", 2, 0)
        assert made.bots == tables_pb2.BOT_LEVEL_NORMAL
        assert ("start", "made") in server.asked


async def test_in_an_empty_lobby_a_refusal_is_told_and_your_way_is_the_form_for_a_table() -> None:
    server = FakeServer()
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "⏎ Deal", "3 Your way")
        server.failing = refused("You have too many tables.", errors_pb2.REASON_LIMIT)
        await pilot.press("enter")
        await shows(pilot, "You have too many tables.")
        server.failing = None
        await pilot.press("3")
        await until(pilot, lambda: isinstance(app.screen, NewTable))


@pytest.mark.nightly
async def test_a_game_that_is_not_offered_beside_tables_is_not_dealt() -> None:
    server = three_tables()
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "Kitchen table")
        await hides(pilot, "Or deal at once")
        await pilot.press("1")
        await pilot.resize_terminal(*HUGE)
        await shows(pilot, "Or deal at once, against bots:", "1 Truco argentino")
        assert not server.created
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, lambda: server.created)
        assert server.created[0].game == "truco-argentino"


@pytest.mark.parametrize(
    ("table", "does"),
    [
        (truco_table(), "⏎ Sit down · w Watch"),
        (running_table(), "Full · w Watch"),
        (cacho_table(seats=[seat(0, "Edu"), seat(1, "Flor", bot=1)]), "⏎ Ask for a seat"),
        (
            truco_table(seats=[seat(0, "Edu"), seat(1, "Flor", bot=1)]),
            "⏎ Replace a bot",
        ),
        (running_table(seats=[seat(0, "Ana"), seat(1, "Davi")]), "⏎ Go on · w Watch"),
    ],
)
async def test_the_marked_table_says_what_enter_does_there_and_so_do_the_keys(
    table: tables_pb2.Table, does: str
) -> None:
    server = FakeServer(table)
    server.seated_at = {table.id} if table.seats[0].name == "Ana" else set()
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, does)
        keys = does.partition(" · ")[0]
        await until(
            pilot,
            lambda: (
                (" ⏎ " in lines(pilot.app)[-1]) is ("⏎" in keys)
                and (keys == "Full" or keys in lines(pilot.app)[-1])
            ),
        )


async def test_a_lobby_that_waits_for_the_server_says_so() -> None:
    server = FakeServer()
    waiting = asyncio.Event()

    async def never() -> None:
        await waiting.wait()

    server.list_games = never  # type: ignore[method-assign,assignment]
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "Loading the tables…")


async def test_a_lost_connection_is_said_and_mends_by_itself(looks_right: LookRight) -> None:
    server = three_tables()
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Kitchen table")
        server.failing = LOST
        server.lose(LOST)
        await shows(pilot, "No table server answers at 127.0.0.1:8782. Trying again…")
        assert "Truco argentino" in words(pilot)
        looks_right(app)
        server.failing = None
        server.shown = {"t9": truco_table("t9", name="Anew")}
        await shows(pilot, "Anew", "1 table")
        await hides(pilot, "Trying again…")


async def test_a_server_that_is_announced_elsewhere_is_followed_from_the_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = three_tables()
    server.follows = True

    async def follow(lost: Connection) -> bool:
        assert lost is server.connection
        server.address = "192.168.1.9:8782"
        server.failing = None
        return True

    monkeypatch.setattr(moved, "SEEK_AFTER_SECONDS", 0)
    monkeypatch.setattr(moved, "follow", follow)
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "Kitchen table")
        server.failing = LOST
        server.lose(LOST)
        await shows(pilot, "192.168.1.9:8782", "3 tables")
        assert [each.message for each in pilot.app._notifications] == [
            "The server is at 192.168.1.9:8782 now."
        ]
        await hides(pilot, "Trying again…")


async def test_the_lobby_goes_on_when_a_table_above_it_has_followed_the_server() -> None:
    server = three_tables()
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "Kitchen table")
        server.lose(asyncio.CancelledError())  # what a stream says whose channel was closed
        await until(pilot, lambda: "reopen" in server.asked and server.watching == 1)
        await shows(pilot, "3 tables")


@pytest.mark.nightly
async def test_a_list_that_comes_in_parts_replaces_the_old_one_when_it_is_complete() -> None:
    server = three_tables()
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "3 tables")
        server.in_parts = True
        server.shown = {"t9": truco_table("t9", name="Anew")}
        server.end_stream()
        await until(pilot, lambda: "reopen" in server.asked and server.watching == 1)
        await shows(pilot, "4 tables", "Kitchen table")
        server.change(cacho_table())
        await shows(pilot, "2 tables")
        await hides(pilot, "Kitchen table")


async def test_tables_that_come_change_and_go_are_seen_at_once() -> None:
    server = FakeServer(truco_table())
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        server.change(cacho_table())
        await shows(pilot, "2 tables", "Edu")
        server.change(cacho_table(hand=4))
        await shows(pilot, "hand 4")
        server.change(gone=("t1",))
        await shows(pilot, "1 table")
        await hides(pilot, "Kitchen")
        server.change(cacho_table(state=tables_pb2.TABLE_STATE_CLOSED))
        await shows(pilot, "No tables yet")


async def test_the_cursor_stays_on_its_table_when_others_come_and_sorting_changes() -> None:
    server = FakeServer(truco_table(), cacho_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "2 tables")
        await pilot.press("down")
        await until(pilot, lambda: chosen(app) == "t3")
        server.change(running_table())
        await shows(pilot, "3 tables")
        assert chosen(app) == "t3"
        await pilot.press("s")
        await shows(pilot, "3 tables · by game")
        assert chosen(app) == "t3"


def chosen(app: App[Any]) -> str:
    table = app.screen.query_one(TableList).chosen
    return table.id if table else ""


async def test_tables_with_free_seats_come_first_and_s_chooses_another_order() -> None:
    app = in_lobby(FakeServer(running_table(), cacho_table(), truco_table()))
    async with opened(app) as pilot:
        await shows(pilot, "3 tables · free seats first")
        assert order(app) == ["t1", "t3", "t2"]
        await pilot.press("s")
        await shows(pilot, "3 tables · by game")
        assert order(app) == ["t3", "t2", "t1"]
        await pilot.press("s")
        await shows(pilot, "3 tables · most watched first")
        assert order(app) == ["t2", "t3", "t1"]


async def test_who_comes_back_reads_that_the_seat_is_kept_and_goes_on_with_enter() -> None:
    own = running_table(seats=[seat(0, "Ana"), seat(1, "Davi")])
    server = FakeServer(cacho_table(), own, truco_table())
    server.seated_at = {"t2"}
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Your seat at", "is kept.")
        assert chosen(app) == "t2"
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])


def order(app: Client) -> list[str | None]:
    return [each.id for each in app.screen.query_one(TableList).options]


async def by_key(pilot: Pilot[None], key: str) -> None:
    await pilot.press(key)


async def by_mouse(pilot: Pilot[None], key: str) -> None:
    if key == "enter":
        await pilot.click(TableList, offset=(10, 1))
        return
    footer = pilot.app.screen.query_one(KeyFooter)
    shown = [each.key for each in footer.keys]
    await pilot.click(
        footer, offset=(sum(each.cells for each in footer.keys[: shown.index(key)]) + 1, 0)
    )


ways = pytest.mark.parametrize("do", [by_mouse, *by_night(by_key)])
Way = Callable[[Pilot[None], str], Awaitable[None]]


@ways
async def test_one_makes_a_table_watches_or_takes_the_seat_that_is_free(do: Way) -> None:
    server = FakeServer(cacho_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await do(pilot, "n")
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await shows(pilot, "Create table")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await do(pilot, "w")
        await until(pilot, lambda: server.opened_tables == [("t3", False)])
        server.failing = refused("The seat is taken.", errors_pb2.REASON_SEAT_TAKEN)
        await do(pilot, "enter")
        await shows(pilot, "The seat is taken.")
        server.failing = None
        await do(pilot, "enter")
        await until(pilot, lambda: server.opened_tables[1:] == [("t3", True)])
        assert ("join", "t3", 2) in server.asked
        server.change(running_table(), gone=("t3",))
        await shows(pilot, "Full")
        await pilot.press("enter")
        await shows(pilot, "That table is full")


async def test_a_second_click_on_a_table_sits_down() -> None:
    server = FakeServer(truco_table(), cacho_table())
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "2 tables")
        await pilot.click(TableList, offset=(10, 4))
        await until(pilot, lambda: chosen(pilot.app) == "t3")
        assert server.opened_tables == []
        await pilot.click(TableList, offset=(10, 4))
        await until(pilot, lambda: server.opened_tables == [("t3", True)])


async def test_where_several_seats_are_free_one_chooses_team_and_partner(
    looks_right: LookRight,
) -> None:
    server = FakeServer(truco_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await shows(pilot, "Seat 3 Team A with Beto against Tina", "Seat 4 Team B")
        await pilot.pause()  # the list takes the focus
        looks_right(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert not server.opened_tables
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SeatChoice))
        await shows(pilot, "Seat 4 Team B")
        await pilot.press("down", "enter")
        await until(pilot, lambda: server.opened_tables == [("t1", True)])
    assert ("join", "t1", 3) in server.asked


async def test_a_quick_match_asks_for_the_game_and_goes_to_the_table() -> None:
    server = FakeServer(truco_table())
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("m")
        await shows(pilot, "Any game that others wait for", "1 table waits")
        await pilot.press("down", "enter")
        await until(pilot, lambda: server.opened_tables == [("t1", True)])
    assert ("quick_match", "truco-argentino") in server.asked


async def test_a_quick_match_asked_for_on_the_command_line_needs_no_key() -> None:
    server = FakeServer(truco_table())
    async with opened(client(server, AtTable(ADDRESS, "", seat=True, quick=""))) as pilot:
        await until(pilot, lambda: server.opened_tables == [("t1", True)])
    assert ("quick_match", "") in server.asked


async def test_at_a_table_where_one_sits_already_one_just_goes_on() -> None:
    server = FakeServer(running_table(seats=[seat(0, "Ana"), seat(1, "Davi")]))
    server.seated_at = {"t2"}
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])
    assert not [asked for asked in server.asked if asked[0] == "join"]


async def test_before_a_match_who_finds_no_free_seat_may_take_a_bots() -> None:
    waits: dict[str, Any] = {"state": tables_pb2.TABLE_STATE_WAITING, "hand": 0, "chips": []}
    seats = [seat(0, "Edu"), seat(1, "Flor", bot=1), seat(2, "Gil", bot=1)]
    server = FakeServer(cacho_table(seats=seats, **waits))
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await shows(pilot, "Seat 2, now Flor’s (a bot)", "Seat 3, now Gil’s (a bot)")
        await pilot.press("down", "enter")
        await until(pilot, lambda: server.opened_tables == [("t3", True)])
    assert ("join", "t3", 2) in server.asked


async def test_the_join_line_is_copied_through_the_terminal() -> None:
    app = in_lobby(FakeServer(cacho_table()))
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("c")
        await shows(pilot, "Copied: cardtui connect")
        assert app.clipboard == "cardtui connect 127.0.0.1:8782"


async def test_escape_leads_home_and_the_tables_are_not_watched_any_more() -> None:
    server = FakeServer(cacho_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until(pilot, lambda: server.watching == 0)


@pytest.mark.nightly
async def test_the_lobby_reflows_while_the_window_is_resized() -> None:
    async with opened(in_lobby(three_tables()), LARGE) as pilot:
        await shows(pilot, "3 tables", "Team B")
        for width, height in ((80, 24), (160, 50), (117, 31), (118, 32)):
            await pilot.resize_terminal(width, height)
            await shows(pilot, "3 tables", "3 watching", "Team B", "Sit down", "New table")


async def test_words_of_strangers_neither_act_nor_break_anything() -> None:
    evil = "[@click=app.quit]x[/] \x1b]52;c;AAAA\x07 [/nope] \u202e"
    table = truco_table(
        name=evil,
        game=evil,
        preset=evil,
        host=evil,
        seats=[seat(0, evil), seat(1, evil, bot=99), seat(2), seat(3)],
        state=99,
        options={evil: tables_pb2.OptionValue(text=evil)},
    )
    server = FakeServer(table)
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "1 table", "[@click=app.quit]x[/]")
        assert not any(ord(char) < 32 for line in lines(app) for char in line)
        await pilot.click(TableList, offset=(5, 1))
        await until(pilot, lambda: isinstance(app.screen, SeatChoice))


@pytest.mark.nightly
async def test_more_tables_than_anybody_has_are_not_all_shown() -> None:
    server = FakeServer(*(truco_table(f"t{i}") for i in range(MOST_TABLES + 100)))
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, f"{MOST_TABLES} tables")


def about(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#about", Static).content)


@pytest.mark.parametrize(
    ("first_dealer", "told"),
    [
        (
            tables_pb2.FIRST_DEALER_LOT,
            "Partners are drawn by high card before each match, the first dealer by lot.",
        ),
        (
            tables_pb2.FIRST_DEALER_HIGH_CARD,
            "Partners and the first dealer are drawn by high card before each match.",
        ),
    ],
)
async def test_where_partners_are_drawn_no_teams_are_named_before(
    first_dealer: tables_pb2.FirstDealer.ValueType, told: str
) -> None:
    server = FakeServer(
        truco_table(partners=tables_pb2.PARTNERS_HIGH_CARD, first_dealer=first_dealer)
    )
    async with opened(in_lobby(server), LARGE) as pilot:
        await until(pilot, lambda: told in about(pilot))
        await hides(pilot, "Team A")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SeatChoice))
        await shows(pilot, "Seat 3")
        await hides(pilot, "Team A")


@pytest.mark.parametrize(
    ("chosen", "own", "told"),
    [
        (tables_pb2.FIRST_DEALER_HIGH_CARD, tables_pb2.FIRST_DEALER_LOT, "drawn by high card"),
        (tables_pb2.FIRST_DEALER_LOT, tables_pb2.FIRST_DEALER_HIGH_CARD, "drawn by lot"),
        (tables_pb2.FIRST_DEALER_LOT, tables_pb2.FIRST_DEALER_LOT, ""),
    ],
)
async def test_how_the_first_dealer_is_found_is_told_where_it_is_not_the_games_own_way(
    chosen: tables_pb2.FirstDealer.ValueType, own: tables_pb2.FirstDealer.ValueType, told: str
) -> None:
    server = FakeServer(truco_table(first_dealer=chosen))
    game = tables_pb2.Game(id="truco-argentino", teams=True, first_dealer=own, seats=[4])
    server.games = [game]
    async with opened(in_lobby(server), LARGE) as pilot:
        await shows(pilot, "Team A")
        said = about(pilot)
        assert ("The first dealer of each match" in said) is bool(told)
        assert told in said


@pytest.mark.parametrize("width", [80, *by_night(100)])
async def test_a_row_and_a_seat_are_never_cut_in_the_middle(width: int) -> None:
    names = ("Ana", "Bernardo", "Carla Maria", "Davi", "Eduarda", "Fernando")
    table = tables_pb2.Table(
        id="t9",
        game="pif-paf-tradicional",
        state=tables_pb2.TABLE_STATE_PLAYING,
        hand=1,
        chips=[66, 66, 66, 66, 66, 66],
        seats=[tables_pb2.Seat(seat=seat, name=name) for seat, name in enumerate(names)],
    )
    async with opened(in_lobby(FakeServer(table)), (width, 24)) as pilot:
        await shows(pilot, "Pif Paf tradicional")
        shown = words(pilot)
        for seat, name in enumerate(names, 1):
            assert f"{seat} {name}" in shown
            assert f"{name} 66" in shown


async def test_a_private_table_is_watched_by_its_code() -> None:
    server = FakeServer()
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "No tables yet")
        await pilot.press("p")
        await shows(pilot, "The code of the private table:")
        await pilot.press(*"wshpk4", "tab", "tab", "enter")
        await until(pilot, lambda: server.opened_tables == [("wshpk4", False)])
        assert ("found", "wshpk4") in server.asked


async def test_who_comes_with_a_code_sits_down_at_that_table() -> None:
    server = three_tables()
    app = client(server, AtTable(ADDRESS, "wshpk4", seat=True, private=True, place=2))
    async with opened(app) as pilot:
        await until(pilot, lambda: server.opened_tables == [("wshpk4", True)])
        assert ("code", "wshpk4", 2) in server.asked


async def test_who_comes_to_watch_with_a_code_watches_that_table() -> None:
    server = three_tables()
    app = client(server, AtTable(ADDRESS, "wshpk4", seat=False, private=True))
    async with opened(app) as pilot:
        await until(pilot, lambda: server.opened_tables == [("wshpk4", False)])


async def test_who_comes_to_watch_a_table_finds_the_lobby_behind_it() -> None:
    server = three_tables()
    server.seated_at = {"t2"}
    app = client(server, AtTable(ADDRESS, "t1", seat=False))
    async with opened(app) as pilot:
        await until(pilot, lambda: server.opened_tables == [("t1", False)])
        await shows(pilot, "3 tables")
        assert "is kept" not in words(pilot)  # that is for who came to the lobby


async def test_the_host_of_a_private_table_is_told_its_code() -> None:
    async with opened(in_lobby(FakeServer(truco_table("wshpk4", private=True)))) as pilot:
        await shows(pilot, "Private; others join with the code wshpk4.")


async def test_who_comes_for_a_seat_takes_it() -> None:
    server = FakeServer(truco_table())
    async with opened(client(server, AtTable(ADDRESS, "t1", seat=True, place=1))) as pilot:
        await until(pilot, lambda: ("join", "t1", 1) in server.asked)


async def test_a_table_of_ones_own_is_opened_with_no_lobby_on_the_way() -> None:
    server = FakeServer(truco_table())

    async def sit_down(_connection: object) -> OwnTable:
        assert "".join(lines(app)).strip() == "Shuffling the cards…"  # and nothing else
        return OwnTable("t1", "truco-argentino", told="Mara has a match, too.")

    app = client(server, AtOwnTable(sit_down))
    async with opened(app) as pilot:
        await until(pilot, lambda: server.opened_tables == [("t1", True)])
        await shows(pilot, "Mara has a match, too.")
        assert app.screen is app.home


async def test_who_comes_for_a_seat_that_is_none_is_told_which_there_are() -> None:
    server = FakeServer(truco_table())
    async with opened(client(server, AtTable(ADDRESS, "t1", seat=True, place=7))) as pilot:
        await shows(pilot, "That table has the seats 1 to 4.")
        assert not any(each[0] == "join" for each in server.asked)


async def test_the_keys_begin_with_what_one_does_most_and_end_with_moving_about() -> None:
    async with opened(in_lobby(three_tables())) as pilot:
        await shows(pilot, "Kitchen table")
        here = next(each for each in key_groups(pilot.app.screen) if "screen" in each.title)
    said = [line.words for line in here.lines]
    assert said[:4] == ["Sit down", "Watch", "Quick match", "New table"]
    assert "up" in " ".join(line.keys for line in here.lines[-8:]) or "↑" in str(here.lines[-8:])


# --- answers that take long ------------------------------------------------------------------


class SlowServer(FakeServer):
    """Answers what a test has not yet waited for only once it is let."""

    def __init__(self, *tables: tables_pb2.Table) -> None:
        super().__init__(*tables)
        self.answers = asyncio.Event()

    async def join(
        self, table: str, seat: int | None = None, *, ask: bool = False
    ) -> lobby_service_pb2.JoinTableResponse:
        await self.answers.wait()
        return await super().join(table, seat, ask=ask)

    async def quick_match(self, game: str = "") -> lobby_service_pb2.QuickMatchResponse:
        await self.answers.wait()
        return await super().quick_match(game)

    async def find_by_code(self, code: str) -> tables_pb2.Table:
        await self.answers.wait()
        return await super().find_by_code(code)


async def watch_by_code(pilot: Pilot[None]) -> None:
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableCodeDialog))
    await pilot.press(*"q7x2k9")
    await pilot.click("#watch")


@pytest.mark.nightly
async def test_the_footer_names_the_way_to_a_private_table_while_there_is_room() -> None:
    async with opened(in_lobby(three_tables()), LARGE) as pilot:
        await shows(pilot, "n New table p Private table esc Back home")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableCodeDialog))
        await pilot.press("escape")
        await pilot.resize_terminal(*SMALL)
        await shows(pilot, "n New table esc Back home")


@pytest.mark.nightly
async def test_no_footer_begins_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[ShownKey, ...]] = []
    show = KeyFooter._show

    def note(footer: KeyFooter) -> None:
        show(footer)
        begun.append(footer.keys)

    monkeypatch.setattr(KeyFooter, "_show", note)
    async with opened(in_lobby(three_tables()), SMALL) as pilot:
        await shows(pilot, "Kitchen table")
        await pilot.press("n")
        await shows(pilot, "Create table")
    assert all(shown.does for keys in begun for shown in keys)
    assert {shown.does for keys in begun for shown in keys} >= {"Watch ", "Create table "}


async def sit(pilot: Pilot[None]) -> None:
    await pilot.press("enter")


async def match_quickly(pilot: Pilot[None]) -> None:
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, GameChoice))
    await pilot.press("enter")


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (sit, "Sitting down…"),
        pytest.param(match_quickly, "Looking for others to play with…", marks=pytest.mark.nightly),
        pytest.param(watch_by_code, "Joining the table…", marks=pytest.mark.nightly),
    ],
)
async def test_what_is_asked_is_said_and_turns_until_it_is_answered(
    do: Callable[[Pilot[None]], Awaitable[None]], sentence: str
) -> None:
    server = SlowServer(truco_table(seats=[seat(0, "Bia"), seat(1)]))
    async with opened(in_lobby(server, animation=True)) as pilot:
        await shows(pilot, "1 table")
        await do(pilot)
        await shows(pilot, sentence)
        await until(pilot, lambda: any(f"{sign} {sentence}" in words(pilot) for sign in "|/-"))
        assert not server.opened_tables
        server.answers.set()
        await until(pilot, lambda: server.opened_tables)
        await shows(pilot, "1 table")


async def test_a_key_for_a_new_table_waits_until_the_server_has_told_its_games() -> None:
    server = FakeServer()
    told, games = asyncio.Event(), server.list_games

    async def list_games() -> lobby_service_pb2.ListGamesResponse:
        await told.wait()
        return await games()

    server.list_games = list_games  # type: ignore[method-assign]
    app = in_lobby(server)
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("n")
        await shows(pilot, "Waiting for the server…")
        told.set()
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await shows(pilot, "Create table")


async def test_a_private_table_is_joined_by_its_code_which_can_be_mended_in_its_field() -> None:
    server = FakeServer()
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "No tables yet")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, TableCodeDialog))
        await pilot.press("enter")
        await shows(pilot, "Type the code")
        await pilot.press("?", "enter")
        assert isinstance(app.screen, TableCodeDialog)
        server.failing = refused("No table has that code.", errors_pb2.REASON_BAD_CODE)
        await pilot.press("backspace", *"Q7X-2k8", "enter")
        await shows(pilot, "No table has that code.", "Q7X-2k8")
        server.failing = None
        await pilot.press("backspace", "9", "enter")
        await until(pilot, lambda: server.opened_tables == [("q7x2k9", True)])
        assert ("code", "q7x2k9", None) in server.asked


async def test_during_a_match_who_wants_to_sit_down_asks_for_a_bots_seat_and_watches() -> None:
    seats = [seat(0, "Bia"), seat(1, "Dino", bot=tables_pb2.BOT_LEVEL_EASY)]
    table = truco_table(seats=seats, state=tables_pb2.TABLE_STATE_PLAYING)
    server = FakeServer(table)
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables)
        assert server.opened_tables == [(table.id, False)]
        assert ("join", table.id, None) in server.asked


async def test_nobody_asks_to_come_into_a_rated_match() -> None:
    seats = [seat(0, "Bia"), seat(1, "Dino", bot=tables_pb2.BOT_LEVEL_EASY)]
    playing = tables_pb2.TABLE_STATE_PLAYING
    table = truco_table(seats=seats, state=playing, rated=True, match_rated=True)
    server = FakeServer(table)
    async with opened(in_lobby(server)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await shows(pilot, "This match is rated")
        assert not server.opened_tables


def test_who_was_ready_is_no_news_while_a_match_is_played() -> None:
    """Who came late was never asked, and would look as if they kept the others waiting."""
    table = truco_table()
    for state, said in (
        (tables_pb2.TABLE_STATE_WAITING, True),
        (tables_pb2.TABLE_STATE_PLAYING, False),
        (tables_pb2.TABLE_STATE_OVER, True),
    ):
        table.state = state
        told = "\n".join(line.plain for line in seat_lines(table, teams=True, width=60))
        assert ("✓" in told) is said
        assert ("(ready)" in "\n".join(description(table, None))) is said
    assert table.seats[0].ready
