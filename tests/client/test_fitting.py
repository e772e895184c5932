"""A discard that would lie in a meld of yours is marked: never one that would not, by any rules."""

from random import Random

import pytest

from cardtui_client.faces.rummy.view import loose, makes_meld, prolongs
from cardtui_client.model.cards import card_of, face
from cardtui_engine.cards import FRENCH
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import hand_mask, mask_cards
from cardtui_engine.families.rummy.melding.melder import Melder

FORMS = {
    "cacheta": Form(aces_high=True, least_suits=2, most_suits=4, longest=8),
    "pif paf": Form(aces_high=False, least_suits=3, most_suits=3, longest=6),
    "pif paf tradicional": Form(aces_high=True, least_suits=3, most_suits=4, longest=5),
}


def melded(melder: Melder, hand: list[str]) -> int:
    return sum(meld.bit_count() for meld in melder.best(hand_mask(FRENCH.cards(hand))))


def helps(melder: Melder, hand: list[str], card: str) -> bool:
    """Tell whether the client would mark that discard."""
    arranged = [mask_cards(meld) for meld in melder.best(hand_mask(FRENCH.cards(hand)))]
    melds = [[card_of(FRENCH.code(each), "french") or 0 for each in meld] for meld in arranged]
    held = [card_of(code, "french") or 0 for code in hand]
    shown = face(card_of(card, "french") or 0)
    left = [face(each) for each in loose(held, melds)]
    runs = [[*map(face, meld)] for meld in melds if len(meld) < 4]
    return makes_meld(shown, left) or any(prolongs(shown, meld) for meld in runs)


@pytest.mark.parametrize("name", FORMS)
def test_what_is_marked_puts_more_of_the_hand_into_melds(name: str) -> None:
    melder, random = Melder(FORMS[name]), Random(11)
    codes = [code for code in FRENCH.codes if not code.startswith("X")]
    marked = 0
    for _round in range(1500):
        *hand, card = random.sample(codes, 10)
        if helps(melder, hand, card):
            marked += 1
            assert melded(melder, [*hand, card]) > melded(melder, hand), (hand, card)
    assert marked > 100


@pytest.mark.parametrize(
    ("hand", "card", "marked"),
    [
        ("2D 3D 5D 6D KC 9S 8H JS QH", "4D", True),
        ("7H 7C KC 9S 8H JS QH 2D 4S", "7D", True),
        ("4H 5H 6H KC 9S JS QD 2D 4S", "7H", True),
        ("7H 7C KC 9S 8H JS QH 2D 4S", "7H", False),
        ("QS KS 2D 4H 6C 8D 9H JC 3H", "AS", False),
        ("2D 4D 6D 8S TS QC KH 9C 5H", "JS", False),
    ],
)
def test_it_goes_beside_two_cards_or_on_with_a_row(hand: str, card: str, marked: bool) -> None:
    for form in FORMS.values():
        assert helps(Melder(form), hand.split(), card) is marked
