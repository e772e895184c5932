"""Takes the terminal behind standard error, draws on it, reads it and gives it back.
From how many letters at once they count as pasted: `MOST_TYPED_AT_ONCE`, `_PASTE_END_SECONDS`.

`TerminalDriver` is Textual's driver for POSIX systems, made to bear every terminal:

- The terminal itself says how large it is; `COLUMNS` and `LINES` count where it does not.
- The screen is cleared as it is taken and left, for terminals that have no other one to show.
- It is taken once until it is given back, and never again after the end, whatever signals come.
- What others write to standard output and error goes aside (`put_aside`).
- More than `MOST_TYPED_AT_ONCE` letters that come at once were pasted, by a terminal that does not
  say so.
- Where the release of a mouse's button was not seen, the one that Textual makes up has no button.
"""

from __future__ import annotations

import asyncio
import os
import select
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from cardtui_client.tui.ending import keep_small, put_aside, put_back

# pyright: reportPrivateUsage=false

MOST_TYPED_AT_ONCE: Final = 200
"""So many letters may come at once from who dictates, or has a program type; no talk is longer."""

CLEAR_SEQUENCE: Final = "\x1b[m\x1b[2J\x1b[H"
LEAVE_SEQUENCE: Final = "\x1b[m\x1b[2J\x1b[999H"
"""The last line is where a prompt comes after a screen of text."""

_READ_BYTES: Final = 4096
_PASTE_END_SECONDS: Final = 0.1
"""The seconds without a letter that end what is pasted."""

_TEXT_OF_KEY: Final = {"enter": "\n", "ctrl+j": "\n", "newline": "\n", "tab": "\t"}
"""Keys that are part of a text that is pasted."""


class TerminalDriver(LinuxDriver):
    """Draws on the terminal behind standard error, and reads that behind standard input."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._folder: Path | None = getattr(app, "log_folder", None)
        self._pasting = False
        self._stands = False
        self._woken = False
        self._over = False
        self._made_up = False

    def process_message(self, message: Message) -> None:
        """Send a message on; a mouse that moves without a button was released unseen before."""
        self._made_up = isinstance(message, events.MouseMove) and not message.button
        super().process_message(message)

    def send_message(self, message: Message) -> None:
        """Send a message; a release that was made up names no button."""
        if self._made_up and isinstance(message, events.MouseUp):
            message.button = 0
        super().send_message(message)

    def _get_terminal_size(self) -> tuple[int, int]:
        for stream in (self._file, sys.__stdout__, sys.__stdin__):
            try:
                width, height = os.get_terminal_size(stream.fileno()) if stream else (0, 0)
            except (OSError, ValueError):  # no terminal, or closed
                continue
            if width and height:
                return width, height
        return super()._get_terminal_size()

    def start_application_mode(self) -> None:
        """Take the terminal, unless we have it, or have given it back for good."""
        self._loop = asyncio.get_running_loop()
        self._woken = True
        while self._woken and not (self._stands or self._over):
            # In the background we are stopped here, and woken, perhaps, in the foreground.
            self._woken, self._stands = False, True
            self._stands = self._take()

    def _take(self) -> bool:
        """Take the terminal; return whether that was allowed."""
        theirs = sys.__stderr__
        assert theirs is not None
        self._file = os.fdopen(
            put_aside(self._folder), "w", encoding=theirs.encoding, errors=theirs.errors
        )
        before = self._writer_thread
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's
        if self._writer_thread is before:
            return False
        self.write(CLEAR_SEQUENCE)
        return True

    def stop_application_mode(self) -> None:
        """Give the terminal back, with the cursor where a prompt may come."""
        self._over = True
        if self._stands:
            self.write(LEAVE_SEQUENCE)
            super().stop_application_mode()
            self._stands = False

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        super().suspend_application_mode()
        self._over = False

    def _sigcont_application(self, *_signal: object) -> None:
        if not self._stands:
            super()._sigcont_application()
        elif self._auto_restart and not self._woken:
            self._woken = True  # nobody let us give it back: others may have changed it
            self._loop.call_soon_threadsafe(self._take_anew)

    def _take_anew(self) -> None:
        self._woken = False
        if self._stands and not getattr(self._app, "_exit", False):
            self.suspend_application_mode()
            self._must_signal_resume = True
            self.resume_application_mode()

    def close(self) -> None:
        """Send all that is left; from now on others write to the terminal again."""
        super().close()
        put_back()
        if self._file is not None and self._file is not sys.__stderr__:  # pyright: ignore[reportUnnecessaryComparison]
            self._file.close()

    def run_input_thread(self) -> None:
        """Read what is typed until the terminal is given back, and pass it on."""
        parser = XTermParser(self._debug)
        # What is no UTF-8 is shown as such, and ends nothing.
        decode = getincrementaldecoder("utf-8")("replace").decode
        last = False
        while not last:
            last = self.exit_event.is_set()  # what has come by then is read still
            if select.select([self.fileno], [], [], _PASTE_END_SECONDS)[0]:
                if read := decode(os.read(self.fileno, _READ_BYTES)):
                    self._pass_on(parser.feed(read))
            else:
                self._pasting = False
                keep_small()
            self._pass_on(parser.tick())

    def _pass_on(self, heard: Iterable[Message]) -> None:
        """Pass on what was read at once; many letters as what they are, a text."""
        messages = list(heard)
        letters = [_letter(each) for each in messages]
        if len(messages) - letters.count("") > MOST_TYPED_AT_ONCE:
            self._pasting = True
        if not self._pasting:
            for message in messages:
                self.process_message(message)
            return
        text = ""
        for message, letter in zip(messages, letters, strict=True):
            text += letter
            if not letter:
                self._paste(text)
                text = ""
                self.process_message(message)
        self._paste(text)

    def _paste(self, text: str) -> None:
        if text:
            self.process_message(events.Paste(text))


def _letter(message: Message) -> str:
    """Return what a key adds to a text; empty if it is none."""
    if not isinstance(message, events.Key):
        return ""
    if message.is_printable and message.character is not None:
        return message.character
    return _TEXT_OF_KEY.get(message.key, "")
