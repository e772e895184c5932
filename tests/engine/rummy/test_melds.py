"""The solver of melds against brute force, and against what the sheets say in words."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH, JOKER, Card
from cardtui_engine.families.rummy.cards.declaring import laid_order
from cardtui_engine.families.rummy.melding.masks import CARDS, hand_mask, mask_cards, with_card
from tests.engine.rummy.any_rules import GAMES, Rules, draw_rules
from tests.engine.rummy.brute_force import answers, face, is_meld, partitions
from tests.engine.rummy.hands import near_miss, random_hand


def compare(rules: Rules, hand: tuple[Card, ...]) -> bool:
    """Compare every answer about a hand; return whether it goes out."""
    melder, sheet, _ = rules
    mask = hand_mask(hand)
    expected = answers([face(card) for card in hand], sheet)
    ways = melder.out(mask)
    assert {
        None if card is None else face(card): len(melds) for card, melds in ways.items()
    } == expected.out
    for thrown, melds in ways.items():
        left = mask
        for meld in melds:
            assert meld & left == meld
            left ^= meld
            assert is_one_meld(rules, meld)
        assert mask_cards(left) == (() if thrown is None else (thrown,))
        compare_partitions(rules, mask_cards(mask ^ left))
    best = melder.best(mask)
    melded = 0
    for meld in best:
        assert not meld & melded
        assert not meld & ~mask
        melded |= meld
        assert is_one_meld(rules, meld)
    assert (melded.bit_count(), len(best)) == (expected.most, expected.fewest)
    return bool(ways)


def compare_partitions(rules: Rules, hand: tuple[Card, ...]) -> None:
    """Compare the ways in which all the cards lie in melds, of which there is one at least."""
    found = rules.melder.partitions(hand_mask(hand))
    told = {tuple(sorted([tuple(sorted(map(face, meld))) for meld in laid])) for laid in found}
    assert len(found) == len(told) > 0
    assert told == partitions([face(card) for card in hand], rules.sheet)


def is_one_meld(rules: Rules, meld: int) -> bool:
    """Whether both the engine and brute force call it a meld."""
    cards = mask_cards(meld)
    return rules.melder.is_meld(hand_mask(cards)) and is_meld(
        tuple(sorted(map(face, cards))), rules.sheet
    )


def run(game: str, seed: int, hands: int) -> None:
    bits = Bits(seed)
    outs = 0
    for _ in range(hands):
        rules = draw_rules(game, bits)
        hand = rules.hand(bits) if bits.below(5) else random_hand(bits)
        outs += compare(rules, hand)
    assert outs > hands // 20  # near misses go out often enough to say something


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("PP-30", "PP-31", "PP-32", "PP-33", "PP-44", "PT-30", "PT-31", "PT-40")
@pytest.mark.clause("CA-10", "CA-11", "CA-12", "CA-13", "CA-14", "CA-30")
@pytest.mark.clause("CA-15", "PP-34", "PT-32")
def test_the_solver_agrees_with_brute_force(game: str) -> None:
    run(game, 1, 60)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", GAMES)
def test_the_solver_agrees_with_brute_force_on_many_hands(game: str) -> None:
    run(game, 2, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("CA-40", "PP-42")
def test_the_cards_that_complete_a_hand_agree_with_brute_force(game: str) -> None:
    bits = Bits(3)
    waiting = 0
    for _ in range(3):
        rules = draw_rules(game, bits)
        hand = rules.hand(bits, 9)
        faces = [face(card) for card in hand]
        there = {JOKER: rules.melder.jokers}
        expected = [
            card
            for card in (*CARDS, JOKER)
            if hand.count(card) < there.get(card, 2)
            and answers([*faces, face(card)], rules.sheet).out
        ]
        assert list(rules.melder.completing(hand_mask(hand))) == expected
        waiting += bool(expected)
    assert waiting


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_is_meld_agrees_with_brute_force_on_any_cards(game: str) -> None:
    bits = Bits(4)
    melds = 0
    for _ in range(1_500):
        rules = draw_rules(game, bits)
        size = 1 + bits.below(6)
        cards = rules.hand(bits)[:size]
        verdict = rules.melder.is_meld(hand_mask(cards))
        assert verdict == is_meld(tuple(sorted(map(face, cards))), rules.sheet)
        melds += verdict
    assert melds > 15


def test_the_order_of_the_cards_changes_nothing() -> None:
    bits = Bits(5)
    for _ in range(300):
        rules = draw_rules("cacheta", bits)
        hand = list(near_miss(bits, rules.trumps))
        first = rules.melder.best(hand_mask(hand)), rules.melder.out(hand_mask(hand))
        bits.shuffle(hand)
        assert (rules.melder.best(hand_mask(hand)), rules.melder.out(hand_mask(hand))) == first


def test_a_hand_of_no_cards_melds_nothing() -> None:
    for game in GAMES:
        melder = draw_rules(game, Bits(6)).melder
        assert melder.best(0) == ()
        assert melder.completing(0) == ()
        assert not melder.is_meld(0)


def test_a_second_copy_is_a_bit_of_its_own() -> None:
    seven, king = FRENCH.cards(["7S", "KD"])
    both = hand_mask((seven, king, seven))
    assert both == with_card(hand_mask((seven, king)), seven)
    assert mask_cards(both) == (seven, seven, king)


def codes(cards: tuple[int, ...]) -> str:
    return " ".join(FRENCH.codes[card] for card in cards)


@pytest.mark.parametrize(
    ("meld", "wild", "laid"),
    [
        ("8C JC KC QC", "8C", "8C JC QC KC"),
        ("8C JC KC", "8C", "JC 8C KC"),
        ("6S 8H TH JH", "6S", "8H 6S TH JH"),
        ("4S 5S 7S 6D", "6D", "4S 5S 6D 7S"),
        ("8D QC KC AC", "8D", "8D QC KC AC"),
        ("8C 9C TC", "8C", "8C 9C TC"),
        ("KD 3S KS KH", "3S", "KD KS KH 3S"),
        ("QH AH KH", "2S", "QH KH AH"),
        ("3H AH 2H", "9S", "AH 2H 3H"),
        ("AS JS TS", "AS", "TS JS AS"),
        ("AS KH QH", "AS", "AS QH KH"),
        ("6D 7D 9D AS", "AS", "6D 7D AS 9D"),
    ],
)
@pytest.mark.clause("CA-03")
def test_a_wild_card_lies_in_the_gap_that_it_fills(meld: str, wild: str, laid: str) -> None:
    trumps = FRENCH.cards(wild.split())
    assert codes(laid_order(FRENCH.cards(meld.split()), trumps)) == laid


@pytest.mark.parametrize(
    "meld", ["AS KH QH", "AS AS QS", "3H 3H 3S", "9S 5C 2H", "4S 4S 5S", "2C 9C KC", "7D"]
)
def test_all_cards_stay_whatever_they_are(meld: str) -> None:
    cards = FRENCH.cards(meld.split())
    assert sorted(laid_order(cards, FRENCH.cards(["AS", "5C", "KC"]))) == sorted(cards)
