"""What to say while the server has not answered an act yet."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.table import Status, TableModel

UNANSWERED_SECONDS: Final = 0.25
"""How long an answer may take before it is worth a word: most come at once."""

_OVERDUE_SECONDS: Final = 2.5
"""How long an answer may take before nobody can say what has become of the act."""


def overdue_after(model: TableModel) -> float:
    """Return after how many seconds an answer to what is done now is overdue.

    A server may keep a draw until the claim window has closed.
    """
    window = model.times.window(model.now())
    return _OVERDUE_SECONDS + (0.0 if window is None else window.seconds)


def waiting_sentence(action: actions_pb2.Action, model: TableModel, *, overdue: bool) -> str:
    """Return what to say of an act under way.

    Args:
        action: the act.
        model: the table.
        overdue: whether its answer is: what the game says of it may not be true any more.
    """
    if model.status is Status.RECONNECTING:
        return _("No connection: what you did is sent again when it is back.")
    if overdue:
        return _("The server has not answered yet.")
    return presenter_of(model).waiting(action)
