"""What a hint advises (`advice_for`): what a strong and honest bot would do most often, of
`_TIMES_ASKED` times; the lab asks the same bot (`answers_for`). The words of a hint, and which
numbers it tells, are in `client/cardtui_client/faces/hint_words.py`.

The same view has the same hint: the bits that the bot draws follow from what the seat sees, and
from nothing else. So a player who asks twice is told the same, and the advice says nothing of the
cards that others hold or of what the bots at a table will do.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardtui_engine.bits import Bits
from cardtui_engine.bots import HONEST, Advice, Level
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView

_TIMES_ASKED: Final = 10
"""A bot mixes: what it does once in thirty times is no advice."""


def advice_for(
    game: str, options: Mapping[str, OptionValue], seats: int, view: SeatView[Any, Any]
) -> Advice:
    """Return what a strong and honest bot would do most often with a view, and why.

    Args:
        options: as `Rules.options` returned them.
        seats: how many seats the table has.
    """
    return usual(answers_for(game, options, seats, view))


def answers_for(
    game: str, options: Mapping[str, OptionValue], seats: int, view: SeatView[Any, Any]
) -> list[Advice]:
    """Return all that this bot answers, with the same arguments."""
    bot = get_bot_maker(game)(options, seats, Level.HARD, HONEST)
    bits = Bits(_seed(view))
    return [bot.advise(view, Bits(bits.next64())) for _ in range(_TIMES_ASKED)]


def usual(answers: Sequence[Advice]) -> Advice:
    """Return the advice: the first of the answers that do what most of them do."""
    [(action, _times)] = Counter(each.action for each in answers).most_common(1)
    return next(each for each in answers if each.action == action)


def _seed(view: SeatView[Any, Any]) -> int:
    """Return a number that follows from a view; choices follow from the rest of it."""
    own = view.own
    seen = repr((view.common, view.game, own.seat, own.hand, own.game))
    return int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8])
