"""What servers of a cluster tell each other, as bytes (`written`), and back (`read`)."""

from __future__ import annotations

from typing import assert_never

from google.protobuf.message import DecodeError

from cardtui.store.v1 import bus_pb2
from cardtui_server.ports.bus import Beat, Goodbye, Message, Row, SessionsChanged
from cardtui_server.ports.log_store import Player


def written(message: Message) -> bytes:
    """Return a message as bytes."""
    match message:
        case Beat(server, address, takes):
            beat = bus_pb2.Beat(address=address, takes=takes)
            said = bus_pb2.BusMessage(server=server, beat=beat)
        case Goodbye(server):
            said = bus_pb2.BusMessage(server=server, goodbye=bus_pb2.Goodbye())
        case Row(server, table, listing):
            row = bus_pb2.TableRow(table=table, listing=listing)
            said = bus_pb2.BusMessage(server=server, table=row)
        case SessionsChanged(server, sessions, ended):
            changed = bus_pb2.SessionsChanged(sessions=map(_session, sessions), ended=ended)
            said = bus_pb2.BusMessage(server=server, sessions=changed)
        case _:
            assert_never(message)
    return said.SerializeToString()


def read(data: bytes) -> Message | None:
    """Return the message of some bytes; ``None`` if this release does not know it."""
    try:
        message = bus_pb2.BusMessage.FromString(data)
    except DecodeError:
        return None
    server = message.server
    match message.WhichOneof("said") if server else None:
        case "beat":
            return Beat(server, message.beat.address, message.beat.takes)
        case "goodbye":
            return Goodbye(server)
        case "table":
            return Row(server, message.table.table, message.table.listing)
        case "sessions":
            sessions = tuple(map(_player, message.sessions.sessions))
            return SessionsChanged(server, sessions, tuple(message.sessions.ended))
        case None:
            return None


def _session(player: Player) -> bus_pb2.PlayerSession:
    return bus_pb2.PlayerSession(
        token_hash=player.token_hash,
        player=player.id,
        name=player.name,
        used_milliseconds=player.used,
        sat=player.sat,
        began_milliseconds=player.began,
    )


def _player(session: bus_pb2.PlayerSession) -> Player:
    return Player(
        session.token_hash,
        session.player,
        session.name,
        session.used_milliseconds,
        session.sat,
        session.began_milliseconds,
    )
