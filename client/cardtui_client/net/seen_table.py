"""What one was shown of a table during a match: what was agreed, who sat where, cards and scores.

The chain of a match is over none of that, so that the client compares it with the record itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui.v1 import tables_pb2
from cardtui_client.model.chain_check import code_of_card
from cardtui_client.model.table import TableModel

Position = tuple[Any, ...]
"""The hand's number, one's own cards, and the scores, chips and winners."""


class SeenTable:
    """What was shown of one match, from the first look on."""

    def __init__(self) -> None:
        """Begin before anything is known."""
        self._agreed: dict[str, Any] = {}
        self._sat: set[tuple[Any, ...]] = set()
        self._positions: set[Position] = set()
        self._options: dict[str, Any] = {}
        self._brings_own = False
        self._table = tables_pb2.Table()

    def look(self, model: TableModel) -> None:
        """Take in the table as it is now, while the match is played."""
        self.look_at_position(model)
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

    def look_at_position(self, model: TableModel) -> None:
        """Take in one's own cards, the scores and the winners, at the end of the match too."""
        view, own = model.view, model.own
        if view is not None and own is not None:
            hand = " ".join(sorted(code_of_card(card) for card in own.hand))
            scores, chips, winners = map(tuple, (view.scores, view.chips, view.winners))
            self._positions.add((view.hand, hand, scores, chips, winners))

    def is_told_by(self, told: Mapping[str, Any]) -> bool:
        """Tell whether a record tells of the same table.

        The chips that each player brought are left out, where they brought their own.

        Args:
            told: what ``cardtui verify --json`` says that was agreed, who sat where, and what one
                saw then.
        """
        try:
            sat = {tuple(each) for each in told["sat"]}
            positions = {
                (hand, cards, *map(tuple, scores)) for hand, cards, *scores in told["positions"]
            }
            options = told["options"]
            agreed = all(told[name] == value for name, value in self._agreed.items())
            for name, value in self._options.items():
                brought = self._brings_own and isinstance(options[name], list)
                agreed &= brought or options[name] == value
        except (KeyError, TypeError, ValueError):
            return False
        return agreed and self._sat <= sat and self._positions <= positions


def _plain(value: tables_pb2.OptionValue) -> Any:
    """Return the value of an option as JSON has it."""
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    return [*value.by_seat.numbers] if kind == "by_seat" else getattr(value, kind)
