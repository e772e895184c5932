"""What to say while the server has not answered an act yet."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.table import Status, TableModel

UNANSWERED_SECONDS: Final = 0.25
"""How long an answer may take before it is worth a word: most come at once."""


def waiting_sentence(action: actions_pb2.Action, model: TableModel) -> str:
    """Return what to say of an act under way."""
    if model.status is Status.RECONNECTING:
        return _("No connection: what you did is sent again when it is back.")
    return presenter_of(model).waiting(action)
