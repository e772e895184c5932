"""``cardtui host`` says why it cannot start."""

from __future__ import annotations

from pathlib import Path

from cardtui_server.store.folder_lock import FolderLock
from tests.cli.conftest import Cardtui


def test_a_folder_that_another_server_holds_is_refused(cardtui: Cardtui, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with FolderLock.take(data):
        result = cardtui("host", "--port", "0")
    assert (result.code, result.out) == (3, "")
    assert f"{data} is in use by another server" in result.err
    assert list(data.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    result = cardtui("host", "--port", "0")
    assert (result.code, result.out) == (3, "")
    assert "cannot be made" in result.err
    assert "--data" in result.err
