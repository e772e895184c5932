"""Keys, clicks and pastes in one burst, as over a slow line: each counts where it was typed."""

from typing import Any, ClassVar

import pytest
from textual._xterm_parser import XTermParser
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.pilot import Pilot
from textual.widgets import Input

from cardtui_client.tui.dialogs import OneLine, PasswordDialog
from cardtui_client.tui.in_order import InOrder
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.themes import DEFAULT_COLOURS
from cardtui_client.tui.widgets.text_field import PaletteField, TextField
from tests.screens.at_table import sits
from tests.screens.opening import in_lobby, opened, shows
from tests.screens.server_fake import FakeServer, cacho_table
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines
from tests.support.table_driver import truco

LEFT, RIGHT, DELETE, HOME, END = "\x1b[D", "\x1b[C", "\x1b[3~", "\x1b[H", "\x1b[F"
BACKSPACE, TAB, ENTER, ESCAPE = "\x7f", "\t", "\r", "\x1b[27u"
ALL_LEFT, WORD_LEFT, TO_END = "\x15", "\x17", "\x0b"  # Ctrl-U, Ctrl-W, Ctrl-K


class Fields(InOrder):
    """Two fields; what is entered is noted, and the field emptied, as for talk."""

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+t", "ask", ""), ("ctrl+g", "ask_secret", "")]

    def __init__(self, kind: type[TextField] = TextField) -> None:
        super().__init__()
        self._kind = kind
        self.entered: list[str | None] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULT_COLOURS

    def compose(self) -> ComposeResult:
        yield self._kind(id="first")
        yield self._kind(id="second")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.entered.append(event.value)
        event.input.value = ""

    def action_ask(self) -> None:
        self.push_screen(OneLine(lambda: "", 20), self.entered.append)

    def action_ask_secret(self) -> None:
        self.push_screen(PasswordDialog(lambda: ""), self.entered.append)

    @property
    def values(self) -> list[str]:
        return [each.value for each in self.query(Input)]


def send(app: InOrder, typed: str) -> None:
    """Have the driver pass on at once what it reads."""
    driver: Any = app._driver
    for event in [*XTermParser().feed(typed)]:
        driver.process_message(event)


async def settle(pilot: Pilot[None]) -> None:
    app: Any = pilot.app
    await pilot.pause()
    while app._ahead or app._late is not None:
        await pilot.pause(0.01)
    await pilot.pause()


def click(column: int, row: int) -> str:
    at = f"0;{column + 1};{row + 1}"
    return f"\x1b[<{at}M\x1b[<{at}m"


def paste(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.parametrize("kind", [TextField, *by_night(PaletteField)])
@pytest.mark.parametrize(
    ("typed", "values", "entered"),
    [
        ("abc" + BACKSPACE + "d" + ENTER, ["", ""], ["abd"]),
        ("x" + ALL_LEFT + "secret" + ENTER, ["", ""], ["secret"]),
        ("abc" + LEFT * 2 + "X" + DELETE + "Y", ["aXYc", ""], []),
        ("bc" + HOME + "a" + END + "d", ["abcd", ""], []),
        ("one two" + WORD_LEFT + "2", ["one 2", ""], []),
        ("abc" + HOME + "d" + TO_END + "e", ["de", ""], []),
        ("one" + ENTER + "two" + ENTER + "three", ["three", ""], ["one", "two"]),
        ("a" + TAB + "b" + TAB + "c", ["c", "b"], []),
        ("a" + click(5, 4) + "b" + click(5, 1) + "c", ["ac", "b"], []),
        ("a" + BACKSPACE + paste("xy") + BACKSPACE + "z" + ENTER, ["", ""], ["xz"]),
        (paste("one") + TAB + paste("two") + "s", ["one", "twos"], []),
        ("ã" + LEFT + "你" + END + BACKSPACE + "!", ["你!", ""], []),
        ("0123456789" * 30 + ALL_LEFT + "end", ["end", ""], []),
    ],
)
async def test_each_key_of_a_burst_is_done_before_the_next(
    kind: type[TextField], typed: str, values: list[str], entered: list[str]
) -> None:
    app = Fields(kind)
    async with app.run_test() as pilot:
        app.query(Input).first().focus()
        await pilot.pause()
        send(app, typed)
        await settle(pilot)
        assert (app.values, app.entered) == (values, entered)


@pytest.mark.parametrize("asks", ["\x14", "\x07"], ids=["line", "password"])
async def test_what_follows_a_key_that_opens_or_leaves_a_dialog_is_typed_there(asks: str) -> None:
    app = Fields()
    async with app.run_test() as pilot:
        app.query(Input).first().focus()
        await pilot.pause()
        send(app, "a" + asks + "ask" + BACKSPACE + "h" + ENTER + "b" + asks + "no" + ESCAPE + "c")
        await settle(pilot)
        assert app.values == ["abc", ""]
        assert app.entered == ["ash", ""]


async def test_talk_opened_and_entered_in_one_burst_is_no_move_at_the_table() -> None:
    async with sits(truco()) as table:
        send(table.app, "/tsoy1y2" + BACKSPACE + "3" + ENTER + "t")
        await settle(table.pilot)
        await table.settle()
        assert table.scripted.said == ["tsoy1y3"]
        assert table.said == ["truco"]


async def test_a_click_in_the_footer_counts_before_what_is_typed_behind_it() -> None:
    async with opened(in_lobby(FakeServer(cacho_table())), SMALL) as pilot:
        await shows(pilot, "n New table")
        app: Any = pilot.app
        send(app, click(lines(app)[-1].index("New table"), SMALL[1] - 1) + ESCAPE)
        await settle(pilot)
        assert isinstance(app.screen, LobbyScreen)
        send(app, click(lines(app)[-1].index("New table"), SMALL[1] - 1))
        await settle(pilot)
        assert isinstance(app.screen, NewTable)
