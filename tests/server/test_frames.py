"""Frames are for any stream at a table, whatever the numbers of their fields."""

from __future__ import annotations

import pytest
from google.protobuf import descriptor_pb2

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_server.wire.encoding import with_encoded, wrap
from cardtui_server.wire.frames import ReaderFrames


def test_frames_for_a_seat_are_frames_for_a_spectator() -> None:
    play, watch = table_service_pb2.PlayResponse, table_service_pb2.WatchResponse
    assert play.FRAMES_FIELD_NUMBER == watch.FRAMES_FIELD_NUMBER
    frame = ReaderFrames().heartbeat(7)
    assert list(play.FromString(frame).frames) == list(watch.FromString(frame).frames)


@pytest.mark.parametrize("number", [1, 15, 16, 31, 32, 999])
def test_a_field_may_have_any_number(number: int) -> None:
    options = descriptor_pb2.UninterpretedOption(identifier_value="x").SerializeToString()
    data = wrap(number, options)
    message = descriptor_pb2.MessageOptions.FromString(data)
    if number == descriptor_pb2.MessageOptions.UNINTERPRETED_OPTION_FIELD_NUMBER:
        assert message.uninterpreted_option[0].identifier_value == "x"
    assert message.SerializeToString() == data


@pytest.mark.parametrize(
    "response",
    [
        lobby_service_pb2.CreateTableResponse(),
        lobby_service_pb2.JoinTableResponse(seat=3),
        lobby_service_pb2.LeaveTableResponse(),
        lobby_service_pb2.AddBotResponse(),
        lobby_service_pb2.RemoveBotResponse(),
        lobby_service_pb2.SetReadyResponse(),
        lobby_service_pb2.StartTableResponse(),
        lobby_service_pb2.SwapSeatsResponse(),
        lobby_service_pb2.QuickMatchResponse(),
        lobby_service_pb2.BuyInResponse(),
    ],
    ids=lambda response: type(response).__name__,
)
def test_a_response_tells_its_table(response: lobby_service_pb2.JoinTableResponse) -> None:
    table = tables_pb2.Table(id="t", name="Mesa")
    data = with_encoded(response, "table", [table.SerializeToString()])
    response.table.CopyFrom(table)
    assert type(response).FromString(data) == response
