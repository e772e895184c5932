"""How many cards a hand lacks, and which help it: against every draw and throw there could be."""

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH
from cardtui_engine.families.rummy.cards.bot.making import PACK
from cardtui_engine.families.rummy.melding.masks import (
    both,
    hand_mask,
    jokers_mask,
    mask_cards,
    with_card,
    without_card,
)
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.families.rummy.melding.missing import missing
from cardtui_engine.games.pif_paf.options import form_of
from tests.engine.rummy.any_rules import GAMES, Rules, draw_rules


def left_after(rules: Rules, hand: int, bits: Bits) -> int:
    """Return what may come after that hand and some other cards, at times most, were seen."""
    left = PACK | jokers_mask(rules.melder.jokers)
    for card in mask_cards(hand):
        left = without_card(left, card)
    for _ in range(bits.below(60)):
        cards = mask_cards(left)
        left = without_card(left, cards[bits.below(len(cards))])
    return left


def one_draw(melder: Melder, hand: int, left: int) -> int:
    """Return the cards that may come with which the hand goes out."""
    return left & both(melder.completing(hand))


def two_draws(melder: Melder, hand: int, left: int) -> int:
    """Return the cards that may come after which another one could let the hand go out."""
    found = 0
    for card in set(mask_cards(left)):
        more, later = with_card(hand, card), without_card(left, card)
        throws = set(mask_cards(more)) - {card}
        if any(one_draw(melder, without_card(more, each), later) for each in throws):
            found |= left & both((card,))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_that_help_are_those_that_brute_force_finds(game: str) -> None:
    bits, lacking = Bits(35), [0, 0, 0]
    for _ in range(40):
        rules = draw_rules(game, bits)
        hand = hand_mask(rules.hand(bits, 9))
        left = left_after(rules, hand, bits)
        lack = missing(rules.melder, hand, left)
        if helping := one_draw(rules.melder, hand, left):
            assert lack == (1, helping), mask_cards(hand)
        elif helping := two_draws(rules.melder, hand, left):
            assert lack == (2, helping), mask_cards(hand)
        else:
            assert lack is None or lack.number > 2, mask_cards(hand)
        lacking[min(lack.number, 3) - 1 if lack else 2] += 1
    assert min(lacking[:2]) > 4


def test_fourth_and_fifth_cards_of_melds_help_as_well() -> None:
    """With melds of four and five, spades and hearts may grow; or the king or a five begins one."""
    hand = hand_mask(FRENCH.cards(["AS", "2S", "3S", "4S", "7H", "8H", "9H", "KD", "5C"]))
    left = PACK
    for card in mask_cards(hand):
        left = without_card(left, card)
    lack = missing(Melder(form_of("low")), hand, left)
    assert lack is not None
    assert lack.number == 2
    growing, beginning = "5S 6S 5H 6H TH JH", "3C 4C 5H 5D 5S 6C 7C QD JD KS KH KC 4H 4D 4C 2S 3S"
    for code in f"{growing} {beginning}".split():
        assert lack.helping & both(FRENCH.cards([code])), code
