"""The state of a table, as a value: seats, match, talk, bans. How many lines of talk are kept for
newcomers (`TALK_KEPT`), and how many bans (`MOST_BANS`). Who is banned (`bans_out`), who may not
watch (`refuses`), who finds a private table in the list (`seen_by`). How many players are
remembered with the chips with which they left: `MOST_TAKEN_CHIPS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_engine.gestures import Gesture, Sign
from cardtui_engine.library.counts import Counted
from cardtui_engine.library.records import Sitting
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_engine.turn import Turn
from cardtui_server.fairness.high_card import HighCardDraw, high_ranks
from cardtui_server.fairness.shuffle import Shuffle
from cardtui_server.fairness.signatures import HandEnd, HeadSignature
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Created, Owned, Partners, SitInCause
from cardtui_server.match.events import HighCardsDrawn, Said
from cardtui_server.match.ledger import Ledger

TALK_KEPT: Final = 50
"""How many lines of each kind of talk are kept for newcomers."""

MOST_TAKEN_CHIPS: Final = 100
"""Of how many players a table knows with how many chips they left; the latest ones."""

MOST_BANS: Final = 100
"""How many bans hold at one table at most; older ones are kept no longer."""

CONTEST: Final = "contest"
"""The phase in which a seat is asked whether it takes a card before another seat does."""


class Life(IntEnum):
    """Where a table is in its life; the protocol uses the same numbers."""

    WAITING = 1
    PLAYING = 2
    OVER = 3
    CLOSED = 4


class Sitter(NamedTuple):
    """The holder of a seat: a player, or a bot with a level above 0 that may play for ``away``.

    A player may keep the seat while a bot sits in: ``stand_in`` is its level then, and ``cause``
    why it does. ``buy_in`` is how many chips the player brings to the next match; 0 for the usual.
    ``character`` is who the bot is, and 0 where one sits in for a player. ``commitment`` is to bits
    that the player gives for the next match; ``b""`` for none. ``since`` grows from one who sits
    down to the next. ``key`` is the public key by which the player signs in this match; ``b""`` for
    none.
    """

    player: str
    name: str
    bot: int = 0
    ready: bool = False
    away: str = ""
    stand_in: int = 0
    cause: SitInCause | None = None
    buy_in: int = 0
    character: int = 0
    commitment: bytes = b""
    since: int = 0
    key: bytes = b""

    @property
    def level(self) -> int:
        """The level of the bot that decides for the seat; 0 if its player does."""
        return self.bot or self.stand_in


def _sitting(after: int, seat: int, sitter: Sitter) -> Sitting:
    """Return a sitter as one who decides for a seat; while a bot sits in, nobody signs."""
    character = 0 if sitter.stand_in else sitter.character
    key = b"" if sitter.level else sitter.key
    return Sitting(after, seat, sitter.name, sitter.level, character, key)


class TeamLine(NamedTuple):
    """A line of a team's talk apart, as one of its hearers knows it.

    Attributes:
        number: its number, which grows from line to line for each who hears it.
        said: the line.
    """

    number: int
    said: Said


class SeenSignal(NamedTuple):
    """A signal that a player has seen, or has given.

    Attributes:
        number: its number, which grows from signal to signal for each who sees them.
        seat: the seat that gave it.
        player: the id of the player who gave it.
        name: that player's name.
        gesture: the gesture.
    """

    number: int
    seat: int
    player: str
    name: str
    gesture: Gesture


class Ban(NamedTuple):
    """Somebody whom the host has banned, by id and by what the name is taken for.

    ``until`` is its end, in milliseconds since 1970.
    """

    player: str
    likeness: str
    name: str
    until: int


class Asker(NamedTuple):
    """Somebody who asks for a bot's seat during a match: for ``seat``, or for any if ``None``.

    ``granted`` is whether they have it from the next hand on, ``key`` that by which they will sign.
    """

    player: str
    name: str
    seat: int | None
    granted: bool
    key: bytes = b""


class Tally(NamedTuple):
    """The score for the lobby: points as everybody sees them, chips as a hand last left them."""

    scores: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    hand: int = 0


class TableState(NamedTuple):
    """A table after some entry of its log.

    Attributes:
        made: the first entry, which says how it was made.
        rules: the rules of its game.
        host: the id of the player who may start and close it.
        host_name: that player's name.
        sitters: by seat, who holds it; ``None`` if it is free.
        life: where it is in its life.
        match: the number of the match; 0 before the first.
        key: the match's key, from which all its chance follows.
        shuffle: how that key was found, or is being found for the next match; ``None`` before the
            first match, and where the server has committed to nothing.
        chain: the head of the chain over what spectators were told of the match; ``b""`` without a
            commitment of the server.
        ends: the last two ends of hands of the match, with the heads of the chain then.
        vouched: by public key, the latest signature of each player of the match.
        draws: what everybody drew for high card before the match, the highest first; empty if
            nobody drew.
        packs: the number of packs dealt in the match.
        game: the position, as a value of the rules' own type; ``None`` before the first match.
        turn: what the position waits for.
        resting: whether a hand has just ended, so that the hand pause comes before the next.
        opened: the number of the entry that opened the claim window: since then a discard may be
            taken, or a seat is asked in a contest. 0 if no window is open.
        tally: the score for the lobby.
        counted: what the match has come to so far; ``None`` before the first match.
        talk: the latest talk.
        apart: by player id, the latest talk of teams that the player has heard, oldest first; who
            has heard nothing for longest comes first.
        gazes: by seat, the seat that its player looks at; empty where there are no signals.
        signals: by player id, the latest signals that the player has seen, oldest first.
        signs: the signals of the hand that bots have seen, oldest first.
        seq: the number of the last entry that readers know of.
        hidden: how many entries readers do not know of; see `entries`.
        position: the number of the last entry that changed the position.
        bots: the version of the bots that acted last in the match; 0 before any did.
        moves: how many entries have changed the position since the match began. Nothing else that
            is written down has a part in it, so chance that follows from it repeats.
        asked: the number of the entry since which the game has waited for the present decision.
        reserves: by seat, what remains of its reserve, in milliseconds; empty without clocks.
        late: by seat, how often in a row its time has run out; empty without clocks.
        paused: whether the table is paused.
        took: by player id, the chips with which the player left a match; no fewer are brought back.
        ledger: what everybody has brought here and taken; empty where there are no chips.
        bans: who is banned, also those whose ban is over by now.
        out: the seats that went out of the match, those who went together beside each other.
        rated: whether the match is rated.
        hinted: the seats whose players asked for a hint in this hand, which others were told.
        lender: the id of the player who is away and whose rights the host has meanwhile; ``""`` for
            nobody.
        lender_name: that player's name.
        asking: who asks for a bot's seat, in the order in which they asked.
        put_out: the seats that the host has taken away, by the ids of those who held them.
        owner: the server that opened the table last; ``None`` outside clusters.
    """

    made: Created
    rules: AnyRules
    host: str
    host_name: str
    sitters: tuple[Sitter | None, ...]
    life: Life = Life.WAITING
    match: int = 0
    key: bytes = b""
    shuffle: Shuffle | None = None
    chain: bytes = b""
    ends: tuple[HandEnd, ...] = ()
    vouched: Mapping[bytes, HeadSignature] = MappingProxyType({})
    draws: tuple[HighCardDraw, ...] = ()
    packs: int = 0
    game: Any = None
    turn: Turn | None = None
    resting: bool = False
    opened: int = 0
    tally: Tally = Tally()
    counted: Counted | None = None
    talk: tuple[Said, ...] = ()
    apart: Mapping[str, tuple[TeamLine, ...]] = MappingProxyType({})
    gazes: tuple[int, ...] = ()
    signals: Mapping[str, tuple[SeenSignal, ...]] = MappingProxyType({})
    signs: tuple[Sign, ...] = ()
    seq: int = 0
    hidden: int = 0
    owner: Owned | None = None
    position: int = 0
    bots: int = 0
    moves: int = 0
    asked: int = 0
    reserves: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    paused: bool = False
    took: Mapping[str, int] = MappingProxyType({})
    ledger: Ledger = Ledger(MappingProxyType({}))
    bans: tuple[Ban, ...] = ()
    out: tuple[tuple[int, ...], ...] = ()
    rated: bool = False
    hinted: tuple[int, ...] = ()
    lender: str = ""
    lender_name: str = ""
    asking: tuple[Asker, ...] = ()
    put_out: Mapping[str, int] = MappingProxyType({})

    @property
    def entries(self) -> int:
        """The number of entries in the log.

        What readers know of has numbers of its own: a gap in them would tell everybody that
        something was said which is not for everybody.
        """
        return self.seq + self.hidden

    def sittings(self, after: int = 0) -> list[Sitting | None]:
        """Return, by seat, who decides for it once that many entries of the match have come."""
        return [each and _sitting(after, seat, each) for seat, each in enumerate(self.sitters)]

    @property
    def shuffling(self) -> bool:
        """Whether a match is about to begin, once everybody has revealed their bits."""
        return self.shuffle is not None and not self.shuffle.begun

    @property
    def seats_are_set(self) -> bool:
        """Whether seats stay as they are, because a match is played or about to begin."""
        return self.life is Life.PLAYING or self.shuffling

    def seat_of(self, player: str) -> int | None:
        """Return the seat that a player holds, if any; nobody (``""``) holds the seat of a bot."""
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and sitter.player == player != "":
                return seat
        return None

    def asks(self, player: str) -> Asker | None:
        """Return a player's request for a bot's seat, if there is one."""
        return next((each for each in self.asking if each.player == player), None)

    def is_stranger(self, player: str) -> bool:
        """Tell whether somebody neither holds a seat nor is the host."""
        return not player or (self.host != player and self.seat_of(player) is None)

    def bans_out(self, player: str, likeness: str, now: int) -> bool:
        """Tell whether a player, or a stranger whose name is taken for the same, is banned now.

        The host, and players in a seat, are no strangers.
        """
        bans = [each for each in self.bans if now < each.until]
        if any(each.player == player for each in bans):
            return True
        alike = likeness != "" and any(each.likeness == likeness for each in bans)
        return alike and player != self.host and self.seat_of(player) is None

    def refuses(self, player: str) -> bool:
        """Tell whether a player may not watch the table."""
        return self.made.refuses_spectators and player != self.host

    def seen_by(self, player: str) -> bool:
        """Tell whether the list of tables shows it to a player: a private one only to its own."""
        return not self.made.private or self.host == player or self.seat_of(player) is not None

    def players(self) -> dict[str, int]:
        """Return the seats that players hold, by player id."""
        return {each.player: seat for seat, each in enumerate(self.sitters) if each and each.player}

    def people(self) -> dict[str, int]:
        """Return the same without bot accounts."""
        return {each: seat for each, seat in self.players().items() if not is_bot_account(each)}

    def awaited(self) -> tuple[int, ...]:
        """Return the seats of players (not bots) whose decision the game waits for."""
        if self.turn is None or self.life is not Life.PLAYING:
            return ()
        sitters = self.sitters
        return tuple(
            [
                seat
                for seat in self.turn.to_act
                if (sitter := sitters[seat]) is not None and not sitter.level
            ]
        )

    def drawn(self) -> HighCardsDrawn | None:
        """Return what was drawn for high card before this match, and for what, or ``None``."""
        if not self.draws:
            return None
        made = self.made
        by_card = made.first_dealer is FirstDealer.HIGH_CARD
        by_partners = made.partners is Partners.HIGH_CARD
        return HighCardsDrawn(self.draws, by_partners, by_card, high_ranks(self.rules))
