"""Quick talk: `PHRASES` by key, `REACTIONS`, `GESTURES`, `FACES_AT_REST`; who is hidden: `Mutes`.
When a line says your name: `mentions`; codes of a team: `entry_of`. What bots say is `BOT_PHRASES`,
in English also in `server/cardtui_server/quick_talk.py`; which bot says it, and how often, is in
`server/cardtui_server/characters.py`.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.i18n import _, mark, mark_p, p_
from cardtui_client.limits import TALK_CELLS
from cardtui_client.text import safe_text

PHRASES: Final[Mapping[Phrase.ValueType, str]] = {
    Phrase.PHRASE_SCARED: mark("Scared? Buy a dog!"),
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

BOT_PHRASES: Final[Mapping[Phrase.ValueType, str]] = {
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
    Phrase.PHRASE_HURT: mark("Ouch, that one hurt."),
    Phrase.PHRASE_KEEP: mark("I’ll remember that one."),
    Phrase.PHRASE_NERVE: mark("What nerve!"),
    Phrase.PHRASE_HATS_OFF: mark("Hats off."),
    Phrase.PHRASE_CARDS_HATE: mark("The cards hate me tonight."),
    Phrase.PHRASE_TAKE_THAT: mark("Take that!"),
    Phrase.PHRASE_HEART: mark("My heart nearly stopped."),
    Phrase.PHRASE_GIFT: mark("Thanks for the gift."),
    Phrase.PHRASE_WARNED: mark("I warned you."),
    Phrase.PHRASE_WRITE_DOWN: mark("Write that one down."),
    Phrase.PHRASE_CAUGHT: mark("You caught me."),
    Phrase.PHRASE_NOISE: mark("All that noise for nothing."),
    Phrase.PHRASE_CLOSED: mark("That closes it!"),
    Phrase.PHRASE_NEEDED: mark("I only needed that one."),
    Phrase.PHRASE_ONE_SHORT: mark("I was one card short!"),
    Phrase.PHRASE_QUICK: mark("That was quick!"),
    Phrase.PHRASE_THREW_IT: mark("And I threw it myself!"),
    Phrase.PHRASE_MINE: mark("I’ll have that one."),
    Phrase.PHRASE_SO_IT_GOES: mark("That’s how it goes."),
    Phrase.PHRASE_HAD_TO_SEE: mark("I had to see that."),
    Phrase.PHRASE_HAD_IT: mark("Did you really have it?"),
    Phrase.PHRASE_WHO_IS_IN: mark("Who’s in?"),
    Phrase.PHRASE_SPICE: mark("Let’s make it interesting."),
    Phrase.PHRASE_EAGER: mark("I was too eager."),
}


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
    return _(PHRASES.get(phrase) or BOT_PHRASES[phrase])


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
    if said.phrase in PHRASES or said.phrase in BOT_PHRASES:
        return phrase_words(said.phrase)
    if said.reaction in REACTIONS:
        return reaction_words(said.reaction)
    return safe_text(said.text, TALK_CELLS)


def mentions(said: events_pb2.Said, name: str) -> bool:
    """Tell whether somebody else says that name in a line of talk, as a word of its own."""
    if not name or said.name == name or said.phrase or said.reaction:
        return False
    words, wanted = _words_in(said.text), _words_in(name)
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words))) and bool(wanted)


def _words_in(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.casefold()).split()


class Mimicry(NamedTuple):
    """What is said of a gesture.

    Attributes:
        name: what it is called in English, which everybody may type.
        form: what it looks like, in letters that every terminal has.
        face: the same, drawn; as codes it is the form again, sign by sign.
        told: the sentence about who does it: a message of the catalogues.
    """

    name: str
    form: str
    face: str
    told: str


GESTURES: Final[Mapping[Gesture.ValueType, Mimicry]] = {
    Gesture.GESTURE_EYEBROW: Mimicry(
        mark_p("gesture", "eyebrow"), "(^.o)", "(◠.◕)", mark("{name} raises an eyebrow.")
    ),
    Gesture.GESTURE_WINK: Mimicry(
        mark_p("gesture", "wink"), "(o.-)", "(◕‿─)", mark("{name} winks.")
    ),
    Gesture.GESTURE_LIPS: Mimicry(
        mark_p("gesture", "lips"), "(o~o)", "(◕~◕)", mark("{name} moves the lips to one side.")
    ),
    Gesture.GESTURE_BITE: Mimicry(
        mark_p("gesture", "bite"), "(o=o)", "(◕≡◕)", mark("{name} bites the lip.")
    ),
    Gesture.GESTURE_KISS: Mimicry(
        mark_p("gesture", "kiss"), "(o*o)", "(◕•◕)", mark("{name} blows a kiss.")
    ),
    Gesture.GESTURE_MOUTH: Mimicry(
        mark_p("gesture", "mouth"), "(oOo)", "(◕O◕)", mark("{name} opens the mouth.")
    ),
    Gesture.GESTURE_EYES: Mimicry(
        mark_p("gesture", "eyes"), "(-.-)", "(─‿─)", mark("{name} closes both eyes.")
    ),
    Gesture.GESTURE_HEAD: Mimicry(
        mark_p("gesture", "head"), "/o./)", "╱◕‿╱)", mark("{name} tilts the head.")
    ),
    Gesture.GESTURE_CHEEKS: Mimicry(
        mark_p("gesture", "cheeks"), "(owo)", "(◕w◕)", mark("{name} puffs out the cheeks.")
    ),
}
"""The gestures, in the order of their keys from 1 on."""


def gesture_name(gesture: Gesture.ValueType) -> str:
    """Return what a gesture is called in the reader's language."""
    return p_("gesture", GESTURES[gesture].name)


def gesture_named(word: str) -> Gesture.ValueType | None:
    """Return the gesture of that number or name, in the reader's language or in English."""
    wanted = word.strip().casefold()
    for number, (gesture, mimicry) in enumerate(GESTURES.items(), 1):
        if wanted in (str(number), mimicry.name, gesture_name(gesture).casefold()):
            return gesture
    return None


def gesture_told(gesture: Gesture.ValueType, name: str) -> str:
    """Return what somebody of that name does; one that a newer server knows is only a signal."""
    known = GESTURES.get(gesture)
    if known is None:
        return _("{name} gives a signal.", name=name)
    return f"{known.form} {_(known.told, name=name)}"


FACES_AT_REST: Final = tuple([f"({eye}{mouth}{eye})" for mouth in "‿_" for eye in "◕◉•^◠"])
"""Faces at rest: with both eyes alike and open, which no gesture has."""


def face_at_rest(name: str, character: int) -> str:
    """Return the face of somebody at a table: always the same, whatever they hold or do.

    Args:
        character: who a bot is; 0 for a person.
    """
    number = character - 1 if character > 0 else zlib.crc32(name.casefold().encode())
    return FACES_AT_REST[number % len(FACES_AT_REST)]


class Meaning(NamedTuple):
    """What a gesture means to a team.

    Attributes:
        text: what it means, safe to draw.
        player: the id of the player who wrote it.
    """

    text: str
    player: str


def entry_of(line: str) -> tuple[Gesture.ValueType, str] | None:
    """Return the gesture and the meaning that a line of team talk writes, if it is an entry."""
    left, sign, meaning = line.partition("=")
    for gesture, mimicry in GESTURES.items():
        # The form of one gesture has the sign in itself.
        if line.startswith(mimicry.form) and (rest := line.removeprefix(mimicry.form).strip()):
            return (gesture, _safe(rest[1:])) if rest.startswith("=") else None
    named = None if left.strip().isdecimal() else gesture_named(left)
    return (named, _safe(meaning)) if sign and named is not None else None


def as_sent(line: str) -> str:
    """Return a line of team talk as it is sent: an entry with the form of its gesture."""
    entry = entry_of(line)
    return line if entry is None else f"{GESTURES[entry[0]].form} = {entry[1]}"


def _safe(meaning: str) -> str:
    return safe_text(meaning.strip(), TALK_CELLS)


@dataclass(frozen=True, slots=True)
class MutePerson:
    """Show no more what a person says, or show it again.

    Attributes:
        player: the player's id.
        name: the player's name.
    """

    player: str
    name: str


class MuteAll(Enum):
    """Show no more what all of these say, or show it again."""

    BOTS = auto()
    SPECTATORS = auto()
    EVERYBODY = auto()


Mute = MutePerson | MuteAll
"""Whose talk is to be shown or not."""


class Mutes:
    """Whose talk, phrases and reactions are hidden; calls of the game never are.

    Attributes:
        people: the names of those who are muted, by player id.
        groups: of whom all are.
    """

    def __init__(self, people: Mapping[str, str] | None = None, *, own_name: str = "") -> None:
        """Begin with those people muted; what ``own_name`` says is always shown."""
        self.people = dict(people or {})
        self.groups: set[MuteAll] = set()
        self._own_name = own_name

    def hides(self, said: events_pb2.Said) -> bool:
        """Tell whether a line of talk is not to be shown; what the host announces always is."""
        if self.is_own(said) or said.talk == events_pb2.TALK_HOST:
            return False
        if MuteAll.EVERYBODY in self.groups or said.player in self.people:
            return True
        if said.HasField("seat") and not said.player:
            return MuteAll.BOTS in self.groups
        return MuteAll.SPECTATORS in self.groups and said.talk == events_pb2.TALK_SPECTATORS

    def is_own(self, said: events_pb2.Said) -> bool:
        """Tell whether you have said it yourself."""
        return bool(self._own_name) and said.name == self._own_name

    def __contains__(self, whom: Mute) -> bool:
        """Tell whether they are muted, by their own name."""
        return whom in self.groups if isinstance(whom, MuteAll) else whom.player in self.people

    def toggle(self, whom: Mute) -> bool:
        """Mute them, or do so no longer; return whether they are muted now."""
        if isinstance(whom, MuteAll):
            self.groups ^= {whom}
        elif self.people.pop(whom.player, None) is None:
            self.people[whom.player] = whom.name
        return whom in self
