"""The bot: takes what is worth most, and leaves little to take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_engine.contract import (
    PLAIN,
    SPANISH,
    Action,
    Advice,
    Bits,
    Card,
    Level,
    Manner,
    Reason,
    SeatView,
    Words,
)
from cardtui_escoba import FIFTEEN, Public, named, value, ways

_SWEEP: Final = 12.0


def worth(cards: Sequence[Card]) -> float:
    """Return what it is worth to take cards: coins, sevens, and that they are many."""
    total = 0.0
    for code in map(SPANISH.code, cards):
        total += 1 + (code[-1] == "O") + 2 * (code[:-1] == "7") + 6 * (code == "7O")
    return total


def after_taking(card: Card, taken: Sequence[Card], table: Sequence[Card]) -> float:
    """Return how good it is to play a card and take those cards."""
    left = [each for each in table if each not in taken]
    if not taken:
        left = [*left, card]
    total = sum(map(value, left))
    swept = _SWEEP if not left else 0.0
    open_to_sweep = 5 <= total <= FIFTEEN - 1
    return swept + (worth([*taken, card]) if taken else -worth([card])) - 3 * open_to_sweep


class EscobaBot:
    """A bot of one level."""

    def __init__(
        self, _options: object, _seats: int, level: Level, _manner: Manner = PLAIN
    ) -> None:
        self._level = level

    def decide(self, view: SeatView[Public, None], bits: Bits) -> Action | None:
        return self.advise(view, bits).action

    def advise(self, view: SeatView[Public, None], bits: Bits) -> Advice:
        if view.own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        (choice,) = view.own.choices
        if self._level is Level.EASY and bits.below(3):
            return Advice(choice.sample(bits), Reason.ONLY)
        table = view.game.table
        if view.game.card is not None:
            card = view.game.card
            words = choice.domain(Words).words
            found = [each for each in ways(card, table) if named(each) in words]
            taken = max(found, key=lambda each: after_taking(card, each, table))
            return Advice(Action("take", source=named(taken)), Reason.ONLY)
        ranked = sorted(
            (max(after_taking(card, way, table) for way in (ways(card, table) or [()])), card)
            for card in view.own.hand
        )
        best, card = ranked[-1]
        second = ranked[-2][0] if len(ranked) > 1 else best
        return Advice(Action("play", card=card), Reason.VALUE, (best, second))
