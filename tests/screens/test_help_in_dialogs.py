"""The key of the help in every dialog: what is asked, what can be done, and back to it."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Select
from textual.widgets._select import SelectOverlay

from cardtui.v1 import tables_pb2
from cardtui_client.tui.dialogs import BotLevelChoice, OneLine, Question, SeatChoice, Told
from cardtui_client.tui.first_start import Welcome
from cardtui_client.tui.form_field import OptionField
from cardtui_client.tui.help import KeyHelp, Palette
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.quick_play import QuickPlay
from tests.screens.brazilian_screen import press, shown
from tests.screens.conftest import LookRight
from tests.screens.opening import in_lobby, opened, shows, until, words
from tests.screens.server_fake import TRUCO, FakeServer
from tests.support.positions import raised
from tests.support.screen import lines
from tests.support.table_driver import truco

Dialog = Callable[[], Screen[Any]]


async def begin(pilot: Pilot[None]) -> NewTable:
    """Open the form for a new table from an empty lobby."""
    await shows(pilot, "No tables yet")
    await pilot.press("n")
    await shows(pilot, "Create table")
    assert isinstance(pilot.app.screen, NewTable)
    return pilot.app.screen


def seats() -> Screen[Any]:
    free = [tables_pb2.Seat(seat=0), tables_pb2.Seat(seat=1)]
    return SeatChoice(tables_pb2.Table(game="truco-argentino", seats=free))


DIALOGS: dict[str, tuple[Dialog, str]] = {
    "yes or no": (lambda: Question(lambda: "Close the table?", lambda: "Yes"), "Close the table?"),
    "a list": (BotLevelChoice, "How strong should the bots be?"),
    "seats": (seats, "Which seat?"),
    "told": (lambda: Told(lambda: "Who owes whom", lambda: ["Ana 3"]), "Who owes whom"),
    "newcomer": (lambda: Welcome(learns=True), "Do you know truco?"),
    "against bots": (lambda: QuickPlay([TRUCO], Solo("truco-argentino")), "A match against bots"),
}


@pytest.mark.parametrize("name", DIALOGS)
async def test_the_help_says_what_a_dialog_asks_and_leaves_it_as_it_was(name: str) -> None:
    make, asked = DIALOGS[name]
    async with opened(in_lobby(FakeServer())) as pilot:
        dialog = make()
        pilot.app.push_screen(dialog)
        await shows(pilot, "?: what you can do here")
        before, focused = lines(pilot.app), dialog.focused
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeyHelp))
        told = words(pilot)
        assert asked in told
        assert "On this screen" in told
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is dialog)
        await pilot.pause()
        assert lines(pilot.app) == before
        assert dialog.focused is focused


async def test_the_help_of_a_question_names_what_each_key_answers() -> None:
    async with opened(in_lobby(FakeServer())) as pilot:
        pilot.app.push_screen(Question(lambda: "Close the table?", lambda: "Yes"))
        await shows(pilot, "what you can do here")
        await pilot.press("question_mark")
        await shows(pilot, "esc closes this")
        told = " ".join(words(pilot).split())
        assert "Yes" in told
        assert "Cancel" in told


async def test_a_field_for_text_takes_the_sign_as_a_letter_and_names_the_other_key() -> None:
    async with opened(in_lobby(FakeServer())) as pilot:
        dialog = OneLine(lambda: "Who is banned for the evening:", 20)
        pilot.app.push_screen(dialog)
        await shows(pilot, "f1: what you can do here")
        await pilot.press("a", "question_mark")
        assert dialog.query_one(Input).value == "a?"
        await pilot.press("f1")
        await shows(pilot, "esc closes this")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is dialog)
        assert dialog.query_one(Input).value == "a?"


async def test_a_field_for_a_number_leaves_the_sign_to_the_help_which_says_what_it_means() -> None:
    async with opened(in_lobby(FakeServer())) as pilot:
        form = await begin(pilot)
        field = next(each for each in form.query(OptionField) if each.query(Input))
        number = field.query_one(Input)
        number.focus()
        await until(pilot, lambda: form.focused is number)
        before = number.value
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeyHelp))
        assert field.asks_now() == form.asks_now()
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is form)
        assert (number.value, form.focused) == (before, number)


@pytest.mark.nightly
async def test_an_open_list_of_values_leaves_the_sign_to_the_help() -> None:
    async with opened(in_lobby(FakeServer())) as pilot:
        form = await begin(pilot)
        select = form.query(Select).first()
        select.focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(form.focused, SelectOverlay))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeyHelp))


@pytest.mark.nightly
async def test_the_menu_leaves_the_sign_to_the_help() -> None:
    async with opened(in_lobby(FakeServer())) as pilot:
        await shows(pilot, "No tables yet")
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
        await pilot.press("r", "u", "question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeyHelp))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, Palette))
        assert pilot.app.screen.query_one(Input).value == "ru"


async def test_at_the_table_the_help_of_a_question_says_the_question_and_its_answers() -> None:
    table = truco(2)
    async with shown(table) as pilot:
        await press(pilot, "f", "question_mark")
        told = "\n".join(lines(pilot.app))
        assert "“¡Falta envido!”: for 8 points; with 8, Beto wins the" in told
        assert "Back" in told
        assert "Play a card" not in told
        await press(pilot, "escape")
        assert "Are you sure?" in "\n".join(lines(pilot.app)), "it is still asked"
        await press(pilot, "escape")
        assert "Are you sure?" not in "\n".join(lines(pilot.app))
        assert not table.acts


async def test_at_the_table_the_help_of_a_number_says_how_it_is_chosen(
    looks_right: LookRight,
) -> None:
    table = raised()
    async with shown(table) as pilot:
        await press(pilot, "r", "question_mark")
        told = " ".join(" ".join(lines(pilot.app)).split())
        assert "One more" in told
        assert "Type the number" in told
        looks_right(pilot.app)
        await press(pilot, "escape", "escape")
        assert not table.acts
