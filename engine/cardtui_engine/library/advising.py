"""What a hint advises (`advice_for`): what a strong bot would do, the same for the same view.

The bits that the bot draws follow from what the seat sees, and from nothing else. So a player who
asks twice is told the same, and the advice says nothing of the cards that others hold or of what
the bots at a table will do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView


def advice_for(
    game: str, options: Mapping[str, OptionValue], seats: int, view: SeatView[Any, Any]
) -> Advice:
    """Return what a strong bot would do with a view, and why.

    Args:
        game: the game's id.
        options: as `Rules.options` returned them.
        seats: how many seats the table has.
        view: what the seat sees.
    """
    bot = get_bot_maker(game)(options, seats, Level.HARD)
    return bot.advise(view, Bits(_seed(view)))


def _seed(view: SeatView[Any, Any]) -> int:
    """Return a number that follows from a view; choices follow from the rest of it."""
    own = view.own
    seen = repr((view.common, view.game, own.seat, own.hand, own.game))
    return int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8])
