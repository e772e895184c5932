"""A file is replaced whole, or it stays as it was; what its owner made of it, it stays."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtui_client.files import write_atomically
from tests.support.must_have import missing


def test_a_file_is_replaced_with_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    write_atomically(path, "old", 0o600)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    write_atomically(path, "one\r\ntwo\n", 0o600)
    assert path.read_bytes() == b"one\r\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_when_writing_fails_the_old_file_is_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space") as failure:
        write_atomically(path, "new")
    assert failure.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("link", [str, os.path.relpath], ids=["absolute", "relative"])
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_what_a_link_leads_to_is_written_and_keeps_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path], str], mode: int
) -> None:
    real = tmp_path / "dotfiles" / "config.toml"
    real.parent.mkdir()
    real.write_text("old")
    real.chmod(mode)
    monkeypatch.chdir(tmp_path)
    first, second = tmp_path / "config.toml", tmp_path / "again.toml"
    first.symlink_to(link(real))
    second.symlink_to(first)
    write_atomically(second, "new")
    assert (first.is_symlink(), second.is_symlink()) == (True, True)
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == mode


@pytest.mark.timeout(30)
def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    os.mknod(tmp_path / "socket", stat.S_IFSOCK | 0o600)
    for name in ("folder", "pipe", "socket"):
        before = (tmp_path / name).stat()
        (tmp_path / f"{name}-link").symlink_to(name)
        for path in (tmp_path / name, tmp_path / f"{name}-link"):
            with pytest.raises(OSError, match=r"regular file|directory") as failure:
                write_atomically(path, "new", 0o600)
            assert failure.value.filename == str(path)
        assert (tmp_path / name).stat().st_ino == before.st_ino


def test_a_link_to_what_is_not_there_yet_makes_it_there(tmp_path: Path) -> None:
    link, real = tmp_path / "config.toml", tmp_path / "dotfiles" / "config.toml"
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_links_in_a_circle_are_left_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match="symbolic links"):
        write_atomically(one, "new")
    assert one.is_symlink()


@pytest.mark.parametrize("text", ["new", "a longer one than before"])
def test_a_file_of_several_names_is_written_under_all_of_them(tmp_path: Path, text: str) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("the old text")
    one.chmod(0o640)
    other.hardlink_to(one)
    write_atomically(other, text)
    assert one.read_text() == other.read_text() == text
    assert one.samefile(other)
    assert stat.S_IMODE(one.stat().st_mode) == 0o640


def test_a_private_file_of_several_names_is_private_and_the_others_stay_as_they_were(
    tmp_path: Path,
) -> None:
    one, snapshot = tmp_path / "tokens.json", tmp_path / "snapshot"
    one.write_text("old")
    one.chmod(0o644)
    snapshot.hardlink_to(one)
    write_atomically(one, "a token", 0o600)
    assert one.read_text() == "a token"
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    assert snapshot.read_text() == "old"


@pytest.mark.parametrize("mode", [None, 0o600])
@pytest.mark.parametrize("number", [errno.EBUSY, errno.EACCES])
def test_what_nothing_can_be_put_in_the_place_of_is_written_with_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, mode: int | None
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)

    def fails(_path: Path, _target: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", fails)
    write_atomically(path, "new", mode)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == (mode or 0o644)
    assert list(tmp_path.iterdir()) == [path]


def test_without_room_a_file_of_several_names_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("old")
    other.hardlink_to(one)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(one, "longer than the old one")
    assert one.read_text() == "old"


def test_a_file_that_is_mounted_on_its_own_is_written(tmp_path: Path) -> None:
    real, place = tmp_path / "real", tmp_path / "config.toml"
    real.write_text("the old text")
    place.write_text("")
    try:
        subprocess.run(["mount", "--bind", real, place], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        missing("netns", f"nothing can be mounted here: {error}")
    try:
        write_atomically(place, "new")
    finally:
        subprocess.run(["umount", place], check=True)
    assert real.read_text() == "new"
