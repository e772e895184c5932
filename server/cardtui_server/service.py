"""The services: decode, call, encode; they decide nothing.

Handlers take and give bytes: requests are decoded here, so that a broken one gets an answer
like any other, and the streams pass on frames that are encoded already.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from importlib import metadata, resources
from typing import Any, Final, TypeVar, assert_never

import grpc
from google.protobuf.message import DecodeError, Message

from cardtui.v1 import (
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tables_pb2,
)
from cardtui_engine.actions import Action
from cardtui_engine.options import OptionKind, OptionSpec
from cardtui_engine.registry import game_ids, get_rules
from cardtui_server import feed as feeds
from cardtui_server import requests
from cardtui_server.codec import Codec, read_option, write_option
from cardtui_server.errors import Reason, Refused
from cardtui_server.feed import Feed
from cardtui_server.gate import BROKEN, caller
from cardtui_server.hall import Hall, find_rules
from cardtui_server.limits import Caller, Gauge
from cardtui_server.painter import codec_for
from cardtui_server.pieces import wrap
from cardtui_server.sessions import Sessions
from cardtui_server.table import Table
from cardtui_server.text import CHAT_CELLS, safe_text

M = TypeVar("M", bound=Message)
Context = Any

PAUSE: Final = 4
_LONGEST_PAUSE: Final = 60
_LONGEST_THINKING: Final = 10_000
_LONGEST_ID: Final = 64

_KINDS: Final = {
    OptionKind.FLAG: tables_pb2.OPTION_KIND_FLAG,
    OptionKind.NUMBER: tables_pb2.OPTION_KIND_NUMBER,
    OptionKind.CHOICE: tables_pb2.OPTION_KIND_CHOICE,
    OptionKind.TEXT: tables_pb2.OPTION_KIND_TEXT,
    OptionKind.NUMBER_BY_SEAT: tables_pb2.OPTION_KIND_NUMBER_BY_SEAT,
}


class Services:
    """The three services of ``cardtui.v1``."""

    def __init__(self, name: str, hall: Hall, sessions: Sessions, gauge: Gauge, log: Any) -> None:
        self._name = name
        self._hall = hall
        self._sessions = sessions
        self._gauge = gauge
        self._log = log

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        """Return what a gRPC server is to serve."""
        found = []
        for file in (session_service_pb2, lobby_service_pb2, table_service_pb2):
            for service in file.DESCRIPTOR.services_by_name.values():
                methods = {
                    method.name: self._handler(method.name, getattr(file, method.input_type.name))
                    for method in service.methods
                }
                found.append(grpc.method_handlers_generic_handler(service.full_name, methods))
        return found

    def _handler(self, name: str, request: type[Message]) -> grpc.RpcMethodHandler[Any, Any]:
        match name:
            case "Play":
                return grpc.stream_stream_rpc_method_handler(self.play)
            case "Watch":
                return grpc.unary_stream_rpc_method_handler(self.watch)
            case "WatchTables":
                return grpc.unary_stream_rpc_method_handler(self.watch_tables)
            case _:
                method = getattr(self, method_name(name))

                async def call(data: bytes, _: Context) -> bytes:
                    answer: Message | bytes = await method(decode(request, data), caller())
                    return answer if isinstance(answer, bytes) else answer.SerializeToString()

                return grpc.unary_unary_rpc_method_handler(call)

    # --- SessionService ------------------------------------------------------------------

    async def open_session(
        self, request: session_service_pb2.OpenSessionRequest, who: Caller
    ) -> session_service_pb2.OpenSessionResponse:
        """Give a name, get a token."""
        if self._sessions.find(request.token) is None:
            self._gauge.join(who)
        player, token = await self._sessions.open(request.name, request.token)
        return session_service_pb2.OpenSessionResponse(
            token=token, name=player.name, tables=self._hall.seats_of(player.id)
        )

    async def get_server(
        self, _: session_service_pb2.GetServerRequest, __: Caller
    ) -> session_service_pb2.GetServerResponse:
        """Say what this server is."""
        return session_service_pb2.GetServerResponse(
            name=self._name,
            version=metadata.version("cardtui"),
            tables=len(self._hall.tables),
            people=len(self._sessions.online),
        )

    # --- LobbyService --------------------------------------------------------------------

    async def list_games(
        self, _: lobby_service_pb2.ListGamesRequest, __: Caller
    ) -> lobby_service_pb2.ListGamesResponse:
        """List the games."""
        return lobby_service_pb2.ListGamesResponse(games=[_game(id_) for id_ in game_ids()])

    async def get_rules(
        self, request: lobby_service_pb2.GetRulesRequest, _: Caller
    ) -> lobby_service_pb2.GetRulesResponse:
        """Return a rule sheet, in English where there is none in the language."""
        find_rules(request.game)
        return lobby_service_pb2.GetRulesResponse(markdown=_sheet(request.game, request.language))

    async def list_tables(self, _: lobby_service_pb2.ListTablesRequest, __: Caller) -> bytes:
        """List the tables."""
        field = lobby_service_pb2.ListTablesResponse.TABLES_FIELD_NUMBER
        return b"".join([wrap(field, table.shown) for table in self._hall.tables.values()])

    async def watch_tables(self, data: bytes, context: Context) -> None:
        """Tell the tables, and again whenever one changes."""
        decode(lobby_service_pb2.WatchTablesRequest, data)
        watcher = self._hall.watch()
        try:
            while (message := await watcher.take()) is not None:
                await context.write(message)
        finally:
            self._hall.unwatch(watcher)

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest, who: Caller
    ) -> bytes:
        """Make a table."""
        self._gauge.join(who)
        table = await self._hall.create(
            who.id,
            who.name,
            game=request.game,
            seats=request.seats,
            preset=request.preset,
            options={name: read_option(value) for name, value in request.options.items()},
            name=request.name,
            pause=_within(request, "pause", _LONGEST_PAUSE, PAUSE),
            thinking=_within(request, "thinking", _LONGEST_THINKING, None),
            seat=_optional(request, "seat"),
            bots=request.bots,
        )
        return wrap(lobby_service_pb2.CreateTableResponse.TABLE_FIELD_NUMBER, table.shown)

    async def join_table(self, request: lobby_service_pb2.JoinTableRequest, who: Caller) -> bytes:
        """Take a seat."""
        table = self._hall.find(request.table)
        if table.standing.seat_of(who.id) is None:
            self._gauge.join(who)
        seat = await table.ask(
            partial(requests.sit, player=who.id, name=who.name, seat=_optional(request, "seat"))
        )
        response = lobby_service_pb2.JoinTableResponse
        return (
            wrap(response.TABLE_FIELD_NUMBER, table.shown) + response(seat=seat).SerializeToString()
        )

    async def leave_table(self, request: lobby_service_pb2.LeaveTableRequest, who: Caller) -> bytes:
        """Get up."""
        return await self._change(request.table, partial(requests.leave, player=who.id))

    async def add_bot(self, request: lobby_service_pb2.AddBotRequest, who: Caller) -> bytes:
        """Seat a bot."""
        seat, level = _optional(request, "seat"), int(request.level)
        return await self._change(
            request.table, partial(requests.add_bot, player=who.id, seat=seat, level=level)
        )

    async def remove_bot(self, request: lobby_service_pb2.RemoveBotRequest, who: Caller) -> bytes:
        """Take a bot away."""
        return await self._change(
            request.table, partial(requests.remove_bot, player=who.id, seat=request.seat)
        )

    async def set_ready(self, request: lobby_service_pb2.SetReadyRequest, who: Caller) -> bytes:
        """Say that one is ready, or not."""
        return await self._change(
            request.table, partial(requests.set_ready, player=who.id, ready=request.ready)
        )

    async def start_table(self, request: lobby_service_pb2.StartTableRequest, who: Caller) -> bytes:
        """Start a match."""
        return await self._change(request.table, partial(requests.start, player=who.id))

    async def close_table(
        self, request: lobby_service_pb2.CloseTableRequest, who: Caller
    ) -> lobby_service_pb2.CloseTableResponse:
        """Close a table."""
        await self._change(request.table, partial(requests.close, player=who.id))
        return lobby_service_pb2.CloseTableResponse()

    async def _change(self, table_id: str, grant: Callable[[requests.Draft], Any]) -> bytes:
        """Ask something of a table; return a response whose first field is the table."""
        table = self._hall.find(table_id)
        await table.ask(grant)
        return wrap(lobby_service_pb2.StartTableResponse.TABLE_FIELD_NUMBER, table.shown)

    # --- TableService --------------------------------------------------------------------

    async def play(self, _: Any, context: Context) -> None:
        """A seat's stream."""
        who = caller()
        data = await context.read()
        if data is grpc.aio.EOF:
            return
        first = decode(table_service_pb2.PlayRequest, data)
        if first.WhichOneof("request") != "join":
            raise Refused(
                Reason.REASON_BAD_REQUEST, "The first message of this stream must be “join”."
            )
        table = self._hall.find(first.join.table)
        seat = requests.seat_held(table.standing, who.id)
        feed = table.attach(seat, _optional(first.join, "after"))
        reading = asyncio.get_running_loop().create_task(
            self._read(context, who, table, seat, feed)
        )
        try:
            await _write(context, feed)
        finally:
            reading.cancel()
            table.detach(feed)
            with contextlib.suppress(asyncio.CancelledError):
                await reading

    async def _read(
        self, context: Context, who: Caller, table: Table, seat: int, feed: Feed
    ) -> None:
        """Pass on what a seat sends; each request is answered on its stream."""
        codec = codec_for(table.standing.rules.deck)
        parse = table_service_pb2.PlayRequest.FromString
        while (data := await context.read()) is not grpc.aio.EOF:
            request_id = ""
            try:
                try:
                    request = parse(data)
                except DecodeError as error:
                    raise _undecodable() from error
                match request.WhichOneof("request"):
                    case "act":
                        act = request.act
                        request_id = _request_id(act)
                        self._gauge.act(who, table.id)
                        action = self._action(codec, act, who)
                        expected = act.expected if act.HasField("expected") else None
                        grant = partial(
                            requests.act,
                            seat=seat,
                            player=who.id,
                            action=action,
                            expected=expected,
                            request_id=request_id,
                        )
                        table.post(grant, partial(feed.answer, request_id))
                    case "talk":
                        self._gauge.talk(who)
                        line = _line(request.talk.text)
                        table.post(
                            partial(requests.talk, player=who.id, name=who.name, text=line),
                            partial(feed.answer, ""),
                        )
                    case "go_on":
                        table.go_on(seat, request.go_on.hand)
                        feed.reply(feeds.accepted("", None))
                    case "join":
                        raise Refused(
                            Reason.REASON_BAD_REQUEST,
                            "This stream has joined already: open another one.",
                        )
                    case None:
                        raise Refused(
                            Reason.REASON_MALFORMED,
                            "The message asks for nothing: set one of its fields.",
                        )
                    case never:
                        assert_never(never)
            except Refused as refused:
                feed.answer(request_id, refused)
            except Exception:  # noqa: BLE001 - one bad message must not leave the next without an answer
                self._log.exception("message failed", table=table.id)
                feed.answer(request_id, Refused(Reason.REASON_INTERNAL, BROKEN))

    def _action(self, codec: Codec, act: table_service_pb2.PlayAct, who: Caller) -> Action:
        """Return the action that a seat asks for; a line that is said is made safe."""
        action = codec.read_action(act.action)
        if action.verb == "say":
            self._gauge.talk(who)
            return action._replace(text=_line(action.text or ""))
        return action

    async def watch(self, data: bytes, context: Context) -> None:
        """A spectator's stream."""
        request = decode(table_service_pb2.WatchRequest, data)
        table = self._hall.find(request.table)
        feed = table.attach(None, _optional(request, "after"))
        try:
            await _write(context, feed)
        finally:
            table.detach(feed)

    async def act(
        self, request: table_service_pb2.ActRequest, who: Caller
    ) -> table_service_pb2.ActResponse:
        """One act."""
        table = self._hall.find(request.table)
        seat = requests.seat_held(table.standing, who.id)
        self._gauge.act(who, table.id)
        act = request.act
        request_id = _request_id(act)
        action = self._action(codec_for(table.standing.rules.deck), act, who)
        grant = partial(
            requests.act,
            seat=seat,
            player=who.id,
            action=action,
            expected=_optional(act, "expected"),
            request_id=request_id,
        )
        try:
            reply = feeds.accepted(request_id, await table.ask(grant))
        except Refused as refused:
            reply = feeds.refused(request_id, refused.message())
        return table_service_pb2.ActResponse(reply=reply)

    async def get_view(self, request: table_service_pb2.GetViewRequest, who: Caller) -> bytes:
        """The view as it is now."""
        table = self._hall.find(request.table)
        field = table_service_pb2.GetViewResponse.SNAPSHOT_FIELD_NUMBER
        return wrap(field, table.snapshot(table.standing.seat_of(who.id)))

    async def say(
        self, request: table_service_pb2.SayRequest, who: Caller
    ) -> table_service_pb2.SayResponse:
        """A line of talk."""
        table = self._hall.find(request.table)
        self._gauge.talk(who)
        line = _line(request.text)
        seq = await table.ask(partial(requests.talk, player=who.id, name=who.name, text=line))
        return table_service_pb2.SayResponse(seq=seq)


def decode(message: type[M], data: bytes) -> M:
    """Return a request.

    Raises:
        Refused: the bytes are none.
    """
    try:
        return message.FromString(data)
    except DecodeError as error:
        raise _undecodable() from error


def method_name(method: str) -> str:
    """Return the name of the method that serves an RPC: ``OpenSession`` is ``open_session``."""
    return "".join([f"_{char.lower()}" if char.isupper() else char for char in method])[1:]


async def _write(context: Context, feed: Feed) -> None:
    """Write what a reader is owed until the stream ends."""
    feed.writer = asyncio.current_task()
    try:
        while not feed.done:
            data = feed.take()
            if data:
                feed.writing = True
                await context.write(data)
                feed.writing = False
                feed.written += 1
            else:
                await feed.wait()
    except asyncio.CancelledError:
        if not feed.slow:
            raise
        raise Refused(
            Reason.REASON_LIMIT, "You have read nothing for too long: connect again."
        ) from None


def _undecodable() -> Refused:
    return Refused(Reason.REASON_BAD_REQUEST, "The message cannot be read: is it of this version?")


def _request_id(act: table_service_pb2.PlayAct) -> str:
    if len(act.request_id) > _LONGEST_ID:
        raise Refused(
            Reason.REASON_BAD_REQUEST,
            "A request id has at most {most} characters.",
            most=_LONGEST_ID,
        )
    return act.request_id


def _line(text: str) -> str:
    """Return a line of talk made safe."""
    line = safe_text(text, CHAT_CELLS)
    if not line:
        raise Refused(Reason.REASON_BAD_REQUEST, "There is nothing in that line: type a text.")
    return line


def _optional(message: Message, field: str) -> Any:
    return getattr(message, field) if message.HasField(field) else None


def _within(message: Message, field: str, most: int, default: int | None) -> Any:
    """Return an optional number of a request.

    Raises:
        Refused: it is too great.
    """
    value = _optional(message, field)
    if value is None:
        return default
    if value > most:
        raise Refused(
            Reason.REASON_BAD_REQUEST, "“{field}” goes from 0 to {most}.", field=field, most=most
        )
    return value


def _game(game: str) -> tables_pb2.Game:
    rules = get_rules(game)
    kinds = {spec.name: spec.kind for spec in rules.specs}
    return tables_pb2.Game(
        id=rules.id,
        seats=rules.seats,
        options=[_spec(spec) for spec in rules.specs],
        presets=[
            tables_pb2.Preset(
                name=preset.name,
                options={
                    name: write_option(value, kinds[name]) for name, value in preset.values.items()
                },
            )
            for preset in rules.presets
        ],
        teams=rules.teams,
        clockwise=rules.clockwise,
    )


def _spec(spec: OptionSpec) -> tables_pb2.OptionSpec:
    return tables_pb2.OptionSpec(
        name=spec.name,
        kind=_KINDS[spec.kind],
        default=write_option(spec.default, spec.kind),
        help=spec.help,
        clause=spec.clause,
        choices=spec.choices,
        low=spec.low,
        high=spec.high,
    )


def _sheet(game: str, language: str) -> str:
    """Return a game's sheet; the language is looked up among those that there are."""
    folder = resources.files("cardtui_engine") / "sheets"
    there = {file.name: file for file in folder.iterdir()}
    file = there.get(f"{game}.{language}.md") or there[f"{game}.en.md"]
    return file.read_text("utf-8")
