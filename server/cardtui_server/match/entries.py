"""What a table's log holds: an entry for each fact, and what the table was made with (`Created`).
Which terms a host changes only between matches (`SetBetween`), and which at once (`SetAtOnce`).

A table's state follows from its entries alone. They mirror the messages of ``cardtui.store.v1``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.distinct import distinct
from cardtui_engine.gestures import Gesture
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import FirstDealer
from cardtui_server.fairness.high_card import HighCardDraw
from cardtui_server.quick_talk import Phrase, Reaction


class SpectatorTalk(IntEnum):
    """Who hears what spectators say; the protocol uses the same numbers."""

    APART = 0
    """Spectators hear it, and players who ask for it."""
    EVERYBODY = 1
    """Everybody hears it."""
    OFF = 2
    """Nobody: spectators say nothing."""


class Partners(IntEnum):
    """How partners are found before each match; the protocol uses the same numbers."""

    AS_SEATED = 0
    HIGH_CARD = 1
    LOT = 2
    STRENGTH = 3


class WaitingBot(NamedTuple):
    """A bot that takes a free seat when a match starts; ``character`` 0 is the next free one."""

    level: int
    character: int = 0


@distinct
class Created(NamedTuple):
    """The table was made; always the first entry.

    Attributes:
        game: the id of its game.
        seats: the number of seats.
        preset: the preset that its options are; ``""`` for none.
        options: all options.
        name: its name.
        pause_milliseconds: the hand pause.
        thinking_milliseconds: how long a bot thinks before it acts; ``None`` for the server's
            choice.
        host: the id of the player who made it.
        host_name: that player's name.
        window_milliseconds: the claim window; ``None`` for the server's choice.
        partners: how partners are found before each match.
        first_dealer: how the first dealer is found.
        clock_milliseconds: the time to act; 0 for none.
        reserve_milliseconds: the reserve of each player beyond that.
        patience_milliseconds: how long a player may be away before a bot sits in; 0 if none does by
            itself, ``None`` for the server's choice.
        private: whether only who knows its id may see it.
        fill_milliseconds: how long it waits for people before bots fill it; 0 for ever.
        least_buy_in: the fewest chips that a player may bring, where each buys their own; else 0.
        most_buy_in: the most.
        refuses_spectators: whether nobody may watch, except the host.
        spectator_talk: who hears what spectators say.
        delay_hands: how many hands later spectators see a match than it is played.
        delay_milliseconds: how much later they see it, if not by hands.
        rated: whether its matches are rated.
        bots_yield: whether people take a bot's seat during a match without asking the host.
        waiting_bots: the bots that take the free seats when a match starts.
        held: whether other tables play the same packs, so that nobody else may know anything of
            the match until the last of them has ended.
        of_field: whether they do so at other times, each with bots.
    """

    game: str
    seats: int
    preset: str
    options: Mapping[str, OptionValue]
    name: str
    pause_milliseconds: int
    thinking_milliseconds: int | None
    host: str
    host_name: str
    window_milliseconds: int | None = None
    partners: Partners = Partners.AS_SEATED
    first_dealer: FirstDealer = FirstDealer.LOT
    clock_milliseconds: int = 0
    reserve_milliseconds: int = 0
    patience_milliseconds: int | None = None
    private: bool = False
    fill_milliseconds: int = 0
    least_buy_in: int = 0
    most_buy_in: int = 0
    refuses_spectators: bool = False
    spectator_talk: SpectatorTalk = SpectatorTalk.APART
    delay_hands: int = 0
    delay_milliseconds: int = 0
    rated: bool = False
    bots_yield: bool = False
    waiting_bots: tuple[WaitingBot, ...] = ()
    held: bool = False
    of_field: bool = False


@distinct
class RulesChanged(NamedTuple):
    """The host changed the rules of the table."""

    preset: str
    options: Mapping[str, OptionValue]

    def put(self, made: Created) -> Created:
        """Return a table as if it had been made so."""
        return made._replace(preset=self.preset, options=self.options)


@distinct
class Seated(NamedTuple):
    """A player or a bot took a seat; ``player`` is empty for a bot.

    ``character`` is who the bot is; 0 in logs of servers that knew none. ``key`` is that by which
    the player signs during the match under way; ``b""`` for none.
    """

    seat: int
    player: str
    name: str
    bot: int
    character: int = 0
    key: bytes = b""


@distinct
class Freed(NamedTuple):
    """A seat became free."""

    seat: int


@distinct
class StoodIn(NamedTuple):
    """A player left a seat during a match: a bot plays on, and the player may come back.

    ``chips`` are those with which the player left, where each buys their own: the bot has bought as
    many. It is 0 where the bot plays on with the player's chips.
    """

    seat: int
    name: str
    bot: int
    chips: int = 0
    character: int = 0


@distinct
class Readied(NamedTuple):
    """A player said that they are ready, or no longer ready.

    ``commitment`` is to bits for the shuffle of the next match; ``b""`` if the player gave none.
    """

    seat: int
    ready: bool
    commitment: bytes = b""


class HostCause(IntEnum):
    """Why a table has another host; the protocol uses the same numbers."""

    GIVEN = 1
    """The host gave the rights away, or left; or there was none."""
    AWAY = 2
    """The host is away, and gets the rights back on return."""
    BACK = 3
    """The host was away, and is back."""


@distinct
class Hosted(NamedTuple):
    """The table has another host."""

    host: str
    host_name: str
    cause: HostCause = HostCause.GIVEN


@distinct
class Committed(NamedTuple):
    """A match is about to begin: nobody can choose any more what they give for its shuffle.

    ``commitment`` is the server's, to its secret. ``seats`` are, by seat, what else everybody has
    committed to; ``b""`` for who gave none. ``bits`` are, by seat, those of the bots; ``b""`` for
    people, who reveal theirs later.
    """

    match: int
    secret: bytes
    commitment: bytes
    seats: tuple[bytes, ...]
    bits: tuple[bytes, ...]


@distinct
class Revealed(NamedTuple):
    """A player revealed the bits that the player's seat had committed to, and a key to sign by."""

    seat: int
    bits: bytes


@distinct
class Started(NamedTuple):
    """A match began; all its chance follows from the key, or from the secret if that is ``b""``.

    ``draws`` is what everybody drew for high card, the highest first. ``before`` is, by seat, the
    seat that its player had before partners were found by lot or by strength, which comes first;
    empty if they were not. Players move to their new seats with this entry. ``commitment`` is the
    server's, to the secret; ``b""`` where it committed to nothing, as the match begins elsewhere.
    ``grammar`` is that of the match's record, which says what its chain is over; 0 for the first.
    """

    match: int
    secret: bytes
    dealer: int
    draws: tuple[HighCardDraw, ...] = ()
    before: tuple[int, ...] = ()
    key: bytes = b""
    commitment: bytes = b""
    grammar: int = 0


@distinct
class Packed(NamedTuple):
    """A pack was dealt."""

    number: int
    cards: tuple[Card, ...]


@distinct
class Acted(NamedTuple):
    """A seat acted; ``reserves`` is what remains of each, if any was used up for it.

    ``bots`` is the version of the bots if one of them acted; 0 if a player did.
    """

    seat: int
    action: Action
    request_id: str
    reserves: tuple[int, ...] = ()
    bots: int = 0


@distinct
class TimedOut(NamedTuple):
    """A player's time ran out, and the mildest action was done instead."""

    seat: int
    action: Action
    reserves: tuple[int, ...]


class SitInCause(IntEnum):
    """Why a bot sits in for a player who keeps the seat; the protocol uses the same numbers."""

    AWAY = 1
    """The player was away for longer than the table's patience."""
    LATE = 2
    """The player's time ran out several times in a row."""
    HOST = 3
    """The host wanted it, since the player was away."""
    VOTE = 4
    """The other players wanted it, since the player was away."""


@distinct
class SatIn(NamedTuple):
    """A bot sits in for a player, who keeps the seat."""

    seat: int
    bot: int
    cause: SitInCause


@distinct
class Returned(NamedTuple):
    """A player for whom a bot sat in is back."""

    seat: int


@distinct
class Paused(NamedTuple):
    """The table was paused: by the player in that seat, or by agreement."""

    seat: int | None


@distinct
class Resumed(NamedTuple):
    """Play went on after a pause: by the wish of the player in that seat, or by agreement."""

    seat: int | None


@distinct
class Talked(NamedTuple):
    """Somebody said something; ``seat`` is ``None`` for a spectator.

    Of a phrase or a reaction, ``text`` is the English.
    """

    seat: int | None
    name: str
    text: str
    player: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None
    request_id: str = ""


@distinct
class TalkedApart(NamedTuple):
    """A player said something to the own team alone; readers do not count it in their numbers."""

    seat: int
    name: str
    text: str
    request_id: str = ""


@distinct
class SeatsSwapped(NamedTuple):
    """The holders of two seats swapped them before a match; one of them may have been free."""

    seat: int
    other: int


@distinct
class Looked(NamedTuple):
    """A player looks at another seat from now on."""

    seat: int
    at: int


@distinct
class Gestured(NamedTuple):
    """A player gave a signal; it has no part in the readers' numbers."""

    seat: int
    gesture: Gesture


@distinct
class Kicked(NamedTuple):
    """The host took a player's seat away: it is free if ``bot`` is 0, or else that bot plays on.

    ``chips`` are as in `StoodIn`.
    """

    seat: int
    name: str = ""
    bot: int = 0
    chips: int = 0
    character: int = 0


@distinct
class Banned(NamedTuple):
    """The host banned somebody from the table, or lifted the ban: then its end is 0.

    ``likeness`` is what the person's name is taken for, so that a name like it does not help.
    """

    player: str
    likeness: str
    name: str
    until_milliseconds: int


@distinct
class SpectatorsSet(NamedTuple):
    """The host said what spectators may do from now on; what was held is so no more."""

    refused: bool
    talk: SpectatorTalk
    delay_hands: int = 0
    delay_milliseconds: int = 0

    def put(self, made: Created) -> Created:
        """Return a table as if it had been made so."""
        return made._replace(
            refuses_spectators=self.refused,
            spectator_talk=self.talk,
            delay_hands=self.delay_hands,
            delay_milliseconds=self.delay_milliseconds,
            held=False,
        )


@distinct
class RatedSet(NamedTuple):
    """The host said whether matches are rated."""

    rated: bool

    def put(self, made: Created) -> Created:
        """Return a table as if it had been made so."""
        return made._replace(rated=self.rated)


@distinct
class BotsYieldSet(NamedTuple):
    """The host said whether people take a bot's seat during a match without asking."""

    bots_yield: bool

    def put(self, made: Created) -> Created:
        """Return a table as if it had been made so."""
        return made._replace(bots_yield=self.bots_yield)


class AskStep(IntEnum):
    """How far a request for a bot's seat has come; the protocol uses the same numbers."""

    ASKED = 1
    """The host has not answered yet."""
    GRANTED = 2
    """The player has the seat from the next hand on."""
    REFUSED = 3
    """The host said no."""
    ENDED = 4
    """The player took it back or went away, or no bot plays there any more."""


@distinct
class SeatAsked(NamedTuple):
    """Somebody asked for a bot's seat during a match, or the request came to something.

    ``seat`` is the seat that they want; ``None`` for any bot's. ``key`` is that by which they would
    sign.
    """

    player: str
    name: str
    step: AskStep
    seat: int | None = None
    key: bytes = b""


@distinct
class Announced(NamedTuple):
    """The host said something to everybody at the table."""

    player: str
    name: str
    text: str


@distinct
class BoughtIn(NamedTuple):
    """A player chose how many chips to bring to the next match."""

    seat: int
    chips: int


@distinct
class ToppedUp(NamedTuple):
    """A player bought that many chips between two hands."""

    seat: int
    chips: int


@distinct
class Hinted(NamedTuple):
    """A player asked for a hint in a hand with other people, who are told so."""

    seat: int


@distinct
class HeadSigned(NamedTuple):
    """A player signed the head of the chain with that key, at the end of a hand; 0 for the match's.

    It has no part in the readers' numbers.
    """

    key: bytes
    hand: int
    signature: bytes
    seat: int


@distinct
class Owned(NamedTuple):
    """A server opened the table: no other writes to its log from here on.

    Attributes:
        server: what it calls itself, anew with each start.
        address: where clients reach it.
    """

    server: str
    address: str


@distinct
class Closed(NamedTuple):
    """The table was closed; always the last entry."""


SetBetween = RulesChanged | RatedSet
"""What the host changes while no match is played; everybody is asked again."""

SetAtOnce = SpectatorsSet | BotsYieldSet
"""What the host changes at any time; spectators under a delay know it at once, too."""

TermsSet = RatedSet | SetAtOnce
"""What the host changes of the terms of the table, besides its rules."""

Entry = (
    Created
    | Seated
    | Freed
    | StoodIn
    | Readied
    | Hosted
    | SetBetween
    | SetAtOnce
    | Committed
    | Revealed
    | Started
    | Packed
    | Acted
    | TimedOut
    | SatIn
    | Returned
    | Paused
    | Resumed
    | Talked
    | TalkedApart
    | SeatsSwapped
    | BoughtIn
    | ToppedUp
    | Looked
    | Gestured
    | Kicked
    | Banned
    | Announced
    | SeatAsked
    | Hinted
    | HeadSigned
    | Owned
    | Closed
)


class Stamped(NamedTuple):
    """An entry, and when it was written, in milliseconds since 1970."""

    time: int
    entry: Entry
