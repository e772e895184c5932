"""The gestures of signals, and where the players of a table look at first."""

from __future__ import annotations

from enum import IntEnum

from cardtui_engine.rules import AnyRules


class Gesture(IntEnum):
    """A gesture; the protocol uses the same numbers."""

    EYEBROW = 1
    WINK = 2
    LIPS = 3
    BITE = 4
    KISS = 5
    MOUTH = 6
    EYES = 7
    HEAD = 8


def first_gazes(rules: AnyRules, seats: int) -> tuple[int, ...]:
    """Return where each seat looks at first: at its next partner; empty without partners."""
    if not rules.has_partners(seats):
        return ()
    return tuple([(seat + 2) % seats for seat in range(seats)])
