"""What is called out at Brazilian truco: Portuguese in every language, as at the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtui.v1 import actions_pb2
from cardtui.v1.truco_brasileiro_pb2 import PackEnd, TrucoBrasileiroCutAction
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word

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
RAISES: Final = (TrucoWord.TRUCO_WORD_TRUCO, TrucoWord.TRUCO_WORD_RAISE)
_RAISED: Final = {6: "Seis!", 9: "Nove!", 12: "Doze!"}
"""A raise is called by the stake that it proposes (TB-32)."""


def is_brasileiro(model: TableModel) -> bool:
    """Tell whether Brazilian truco is played at the table."""
    return model.table.game == GAME


def brasileiro_cut(at: Iterable[int], source: PackEnd.ValueType) -> actions_pb2.Action:
    """Return a cut at those places, with the end to deal from."""
    cut = TrucoBrasileiroCutAction(at=at, source=source)
    return actions_pb2.Action(truco_brasileiro_cut=cut)


def middle_cut() -> actions_pb2.Action:
    """Return a cut that is well formed, for when none is offered."""
    return brasileiro_cut([20], PackEnd.PACK_END_TOP)


def call(verb: str, stake: int = 0) -> str:
    """Return what is said aloud, ``""`` for what is done without a word.

    >>> call("raise", 9)
    'Nove!'
    """
    word = sheet_word(verb)
    if word == "raise":
        return _RAISED.get(stake, "Mais!")
    return _CALLS.get(word, "")
