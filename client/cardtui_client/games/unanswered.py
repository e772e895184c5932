"""What to say while the server has not answered an act yet."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.i18n import _

UNANSWERED_SECONDS: Final = 0.25
"""How long an answer may take before it is worth a word: most come at once."""


def waiting_sentence(action: actions_pb2.Action) -> str:
    """Return what to say of an act under way; others may come before a draw."""
    if not action.HasField("draw"):
        return _("Sent; the server has not answered yet.")
    if action.draw.source == actions_pb2.DRAW_SOURCE_DISCARDS:
        return _("Taking the discard… the others may still come first.")
    return _("Drawing… the others may still take the discard.")
