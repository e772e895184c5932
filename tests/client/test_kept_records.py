"""Records are kept under names that people can read; what is none is set aside, not lost."""

import json
from pathlib import Path

import pytest

from cardtui_client.faces.record_words import ended_words, kept_words, mark_words
from cardtui_client.history import kept_records
from cardtui_client.history.kept_records import Verdict, keep, note, parsed_verdict
from cardtui_client.limits import MOST_OPTIONS
from cardtui_client.net.record_keeper import Kept
from cardtui_client.settings import Settings

RECORD = """cardtui-record 2
game truco-argentino
seats 2
dealer 1
table k7mnpq 3
began 2026-11-24T20:15:00Z
own 0
player 0 "Ana"
player 1 "Chispa \\u00e1" 3 5
pack 1E 2E
"""
WON = Verdict(True, (0,), ())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(name="Ana", data=str(tmp_path), path=tmp_path / "config.toml")


def test_a_record_is_kept_under_a_name_to_read(settings: Settings) -> None:
    path = keep(settings, RECORD)
    assert path is not None
    assert path.name == "2026-11-24-2015-truco-argentino-Chispaá-k7mnpq-3.txt"
    assert path.read_text(encoding="utf-8") == RECORD
    assert path.stat().st_mode & 0o777 == 0o600
    (kept,) = kept_records.kept_records(settings).records
    assert kept.players == ("Ana", "Chispa á")
    assert (kept.own, kept.others, kept.table) == (0, ("Chispa á",), ("k7mnpq", 3))
    assert (kept.verdict, kept.won, mark_words(kept)) == (None, None, "not verified")


def test_a_record_of_a_game_with_as_many_options_as_there_may_be_is_listed(
    settings: Settings,
) -> None:
    options = "".join(f"option any_{number} 1\n" for number in range(MOST_OPTIONS))
    assert keep(settings, RECORD.replace("dealer 1\n", f"{options}dealer 1\n"))
    (kept,) = kept_records.kept_records(settings).records
    assert (kept.own, kept.table) == (0, ("k7mnpq", 3))


def test_where_seats_changed_hands_the_people_who_played_are_named(settings: Settings) -> None:
    changed = 'player 1 "Dora"\n0 truco\nplayer 1 "Dora" 3 0\n1 quiero\n'
    path = keep(settings, RECORD + changed)
    assert path is not None
    assert path.name == "2026-11-24-2015-truco-argentino-Dora-k7mnpq-3.txt"
    (kept,) = kept_records.kept_records(settings).records
    assert kept.players == ("Ana", "Dora")


def test_two_windows_keep_one_match_once_and_two_matches_twice(settings: Settings) -> None:
    assert keep(settings, RECORD) == keep(settings, RECORD)
    keep(settings, RECORD.replace("k7mnpq 3", "k7mnpq 4").replace("20:15", "21:15"))
    assert [each.table[1] for each in kept_records.kept_records(settings).records] == [4, 3]


def test_what_came_of_verifying_is_kept_for_that_very_text(settings: Settings) -> None:
    path = keep(settings, RECORD)
    assert path is not None
    note(path, WON)
    (kept,) = kept_records.kept_records(settings).records
    assert (kept.verdict, kept.won) == (WON, True)
    assert (mark_words(kept), ended_words(kept)) == ("verified", "won")
    path.write_text(RECORD.replace("1E 2E", "2E 1E"), encoding="utf-8")
    assert kept_records.kept_records(settings).records[0].verdict is None


@pytest.mark.parametrize("damage", ["", "[]", '{"of": 1}', "[" * 100_000, "\x00"])
def test_a_damaged_verdict_is_no_verdict(settings: Settings, damage: str) -> None:
    path = keep(settings, RECORD)
    assert path is not None
    path.with_suffix(".verdict").write_text(damage)
    assert kept_records.kept_records(settings).records[0].verdict is None


@pytest.mark.parametrize(
    "told",
    [
        [],
        {"holds": 1, "winners": [], "findings": []},
        {"holds": True, "winners": ["x"], "findings": []},
        {"holds": True, "winners": [], "findings": [{"kind": "pack"}]},
        {"holds": True, "winners": [], "findings": [{"kind": "pack", "fault": True, "x": 1}]},
    ],
)
def test_a_verdict_of_another_form_is_refused(told: object) -> None:
    with pytest.raises(ValueError, match="form"):
        parsed_verdict(told)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cardtui-record 9\n",
        RECORD.replace("truco-argentino", "../../x"),
        RECORD.replace("k7mnpq 3", "../x 3"),
        RECORD.replace("2026-11-24T20", "../../../../T20"),
        RECORD.replace("seats 2", "seats 2000000000"),
        RECORD.replace("own 0", "own 7"),
        RECORD.replace('"Ana"', '"\\x"'),
        RECORD.replace("-11-24T20", "-13-45T20"),
        RECORD.replace("\nown", "\ncommit 00\nown"),  # whose end is missing
    ],
)
def test_what_is_no_record_is_not_kept_and_set_aside(settings: Settings, text: str) -> None:
    assert keep(settings, text) is None
    folder = kept_records.folder_of(settings)
    folder.mkdir()
    (folder / "odd.txt").write_text(text, encoding="utf-8")
    keep(settings, RECORD)
    records, aside = kept_records.kept_records(settings)
    assert len(records) == 1
    assert aside == [folder / "odd.txt.damaged-1"]
    assert kept_records.kept_records(settings) == (records, []), "and only once"
    assert (folder / "odd.txt.damaged-1").read_text(encoding="utf-8") == text


def test_the_oldest_go_where_there_are_too_many(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_records, "_MOST_RECORDS", 2)
    for day in (21, 22, 23):
        path = keep(settings, RECORD.replace("2026-11-24", f"2026-11-{day}"))
        assert path is not None
        note(path, WON)
    kept = kept_records.kept_records(settings).records
    assert [each.began[8:10] for each in kept] == ["23", "22"]
    assert len(list(kept_records.folder_of(settings).iterdir())) == 4


def test_who_keeps_none_has_none(settings: Settings, tmp_path: Path) -> None:
    settings.keep_records = False
    assert keep(settings, RECORD) is None
    settings.keep_records, settings.kiosk, settings.path = True, True, Path("/other/config.toml")
    assert keep(settings, RECORD) is None
    assert not kept_records.kept_records(settings).records
    assert not (tmp_path / "records").exists()


def test_what_is_said_of_a_match_says_what_is_wrong() -> None:
    path = Path("match.txt")
    assert kept_words(Kept(path, WON)).startswith("The match was fair")
    assert "not verified" in kept_words(Kept(path, None))
    row = {"kind": "pack", "fault": True, "entry": 1, "line": 9}
    told = json.loads(json.dumps({"holds": False, "winners": [], "findings": [row]}))
    assert kept_words(Kept(path, parsed_verdict(told))) == (
        "Look out: do not trust this match. "
        "Entry 1, line 9: The pack is not the one that the key gives. "
        "Its record is kept as match.txt"
    )
