"""The footer: its keys follow the screen, and can be clicked."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from cardtui_client.tui.screens import KeyFooter
from tests.support.screen import lines


class Desk(App[None]):
    """A field, and keys of which one may be used only while there is paper."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "do('write')", "Write"),
        Binding("f7", "do('burn')", "Burn"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.paper = True

    def compose(self) -> ComposeResult:
        yield Input()
        yield Input()
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return None if "burn" in parameters and not self.paper else True

    def action_do(self, what: str) -> None:
        self.done.append(what)


async def test_a_click_on_a_key_of_the_footer_does_what_the_key_does() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        bottom = lines(app)[-1]
        assert bottom.split() == ["f6", "Write", "f7", "Burn", "▏^p", "palette"]
        await pilot.click(offset=(bottom.index("Burn"), 9))
        await pilot.click(offset=(bottom.index("f6"), 9))
        assert app.done == ["burn", "write"]


async def test_where_there_is_no_room_for_all_words_the_last_keys_stand_without_them() -> None:
    app = Desk()
    async with app.run_test(size=(26, 10)) as pilot:
        await pilot.pause()
        assert lines(app)[-1].split() == ["f6", "Write", "f7", "▏^p", "palette"]
        await pilot.click(offset=(lines(app)[-1].index("f7"), 9))
        assert app.done == ["burn"]
        await pilot.resize_terminal(60, 10)
        await pilot.pause()
        assert lines(app)[-1].split() == ["f6", "Write", "f7", "Burn", "▏^p", "palette"]


async def test_a_key_that_may_not_be_used_now_is_dim_and_does_nothing() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        line = app.query_one(KeyFooter)
        assert [shown.enabled for shown in line.keys] == [True, True]
        app.paper = False
        app.screen.refresh_bindings()
        await pilot.pause()
        assert [shown.enabled for shown in line.keys] == [True, False]
        await pilot.click(offset=(lines(app)[-1].index("Burn"), 9))
        assert app.done == []


async def test_the_key_below_the_mouse_is_lit_until_the_mouse_leaves() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        line = app.query_one(KeyFooter)
        dark = line.render().spans
        await pilot.hover(offset=(lines(app)[-1].index("Burn"), 9))
        assert line.pointed is not None
        assert line.pointed.key == "f7"
        assert line.render().spans != dark
        await pilot.hover(offset=(1, 1))
        assert line.pointed is None
