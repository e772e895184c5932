"""The name of a server: given once, it is kept for the next start."""

from pathlib import Path

import pytest

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.host import server_called
from cardtui_client.settings import Settings


def test_a_name_that_was_given_is_kept_until_another_one_is(tmp_path: Path) -> None:
    settings, folder = Settings(), tmp_path / "data"
    machine = server_called(settings, None, folder)
    assert server_called(settings, "Ana's kitchen", folder) == "Ana's kitchen"
    assert server_called(settings, None, folder) == "Ana's kitchen"
    assert server_called(Settings(server_name="Den"), None, folder) == "Den"
    with pytest.raises(Failed, match="at most 40 letters"):
        server_called(settings, "x" * 41, folder)
    assert server_called(settings, None, folder) == "Ana's kitchen"
    assert server_called(settings, "", folder) == machine
    assert server_called(settings, None, folder) == machine


def test_a_name_that_cannot_be_read_or_kept_stops_nothing(tmp_path: Path) -> None:
    settings = Settings()
    (tmp_path / "server-name").write_bytes(b"\xff")
    assert server_called(settings, None, tmp_path) == server_called(settings, "", tmp_path / "no")
    blocked = tmp_path / "server-name"
    assert server_called(settings, "Den", blocked) == "Den"
