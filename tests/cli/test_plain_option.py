"""Lines or screens: the flag, the setting, the terminal."""

from __future__ import annotations

import io

import pytest

from cardtui_client.commands.plain_option import wants_lines
from cardtui_client.settings import Settings


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("flag", "setting", "term", "terminal", "lines"),
    [
        (None, False, "xterm", True, False),
        (None, True, "xterm", True, True),
        (None, False, "dumb", True, True),
        (None, False, "dumb", False, False),  # who has no terminal is told of --plain
        (False, True, "dumb", True, False),
        (True, False, "xterm", False, True),
    ],
)
def test_the_flag_beats_the_setting_and_a_terminal_that_cannot_draw_has_lines(
    monkeypatch: pytest.MonkeyPatch,
    flag: bool | None,
    setting: bool,
    term: str,
    terminal: bool,
    lines: bool,
) -> None:
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{name}", Stream(terminal))
    assert wants_lines(Settings(plain=setting), flag) is lines
