"""Playing: a match of bots from start to end, as a library's user runs one."""

from itertools import pairwise
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Pack, Record, Step, replay
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import next_pack, play
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_engine.turn import SHUFFLED
from cardtui_engine.views import SeatView

SHORT = {"target": 3, "points": 2, "hands": 3}
CASES = [(game, seats) for game in game_ids() for seats in {*get_rules(game).seats[::7]}]
ENOUGH = 20_000


def table(game: str, seats: int) -> tuple[AnyRules, dict[str, OptionValue], list[Bot]]:
    rules = get_rules(game)
    names = {spec.name for spec in rules.specs}
    options = rules.options({k: v for k, v in SHORT.items() if k in names}, seats)
    make = get_bot_maker(game)
    return rules, options, [make(options, seats, Level.NORMAL) for _ in range(seats)]


def played(game: str, seats: int, seed: int = 7) -> list[Step]:
    steps: list[Step] = []
    for step in play(*table(game, seats), Bits(seed), dealer=seats - 1):
        steps.append(step)
        assert len(steps) < ENOUGH
    return steps


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_bots_play_a_match_to_its_end_and_its_steps_make_a_record(game: str, seats: int) -> None:
    rules, options, _ = table(game, seats)
    steps = played(game, seats)
    assert steps[0].entry is None
    assert rules.turn(steps[-1].state).over
    entries = tuple(step.entry for step in steps if step.entry is not None)
    record = read(write(Record(game, seats, options, seats - 1, (), entries)))
    again = list(replay(record))
    assert [rules.facts(step.state) for step in again] == [
        rules.facts(step.state) for step in steps
    ]


def test_the_same_bits_play_the_same_match_and_others_another() -> None:
    assert played("cacho", 4) == played("cacho", 4)
    assert played("cacho", 4) != played("cacho", 4, seed=8)


def test_the_pack_of_brazilian_truco_is_riffled_not_shuffled_anew() -> None:
    """TB-03: the order of what was gathered shows through; one riffle makes two rising runs."""
    rules = get_rules("truco-brasileiro")
    packs = [
        (before.state, step.entry.cards)
        for before, step in pairwise(played("truco-brasileiro", 4))
        if isinstance(step.entry, Pack)
    ]
    assert len(packs) > 1
    assert rules.turn(packs[0][0]).chance == SHUFFLED
    for state, cards in packs[1:]:
        chance = rules.turn(state).chance
        assert chance is not None
        assert chance.gathered is not None
        places = [cards.index(card) for card in chance.gathered]
        assert sum(here > after for here, after in pairwise(places)) <= 1


def test_a_pack_holds_every_card_of_the_game() -> None:
    rules, options, _ = table("cacheta", 2)
    state = rules.start(options, 2, 0)
    assert sorted(next_pack(rules, state, Bits(1))) == sorted(rules.pack)


@pytest.mark.slow
def test_who_may_interrupt_is_asked_before_the_next_one_acts() -> None:
    """PP-42: else nobody would ever claim a discard."""
    claims = [
        step.entry
        for seed in range(3)
        for step in played("pif-paf", 3, seed)
        if isinstance(step.entry, Act) and step.entry.action.verb == "claim"
    ]
    assert claims


class _Idle:
    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        return None


def test_a_bot_that_does_nothing_on_its_turn_is_found_out() -> None:
    rules, options, _ = table("cacho", 2)
    steps = play(rules, options, [_Idle(), _Idle()], Bits(1))
    with pytest.raises(RuntimeError, match=r"no bot of seats \(1,\) acts in phase 'first'"):
        list(steps)
