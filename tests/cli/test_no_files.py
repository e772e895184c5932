"""What is named as a file and is none is refused with a sentence, and never waited for."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtui_client.files import read_given
from tests.cli.conftest import Cardtui


@pytest.fixture(params=["pipe", "socket", "device", "folder", "link to a pipe"])
def no_file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "no-file.txt"
    with socket.socket(socket.AF_UNIX) as listening:
        match request.param:
            case "pipe":
                os.mkfifo(path)
            case "socket":
                listening.bind(str(path))
            case "device":
                path.symlink_to("/dev/zero")
            case "folder":
                path.mkdir()
            case _:
                os.mkfifo(tmp_path / "pipe")
                path.symlink_to(tmp_path / "pipe")
        yield path


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["verify", "--json"],
        ["replay", "--plain"],
        ["lab"],
        ["records", "share"],
        ["play", "cacho", "--plain", "--config"],
        ["records", "--config"],
        ["conform"],
    ],
    ids=" ".join,
)
def test_it_is_refused_with_a_sentence(
    cardtui: Cardtui, no_file: Path, arguments: list[str]
) -> None:
    result = cardtui(*arguments, str(no_file))
    assert result.code in (1, 2)
    said = result.out + result.err
    nothing = ("has no *.json files", "There is no record to verify there")
    assert any(each in said for each in ("regular file", "directory", *nothing))


@pytest.mark.timeout(30)
def test_among_the_records_it_is_passed_over(
    cardtui: Cardtui, no_file: Path, tmp_path: Path
) -> None:
    records = tmp_path / "data" / "records"
    records.mkdir(parents=True)
    no_file.rename(records / "2026-01-01-cacho-t1-1.txt")
    assert cardtui("records").code == 0
    assert cardtui("records", "--json") == (0, "", "")
    for command in (["verify", "1"], ["replay", "1", "--plain"]):
        refused = cardtui(*command)
        assert (refused.code, refused.out) == (2, "")
        assert "There is no match number 1 in the list." in refused.err


def test_a_file_is_read_whole_or_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"all of it")
    assert read_given(tmp_path / "file") == b"all of it"
    assert read_given(str(tmp_path / "file"), 3) == b"all"
