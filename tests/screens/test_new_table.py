"""The form for a new table."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from cardtui.v1 import errors_pb2, lobby_service_pb2, tables_pb2
from cardtui_client.tui.form_field import About, Field, Fold, OptionField, YesNo
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_server.wire.catalogue import describe
from tests.screens.conftest import LookRight
from tests.screens.opening import LARGE, Client, hides, in_lobby, opened, shows, until, words
from tests.screens.server_fake import (
    CACHETA,
    LOST,
    FakeServer,
    Kind,
    Value,
    cacho_table,
    refused,
    spec,
)
from tests.support.nights import by_night
from tests.support.screen import SMALL


async def begin(pilot: Pilot[None]) -> NewTable:
    """Open the form from an empty lobby."""
    await shows(pilot, "No tables yet")
    await pilot.press("n")
    await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))
    await shows(pilot, "Create table")
    assert isinstance(pilot.app.screen, NewTable)
    return pilot.app.screen


def form(server: FakeServer, **chosen: Any) -> Client:
    return in_lobby(server, **chosen)


async def choose(pilot: Pilot[None], field: str, value: str) -> None:
    await until(pilot, lambda: pilot.app.screen.query(f"#{field} SelectOverlay"))
    select = pilot.app.screen.query_one(f"#{field} Select", Select)
    select.value = value
    await pilot.pause()


def option(screen: NewTable, name: str) -> OptionField:
    return next(field for field in screen.query(OptionField) if field.spec.name == name)


@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [("en", "dark", SMALL), *by_night(("en", "light", LARGE), ("pt_BR", "dark", LARGE))],
)
async def test_the_form_asks_for_the_options_of_the_game_and_explains_them(
    looks_right: LookRight, language: str, theme: str, size: tuple[int, int]
) -> None:
    app = form(FakeServer(cacho_table()), language=language, theme=theme)
    async with opened(app, size) as pilot:
        await shows(pilot, "Edu")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await choose(pilot, "game", "truco-argentino")
        await until(pilot, lambda: len(app.screen.query(OptionField)) == 3)
        await pilot.pause()
        looks_right(app)


def hidden(screen: NewTable, field: str) -> bool:
    return not screen.query_one(f"#{field}", Field).display


def asked(screen: NewTable) -> lobby_service_pb2.CreateTableRequest:
    """Return what the form as it is filled in would ask for."""
    request = screen.request()
    assert request is not None
    return request


async def test_the_usual_rules_are_there_at_once_and_a_refusal_is_a_sentence_on_the_form() -> None:
    server = FakeServer()
    app = form(server)
    async with opened(app) as pilot:
        await begin(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await begin(pilot)
        await pilot.click("#cancel")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert server.created == []
        screen = await begin(pilot)
        server.failing = refused("There are too many tables.", errors_pb2.REASON_LIMIT)
        await pilot.press("ctrl+s")
        await shows(pilot, "There are too many tables.")
        server.failing = LOST
        await pilot.press("ctrl+s")
        await shows(pilot, "No table server answers")
        request = asked(screen)
        server.failing = None
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.opened_tables == [("made", True)])
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert server.created == [request]
    assert (request.game, request.seats, request.preset) == ("truco-argentino", 2, "tradicional")
    assert not request.options
    assert request.HasField("seat")
    assert request.seat == 0
    assert request.bots == tables_pb2.BOT_LEVEL_UNSPECIFIED
    assert not request.HasField("pause_milliseconds")


@pytest.mark.nightly
async def test_everything_can_be_chosen() -> None:
    server = FakeServer()
    async with opened(form(server), LARGE) as pilot:
        screen = await begin(pilot)
        assert hidden(screen, "buyins")
        await choose(pilot, "game", "cacho")
        await until(pilot, lambda: screen.query("#options OptionField").first().id is None)
        await choose(pilot, "seats", "3")
        await choose(pilot, "clock", "30+60")
        await choose(pilot, "bots", str(tables_pb2.BOT_LEVEL_HARD))
        await choose(pilot, "sit", "no")
        screen.query_one("#name Input", Input).value = "  Friday \x1b night "
        screen.query_one("#pause Input", Input).value = "0"
        screen.query_one("#patience Input", Input).value = "90"
        option(screen, "chip_value").query_one(Input).value = "R$ 0,25"
        # Players may buy from half to twice the chips of the rules.
        screen.query_one("#buyins YesNo", YesNo).value = True
        option(screen, "buy_in").query_one(Input).value = "40"
        assert (asked(screen).least_buy_in, asked(screen).most_buy_in) == (20, 80)
        screen.query_one("#buyins YesNo", YesNo).value = False
        option(screen, "buy_in").query_one(Input).value = "50, 40 30"
        await pilot.click("#make")
        await until(pilot, lambda: server.opened_tables == [("made", False)])
    request = server.created[0]
    assert (request.game, request.seats, request.name) == ("cacho", 3, "Friday night")
    assert request.pause_milliseconds == 0
    assert request.bots == tables_pb2.BOT_LEVEL_HARD
    assert (request.clock_milliseconds, request.reserve_milliseconds) == (30_000, 60_000)
    assert request.patience_milliseconds == 90_000
    assert not request.HasField("seat")
    assert list(request.options["buy_in"].by_seat.numbers) == [50, 40, 30]
    assert request.options["chip_value"].text == "R$ 0,25"


async def test_a_preset_fills_in_its_values_and_a_changed_option_makes_the_rules_ones_own() -> None:
    server = FakeServer()
    app = form(server)
    async with opened(app, LARGE) as pilot:
        screen = await begin(pilot)
        for preset, tie, after, about in (
            ("fuente", "third", "yes", "As the written rules say."),
            ("tradicional", "first", "", "As most tables in Argentina play."),
        ):
            await choose(pilot, "preset", preset)
            assert option(screen, "second_tie").text == tie
            assert option(screen, "envido_after_truco").text == after
            meaning = screen.query_one("#preset .meaning", Static)
            assert str(meaning.render()) == f"{about} Change what you like below."
        assert (asked(screen).preset, len(asked(screen).options)) == ("tradicional", 0)
        field = option(screen, "target").query_one(Input)
        for typed in ("", "0", "121", "-5", "99999999999"):
            screen.set_focus(None)
            field.value = typed
            await until(pilot, lambda: screen.query_one("#preset", Field).text == "")
            assert screen.request() is None
            await shows(pilot, "Enter a whole number from 1 to 120.", "Fix the marked fields")
            await until(pilot, lambda: pilot.app.focused is field)
            field.value = "30"
            await hides(pilot, "Enter a whole number")
            await until(pilot, lambda: screen.query_one("#preset", Field).text == "tradicional")
        field.value = "15"
        await until(pilot, lambda: screen.query_one("#preset", Field).text == "")
        app.change("language", "es_AR")
        await shows(pilot, "Mesa nueva", "Lugares")
        assert screen.query_one("#preset", Field).text == ""
        option(screen, "second_tie").query_one(Select).value = "third"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    request = server.created[0]
    assert request.preset == ""
    assert request.options["target"].number == 15
    assert set(request.options) == {"target", "envido_after_truco"}  # what is not the default


@pytest.mark.nightly
async def test_what_few_people_choose_is_folded_away_and_shown_on_a_key_or_if_it_is_wrong() -> None:
    async with opened(form(FakeServer())) as pilot:
        screen = await begin(pilot)
        await hides(pilot, "Second trick tied")
        screen.query_one(Fold).focus()
        await pilot.press("enter")
        await shows(pilot, "▾ More rules…", "Second trick tied")
        await pilot.press("tab")
        await shows(pilot, "the third takes all")
        await pilot.press("shift+tab", "space")
        await hides(pilot, "Second trick tied")
        await choose(pilot, "game", "cacho")
        await until(pilot, lambda: len(screen.query(OptionField)) == 2)
        option(screen, "buy_in").query_one(Input).value = "1"
        await pilot.press("ctrl+s")
        await shows(pilot, "▾ More rules…", "from 3 to 1000000")
        assert pilot.app.focused is option(screen, "buy_in").query_one(Input)
        name = screen.query_one("#name Input", Input)
        name.focus()
        name.value = "a table whose name is longer than any list of tables has"
        await pilot.press("end", *" room")
        await shows(pilot, "letters at most")


@pytest.mark.nightly
async def test_partners_can_be_drawn_where_seats_form_partnerships_and_nowhere_else() -> None:
    server = FakeServer()
    async with opened(form(server), LARGE) as pilot:
        screen = await begin(pilot)
        assert hidden(screen, "partners")
        await choose(pilot, "seats", "4")
        await until(pilot, lambda: not hidden(screen, "partners"))
        await choose(pilot, "partners", "lot")
        await choose(pilot, "seats", "2")
        await until(pilot, lambda: hidden(screen, "partners"))
        assert not asked(screen).partners
        await choose(pilot, "seats", "4")
        await until(pilot, lambda: not hidden(screen, "partners"))
        await pilot.click("#unfold")
        screen.query_one("#partners Select").focus()
        await shows(pilot, "Partners", "both teams are even")
        await choose(pilot, "partners", "strength")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    assert server.created[0].partners == tables_pb2.PARTNERS_STRENGTH


@pytest.mark.nightly
async def test_what_one_game_alone_has_is_asked_for_there_and_only_in_range() -> None:
    """Numbers that lie apart (TP-61), another way to the first dealer, and a time to interrupt."""
    server = FakeServer()
    games = spec(
        "best_of",
        tables_pb2.OPTION_KIND_NUMBER,
        tables_pb2.OptionValue(number=1),
        "The games of a match; who wins more than half of them wins it.",
        "TP-61",
        low=1,
        high=5,
        step=2,
    )
    paulista = tables_pb2.Game(id="truco-paulista", seats=[2, 4, 6], options=[games])
    own = tables_pb2.Game(id="own", first_dealer=tables_pb2.FIRST_DEALER_HIGH_CARD, seats=[2])
    seatless = tables_pb2.Game(id="seatless")
    server.games = [seatless, *server.games, paulista, own, CACHETA]
    async with opened(form(server), LARGE) as pilot:
        screen = await begin(pilot)
        assert "seatless" not in words(pilot).lower()  # nobody can sit down there
        assert hidden(screen, "window")
        dealer, window = (screen.query_one(f"#{name}", Field) for name in ("dealer", "window"))
        assert dealer.text == "lot"

        await choose(pilot, "game", "own")
        await until(pilot, lambda: dealer.text == "high-card")
        assert asked(screen).first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
        await choose(pilot, "dealer", "lot")
        assert asked(screen).first_dealer == tables_pb2.FIRST_DEALER_LOT

        await choose(pilot, "game", "cacheta")
        await until(pilot, lambda: not hidden(screen, "window"))
        for typed, milliseconds in (("0", 0), ("5", 5000), ("10", 10_000)):
            window.query_one(Input).value = typed
            assert asked(screen).window_milliseconds == milliseconds
            assert asked(screen).HasField("window_milliseconds")
        window.query_one(Input).value = "3"
        assert not asked(screen).HasField("window_milliseconds")
        for typed in ("", "11"):
            window.query_one(Input).value = typed
            await until(pilot, lambda: window.problem == "")
            assert screen.request() is None
            assert window.problem != ""
        window.query_one(Input).value = "3"

        await choose(pilot, "game", "truco-paulista")
        await until(pilot, lambda: len(screen.query(OptionField)) == 1)
        option(screen, "best_of").query_one(Input).value = "2"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "One of: 1, 3 or 5" in words(pilot))
        assert not server.created
        option(screen, "best_of").query_one(Input).value = "3"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    assert server.created[0].options["best_of"].number == 3


@pytest.mark.nightly
async def test_truco_argentino_asks_whether_to_play_with_flor_right_after_the_rules() -> None:
    server = FakeServer()
    truco = tables_pb2.Game()
    truco.CopyFrom(next(game for game in server.games if game.id == "truco-argentino"))
    server.games = [truco]
    flor = spec(
        "flor",
        tables_pb2.OPTION_KIND_CHOICE,
        tables_pb2.OptionValue(choice="none"),
        "Three cards of one suit are a flor.",
        "TA-80",
        choices=["none", "obligatory"],
    )
    truco.options.append(flor)
    usual = next(each for each in truco.presets if each.name == "tradicional")
    with_flor = truco.presets.add(name="con-flor")
    for name, value in {**usual.options, "flor": Value(choice="obligatory")}.items():
        with_flor.options[name].CopyFrom(value)
    async with opened(form(server)) as pilot:
        screen = await begin(pilot)
        await pilot.press("tab", "tab")
        await shows(pilot, "Three cards of one suit are a flor.")
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: screen.query_one("#preset", Field).text == "con-flor")
        await choose(pilot, "preset", "tradicional")
        await until(pilot, lambda: option(screen, "flor").text == "none")
        await choose(pilot, "preset", "con-flor")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    assert (server.created[0].preset, len(server.created[0].options)) == ("con-flor", 0)


@pytest.mark.nightly
async def test_numbers_by_seat_must_be_one_for_all_or_one_for_each() -> None:
    server = FakeServer(cacho_table())
    app = form(server)
    async with opened(app, (120, 60)) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await shows(pilot, "Create table")
        screen = app.screen
        assert isinstance(screen, NewTable)
        option(screen, "buy_in").query_one(Input).value = "50 40 30"
        option(screen, "chip_value").query_one(Input).value = "x" * 41
        screen.query_one("#pause Input", Input).value = "61"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await shows(
            pilot,
            "Enter one number for all, or 2: one for each seat.",
            "That is too long: at most 40 letters.",
            "Enter seconds from 0 to 60, such as 1.5.",
        )


async def test_terms_that_contradict_each_other_are_said_at_the_field_at_once() -> None:
    server = FakeServer()
    server.games = [describe("pif-paf-tradicional")]
    async with opened(form(server), (120, 60)) as pilot:
        screen = await begin(pilot)
        least, most = option(screen, "min_bet"), option(screen, "max_bet")
        least.query_one(Input).value = "30"
        await until(pilot, lambda: least.problem)  # of the two, that which was changed
        assert least.problem == "“Maximum bet” has to be at least 30, as much as “Minimum bet”."
        assert not most.problem
        most.query_one(Input).value = "25"
        await until(pilot, lambda: most.problem and not least.problem)
        assert screen.request() is None
        most.query_one(Input).value = "30"
        await until(pilot, lambda: not most.problem)
        option(screen, "cacife").query_one(Input).value = "30"
        await until(pilot, lambda: "at least 31" in option(screen, "cacife").problem)
        option(screen, "cacife").query_one(Input).value = "40"
        screen.query_one("#buyins YesNo", YesNo).value = True
        await until(pilot, lambda: not option(screen, "cacife").problem)
        assert (asked(screen).least_buy_in, asked(screen).most_buy_in) == (31, 80)


async def test_the_form_can_be_filled_with_the_keyboard_alone() -> None:
    server = FakeServer()
    async with opened(form(server)) as pilot:
        screen = await begin(pilot)
        await pilot.press("enter", "down", "enter")  # the second game
        await until(pilot, lambda: screen.query_one("#preset", Field).text == "cacho")
        await pilot.press("tab", "tab", "enter", "down", "enter")  # three seats
        await pilot.press("tab", "enter", "down", "enter")  # easy bots
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    asked_for = server.created[0]
    assert (asked_for.game, asked_for.seats, asked_for.bots) == (
        "cacho",
        3,
        tables_pb2.BOT_LEVEL_EASY,
    )


@pytest.mark.nightly
async def test_a_game_that_this_client_has_never_heard_of_can_be_set_up() -> None:
    evil = "[/x] \x1b[2J"
    game = tables_pb2.Game(
        id="new-game",
        seats=[5],
        options=[
            spec(
                "odd_rule", Kind.OPTION_KIND_CHOICE, Value(choice=evil), evil, evil, choices=[evil]
            ),
            spec("no_choice", Kind.OPTION_KIND_CHOICE, Value(choice="a"), "Nothing to choose."),
            spec("of_no_kind", Kind.OPTION_KIND_UNSPECIFIED, Value(), "Something new."),
        ],
    )
    server = FakeServer()
    server.games = [game]
    async with opened(form(server), (120, 60)) as pilot:
        screen = await begin(pilot)
        await pilot.click("#unfold")
        await shows(pilot, "New game", "Odd rule", "[/x] [2J")
        option(screen, "odd_rule").query_one(Select).focus()
        await until(pilot, lambda: "[/x] [2J [/x]" in str(screen.query_one(About).render()))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: server.created)
    assert (server.created[0].game, server.created[0].seats) == ("new-game", 5)


async def test_a_server_without_games_is_answered_with_a_sentence() -> None:
    server = FakeServer()
    server.games = []
    app = form(server)
    async with opened(app) as pilot:
        await shows(pilot, "No tables yet")
        await pilot.press("n")
        await shows(pilot, "No answer from the server yet.")
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.nightly
async def test_a_large_window_wraps_what_every_field_means() -> None:
    async with opened(form(FakeServer()), (120, 40)) as pilot:
        screen = await begin(pilot)
        await choose(pilot, "game", "truco-argentino")
        await until(pilot, lambda: len(screen.query(OptionField)) > 0)
        field = screen.query(OptionField).first()
        field.say_problem("a reason that takes more than one line " * 4 + "to its end")
        await shows(pilot, "to its end")
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: field.region.height == 1)
