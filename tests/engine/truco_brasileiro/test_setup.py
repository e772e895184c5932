"""Positions that can be set up, and those that cannot."""

from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest

from cardtui_engine.bits import Bits, riffle
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.refusals import BadSetup
from cardtui_engine.turn import SHUFFLED
from tests.engine.truco_brasileiro.table import FOUR, RULES, act, position

WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "dealer"),
    ({"dealer": 4}, "dealer"),
    ({"dealer": True}, "dealer"),
    ({"dealer": 0, "chips": [1]}, "chips"),
    ({"dealer": 0, "scores": [12, 0]}, "scores"),
    ({"dealer": 0, "scores": [1]}, "scores"),
    ({"dealer": 0, "scores": [-1, 0]}, "scores"),
    ({"dealer": 0, "tricks": [0]}, "tricks: it needs hands"),
    ({"dealer": 0, "leader": 1}, "leader: it needs hands"),
    ({"dealer": 0, "begin": "play"}, "begin: it needs hands"),
    ({"dealer": 0, "hands": FOUR, "begin": "draw"}, "begin"),
    ({"dealer": 0, "hands": FOUR[:3]}, "hands"),
    ({"dealer": 0, "hands": (FOUR[0],) * 4}, "hands: a card is there twice"),
    ({"dealer": 0, "hands": (("3S", "2S", "TH"), *FOUR[1:])}, "not of this game's pack"),
    ({"dealer": 0, "hands": (("3S", "2S", "1E"), *FOUR[1:])}, "hands: there is no card"),
    ({"dealer": 0, "hands": (("3S", "2S"), *FOUR[1:])}, "hands: three cards"),
    ({"dealer": 0, "hands": FOUR, "tricks": [0, 0]}, "tricks: the hand would be decided"),
    ({"dealer": 0, "hands": FOUR, "tricks": [0, "tie"]}, "tricks: the hand would be decided"),
    ({"dealer": 0, "hands": FOUR, "tricks": ["tie"] * 3}, "tricks"),
    ({"dealer": 0, "hands": FOUR, "tricks": [2]}, "tricks: a list"),
    ({"dealer": 0, "hands": FOUR, "tricks": [True]}, "tricks: a list"),
    ({"dealer": 0, "hands": FOUR, "leader": 4}, "leader"),
]


@pytest.mark.parametrize(("setup", "why"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    setup: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        RULES.setup(RULES.options({}, 4), 4, setup)


def test_only_four_play() -> None:
    for seats in (2, 3, 6):
        with pytest.raises(BadSetup, match="for 4"):
            RULES.start(RULES.options({}, 4), seats, 0)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert {preset.name: dict(preset.values) for preset in RULES.presets} == {
        "denexa": {"won_tricks": "face_down"},
        "mesa": {"shuffle": "full", "accepted_decides": "hand"},
    }


@pytest.mark.clause("TB-01")
def test_forty_cards_ace_to_seven_jack_queen_king() -> None:
    assert {FRENCH.code(card) for card in PACK} == {a + b for a in "A234567JQK" for b in "SHDC"}
    assert len(PACK) == 40


@pytest.mark.clause("TB-02")
def test_the_order_of_the_whole_pack() -> None:
    tops = ["4C", "7H", "AS", "7D"]
    in_order = sorted(PACK, key=lambda card: -OLD_STRENGTH[card])
    assert [FRENCH.code(card) for card in in_order[:4]] == tops
    ranks = [FRENCH.code(card)[0] for card in in_order[4:]]
    counts = [(rank, len(list(filter(rank.__eq__, ranks)))) for rank in dict.fromkeys(ranks)]
    assert counts == list(zip("32AKJQ7654", (4, 4, 3, 4, 4, 4, 2, 4, 4, 3), strict=True))
    for rank in "32AKJQ7654":
        same = {
            OLD_STRENGTH[card]
            for card in PACK
            if FRENCH.code(card)[0] == rank and FRENCH.code(card) not in tops
        }
        assert len(same) == 1


@pytest.mark.clause("TB-03")
def test_a_riffle_is_distributed_as_the_model_says() -> None:
    """Of the 2^n equally likely rows of bits the order as it was comes from n + 1, others from one.

    That is what cutting binomially and dropping cards in proportion to the packets gives.
    """
    pack = tuple(Card(number) for number in range(5))
    orders = Counter(riffle(pack, bits) for bits in product((0, 1), repeat=5))
    assert orders.pop(pack) == 6
    assert set(orders.values()) == {1}
    assert len(orders) == 2**5 - 6
    for order in orders:
        places = [order.index(card) for card in pack]
        assert sum(one > other for one, other in pairwise(places)) == 1


@pytest.mark.clause("TB-03")
def test_a_riffle_takes_one_bit_a_card() -> None:
    with pytest.raises(ValueError, match="one bit"):
        riffle(PACK, [0] * 39)


@pytest.mark.clause("TB-03")
def test_the_pack_is_gathered_to_be_riffled_but_not_where_it_is_shuffled_in_full() -> None:
    for shuffle in ("riffle", "full"):
        state = position(options={"shuffle": shuffle})
        assert RULES.turn(state).chance is None
        state, _ = act(state, 0, "truco")
        state, _ = act(state, 1, "run")
        chance = RULES.turn(state).chance
        if shuffle == "full":
            assert chance == SHUFFLED
        else:
            assert chance is not None
            assert chance.gathered is not None
            assert sorted(chance.gathered) == sorted(PACK)
            assert [*map(FRENCH.code, chance.gathered)] == RULES.facts(state)["gathered"]
        begun, _ = RULES.deal(state, next_pack(RULES, state, Bits(1)))
        assert RULES.turn(begun).chance is None
        assert RULES.facts(begun)["gathered"] is None


@pytest.mark.clause("TB-03")
def test_the_first_hand_has_nothing_to_gather() -> None:
    state = RULES.start(RULES.options({}, 4), 4, 0)
    assert RULES.turn(state).chance == SHUFFLED
    assert RULES.facts(state)["gathered"] is None
