"""Which table is meant by what was typed: a number of the list, a name, or an id."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table_summary import names_of, tables_named
from cardtui_client.text import safe_text


class NoSuchTable(ValueError):
    """No table is meant, or several are; the sentence says what to type instead."""


def chosen_table(
    text: str,
    tables: Sequence[tables_pb2.Table],
    listed: Sequence[tables_pb2.Table],
    word: str,
) -> tuple[tables_pb2.Table, str]:
    """Return the table that a text begins with, and what follows.

    Args:
        text: what was typed; a name may have blanks, with or without quotation marks.
        tables: those that there are now.
        listed: those of the list that the person has seen: numbers count its lines.
        word: the command that it was typed after, for the advice.

    Raises:
        NoSuchTable: the text names none, or several.
    """
    text = text.strip()
    if not text:
        raise NoSuchTable(_("Say which table: type {word} and its number or its name.", word=word))
    words = text.split()
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if (found := _named(name, tables, listed)) is not None:
            return found, " ".join(words[length:])
    said = safe_text(text, TABLE_NAME_CELLS)
    raise NoSuchTable(_("There is no table “{name}” here.", name=said))


def _named(
    name: str, tables: Sequence[tables_pb2.Table], listed: Sequence[tables_pb2.Table]
) -> tables_pb2.Table | None:
    bare = name.strip("\"'“”").casefold()
    meant = tables_named(bare, tables)
    if len(meant) == 1 and bare in names_of(meant[0]):
        return meant[0]
    if name.isdecimal() and 1 <= int(name[:4]) <= len(listed):
        wanted = listed[int(name[:4]) - 1].id
        return next((table for table in tables if table.id == wanted), None)
    return meant[0] if len(meant) == 1 else None
