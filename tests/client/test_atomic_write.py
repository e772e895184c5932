"""A file is replaced whole, or it stays as it was."""

import stat
from pathlib import Path

import pytest

from cardtui_client.atomic_write import write_atomically


def test_a_file_is_replaced_with_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    write_atomically(path, "one\r\ntwo\n", 0o600)
    assert path.read_bytes() == b"one\r\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_when_writing_fails_the_old_file_is_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
