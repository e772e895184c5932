"""The home screen and the first start."""

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.events import Paste
from textual.widgets import Button, DataTable, Input, Select

from cardtui.v1 import session_service_pb2, tables_pb2
from cardtui_client.deals.daily import Daily, today
from cardtui_client.faces.registry import FACES
from cardtui_client.faces.tiles import TILES
from cardtui_client.history.daily_attempts import Attempts
from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.history.results import Results
from cardtui_client.i18n import _, p_
from cardtui_client.model.cards import card_in_corner
from cardtui_client.net.address import parse_join_line
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_client.net.sessions import NoServer
from cardtui_client.settings import Settings, read_settings
from cardtui_client.tui.first_start import FirstStart, Welcome
from cardtui_client.tui.form_field import Field
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import (
    AtDeal,
    AtLesson,
    AtOwnTable,
    AtServer,
    AtTable,
    OwnTable,
    Solo,
)
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.navigation import Lessons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.cards import Size, draw_card
from cardtui_client.tui.paint.letters import dots_of
from cardtui_client.tui.quick_play import QuickPlay
from cardtui_client.tui.server_list import ServerList
from cardtui_client.tui.settings import SettingsScreen
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.row_list import RowList
from cardtui_client.tui.widgets.tile_grid import Tiles
from cardtui_client.tui.widgets.wordmark import NAME_DOTS
from cardtui_client.tui.widgets.words import Way
from tests.screens.conftest import LookRight
from tests.screens.opening import (
    ADDRESS,
    HUGE,
    LARGE,
    LOBBY,
    Client,
    FakeNetwork,
    announced,
    client,
    hides,
    opened,
    shows,
    until,
)
from tests.screens.server_fake import LOST, FakeServer, running_table, seat, truco_table
from tests.support.colours import PALETTE
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines


async def test_first_start_asks_a_name_and_nothing_else(looks_right: LookRight) -> None:
    app = client(FakeServer(), name="")
    async with opened(app) as pilot:
        assert isinstance(app.screen, FirstStart)
        app.screen.query_one(Input).value = "Ana"
        await shows(pilot, "Ana", "What’s your name?")
        looks_right(app)


@pytest.mark.parametrize("login", ["root", *by_night("Administrator", "ubuntu")])
async def test_first_start_proposes_no_name_that_is_nobodys_and_wants_a_letter(
    monkeypatch: pytest.MonkeyPatch, login: str
) -> None:
    monkeypatch.setenv("LOGNAME", login)
    app = client(FakeServer(), name="")
    async with opened(app) as pilot:
        field = app.screen.query_one(Input)
        assert field.value == ""
        field.value = " \u200b\x1b "
        await pilot.press("enter")
        await shows(pilot, "Type a name; one letter will do.")
        assert isinstance(app.screen, FirstStart)
        await pilot.press("home", "A")
        await until(pilot, lambda: "one letter" not in "".join(lines(app)))


@pytest.mark.parametrize("kept", [["Caro"], ["Caro", "Dora"]])
async def test_first_start_proposes_who_you_were_at_the_server_meant(
    monkeypatch: pytest.MonkeyPatch, kept: list[str]
) -> None:
    monkeypatch.setenv("LOGNAME", "beto")
    app = client(FakeServer(), name="", start=AtServer(ADDRESS))
    folder = app.settings.data_folder()
    KnownServers(folder).keep(parse_join_line(ADDRESS).addresses[0], "ab" * 32)
    for name in kept:
        Tokens(folder).keep("ab" * 32, name, f"token of {name}")
    async with opened(app) as pilot:
        assert app.screen.query_one(Input).value == "Caro"
        several = "You played there under several names: Caro, Dora. Who are you?"
        await (shows if len(kept) > 1 else hides)(pilot, several)


async def test_first_start_can_be_done_with_the_mouse_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOGNAME", "beto")
    server = FakeServer()
    async with opened(client(server, name="")) as pilot:
        await pilot.click("#go")
        await shows(pilot, "Do you know truco?")
        await pilot.click("Welcome OptionList", offset=(4, 0))
        await until(pilot, lambda: server.opened_tables == [("made", True)])


@pytest.mark.parametrize(
    ("theme", "size", "language"),
    [
        ("dark", SMALL, "en"),
        ("light", LARGE, "es_AR"),
        ("high-contrast", (70, 20), "pt_BR"),
        *by_night(("mono", HUGE, "en"), ("colour-blind", (46, 50), "es_AR")),
    ],
)
async def test_home_shows_the_games(
    looks_right: LookRight, theme: str, size: tuple[int, int], language: str
) -> None:
    app = client(FakeServer(truco_table()), theme=theme, language=language)
    app.lessons = no_lessons
    async with opened(app, size) as pilot:
        await until(pilot, lambda: app.home.stands)
        await shows(pilot, "Truco argentino", "Truco paulista", "Cacho")
        await until(pilot, lambda: app.screen.query_one(ServerList).tables is not None)
        looks_right(app)


def no_lessons() -> Lessons:
    """Bring lessons that nobody takes."""
    raise NotImplementedError


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
async def test_the_words_of_every_tile_have_room_in_the_smallest_window(language: str) -> None:
    async with opened(client(FakeServer(), language=language), (60, 20)) as pilot:
        await shows(pilot, *(tile.name for tile in TILES), *(_(tile.about) for tile in TILES))


def test_the_tiles_are_the_games_in_their_order() -> None:
    assert [(tile.game, tile.name) for tile in TILES] == [(face.id, face.name) for face in FACES]


async def test_the_deal_of_the_day_is_a_line_that_says_how_it_went(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dealt: list[str] = []

    class Dealer(Client):
        def action_play_today(self) -> None:
            dealt.append("today")

    monkeypatch.setattr("cardtui_client.history.daily_attempts.today", lambda: date(2026, 11, 26))
    app = client(FakeServer(), made=Dealer, data=str(tmp_path))
    app.today = no_deal
    async with opened(app) as pilot:
        await shows(pilot, "d Today: Pif Paf · the same cards for everybody")
        await pilot.press("d")
        await pilot.click("#today")
        await until(pilot, lambda: len(dealt) == 2)
        attempts = Attempts(app.settings)
        for line, told in (
            ("", "you did not finish it"),
            ("Cacho", "you did not finish it"),  # the file is damaged
            (RESULT, "you played it: 57–43 K3F9-7QX2"),
        ):
            attempts.note("2026-11-26", "pif-paf", line)
            app.home.look()
            await shows(pilot, f"d Today: Pif Paf · {told}")
        attempts.note("2026-11-25", "cacho", RESULT)
        app.home.look()
        await shows(pilot, "d Today: Pif Paf · you played it: 57–43 · 2 days in a row")


RESULT = "cardtui 2026-11-26 Pif Paf 57–43 K3F9-7QX2"


def no_deal() -> AtDeal:
    """Bring a deal that nobody plays."""
    raise NotImplementedError


async def test_in_a_narrow_window_words_that_lead_on_are_folded_behind_their_key() -> None:
    async with opened(client(FakeServer()), (46, 30)) as pilot:
        await shows(pilot, "Friends: no table in your network · join by code")
        told = lines(pilot.app)
        at = next(number for number, line in enumerate(told) if " f  Friends: no" in line)
        assert told[at + 1] == "    by code"


@pytest.mark.parametrize("language", ["en", *by_night("pt_BR", "es_AR")])
async def test_of_a_line_that_is_chosen_the_key_is_read_and_the_footer_says_what_enter_does(
    language: str,
) -> None:
    async with opened(client(FakeServer(), language=language)) as pilot:
        way = pilot.app.screen.query_one("#friends", Way)
        way.focus()
        await shows(pilot, f"⏎ {p_('key', 'Choose')}")
        for ground, chosen in (("bold", True), ("bold $footer-key-foreground", False)):
            assert isinstance(way.content, Content)
            key, *_more = way.content.spans
            assert (key.style, way.has_focus) == (ground, chosen)
            pilot.app.screen.query_one(Tiles).focus()
            await until(pilot, lambda: not way.has_focus)
            await pilot.pause()


@pytest.mark.nightly
async def test_tables_where_you_play_alone_are_not_those_of_friends() -> None:
    solo = "127.0.0.1:40312"
    app = client(FakeServer(truco_table()), running=[solo], alone=solo)
    async with opened(app) as pilot:
        await shows(pilot, "Friends: no table in your network")
        await pilot.press("f")
        await shows(pilot, "No server is running here")
        await hides(pilot, solo)
    app = client(FakeServer(truco_table()), running=[ADDRESS, solo], alone=solo)
    async with opened(app) as pilot:
        await shows(pilot, "Friends: 1 table in your network")


@pytest.mark.parametrize("typed", ["", "1"])
async def test_the_tables_that_are_found_take_the_keys_unless_an_address_is_typed(
    typed: str,
) -> None:
    answers = asyncio.Event()

    class Slow(FakeServer):
        async def probe(self, address: str) -> tuple[session_service_pb2.GetServerResponse, float]:
            await answers.wait()
            return await super().probe(address)

    app = client(Slow(truco_table()), running=[ADDRESS])
    async with opened(app) as pilot:
        await shows(pilot, "Friends: looking in your network…")
        await pilot.press("f", *typed)
        address = app.screen.query_one("#address")
        listed = app.screen.query_one("ServerList RowList")
        assert address.has_focus
        answers.set()
        await shows(pilot, "Ana's living room")
        if typed:
            assert address.has_focus
        else:
            await until(pilot, lambda: listed.has_focus)


async def test_friends_are_the_servers_on_this_machine(looks_right: LookRight) -> None:
    app = client(FakeServer(truco_table()), running=[ADDRESS, "127.0.0.1:40312"])
    async with opened(app) as pilot:
        await shows(pilot, "2 tables in your network")
        await pilot.press("f")
        await shows(pilot, "Ana's living room", ADDRESS, "≤ 2 ms", "Another server")
        assert "Servers" not in "\n".join(lines(app)), "Home is the games: what was opened is named"
        looks_right(app)
        await pilot.press("escape", "x")
        await shows(pilot, "Truco paulista", "x does nothing now.")


@pytest.mark.parametrize(
    ("language", "back"),
    [("es_AR", "esc Volver a los juegos"), *by_night(("pt_BR", "esc Voltar aos jogos"))],
)
async def test_the_way_back_from_the_servers_is_named_whole(
    language: str, back: str, tmp_path: Path
) -> None:
    app = client(FakeServer(truco_table()), language=language, data=str(tmp_path))
    Results(app.settings).add("cacho", won=True, against=["Fito"])
    async with opened(app) as pilot:
        await until(pilot, lambda: app.screen.check_action("results", ()))
        await pilot.press("f")
        await shows(pilot, back)
        assert not app.screen.check_action("results", ())


@pytest.mark.parametrize("way", ["key", "mouse", *by_night("enter")])
async def test_a_tile_deals_its_game_at_once(way: str) -> None:
    server = FakeServer()
    app = client(server)
    async with opened(app) as pilot:
        tiles = app.screen.query_one(Tiles)
        await until(pilot, lambda: tiles.has_focus)
        match way:
            case "key":
                await pilot.press("7")
            case "enter":
                await pilot.press("down", "down", "down", "enter")
            case _:
                await pilot.click(Tiles, offset=(12, 10))
        await until(pilot, lambda: server.opened_tables == [("made", True)])
    assert (server.created[0].game, server.created[0].seats) == ("cacho", 2)


async def test_a_game_has_as_many_players_as_your_last_match_of_it(tmp_path: Path) -> None:
    server = FakeServer()
    app = client(server, data=str(tmp_path))
    Results(app.settings).add("cacho", won=True, against=["Bia", "Caio"])
    Results(app.settings).add("truco-argentino", won=True, against=["Bia"] * 6)
    async with opened(app) as pilot:
        await until(pilot, lambda: app.screen.query_one(Tiles).has_focus)
        await pilot.press("7")
        await until(pilot, lambda: len(server.created) == 1)
        await pilot.press("1")
        await until(pilot, lambda: len(server.created) == 2)
    assert [each.seats for each in server.created] == [3, 2]  # no truco is played by seven


async def test_who_speaks_portuguese_begins_at_the_truco_of_brazil() -> None:
    app = client(FakeServer(), language="pt_BR")
    async with opened(app):
        assert app.screen.query_one(Tiles).game == "truco-paulista"


async def test_a_tile_whose_match_waits_offers_to_go_on_with_it() -> None:
    server = FakeServer(running_table(seats=[*truco_table().seats[1:2], seat(1, "Ana")]))
    async with opened(client(server)) as pilot:
        await pilot.press("1")
        await shows(pilot, "Continue Truco argentino", "Deal the cards")
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])


async def test_a_tile_says_how_you_stand_with_its_game(tmp_path: Path) -> None:
    results = Diary(Settings(name="Ana", data=str(tmp_path))).results
    for won in (True, False, True):
        results.add("cacho", won=won)
    async with opened(client(FakeServer(), data=str(tmp_path))) as pilot:
        await shows(pilot, "won 2, lost 1")


async def test_servers_in_the_network_come_below_and_the_cursor_stays_on_its_own() -> None:
    one, two, three = (announced(host, name) for host, name in ((1, "A"), (2, "B"), (3, "C")))
    network = FakeNetwork(two)
    server = FakeServer(truco_table())
    app = client(server, running=[ADDRESS], discovery=network)
    async with opened(app) as pilot:
        await pilot.press("f")
        await shows(pilot, ADDRESS, two.address)
        table = app.screen.query_one("ServerList DataTable", DataTable)
        table.focus()
        await until(pilot, lambda: table.has_focus)
        await pilot.press("down")
        assert table.cursor_row == 1

        def order() -> list[str | None]:
            return [row.key.value for row in table.ordered_rows]

        network.change(one, three, two)
        here = [ADDRESS, str(two.line), str(one.line), str(three.line)]
        await until(pilot, lambda: order() == here)
        assert table.cursor_row == 1
        network.change(three, two, one)
        await pilot.pause()
        await until(pilot, lambda: order() == here)
        await pilot.press("down")
        network.change(one, three)  # another one is below the cursor's: it must not move there
        await until(pilot, lambda: order() == [ADDRESS, str(one.line), str(three.line)])
        assert table.cursor_row == 1
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        # What was heard goes along, to be compared; it is not yet trusted.
        assert server.address == str(one.line)


async def test_a_stranger_under_the_name_of_a_known_server_is_told_from_it(tmp_path: Path) -> None:
    own, liar = announced(1, "Ana's living room"), announced(2, "Ana's living room")
    known = KnownServers(tmp_path)
    known.keep(own.line.addresses[0], (bytes([1]) * 32).hex())
    known.call(own.line.addresses[0], own.name)
    network = FakeNetwork(liar)
    app = client(FakeServer(truco_table()), discovery=network)
    app.settings.data = str(tmp_path)
    async with opened(app) as pilot:
        await pilot.press("f")
        await shows(pilot, "not yours", "that one has the pin", own.line.pin)
        network.change(liar, own)
        await shows(pilot, "· known")
        table = app.screen.query_one("ServerList DataTable", DataTable)
        keys = [row.key.value for row in table.ordered_rows]
        assert keys == [str(own.line), str(liar.line)]
        network.change(own)
        await hides(pilot, "not yours")


async def test_a_server_that_begins_on_this_machine_comes_below_and_the_cursor_stays() -> None:
    own = "127.0.0.1:8781"
    running = [ADDRESS]
    app = client(FakeServer(truco_table()), running=running)
    async with opened(app) as pilot:
        await pilot.press("f")
        await shows(pilot, ADDRESS)
        servers = app.screen.query_one(ServerList)
        table = servers.query_one(DataTable)
        running.insert(0, own)
        servers.look()
        await until(pilot, lambda: table.row_count == 2)
        assert [row.key.value for row in table.ordered_rows] == [ADDRESS, own]
        assert table.cursor_row == 0


async def test_where_nothing_can_be_heard_home_says_what_to_do_instead() -> None:
    network = FakeNetwork(problem="Let UDP port 5353 through, or type the address.")
    async with opened(client(FakeServer(), discovery=network)) as pilot:
        await pilot.press("f")
        await shows(pilot, "No server is running here. “cardtui host”", "Let UDP port 5353 through")


async def test_home_says_which_server_does_not_answer() -> None:
    server = FakeServer()
    server.failing = LOST
    async with opened(client(server, running=[ADDRESS])) as pilot:
        await pilot.press("f")
        await shows(pilot, "no answer", ADDRESS)


async def test_a_server_of_the_list_is_opened_by_keyboard_and_by_mouse() -> None:
    server = FakeServer(truco_table())
    app = client(server, running=[ADDRESS])
    async with opened(app) as pilot:
        await pilot.press("f")
        await shows(pilot, "Ana's living room")
        app.screen.query_one("ServerList DataTable").focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("f")
        await pilot.click("ServerList DataTable", offset=(5, 1))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_the_arrows_go_through_all_of_home_and_back(tmp_path: Path) -> None:
    Diary(Settings(name="Ana", data=str(tmp_path))).began(
        OwnMatch(ADDRESS, "t2", "Ana", "cacho", "Ana 2", against="Mara")
    )
    app = client(FakeServer(truco_table()), data=str(tmp_path))
    async with opened(app, size=(80, 24)) as pilot:
        await shows(pilot, "Mara")
        tiles = app.screen.query_one(Tiles)

        def place() -> str:
            focused = app.screen.focused
            if focused is tiles:
                return tiles.game
            return "continue" if isinstance(focused, RowList) else str(focused and focused.id)

        await until(pilot, lambda: place() == "continue")
        column = ["truco-argentino", "truco-paulista", "pif-paf", "cacho"]
        walk = ["continue", *column, "friends"]
        seen = [place()]
        for _step in walk[1:]:
            await pilot.press("down")
            seen.append(place())
        assert seen == walk
        back = [place()]
        for _step in walk[1:]:
            await pilot.press("up")
            back.append(place())
        assert back == walk[::-1]


async def test_among_the_games_the_arrows_go_across_and_the_edges_hold() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        tiles = app.screen.query_one(Tiles)
        await until(pilot, lambda: tiles.has_focus)
        seen = [tiles.game]
        for key in ("left", "right", "down", "right", "down", "right", "right"):
            await pilot.press(key)
            seen.append(tiles.game)
        assert seen == [
            "truco-argentino",
            "truco-argentino",
            "truco-brasileiro",
            "cacheta",
            "pif-paf",
            "cacho",
            "",
            "",
        ]


@pytest.mark.nightly
async def test_beside_the_field_for_an_address_what_is_typed_or_pasted_lands_there() -> None:
    app = client(FakeServer())
    app.today = no_deal
    async with opened(app) as pilot:
        await shows(pilot, "d Today")
        await pilot.press("f")
        await until(pilot, lambda: app.screen.has_class("-friends"))
        field = app.screen.query_one("#address", Input)
        for typed in ("nada-aca", "10.0.0.7", "del sur"):
            app.screen.set_focus(None)
            await pilot.press(*("space" if each == " " else each for each in typed))
            await until(pilot, lambda typed=typed: field.value == typed)  # type: ignore[misc]
            field.value = ""
        app.screen.set_focus(None)
        app.screen.post_message(Paste("192.168.1.5:8782"))
        await until(pilot, lambda: field.value == "192.168.1.5:8782")


async def test_an_invitation_to_a_private_table_can_be_pasted_at_home() -> None:
    server = FakeServer()
    app = client(server)
    async with opened(app) as pilot:
        pasted = "cardtui connect 192.168.1.5:8782 --code WSH-pk4"
        app.screen.query_one("#address", Input).value = pasted
        await pilot.press("slash", "enter")
        await until(pilot, lambda: server.opened_tables == [("wshpk4", True)])
        assert server.address == "192.168.1.5:8782"


@pytest.mark.parametrize("typed", ["192.168.1.5", *by_night("cardtui connect 192.168.1.5:8782")])
async def test_an_address_or_a_join_line_leads_to_the_lobby_and_another_text_to_a_sentence(
    typed: str,
) -> None:
    server = FakeServer(truco_table())
    app = client(server)
    async with opened(app) as pilot:
        await pilot.press("slash", *"not an address", "enter")
        await shows(pilot, "is not the name of a machine")
        assert isinstance(app.screen, HomeScreen)
        app.screen.query_one("#address", Input).value = ""
        await pilot.press(*typed, "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert server.address == "192.168.1.5:8782"


async def test_a_server_that_does_not_answer_is_a_sentence_on_the_home_screen() -> None:
    server = FakeServer()
    server.failing = LOST
    app = client(server, LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "No table server answers at 127.0.0.1:8782.")
        assert isinstance(app.screen, HomeScreen)
        server.failing = None
        await pilot.press("slash", *ADDRESS, "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_playing_now_asks_for_the_game_and_makes_a_table_of_bots(
    looks_right: LookRight,
) -> None:
    server = FakeServer()
    app = client(server)
    async with opened(app) as pilot:
        await pilot.press("p")
        await shows(pilot, "A match against bots", "you and 1 bot")
        looks_right(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert server.created == []
        await pilot.press("p")
        await shows(pilot, "A match against bots", "you and 1 bot")
        await pilot.press("enter")
        await until(pilot, lambda: ("start", "made") in server.asked)
    made = server.created[0]
    assert (made.game, made.seats, made.seat) == ("truco-argentino", 2, 0)
    assert made.preset == "tradicional"  # as most tables play
    assert server.address == "127.0.0.1:40123"


def with_flor() -> FakeServer:
    server = FakeServer()
    game = tables_pb2.Game()
    game.CopyFrom(server.games[0])
    no = tables_pb2.OptionValue(choice="none")
    yes = tables_pb2.OptionValue(choice="obligatory")
    game.options.add(
        name="flor",
        kind=tables_pb2.OPTION_KIND_CHOICE,
        default=no,
        choices=["none", "obligatory"],
    )
    game.presets.add(name="con-flor", options={**game.presets[1].options, "flor": yes})
    server.games = [game, *server.games[1:]]
    return server


@pytest.mark.nightly
async def test_playing_now_asks_for_flor_and_points_which_name_the_rules_that_they_make() -> None:
    server = with_flor()
    app = client(server)
    async with opened(app) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, QuickPlay))
        await shows(pilot, "Points to win", "without flor", "traditional (usual)")
        rules = app.screen.query_one("#preset Select", Select)
        rules.focus()
        await shows(pilot, "As most tables in Argentina play.")
        app.screen.query("OptionField Select").first(Select).value = "obligatory"
        await shows(pilot, "Rules with flor", "Traditional, and a flor must be called.")
        points = app.screen.query("OptionField Input").first(Input)
        points.value = "500"
        await pilot.click("#deal")
        await shows(pilot, "120")
        assert isinstance(app.screen, QuickPlay)
        assert not server.created
        points.value = "15"
        await shows(pilot, "custom rules")
        assert not rules.screen.query_one("#preset", Field).words.plain
        app.screen.query_one("#deal", Button).press()
        await until(pilot, lambda: server.created)
        made = server.created[0]
        assert made.preset == "tradicional"
        assert made.options["flor"].choice == "obligatory"
        assert made.options["target"].number == 15


async def test_your_own_way_deals_at_once_and_goes_on_with_a_match_that_was_left_if_asked() -> None:
    server = FakeServer(
        running_table(seats=[*truco_table().seats[1:2], seat(1, "Ana")], scores=[3, 9])
    )
    async with opened(client(server)) as pilot:
        await pilot.press("p")
        await shows(pilot, "Continue Truco argentino: hand 7 · 3–9")
        assert pilot.app.focused is pilot.app.screen.query_one("#deal")
        await pilot.click("#go-on")
        await until(pilot, lambda: server.opened_tables == [("t2", True)])
        assert server.created == []
        await pilot.press("escape")
        await pilot.press("p")
        await shows(pilot, "Continue Truco argentino")
        await pilot.press("enter")
        await until(pilot, lambda: len(server.created) == 1)


async def test_a_game_named_at_the_start_is_dealt_without_asking() -> None:
    server = FakeServer()
    async with opened(client(server, Solo("cacho", seats=3, bots="hard"))) as pilot:
        await until(pilot, lambda: server.opened_tables == [("made", True)])
    assert (server.created[0].game, server.created[0].seats) == ("cacho", 3)


async def test_behind_a_table_of_your_own_home_is_built_once_you_leave_it() -> None:
    class Opening(Client):
        def open_table(self, *_where: Any, **_how: Any) -> None:
            self.action_open_settings()  # in place of the table

    async def sit_down(_connection: object) -> OwnTable:
        return OwnTable("t1", "truco-argentino")

    app = client(FakeServer(truco_table()), AtOwnTable(sit_down), made=Opening)
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen) and app.screen.stands)
        assert not app.home.query(Tiles)
        await pilot.press("escape")
        await shows(pilot, TILES[0].name, "Your way", "Friends: ", "Quit")
        assert isinstance(app.focused, Tiles)


async def test_when_a_table_of_your_own_fails_home_has_all_its_games() -> None:
    async def sit_down(_connection: object) -> OwnTable:
        raise NoServer("The disk is full.")

    app = client(FakeServer(truco_table()), AtOwnTable(sit_down))
    async with opened(app) as pilot:
        await shows(pilot, "The disk is full.", TILES[0].name, "Your way", "Friends: ", "Quit")
        assert isinstance(app.focused, Tiles)


async def test_a_server_that_cannot_be_started_is_a_sentence() -> None:
    async def broken() -> str:
        raise OSError("The disk is full.")

    async with opened(client(FakeServer(), start_server=broken)) as pilot:
        await pilot.press("p")
        await shows(pilot, "The disk is full.")


async def test_where_no_server_can_be_started_playing_now_is_not_offered() -> None:
    app = client(FakeServer(), start_server=None)
    async with opened(app) as pilot:
        await shows(pilot, "Rules")
        await hides(pilot, "Cacho")
        await pilot.press("p", "7")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("to_play", [True, False])
async def test_a_table_named_at_the_start_is_opened(to_play: bool) -> None:
    server = FakeServer(truco_table(), running_table())
    server.seated_at = {"t2"}
    server.shown["t2"].seats[0].name = "Ana"
    async with opened(client(server, AtTable(ADDRESS, "Final", to_play))) as pilot:
        await until(pilot, lambda: server.opened_tables == [("t2", to_play)])


async def test_a_table_that_is_not_there_is_a_sentence_in_the_lobby() -> None:
    app = client(FakeServer(truco_table()), AtTable(ADDRESS, "[/nope]", seat=False))
    async with opened(app) as pilot:
        await shows(pilot, "There is no table “[/nope]” here.")
        assert isinstance(app.screen, LobbyScreen)


async def test_a_kiosk_leads_to_its_own_server_alone_and_keeps_nothing() -> None:
    app = client(
        FakeServer(), LOBBY, running=["127.0.0.1:1111"], start_server=None, kiosk=True, name=""
    )
    async with opened(app) as pilot:
        assert app.screen.query_one(Input).value == ""  # the login is nobody's name
        app.screen.query_one(Input).value = "Ana"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await shows(pilot, ADDRESS, "Server")
        await hides(pilot, "Another server")
        await hides(pilot, "1111")
        for key in ("slash", "p", "ctrl+z"):
            await pilot.press(key)
        assert isinstance(app.screen, HomeScreen)
        assert app.check_action("suspend_process", ()) is False
        assert app.settings.path is not None
        assert not app.settings.path.exists()


async def test_two_times_enter_lead_from_the_login_name_which_is_kept_to_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LOGNAME", "beto")
    server = FakeServer()
    app = client(server, name="")
    async with opened(app) as pilot:
        await shows(pilot, "beto")
        await pilot.press("enter")
        await shows(pilot, "Do you know truco?")
        assert isinstance(app.screen, Welcome)
        assert app.settings.name == "beto"
        assert read_settings({"CARDTUI_CONFIG": str(app.settings.path)}).name == "beto"
        await pilot.press("enter")
        await until(pilot, lambda: server.opened_tables == [("made", True)])
    assert (server.created[0].game, server.created[0].preset) == ("truco-argentino", "tradicional")


@pytest.mark.parametrize(
    ("keys", "lessons"),
    [(("down", "enter"), [AtLesson("truco-argentino")]), (("down", "down", "enter"), [])],
)
async def test_a_newcomer_may_learn_or_look_around(
    looks_right: LookRight, keys: tuple[str, ...], lessons: list[AtLesson]
) -> None:
    learned: list[AtLesson] = []

    class Learner(Client):
        def learn(self, wanted: AtLesson) -> None:
            learned.append(wanted)

    server = FakeServer()
    app = client(server, name="", made=Learner)
    app.lessons = no_lessons
    async with opened(app) as pilot:
        app.screen.query_one(Input).value = "Ana"
        await pilot.press("enter")
        await shows(pilot, "Do you know truco?", "learn it in a few hands")
        if lessons:
            looks_right(app)
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until(pilot, lambda: learned == lessons)
    assert server.created == []


async def test_a_deal_of_the_day_that_is_played_in_another_window_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("cardtui_client.history.daily_attempts.today", lambda: date(2026, 11, 26))
    app = client(FakeServer(), data=str(tmp_path))
    app.today = no_deal
    playing = Attempts(app.settings)
    playing.note("2026-11-26", "pif-paf")
    playing.hold("pif-paf")
    async with opened(app) as pilot:
        await shows(pilot, "d Today: Pif Paf · you play it in another window")
        playing.release()
        app.home.look()
        await shows(pilot, "d Today: Pif Paf · you did not finish it")


async def test_a_deal_of_the_day_is_begun_by_your_first_act_and_then_given_up_as_you_leave(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("cardtui_client.history.daily_attempts.today", lambda: date(2026, 11, 28))
    app = client(FakeServer(), data=str(tmp_path))
    app.today = lambda: today(app.settings, Daily("2026-11-28", "cacho"))

    async def leaves() -> None:
        await pilot.press("escape")
        await shows(pilot, "The match ends here")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))

    async with opened(app) as pilot:
        for act, told in (("", "the same cards for everybody"), ("b", "you did not finish it")):
            await pilot.press("d")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await shows(pilot, "b Bet")
            if act:
                await pilot.press(act)
                await hides(pilot, "b Bet")
            await leaves()
            await shows(pilot, f"d Today: Cacho · {told}")


def test_the_large_letters_of_the_name_are_those_of_the_table() -> None:
    assert dots_of("cardtui") == NAME_DOTS


@pytest.mark.nightly
async def test_in_a_large_window_the_tiles_have_the_cards_of_the_table() -> None:
    app = client(FakeServer())
    async with opened(app, HUGE) as pilot:
        await shows(pilot, "Truco argentino", "Cacho")
        board = Canvas(Size.GRAND.width, Size.GRAND.height, PALETTE)
        draw_card(board, 0, 0, card_in_corner(TILES[0].card) or 0, Size.GRAND)
        screen = lines(app)
        top = next(y for y, line in enumerate(screen) if "7●═" in line)
        left = screen[top].index("7●═")
        for row, drawn in enumerate(board.plain().splitlines()):
            assert screen[top + row][left : left + Size.GRAND.width].rstrip() == drawn.rstrip()
        tiles = app.screen.query_one(Tiles)
        assert tiles.size.height > HUGE[1] // 2 - 2
        await pilot.click(tiles, offset=(tiles.size.width // 2 + 4, 3 * tiles.size.height // 4))
        await until(pilot, lambda: tiles.at == 6)


@pytest.mark.nightly
async def test_home_has_the_keys_again_after_the_friends_and_after_a_lobby() -> None:
    app = client(FakeServer(truco_table()), running=[ADDRESS])
    async with opened(app) as pilot:
        for leave in ("escape", "enter"):
            await pilot.press("f")
            await until(pilot, lambda: isinstance(app.focused, RowList))
            await pilot.press(leave)
            if leave == "enter":
                await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
                await pilot.press("escape")
                await until(pilot, lambda: app.screen is app.home)
            await until(pilot, lambda: isinstance(app.focused, Tiles))
