"""What a match has come to, as a message."""

from __future__ import annotations

from cardtui.v1 import table_service_pb2
from cardtui_engine.library.counts import Counts


def counts_message(counts: Counts | None) -> table_service_pb2.MatchCounts:
    """Return the counts as a message; empty for none."""
    if counts is None:
        return table_service_pb2.MatchCounts()
    numbers = counts._asdict()
    decided = [
        table_service_pb2.HandDecision(
            clause=decision.clause,
            tie=table_service_pb2.TieRule.Value(f"TIE_RULE_{decision.tie.upper() or _NONE}"),
        )
        for decision in numbers.pop("decided")
    ]
    return table_service_pb2.MatchCounts(decided=decided, **numbers)


_NONE = "UNSPECIFIED"
