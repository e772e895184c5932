"""What a server keeps is read from files alone: nobody waits for a pipe in the place of one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtui_server import operator_file
from cardtui_server.failures import StartError
from cardtui_server.lobby.password import kept_password
from cardtui_server.store.heads import read_heads


def _heads(folder: Path) -> object:
    return read_heads(folder / "cardtui.db-heads")


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("operator.json", operator_file.read),
        ("password", kept_password),
        ("cardtui.db-heads", _heads),
    ],
)
def test_a_pipe_is_refused(tmp_path: Path, name: str, read: Callable[[Path], object]) -> None:
    assert not read(tmp_path)
    os.mkfifo(tmp_path / name)
    with pytest.raises((OSError, StartError), match=r"regular file|cannot be read"):
        read(tmp_path)


@pytest.mark.parametrize("text", ["", "[" * 50_000, "null", '{"address": 1}'])
def test_an_operator_s_file_that_says_something_else_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "operator.json").write_text(text)
    assert operator_file.read(tmp_path) is None
