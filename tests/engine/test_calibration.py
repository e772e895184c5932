"""What hints say is compared with what happens: the counting of it."""

from collections import Counter
from itertools import islice

import pytest

from bench.calibration import (
    CORRECTIONS,
    FEWEST_PER_DOT,
    PLAYED_TABLES,
    SCORE_KIND,
    Seen,
    drawn,
    fitted,
    hands_of,
    measured,
    row,
    summed,
    tenths,
)
from cardtui_engine.bots import CameTo, Reason, came_true
from cardtui_engine.families.truco.brazilian.bot import deciding as brazilian
from cardtui_engine.games.truco_argentino.bot import deciding as argentino
from tests.support.nights import by_night


def test_chances_go_into_the_tenth_that_was_said_and_values_go_by_their_order() -> None:
    chances = [(0.04, 0.0), (0.06, 1.0), (0.55, 1.0), (1.0, 1.0)]
    found = tenths([Seen(*each, match) for match, each in enumerate(chances)])
    assert [each.number for each in found] == [2, 1, 1]
    assert found[0].said == pytest.approx(0.05)
    assert found[0].happened == 0.5
    values = [(0.1 * place, 0.25) for place in range(20)]
    assert [each.number for each in tenths([Seen(*each, 1) for each in values])] == [2] * 10
    same = [Seen(0.6, 0.25 + match % 2 / 2, match) for match in range(20)]
    assert [each.happened for each in tenths(same)] == [0.5] * 10


def test_decisions_of_one_match_tell_no_more_than_its_end() -> None:
    """Half of ten matches are won: a hundred decisions in each leave the same margin as one."""
    ends = [(match, float(match % 2)) for match in range(10)]
    [one] = tenths([Seen(0.5, end, match) for match, end in ends])
    [many] = tenths([Seen(0.5, end, match) for match, end in ends for _ in range(100)])
    assert many.margin == pytest.approx(one.margin) == pytest.approx(1 / 3)


def test_a_kind_is_beyond_if_a_tenth_is_off_by_more_than_its_margin() -> None:
    true = [Seen(0.5, float(match % 2), match) for match in range(400)]
    false = [Seen(0.85, float(match % 2), match) for match in range(400)]
    assert summed(true) == (400, 0.0, 1.0, [])
    number, off, near, [tenth] = summed([*true, *false])
    assert (number, near) == (800, 0.5)
    assert off == pytest.approx(0.175)
    assert tenth.said == pytest.approx(0.85)
    assert row("both", [*true, *false]) == "| both | 800 | 17.5 | 50 % | 85: 50 |"


def test_a_correction_never_falls_and_makes_what_it_was_fitted_on_come_true() -> None:
    said = [0.15] * 100 + [0.25] * 100 + [0.75] * 100
    won = [1.0] * 30 + [0.0] * 70 + [1.0] * 10 + [0.0] * 90 + [1.0] * 60 + [0.0] * 40
    found = [Seen(*pair, match) for match, pair in enumerate(zip(said, won, strict=True))]
    low, high = fitted(found)
    assert low == pytest.approx((0.2, 0.2))
    assert high == pytest.approx((0.75, 0.6))


@pytest.mark.parametrize("came_to", [each for told in CORRECTIONS for each in told.values()])
def test_what_is_told_grows_with_what_is_believed(came_to: CameTo) -> None:
    told = [came_true(each / 100, came_to) for each in range(101)]
    assert told == sorted(told)
    assert told[0] >= 0.0
    assert told[-1] <= 1.0


def test_what_the_score_says_is_counted_once_in_a_hand() -> None:
    said = [hand.of_match for hand in islice(hands_of(PLAYED_TABLES["mesa"], 5), 6)]
    assert [[kind for kind, _, _ in each].count(SCORE_KIND) for each in said] == [1] * 6


@pytest.mark.parametrize("table", ["argentino", "cacho", *by_night("paulista", "tradicional")])
def test_what_is_said_in_a_hand_is_settled_once_it_is_over(table: str) -> None:
    hands = list(islice(hands_of(PLAYED_TABLES[table], 5), 36 if table == "paulista" else 12))
    pairs = [(kind, pair) for hand in hands for kind, pairs in hand.found.items() for pair in pairs]
    assert len(pairs) > 3
    for kind, (said, happened) in pairs:
        if not kind.startswith("value"):
            assert 0 <= said <= 1
            assert happened in (0.0, 1.0)


@pytest.mark.slow
def test_a_hand_of_traditional_pif_paf_comes_to_one_winner() -> None:
    """Each seat that stays says a chance once a lap; of these, one seat's come true."""
    for hand in islice(hands_of(PLAYED_TABLES["tradicional"], 6), 3):
        first = hand.found["chance vou"]
        assert sum(happened for _said, happened in first) <= 1


def test_the_picture_has_a_dot_where_enough_was_said() -> None:
    found = measured(PLAYED_TABLES["cacho"], 1, decisions=1_000_000, matches=2)
    picture = drawn({**found, "often": [Seen(0.25, 1.0, 1)] * 100})
    assert picture.count("<circle") == 1 + sum(
        each.number >= FEWEST_PER_DOT for pairs in found.values() for each in tenths(pairs)
    )


def told(table: str, matches: int) -> Counter[str]:
    """Return how often chances to win the match were told, by kind."""
    hands = (hand for seed in range(matches) for hand in hands_of(PLAYED_TABLES[table], seed))
    return Counter(kind for hand in hands for kind, _, _ in hand.of_match)


@pytest.mark.slow
def test_hard_bots_raise_in_answer_where_such_raises_came_to_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Were all of them lost, and nobody ran, only such would be left as are no answers."""
    before = told("paulista", 6)
    for verb in ("raise", "runs from raise"):
        monkeypatch.setitem(brazilian._CAME_TO, verb, ((0.0, 0.0), (1.0, 0.0)))
    found = told("paulista", 6)
    assert found["match raise"] < before["match raise"] / 2
    assert found["match accept"]


def test_where_a_raise_is_for_a_trick_hard_bots_raise_in_answer_by_that_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = told("denexa", 6)
    monkeypatch.setitem(brazilian._CAME_TO, "raise for a trick", ((0.0, 1.0), (1.0, 1.0)))
    found = told("denexa", 6)
    assert found["match raise"] > before["match raise"] + 2
    assert before["match accept"]


def test_a_bluff_that_hardly_paid_is_told_as_a_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    def bluffs() -> int:
        hands = islice(hands_of(PLAYED_TABLES["argentino"], 5), 60)
        return sum(len(pairs) for hand in hands for kind, pairs in hand.found.items()
                   if kind.startswith(Reason.BLUFF.value))  # fmt: skip

    assert bluffs()
    for verb in ("truco", "retruco", "vale_cuatro"):
        never = ((0.0, 0.0), (1.0, 0.0))
        monkeypatch.setitem(argentino.CHANCE_CORRECTIONS, f"folds to {verb}", never)
    assert not bluffs()
