"""How the evening looks on the screen (`EveningScreen`). What it tells is decided in
`evening.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from cardtui_client.faces.record_words import unread_words
from cardtui_client.i18n import _, mark
from cardtui_client.tui.screens import KeyFooter, LocalizedScreen
from cardtui_client.tui.widgets.words import PlaceLine, Words
from cardtui_studio.evening import Evening, columns, none_words, sections, title

_MOST_CELLS: Final = 100
_MARGIN_CELLS: Final = 6
"""The padding of the page, and its scroll bar."""


class EveningScreen(LocalizedScreen[None]):
    """Who was there, who pays whom, the best hands and the matches of an evening."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", mark("Back"), id="evening.leave"),
    ]

    DEFAULT_CSS = """
    EveningScreen {
        align: center top;
        #page { width: 100%; max-width: 100; height: 1fr; padding: 1 2; }
        .title { color: $primary; text-style: bold; }
        .rows { margin-bottom: 1; }
    }
    """

    def __init__(self, read: Callable[[], Evening]) -> None:
        """Make it.

        Args:
            read: returns the evening; asked in another thread, since it plays matches through.
        """
        super().__init__()
        self._read = read
        self._evening: Evening | None = None

    def compose(self) -> ComposeResult:
        yield PlaceLine(self._title)
        with VerticalScroll(id="page"):
            yield Words(lambda: _("Reading the records…"), id="reading")
        yield KeyFooter()

    def _title(self) -> str:
        return "" if self._evening is None else title(self._evening)

    def stood(self) -> None:
        self._load()

    @work(exclusive=True)
    async def _load(self) -> None:
        try:
            evening = await asyncio.to_thread(self._read)
        except OSError as error:
            said = unread_words(Path(error.filename), error)
            self.query_one("#reading", Words).say(lambda: said)
            return
        self._evening = evening
        self.query_one(PlaceLine).retell()
        if not sections(evening):
            self.query_one("#reading", Words).say(none_words)
            return
        await self.query_one("#reading").remove()
        page = self.query_one("#page")
        for place in range(len(sections(evening))):
            await page.mount(
                Words(partial(_heading, evening, place), classes="title"),
                Words(partial(self._rows, evening, place), classes="rows"),
            )

    def _rows(self, evening: Evening, place: int) -> str:
        room = min(self.app.size.width, _MOST_CELLS) - _MARGIN_CELLS
        return columns(sections(evening)[place].rows, room)

    def on_resize(self) -> None:
        """Break the rows for the room that there is now."""
        self.retell()


def _heading(evening: Evening, place: int) -> str:
    return sections(evening)[place].title
