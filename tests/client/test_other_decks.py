"""Cards of decks that are neither Spanish nor French as we have them: named, drawn in any size."""

import pytest

from cardtui.card_numbers import pack
from cardtui_client.model.cards import card_name, card_of, corner, face
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.cards import Size, draw_card
from tests.support.colours import PALETTE

CARDS = [
    pack("swords", "8"),
    pack("cups", "9"),
    pack("red", "+2"),
    pack("blue", "REV"),
    pack("acorns", "U"),
    pack("trumps", "21"),
    pack("hearts", "C"),
    pack("joker", "X"),
]


@pytest.mark.parametrize("card", CARDS, ids=[face(card).code for card in CARDS])
@pytest.mark.parametrize("size", Size)
def test_a_card_of_another_deck_is_drawn_in_every_size(card: int, size: Size) -> None:
    canvas = Canvas(size.width + 4, size.height + 2, PALETTE)
    draw_card(canvas, 1, 0, card, size)
    assert corner(face(card)) in canvas.plain()


def test_it_has_a_name_and_is_found_by_what_is_typed() -> None:
    assert card_name(pack("swords", "8")) == "eight of swords"
    assert card_name(pack("red", "+2")) == "+2 of red"
    assert card_of("+2r", "other") == pack("red", "+2")
    assert card_of("8E", "spanish") is None
    assert card_name(7 << 24) == "a card face down"
