"""The rule sheets: the same clauses in every language, each held to by a scenario or a test."""

import json
import re
from pathlib import Path

import pytest

from cardtui_client.i18n import LANGUAGES
from cardtui_engine.library.registry import game_ids, get_rules

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "engine" / "cardtui_engine" / "sheets"
CONFORMANCE = ROOT / "tests" / "conformance"

_CLAUSE = re.compile(r"^- \*\*([A-Z]{2}-\d{2})\*\* \S", re.MULTILINE)
_MARK = re.compile(r"mark\.clause\(([^)]*)\)")
_NUMBER = re.compile(r"[A-Z]{2}-\d{2}")


def sheet(game: str, language: str) -> str:
    return (SHEETS / f"{game}.{language}.md").read_text(encoding="utf-8")


def clauses(text: str) -> list[str]:
    return _CLAUSE.findall(text)


def clauses_in_scenarios(game: str) -> set[str]:
    cited: set[str] = set()
    for file in (CONFORMANCE / game).glob("*.json"):
        data = json.loads(file.read_text(encoding="utf-8"))
        for scenario in data if isinstance(data, list) else [data]:
            cited.update(scenario.get("clauses", []))
    return cited


def clauses_in_tests() -> set[str]:
    return {
        number
        for file in (ROOT / "tests").rglob("test_*.py")
        if file != Path(__file__)
        for mark in _MARK.findall(file.read_text(encoding="utf-8"))
        for number in _NUMBER.findall(mark)
    }


@pytest.mark.parametrize("game", game_ids())
def test_every_clause_is_held_to_by_a_scenario_or_a_test(game: str) -> None:
    cited = clauses_in_scenarios(game) | clauses_in_tests()
    untested = [clause for clause in clauses(sheet(game, "en")) if clause not in cited]
    assert untested == []


def test_every_clause_that_a_test_cites_is_in_a_sheet() -> None:
    assert clauses_in_tests() <= {
        clause for game in game_ids() for clause in clauses(sheet(game, "en"))
    }


@pytest.mark.parametrize("game", game_ids())
def test_every_clause_that_a_scenario_cites_is_in_the_sheet(game: str) -> None:
    assert clauses_in_scenarios(game) - set(clauses(sheet(game, "en"))) == set()


@pytest.mark.parametrize("game", game_ids())
def test_every_language_has_the_same_clauses_in_the_same_order(game: str) -> None:
    english = clauses(sheet(game, "en"))
    assert len(english) == len(set(english)) > 0
    for language in LANGUAGES:
        assert clauses(sheet(game, language)) == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_a_sheet_tells_every_option_with_its_default_and_every_preset(
    game: str, language: str
) -> None:
    rules = get_rules(game)
    text = sheet(game, language)
    rows = dict(re.findall(r"^\| `(\w+)` \|\s*`?([^`|]*?)`?\s*\|", text, re.MULTILINE))
    assert list(rows) == [spec.name for spec in rules.specs]
    for spec in rules.specs:
        default = str(spec.default).lower() if isinstance(spec.default, bool) else spec.default
        assert rows[spec.name].strip() == str(default), spec.name
        for choice in spec.choices:
            assert f"`{choice}`" in text, choice
        assert spec.clause == "" or spec.clause in clauses(text)
    for preset in rules.presets:
        assert f"- `{preset.name}`: " in text


@pytest.mark.parametrize("game", game_ids())
def test_every_language_gives_the_same_examples_of_cards(game: str) -> None:
    cards = re.compile(r"`((?:\d{1,2}|[A-Z])[EBOCSHD](?: (?:\d{1,2}|[A-Z])[EBOCSHD])*)`")
    english = sorted(cards.findall(sheet(game, "en")))
    assert english
    for language in LANGUAGES:
        assert sorted(cards.findall(sheet(game, language))) == english


def test_the_docs_show_the_sheets_that_the_program_shows() -> None:
    # A link in the checkout, a copy in the source archive.
    shown, told = (
        {file.name: file.read_bytes() for file in folder.glob("*.md")}
        for folder in (ROOT / "docs" / "rules", SHEETS)
    )
    assert shown == told != {}
