"""Clauses of phases and arguments; that each verb has one in the sheet is one of the `LAWS`."""

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.rules import AnyRules

every_game = pytest.mark.parametrize("rules", [get_rules(game) for game in game_ids()], ids=str)


@every_game
def test_a_verb_has_no_two_clauses_in_a_phase(rules: AnyRules) -> None:
    assert len({each._replace(clause="") for each in rules.clauses}) == len(rules.clauses)


@every_game
def test_a_clause_of_a_phase_or_an_argument_is_one_of_the_verbs_own(rules: AnyRules) -> None:
    for each in rules.clauses:
        assert not each.phase or each.verb in rules.places[each.phase]
        fields = {param.field for param in rules.verbs[each.verb].params}
        assert not each.argument or each.argument in fields
