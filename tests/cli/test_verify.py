"""`cardtui verify` says of each record whether it holds, and why not."""

import json
import os
import re
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from cardtui.v1 import shuffle_pb2
from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import PROVES_LESS
from cardtui_client.faces.record_words import match_code_words
from cardtui_client.i18n import set_language
from cardtui_client.model.chain_check import heads_of
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.settings import Settings
from cardtui_engine.library.record_reading import read
from cardtui_studio.verify import command
from tests.support.fair_matches import MINE, honest_text, played
from tests.support.signed_matches import played as signed_match


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(await honest_text("truco-paulista"), encoding="utf-8")
    return path


def told(*arguments: object) -> tuple[int, list[str]]:
    ran = CliRunner().invoke(command, [str(each) for each in arguments], standalone_mode=False)
    return ran.return_value, ran.output.splitlines()


@pytest.mark.slow
def test_a_record_that_holds_is_ok(kept: Path) -> None:
    code, (first, last) = told(kept)
    assert (code, first) == (0, f"ok    {kept}")
    assert told("--strict", kept)[0] == 0
    (line,) = told("--json", kept)[1]
    verdict = json.loads(line)
    assert verdict.pop("winners")
    agreed = verdict.pop("agreed")
    assert (agreed["game"], agreed["seats"], agreed["own"]) == ("truco-paulista", 4, 0)
    assert last.strip() == match_code_words(verdict.pop("code"))
    person = {"seat": 0, "name": "P0", "key": "", "when": ""}
    assert verdict.pop("vouched") == [person], "bots sign nothing, and no fault is made of it"
    deeds = verdict.pop("deeds")
    assert {*deeds} == {"score", "envidos", "largest", "held", "called", "moment"}
    assert "12" in deeds["score"].split("–")
    assert {*deeds["moment"]} == {"kind", "seat", "hand", "worth", "number"}
    proves = {"all": True, "acts": True, "agreed": True}
    assert verdict == {"file": str(kept), "holds": True, "findings": [], "proves": proves}


async def test_who_vouches_is_told(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(await signed_match(), encoding="utf-8")
    _, lines = told("--strict", path)
    assert lines[0] == f"ok    {path}"
    assert lines[1].strip() == "Signed to the end: the server, P0, P1."
    (line,) = told("--json", path)[1]
    vouched = json.loads(line)["vouched"]
    assert [(each["seat"], each["when"]) for each in vouched] == [
        (None, "over"),
        (0, "over"),
        (1, "over"),
    ]


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
    assert line == f"FAIL  {path}: line 3: This is not text in UTF-8."
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
    *rows, counted = [line for line in lines if not line.startswith(" ")]
    assert [line.split()[0] for line in rows] == ["FAIL", "ok"]
    assert counted == "2 records: 1 FAIL, 1 ok"


def test_a_line_that_says_the_same_in_other_letters_is_found(kept: Path) -> None:
    text = kept.read_text(encoding="utf-8")
    assert 'player 0 "P' in text
    kept.write_text(text.replace('player 0 "P', 'player 0 "\\u0050'), encoding="utf-8")
    code, lines = told(kept)
    assert (code, lines[0].split()[0]) == (1, "FAIL")
    assert "Code of this match" not in "".join(lines)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_half_a_record_is_said_to_end_in_the_middle(kept: Path, share: float) -> None:
    data = kept.read_bytes()
    kept.write_bytes(data[: int(len(data) * share)])
    code, lines = told(kept)
    assert (code, len(lines)) == (1, 1)
    assert lines[0].startswith("FAIL")
    assert "ends in the middle" in lines[0]


def test_of_much_that_is_wrong_the_first_is_told_and_no_code(kept: Path) -> None:
    text = kept.read_text(encoding="utf-8")
    kept.write_text(re.sub("(?<=\nsecret )..", "fe", text), encoding="utf-8")
    code, lines = told(kept)
    assert (code, len(lines)) == (1, 7)
    assert "committed to before the match" in lines[1]
    assert re.fullmatch(r" +… and \d+ things more\.", lines[-1])
    assert "Code" not in "".join(lines)


@pytest.mark.parametrize(
    ("language", "mark", "said"),
    [
        ("en", "FAIL  ", "’s turn: wait."),
        ("pt_BR", "FALHA ", "É a vez de"),
        ("es_AR", "FALLA ", "Es el turno de"),
    ],
)
def test_what_the_rules_say_is_told_as_the_table_does(
    kept: Path, monkeypatch: pytest.MonkeyPatch, language: str, mark: str, said: str
) -> None:
    text = kept.read_text(encoding="utf-8")
    players = dict(re.findall(r'player (\d) "([^"]*)"', text))
    act = re.search(r"(?<=\n)\d(?= (?:play|tap|cut) )", text)
    assert act is not None
    other = str((int(act[0]) + 1) % 4)
    kept.write_text(text[: act.start()] + other + text[act.end() :], encoding="utf-8")
    monkeypatch.setattr(Settings, "language_tag", Mock(return_value=language))
    code, lines = told(kept)
    set_language("en")
    assert (code, lines[0]) == (1, f"{mark}{kept}")
    (line,) = [each for each in lines if said in each]
    assert players[act[0]] in line


def chainless(text: str) -> str:
    """Return a record without its chain, and without the version of its bots."""
    gone = ("bots ", "chain ")
    return "\n".join(line for line in text.split("\n") if not line.startswith(gone))


def test_a_record_without_a_chain_proves_nothing_about_the_acts(kept: Path, tmp_path: Path) -> None:
    text = kept.read_text(encoding="utf-8")
    kept.write_text(chainless(text), encoding="utf-8")
    code, lines = told(kept)
    assert (code, lines[0]) == (
        PROVES_LESS,
        f"holds {kept}: it holds, but proves nothing about the acts",
    )
    assert told("--strict", kept)[0] == 1
    assert told("--strict", kept)[1][0] == f"FAIL  {kept}"
    code, (line,) = told("--json", kept)
    verdict = json.loads(line)
    assert (code, verdict["holds"], verdict["code"]) == (PROVES_LESS, True, "")
    assert verdict["proves"] == {"all": False, "acts": False, "agreed": False}
    whole = tmp_path / "whole.txt"
    whole.write_text(text, encoding="utf-8")
    assert told(whole, kept)[0] == told(kept, whole)[0] == PROVES_LESS
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("", encoding="utf-8")
    assert told(kept, wrong)[0] == told(wrong, kept)[0] == 1


def test_a_record_of_the_older_grammar_proves_nothing_about_what_was_agreed(kept: Path) -> None:
    text = kept.read_text(encoding="utf-8").replace("cardtui-record 2", "cardtui-record 1", 1)
    head = heads_of(text)[-1].hex()
    text = re.sub("(?<=\nchain )[0-9a-f]+", head, text)
    kept.write_text(text, encoding="utf-8")
    code, lines = told(kept)
    said = "it holds, but proves nothing about what was agreed"
    assert (code, lines[0]) == (PROVES_LESS, f"holds {kept}: {said}")
    assert "nothing binds what was agreed, who sat where, or which bots" in lines[1]
    assert told("--strict", kept)[0] == 1
    code, (line,) = told("--json", kept)
    assert json.loads(line)["proves"] == {"all": False, "acts": True, "agreed": False}


async def test_what_is_short_of_a_full_proof_fails_if_it_must_not_be(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(await played("cacho", reveals=False), encoding="utf-8")
    code, lines = told(path)
    assert (code, lines[0]) == (0, f"ok    {path}")
    assert told("--strict", path)[0] == 1


@pytest.mark.slow
def test_its_own_files_are_passed_over_and_folders_are_looked_through(
    kept: Path, tmp_path: Path
) -> None:
    beside = kept.with_suffix(".verdict")
    beside.write_text('{"of": "", "holds": true}', encoding="utf-8")
    damaged = tmp_path / "other.verdict"
    damaged.write_text("", encoding="utf-8")
    (tmp_path / "notes.md").write_text("no record", encoding="utf-8")
    for arguments in ((kept, beside, damaged), (damaged, kept), (tmp_path,)):
        code, lines = told(*arguments)
        assert (code, lines[0], len(lines)) == (0, f"ok    {kept}", 2)
        assert len(told("--json", *arguments)[1]) == 1
    for alone in (beside, tmp_path / "empty"):
        if alone.suffix != ".verdict":
            alone.mkdir()
        ran = CliRunner().invoke(command, [str(alone)], standalone_mode=False)
        assert isinstance(ran.exception, Failed)
        assert (ran.exception.code, ran.output) == (1, "")
    hidden = tmp_path / "lie.verdict"
    text = kept.read_text(encoding="utf-8")
    hidden.write_text(text.replace("\nsecret ", "\nsecret 00"), encoding="utf-8")
    assert told(kept, hidden)[0] == 1, "a record is one under any name"


def test_a_link_that_leads_nowhere_in_the_place_of_the_own_records_stops_nobody(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path))
    (tmp_path / "records").symlink_to("records")
    code, lines = told(kept, tmp_path / "records")
    assert (code, lines[0].split()[0], "symbolic links" in lines[-2]) == (1, "ok", True)


@pytest.mark.parametrize("sent", [True, False])
async def test_a_player_who_revealed_their_bits_is_told_that_a_record_leaves_them_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bool
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))
    path = tmp_path / "match.txt"
    path.write_text(await played("cacho", reveals=False), encoding="utf-8")
    record = read(path.read_bytes())
    assert record.origin is not None
    monkeypatch.setattr("secrets.token_bytes", Mock(return_value=MINE))
    bits = GivenBits(tmp_path / "data")
    assert bits.commit() == record.origin.commitments[0]
    given = [shuffle_pb2.SeatBits(commitment=each) for each in record.origin.commitments]
    shuffle = shuffle_pb2.Shuffle(match=1, commitment=record.origin.commitment, seats=given)
    if sent:
        assert bits.wanted(record.origin.table, shuffle) == MINE
        bits.sent(record.origin.table, shuffle)
    else:
        shuffle.begun = True
        assert bits.wanted(record.origin.table, shuffle) == b""
    code, lines = told(path)
    assert code == (1 if sent else 0)
    assert lines[0] == f"{'FAIL  ' if sent else 'ok    '}{path}"
    said = "Your client sent your bits" if sent else "your client could not send them"
    assert said in lines[1]
    _, (line,) = told("--json", path)
    own = json.loads(line)["findings"][0]
    assert own == {"kind": "own_swallowed" if sent else "own_late", "fault": sent}
    assert told("--strict", path)[0] == 1


async def test_a_record_of_a_match_that_one_never_saw_has_the_bits_that_were_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))
    path = tmp_path / "match.txt"
    path.write_text(await honest_text("cacho"), encoding="utf-8")
    record = read(path.read_bytes())
    assert record.origin is not None
    assert told(path)[0] == 0
    bits = GivenBits(tmp_path / "data").at("ab12")
    bits.accept(record.origin.table, bits.commit(), bits.told(record.origin.table))
    code, lines = told(path)
    assert code == 1
    assert "Your bits are not in this match" in lines[1]
    _, (line,) = told("--json", path)
    assert json.loads(line)["findings"][0] == {"kind": "own_left_out", "fault": True}
