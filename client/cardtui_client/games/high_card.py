"""The draw for high card, told as sentences: what it is for, who drew what, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_words
from cardtui_client.model.sides import side_name
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text

MOST_DRAWS: Final = 8
MOST_CARDS: Final = 6
"""More draws, or more cards in one of them, are a hostile server's."""

_MOST_RANKS: Final = 5


def announced(table: tables_pb2.Table) -> list[str]:
    """Return what will be drawn for by high card at a table; nothing if nothing is.

    Where partners are, it tells how the first dealer is found, too.
    """
    by_card = table.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
    partners = table.partners == tables_pb2.PARTNERS_HIGH_CARD
    if partners and by_card:
        return [_("Partners and the first dealer are drawn by high card before each match.")]
    if partners:
        return [_("Partners are drawn by high card before each match, the first dealer by lot.")]
    if by_card:
        return [_("The first dealer of each match is drawn by high card.")]
    return []


def drawn(draw: events_pb2.HighCardsDrawn, model: TableModel) -> list[str]:
    """Return who drew what and what came of it, for the model after the draw."""
    draws = [_draw(each, model) for each in draw.draws[:MOST_DRAWS]]
    return [
        purpose(draw),
        _("They drew: {draws}.", draws="; ".join(draws)),
        *came(draw, model),
        *own_seat(model, {each.seat: each.before for each in draw.draws[:MOST_DRAWS]}),
    ]


def own_seat(model: TableModel, before: Mapping[int, int]) -> list[str]:
    """Return where one sits now, if that is another seat.

    Args:
        model: the table after players have moved.
        before: by seat, the seat that its player had.
    """
    seat = model.seat
    if seat is None or before.get(seat, seat) == seat:
        return []
    return [_("You sit in seat {seat} now.", seat=seat + 1)]


def purpose(draw: events_pb2.HighCardsDrawn) -> str:
    """Return what is drawn for, and which cards are high: not in the order of the game."""
    ranks = _ranks(draw)
    if draw.for_partners and draw.for_dealer:
        return _("Partners and the first dealer are drawn by high card ({ranks}).", ranks=ranks)
    if draw.for_dealer:
        return _("The first dealer is drawn by high card ({ranks}).", ranks=ranks)
    return _("Partners are drawn by high card ({ranks}).", ranks=ranks)


def came(draw: events_pb2.HighCardsDrawn, model: TableModel) -> list[str]:
    """Return what came of a draw: who plays together, who deals first."""
    told: list[str] = []
    if draw.for_partners and draw.draws:
        first = model.team_of(draw.draws[0].seat)
        together = _(
            "{winners} drew the highest and play together, against {others}.",
            winners=side_name(model, first),
            others=side_name(model, 1 - first),
        )
        told.append(together)
    if draw.for_dealer and draw.draws:
        name = model.name_of(draw.draws[0].seat)
        told.append(_("{name} drew the highest card and deals first.", name=name))
    return told


def _ranks(draw: events_pb2.HighCardsDrawn) -> str:
    """Return the highest ranks; who wants to know the others can go on counting."""
    shown = [safe_text(rank.replace("T", "10"), 2) for rank in draw.ranks[:_MOST_RANKS]]
    return " ".join([*shown, "…"])


def _draw(draw: events_pb2.HighCardDraw, model: TableModel) -> str:
    words = f"{model.name_of(draw.seat)} {card_words(draw.cards[0]) if draw.cards else ''}"
    for card in draw.cards[1:MOST_CARDS]:
        words = _("{drawn}, then {card}", drawn=words, card=card_words(card))
    return words
