"""The pack, its order in a trick, and the riffle that keeps it from hand to hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.library.riffle import riffle
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.turn import SHUFFLED
from tests.engine.truco_brasileiro.table import RULES, act, position


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
