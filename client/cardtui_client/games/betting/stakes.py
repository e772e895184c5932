"""What it costs to stay in a betting round."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.arguments import verb_of
from cardtui_client.model.table import TableModel

_STAYS: Final = frozenset(("call", "pagar", "vou"))
"""What matches the highest bet, or makes the least one."""


def due_of(model: TableModel) -> int:
    """Return the chips that it costs to stay in a betting round; 0 where it costs none."""
    stays = (each for each in model.choices() if verb_of(each) in _STAYS)
    return next((choice.price for choice in stays), 0)
