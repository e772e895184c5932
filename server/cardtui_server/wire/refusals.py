"""Refusals as messages: the protocol's number for each reason, and the sentence."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import errors_pb2
from cardtui_server.match.refusals import Reason, Refused

REASONS: Final = {
    reason: errors_pb2.Reason.ValueType(errors_pb2.Reason.Value(f"REASON_{reason.name}"))
    for reason in Reason
}


def refusal_message(refused: Refused) -> errors_pb2.Refusal:
    """Return a refusal as a message."""
    return errors_pb2.Refusal(
        reason=REASONS[refused.reason],
        template=refused.template,
        arguments=refused.arguments,
        sentence=str(refused),
        clause=refused.clause,
    )
