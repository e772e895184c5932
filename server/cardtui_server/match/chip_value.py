"""The value of a chip: it stays the same while anybody has won or lost something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.options import OptionValue
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import TableState

_OTHER_VALUE: Final = (
    "Chips have been won and lost here at another value: make another table for this one."
)


def check_chip_value(state: TableState, options: Mapping[str, OptionValue]) -> None:
    """Check that what has been won and lost stays worth what it was played for.

    Raises:
        Refused: the options give chips another value, and not everybody is even.
    """
    name = state.rules.chip_value_option
    uneven = any(account.won for account in state.ledger.accounts.values())
    if name and uneven and options[name] != state.made.options[name]:
        raise Refused(Reason.TABLE_STATE, _OTHER_VALUE)
