"""What a seat of Brazilian truco knows about the cards, read from its view."""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.families.truco.brazilian.knowledge import (
    Cards,
    Heights,
    Knowledge,
    knowledge_from,
)
from cardtui_engine.families.truco.brazilian.laid import seen_strengths
from cardtui_engine.families.truco.playout import progress_of
from cardtui_engine.families.truco.seats import along
from cardtui_engine.games.truco_brasileiro.options import SEATS
from cardtui_engine.games.truco_brasileiro.view import BrasileiroView

_HEIGHTS: Final = Heights(PACK, OLD_STRENGTH)


def knowledge_of(view: BrasileiroView) -> Knowledge:
    """Return what the view's seat knows about the cards."""
    own = view.own
    game = view.game
    seat = own.seat
    laid = [played for trick in game.tricks for played in trick.cards] + list(game.trick)
    gone = {played.card for played in laid} | set(game.rejected) | set(own.game.face_down)
    held: list[list[Card]] = [[] for _ in range(SEATS)]
    held[along(seat, 2, SEATS)] = [card for card in own.game.partner if card not in gone]
    for shown in game.shown:
        if shown.seat != seat and shown.card not in {*gone, *own.hand, *held[shown.seat]}:
            held[shown.seat].append(shown.card)
    progress = progress_of(
        range(SEATS),
        game.leader,
        seen_strengths(game.trick, OLD_STRENGTH),
        tuple([trick.team for trick in game.tricks]),
    )
    cards = Cards(own.hand, held, gone)
    return knowledge_from(seat, cards, _HEIGHTS, view.common.cards, progress)
