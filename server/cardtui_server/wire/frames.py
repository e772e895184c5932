"""Frames: the parts of a table's stream, encoded so that they may be joined to make a message.

`PlayResponse` and `WatchResponse` hold their frames in fields with the same number, so players and
spectators get the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, signals_pb2, table_service_pb2
from cardtui_server.match.events import Said
from cardtui_server.match.refusals import Refused
from cardtui_server.match.state import SeenSignal, TeamLine
from cardtui_server.table.reader import END_SENTENCES, EndReason
from cardtui_server.wire.encoding import number, wrap
from cardtui_server.wire.values import refusal_message

_FRAME: Final = table_service_pb2.Frame
_FRAMES_FIELD: Final = table_service_pb2.PlayResponse.FRAMES_FIELD_NUMBER

END_REASONS: Final = {
    reason: table_service_pb2.EndReason.ValueType(
        table_service_pb2.EndReason.Value(f"END_REASON_{reason.name}")
    )
    for reason in EndReason
}


def reply_message(request_id: str, result: int | Refused | None) -> table_service_pb2.ActReply:
    """Return the reply to a request: its entry's number, a refusal, or neither."""
    if isinstance(result, Refused):
        return table_service_pb2.ActReply(request_id=request_id, refusal=refusal_message(result))
    return table_service_pb2.ActReply(request_id=request_id, seq=result)


def snapshot_frame(content: bytes) -> bytes:
    """Return an encoded `Snapshot` as a frame."""
    return _frame(_FRAME.SNAPSHOT_FIELD_NUMBER, content)


def update_frame(content: bytes) -> bytes:
    """Return an encoded `Update` as a frame."""
    return _frame(_FRAME.UPDATE_FIELD_NUMBER, content)


def presence_frame(content: bytes) -> bytes:
    """Return an encoded `Presence` as a frame."""
    return _frame(_FRAME.PRESENCE_FIELD_NUMBER, content)


def timing_frame(content: bytes) -> bytes:
    """Return an encoded `Timing` as a frame."""
    return _frame(_FRAME.TIMING_FIELD_NUMBER, content)


class ReaderFrames:
    """Makes the frames that are for a single reader, and messages of frames."""

    def message(self, frames: Sequence[bytes]) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.message`."""
        return frames[0] if len(frames) == 1 else b"".join(frames)

    def reply(self, request_id: str, result: int | Refused | None) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.reply`."""
        message = reply_message(request_id, result)
        return _frame(_FRAME.REPLY_FIELD_NUMBER, message.SerializeToString())

    def heartbeat(self, seq: int) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.heartbeat`."""
        content = number(table_service_pb2.Heartbeat.SEQ_FIELD_NUMBER, seq)
        return _frame(_FRAME.HEARTBEAT_FIELD_NUMBER, content)

    def ping(self) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.ping`."""
        return _frame(_FRAME.PING_FIELD_NUMBER, b"")

    def team_talk(self, lines: Sequence[TeamLine]) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.team_talk`."""
        message = table_service_pb2.TeamTalk(
            lines=[
                table_service_pb2.TeamLine(number=number, said=_said(said))
                for number, said in lines
            ]
        )
        return _frame(_FRAME.TEAM_TALK_FIELD_NUMBER, message.SerializeToString())

    def signals(self, seen: Sequence[SeenSignal]) -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.signals`."""
        message = table_service_pb2.Signals(
            signals=[
                table_service_pb2.SeenSignal(number=each.number, gestured=_gestured(each))
                for each in seen
            ]
        )
        return _frame(_FRAME.SIGNALS_FIELD_NUMBER, message.SerializeToString())

    def end(self, reason: EndReason, address: str = "") -> bytes:
        """See `cardtui_server.table.encoder.ReaderEncoder.end`."""
        message = table_service_pb2.StreamEnd(
            reason=END_REASONS[reason],
            sentence=END_SENTENCES[reason].format(address=address),
            address=address,
        )
        return _frame(_FRAME.END_FIELD_NUMBER, message.SerializeToString())


def _frame(field: int, content: bytes) -> bytes:
    """Return an encoded message as a frame of that kind."""
    return wrap(_FRAMES_FIELD, wrap(field, content))


def _said(said: Said) -> events_pb2.Said:
    """Return a line of a team's talk apart, which is text alone."""
    talk = events_pb2.Talk.ValueType(said.talk)
    return events_pb2.Said(
        seat=said.seat, name=said.name, text=said.text, talk=talk, player=said.player
    )


def _gestured(seen: SeenSignal) -> events_pb2.Gestured:
    """Return a signal that a reader has seen."""
    gesture = signals_pb2.Gesture.ValueType(seen.gesture)
    return events_pb2.Gestured(seat=seen.seat, player=seen.player, name=seen.name, gesture=gesture)
