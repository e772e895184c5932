"""The command line, run in this process with nothing of the machine's own settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cardtui_client.commands.main import run
from cardtui_client.i18n import set_language


class Result(NamedTuple):
    code: int
    out: str
    err: str


Cardtui = Callable[..., Result]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "NO_COLOR",
        "CARDTUI_LANGUAGE",
        "CARDTUI_KIOSK",
    ):
        # Set first, so that what a command sets itself is undone as well.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    set_language("en")
    monkeypatch.setenv("CARDTUI_DISCOVERY", "false")  # nothing of this network, either
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))


@pytest.fixture
def cardtui(capfd: pytest.CaptureFixture[str]) -> Cardtui:
    def call(*arguments: str) -> Result:
        capfd.readouterr()
        set_language("en")
        code = run(arguments)
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return call
