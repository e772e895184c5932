"""Commands that packages beside the client bring are found by entry points."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cardtui_client.command_line.products import COMMANDS, SCREENS, SERVICES, entry_point
from cardtui_client.commands.main import run
from cardtui_client.exit_codes import FAILED


@pytest.mark.parametrize("group", [COMMANDS, SCREENS, SERVICES])
def test_what_is_installed_is_found_as_the_library_finds_it(group: str) -> None:
    installed = entry_points(group=group)
    assert installed
    for each in installed:
        assert entry_point(group, each.name) is each.load()


def test_a_command_whose_package_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    noted = tmp_path / "other.dist-info" / "entry_points.txt"
    noted.parent.mkdir()
    noted.write_text("[cardtui.screens]\nweb = os:sep\n\n[cardtui.commands]\nwebs = os:sep\n")
    library = [each for each in sys.path if "site-packages" not in each]
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing"), *library])
    assert run(["web", "--help"]) == FAILED
    assert capsys.readouterr().err == "cardtui: cardtui web is not installed.\n"
    assert entry_point(COMMANDS, "webs") == "/"
