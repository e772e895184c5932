"""Lines or screens: the flag, the setting, the terminal; no screen where it cannot be seen."""

import io

import click
import pytest

from cardtui_client.command_line.errors import TYPED_WORDS_KEY, Failed
from cardtui_client.command_line.options import wants_lines
from cardtui_client.commands.front_end import need_terminal
from cardtui_client.exit_codes import USAGE
from cardtui_client.settings import Settings


class Stream(io.StringIO):
    """A stream that is a terminal, or not."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize("elsewhere", ["stdin", "stdout", "stderr"])
def test_no_screen_is_drawn_where_nobody_would_see_it(
    monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", Stream(name != elsewhere))
    with click.Context(click.Command("connect")) as context:
        context.meta[TYPED_WORDS_KEY] = (
            "connect",
            "127.0.0.1:9999",
            "--table",
            "Ana's",
            "--screens",
        )
        wanted = r"terminal.*cardtui connect 127.0.0.1:9999 --table 'Ana'\"'\"'s' --plain"
        with pytest.raises(Failed, match=wanted) as failed:
            need_terminal()
        assert failed.value.code == USAGE
        monkeypatch.setattr(f"sys.{elsewhere}", Stream(True))
        need_terminal()


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
