"""Which tables a text may mean: by name or id, or by the beginning of one."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import tables_pb2


def names_of(table: tables_pb2.Table) -> tuple[str, str]:
    """Return what a table may be called, in small letters: its id and its name."""
    return table.id.casefold(), table.name.casefold()


def tables_named(text: str, tables: Sequence[tables_pb2.Table]) -> list[tables_pb2.Table]:
    """Return the first table of that name or id, or else all whose name or id begins so."""
    wanted = text.casefold()
    for table in tables:
        if wanted in names_of(table):
            return [table]
    if not wanted:
        return []
    return [table for table in tables if any(name.startswith(wanted) for name in names_of(table))]
