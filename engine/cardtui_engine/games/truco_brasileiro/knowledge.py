"""What a seat of Brazilian truco knows about the cards, read from its view."""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.families.truco.brazilian.knowledge import (
    Cards,
    Heights,
    Knowledge,
    knowledge_from,
)
from cardtui_engine.families.truco.seats import along
from cardtui_engine.games.truco_brasileiro.options import SEATS
from cardtui_engine.games.truco_brasileiro.view import BrasileiroView

_HEIGHTS: Final = Heights(PACK, OLD_STRENGTH)


def knowledge_of(view: BrasileiroView) -> Knowledge:
    """Return what the view's seat knows about the cards."""
    own, game = view.own, view.game
    partner = along(own.seat, 2, SEATS)
    dealt = [*[(partner, card) for card in own.game.partner], *game.shown]
    cards = Cards(own.hand, dealt, (*game.rejected, *own.game.face_down))
    return knowledge_from(own.seat, cards, _HEIGHTS, view.common.cards, game)
