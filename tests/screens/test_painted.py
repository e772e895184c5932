"""What is painted follows its size, down to nothing."""

from textual.app import App, ComposeResult

from cardtui_client.tui.themes import THEMES
from cardtui_client.tui.widgets.log import QuickTalk


class Quick(App[None]):
    def compose(self) -> ComposeResult:
        yield QuickTalk()


async def test_what_has_no_room_any_more_is_painted_as_nothing() -> None:
    app = Quick()
    for theme in THEMES.values():
        app.register_theme(theme)
    app.theme = next(iter(THEMES))
    async with app.run_test(size=(80, 24)) as pilot:
        quick = app.query_one(QuickTalk)
        quick.display = True
        await pilot.pause()
        assert "1" in "".join(segment.text for segment in quick.render_line(0))
        quick.styles.height = 0
        await pilot.pause()
        quick.restyle()  # a screen takes the colours anew whenever it is seen again
        assert quick.size.height == 0
