"""Commands: what keys, buttons and clicks at a table ask for, as a closed set of values.

A button carries the command that it stands for, and a key stands for one, too, so a key and a click
cannot differ in what they do. What comes of a command depends on the mode that the table is in.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_client.scene.winding import Winding

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
class Proceed:
    """Do what comes next: play the picked card, lay a meld, cut, take the amount."""


@dataclass(frozen=True, slots=True)
class Hide:
    """Play the next card face down, or face up again."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw a card from a hand that could go out."""

    card: int


@dataclass(frozen=True, slots=True)
class PressPile:
    """Draw from a pile, or throw the picked card on it; ``source`` is its word."""

    source: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Say that one has seen how the hand ended."""


@dataclass(frozen=True, slots=True)
class PressPaper:
    """Press the paper that tells how a hand ended."""


# --- one's own cards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressCard:
    """Press a card of one's own by its place: pick it, play it, or select it for a meld."""

    index: int


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


@dataclass(frozen=True, slots=True)
class Sort:
    """Sort one's cards another way."""


@dataclass(frozen=True, slots=True)
class Select:
    """Select the picked card for a meld, or put it back."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Begin to lay the cards down by hand; or do what the middle does."""


@dataclass(frozen=True, slots=True)
class PressMiddle:
    """Press the middle, where cards are laid down."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last step back: a selection, a meld, a question, an amount."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Take back the act that waits to be sent."""


# --- numbers ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """Choose that amount, or point at that place of the pack."""

    number: int


@dataclass(frozen=True, slots=True)
class ToLeast:
    """Choose the least."""


@dataclass(frozen=True, slots=True)
class ToMost:
    """Choose the most."""


@dataclass(frozen=True, slots=True)
class TypeDigit:
    """Type a digit of a number."""

    digit: str


@dataclass(frozen=True, slots=True)
class EraseDigit:
    """Erase the last digit that was typed."""


@dataclass(frozen=True, slots=True)
class CutHere:
    """Cut where it is pointed at, and be done."""


@dataclass(frozen=True, slots=True)
class CutAgain:
    """Cut where it is pointed at, and choose another place."""


@dataclass(frozen=True, slots=True)
class TurnPack:
    """Have the cards dealt from the other end of the pack."""


# --- around the match ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that one is ready, or is not."""


@dataclass(frozen=True, slots=True)
class AddBot:
    """Ask how strong a bot is to be that takes a free seat."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Seat a bot.

    Attributes:
        level: how strong it is, as the protocol counts it.
        seat: where; ``None`` for any free seat.
        character: who it is, as the protocol counts; 0 for whoever is free.
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
class RemoveBot:
    """Remove the last bot."""


@dataclass(frozen=True, slots=True)
class AskSwap:
    """Ask which seat one would like to have."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Ask for that seat; or no more, if one did."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskBuyIn:
    """Choose how many chips one brings."""


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Begin the match.

    Attributes:
        sure: whether one has been asked about those who are not ready.
    """

    sure: bool = False


@dataclass(frozen=True, slots=True)
class PressSeat:
    """Press a seat: look from there, or seat or remove a bot."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnTable:
    """Look from the next seat."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Come to the table again after it was lost."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave; in a match, be asked first."""


@dataclass(frozen=True, slots=True)
class Depart:
    """Leave, as was answered; a seat that is kept waits, one that is given up a bot takes."""

    keep_seat: bool


@dataclass(frozen=True, slots=True)
class Hold:
    """Have the next hand wait, or wait no longer."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Ask for a pause, or for its end; or take that back."""


@dataclass(frozen=True, slots=True)
class Back:
    """Say that one is back, after a bot played."""


@dataclass(frozen=True, slots=True)
class AskSitIn:
    """Ask whether a bot is to play for who is away; ``seat`` is ``None`` for whoever that is."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """Have a bot play for who is away from that seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask what a strong bot would do."""


@dataclass(frozen=True, slots=True)
class AskSignal:
    """Ask which signal to give."""


@dataclass(frozen=True, slots=True)
class GiveSignal:
    """Give the signal with that gesture, as the protocol counts them."""

    gesture: int


@dataclass(frozen=True, slots=True)
class AskLook:
    """Ask where to look."""


@dataclass(frozen=True, slots=True)
class LookAt:
    """Look at that seat, to see the signals that are given there."""

    seat: int


# --- the side panel, and other screens -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToggleLog:
    """Show or hide the side panel."""


@dataclass(frozen=True, slots=True)
class ScrollLog:
    """Go through the log by so many halves of what is in view, up if positive."""

    pages: int


@dataclass(frozen=True, slots=True)
class Talk:
    """Begin to say something.

    Attributes:
        team: whether only one's own team is to hear it.
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


@dataclass(frozen=True, slots=True)
class TurnQuickTalk:
    """Have the digits stand for reactions instead of phrases, or the other way round."""


@dataclass(frozen=True, slots=True)
class MutePerson:
    """Show no more what a person says, or show it again.

    Attributes:
        player: the player's id.
        name: the player's name.
    """

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class MuteSpectators:
    """Show no more what spectators say, or show it again."""


@dataclass(frozen=True, slots=True)
class MuteEverybody:
    """Show no more what anybody says, or show it again."""


@dataclass(frozen=True, slots=True)
class MuteBots:
    """Mute all bots, or do so no longer."""


Mute = MutePerson | MuteSpectators | MuteBots | MuteEverybody
"""Whose talk is to be shown or not."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Show at once what is still to be shown."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Look again at the match that is over, from its record."""


@dataclass(frozen=True, slots=True)
class OpenRules:
    """Read the rules, at the clause that was just named if there is one."""


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """Look at the settings."""


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """Look at the keys, and at what the marks on the table mean."""


@dataclass(frozen=True, slots=True)
class OpenPeople:
    """Look at what the people here have won and lost: first whoever sits there, or oneself."""

    seat: int | None = None


Command = (
    Do | Proceed | Hide | Throw | PressPile | GoOn | PressPaper | PressCard | Step | Shift
    | MoveCard | Sort | Select | Lay | PressMiddle | TakeBack | Put | ToLeast | ToMost
    | TypeDigit | EraseDigit | CutHere | CutAgain | TurnPack | Ready | AddBot | SeatBot
    | AskWho | AskAccount | AskLevel | AskSwap | Swap | AskBuyIn
    | RemoveBot | StartMatch | PressSeat | TurnTable | Retry | Leave | Depart | Hold | Pause
    | AskHint | AskSignal | GiveSignal | AskLook | LookAt
    | Back | AskSitIn | LetBotPlay | ToggleLog | ScrollLog | Talk | Say | SayQuick
    | TurnQuickTalk | MutePerson | MuteSpectators | MuteBots | MuteEverybody | Skip
    | LookAgain
    | OpenRules
    | OpenSettings | OpenKeys | OpenPeople | Recall | Winding
)  # fmt: skip
