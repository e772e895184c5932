"""Screens are opened only where they can be seen."""

from __future__ import annotations

import io

import pytest

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.front_end import need_terminal
from cardtui_client.exit_codes import USAGE


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
    with pytest.raises(Failed, match=r"terminal.*cardtui play --plain") as failed:
        need_terminal("cardtui play")
    assert failed.value.code == USAGE
    monkeypatch.setattr(f"sys.{elsewhere}", Stream(True))
    need_terminal("cardtui play")
