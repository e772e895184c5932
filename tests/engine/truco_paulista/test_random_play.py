"""Random matches: what must hold at every step, with every option."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.library.random_play import random_options
from cardtui_engine.library.simulate import next_pack
from tests.engine.truco_paulista.table import RULES, random_choice


def hold(before: State, after: State) -> None:
    """Check what is true of every position, whatever was done."""
    assert all(0 <= score <= 12 for score in after.scores)
    assert 2 * max(before.games) <= after.terms.best_of
    if after.phase in ("deal", "over"):
        assert not after.stub
        assert after.game.flip is None
    else:
        laid = [card.card for trick in after.cards.tricks for card in trick.cards]
        laid += [card.card for card in after.cards.trick]
        held = [card for hand in after.cards.hands for card in hand]
        flip = [] if after.game.flip is None else [after.game.flip]
        assert sorted([*after.stub, *laid, *held, *flip]) == list(RULES.pack_of(after))
    decided = 2 * max(after.games) > after.terms.best_of
    assert decided == (after.phase == "over") == (12 in after.scores)


@pytest.mark.clause("TP-60", "TP-61")
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("seed", range(10))
def test_no_card_is_lost_and_no_score_leaves_its_range(seats: int, seed: int) -> None:
    bits = Bits(1000 * seats + seed)
    state = RULES.start(random_options(RULES, seats, bits), seats, bits.below(seats))
    for _ in range(5000):
        turn = RULES.turn(state)
        if turn.over:
            return
        before = state
        if turn.wants_pack:
            state, _ = RULES.deal(state, next_pack(RULES, state, bits))
        else:
            seat = turn.to_act[bits.below(len(turn.to_act))]
            state, _ = RULES.apply(state, seat, random_choice(state, seat, bits))
        hold(before, state)
    pytest.fail("the match did not end")
