"""What a strong bot would do, as a message."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import table_service_pb2
from cardtui_engine.bots import Advice, Reason
from cardtui_server.match.state import TableState
from cardtui_server.wire.codec import codec_for

_REASONS: Final = {
    reason: table_service_pb2.AdviceReason.ValueType(
        table_service_pb2.AdviceReason.Value(f"ADVICE_REASON_{reason.name}")
    )
    for reason in Reason
}


def advice_message(advice: Advice, state: TableState) -> table_service_pb2.AdviseResponse:
    """Return advice for a position of a table as a message."""
    write = codec_for(state.rules.id).actions.write
    return table_service_pb2.AdviseResponse(
        action=None if advice.action is None else write(advice.action),
        reason=_REASONS[advice.reason],
        numbers=advice.numbers,
        position=state.position,
    )
