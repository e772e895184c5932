"""`cardtui conform`: one line a scenario, and what is wrong with a file that holds none."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardtui_engine.library.registry import game_ids
from tests.cli.conftest import Cardtui

CONFORMANCE = Path(__file__).parents[1] / "conformance"

ANTE: dict[str, Any] = {
    "id": "cacho/one-chip-to-stay",
    "game": "cacho",
    "seats": 2,
    "setup": {"dealer": 1, "deck": ["6S", "5S"]},
    "script": [{"seat": 0, "do": "bet"}, {"check": {"pot": 1}}],
}


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_scenario_that_holds_gives_one_line_and_exit_0(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("conform", str(write(tmp_path / "a.json", ANTE)))
    assert result == (0, "ok    cacho/one-chip-to-stay\n", "1 hold, 0 fail\n")


def test_a_scenario_that_fails_says_where_and_why_and_the_others_still_run(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    wrong = {**ANTE, "id": "cacho/wrong", "script": [{"check": {"pot": 7}}]}
    file = write(tmp_path / "a.json", [wrong, ANTE])
    result = cardtui("conform", str(file))
    assert result.code == 1
    assert result.out.splitlines() == [
        f"FAIL  cacho/wrong: step 1: pot is 0, not 7 ({file})",
        "ok    cacho/one-chip-to-stay",
    ]


def test_folders_are_searched_for_json(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    write(tmp_path / "deep" / "er" / "a.json", ANTE)
    (tmp_path / "deep" / "notes.txt").write_text("not a scenario")
    assert cardtui("conform", str(tmp_path)).out == "ok    cacho/one-chip-to-stay\n"


def test_a_folder_without_json_is_an_error(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("conform", str(tmp_path))
    assert result == (2, "", f"cardtui: {tmp_path} has no *.json files.\n")


def test_a_path_that_is_not_there_is_an_error(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("conform", str(tmp_path / "none.json"))
    assert result == (2, "", f"cardtui: {tmp_path / 'none.json'} does not exist.\n")


@pytest.mark.parametrize(
    ("content", "place", "reason"),
    [
        ("[", "line 1, column 2", "Expecting value"),
        ("[3]", "scenario 1", "a scenario is an object"),
        (json.dumps({**ANTE, "game": "bridge"}), "one-chip-to-stay", "unknown game 'bridge'"),
        (json.dumps({**ANTE, "seats": 9}), "one-chip-to-stay", "played by 2, 3 or 4 seats"),
        (json.dumps({**ANTE, "script": [{"do": "bet"}]}), "step 1", "an action needs 'seat'"),
        (json.dumps({**ANTE, "setup": {"dealer": 5}}), "setup", "dealer"),
    ],
)
def test_a_malformed_file_gets_file_place_and_reason(
    cardtui: Cardtui, tmp_path: Path, content: str, place: str, reason: str
) -> None:
    file = tmp_path / "a.json"
    file.write_text(content, encoding="utf-8")
    result = cardtui("conform", str(file))
    assert result.code == 1
    assert result.out.startswith(f"FAIL  {file}: ")
    assert place in result.out
    assert reason in result.out
    assert result.out.count("\n") == 1


def test_bytes_that_are_no_text_are_said_to_be(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"id": "\xff"}')
    result = cardtui("conform", str(tmp_path))
    assert result.code == 1
    assert "byte 8: this is not UTF-8 text" in result.out


def test_control_characters_of_a_file_do_not_reach_the_terminal(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    write(tmp_path / "a.json", {**ANTE, "id": "\x1b]0;owned\x07"})
    assert "\x1b" not in cardtui("conform", str(tmp_path)).out


@pytest.mark.parametrize("game", game_ids())
def test_the_projects_own_scenarios_hold(cardtui: Cardtui, game: str) -> None:
    result = cardtui("conform", str(CONFORMANCE / game))
    assert [line for line in result.out.splitlines() if not line.startswith("ok")] == []
    assert result.code == 0
