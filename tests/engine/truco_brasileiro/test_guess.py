"""Hands that a bot plays out in its head end as they do at the table."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.events import HandEnded
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH
from cardtui_engine.families.truco.playout import play_out
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, DRAWN, FACE_DOWN
from cardtui_engine.games.truco_brasileiro.bot import knowledge_of
from cardtui_engine.games.truco_brasileiro.options import LAST_DECIDES
from cardtui_engine.games.truco_brasileiro.state import State
from tests.engine.truco_brasileiro.table import RULES

MODES = next(spec.choices for spec in RULES.specs if spec.name == "accepted_decides")


def dealt(mode: str, bits: Bits) -> State:
    """Return a hand before its first card, with many cards that tie."""
    state = RULES.start(RULES.options({"accepted_decides": mode}, 4), 4, bits.below(4))
    often = {1 + bits.below(10) for _ in range(4)}
    pack = list(RULES.pack)
    bits.shuffle(pack)
    pack.sort(key=lambda card: OLD_STRENGTH[card] not in often)
    state, _ = RULES.deal(state, pack)
    [cutter] = RULES.turn(state).to_act
    state, _ = RULES.apply(state, cutter, Action("cut", at=(39,), source="top"))
    [mao] = RULES.turn(state).to_act
    return RULES.apply(state, mao, Action("keep"))[0]


def raised(state: State) -> State:
    """Return the position after whose turn it is has raised and the others accepted."""
    seat = state.cards.leader
    state, _ = RULES.apply(state, seat, Action("truco"))
    return RULES.apply(state, RULES.turn(state).to_act[0], Action("accept"))[0]


def in_turn(_seat: int, hand: list[int], _best: int, _winner: int | None, _after: int) -> int:
    return hand.pop(0)


@pytest.mark.clause("TB-22", "TB-24", "TB-25", "TB-26", "TB-46")
@pytest.mark.parametrize("mode", MODES)
def test_a_hand_played_out_goes_to_whom_the_rules_give_it(mode: str) -> None:
    bits = Bits(7)
    outcomes = set()
    for _ in range(150):
        state = dealt(mode, bits)
        raises_in = bits.below(4)
        on_the_way: list[State] = []
        played: list[tuple[int, int]] = []
        ended: tuple[HandEnded, ...] = ()
        while not ended:
            if not state.cards.trick and len(state.cards.tricks) == raises_in:
                state = raised(state)
                raises_in = -1
                on_the_way, played = [], []  # nobody raises in a hand that is played out
            on_the_way.append(state)
            [seat] = RULES.turn(state).to_act
            hand = state.cards.hands[seat]
            card = hand[bits.below(len(hand))]
            hidden = bool(state.cards.tricks) and not bits.below(3)
            played.append((seat, FACE_DOWN if hidden else OLD_STRENGTH[card]))
            action = Action("play", card=card, face_down=True if hidden else None)
            state, events = RULES.apply(state, seat, action)
            ended = tuple(event for event in events if isinstance(event, HandEnded))
        winners = ended[0].winners
        outcomes.add(winners)
        for at, before in enumerate(on_the_way):
            table = knowledge_of(RULES.seat_view(before, RULES.turn(before).to_act[0]))
            # Who is not asked any more before the hand is decided would have thrown anything.
            hands = [[1] * 3 for _ in range(4)]
            for seat, value in reversed(played[at:]):
                hands[seat].insert(0, value)
            course = LAST_DECIDES if mode == "trick" and before.raises.stake > 1 else BEST_OF_THREE
            takes = play_out(table.progress, course, hands, None, in_turn)
            assert takes == (winners[0] if winners else DRAWN)
    assert outcomes == {(0, 2), (1, 3), ()}
