"""The cards of a deck as numbers of the protocol's enum, and back."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import cards_pb2
from cardtui_engine.cards import UNKNOWN, Card, Deck
from cardtui_server.match.refusals import Reason, Refused

_FIRST_CARD: Final = {
    "spanish": cards_pb2.CARD_SPANISH_1E,
    "french": cards_pb2.CARD_FRENCH_AS,
}


class CardNumbers:
    """Converts the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._first = int(_FIRST_CARD[deck.name])
        self._count = len(deck.codes)

    def write(self, card: Card) -> cards_pb2.Card.ValueType:
        """Return the number of a card in the enum."""
        number = int(cards_pb2.CARD_HIDDEN) if card == UNKNOWN else self._first + card
        return cards_pb2.Card.ValueType(number)

    def read(self, number: int) -> Card:
        """Return the card with that number in the enum.

        Raises:
            Refused: no card of this deck has that number.
        """
        if not 0 <= number - self._first < self._count:
            raise Refused(Reason.MALFORMED, "There is no such card in this game's pack.")
        return Card(number - self._first)
