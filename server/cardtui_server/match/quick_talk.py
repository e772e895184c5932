"""Quick talk: the phrases and reactions that there are, and their English for older clients."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class Phrase(IntEnum):
    """What can be said with one key; the protocol uses the same numbers."""

    SCARED = 1
    GREAT_CARDS = 2
    NOTHING = 3
    YOUR_FACE = 4
    LIAR = 5
    GRANDMA = 6
    WAKE_UP = 7
    LUCKY = 8
    CRY = 9


class Reaction(IntEnum):
    """What one can show for a moment; the protocol uses the same numbers."""

    LAUGH = 1
    CHEER = 2
    CRY = 3
    ANGRY = 4
    WOW = 5
    YAWN = 6


PHRASES: Final[Mapping[Phrase, str]] = {
    Phrase.SCARED: "Scared? Get yourself a dog!",
    Phrase.GREAT_CARDS: "What cards I’ve got!",
    Phrase.NOTHING: "I’ve got nothing… or have I?",
    Phrase.YOUR_FACE: "I can read your face!",
    Phrase.LIAR: "Liar, liar!",
    Phrase.GRANDMA: "My grandma plays better!",
    Phrase.WAKE_UP: "Wake up, the coffee’s cold!",
    Phrase.LUCKY: "You lucky dog!",
    Phrase.CRY: "Go cry in the corner!",
}
"""The phrases in English; clients say them in the language of their reader."""

REACTIONS: Final[Mapping[Reaction, str]] = {
    Reaction.LAUGH: ":D",
    Reaction.CHEER: "\\o/",
    Reaction.CRY: ":'(",
    Reaction.ANGRY: ">:(",
    Reaction.WOW: "?!",
    Reaction.YAWN: "zzz",
}
"""The reactions in letters that every terminal has."""
