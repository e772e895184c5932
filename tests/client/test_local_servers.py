"""Notes of servers of this machine: a file that cannot be a note is skipped."""

import os
from pathlib import Path

import pytest

from cardtui_client.net.discovery import noted_servers

NOTE = '{"address": "127.0.0.1:1", "pid": %s, "sha256": ""}'


@pytest.mark.timeout(30)
def test_notes_that_say_something_else_are_passed_over(tmp_path: Path) -> None:
    place = tmp_path / "running"
    place.mkdir()
    os.mkfifo(place / "pipe.json")
    (place / "folder.json").mkdir()
    odd = ["", "null", "[]", "[" * 50_000, *(NOTE % pid for pid in ("1e999", "9" * 30, '"x"'))]
    for number, text in enumerate([*odd, NOTE % os.getpid()]):
        (place / f"{number}.json").write_text(text)
    assert [each.address for each in noted_servers(tmp_path)] == ["127.0.0.1:1"]
