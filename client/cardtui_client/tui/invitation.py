"""Dialogs for the code of a private table, and the `Invitation`: what others type or scan to come.
Which QR code is left out first where there is no room: `on_resize`. The line itself is in
`net/address.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Static

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.net.address import NO_WAYS, Ways, qr_lines, table_code
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.text import folded
from cardtui_client.tui.screens import LocalizedModal
from cardtui_client.tui.timers import UnderWay
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import Say, WordButton, Words


class Found(NamedTuple):
    """Where a code leads.

    Attributes:
        table: the table.
        seat: whether you sit there now; otherwise you watch.
    """

    table: tables_pb2.Table
    seat: bool


Go = Callable[[str, bool], Awaitable[tables_pb2.Table]]
"""Goes by a code, to sit down or to watch."""


class TableCodeDialog(LocalizedModal[Found | None]):
    """Asks for the code, and whether to sit down or to watch; a wrong one can be mended."""

    AUTO_FOCUS = "Input"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", mark("Cancel"), id="code.cancel"),
    ]

    DEFAULT_CSS = """
    TableCodeDialog {
        align: center middle;
        #box {
            width: 60; max-width: 90%; height: auto; padding: 1 2;
            border: tall $primary; background: $surface;
        }
        #asks { width: 100%; margin-bottom: 1; }
        #said { width: 100%; height: auto; color: $accent; }
        #said.wrong { color: $text-error; }
        #answers { height: auto; align-horizontal: right; margin-top: 1; }
        WordButton { margin-left: 2; }
    }
    """

    def __init__(self, go: Go) -> None:
        super().__init__()
        self._go = go
        self._said = Words(lambda: "", id="said")
        self._under_way = UnderWay(
            self.set_timer, self._tell_waiting, turns=lambda: self.app.animation_level != "none"
        )

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: _("The code of the private table:"), id="asks")
            yield TextField(max_length=TABLE_NAME_CELLS)
            yield self._said
            with Horizontal(id="answers"):
                yield WordButton(lambda: _("Sit down"), id="give", primary=True)
                yield WordButton(lambda: _("Watch"), id="watch")
                yield WordButton(lambda: _("Cancel"), id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#give, #watch")
    def _give(self, event: Input.Submitted | Button.Pressed) -> None:
        event.stop()
        seat = isinstance(event, Input.Submitted) or event.button.id == "give"
        code = table_code(self.query_one(Input).value)
        if code:
            self._try(code, seat=seat)
        else:
            self._tell(lambda: _("Type the code, as it was told to you."), wrong=True)
            self.query_one(Input).focus()

    @work(exclusive=True)
    async def _try(self, code: str, *, seat: bool) -> None:
        try:
            with self._under_way.waiting(lambda: _("Joining the table…")):
                table = await self._go(code, seat)
        except (Refused, Unreachable) as error:
            sentence = str(error)
            self._tell(lambda: sentence, wrong=True)
            self.query_one(Input).focus()
            return
        self.dismiss(Found(table, seat))

    def _tell_waiting(self) -> None:
        self._tell(lambda: self._under_way.words)

    def _tell(self, say: Say, *, wrong: bool = False) -> None:
        if not self.stands:
            return
        self._said.set_class(wrong, "wrong")
        self._said.say(say)

    @on(Button.Pressed, "#cancel")
    def _press_cancel(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_cancel()

    def action_cancel(self) -> None:
        """Give no code."""
        self.dismiss(None)


_PURPOSE_OF_CODE: Final = {
    "command": lambda: _("in a terminal"),
    "ssh": lambda: _("with ssh"),
    "page": lambda: _("on a phone"),
}
"""What each code is for."""

_WORD_COLUMNS: Final = 30
"""Columns for the words beside the code."""

_TALL_WINDOW: Final = 32
"""From so few lines on, buttons without codes above them take one line."""

_CODE_GAP: Final = 2
_FRAME_COLUMNS: Final = 6
"""Columns before a code, and of the frame."""

_ROWS_AROUND_TEXTS: Final = 8
"""Rows of the frame, of blanks, and of the buttons below the words, which scroll where they have
too little room, so that the buttons stay in sight."""


class Invitation(LocalizedModal[None]):
    """Shows what others type to come here, and what they open on a phone.

    Attributes:
        command: the line.
        ways: how they come without cardtui.
    """

    AUTO_FOCUS = "#copy"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "dismiss", mark("Back"), id="invitation.leave"),
        Binding("c", "copy", mark("Copy"), id="invitation.copy"),
    ]

    DEFAULT_CSS = """
    Invitation {
        align: center middle;
        #box {
            width: auto; height: auto; max-width: 100%; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        #row { width: auto; height: auto; }
        &.-bare #row, &.-bare #words { width: 100%; max-width: 64; }
        &.-bare.-low #box { height: 100%; }
        &.-bare.-low #row { height: 1fr; }
        &.-bare.-low #words { height: 100%; padding: 0; }
        &.-bare.-low #texts { height: 1fr; }
        #command, #ssh, #page { width: auto; max-width: 100%; color: $primary; text-style: bold; }
        #words { width: 30; height: auto; padding: 1 0; }
        #about, #again { color: $text-muted; margin-top: 1; }
        #texts { height: auto; }
        #buttons { width: auto; height: auto; margin-top: 1; }
        #buttons.-line { margin: 0; }
        WordButton { margin-right: 2; }
        .code { width: auto; height: auto; margin-left: 2; }
        .code Static { width: auto; }
        .code.-hidden { display: none; }
    }
    """

    def __init__(self, command: str, ways: Ways = NO_WAYS) -> None:
        super().__init__()
        self.command = command
        self.ways = ways
        texts = {"command": command, "ssh": ways.ssh, "page": ways.page}
        self._codes = {name: qr_lines(text) for name, text in texts.items() if text}

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: self._folded(self.command), id="command")
            if self.ways.ssh:
                yield Words(lambda: self._folded(self.ways.ssh), id="ssh")
                yield Words(self._key, id="key")
            if self.ways.page:
                yield Words(lambda: self._folded(self.ways.page), id="page")
            with Horizontal(id="row"):
                with Vertical(id="words"):
                    with VerticalScroll(id="texts", can_focus=False):
                        yield Words(self._sentence)
                        if "/" in self.command:
                            yield Words(self._pin, id="about")
                        yield Words(lambda: _("F4 shows this again."), id="again")
                    with Horizontal(id="buttons"):
                        yield WordButton(lambda: _("Copy"), id="copy", primary=True)
                        yield WordButton(lambda: _("Back"), id="back")
                for name, lines in self._codes.items():
                    with Vertical(id=f"{name}-code", classes="code"):
                        yield Words(_PURPOSE_OF_CODE[name])
                        # Whatever the theme: telephones do not read every pair of colours.
                        yield Static(Text("\n".join(lines), "bright_white on black"))

    def _folded(self, line: str) -> str:
        return "\n".join(folded(line, self.app.size.width - _FRAME_COLUMNS))

    def _pin(self) -> str:
        return _(
            "By the letters after the “/”, the other machine makes sure that it reaches this"
            " server and no other."
        )

    def _key(self) -> str:
        return _("Its key, as ssh shows it: {key}", key=self.ways.fingerprint)

    def _sentence(self) -> str:
        if self.ways.page and self.ways.ssh:
            return _(
                "Type the first on another machine to join; or the second, with your own name"
                " instead of “ana”; or open the third in a browser."
            )
        if self.ways.ssh:
            return _(
                "Type the first on another machine to join; or the second, with your own name"
                " instead of “ana”, where cardtui is not installed."
            )
        if self.ways.page:
            return _("Type the first on another machine to join, or open the second in a browser.")
        return _("Type this on another machine to join.")

    def on_resize(self) -> None:
        """Leave out the codes for which there is no room, that for terminals first."""
        width, height = self.size
        room = width - _FRAME_COLUMNS - _WORD_COLUMNS
        key = self._key() if self.ways.ssh else ""
        texts = (self.command, self.ways.ssh, key, self.ways.page)
        rows = sum(len(folded(each, width - _FRAME_COLUMNS)) for each in texts if each)
        for line in self.query("#command, #ssh, #page").results(Words):
            line.retell()
        for name, lines in reversed(self._codes.items()):
            cells = _CODE_GAP + len(lines[0])
            fits = cells <= room and rows + 1 + len(lines) + 2 <= height
            room -= cells if fits else 0
            self.query_one(f"#{name}-code").set_class(not fits, "-hidden")
        shown = self.query(".code").exclude(".-hidden")
        self.set_class(not shown, "-bare")
        self.query_one("#buttons").set_class(not shown and height < _TALL_WINDOW, "-line")
        most = max(1, height - rows - _ROWS_AROUND_TEXTS)
        self.query_one("#texts").styles.max_height = most if shown else None

    def action_copy(self) -> None:
        """Copy the line; this works through ssh, too."""
        self.app.copy_to_clipboard(self.command)
        self.notify(_("Copied: {line}", line=self.command))

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "copy":
            self.action_copy()
        else:
            self.dismiss()
