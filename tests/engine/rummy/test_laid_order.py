"""Melds are shown as people lay them."""

from __future__ import annotations

import pytest

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.rummy.melding.laid_order import laid_order


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
