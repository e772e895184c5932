"""What one was shown of a table during a match: what was agreed there, and who sat where.

The chain of a match is not over these lines of its record, so that the client compares them itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui.v1 import tables_pb2
from cardtui_client.model.table import TableModel


class SeenTable:
    """What was shown of one match, from the first look on."""

    def __init__(self) -> None:
        """Begin before anything is known."""
        self._agreed: dict[str, Any] = {}
        self._sat: set[tuple[Any, ...]] = set()
        self._options: dict[str, Any] = {}
        self._brings_own = False
        self._table = tables_pb2.Table()

    def look(self, model: TableModel) -> None:
        """Take in the table as it is now, while the match is played."""
        table = model.table
        self._agreed["own"] = model.seat
        if table is self._table:  # each change brings another one
            return
        self._table = table
        self._agreed |= {"game": table.game, "seats": len(table.seats)}
        self._options = {name: _plain(value) for name, value in table.options.items()}
        self._brings_own = table.most_buy_in > 0
        self._sat |= {
            (each.seat, each.name, each.bot or each.stand_in, each.character)
            for each in table.seats
            if each.name
        }

    def is_told_by(self, told: Mapping[str, Any]) -> bool:
        """Tell whether a record tells of the same table.

        The chips that each player brought are left out, where they brought their own.

        Args:
            told: what ``cardtui verify --json`` says that was agreed, and who sat where.
        """
        try:
            sat = {tuple(each) for each in told["sat"]}
            options = told["options"]
            agreed = all(told[name] == value for name, value in self._agreed.items())
            for name, value in self._options.items():
                brought = self._brings_own and isinstance(options[name], list)
                agreed &= brought or options[name] == value
        except (KeyError, TypeError):
            return False
        return agreed and self._sat <= sat


def _plain(value: tables_pb2.OptionValue) -> Any:
    """Return the value of an option as JSON has it."""
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    return [*value.by_seat.numbers] if kind == "by_seat" else getattr(value, kind)
