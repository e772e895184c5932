"""Random matches, fouls among them: what must hold at every step."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.games.truco_brasileiro.state import State
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.refusals import Code, IllegalAction
from tests.engine.truco_brasileiro.table import RULES, random_choice

SETTINGS = [
    {},
    {"accepted_decides": "hand", "fouls": "penalise"},
    {"shuffle": "full", "won_tricks": "face_down", "eleven_run": "we_lose", "fouls": "penalise"},
]


def attempt(state: State, bits: Bits) -> tuple[int, Action]:
    """Something that may well be a foul, or against the rules altogether."""
    seat = bits.below(4)
    verbs = ("cut", "reject", "pass", "truco", "raise", "show", "turn_up", "play_on")
    verb = verbs[bits.below(len(verbs))]
    if verb == "cut":
        return seat, Action("cut", at=(bits.below(42),) * bits.below(5), source="top")
    if verb == "show":
        hand = state.cards.hands[seat] or RULES.pack
        return seat, Action("show", card=hand[bits.below(len(hand))])
    return seat, Action(verb)


def hold(before: State, after: State) -> None:
    """Check what is true of every position, whatever was done."""
    assert all(0 <= score <= 12 for score in after.scores)
    if after.phase in ("deal", "over"):
        cards = list(after.game.gathered)
    else:
        laid = [card.card for trick in after.cards.tricks for card in trick.cards]
        laid += [card.card for card in after.cards.trick]
        cards = [
            *after.stub,
            *after.game.rejected,
            *laid,
            *(c for hand in after.cards.hands for c in hand),
        ]
    assert sorted(cards) == sorted(RULES.pack)
    assert (max(after.scores) == 12) == (after.phase == "over")
    if after.game.last_foul is not None and after.game.last_foul != before.game.last_foul:
        assert after.scores != before.scores or min(before.scores) == 0
        assert after.game.last_foul.kind in ("cut", "reject", "pass", "raise", "show")


@pytest.mark.clause("TB-35", "TB-60", "TB-61", "TB-62")
@pytest.mark.parametrize("number", range(len(SETTINGS)))
@pytest.mark.parametrize("seed", range(8))
def test_no_card_is_lost_no_score_leaves_its_range_and_fouls_end_no_match(
    number: int, seed: int
) -> None:
    bits = Bits(1000 * number + seed)
    options = RULES.options(SETTINGS[number], 4)
    state = RULES.start(options, 4, bits.below(4))
    for _ in range(3000):
        turn = RULES.turn(state)
        if turn.over:
            break
        before = state
        if turn.wants_pack:
            state, _ = RULES.deal(state, next_pack(RULES, state, bits))
        else:
            seat, action = attempt(state, bits)
            try:
                tried, _ = RULES.apply(state, seat, action)
            except IllegalAction as refusal:
                assert refusal.sentence
                assert refusal.clause is not None or refusal.code is Code.MALFORMED
            else:
                hold(state, tried)
                if tried.phase != "over" and tried.scores != state.scores:
                    state = tried
            before = state
            if RULES.turn(state).wants_pack:
                continue
            to_act = RULES.turn(state).to_act
            seat = to_act[bits.below(len(to_act))]
            state, _ = RULES.apply(state, seat, random_choice(state, seat, bits))
        hold(before, state)
    else:
        pytest.fail("the match did not end")


@pytest.mark.clause("TB-62")
def test_where_fouls_are_refused_there_never_is_one() -> None:
    bits = Bits(5)
    state = RULES.start(RULES.options({}, 4), 4, 0)
    for _ in range(400):
        turn = RULES.turn(state)
        if turn.over:
            return
        if turn.wants_pack:
            state, _ = RULES.deal(state, next_pack(RULES, state, bits))
            continue
        seat, action = attempt(state, bits)
        legal = RULES.verbs_legal(state, seat)
        if action.verb not in legal:
            with pytest.raises(IllegalAction):
                RULES.apply(state, seat, action)
        seat = turn.to_act[0]
        state, _ = RULES.apply(state, seat, random_choice(state, seat, bits))
        assert state.game.last_foul is None
