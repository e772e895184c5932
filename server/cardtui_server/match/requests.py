"""What may be asked of a table, as values, and which requests may begin a match
(`MAY_BEGIN_MATCH`). What is granted is decided in `commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.distinct import distinct
from cardtui_engine.gestures import Gesture
from cardtui_engine.options import OptionValue
from cardtui_server.match.entries import Acted, Packed, SitInCause, TermsSet, ToppedUp
from cardtui_server.quick_talk import Phrase, Reaction


@distinct
class Act(NamedTuple):
    """Do an action for a seat; ``player`` must hold it, and ``""`` stands for a bot.

    Attributes:
        seat: the seat.
        player: the id of the player who asks.
        action: what to do.
        expected: the number of the last entry that changed the position as the player saw it;
            ``None`` if it does not matter.
        request_id: an id with which the request is carried out only once, however often it is
            repeated; ``""`` for none.
    """

    seat: int
    player: str
    action: Action
    expected: int | None = None
    request_id: str = ""


@distinct
class Waive(NamedTuple):
    """Waive for a player who was asked in a contest and let the window pass."""

    seat: int
    window: int


@distinct
class TimeOut(NamedTuple):
    """Do the mildest action for a player whose time has run out.

    Attributes:
        seat: the player's seat.
        asked: the number of the entry since which the game has waited for the decision.
        reserves: by seat, what remains of its reserve, in milliseconds.
    """

    seat: int
    asked: int
    reserves: tuple[int, ...]


@distinct
class SitIn(NamedTuple):
    """Let a bot sit in for a player; the caller has checked that it may."""

    seat: int
    cause: SitInCause


@distinct
class Return(NamedTuple):
    """Give the seat back to a player for whom a bot sits in.

    Attributes:
        player: the player.
        came: whether the player has only come back to the table, and said or done nothing yet.
    """

    player: str
    came: bool = False


@distinct
class SetPause(NamedTuple):
    """Pause the table, or let play go on; ``agreed`` unless one player may do so alone."""

    player: str
    paused: bool
    agreed: bool = False


@distinct
class Say(NamedTuple):
    """Say a line; where words commit, the line of a player with a seat is an action.

    A spectator's line goes to the spectators and never commits anybody. A line is a text, a phrase
    or a reaction. One with a request id is said only once, however often it is repeated.
    """

    player: str
    name: str
    text: str
    watching: bool = False
    phrase: Phrase | None = None
    reaction: Reaction | None = None
    request_id: str = ""


@distinct
class BotSays(NamedTuple):
    """Have the bot in a seat say something, if that character sits there still."""

    seat: int
    character: int
    line: Phrase | Reaction


@distinct
class BotSignals(NamedTuple):
    """Have the bot in a seat give a signal, if that character sits there still."""

    seat: int
    character: int
    gesture: Gesture


@distinct
class SayToTeam(NamedTuple):
    """Say a line that only the players of the same team hear."""

    player: str
    name: str
    text: str
    request_id: str = ""


@distinct
class Look(NamedTuple):
    """Look at a seat, to see the signals that are given there."""

    player: str
    at: int


@distinct
class GiveSignal(NamedTuple):
    """Give a signal; those who look at the player now see it."""

    player: str
    gesture: Gesture


@distinct
class ChangeRules(NamedTuple):
    """Change the rules of the table before a match, or between two.

    Attributes:
        player: the id of the player who asks.
        preset: the preset that has these options; ``""`` if none has.
        options: all options of the table, which have been checked.
    """

    player: str
    preset: str
    options: Mapping[str, OptionValue]


@distinct
class Sit(NamedTuple):
    """Take a seat: the one named, or any free one.

    Attributes:
        player: the id of the player who asks.
        name: that player's name.
        seat: the seat; ``None`` for any free one.
        likeness: what the name is taken for.
        now: the time, in milliseconds since 1970, by which bans end.
        ask: whether to ask for a bot's seat if none can be taken now.
        key: the public key by which the player signs if a match is played; ``b""`` for none.
    """

    player: str
    name: str
    seat: int | None = None
    likeness: str = ""
    now: int = 0
    ask: bool = False
    key: bytes = b""


@distinct
class AnswerSeat(NamedTuple):
    """Say yes or no to ``asker``, who asks for a bot's seat."""

    player: str
    asker: str
    granted: bool


@distinct
class Leave(NamedTuple):
    """Leave your seat, or take back your request for one; during a match a bot plays on.

    ``asked`` is whether to take back a request alone, and to stay in a seat got meanwhile.
    """

    player: str
    asked: bool = False


@distinct
class AddBot(NamedTuple):
    """Seat a bot: in the seat named, or in any free one; ``character`` 0 is any that is free.

    Where ``account`` is set, it is the id of a bot account that is invited, and ``account_name``
    its name.
    """

    player: str
    level: int
    seat: int | None = None
    character: int = 0
    account: str = ""
    account_name: str = ""


@distinct
class RemoveBot(NamedTuple):
    """Remove a bot."""

    player: str
    seat: int


@distinct
class SetReady(NamedTuple):
    """Say whether one is ready; when every seat is taken and ready, the match starts.

    ``commitment`` is to bits that the player gives for its shuffle; ``b""`` for none.
    """

    player: str
    ready: bool
    commitment: bytes = b""


@distinct
class Reveal(NamedTuple):
    """Reveal the bits to which you have committed yourself; once all have, the match starts."""

    player: str
    bits: bytes


@distinct
class SignHead(NamedTuple):
    """Keep a player's signature of the head of the chain; ``hand`` is 0 for the match's end."""

    player: str
    match: int
    hand: int
    head: bytes
    signature: bytes = b""


@distinct
class Own(NamedTuple):
    """Have the table belong to a server, which has opened it."""

    server: str
    address: str


@distinct
class BeginMatch(NamedTuple):
    """Begin the match with that number, although somebody has not revealed their bits."""

    match: int


@distinct
class ShareShuffle(NamedTuple):
    """Have the table's players reveal their bits, with those of all who play the same packs.

    Attributes:
        player: the id of the tournament, which is the host.
        secret: the server's secret for all these tables.
        others: what the seats of the other tables have committed to; ``b""`` for nothing.
    """

    player: str
    secret: bytes
    others: tuple[bytes, ...]


@distinct
class BeginShared(NamedTuple):
    """Begin the match with packs that are played at other tables, too.

    Attributes:
        player: the id of the tournament, which is the host.
        others: what the seats of the other tables have revealed; ``b""`` for nothing.
    """

    player: str
    others: tuple[bytes, ...]


@distinct
class SwapSeats(NamedTuple):
    """Swap seats before a match, or between two.

    Attributes:
        player: the id of the player who asks.
        seat: the seat that the player wants.
        other: the id of the player there, who has agreed; ``""`` for a bot or a free seat.
        held: the seat that the player gives for it, to which the other one has agreed; ``None``
            for whichever the player holds.
    """

    player: str
    seat: int
    other: str = ""
    held: int | None = None


@distinct
class Start(NamedTuple):
    """Start a match, the first or the next one; bots take the free seats.

    Attributes:
        player: the id of the player who asks.
        gone: the ids of the players who have been away so long that the next match does not wait
            for them.
        commitment: to bits that the player gives for its shuffle; ``b""`` for none.
    """

    player: str
    gone: frozenset[str] = frozenset()
    commitment: bytes = b""


@distinct
class BeginAt(NamedTuple):
    """Begin a match at a position that was played elsewhere; no client can ask for it.

    Attributes:
        dealer: the first dealer.
        entries: what led to the position.
    """

    dealer: int
    entries: tuple[Packed | Acted | ToppedUp, ...]


@distinct
class BuyIn(NamedTuple):
    """Choose how many chips to bring to the next match; between two hands, how many to have."""

    player: str
    chips: int


@distinct
class Fill(NamedTuple):
    """Let bots take the free seats and start the match, because the table has waited enough.

    ``here`` are the ids of the players who are there: only they must be ready.
    """

    here: frozenset[str]


@distinct
class Kick(NamedTuple):
    """Take a player's seat away.

    Attributes:
        player: the id of the player who asks.
        seat: the seat.
        meant: the id of the player who is meant; ``""`` for anybody in that seat.
    """

    player: str
    seat: int
    meant: str = ""


@distinct
class BanPlayer(NamedTuple):
    """Ban somebody from the table, or lift the ban.

    Attributes:
        player: the id of the player who asks.
        banned: the id of the player to ban.
        likeness: what that person's name is taken for.
        name: that person's name.
        until: the end of the ban, in milliseconds since 1970; 0 to lift it.
        now: the time, in milliseconds since 1970, by which bans end.
        alike: the ids of those who ask for a seat under a name that is taken for the same.
    """

    player: str
    banned: str
    likeness: str
    name: str
    until: int
    now: int = 0
    alike: frozenset[str] = frozenset()


@distinct
class TransferHost(NamedTuple):
    """Make the player in a seat the host.

    Attributes:
        player: the id of the player who asks.
        seat: the seat.
        meant: the id of the player who is meant; ``""`` for anybody in that seat.
    """

    player: str
    seat: int
    meant: str = ""


@distinct
class ChangeTerms(NamedTuple):
    """Change terms of the table, besides its rules, from now on or from the next match on."""

    player: str
    terms: TermsSet


@distinct
class AskHint(NamedTuple):
    """Ask what a strong bot would do in the player's seat; other people are told so."""

    player: str


@distinct
class KeepHost(NamedTuple):
    """Let somebody be the host while the host is away; give it back to the one who is back.

    ``here`` are the ids of the people who are there.
    """

    here: frozenset[str]


@distinct
class Announce(NamedTuple):
    """Say a line to everybody at the table, as its host."""

    player: str
    name: str
    text: str


@distinct
class Close(NamedTuple):
    """Close the table.

    Attributes:
        player: the id of the player who asks.
        operator: whether the operator asks, who may close any table.
    """

    player: str
    operator: bool = False


class Disuse(Enum):
    """How a table is not used; in order of how much of it may still be closed.

    A later one closes what an earlier one does, and more.
    """

    UNREAD = auto()
    """Nobody reads there: it is closed between matches."""
    EMPTY = auto()
    """Nobody holds a seat there: a match between bots is closed, too."""
    LEFT = auto()
    """People left it so long ago that even their match is closed."""


@distinct
class CloseUnused(NamedTuple):
    """Close a table that nobody uses, if that still holds."""

    disuse: Disuse


Request = (
    Act
    | Waive
    | TimeOut
    | SitIn
    | Return
    | ChangeRules
    | SetPause
    | Say
    | BotSays
    | BotSignals
    | SayToTeam
    | Look
    | GiveSignal
    | Sit
    | Leave
    | AddBot
    | RemoveBot
    | SetReady
    | Reveal
    | SignHead
    | Own
    | BeginMatch
    | ShareShuffle
    | BeginShared
    | SwapSeats
    | BuyIn
    | Fill
    | Start
    | BeginAt
    | Kick
    | KeepHost
    | BanPlayer
    | TransferHost
    | Announce
    | AnswerSeat
    | ChangeTerms
    | AskHint
    | Close
    | CloseUnused
)
"""All that may be asked of a table."""

MAY_BEGIN_MATCH: Final = (AddBot, BeginMatch, BeginShared, Fill, Reveal, SetReady, Start)
"""The kinds of requests that may begin a match."""


def begins_match(request: Request) -> bool:
    """Return whether it may begin a match; who is no longer ready begins none."""
    return isinstance(request, MAY_BEGIN_MATCH) and getattr(request, "ready", True)
