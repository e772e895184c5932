"""Action ids: every action that is legal has one, and every one that is legal is accepted."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.choices import Choice
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.library.research.action_ids import WAIT_ID, ActionIds

pytestmark = pytest.mark.once

CASES = [
    pytest.param(game, seats, seed, id=f"{game}-{seats}-{seed}")
    for game in game_ids()
    for seats in sorted({get_rules(game).seats[0], get_rules(game).seats[-1]})
    for seed in range(2)
]
every_case = pytest.mark.parametrize(("game", "seats", "seed"), CASES)

_MOST = 300
"""Actions of a choice that are listed one by one."""


def played(game: str, seats: int, seed: int) -> tuple[Any, ActionIds, Iterator[Any]]:
    rules, bits = get_rules(game), Bits(seed * 31 + seats)
    options = random_options(rules, seats, bits)
    steps = random_match(rules, seats, bits, options, limit=150)
    return rules, ActionIds(rules, options, seats), (step.state for step in steps)


def without_melds(choice: Choice) -> set[Action]:
    """Return the actions of a choice as far as ids tell them apart."""
    return {
        action._replace(melds=None)
        for action in choice
        if not isinstance(action.at, tuple) or len(action.at) == 1
    }


@every_case
def test_an_id_leads_to_its_action_and_back(game: str, seats: int, seed: int) -> None:
    rules, ids, _ = played(game, seats, seed)
    assert ids.action(WAIT_ID) is None
    assert [ids.id_of(ids.action(number)) for number in range(len(ids))] == [*range(len(ids))]
    verbs = {action.verb for action in ids.actions if action is not None}
    assert verbs == {verb.name for verb in rules.verbs.values() if verb.offered}
    with pytest.raises(IndexError):
        ids.action(len(ids))
    with pytest.raises(IndexError):
        ids.action(-1)


@every_case
def test_what_the_mask_allows_is_accepted_and_nothing_is_missing(
    game: str, seats: int, seed: int
) -> None:
    rules, ids, states = played(game, seats, seed)
    bits = Bits(seed)
    for state in states:
        for seat in rules.turn(state).asked:
            choices = rules.legal(state, seat)
            legal = ids.legal(choices)
            assert bool(legal) == bool(choices)
            assert legal == sorted(set(legal))
            mask = ids.mask(legal)
            assert [number for number, each in enumerate(mask) if each] == legal
            if legal and bits.below(4) == 0:
                action = ids.action(bits.pick(legal))
                assert action is not None
                rules.apply(state, seat, action)
                assert rules.accepts(state, seat, action)
            if sum(each.size() for choice in choices for each in choice.arguments) < _MOST:
                listed = {action for choice in choices for action in without_melds(choice)}
                assert {ids.action(number) for number in legal} == listed


def test_ids_are_the_same_in_every_match_with_the_same_options() -> None:
    rules = get_rules("pif-paf")
    options = rules.options({}, 4)
    assert ActionIds(rules, options, 4).actions == ActionIds(rules, options, 4).actions


def test_melds_that_are_named_make_no_other_action() -> None:
    rules = get_rules("cacheta")
    ids = ActionIds(rules, rules.options({}, 2), 2)
    (seven, eight, nine) = rules.deck.cards(["7S", "8S", "9S"])
    named = Action("knock", melds=((seven, eight, nine),))
    assert ids.action(ids.id_of(named)) == Action("knock")
