"""`cardtui records` lists the matches that were kept, and shows them."""

import errno
import io
import json
import os
import re
import shlex
import shutil
import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from cardtui_client.history.kept_records import (
    Verdict,
    folder_of,
    keep,
    keep_certificate,
    keep_proof,
    note,
)
from cardtui_client.i18n import moment
from cardtui_client.net.address import pin_of
from cardtui_client.settings import Settings
from cardtui_engine.library.record_writing import write
from cardtui_server.network.certificate import make_certificate
from tests.cli.conftest import Cardtui
from tests.support import signed_matches
from tests.support.fair_matches import honest_text
from tests.support.films import record_of
from tests.support.short_verifier import SCRIPT, faults


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A data folder with two matches."""
    settings = Settings(data=str(tmp_path / "data"), path=tmp_path / "config.toml")
    text = await honest_text("truco-paulista")
    began = text.split("began ")[1][:20]
    path = keep(settings, text.replace(began, "2026-11-24T20:15:00Z"))
    assert path is not None
    note(path, Verdict(True, (0, 2)))
    keep(settings, text.replace(began, "2026-11-25T20:15:00Z"))
    return folder_of(settings)


def here(began: str) -> str:
    """Return a time by the clock of this machine."""
    return moment(datetime.fromisoformat(began).timestamp())


def test_matches_are_listed_the_latest_first(cardtui: Cardtui, folder: Path) -> None:
    first, second = cardtui("records").out.splitlines()
    assert first.startswith(f"  1  began {here('2026-11-25T20:15:00Z')}; Truco paulista; ")
    assert first.endswith("; not verified")
    assert second.startswith(f"  2  began {here('2026-11-24T20:15:00Z')}; Truco paulista; ")
    assert second.endswith("; won; verified")
    assert "; Alba and Chela, with Beto; " in first
    assert folder.exists()


def test_what_is_verified_by_hand_is_marked_from_then_on(cardtui: Cardtui, folder: Path) -> None:
    path = cardtui("records", "path", "1").out.strip()
    assert cardtui("records").out.splitlines()[0].endswith("; not verified")
    assert cardtui("verify", path).code == 0
    assert cardtui("records").out.splitlines()[0].endswith("; verified")
    text = Path(path).read_text(encoding="utf-8")
    lied = re.sub("secret [0-9a-f]{4}", "secret ffff", text)
    Path(path).write_text(lied, encoding="utf-8")
    assert cardtui("records").out.splitlines()[0].endswith("; not verified")
    assert cardtui("verify", path).code == 1
    assert cardtui("records").out.splitlines()[0].endswith("; DOES NOT HOLD")
    assert folder.exists()


def test_a_list_may_be_of_one_game_or_of_one_opponent(cardtui: Cardtui, folder: Path) -> None:
    name = json.loads(cardtui("records", "--json").out.splitlines()[0])["players"][1]
    none = "No record that is kept is of such a match.\n"
    assert len(cardtui("records", "--against", name.upper()).out.splitlines()) == 2
    assert cardtui("records", "--against", "nobody").out == none
    assert cardtui("records", "--game", "cacho").out == none
    assert len(cardtui("records", "--game", "truco-paulista").out.splitlines()) == 2
    assert folder.exists()


def test_the_choice_of_a_list_goes_with_nothing_else(cardtui: Cardtui, folder: Path) -> None:
    for choice in (("--game", "cacho"), ("--against", "Ana"), ("--json",)):
        refused = cardtui("records", *choice, "show", "1")
        assert (refused.code, refused.out) == (2, "")
    assert folder.exists()


def test_json_says_all_of_a_match(cardtui: Cardtui, folder: Path) -> None:
    _, line = cardtui("records", "--json").out.splitlines()
    row = json.loads(line)
    assert Path(row.pop("path")).parent == folder
    assert len(row.pop("players")) == 4
    assert row.pop("table")
    assert row == {
        "number": 2,
        "game": "truco-paulista",
        "began": "2026-11-24T20:15:00Z",
        "own": 0,
        "match": 1,
        "won": True,
        "verified": True,
        "proves": {"all": True, "acts": True, "agreed": True},
    }


def test_one_is_shown_as_it_is_and_as_json(cardtui: Cardtui, folder: Path) -> None:
    path = cardtui("records", "path", "2").out.strip()
    assert Path(path).parent == folder
    shown = cardtui("records", "show", "2").out
    text, code = shown.rstrip("\n").rsplit("\n", 1)
    assert text + "\n" == Path(path).read_text(encoding="utf-8")
    told = json.loads(cardtui("records", "show", "2", "--json").out)
    assert told["game"] == "truco-paulista"
    assert code.startswith("# Code of this match")
    assert code.endswith(told["code"])
    assert len(told["entries"][0]["pack"]) == 40
    assert any(each.get("do") == "play" for each in told["entries"])


@pytest.mark.nightly
def test_verify_and_lab_take_the_number_of_a_match_in_the_list(
    cardtui: Cardtui, folder: Path
) -> None:
    path = cardtui("records", "path", "1").out.strip()
    one, same, counted = cardtui("verify", "1", path).out.splitlines()
    assert one == same
    assert one.split()[:2] == ["ok", path]
    assert counted == "2 records: 2 ok"
    for command in ("verify", "lab"):
        refused = cardtui(command, "99")
        assert refused.code == 2
        assert "There is no match number 99 in the list." in refused.err
        assert "File name too long" in "".join(cardtui(command, "1" * 300)[1:])
    assert "nobody had a choice" in cardtui("lab", "1", "--step", "1").err


def test_the_line_of_a_match_plays_its_cards_again(
    cardtui: Cardtui, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = cardtui("records", "share", "1").out
    assert line == cardtui("records", "share", cardtui("records", "path", "1").out.strip()).out
    program, *arguments = shlex.split(line)
    assert program == "cardtui"
    monkeypatch.setattr("sys.stdin", io.StringIO("leave\nyes\n"))
    played = cardtui(*arguments, "--plain", "--name", "Beto")
    assert (played.code, played.err) == (0, "")
    assert "the same cards for everybody. It counts nowhere" in played.out
    assert "Truco paulista" in played.out
    assert len(cardtui("records").out.splitlines()) == 2, "it is not kept"
    broken = cardtui(*arguments[:-1], arguments[-1][:-3] + "abc", "--plain")
    assert broken.code == 2
    assert "has a slip, or is not for truco-paulista" in broken.err
    assert folder.exists()


def test_a_record_without_a_key_has_no_line(cardtui: Cardtui, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(write(record_of("cacho-2")), encoding="utf-8")
    result = cardtui("records", "share", str(path))
    assert (result.code, result.out) == (1, "")
    assert "does not say what its packs follow from" in result.err


def test_records_are_exported_under_their_names(
    cardtui: Cardtui, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    latest, before = (Path(cardtui("records", "path", each).out.strip()) for each in "12")
    to = tmp_path / "of" / "mine"
    written = cardtui("records", "export", "1", "2", "1", "--to", str(to)).out.splitlines()
    assert written == [str(to / latest.name), str(to / before.name)]
    for kept in (latest, before):
        assert (to / kept.name).read_bytes() == kept.read_bytes()
    other = tmp_path / "other"
    cardtui("records", "export", "1", "--to", f"{other}/")
    assert [each.name for each in other.iterdir()] == [latest.name]
    monkeypatch.chdir(other.parent)
    assert cardtui("records", "export", "2").out.strip() == before.name
    assert cardtui("records", "export", "2", "--to", "mine.txt").out == "mine.txt\n"
    assert (tmp_path / "mine.txt").read_bytes() == before.read_bytes()
    assert cardtui("verify", "mine.txt").code == 0
    assert folder.exists()


def test_nothing_is_written_over_unless_one_says_so(
    cardtui: Cardtui, folder: Path, tmp_path: Path
) -> None:
    to, number = tmp_path / "mine", ("records", "export", "2")
    assert cardtui(*number, "--to", f"{to}/").code == 0
    (there,) = to.iterdir()
    there.write_text("mine", encoding="utf-8")
    refused = cardtui("records", "export", "1", "2", "--to", str(to))
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == f"cardtui: {there} is there already: --force writes over it.\n"
    assert [*to.iterdir()] == [there], "not even the other one"
    assert there.read_text(encoding="utf-8") == "mine"
    assert cardtui("records", "export", "1", "2", "--to", str(to), "--force").code == 0
    assert len([*to.iterdir()]) == 2
    assert there.read_text(encoding="utf-8").startswith("cardtui-record")
    assert folder.exists()


def test_what_cannot_be_exported_is_said(cardtui: Cardtui, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for arguments, code, said in (
        ((), 2, "NUMBER"),
        (("1", "9"), 2, "There is no match number 9 in the list."),
        (("1", "2", "--to", str(tmp_path / "file")), 1, "file exists"),
        (("1", "--to", str(tmp_path / "file" / "x")), 1, "not a directory"),
        (("1", "--to", str(tmp_path / "none" / "x")), 1, "no such file or directory"),
        (("1", "--to", str(tmp_path / ("x" * 300))), 1, "file name too long"),
    ):
        result = cardtui("records", "export", *arguments)
        assert (result.code, result.out) == (code, "")
        assert said.lower() in result.err.lower()
    assert folder.exists()


async def test_evidence_holds_all_that_a_stranger_needs(
    cardtui: Cardtui, folder: Path, tmp_path: Path
) -> None:
    text = await signed_matches.played()
    kept = keep(Settings(data=str(tmp_path / "data")), text)
    assert kept is not None
    (key,) = re.findall(r"^server (\S+)", text, re.MULTILINE)
    certificate = make_certificate()
    keep_certificate(folder, key, certificate.chain.decode())
    keep_proof(kept, certificate.chain.decode(), b"what", b"by")
    number = next(
        line.split()[0] for line in cardtui("records").out.splitlines() if "Cacho" in line
    )
    made = Path(cardtui("records", "export", number, "--evidence", "--to", str(tmp_path)).out[:-1])
    assert made == tmp_path / f"{kept.stem}.zip"
    again = cardtui("records", "export", number, "--evidence", "--to", str(tmp_path))
    assert (again.code, "--force" in again.err) == (1, True)
    zipfile.ZipFile(made).extractall(tmp_path)
    there = tmp_path / kept.stem
    page = (there / "read-me.html").read_text(encoding="utf-8")
    told = [
        "Signed to the end: the server, P0, P1.",
        "It holds.",
        "Code of this match",
        "match.txt",
    ]
    told += [pin_of(certificate.fingerprint), "python3 verify.py match.txt", "the-server-lied.json"]
    for words in told:
        assert words in page
    assert (there / "server.pem").read_bytes() == certificate.chain
    assert (there / "verify.py").read_bytes() == SCRIPT.read_bytes()
    said = faults((there / "match.txt").read_text(encoding="utf-8"))
    assert f"note: server signed over by {key[-64:]}" in said
    assert key in page


def test_evidence_of_a_match_that_nobody_signed_says_so(
    cardtui: Cardtui, folder: Path, tmp_path: Path
) -> None:
    made = tmp_path / "match.zip"
    assert cardtui("records", "export", "1", "--evidence", "--to", str(made)).code == 0
    with zipfile.ZipFile(made) as pack:
        (page,) = [name for name in pack.namelist() if name.endswith(".html")]
        assert "Nobody signed this record" in pack.read(page).decode()
        assert not [name for name in pack.namelist() if name.endswith(".pem")]
    assert folder.exists()


def test_what_is_not_there_is_said(cardtui: Cardtui, folder: Path) -> None:
    assert cardtui("records", "show", "7").code == 2


@pytest.mark.parametrize("command", [("records",), ("records", "path", "2"), ("results",)])
def test_what_is_no_record_is_told_when_it_is_set_aside_and_not_again(
    cardtui: Cardtui, folder: Path, command: tuple[str, ...]
) -> None:
    before = cardtui(*command)
    (folder / "x.txt").write_text("nothing")
    told = f"{folder / 'x.txt.damaged-1'} is not a record: it was set aside.\n"
    assert cardtui(*command) == (0, before.out, told)
    assert cardtui(*command) == before
    (folder / "x.txt").write_text("another")
    assert cardtui(*command) == (0, before.out, told.replace("damaged-1", "damaged-2"))
    assert (folder / "x.txt.damaged-1").read_text() == "nothing"


def test_a_folder_that_may_not_be_read_is_not_taken_for_an_empty_one(
    cardtui: Cardtui, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def forbidden(place: str) -> object:
        if Path(place) == folder:
            raise PermissionError(errno.EACCES, "Permission denied")
        return scandir(place)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", forbidden)
        for command in (("records",), ("records", "show", "1"), ("verify", "1")):
            refused = cardtui(*command)
            assert (refused.code, refused.out) == (2, "")
            assert refused.err == f"cardtui: {folder} cannot be read: Permission denied.\n"
        counted = cardtui("results")
        assert (counted.code, counted.err) == (0, refused.err)
    shutil.rmtree(folder)
    assert cardtui("records").out == "No record of a match is kept.\n"
