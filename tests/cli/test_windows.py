"""On Windows you join others' tables; what does not run there says so."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardtui_client.exit_codes import NO_SERVER, USAGE
from cardtui_client.json_file import LOCK_NAME
from tests.cli.conftest import Cardtui

# Each loads all modules twice.
pytestmark = pytest.mark.slow


def on_windows(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command without what Windows lacks, for somebody whose name nothing tells."""
    nameless = dict.fromkeys(("LOGNAME", "USER", "LNAME", "USERNAME"), "")
    return subprocess.run(
        [sys.executable, "-m", "tests.support.as_windows", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        env={**os.environ, **nameless},
        text=True,
        timeout=120,
    )


def test_you_join_a_server_in_lines_and_your_seat_is_kept(address: str, tmp_path: Path) -> None:
    done = on_windows("connect", address, "--plain", typed="create cacho\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are player" in done.stdout
    assert {"tokens.json", LOCK_NAME} <= {each.name for each in (tmp_path / "data").iterdir()}


REFUSED = [
    ("cardtui_server.failures", "host", NO_SERVER, "A table server does not run on Windows yet"),
    (
        "cardtui_server.failures",
        "play --plain",
        NO_SERVER,
        "A table server does not run on Windows yet",
    ),
    (
        "cardtui_studio.bot_process",
        "arena cacho easy /bin/cat",
        USAGE,
        "On Windows, no program can play for a bot yet.",
    ),
]


@pytest.mark.parametrize(("asks", "command", "code", "says"), REFUSED)
def test_what_does_not_run_there_says_so(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, asks: str, command: str, code: int, says: str
) -> None:
    monkeypatch.setattr(f"{asks}.sys", SimpleNamespace(platform="win32"))
    refused = cardtui(*command.split())
    assert (refused.code, refused.out) == (code, "")
    assert refused.err.startswith(f"cardtui: {says}")


@pytest.mark.nightly(reason="above, in a system that only says so")
@pytest.mark.parametrize(("_asks", "command", "code", "says"), REFUSED)
def test_where_its_parts_are_missing_it_is_said_too(
    _asks: str, command: str, code: int, says: str
) -> None:
    done = on_windows(*command.split())
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(f"cardtui: {says}")
    assert done.stderr.count("\n") == 1
