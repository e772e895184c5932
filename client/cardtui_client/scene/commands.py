"""Commands: what keys, buttons and clicks at a table and in a replay ask for, as a closed set.
Only their names: which key is which is in `faces/table_actions.py`, what comes of one in
`tui/table/modes/idle.py`, the keys of a replay in `client/cardtui_studio/replay_screen.py`.

A button carries the command that it stands for, and a key stands for one, too, so a key and a click
cannot differ in what they do. What comes of a command depends on the mode that the table is in.
Those of `Bare` and `Replay` need no more than their name; `Way` says where to go in a replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from cardtui_client.model.quick_talk import Mute


class Bare(Enum):
    """A command at a table that needs no more than its name."""

    # the game
    PROCEED = auto()
    """Do what comes next: play the picked card, lay a meld, cut, take the amount."""
    HIDE = auto()
    """Play the next card face down, or face up again."""
    GO_ON = auto()
    """Say that you have seen how the hand ended."""
    PRESS_PAPER = auto()
    """Press the paper that tells how a hand ended."""
    SAY_OTHER = auto()
    """Choose a number to say that is not the true one."""
    # your own cards
    SORT = auto()
    """Sort your cards another way."""
    SELECT = auto()
    """Select the picked card for a meld, or put it back."""
    LAY = auto()
    """Begin to lay the cards down by hand; or do what the middle does."""
    PRESS_MIDDLE = auto()
    """Press the middle, where cards are laid down."""
    TAKE_BACK = auto()
    """Take the last step back: a selection, a meld, a question, an amount."""
    RECALL = auto()
    """Take back the act that waits to be sent."""
    # numbers
    TO_LEAST = auto()
    """Choose the least."""
    TO_MOST = auto()
    """Choose the most."""
    ERASE_DIGIT = auto()
    """Erase the last digit that was typed."""
    CUT_HERE = auto()
    """Cut where it is pointed at, and be done."""
    CUT_AGAIN = auto()
    """Cut where it is pointed at, and choose another place."""
    CUT_FOR_ME = auto()
    """Have the pack cut for you from now on, or no longer."""
    TURN_PACK = auto()
    """Have the cards dealt from the other end of the pack."""
    # around the match
    READY = auto()
    """Say that you are ready, or is not."""
    ADD_BOT = auto()
    """Ask how strong a bot is to be that takes a free seat."""
    REMOVE_BOT = auto()
    """Remove the last bot."""
    ASK_SWAP = auto()
    """Ask which seat you would like to have."""
    ASK_BUY_IN = auto()
    """Choose how many chips one brings."""
    TURN_TABLE = auto()
    """Look from the next seat."""
    RETRY = auto()
    """Come to the table again after it was lost."""
    COPY = auto()
    """Copy the line by which others join, or that of your result at the deal of the day."""
    LEAVE = auto()
    """Leave; in a match, be asked first."""
    HOLD = auto()
    """Have the next hand wait, or wait no longer."""
    PAUSE = auto()
    """Ask for a pause, or for its end; or take that back."""
    BACK = auto()
    """Say that you are back, after a bot played."""
    ASK_HINT = auto()
    """Ask what a strong bot would do."""
    ASK_SEAT = auto()
    """Ask for a bot's seat while you watch, or ask for it no longer."""
    ADMIT = auto()
    """Let in who asks for a bot's seat."""
    DENY = auto()
    """Say no to who asks for a bot's seat."""
    ASK_SIGNAL = auto()
    """Ask which signal to give."""
    ASK_LOOK = auto()
    """Ask where to look."""
    # the side panel
    TOGGLE_LOG = auto()
    """Show or hide the side panel."""
    TURN_QUICK_TALK = auto()
    """Have the digits stand for reactions instead of phrases, or the other way round."""
    SKIP = auto()
    """Show at once what is still to be shown."""


# --- the game --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """Do a verb of the game; one that is not offered makes the server say why not.

    Attributes:
        verb: the verb, as the protocol has it.
        word: the word it is told, such as the pile to draw from; ``""`` for none.
        sure: whether it is not to be asked about any more.
        number: the number it is told once that is chosen; ``None`` for none.
    """

    verb: str
    word: str = ""
    sure: bool = False
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw a card from a hand that could go out."""

    card: int


@dataclass(frozen=True, slots=True)
class PressPile:
    """Draw from a pile, or throw the picked card on it; ``source`` is its word."""

    source: str


# --- your own cards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressCard:
    """Press a card of your own by its place: pick it, play it, or select it for a meld.

    Attributes:
        index: its place.
        dragged: whether it was dragged to the felt, which plays it at once.
    """

    index: int
    dragged: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """Go so many steps on: to another card, another place in the pack, another amount."""

    by: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Move the picked card by so many places."""

    by: int


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Move a card from one place to another."""

    index: int
    to: int


# --- numbers ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """Choose that amount, or point at that place of the pack."""

    number: int


@dataclass(frozen=True, slots=True)
class TypeDigit:
    """Type a digit of a number."""

    digit: str


# --- around the match ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Seat a bot.

    Attributes:
        level: how strong it is, as the protocol counts it.
        seat: where; ``None`` for any free seat.
        character: who it is, as the protocol counts; 0 for any that is free.
    """

    level: int
    seat: int | None = None
    character: int = 0


@dataclass(frozen=True, slots=True)
class AskWho:
    """Ask who a bot is to be.

    Attributes:
        seat: where it sits; ``None`` for any free seat.
    """

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AskAccount:
    """Ask which bot account is invited.

    Attributes:
        seat: where it sits; ``None`` for any free seat.
    """

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AskLevel:
    """Ask how strong a bot is to be, once it is known who it is.

    Attributes:
        seat: where it sits; ``None`` for any free seat.
        character: who it is, as the protocol counts.
    """

    seat: int | None
    character: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Ask for that seat; or no more, if you did."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin the match.

    Attributes:
        sure: whether you have been asked about those who are not ready.
    """

    sure: bool = False


@dataclass(frozen=True, slots=True)
class PressSeat:
    """Press a seat: look from there, or seat or remove a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class Depart:
    """Leave, as was answered; a seat that is kept waits, one that is given up a bot takes."""

    keep_seat: bool


@dataclass(frozen=True, slots=True)
class AskSitIn:
    """Ask whether a bot is to play for who is away; ``seat`` is ``None`` for anybody who is."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """Have a bot play for who is away from that seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class GiveSignal:
    """Give the signal with that gesture, as the protocol counts them."""

    gesture: int


@dataclass(frozen=True, slots=True)
class LookAt:
    """Look at that seat, to see the signals that are given there."""

    seat: int


# --- talk, and the side panel ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScrollLog:
    """Go through the log by so many halves of what is in view, up if positive."""

    pages: int


@dataclass(frozen=True, slots=True)
class Talk:
    """Begin to say something.

    Attributes:
        team: whether only your own team is to hear it.
    """

    team: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """Say that line, if there is anything in it, and be done with talking.

    Attributes:
        text: the line.
        calls: the number of the position in which one agrees that it calls something; 0 where one
            has not been asked.
    """

    text: str
    calls: int = 0


@dataclass(frozen=True, slots=True)
class SayQuick:
    """Say a phrase or show a reaction, as the protocol counts them, and be done with talking."""

    phrase: int = 0
    reaction: int = 0


# --- other screens ---------------------------------------------------------------------------


class Open(Enum):
    """Open a screen that needs no more than its name."""

    KEYS = auto()
    """The keys, and what the marks on the table mean."""
    SETTINGS = auto()
    """The settings."""
    ORDER = auto()
    """The order of the cards."""
    REPLAY = auto()
    """The match that is over, shown again from its record."""
    MISTAKES = auto()
    """The same, from your costliest mistake in it."""


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Read the rules at a clause; ``""`` for the one that was just named, or their beginning."""

    clause: str = ""


@dataclass(frozen=True, slots=True)
class OpenPeople:
    """Look at what the people here have won and lost: first the player in that seat, or you."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Explain:
    """Say what a button does: its price, its rule and clause."""

    command: Command


Opening = Open | OpenRules | OpenPeople | Explain
"""What opens a screen over the table: a question waits below until you have looked it up."""


# --- a match that is shown again -------------------------------------------------------------


class Way(Enum):
    """Go that way from the position that is shown."""

    BACK = auto()
    ON = auto()
    CALL_BACK = auto()
    CALL_ON = auto()
    HAND_BACK = auto()
    HAND_ON = auto()
    START = auto()
    END = auto()


class Replay(Enum):
    """A command in a replay that needs no more than its name."""

    RUN = auto()
    """Go on by itself, or stop that."""
    HASTEN = auto()
    """Go on by itself faster; from the fastest, as at the beginning."""
    NEXT_EYES = auto()
    """Look with the next eyes: each seat's in turn, a spectator's, and then at all cards."""
    SHOW_WHOLE_LINE = auto()
    """Show the hands and scores that you have not come to yet, or hide them again."""
    COPY_POSITION = auto()
    """Copy the position as a scenario."""
    COPY_DEAL = auto()
    """Copy the line by which somebody else plays the packs of the match."""
    WEIGH_CHOICES = auto()
    """Show what the choices of the player to act would have been worth."""
    NEXT_MISTAKE = auto()
    """Go to the next mistake of the player at the bottom."""
    PLAY_FROM_HERE = auto()
    """Play on from the position against bots."""
    PLAY_AGAIN = auto()
    """Play the hand again as it was dealt, with the packs that followed it."""


class Eyes(NamedTuple):
    """Whose eyes you look with.

    Attributes:
        seat: those of the player of that seat; ``None`` for those of a spectator.
        all_cards: whether you see the cards of all seats, as a spectator never does.
    """

    seat: int | None = None
    all_cards: bool = False


@dataclass(frozen=True, slots=True)
class WindTo:
    """Go to the position of that number."""

    at: int


@dataclass(frozen=True, slots=True)
class LookWith:
    """Look with those eyes."""

    eyes: Eyes


Winding = Way | WindTo | LookWith | Replay
"""What is asked for in a replay alone."""

Command = (
    Bare | Do | Throw | PressPile | PressCard | Step | Shift | MoveCard | Put | TypeDigit
    | SeatBot | AskWho | AskAccount | AskLevel | Swap | StartMatch | PressSeat | Depart
    | AskSitIn | LetBotPlay | GiveSignal | LookAt | ScrollLog | Talk | Say | SayQuick
    | Mute | Opening | Winding
)  # fmt: skip
