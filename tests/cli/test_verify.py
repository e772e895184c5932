"""`cardtui verify` says of each record whether it holds, and why not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardtui_client.commands.verify import command
from tests.server.fair_matches import played


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(await played("truco-paulista"), encoding="utf-8")
    return path


def told(*arguments: object) -> tuple[int, list[str]]:
    ran = CliRunner().invoke(command, [str(each) for each in arguments], standalone_mode=False)
    return ran.return_value, ran.output.splitlines()


def test_a_record_that_holds_is_ok(kept: Path) -> None:
    assert told(kept) == (0, [f"ok    {kept}"])
    (line,) = told("--json", kept)[1]
    verdict = json.loads(line)
    assert verdict.pop("winners")
    agreed = verdict.pop("agreed")
    assert (agreed["game"], agreed["seats"], agreed["own"]) == ("truco-paulista", 4, 0)
    assert verdict == {"file": str(kept), "holds": True, "findings": []}


def test_what_is_wrong_is_told_with_entry_and_line(kept: Path) -> None:
    lines = kept.read_text(encoding="utf-8").split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("pack "))
    word, first, second, *rest = lines[place].split()
    lines[place] = " ".join([word, second, first, *rest])
    kept.write_text("\n".join(lines), encoding="utf-8")
    code, output = told(kept)
    assert code == 1
    assert output[:2] == [
        f"FAIL  {kept}",
        f"      Entry 1, line {place + 1}: The pack is not the one that the key gives.",
    ]
    _, (line,) = told("--json", kept)
    assert json.loads(line)["findings"][0] == {
        "kind": "pack",
        "fault": True,
        "entry": 1,
        "line": place + 1,
    }


def test_what_is_no_record_fails_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"cardtui-record 2\ngame cacho\n\xff")
    code, (line,) = told(path)
    assert code == 1
    assert line == f"FAIL  {path}: line 3: This is no text in UTF-8."
    assert told(tmp_path / "none")[1][0].endswith("it cannot be read: No such file or directory")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert told(tmp_path / "loop")[1][0].endswith("Too many levels of symbolic links")


def test_a_file_that_cannot_be_read_fails_and_the_others_are_checked(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut = tmp_path / "shut.txt"
    shut.write_text("", encoding="utf-8")

    def denied(*_arguments: object, **_more: object) -> bool:
        return False

    monkeypatch.setattr(os, "access", denied)  # root reads all
    code, lines = told(shut, kept)
    assert code == 1
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["FAIL", "ok"]
