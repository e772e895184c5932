"""Quick talk: phrases and reactions in the reader's language, and what a line of talk says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.i18n import _, mark, mark_p, p_
from cardtui_client.limits import TALK_CELLS
from cardtui_client.text import safe_text

PHRASES: Final[Mapping[Phrase.ValueType, str]] = {
    Phrase.PHRASE_SCARED: mark("Scared? Get yourself a dog!"),
    Phrase.PHRASE_GREAT_CARDS: mark("What cards I’ve got!"),
    Phrase.PHRASE_NOTHING: mark("I’ve got nothing… or have I?"),
    Phrase.PHRASE_YOUR_FACE: mark("I can read your face!"),
    Phrase.PHRASE_LIAR: mark("Liar, liar!"),
    Phrase.PHRASE_GRANDMA: mark("My grandma plays better!"),
    Phrase.PHRASE_WAKE_UP: mark("Wake up, the coffee’s cold!"),
    Phrase.PHRASE_LUCKY: mark("You lucky dog!"),
    Phrase.PHRASE_CRY: mark("Go cry in the corner!"),
}
"""The phrases, in the order of their keys from 1 on."""

OF_BOTS: Final[Mapping[Phrase.ValueType, str]] = {
    Phrase.PHRASE_GOOD_EVENING: mark("Good evening, everybody!"),
    Phrase.PHRASE_LETS_PLAY: mark("Let’s play!"),
    Phrase.PHRASE_HOW_NICE: mark("How nice to see you!"),
    Phrase.PHRASE_WELL_PLAYED: mark("Well played."),
    Phrase.PHRASE_LIKE_THIS: mark("That’s how it’s done!"),
    Phrase.PHRASE_NOT_MY_HAND: mark("Not my hand."),
    Phrase.PHRASE_PATIENCE: mark("Patience, patience…"),
    Phrase.PHRASE_EASY: mark("Easy."),
    Phrase.PHRASE_LUCK: mark("Pure luck!"),
    Phrase.PHRASE_WAIT: mark("Just you wait."),
    Phrase.PHRASE_RUNNING: mark("Running already?"),
    Phrase.PHRASE_WHO_KNOWS: mark("You’ll never know what I had…"),
    Phrase.PHRASE_ANOTHER: mark("Another one?"),
    Phrase.PHRASE_GOOD_MATCH: mark("Good match!"),
}
"""What bots say besides."""


class Grimace(NamedTuple):
    """How a reaction is shown.

    Attributes:
        name: what it is called in English, which everybody may type.
        form: what it looks like, in letters that every terminal has.
    """

    name: str
    form: str


REACTIONS: Final[Mapping[Reaction.ValueType, Grimace]] = {
    Reaction.REACTION_LAUGH: Grimace(mark_p("reaction", "laugh"), ":D"),
    Reaction.REACTION_CHEER: Grimace(mark_p("reaction", "cheer"), "\\o/"),
    Reaction.REACTION_CRY: Grimace(mark_p("reaction", "cry"), ":'("),
    Reaction.REACTION_ANGRY: Grimace(mark_p("reaction", "angry"), ">:("),
    Reaction.REACTION_WOW: Grimace(mark_p("reaction", "wow"), "?!"),
    Reaction.REACTION_YAWN: Grimace(mark_p("reaction", "yawn"), "zzz"),
}
"""The reactions, in the order of their keys from 1 on."""


def phrase_words(phrase: Phrase.ValueType) -> str:
    """Return a phrase in the reader's language."""
    return _(PHRASES.get(phrase) or OF_BOTS[phrase])


def reaction_name(reaction: Reaction.ValueType) -> str:
    """Return what a reaction is called in the reader's language."""
    return p_("reaction", REACTIONS[reaction].name)


def reaction_words(reaction: Reaction.ValueType) -> str:
    """Return a reaction with its name, for people who hear it or do not know the form."""
    return f"{REACTIONS[reaction].form} ({reaction_name(reaction)})"


def reaction_named(word: str) -> Reaction.ValueType | None:
    """Return the reaction of that name, in the reader's language or in English."""
    wanted = word.casefold()
    for reaction, grimace in REACTIONS.items():
        if wanted in (grimace.name, reaction_name(reaction).casefold()):
            return reaction
    return None


def said_words(said: events_pb2.Said) -> str:
    """Return what a line of talk says, safe to draw.

    What a newer server knows besides comes with its English, which is the text.
    """
    if said.phrase in PHRASES or said.phrase in OF_BOTS:
        return phrase_words(said.phrase)
    if said.reaction in REACTIONS:
        return reaction_words(said.reaction)
    return safe_text(said.text, TALK_CELLS)
