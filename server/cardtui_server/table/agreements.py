"""How many must ask for a pause or its end (all), for a bot in the place of somebody who is away
(`_votes_needed`, more than half, or the host), or for another seat (both). What a player may do
alone: `match/commands/play.py`.

The host gets a pause or a bot at once. What others ask for is not logged; what comes of it is.

In a rated match a pause lasts only while all want it: the host asks for it as others do, and
anybody ends it. A host who loses could put off the result for ever otherwise.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.commands.play import NOT_PLAYING, may_pause_alone
from cardtui_server.match.commands.seats import seat_to_swap
from cardtui_server.match.entries import SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Request, SetPause, SitIn, SwapSeats
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import seat_held
from cardtui_server.table.encoder import Asks


class AgreeingTable(Protocol):
    """What agreements need from their table."""

    @property
    def state(self) -> TableState:
        """The table's state as its readers know it."""

    @property
    def here(self) -> AbstractSet[str]:
        """The ids of the players who hold a seat and read there."""

    def is_away(self, seat: int) -> bool:
        """Return whether the player of a seat is away during a match, and no bot sits in."""

    async def ask(self, request: Request) -> int:
        """Make a request."""

    def tell_presence(self) -> None:
        """Tell readers what is asked for."""


class _Swap(NamedTuple):
    """A wish to swap seats: to give ``held`` to ``other``, and take ``seat``."""

    held: int
    seat: int
    other: str


class Agreements:
    """What the players of one table ask for now.

    Attributes:
        pause: the ids of those who ask for a pause; at a paused table, for its end.
    """

    def __init__(self, table: AgreeingTable) -> None:
        self.pause: set[str] = set()
        self._sit_in: dict[int, set[str]] = {}
        self._swaps: dict[str, _Swap] = {}  # by the id of the player who asks
        self._table = table

    @property
    def asks(self) -> Asks:
        """What is asked for, by seats; votes about players who are not away are dropped."""
        self._sit_in = {
            seat: votes for seat, votes in self._sit_in.items() if self._table.is_away(seat)
        }
        seats = self._table.state.players()
        self._drop_swaps()
        return Asks(
            tuple(sorted([seats[each] for each in self.pause & seats.keys()])),
            tuple(
                (seat, tuple(sorted([seats[each] for each in votes])), self._votes_needed())
                for seat, found in sorted(self._sit_in.items())
                if (votes := found & seats.keys())
            ),
            tuple(sorted([(held, seat) for held, seat, _ in self._swaps.values()])),
        )

    def forget(self, player: str) -> None:
        """Forget what a player who is gone has asked for."""
        self.pause.discard(player)
        for votes in self._sit_in.values():
            votes.discard(player)
        self._swaps.pop(player, None)

    async def ask_pause(self, player: str, *, pause: bool) -> bool:
        """Ask for a pause, or for its end; return whether the table is paused then.

        Raises:
            Refused: the player holds no seat, or no match is played.
        """
        table, state = self._table, self._table.state
        seat_held(state, player)
        if state.life is not Life.PLAYING:
            raise Refused(Reason.TABLE_STATE, NOT_PLAYING)
        if state.paused is pause:
            self.pause.discard(player)
        elif may_pause_alone(state, player, pause=pause):
            await table.ask(SetPause(player, pause))
        else:
            self.pause.add(player)
            if self.pause >= self._people():
                await table.ask(SetPause(player, pause, agreed=True))
        table.tell_presence()
        return table.state.paused

    async def ask_sit_in(self, player: str, seat: int) -> bool:
        """Ask for a bot to sit in for a player who is away; return whether one does then.

        Raises:
            Refused: the player holds no seat, or nobody is away there.
        """
        table = self._table
        seat_held(table.state, player)
        sitter = table.state.sitters[seat] if 0 <= seat < table.state.made.seats else None
        if sitter is not None and sitter.level:
            raise Refused(Reason.TABLE_STATE, "A bot plays there already.")
        if not table.is_away(seat):
            raise Refused(Reason.TABLE_STATE, "Nobody in a match is away from that seat.")
        if table.state.host == player:
            await table.ask(SitIn(seat, SitInCause.HOST))
            return True
        votes = self._sit_in.setdefault(seat, set())
        votes.add(player)
        agreed = len(votes & self._people()) >= self._votes_needed()
        if agreed:
            await table.ask(SitIn(seat, SitInCause.VOTE))
        table.tell_presence()
        return agreed

    async def ask_swap(self, player: str, seat: int, *, take_back: bool) -> bool:
        """Ask for another seat; return whether it is the player's then.

        The seat of a bot or a bot account, or a free one, is swapped at once; that of a player once
        they ask for the same.

        Raises:
            Refused: the player may not swap seats, or not for that one.
        """
        table = self._table
        seat_held(table.state, player)  # strangers are told nothing else of the table
        held = seat_to_swap(table.state, player, seat)
        sitter = table.state.sitters[seat]
        other = sitter.player if sitter is not None else ""
        self._drop_swaps()
        if take_back:
            self._swaps.pop(player, None)
        elif not other or is_bot_account(other):
            await table.ask(SwapSeats(player, seat, other))
        elif self._swaps.get(other) == _Swap(seat, held, player):
            await table.ask(SwapSeats(player, seat, other, held))
        else:
            self._swaps[player] = _Swap(held, seat, other)
        table.tell_presence()
        return table.state.seat_of(player) != held

    def _drop_swaps(self) -> None:
        """Drop what was asked for before a match began, or before either of the two has moved."""
        state = self._table.state
        seats = {} if state.life is Life.PLAYING else state.players()
        self._swaps = {
            player: swap
            for player, swap in self._swaps.items()
            if seats.get(player) == swap.held and seats.get(swap.other) == swap.seat
        }

    def _votes_needed(self) -> int:
        """Return how many votes are more than half of the players who are here."""
        return len(self._people()) // 2 + 1

    def _people(self) -> set[str]:
        """Return the ids of the players who are here; nobody asks a bot account."""
        return {each for each in self._table.here if not is_bot_account(each)}
