"""The bus of a cluster on its NATS servers (`NatsBus`): messages as bytes, which nobody keeps. When
it says goodbye for another server: once that is overdue (`OVERDUE_SECONDS`), and nobody listens at
its address any more.

What servers say is in `ports/bus.py`; `written` and `read` turn it into bytes and back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, assert_never

from google.protobuf.message import DecodeError

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.ports.bus import (
    Beat,
    CodeChanged,
    Given,
    Goodbye,
    Message,
    Online,
    PrivateLine,
    Row,
    SessionsChanged,
    Use,
    Used,
)
from cardtui_server.ports.log_store import Player

if TYPE_CHECKING:
    from cardtui_server.store.nats_connection import Connection

_SUBJECT: Final = "cardtui.bus"

OVERDUE_SECONDS: Final = 0.6
"""Seconds after which a server should have said again that it is there."""

_CONNECT_SECONDS: Final = 1.0
"""Seconds for a machine to answer that nobody listens there."""


class NatsBus:
    """Carries messages over the connection of a store."""

    def __init__(self, connection: Connection) -> None:
        """Carry messages over a connection to some server of the cluster."""
        self._connection = connection
        self._sending: set[asyncio.Task[None]] = set()

    def send(self, message: Message) -> None:
        """See `Bus.send`."""
        sending = asyncio.get_running_loop().create_task(
            self._connection.tell(_SUBJECT, written(message))
        )
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """See `Bus.listen`."""
        overdue = _Overdue(heard)

        def hear(data: bytes) -> None:
            if (message := read(data)) is not None:
                overdue.hear(message)
                heard(message)

        stop = self._connection.hear(_SUBJECT, hear)

        def end() -> None:
            stop()
            overdue.stop()

        return end


class _Overdue:
    """Says goodbye for servers that were killed, sooner than their silence tells it."""

    def __init__(self, heard: Callable[[Message], None]) -> None:
        self._heard = heard
        self._expected: dict[str, asyncio.TimerHandle] = {}
        self._looking: set[asyncio.Task[None]] = set()

    def hear(self, message: Message) -> None:
        """Expect the next beat of a server, or no more of them."""
        if isinstance(message, (Beat, Goodbye)) and message.server in self._expected:
            self._expected.pop(message.server).cancel()
        if isinstance(message, Beat):
            later = asyncio.get_running_loop().call_later
            self._expected[message.server] = later(OVERDUE_SECONDS, self._look, message)

    def stop(self) -> None:
        """Expect nothing more."""
        for timer in self._expected.values():
            timer.cancel()
        for looking in self._looking:
            looking.cancel()

    def _look(self, beat: Beat) -> None:
        del self._expected[beat.server]
        looking = asyncio.get_running_loop().create_task(self._look_at(beat))
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)

    async def _look_at(self, beat: Beat) -> None:
        """Look whether anybody listens where a server was; who does not answer may be paused."""
        host, _, port = beat.address.rpartition(":")
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                _, writer = await asyncio.open_connection(host.strip("[]"), port)
            writer.close()
        except ConnectionRefusedError:
            if beat.server not in self._expected:  # it has not been heard meanwhile
                self._heard(Goodbye(beat.server))
        except (OSError, ValueError):
            pass


def written(message: Message) -> bytes:
    """Return a message as bytes."""
    match message:
        case Beat(server):
            said = pb.BusMessage(server=server, beat=pb.Beat(**_without_server(message)))
        case Goodbye(server):
            said = pb.BusMessage(server=server, goodbye=pb.Goodbye())
        case Row(server, table, listing, here):
            row = pb.TableRow(table=table, listing=listing, here=here)
            said = pb.BusMessage(server=server, table=row)
        case Given(server, table, to):
            said = pb.BusMessage(server=server, given=pb.TableGiven(table=table, to=to))
        case Online(server):
            said = pb.BusMessage(server=server, online=pb.Online(**_without_server(message)))
        case PrivateLine(server):
            said = pb.BusMessage(server=server, line=pb.PrivateLine(**_without_server(message)))
        case Used(server, uses):
            used = pb.Used(uses=[pb.Use(**each._asdict()) for each in uses])
            said = pb.BusMessage(server=server, used=used)
        case CodeChanged(server):
            said = pb.BusMessage(server=server, code=pb.CodeChanged(**_without_server(message)))
        case SessionsChanged(server, sessions, ended):
            changed = pb.SessionsChanged(sessions=map(session_of, sessions), ended=ended)
            said = pb.BusMessage(server=server, sessions=changed)
        case _:
            assert_never(message)
    return said.SerializeToString()


def read(data: bytes) -> Message | None:
    """Return the message of some bytes; ``None`` if this release does not know it."""
    try:
        message = pb.BusMessage.FromString(data)
    except DecodeError:
        return None
    server = message.server
    match message.WhichOneof("said") if server else None:
        case "beat":
            beat = message.beat
            return Beat(server, beat.address, beat.takes, beat.tables, beat.began)
        case "goodbye":
            return Goodbye(server)
        case "table":
            row = message.table
            return Row(server, row.table, row.listing, tuple(row.here))
        case "given":
            return Given(server, message.given.table, message.given.to)
        case "code":
            code = message.code
            return CodeChanged(
                server, code.player, code.recovers, code.hash, code.seconds, code.sealed
            )
        case "online":
            online = message.online
            players, streams, following = online.players, online.streams, online.following
            return Online(server, tuple(players), tuple(streams), tuple(following))
        case "line":
            line = message.line
            return PrivateLine(server, line.player, line.name, line.friend, line.text)
        case "used":
            uses = (Use(each.what, each.player, each.times) for each in message.used.uses)
            return Used(server, tuple(uses))
        case "sessions":
            sessions = tuple(map(player_of, message.sessions.sessions))
            return SessionsChanged(server, sessions, tuple(message.sessions.ended))
        case None:
            return None


def _without_server(message: Beat | CodeChanged | Online | PrivateLine) -> dict[str, Any]:
    return {name: value for name, value in message._asdict().items() if name != "server"}


def session_of(player: Player) -> pb.Session:
    """Return a player's session as a message."""
    return pb.Session(**player._asdict())


def player_of(session: pb.Session) -> Player:
    """Return the session of a message."""
    return Player(*[getattr(session, field) for field in Player._fields])
