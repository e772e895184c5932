"""The bots' characters (`NATURES`): each one's name, how quick it is, how often it bluffs, how
often it speaks (`talks`), and what it says. What all of them may say is in `_COMMON_PHRASES`; at
which moments one may speak, and what makes it speak more or less, in `table/bots/talk.py`; what
people read of them, in `client/cardtui_client/faces/characters.py`.

A character says nothing of how well a bot plays: that is its level. It is known to everybody, since
it goes with the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from cardtui_engine.bots import PLAIN, Manner
from cardtui_server.quick_talk import Phrase, Reaction


class Character(IntEnum):
    """Who a bot is; the protocol uses the same numbers."""

    ALBA = 1
    BETO = 2
    CHELA = 3
    DINO = 4
    ELSA = 5
    FITO = 6
    GRETA = 7
    HUGO = 8


class Tempo(NamedTuple):
    """The least and the most that a bot thinks, as parts of the pace of its table."""

    least: float
    most: float

    def at(self, part: float) -> float:
        """Return the point that lies at that part of the way from the least to the most."""
        return self.least + (self.most - self.least) * part


USUAL_TEMPO: Final = Tempo(0.6, 1.4)
"""The tempo of bots without one of their own, and of those that play for a person."""


class Occasion(IntEnum):
    """What everybody sees happen, and a bot may say something about."""

    BEGUN = 1
    """The first match of the table begins."""
    TAKEN = 2
    """The bot, or its team, has taken a hand."""
    LOST = 3
    """It has lost one."""
    GIVEN_WAY = 4
    """Others have given way to its call or bet."""
    WON = 5
    """It has won the match."""
    BEATEN = 6
    """It has lost the match."""
    RICHER = 7
    """A hand has brought its side much."""
    POORER = 8
    """A hand has brought the others much."""
    CALLED = 9
    """It raised last, others went along, and the hand went to them."""
    OUT = 10
    """It has gone out at a rummy game."""
    OUTRUN = 11
    """Somebody else has."""
    ONE_SHORT = 12
    """Somebody else has, and it had said that it lacked one card."""
    FED = 13
    """Somebody else has, out of turn, with the card that it had thrown."""
    SHOWN = 14
    """Its cards were shown, and others had better ones."""
    FOLDED = 15
    """It gave way to somebody who raised, and nobody saw on what."""
    TOOK = 16
    """It takes the discard of another."""
    RAISED = 17
    """It puts in more chips than it must."""
    BURNED = 18
    """It has cut the line in vain."""


Line = Phrase | Reaction
"""What a bot says: a phrase, or a reaction."""


class Nature(NamedTuple):
    """What a character is like.

    Attributes:
        name: its name; people of all three languages know it.
        manner: how it differs from others of its level when it bluffs and raises.
        tempo: how quick it is.
        talks: the chance that it says something when it might.
        lines: what it may say, by the occasion.
    """

    name: str
    manner: Manner
    tempo: Tempo
    talks: float
    lines: Mapping[Occasion, tuple[Line, ...]]


_COMMON_PHRASES: Final[Mapping[Occasion, tuple[Line, ...]]] = {
    Occasion.BEGUN: (Phrase.GOOD_EVENING, Phrase.LETS_PLAY),
    Occasion.TAKEN: (Phrase.LIKE_THIS,),
    Occasion.LOST: (Phrase.WELL_PLAYED,),
    Occasion.GIVEN_WAY: (Reaction.LAUGH,),
    Occasion.WON: (Phrase.ANOTHER,),
    Occasion.BEATEN: (Phrase.GOOD_MATCH,),
    Occasion.RICHER: (Phrase.HEART, Phrase.LIKE_THIS),
    Occasion.POORER: (Phrase.HURT, Phrase.HATS_OFF),
    Occasion.CALLED: (Phrase.CAUGHT,),
    Occasion.OUT: (Phrase.CLOSED, Phrase.LIKE_THIS),
    Occasion.OUTRUN: (Phrase.WELL_PLAYED, Phrase.QUICK),
    Occasion.ONE_SHORT: (Phrase.ONE_SHORT,),
    Occasion.FED: (Phrase.THREW_IT,),
    Occasion.SHOWN: (Phrase.SO_IT_GOES, Phrase.WELL_PLAYED),
    Occasion.FOLDED: (Phrase.HAD_IT,),
    Occasion.TOOK: (Phrase.MINE,),
    Occasion.RAISED: (Phrase.WHO_IS_IN,),
    Occasion.BURNED: (Phrase.EAGER,),
}
"""What anybody may say."""

NATURES: Final[Mapping[Character, Nature]] = {
    Character.ALBA: Nature("Alba", PLAIN, USUAL_TEMPO, 0.15, _COMMON_PHRASES),
    Character.BETO: Nature(
        "Beto",
        Manner(bluff=-0.05, nerve=-0.5),
        Tempo(1.0, 1.4),
        0.1,
        {
            **_COMMON_PHRASES,
            Occasion.TAKEN: (Phrase.PATIENCE,),
            Occasion.LOST: (Phrase.NOT_MY_HAND, Phrase.WELL_PLAYED),
            Occasion.RICHER: (Phrase.HEART,),
            Occasion.POORER: (Phrase.HATS_OFF, Phrase.PATIENCE),
            Occasion.CALLED: (Phrase.CAUGHT, Phrase.NOT_MY_HAND),
            Occasion.OUT: (Phrase.PATIENCE, Phrase.NEEDED),
            Occasion.OUTRUN: (Phrase.NOT_MY_HAND,),
            Occasion.SHOWN: (Phrase.SO_IT_GOES, Phrase.NOT_MY_HAND),
            Occasion.FOLDED: (Phrase.PATIENCE,),
            Occasion.RAISED: (Phrase.LETS_PLAY,),
        },
    ),
    Character.CHELA: Nature(
        "Chela",
        Manner(bluff=0.02, nerve=0.6),
        Tempo(0.6, 0.9),
        0.35,
        {
            **_COMMON_PHRASES,
            Occasion.BEGUN: (Phrase.LETS_PLAY,),
            Occasion.GIVEN_WAY: (Phrase.SCARED, Phrase.RUNNING),
            Occasion.TAKEN: (Phrase.LIKE_THIS, Reaction.CHEER),
            Occasion.RICHER: (Phrase.TAKE_THAT, Phrase.WARNED),
            Occasion.POORER: (Phrase.NERVE, Phrase.KEEP),
            Occasion.CALLED: (Phrase.CAUGHT, Reaction.LAUGH),
            Occasion.OUT: (Phrase.TAKE_THAT, Phrase.CLOSED),
            Occasion.OUTRUN: (Phrase.KEEP, Phrase.QUICK),
            Occasion.SHOWN: (Phrase.HAD_TO_SEE, Phrase.NERVE),
            Occasion.FOLDED: (Phrase.HAD_IT, Phrase.KEEP),
            Occasion.TOOK: (Phrase.GIFT, Phrase.MINE),
            Occasion.RAISED: (Phrase.WHO_IS_IN, Phrase.SPICE),
        },
    ),
    Character.DINO: Nature(
        "Dino",
        Manner(bluff=0.05, nerve=-0.3),
        Tempo(1.1, 1.4),
        0.15,
        {
            **_COMMON_PHRASES,
            Occasion.TAKEN: (Phrase.EASY,),
            Occasion.GIVEN_WAY: (Phrase.WHO_KNOWS,),
            Occasion.LOST: (Phrase.WAIT,),
            Occasion.RICHER: (Phrase.GIFT, Phrase.WARNED),
            Occasion.POORER: (Phrase.KEEP, Phrase.HURT),
            Occasion.CALLED: (Phrase.WAIT, Reaction.WOW),
            Occasion.OUT: (Phrase.EASY, Phrase.NEEDED),
            Occasion.OUTRUN: (Phrase.WAIT,),
            Occasion.ONE_SHORT: (Phrase.ONE_SHORT, Phrase.KEEP),
            Occasion.SHOWN: (Phrase.HAD_TO_SEE, Phrase.WAIT),
            Occasion.FOLDED: (Phrase.HAD_IT, Phrase.KEEP),
            Occasion.TOOK: (Phrase.GIFT,),
            Occasion.RAISED: (Phrase.SPICE,),
        },
    ),
    Character.ELSA: Nature(
        "Elsa",
        Manner(bluff=0.01, nerve=0.2),
        USUAL_TEMPO,
        0.4,
        {
            **_COMMON_PHRASES,
            Occasion.BEGUN: (Phrase.GOOD_EVENING, Phrase.HOW_NICE),
            Occasion.TAKEN: (Phrase.LUCK, Reaction.CHEER),
            Occasion.LOST: (Phrase.WELL_PLAYED, Reaction.WOW),
            Occasion.RICHER: (Phrase.HEART, Reaction.CHEER),
            Occasion.POORER: (Phrase.NERVE, Phrase.HATS_OFF),
            Occasion.CALLED: (Phrase.CAUGHT, Reaction.LAUGH),
            Occasion.OUT: (Phrase.LUCK, Phrase.CLOSED, Reaction.CHEER),
            Occasion.OUTRUN: (Phrase.WELL_PLAYED, Phrase.QUICK, Reaction.WOW),
            Occasion.FED: (Phrase.THREW_IT, Reaction.LAUGH),
            Occasion.SHOWN: (Phrase.SO_IT_GOES, Phrase.HATS_OFF),
            Occasion.RAISED: (Phrase.SPICE,),
            Occasion.BURNED: (Phrase.EAGER, Reaction.LAUGH),
        },
    ),
    Character.FITO: Nature(
        "Fito",
        Manner(bluff=0.07, nerve=0.0),
        Tempo(0.6, 0.8),
        0.45,
        {
            **_COMMON_PHRASES,
            Occasion.TAKEN: (Phrase.LIKE_THIS, Reaction.LAUGH),
            Occasion.LOST: (Phrase.LUCKY, Reaction.CRY),
            Occasion.GIVEN_WAY: (Phrase.WHO_KNOWS, Reaction.LAUGH),
            Occasion.RICHER: (Phrase.TAKE_THAT, Phrase.GIFT),
            Occasion.POORER: (Phrase.HURT, Phrase.CARDS_HATE, Reaction.CRY),
            Occasion.CALLED: (Phrase.NOISE, Phrase.CAUGHT),
            Occasion.OUT: (Phrase.CLOSED, Phrase.GIFT, Reaction.LAUGH),
            Occasion.OUTRUN: (Phrase.LUCKY, Reaction.CRY),
            Occasion.FED: (Phrase.THREW_IT, Reaction.CRY),
            Occasion.SHOWN: (Phrase.HAD_TO_SEE, Reaction.CRY),
            Occasion.FOLDED: (Phrase.HAD_IT, Reaction.LAUGH),
            Occasion.TOOK: (Phrase.GIFT, Phrase.MINE),
            Occasion.RAISED: (Phrase.SCARED, Phrase.SPICE),
            Occasion.BURNED: (Phrase.EAGER, Reaction.LAUGH),
        },
    ),
    Character.GRETA: Nature(
        "Greta",
        Manner(bluff=0.01, nerve=-0.2),
        Tempo(0.9, 1.1),
        0.05,
        {
            **_COMMON_PHRASES,
            Occasion.RICHER: (Phrase.WRITE_DOWN,),
            Occasion.POORER: (Phrase.HATS_OFF, Phrase.KEEP),
            Occasion.CALLED: (Phrase.NOISE,),
            Occasion.OUT: (Phrase.WRITE_DOWN,),
            Occasion.OUTRUN: (Phrase.WELL_PLAYED,),
            Occasion.SHOWN: (Phrase.HATS_OFF,),
        },
    ),
    Character.HUGO: Nature(
        "Hugo",
        Manner(bluff=0.0, nerve=0.8),
        USUAL_TEMPO,
        0.3,
        {
            **_COMMON_PHRASES,
            Occasion.BEGUN: (Phrase.LETS_PLAY,),
            Occasion.TAKEN: (Phrase.EASY, Phrase.LIKE_THIS),
            Occasion.LOST: (Phrase.WAIT, Reaction.ANGRY),
            Occasion.RICHER: (Phrase.WRITE_DOWN, Phrase.WARNED),
            Occasion.POORER: (Phrase.CARDS_HATE, Phrase.KEEP),
            Occasion.CALLED: (Phrase.WAIT, Reaction.ANGRY),
            Occasion.BEATEN: (Phrase.ANOTHER,),
            Occasion.OUT: (Phrase.EASY, Phrase.WARNED),
            Occasion.OUTRUN: (Phrase.WAIT, Phrase.CARDS_HATE),
            Occasion.FED: (Phrase.THREW_IT, Reaction.ANGRY),
            Occasion.SHOWN: (Phrase.CARDS_HATE, Reaction.ANGRY),
            Occasion.FOLDED: (Phrase.KEEP, Phrase.HAD_IT),
            Occasion.RAISED: (Phrase.WHO_IS_IN, Phrase.YOUR_FACE),
        },
    ),
}
"""What each character is like."""


def nature_of(character: int) -> Nature | None:
    """Return what a character is like; ``None`` for a bot without one."""
    return NATURES[Character(character)] if character else None


def manner_of(character: int) -> Manner:
    """Return how a bot differs from others of its level."""
    return NATURES[Character(character)].manner if character else PLAIN
