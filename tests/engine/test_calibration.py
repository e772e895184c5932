"""What hints say is compared with what happens: the counting of it."""

from itertools import islice

import pytest

from bench.calibration import FEWEST, PLAYED, drawn, hands_of, measured, tenths
from tests.support.nights import by_night


def test_chances_go_into_the_tenth_that_was_said_and_values_go_by_their_order() -> None:
    chances = [(0.04, 0.0), (0.06, 1.0), (0.55, 1.0), (1.0, 1.0)]
    found = tenths(chances)
    assert [each.number for each in found] == [2, 1, 1]
    assert found[0].said == pytest.approx(0.05)
    assert found[0].happened == 0.5
    values = [(0.1 * place, 0.25) for place in range(20)]
    assert [each.number for each in tenths(values)] == [2] * 10


@pytest.mark.parametrize("table", ["argentino", "cacho", *by_night("paulista", "tradicional")])
def test_what_is_said_in_a_hand_is_settled_once_it_is_over(table: str) -> None:
    hands = list(islice(hands_of(PLAYED[table], 5), 12))
    pairs = [(kind, pair) for hand in hands for kind, pairs in hand.found.items() for pair in pairs]
    assert len(pairs) > 3
    for kind, (said, happened) in pairs:
        if not kind.startswith("value"):
            assert 0 <= said <= 1
            assert happened in (0.0, 1.0)


def test_a_hand_of_traditional_pif_paf_comes_to_one_winner() -> None:
    """Each seat that stays says a chance once a lap; of these, one seat's come true."""
    for hand in islice(hands_of(PLAYED["tradicional"], 6), 3):
        first = hand.found["chance vou"]
        assert sum(happened for _said, happened in first) <= 1


def test_the_picture_has_a_dot_where_enough_was_said() -> None:
    found = measured(PLAYED["cacho"], 1, decisions=1_000_000, matches=2)
    picture = drawn({**found, "often": [(0.25, 1.0)] * 100})
    assert picture.count("<circle") == 1 + sum(
        each.number >= FEWEST for pairs in found.values() for each in tenths(pairs)
    )
