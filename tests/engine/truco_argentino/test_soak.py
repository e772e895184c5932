"""Random matches with all options, for two, four and six: nobody gets stuck, nothing is lost."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.library.random_play import random_action
from cardtui_engine.options import OptionKind
from tests.engine.truco_argentino.table import RULES, shuffled


def random_match(seats: int, seed: int) -> int:
    """Play to the end with options, packs and actions drawn at random; return the actions."""
    bits = Bits(seed * 31 + seats)
    given = {
        spec.name: spec.choices[bits.below(2)]
        if spec.kind is OptionKind.CHOICE
        else bool(bits.below(2))
        for spec in RULES.specs
        if spec.kind is not OptionKind.NUMBER
    }
    target = (1, 6, 15, 30)[bits.below(4)]
    options = RULES.options({**given, "target": target}, seats)
    state = RULES.start(options, seats, bits.below(seats))
    for actions in range(20_000):
        turn = RULES.turn(state)
        able = tuple(seat for seat in range(seats) if RULES.legal(state, seat))
        assert able == tuple(sorted(turn.to_act + turn.may_act))
        if turn.over:
            assert max(state.scores) >= target
            return actions
        if turn.wants_pack:
            state, _ = RULES.deal(state, shuffled(bits))
            continue
        assert turn.to_act
        giving_up = [seat for seat in able if "resign" in RULES.verbs_legal(state, seat)]
        if giving_up and not bits.below(12):
            seat = giving_up[bits.below(len(giving_up))]
            [action] = [
                choice.sample(bits)
                for choice in RULES.legal(state, seat)
                if choice.verb == "resign"
            ]
        else:
            seat, action = random_action(RULES, state, bits)
        state, events = RULES.apply(state, seat, action)
        assert events
    raise AssertionError("the match does not end")


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_many_matches_come_to_their_end(seats: int) -> None:
    assert sum(random_match(seats, seed) for seed in range(2000)) > 20_000
