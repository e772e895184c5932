"""Every verb of every game leads to a clause, which stands in the game's sheet."""

from importlib import resources

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.rules import AnyRules

every_game = pytest.mark.parametrize("rules", [get_rules(game) for game in game_ids()], ids=str)


@every_game
def test_every_verb_has_one_clause_in_each_phase(rules: AnyRules) -> None:
    plain = [each.verb for each in rules.clauses if not each.phase and not each.argument]
    assert sorted(plain) == sorted(rules.verbs)
    assert len({each._replace(clause="") for each in rules.clauses}) == len(rules.clauses)


@every_game
def test_a_clause_of_a_phase_or_an_argument_is_one_of_the_verbs_own(rules: AnyRules) -> None:
    for each in rules.clauses:
        assert not each.phase or each.verb in rules.places[each.phase]
        fields = {param.field for param in rules.verbs[each.verb].params}
        assert not each.argument or each.argument in fields


@every_game
@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
def test_every_clause_stands_in_the_sheet(rules: AnyRules, language: str) -> None:
    sheets = resources.files("cardtui_engine") / "sheets"
    sheet = (sheets / f"{rules.id}.{language}.md").read_text("utf-8")
    missing = [each.clause for each in rules.clauses if f"- **{each.clause}**" not in sheet]
    assert not missing
