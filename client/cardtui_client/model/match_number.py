"""Which match of its table one is shown, or was shown last."""

from __future__ import annotations

from cardtui_client.model.table import TableModel


def match_number(model: TableModel) -> int:
    """Return the number of the match at its table; 0 if the server does not say."""
    shuffle = model.shuffle
    if shuffle is None:
        return 0
    # Once the next match is about to begin, its shuffle is told.
    return shuffle.match if shuffle.begun else shuffle.match - 1
