"""What is pasted into a field of the client, whatever it is and whichever the field."""

import ast
import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Input

import cardtui_client
from cardtui_client.settings import Settings
from cardtui_client.text import cell_width
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.in_order import InOrder, Settled
from cardtui_client.tui.terminal_driver import MOST_TYPED_AT_ONCE, TerminalDriver
from cardtui_client.tui.widgets.text_field import PaletteField, TextField

CLIENT = Path(cardtui_client.__file__).parents[1]


def test_no_screen_has_another_field_and_no_app_takes_keys_in_another_order() -> None:
    """Fields are made by name, and Textual's own are named nowhere but where ours is made."""
    sources = {path: path.read_text(encoding="utf-8") for path in CLIENT.rglob("*.py")}
    named = {path: source for path, source in sources.items() if any(map(source.count, THEIRS))}
    theirs = {path.name: _used(source) & THEIRS for path, source in named.items()}
    assert {name: used for name, used in theirs.items() if used} == {
        "text_field.py": {"Input", "CommandInput"},
        "in_order.py": {"App"},
    }


def _used(source: str) -> set[str]:
    """Return the last names of what is called, or is a base of a class."""
    used: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        named = [node.func] if isinstance(node, ast.Call) else getattr(node, "bases", [])
        used.update(ast.unparse(each).partition("[")[0].split(".")[-1] for each in named)
    return used


THEIRS = {"Input", "CommandInput", "MaskedInput", "TextArea", "App"}


class OneField(App[None]):
    def __init__(self, kind: type[TextField], value: str = "", **more: Any) -> None:
        super().__init__()
        self._make = partial(kind, value, **more)

    def compose(self) -> ComposeResult:
        self.field = self._make()
        yield self.field


REST = "the rest does not fit"
NOTHING = "this does not fit"


@pytest.mark.parametrize(
    ("pasted", "value", "said"),
    [
        ("hello", "hello", ""),
        ("\nhello", "hello", ""),
        ("\r\n\r\nhello\r\n", "hello", ""),
        ("one two\nthree four", "one two three four", ""),
        ("a\r\nb\rc\u2028d\te\n\nf", "a b c d e  f", ""),
        ("a\x00b\x1b[31mc\x7fd\x9be\ud800f", "ab[31mcdef", ""),
        ("x" * 25, "x" * 20, REST),
        ("x" * 20 + "\n\n", "x" * 20, ""),
        ("x" * 1_000_000, "x" * 20, REST),
        ("\n" * 1_000_000, "", ""),
        ("\x1b" * 1_000_000, "", NOTHING),
        ("", "", ""),
        ("\n", "", ""),
        ("ñandú 🂡", "ñandú 🂡", ""),
    ],
)
@pytest.mark.parametrize("kind", [TextField, PaletteField])
async def test_line_ends_become_blanks_and_what_fits_is_taken(
    kind: type[TextField], pasted: str, value: str, said: str
) -> None:
    app = OneField(kind, max_length=20)
    async with app.run_test() as pilot:
        app.field.focus()
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert app.field.value == value
        assert str(app.field.border_subtitle or "") == said
        if said:
            await pilot.press("backspace" if value else "x")
            assert not app.field.border_subtitle


@pytest.mark.parametrize(
    ("pasted", "value", "said"),
    [
        ("12", "12", ""),
        (" 12\n", "12", ""),
        ("1 000", "1000", ""),
        ("twelve", "", NOTHING),
        ("12 seats", "12", REST),
        ("9" * 1_000_000, "99999", REST),
    ],
)
async def test_a_field_for_numbers_takes_the_digits(pasted: str, value: str, said: str) -> None:
    app = OneField(TextField, restrict=r"-?[0-9]*", max_length=5)
    async with app.run_test() as pilot:
        app.field.focus()
        app.post_message(events.Paste(pasted))
        await pilot.pause()
        assert (app.field.value, str(app.field.border_subtitle or "")) == (value, said)


@pytest.mark.parametrize(("typed", "value"), [("abcdefg", "abcde"), ("你好吗", "你好")])
async def test_a_field_takes_as_many_cells_as_it_says_and_says_so(typed: str, value: str) -> None:
    app = OneField(TextField, max_length=5)
    async with app.run_test() as pilot:
        app.field.focus()
        await pilot.press(*typed)
        assert app.field.value == value
        assert app.field.border_subtitle == "5 letters at most"
        await pilot.press("backspace")
        assert not app.field.border_subtitle
        app.copy_to_clipboard("你好吗")
        await pilot.press("end", "ctrl+v")
        assert cell_width(app.field.value) <= 5


async def test_what_is_pasted_comes_in_place_of_what_is_selected() -> None:
    app = OneField(TextField, "1234567890", max_length=10)
    async with app.run_test() as pilot:
        app.field.focus()
        app.copy_to_clipboard("a\nb" * 10)
        await pilot.press("ctrl+v")
        assert app.field.value == "a ba ba ba"
        await pilot.press("home", "ctrl+v")
        assert app.field.value == "a ba ba ba"
        assert app.field.border_subtitle == NOTHING


async def test_every_field_of_a_screen_is_one_of_these() -> None:
    app = CardtuiApp(Settings(name="Ana", discovery=False), running=list)
    async with app.run_test(size=(100, 40)) as pilot:
        for key in ("", "f3", "f2", "ctrl+p"):
            await pilot.press(*([key] if key else []))
            await pilot.pause()
            fields = list(app.screen.query(Input))
            assert fields
            assert all(isinstance(each, TextField) for each in fields)
            if key:
                await pilot.press("escape")


class Reading(TerminalDriver):
    """Notes what is passed on to the app."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self._pasting = False

    def process_message(self, message: object) -> None:
        match message:
            case events.Paste():
                self.passed.append(message.text)
            case events.Key():
                self.passed.append(f"<{message.key}>")
            case _:
                pass

    def read(self, text: str) -> None:
        keys = {"\x11": "ctrl+q", "\r": "enter", "\t": "tab", " ": "space"}
        self._pass_on(events.Key(keys.get(each, each), each) for each in text)


def test_letters_that_come_at_once_are_one_text_and_other_keys_get_through() -> None:
    typed, pasted = Reading(), Reading()
    typed.read("x" * (MOST_TYPED_AT_ONCE - 1) + "\r")
    assert typed.passed == ["<x>"] * (MOST_TYPED_AT_ONCE - 1) + ["<enter>"]
    pasted.read("one\rtwo\t" * MOST_TYPED_AT_ONCE + "\x11" + "three")
    pasted.read("f")  # the last letters of it
    assert pasted.passed == ["one\ntwo\t" * MOST_TYPED_AT_ONCE, "<ctrl+q>", "three", "f"]


async def test_a_key_that_is_done_as_the_app_closes_is_no_error() -> None:
    app = InOrder()
    async with app.run_test():
        pass
    app._late = asyncio.get_running_loop().call_later(60, app.bell)
    await app.on_settled(Settled(0, app, again=True))
    app._late.cancel()
