"""What a match has come to as sentences, where each plays alone."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_client.i18n import _
from cardtui_client.model.match_counts import Numbers, count_of
from cardtui_client.model.table import TableModel


def count_lines(counts: Sequence[tuple[str, Numbers]], model: TableModel) -> list[str]:
    """Return a sentence for each thing of which there has been any, with those who have some.

    Args:
        counts: what is counted, in words, and how many of it each seat has.
        model: the table.
    """
    return [
        _(
            "{what}: {sides}.",
            what=words,
            sides="; ".join(
                f"{model.name_of(each.seat)} {count_of(numbers, each.seat)}"
                for each in model.table.seats
                if count_of(numbers, each.seat)
            ),
        )
        for words, numbers in counts
        if any(numbers)
    ]
