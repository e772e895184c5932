"""The table service: the streams of players and spectators, talk, hints, records, and the match so
far. How soon a stream must say for which table it is: `_JOIN_SECONDS`; how long the match so far
may take to send: `_HISTORY_SECONDS`. What may be done at a table is decided in
`match/commands/play.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, assert_never
from weakref import WeakValueDictionary

from cardtui.v1 import table_service_pb2
from cardtui_server.fairness.signatures import signed_by_player
from cardtui_server.lobby.supervisor import DAMAGED
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lookalikes import likeness
from cardtui_server.match.commands.play import called_by, may_commit, seat_to_advise
from cardtui_server.match.commands.signing import key_of, to_sign
from cardtui_server.match.late import is_late
from cardtui_server.match.refusals import (
    NO_SPECTATORS,
    NOT_SEATED,
    RETRY_SECONDS,
    SERVER_FAILED,
    Reason,
    Refused,
)
from cardtui_server.match.requests import (
    Act,
    AskHint,
    GiveSignal,
    Look,
    Return,
    Reveal,
    SayToTeam,
    SignHead,
)
from cardtui_server.match.transaction import seat_held
from cardtui_server.metrics import Metrics
from cardtui_server.ports.log_store import Damaged, DamagedStore, StoreError
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.interceptor import caller
from cardtui_server.rpc.limited import ACTS, HINTS, TABLE_CODES, TALK
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import decode, gesture, line, optional, request_id, said
from cardtui_server.rpc.streams import Context, Lost, receive, send
from cardtui_server.rpc.table_requests import TableRequests
from cardtui_server.safe_text import TALK_CELLS, safe_text
from cardtui_server.table.actor import Table
from cardtui_server.table.bots.decisions import Hints
from cardtui_server.table.reader import END_SENTENCES, EndReason, Reader, Watcher
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.codec import advice_message, codec_for
from cardtui_server.wire.encoding import with_encoded
from cardtui_server.wire.frames import reply_message
from cardtui_server.wire.values import timing_message

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_JOIN_SECONDS: Final = 10.0
"""Seconds within which a stream must say which table it is for."""

_CHUNK_BYTES: Final = 64_000
"""The most bytes of a record in one message."""

_HISTORY_SECONDS: Final = 30.0
"""Seconds within which the history of a match must have gone."""

_LOG_UNREADABLE: Final = "The log of this table cannot be read now: try again later."

_NOT_SIGNED: Final = "That is not a signature of this head by the key that you have revealed."

_JOIN_FIRST: Final = "The first message of this stream must be “join”."


class TableService(TableRequests):
    """Serves `TableService`."""

    def __init__(
        self,
        lobby: Lobby,
        limiter: Limiter,
        log: FilteringBoundLogger,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(lobby, limiter)
        self._log = log
        self._metrics = metrics or Metrics()
        self._hints = Hints()
        self._readers = WeakValueDictionary[str, asyncio.Lock]()

    @contextlib.asynccontextmanager
    async def _reading(self, who: Caller) -> AsyncGenerator[None]:
        """Have a player read logs one at a time: it takes long.

        Raises:
            Refused: the log cannot be read.
        """
        async with self._readers.setdefault(who.id, asyncio.Lock()):
            try:
                yield
            except StoreError as error:
                self._log.warning("log cannot be read", error=str(error))
                if isinstance(error, Damaged) and not isinstance(error, DamagedStore):
                    raise Refused(Reason.INTERNAL, DAMAGED) from error
                raise Refused(Reason.INTERNAL, _LOG_UNREADABLE, retry=RETRY_SECONDS) from error

    async def play(self, _: Any, context: Context) -> None:
        """Serve a player's stream."""
        who = caller()
        try:
            data = await asyncio.wait_for(receive(context), _JOIN_SECONDS)
        except TimeoutError:
            raise Refused(Reason.BAD_REQUEST, _JOIN_FIRST) from None
        if data is None:
            return
        first = decode(table_service_pb2.PlayRequest, data)
        if first.WhichOneof("request") != "join":
            raise Refused(Reason.BAD_REQUEST, _JOIN_FIRST)
        table = await self._named(first.join.table, who)
        seat_held(table.state, who.id)
        after = optional(first.join, "after")
        await table.catch_up(who.id, after)
        subscription = table.attach(
            Reader(
                who.id,
                after,
                hears=first.join.hear_spectators,
                tells_hands=first.join.tells_hands_shown,
                answers=first.join.answers_pings,
            )
        )
        reading = asyncio.get_running_loop().create_task(
            self._read(context, who, table, subscription)
        )
        try:
            await _write(context, subscription)
        finally:
            reading.cancel()
            table.detach(subscription)
            with contextlib.suppress(asyncio.CancelledError, Lost):
                await reading

    async def _read(
        self, context: Context, who: Caller, table: Table, subscription: Subscription
    ) -> None:
        """Pass on what a player sends, and answer each request on the stream."""
        while (data := await receive(context)) is not None:
            table.heard(who.id)
            if wait := self._limiter.message(who, table.id):
                await asyncio.sleep(wait)
            act_id = ""
            try:
                request = decode(table_service_pb2.PlayRequest, data)
                kind = request.WhichOneof("request")
                seat = table.state.seat_of(who.id)
                if seat is None:
                    act_id = request_id(request.act)
                    raise Refused(Reason.NOT_SEATED, NOT_SEATED)
                match kind:
                    case "act":
                        act = request.act
                        act_id = request_id(act)
                        self._limiter.count(ACTS, who, table.id)
                        wanted = self._wanted(table, seat, act, who)
                        answer = partial(self._acted, perf_counter(), subscription, act_id)
                        table.post(wanted, answer)
                    case "talk":
                        self._limiter.count_talk(who)
                        wanted_line = said(request.talk, who)
                        apart = isinstance(wanted_line, SayToTeam)
                        table.post(wanted_line, partial(_answer_talk, subscription, apart))
                    case "go_on":
                        table.go_on(who.id, request.go_on.hand)
                        subscription.answer("", None)
                    case "hear":
                        subscription.hears = request.hear.spectators
                        subscription.answer("", None)
                    case "back":
                        table.post(Return(player=who.id), partial(subscription.answer, ""))
                    case "hold":
                        table.hold(who.id, hold=request.hold.hold)
                        subscription.answer("", None)
                    case "hand_shown":
                        table.shows(who.id, request.hand_shown.hand)
                        subscription.answer("", None)
                    case "pong":
                        pass  # it was heard
                    case "reveal":
                        self._limiter.count(ACTS, who, table.id)
                        revealed = Reveal(who.id, request.reveal.bits)
                        table.post(revealed, partial(subscription.answer, ""))
                    case "join":
                        raise Refused(
                            Reason.BAD_REQUEST,
                            "This stream has joined already: open another one.",
                        )
                    case None:
                        raise Refused(
                            Reason.MALFORMED,
                            "The message asks for nothing: set one of its fields.",
                        )
                    case _:
                        assert_never(kind)
            except Refused as refused:
                self._metrics.refusals[refused.reason.name] += 1
                subscription.answer(act_id, refused)
            except Exception as error:  # noqa: BLE001 - after one bad message, the next must still get an answer
                self._log.error("message failed", table=table.id, exc_info=error)
                subscription.answer(act_id, Refused(Reason.INTERNAL, SERVER_FAILED))

    def _acted(
        self, began: float, subscription: Subscription, act_id: str, result: int | Refused
    ) -> None:
        """Answer an act on a stream."""
        subscription.answer(act_id, result)
        self._count(began, result)

    def _count(self, began: float, result: int | Refused) -> None:
        """Count an act that is answered."""
        self._metrics.acts.add(perf_counter() - began)
        if isinstance(result, Refused):
            self._metrics.refusals[result.reason.name] += 1

    def _wanted(self, table: Table, seat: int, act: table_service_pb2.PlayAct, who: Caller) -> Act:
        """Return the act that a seat asks for; a line to be said is made safe."""
        act_id = request_id(act)
        action = codec_for(table.state.rules.id).actions.read(act.action)
        if action.verb == "say":
            self._limiter.count_talk(who)
            action = action._replace(text=line(action.text or ""))
        return Act(seat, who.id, action, optional(act, "expected"), act_id)

    async def watch(self, data: bytes, context: Context) -> None:
        """Serve a spectator's stream."""
        request = decode(table_service_pb2.WatchRequest, data)
        who = caller()
        table = await self._named(request.table, who)
        if table.state.refuses(who.id):
            raise Refused(Reason.SPECTATORS, NO_SPECTATORS)
        after = optional(request, "after")
        await table.catch_up(who.id, after)
        subscription = table.attach(
            Reader(None, after, watcher=Watcher(who.id, likeness(who.name)))
        )
        try:
            await _write(context, subscription)
        finally:
            table.detach(subscription)

    async def act(
        self, request: table_service_pb2.ActRequest, who: Caller
    ) -> table_service_pb2.ActResponse:
        """Carry out a single act."""
        table = await self._named(request.table, who)
        seat = seat_held(table.state, who.id)
        self._limiter.count(ACTS, who, table.id)
        began = perf_counter()
        wanted = self._wanted(table, seat, request.act, who)
        try:
            result: int | Refused = await table.ask(wanted)
        except Refused as refused:
            result = refused
        self._count(began, result)
        return table_service_pb2.ActResponse(reply=reply_message(wanted.request_id, result))

    async def get_view(self, request: table_service_pb2.GetViewRequest, who: Caller) -> bytes:
        """Return the view as it is now."""
        table = await self._named(request.table, who)
        if table.state.seat_of(who.id) is None and table.state.refuses(who.id):
            raise Refused(Reason.SPECTATORS, NO_SPECTATORS)
        seen = table.snapshot(who.id)
        timing = timing_message(table.timing(who.id))
        return with_encoded(table_service_pb2.GetViewResponse(timing=timing), "snapshot", [seen])

    async def get_record(self, data: bytes, context: Context) -> None:
        """Send the record of a match, piece by piece."""
        request = decode(table_service_pb2.GetRecordRequest, data)
        who = caller()
        if self._lobby.is_elsewhere(request.table):  # somebody may have signed it there
            self._lobby.records.forget(request.table, request.match)
        try:
            async with self._reading(who):
                text = await self._lobby.records.text(request.table, request.match, who.id)
        except Refused:
            # It would tell who guesses ids whether there is such a table.
            self._limiter.count(TABLE_CODES, who)
            raise
        whole = text.encode()
        for start in range(0, len(whole), _CHUNK_BYTES):
            part = whole[start : start + _CHUNK_BYTES]
            piece = table_service_pb2.GetRecordResponse(text=part, size=len(whole))
            await send(context, piece.SerializeToString())

    async def get_history(self, data: bytes, context: Context) -> None:
        """Send what the caller could have been told of a match since it began."""
        request = decode(table_service_pb2.GetHistoryRequest, data)
        who = caller()
        table = await self._named(request.table, who)
        seated = table.state.seat_of(who.id) is not None
        if not seated and table.state.refuses(who.id):
            raise Refused(Reason.SPECTATORS, NO_SPECTATORS)
        told = self._lobby.histories.told(table.id, who.id if seated else None)
        try:
            async with (
                self._reading(who),
                asyncio.timeout(_HISTORY_SECONDS),
                contextlib.aclosing(told),
            ):
                async for piece in told:
                    head = table_service_pb2.GetHistoryResponse(last=piece.last)
                    await send(context, head.SerializeToString() + piece.frames)
        except TimeoutError:
            raise Refused(Reason.LIMIT, END_SENTENCES[EndReason.SLOW]) from None

    async def pause(
        self, request: table_service_pb2.PauseRequest, who: Caller
    ) -> table_service_pb2.PauseResponse:
        """Ask for a pause, or for its end."""
        table = await self._named(request.table, who)
        paused = await table.agreements.ask_pause(who.id, pause=request.pause)
        return table_service_pb2.PauseResponse(paused=paused)

    async def sit_in(
        self, request: table_service_pb2.SitInRequest, who: Caller
    ) -> table_service_pb2.SitInResponse:
        """Ask for a bot to sit in for a player who is away."""
        table = await self._named(request.table, who)
        sits_in = await table.agreements.ask_sit_in(who.id, request.seat)
        return table_service_pb2.SitInResponse(sits_in=sits_in)

    async def advise(
        self, request: table_service_pb2.AdviseRequest, who: Caller
    ) -> table_service_pb2.AdviseResponse:
        """Tell what a strong bot would do in the caller's seat."""
        table = await self._named(request.table, who)
        seat_to_advise(table.state, who.id)
        self._limiter.count(HINTS, who)
        await table.ask(AskHint(who.id))  # the others are told first
        state = table.state
        advice = await self._hints.hint(state, seat_to_advise(state, who.id))
        return advice_message(advice, state)

    async def look(
        self, request: table_service_pb2.LookRequest, who: Caller
    ) -> table_service_pb2.LookResponse:
        """Look at a seat."""
        table = await self._named(request.table, who)
        self._limiter.count(TALK, who)
        await table.ask(Look(who.id, request.at))
        return table_service_pb2.LookResponse()

    async def signal(
        self, request: table_service_pb2.SignalRequest, who: Caller
    ) -> table_service_pb2.SignalResponse:
        """Give a signal."""
        table = await self._named(request.table, who)
        self._limiter.count(TALK, who)
        await table.ask(GiveSignal(who.id, gesture(request)))
        return table_service_pb2.SignalResponse()

    async def reveal(
        self, request: table_service_pb2.RevealRequest, who: Caller
    ) -> table_service_pb2.RevealResponse:
        """Reveal what the caller gives for a shuffle."""
        table = await self._named(request.table, who)
        seat_held(table.state, who.id)
        self._limiter.count(ACTS, who, table.id)
        await table.ask(Reveal(who.id, request.bits))
        return table_service_pb2.RevealResponse()

    async def sign(
        self, request: table_service_pb2.SignRequest, who: Caller
    ) -> table_service_pb2.SignResponse:
        """Keep the caller's signature of the head of the chain, and sign it, too."""
        table = await self._named(request.table, who)
        self._limiter.count(ACTS, who, table.id)
        wanted = SignHead(who.id, request.match, request.hand, request.head, request.signature)
        known = table.known_to(who.id)
        text, own_text = to_sign(known, table.id, wanted)
        signature = await self._lobby.records.signature(own_text)
        if wanted.signature:
            if not signed_by_player(key_of(known, who.id), text, wanted.signature):  # in 0.1 ms
                raise Refused(Reason.BAD_REQUEST, _NOT_SIGNED)
            await table.ask(wanted)
            self._lobby.records.forget(table.id, wanted.match)
        return table_service_pb2.SignResponse(signature=signature)

    async def say(
        self, request: table_service_pb2.SayRequest, who: Caller
    ) -> table_service_pb2.SayResponse:
        """Say a line of talk."""
        table = await self._named(request.table, who)
        self._limiter.count_talk(who)
        wanted = said(request, who, watching=table.is_watched_by(who.id))
        seq = await table.ask(wanted)
        late = is_late(table.state.made) and table.state.seat_of(who.id) is None
        if late or isinstance(wanted, SayToTeam):
            return table_service_pb2.SayResponse()
        return table_service_pb2.SayResponse(seq=seq)

    async def preview_talk(
        self, request: table_service_pb2.PreviewTalkRequest, who: Caller
    ) -> table_service_pb2.PreviewTalkResponse:
        """Tell what a line would call, said from the caller's seat."""
        state = (await self._named(request.table, who)).state
        text = safe_text(request.text, TALK_CELLS)
        seat_held(state, who.id)
        action = called_by(state, who.id, text)
        write = codec_for(state.rules.id).actions.write
        return table_service_pb2.PreviewTalkResponse(
            action=None if action is None else write(action),
            position=state.position,
            commits=may_commit(state, who.id),
        )


def _answer_talk(subscription: Subscription, apart: bool, result: int | Refused) -> None:
    """Answer a line of talk; one to the own team alone is no update."""
    subscription.answer("", None if apart and not isinstance(result, Refused) else result)


async def _write(context: Context, subscription: Subscription) -> None:
    """Write what a reader is owed, until the stream ends."""
    subscription.writer = asyncio.current_task()
    try:
        while not subscription.done:
            await subscription.wait()
            if data := subscription.take():
                subscription.writing = True
                await send(context, data)
                subscription.writing = False
                subscription.written += 1
    except asyncio.CancelledError:
        if not subscription.slow:
            raise
        raise Refused(Reason.LIMIT, END_SENTENCES[EndReason.SLOW]) from None
