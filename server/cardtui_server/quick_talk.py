"""Which phrases and reactions there are, in English (`PHRASES`, `REACTIONS`), which phrases only
bots say (those after `LAST_HUMAN_PHRASE`), and at whom each seat looks first (`first_gazes`). The
client says them in three languages: `client/cardtui_client/model/quick_talk.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from cardtui_engine.rules import AnyRules


class Phrase(IntEnum):
    """What can be said with one key, or by a bot; the protocol uses the same numbers."""

    SCARED = 1
    GREAT_CARDS = 2
    NOTHING = 3
    YOUR_FACE = 4
    LIAR = 5
    GRANDMA = 6
    WAKE_UP = 7
    LUCKY = 8
    CRY = 9
    GOOD_EVENING = 10
    LETS_PLAY = 11
    HOW_NICE = 12
    WELL_PLAYED = 13
    LIKE_THIS = 14
    NOT_MY_HAND = 15
    PATIENCE = 16
    EASY = 17
    LUCK = 18
    WAIT = 19
    RUNNING = 20
    WHO_KNOWS = 21
    ANOTHER = 22
    GOOD_MATCH = 23
    HURT = 24
    KEEP = 25
    NERVE = 26
    HATS_OFF = 27
    CARDS_HATE = 28
    TAKE_THAT = 29
    HEART = 30
    GIFT = 31
    WARNED = 32
    WRITE_DOWN = 33
    CAUGHT = 34
    NOISE = 35
    CLOSED = 36
    NEEDED = 37
    ONE_SHORT = 38
    QUICK = 39
    THREW_IT = 40
    MINE = 41
    SO_IT_GOES = 42
    HAD_TO_SEE = 43
    HAD_IT = 44
    WHO_IS_IN = 45
    SPICE = 46
    EAGER = 47


class Reaction(IntEnum):
    """What a player can show for a moment; the protocol uses the same numbers."""

    LAUGH = 1
    CHEER = 2
    CRY = 3
    ANGRY = 4
    WOW = 5
    YAWN = 6


LAST_HUMAN_PHRASE: Final = Phrase.CRY
"""The last of the phrases that people say; those after it are said by bots alone."""

PHRASES: Final[Mapping[Phrase, str]] = {
    Phrase.SCARED: "Scared? Buy a dog!",
    Phrase.GREAT_CARDS: "What cards I’ve got!",
    Phrase.NOTHING: "I’ve got nothing… or have I?",
    Phrase.YOUR_FACE: "I can read your face!",
    Phrase.LIAR: "Liar, liar!",
    Phrase.GRANDMA: "My grandma plays better!",
    Phrase.WAKE_UP: "Wake up, the coffee’s cold!",
    Phrase.LUCKY: "You lucky dog!",
    Phrase.CRY: "Go cry in the corner!",
    Phrase.GOOD_EVENING: "Good evening, everybody!",
    Phrase.LETS_PLAY: "Let’s play!",
    Phrase.HOW_NICE: "How nice to see you!",
    Phrase.WELL_PLAYED: "Well played.",
    Phrase.LIKE_THIS: "That’s how it’s done!",
    Phrase.NOT_MY_HAND: "Not my hand.",
    Phrase.PATIENCE: "Patience, patience…",
    Phrase.EASY: "Easy.",
    Phrase.LUCK: "Pure luck!",
    Phrase.WAIT: "Just you wait.",
    Phrase.RUNNING: "Running already?",
    Phrase.WHO_KNOWS: "You’ll never know what I had…",
    Phrase.ANOTHER: "Another one?",
    Phrase.GOOD_MATCH: "Good match!",
    Phrase.HURT: "Ouch, that one hurt.",
    Phrase.KEEP: "I’ll remember that one.",
    Phrase.NERVE: "What nerve!",
    Phrase.HATS_OFF: "Hats off.",
    Phrase.CARDS_HATE: "The cards hate me tonight.",
    Phrase.TAKE_THAT: "Take that!",
    Phrase.HEART: "My heart nearly stopped.",
    Phrase.GIFT: "Thanks for the gift.",
    Phrase.WARNED: "I warned you.",
    Phrase.WRITE_DOWN: "Write that one down.",
    Phrase.CAUGHT: "You caught me.",
    Phrase.NOISE: "All that noise for nothing.",
    Phrase.CLOSED: "That closes it!",
    Phrase.NEEDED: "I only needed that one.",
    Phrase.ONE_SHORT: "I was one card short!",
    Phrase.QUICK: "That was quick!",
    Phrase.THREW_IT: "And I threw it myself!",
    Phrase.MINE: "I’ll have that one.",
    Phrase.SO_IT_GOES: "That’s how it goes.",
    Phrase.HAD_TO_SEE: "I had to see that.",
    Phrase.HAD_IT: "Did you really have it?",
    Phrase.WHO_IS_IN: "Who’s in?",
    Phrase.SPICE: "Let’s make it interesting.",
    Phrase.EAGER: "I was too eager.",
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


def first_gazes(rules: AnyRules, seats: int) -> tuple[int, ...]:
    """Return where each seat looks at first: at its next partner; empty without partners."""
    if not rules.has_partners(seats):
        return ()
    return tuple([(seat + 2) % seats for seat in range(seats)])
