"""How many cards a hand lacks, and which help it: against every draw and throw there could be."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import Reason
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.rummy.cards.bot.making import PACK
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.play import without
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
from cardtui_engine.games.cacheta.options import terms_of as cacheta_terms
from cardtui_engine.games.pif_paf.options import form_of
from cardtui_engine.games.pif_paf.options import terms_of as pif_paf_terms
from cardtui_engine.games.pif_paf_tradicional.options import terms_of as tradicional_terms
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.simulate import play
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


def more_draws(melder: Melder, hand: int, left: int, number: int) -> int:
    """Return the cards that may come after which some throw leaves a hand that lacks one less."""
    found = 0
    for card in set(mask_cards(left)):
        more, later = with_card(hand, card), without_card(left, card)
        lacks = [
            missing(melder, without_card(more, each), later)
            for each in set(mask_cards(more)) - {card}
        ]
        least = min([each.number for each in lacks if each], default=number)
        assert least >= number - 1
        if least == number - 1:
            found |= left & both((card,))
    return found


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_helps_a_hand_that_lacks_more_leaves_one_that_lacks_one_less(game: str) -> None:
    bits, tried = Bits(30), 0
    while tried < 2:
        rules = draw_rules(game, bits)
        hand = hand_mask(near_or_far(rules, bits))
        left = left_after(rules, hand, bits)
        lack = missing(rules.melder, hand, left)
        if lack is not None and lack.number > 2:
            found = more_draws(rules.melder, hand, left, lack.number)
            assert lack.helping == found, mask_cards(hand)
            tried += 1


def near_or_far(rules: Rules, bits: Bits) -> list[Card]:
    """Return a hand that nearly goes out, but for three cards of it."""
    hand, pack = [*rules.hand(bits, 9)], [*mask_cards(PACK)]
    for card in hand:
        if card in pack:
            pack.remove(card)
    bits.shuffle(pack)
    return [*hand[3:], *pack[:3]]


TERMS: dict[str, Any] = {
    "pif-paf": pif_paf_terms,
    "pif-paf-tradicional": tradicional_terms,
    "cacheta": cacheta_terms,
}
PRESETS = [(game, preset.name) for game in GAMES for preset in get_rules(game).presets]


def hints(
    game: str, preset: str, bits: Bits
) -> Iterator[tuple[Melder, Any, Action, tuple[float, ...]]]:
    """Play a match; yield what hints say of missing cards: the melder, the view, the numbers."""
    rules = get_rules(game)
    [values] = [each.values for each in rules.presets if each.name == preset]
    options = rules.options(values, 4)
    terms = TERMS[game](options)
    bots = [get_bot_maker(game)(options, 4, Level.NORMAL) for _ in range(4)]
    for step in play(rules, options, bots, bits):
        for seat in rules.turn(step.state).to_act:
            view = rules.seat_view(step.state, seat)
            advice = advice_for(game, options, 4, view)
            if advice.reason is Reason.OUTS and advice.action is not None:
                trumps = getattr(view.game, "trumps", ())
                natural = getattr(terms, "natural_trumps", False)
                melder = melder_for(terms.form, trumps, natural=natural, jokers=terms.jokers)
                yield melder, view, advice.action, advice.numbers


def unseen(melder: Melder, view: Any) -> int:
    """Return the cards of which a seat does not know where they are."""
    game, seat = view.game, view.own.seat
    thrown = [card for each in game.shown for card in each.thrown]
    top = getattr(game, "top", None)
    lie = getattr(game, "discards", None)
    if lie is None:  # at Cacheta only the top of the pile lies open, and some are remembered
        lie = thrown if top is None or top in thrown else [*thrown, top]
    flip = [game.flip] if getattr(game, "flip", None) is not None else []
    taken = [card for other, each in enumerate(game.shown) if other != seat for card in each.taken]
    left = PACK | jokers_mask(melder.jokers)
    for card in [*view.own.hand, *lie, *flip, *taken]:
        left = without_card(left, card)
    return left


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_a_hint_counts_the_unseen_cards_that_help_at_every_preset(game: str, preset: str) -> None:
    bits = Bits(37)
    told: Counter[int] = Counter()
    for melder, view, action, (lacks, helping) in hints(game, preset, bits):
        number = int(lacks)
        if number <= 2 and told[number] < 3:
            kept = view.own.hand
            if action.card is not None:
                kept = without(kept, action.card)
            hand, left = hand_mask(kept), unseen(melder, view)
            found = one_draw(melder, hand, left)
            assert number == (1 if found else 2)
            assert helping == (found or two_draws(melder, hand, left)).bit_count(), kept
            told[number] += 1
        if min(told[1], told[2]) == 3:
            break
    assert min(told[1], told[2]) == 3


@pytest.mark.parametrize(
    ("hand", "left", "lack"),
    [
        # Two pairs of knaves and queens, say, wait for the one knave that is left.
        ("QH QH KH KH 4S 6S AD 3D 2C", "JH 5S 9C", None),
        ("QH QH KH KH 4S 6S AD 3D 2C", "JH 5S 2D 9C", (3, "JH 5S 2D")),
        # The one two of diamonds ends the row of the ace, or the set of the two of clubs: not both.
        ("7S JS QS 6H JH AD 3D 9D 2C", "2S 2D KS", None),
    ],
)
def test_melds_do_not_share_a_card_of_which_a_single_copy_is_left(
    hand: str, left: str, lack: tuple[int, str] | None
) -> None:
    def mask(codes: str) -> int:
        return hand_mask(FRENCH.cards(codes.split()))

    found = missing(Melder(form_of("low")), mask(hand), mask(left))
    assert found == (lack and (lack[0], mask(lack[1])))


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
