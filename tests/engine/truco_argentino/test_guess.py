"""Rounds that a bot plays out in its head end as they do at the table."""

from itertools import product
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import came_true
from cardtui_engine.events import HandEnded
from cardtui_engine.families.truco.playout import NO_CORRECTION, play_out, played_on
from cardtui_engine.games.truco_argentino.bot.knowledge import knowledge_of
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.games.truco_argentino.tricks import course_of
from tests.engine.truco_argentino.table import RULES, shuffled

OPTIONS = [
    {"second_tie": second, "third_tie": third}
    for second, third in product(
        *[spec.choices for spec in RULES.specs if spec.name in ("second_tie", "third_tie")]
    )
]


def dealt(options: dict[str, Any], seats: int, bits: Bits) -> State:
    """Return a round before its first card, with many cards that tie."""
    state = RULES.start(options, seats, bits.below(seats))
    often = {1 + bits.below(10) for _ in range(6)}
    pack = sorted(shuffled(bits), key=lambda card: STRENGTH[card] not in often)
    state, _ = RULES.deal(state, pack)
    [cutter] = RULES.turn(state).to_act
    return RULES.apply(state, cutter, Action("tap"))[0]


def resigned(state: State, bits: Bits) -> State:
    """Return the position after somebody whose partners play on has laid the cards down."""
    turn = RULES.turn(state)
    seats = turn.to_act + turn.may_act
    after, events = RULES.apply(state, seats[bits.below(len(seats))], Action("resign"))
    return state if any(isinstance(event, HandEnded) for event in events) else after


def in_turn(_seat: int, hand: list[int], _best: int, _winner: int | None, _after: int) -> int:
    return hand.pop(0)


@pytest.mark.clause("TA-11", "TA-12")
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", OPTIONS, ids=["-".join(each.values()) for each in OPTIONS])
def test_a_round_played_out_goes_to_whom_the_rules_give_it(
    options: dict[str, Any], seats: int
) -> None:
    bits = Bits(seats)
    checked = RULES.options(options, seats)
    terms = terms_of(checked, seats)
    for _ in range(60):
        state = dealt(checked, seats, bits)
        if seats > 2 and not bits.below(4):
            state = resigned(state, bits)
        on_the_way: list[State] = []
        played: list[tuple[int, int]] = []
        ended: tuple[HandEnded, ...] = ()
        while not ended:
            on_the_way.append(state)
            [seat] = RULES.turn(state).to_act
            hand = state.tricks.hands[seat]
            card = hand[bits.below(len(hand))]
            played.append((seat, STRENGTH[card]))
            state, events = RULES.apply(state, seat, Action("play", card=card))
            ended = tuple(event for event in events if isinstance(event, HandEnded))
        for at, before in enumerate(on_the_way):
            [viewer] = RULES.turn(before).to_act
            table = knowledge_of(RULES.seat_view(before, viewer))
            # Who is not asked any more before the round is decided would have thrown anything.
            hands = [[1] * 3 for _ in range(seats)]
            for seat, value in reversed(played[at:]):
                hands[seat].insert(0, value)
            course = course_of(terms, table.mano, table.live)
            takes = play_out(table.progress, course, hands, None, in_turn)
            assert takes == ended[0].winners[0] & 1


def test_what_came_true_lies_between_what_was_counted_and_goes_up_with_the_promise() -> None:
    counted = ((-1.0, -1.0), (0.0, -0.6), (1.0, 1.5))
    assert came_true(-0.5, counted) == pytest.approx(-0.8)
    assert came_true(1.0, counted) == 1.5
    assert came_true(1.01, counted) == 1.5
    assert played_on(0.5, counted) == pytest.approx(0.2)
    assert played_on(0.75, NO_CORRECTION) == pytest.approx(0.75)
    assert played_on(0.95, counted) == 0.95, "raises win no more hands than the cards"
