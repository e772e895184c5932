"""Plays for a bot account at a server (`play_where_invited`): waits until a host invites it, asks
the program, and does the mildest where its answer is no good. What a bot account may do:
`server/cardtui_server/match/bot_accounts.py`.

It waits in the lobby, plays where it is seated until its seat is taken away or the table closes,
and waits again. A server that goes away is tried until it is back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from cardtui.v1 import errors_pb2, events_pb2, table_service_pb2, tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table import Gap, Status, TableModel
from cardtui_client.net.call_errors import Patience, Refused, Unintelligible, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.moved import Seeker, moved_words
from cardtui_client.text import safe_text
from cardtui_engine.actions import Action
from cardtui_engine.library.bot_lines import BadAnswer, mildest_of
from cardtui_engine.library.registry import get_rules, is_game
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView
from cardtui_server.match.refusals import Refused as Unreadable
from cardtui_server.wire.values import read_option
from cardtui_studio.bot_process import (
    MOST_FAULTS,
    Fault,
    GaveUp,
    ProgramPlayer,
)
from cardtui_studio.wire_views import WireViews, wire_views

Say = Callable[[str], None]
"""Tells the person who started the program what happens."""

_SETTLED_STATES: Final = (tables_pb2.TABLE_STATE_WAITING, tables_pb2.TABLE_STATE_OVER)
_STALE: Final = errors_pb2.REASON_STALE


_LEAVING_SECONDS: Final = 2.0
"""Seconds that it may take to give up a seat."""


async def play_where_invited(
    connection: Connection, program: ProgramPlayer, say: Say, *, delay: float
) -> None:
    """Play wherever a host invites the account, for ever.

    Args:
        connection: a session as that bot account.
        program: plays.
        say: tells what happens.
        delay: how many seconds an action takes at least, so that people can follow.

    Raises:
        Refused: the server does not let the account in any more.
        GaveUp: the program plays no further.
    """
    patience, failures, seeker = Patience(), 0, Seeker(connection)
    own = (await connection.get_person()).player
    while True:
        try:
            table = await _invitation(connection, own)
            failures = 0
            seeker.stop()
            say(_("Invited to {table}.", table=_name(table)))
            await _Seat(connection, program, table.id, own, delay).play()
            say(_("Left {table}.", table=_name(table)))
        except (Refused, Unreachable) as error:
            if isinstance(error, Refused) and error.wait is None:
                raise
            failures += 1
            if failures == 1:
                say(str(error))
            if await seeker.rest(patience.wait(failures)):
                say(moved_words(connection))


async def _invitation(connection: Connection, own: str) -> tables_pb2.Table:
    """Wait until the account sits at a table of a game that is known here, and return it."""
    async for changes in connection.tables():
        for table in changes.tables:
            if is_game(table.game) and _seat_of(table, own) is not None:
                return table
    raise Unreachable(_("The connection was lost."))


def _seat_of(table: tables_pb2.Table, own: str) -> tables_pb2.Seat | None:
    return next((seat for seat in table.seats if seat.player == own), None)


def _name(table: tables_pb2.Table) -> str:
    return safe_text(table.name, TABLE_NAME_CELLS) or table.id


class _Seat:
    """The account in its seat at one table."""

    def __init__(
        self, connection: Connection, program: ProgramPlayer, table: str, own: str, delay: float
    ) -> None:
        self._connection = connection
        self._program = program
        self._own = own
        self._delay = delay
        self._model = TableModel()
        self._feed = TableFeed(connection, table, seat=True)
        self._rules: AnyRules
        self._views: WireViews
        self._playing = False
        self._asked = -1  # at which position the program was asked last

    async def play(self) -> None:
        """Play until the seat is gone.

        Raises:
            GaveUp: the program plays no further; the seat is given up.
        """
        try:
            async for item in self._feed.frames():
                if isinstance(item, FeedStatus):
                    self._model.take_status(item.status)
                    if item.status is Status.ENDED:
                        return
                    continue
                try:
                    with self._connection.workload.working():
                        events = self._model.fold(item)
                except Gap:
                    self._feed.resync()
                    continue
                await self._look(item, events)
        except (GaveUp, Unintelligible, asyncio.CancelledError) as error:
            if isinstance(error, asyncio.CancelledError):
                self._program.interrupt()  # a thread may wait for its answer
            with suppress(Refused, Unreachable, TimeoutError):
                async with asyncio.timeout(_LEAVING_SECONDS):
                    await self._connection.leave(self._feed.table_id)
            raise
        finally:
            await self._feed.close()

    async def _look(self, frame: table_service_pb2.Frame, events: list[events_pb2.Event]) -> None:
        """Do what there is to do after a frame."""
        model, table = self._model, self._model.table
        seat = _seat_of(table, self._own)
        if seat is None:
            return
        if frame.HasField("snapshot"):
            self._rules, self._views = get_rules(table.game), wire_views(table.game)
            self._playing, self._asked = False, -1
        if model.view is not None and model.own is not None and not self._playing:
            self._begin(table)
        if self._playing:
            with self._reading():
                read = [self._views.event(each) for each in events]
            self._program.tell([each for each in read if each is not None])
        if self._playing and (model.is_over or model.view is None):
            winners = () if model.view is None else tuple(model.view.winners)
            self._playing = False
            await asyncio.to_thread(self._program.end, winners)
        if table.state in _SETTLED_STATES and not seat.ready:
            with suppress(Refused):  # the match has just begun
                await self._connection.set_ready(table.id, True)
        elif self._playing and seat.stand_in:
            await self._feed.back()
        elif self._playing and model.choices() and model.position != self._asked:
            await self._decide()

    @contextmanager
    def _reading(self) -> Generator[None]:
        """Say that the server sends what cannot be read here, where it does.

        Raises:
            Unintelligible: it does: it is newer, or not what it says it is.
        """
        try:
            yield
        except (AttributeError, LookupError, TypeError, ValueError, Unreadable) as error:
            raise Unintelligible(self._connection.address) from error

    def _begin(self, table: tables_pb2.Table) -> None:
        if self._model.is_over:
            return
        self._playing, self._asked = True, -1
        names = [self._model.name_of(seat) for seat in range(len(table.seats))]
        with self._reading():
            given = {name: read_option(value) for name, value in table.options.items()}
            options = self._rules.options(given, len(names))
        assert self._model.seat is not None
        self._program.begin(self._rules, options, names, self._model.seat)

    async def _decide(self) -> None:
        """Ask the program what it does, and do it; the mildest instead where it is no good."""
        model = self._model
        assert model.view is not None
        assert model.own is not None
        self._asked = position = model.position
        optional = model.own.seat not in model.view.to_act
        with self._reading():
            view = self._views.view(model.view, model.own)
        began = time.monotonic()
        try:
            decide = partial(self._program.decide, view, optional=optional)
            action = await asyncio.to_thread(decide)
        except Fault:
            action = self._mildest(view, optional=optional)
        await asyncio.sleep(self._delay - (time.monotonic() - began))
        if action is None:
            return
        reply = await self._act(action, position)
        if reply.HasField("refusal") and reply.refusal.reason != _STALE:
            self._program.fault(BadAnswer("refused", safe_text(reply.refusal.sentence, 300)))
            instead = self._mildest(view, optional=optional)
            if instead is not None:
                await self._act(instead, position)

    async def _act(self, action: Action, position: int) -> table_service_pb2.ActReply:
        try:
            message = self._views.codec.actions.write(action)
        except (KeyError, ValueError, Unreadable):  # a number beyond what the wire carries
            refusal = errors_pb2.Refusal(sentence="The action cannot be sent.")
            return table_service_pb2.ActReply(refusal=refusal)
        return await self._feed.act(message, position)

    def _mildest(self, view: SeatView[Any, Any], *, optional: bool) -> Action | None:
        """Return what is done instead; a program that makes too many faults gives up.

        Raises:
            GaveUp: it has made too many.
        """
        if self._program.faults > MOST_FAULTS:
            raise GaveUp(_("it has made more than {most} faults in a match", most=MOST_FAULTS))
        return None if optional else mildest_of(view.own.choices)
