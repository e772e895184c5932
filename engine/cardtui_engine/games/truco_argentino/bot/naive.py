"""How a player bets and plays who does not think ahead: from which envido on (`_BETS_FROM`,
`_RAISES_FROM`), what it accepts (`_ACCEPTS_FROM`), from which chance on it calls truco
(`CALLS_FROM`), and which card it plays (`best_first`).

Such a player is honest: it bets envido and calls truco on very good cards alone, and raises so
seldom that everybody knows what it has. It accepts an envido by its number, no matter who bets, and
its best card it plays first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.tricks import Standing
from cardtui_engine.games.truco_argentino.bot.envido_game import SILENT
from cardtui_engine.games.truco_argentino.cards import STRENGTH

CALLS_FROM: Final = 0.8
"""The chance to win the hand from which it calls truco, or raises."""

_MOST_MOOD: Final = 3
"""By how much at most the mood changes what a number seems to be worth."""

_BETS_FROM: Final = (("falta_envido", 34), ("real_envido", 32), ("envido", 30))
"""The bets, each with what a number must seem to be worth for it."""

_RAISES_FROM: Final = (("falta_envido", 35), ("real_envido", 33), ("envido", 32))

_ACCEPTS_FROM: Final = {"envido": 26, "real_envido": 28, "falta_envido": 30}
"""By the last bet, what a number must seem to be worth to accept it."""


def envido_word(number: int, last: str, words: Sequence[str], bits: Bits) -> str:
    """Return what is said at envido.

    Args:
        number: the player's number.
        last: the bet that waits for an answer; empty if none does.
        words: the words that may be said.
        bits: the mood.
    """
    felt = number + bits.below(2 * _MOST_MOOD + 1) - _MOST_MOOD
    for bet, least in _RAISES_FROM if last else _BETS_FROM:
        if bet in words and felt >= least:
            return bet
    if not last:
        return SILENT
    return "quiero" if felt >= _ACCEPTS_FROM[last] else "no_quiero"


def best_first(cards: Sequence[Card], standing: Standing, seat: int) -> Card:
    """Return the card of a player who always takes the best one, if that wins the trick.

    Args:
        standing: how the trick on the table stands.
        seat: the player's seat; it does not beat a partner.
    """
    best, first, tied = standing
    ordered = sorted(cards, key=STRENGTH.__getitem__)
    ours = best >= 0 and not tied and (first ^ seat) & 1 == 0
    return ordered[-1] if STRENGTH[ordered[-1]] > best and not ours else ordered[0]
