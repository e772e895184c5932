"""What is called out at Brazilian truco: Portuguese in every language, as at the table."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.model import TableModel

GAME: Final = "truco-brasileiro"

_CALLS: Final = {
    "truco": "Truco!",
    "accept": "Aceito!",
    "run": "Corro!",
    "keep": "Fico",
    "pass": "Passo",
    "reject": "Recuso",
    "play_on": "Vamos!",
}
_RAISES: Final = {6: "Seis!", 9: "Nove!", 12: "Doze!"}
"""A raise is called by the stake that it proposes (TB-32)."""


def is_brasileiro(model: TableModel) -> bool:
    """Tell whether Brazilian truco is played at the table."""
    return model.table.game == GAME


def middle_cut() -> actions_pb2.Action:
    """Return a cut that is well formed, for when none is offered."""
    action = actions_pb2.Action(cut=actions_pb2.CutAction(cuts=[20]))
    setattr(action.cut, "from", "top")  # a keyword of Python
    return action


def call(verb: str, stake: int = 0) -> str:
    """Return what is said aloud, ``""`` for what is done without a word.

    >>> call("raise", 9)
    'Nove!'
    """
    if verb == "raise":
        return _RAISES.get(stake, "Mais!")
    return _CALLS.get(verb, "")
