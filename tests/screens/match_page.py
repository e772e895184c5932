"""The page at the end of a match: a table whose first hand ends it, and how it is read."""

from collections.abc import Mapping
from typing import Any

from tests.support.table_driver import ScriptedTable

MOVES = (
    *("0 envido", "1 quiero", "0 declare 8", "1 son_buenas"),
    *("0 truco", "1 quiero", "0 play 7C", "1 play 3B", "1 play 12O", "0 play 11O"),
)


def first_hand(scores: tuple[int, int], names: tuple[str, ...] = ("Ana", "Beto")) -> ScriptedTable:
    """Return a table before the first hand of a match is dealt."""
    setup: Mapping[str, Any] = {"dealer": 1, "hand": 1, "scores": list(scores)}
    return ScriptedTable("truco-argentino", 2, setup, names=names)


def deal(table: ScriptedTable) -> None:
    """Deal the first hand: Ana gets 1E 7C 11O, Beto 12O 3B 4C."""
    table.deal("1E", "12O", "7C", "3B", "11O", "4C")
    table.do(0, "tap")
