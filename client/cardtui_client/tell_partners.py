"""The draw for partners, told as sentences: who drew what, and so who plays with whom."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import events_pb2
from cardtui_client.cards import card_words, face
from cardtui_client.i18n import _
from cardtui_client.model import TableModel
from cardtui_client.sides import side_name

MOST_DRAWS: Final = 8
MOST_CARDS: Final = 6
"""More draws, or more cards in one of them, are a hostile server's."""


def ranks_of(partners: events_pb2.PartnersDrawn) -> str:
    """Return the ranks that were drawn by, the highest first: not the order of the game."""
    spanish = any(face(card).deck == "spanish" for draw in partners.draws for card in draw.cards)
    return "12 11 10 7 6 …" if spanish else "A K Q J 7 6 …"


def drawn(partners: events_pb2.PartnersDrawn, model: TableModel) -> list[str]:
    """Return who drew what and who plays together, for the model after the draw."""
    draws = [_draw(draw, model) for draw in partners.draws[:MOST_DRAWS]]
    return [
        _("Partners are drawn by high card ({ranks}).", ranks=ranks_of(partners)),
        _("They drew: {draws}.", draws="; ".join(draws)),
        _(
            "{winners} drew the highest and play together, against {others}.",
            winners=side_name(model, 0),
            others=side_name(model, 1),
        ),
    ]


def _draw(draw: events_pb2.PartnerDraw, model: TableModel) -> str:
    words = f"{model.name_of(draw.seat)} {card_words(draw.cards[0]) if draw.cards else ''}"
    for card in draw.cards[1:MOST_CARDS]:
        words = _("{drawn}, then {card}", drawn=words, card=card_words(card))
    return words
