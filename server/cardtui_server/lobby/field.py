"""Runs a field (`Field`): each player who enters has a table at once, all with the same packs and
bots, and is compared with the others at the end. What follows from its log: `tournament/field.py`;
which bots play, and what is refused: `tournament/commands.py`.

A match that is over leaves its table in the store alone, still held: nobody is told anything of it,
and it costs no memory, for days. Once the field has ended, each is opened again for a moment, let
go and closed; then all count at once.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.lobby.running_tournament import TRY_LATER_SECONDS, Running, close_table, soonest
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import BeginShared, Close, SetPause, ShareShuffle, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from cardtui_server.tournament import entries
from cardtui_server.tournament.field import counted, is_wanted, secret_of, to_seat, under_way
from cardtui_server.tournament.scores import scores_of
from cardtui_server.tournament.state import Fixture

_LOOK_SECONDS: Final = 1.0
"""Seconds after which it is looked again whether a player has come to the table."""

_AWAKE_SECONDS: Final = 60.0
"""Seconds after which the time is looked at again: timers stand still while the machine sleeps."""

_NO_OTHER_BITS: Final = (b"",)
"""What others give for the shuffle, who play at other times: one seat stands for all, with nothing.
So the key follows from the secret alone, and is the same at all tables."""


class Field(Running):
    """A field, and what looks after it."""

    def now(self) -> int:
        """Return the time by which it is directed, in milliseconds since 1970.

        It goes on with the wall's clock also while the machine sleeps, and never backwards.
        """
        clock = self._env.clock
        self._began = max(self._began, clock.wall() - round(clock.now() * 1000))
        return super().now()

    def is_idle(self) -> bool:
        """Return whether it makes room for a new one: days may pass once somebody has played."""
        awaited = any(each.table for each in self.state.fixtures) and not self.state.halted
        return super().is_idle() and not awaited

    async def _advance(self) -> float | None:
        due = await self._look_at_tables()
        if not self.state.halted and not self.state.shut:
            left = (self.state.next_begins - self.now()) / 1000
            if left > 0:
                new = to_seat(self.state)
                await self._append([entries.Paired(tuple(new))] if new else [])
                return soonest([*due, min(left, _AWAKE_SECONDS), *await self._open_tables()])
            await self._append([entries.Shut()])
        if self.state.shut and not under_way(self.state):
            await self._let_all_go()
            await self._append(await self._beside(counted, self.state))
            return None
        return soonest(due)

    def _lacking(self) -> list[Fixture]:
        return [each for each in self.state.unsettled() if is_wanted(self.state, each)]

    async def _look_at(self, fixture: Fixture) -> float | None:
        if fixture.result is not None:
            self._waiting.discard(fixture.table)
            self._close_later(fixture.table, 0)  # it was killed before that
            return None
        try:
            return await self._go_on(fixture)
        except Refused:  # the matches of the others go on
            self._touched.add(fixture.table)
            return TRY_LATER_SECONDS

    async def _go_on(self, fixture: Fixture) -> float | None:
        """Begin a match whose player has come, pause it with all others, note what it was worth.

        Raises:
            Refused: its table, or the log, does not take that now.
        """
        try:
            # It may have been killed with its match over, whose tables are not opened by a start.
            table = await self._lobby.take_out(fixture.table)
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_TABLE:
                raise
            await self._do_without(fixture)
            return None
        state = table.state
        if state.life is Life.WAITING:
            return await self._begin(table, fixture)
        if state.life is Life.CLOSED:
            await self._do_without(fixture)
            return None
        self._waiting.discard(table.id)
        if state.life is Life.OVER:
            await self._append([entries.Played(fixture.number, scores_of(state))])
        elif state.paused != bool(self.state.halted):
            await table.ask(SetPause(self.id, paused=bool(self.state.halted)))
        return None

    async def _do_without(self, fixture: Fixture) -> None:
        """Note that a table was closed; there is another one unless its player has seen packs."""
        waited = fixture.table in self._waiting
        self._waiting.discard(fixture.table)
        lost = entries.Lost(fixture.number, fixture.table)
        await self._append([lost if waited else entries.Played(fixture.number, ())])

    async def _begin(self, table: Table, fixture: Fixture) -> float | None:
        """Begin a match once its player is there, with the packs of the field.

        Who does not come, or has left, gives the table back, and has another one on entering again.
        """
        self._waiting.add(table.id)
        player, seconds = fixture.players[0], (fixture.begins - self.now()) / 1000
        out = self.state.entrants[player].out
        if self.state.halted:
            return None
        if not table.state.seats_are_set:
            if out or player not in table.here:
                if seconds > 0 and not out:
                    return min(_LOOK_SECONDS, seconds)
                away = entries.Rested(player, rests=True)
                await self._append([away, entries.Lost(fixture.number, table.id)])
                self._waiting.discard(table.id)
                await close_table(self._lobby, table.id)
                return None
            await table.ask(Start(self.id))
        shuffle = table.state.shuffle
        if shuffle is not None and not shuffle.commitment:
            await table.ask(ShareShuffle(self.id, secret_of(self.state), _NO_OTHER_BITS))
        self._waiting.discard(table.id)
        await table.ask(BeginShared(self.id, _NO_OTHER_BITS))
        return None

    async def _let_go(self, table: str) -> None:
        await self._lobby.put_away(table)

    async def _let_all_go(self) -> None:
        """Let everybody see all matches, which nobody plays any more, one after the other."""
        for fixture in self.state.unsettled():
            try:
                table = await self._lobby.take_out(fixture.table)
                await self._show(table)
                await table.ask(Close("", operator=True))
            except Refused as refused:
                if refused.reason is not Reason.UNKNOWN_TABLE:  # closed before, or damaged
                    raise
