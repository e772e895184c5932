"""``cardtui recover``: mends the tables of a server whose database was damaged, and says how.
How a log is mended is the server's; the sentences are `told`.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.errors import Failed, unreadable, unwritable
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED
from cardtui_client.hosting.own_server import SOLO
from cardtui_client.i18n import _, n_
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_server.store.data_folder import database_in

if TYPE_CHECKING:
    from cardtui_server.store.recovery.examine import Kept
    from cardtui_server.store.recovery.mend import Mended


@click.command(
    epilog="""\b
Examples:
  cardtui recover
  cardtui --data /srv/cardtui recover
  cardtui recover --results

Exits 0 if all is good or repaired, and 1 if something could not be repaired.
"""
)
@click.option("--results", is_flag=True, help="Count the results of all matches anew, too.")
def command(*, results: bool) -> int:
    """Check the tables in the data folder, and repair what is damaged.

    The server must be stopped. A damaged table is kept up to the damage; the damaged database
    stays beside the new one. Results follow from the tables: what is counted of each match can be
    counted anew.
    """
    data = load_settings().data_folder()
    try:
        os.scandir(data).close()
    except OSError as error:
        raise unreadable(data, error) from None
    found = [each for each in (data, data / SOLO) if database_in(each).exists()]
    if not found:
        click.echo(_("There are no tables in {folder}.", folder=data))
    failed = False
    for folder in found:
        failed = not (_recover(folder) and (not results or _recount(folder))) or failed
    return FAILED if failed else 0


def _recover(folder: Path) -> bool:
    """Mend one database; say what was done, and return whether every table was kept."""
    from cardtui_server.ports.log_store import StoreError
    from cardtui_server.store.data_folder import FolderLock, InUse
    from cardtui_server.store.recovery.mend import mend
    from cardtui_server.store.sqlite_database import check_files

    path = database_in(folder)
    try:
        path.stat()
        check_files(path)
    except OSError as error:
        raise unreadable(path, error, FAILED) from None
    except StoreError as error:
        return _failed(_(error.template, **error.arguments))
    try:
        with FolderLock.take(folder):
            mended = asyncio.run(mend(path))
    except InUse:
        return _failed(_("{path} is in use: stop its server first.", path=path))
    except OSError as error:
        raise unwritable(folder, error, FAILED) from None
    except StoreError as error:
        sentence = _(
            "{path} cannot be repaired. {why} Put a backup in its place, or move it away.",
            path=path,
            why=_(error.template, **error.arguments),
        )
        return _failed(sentence)
    for line in told(path, mended):
        click.echo(line)
    return mended.all_kept


def _recount(folder: Path) -> bool:
    """Count the results of one database anew; say what came of it, and return whether it went."""
    from cardtui_server.ports.log_store import StoreError
    from cardtui_server.store.data_folder import FolderLock, InUse
    from cardtui_server.store.recovery.recount import recount

    path = database_in(folder)
    try:
        with FolderLock.take(folder):
            counted = asyncio.run(recount(path))
    except InUse:
        return _failed(_("{path} is in use: stop its server first.", path=path))
    except StoreError as error:
        return _failed(_(error.template, **error.arguments))
    click.echo(
        n_(
            "The result of {n} match is counted.",
            "The results of {n} matches are counted.",
            counted.matches,
        )
    )
    for table in counted.unread:
        click.echo(_("Table {table} cannot be read to its end.", table=table))
    return not counted.unread


def _failed(sentence: str) -> bool:
    """Tell the failure at once, since there may be other databases to mend; return ``False``."""
    Failed(sentence, FAILED).show()
    return False


def told(path: Path, mended: Mended) -> list[str]:
    """Return what was found and done, as sentences."""
    tables = n_("{n} table", "{n} tables", mended.kept)
    if mended.backup is None:
        return [_("{path} is good: {tables}.", path=path, tables=tables)]
    if mended.all_kept:
        headline = _(
            "{path} was damaged and has been repaired: {tables}.", path=path, tables=tables
        )
    elif mended.tables:
        headline = n_(
            "{path} was damaged: {kept} of {n} table could be kept.",
            "{path} was damaged: {kept} of {n} tables could be kept.",
            len(mended.tables),
            path=path,
            kept=mended.kept,
        )
    else:
        headline = _("{path} was damaged: no table can be found in it.", path=path)
    kept = _("The damaged database is kept as {backup}.", backup=mended.backup)
    lines = [f"{headline} {kept}"]
    lines += [_told_of(each) for each in mended.tables if each.lost or not each.closed]
    whole = sum(each.closed and not each.lost for each in mended.tables)
    if whole:
        lines.append(n_("{n} closed table is intact.", "{n} closed tables are intact.", whole))
    if mended.unreadable:
        lines.append(
            n_(
                "{n} page of the database could not be read. If a table ended there, nothing"
                " shows how much of its end is lost.",
                "{n} pages of the database could not be read. If a table ended there, nothing"
                " shows how much of its end is lost.",
                mended.unreadable,
            )
        )
    return lines


def _told_of(kept: Kept) -> str:
    from cardtui_client.text import safe_text

    table = safe_text(kept.table, TABLE_NAME_CELLS)
    if kept.name:
        table = f"{table} (“{safe_text(kept.name, TABLE_NAME_CELLS)}”)"
    if not kept.lost:
        return n_(
            "Table {table} is intact: {n} entry.",
            "Table {table} is intact: {n} entries.",
            kept.rows,
            table=table,
        )
    if not kept.rows:
        return n_(
            "Table {table} is lost: its beginning cannot be read, and it had {n} entry or more.",
            "Table {table} is lost: its beginning cannot be read, and it had {n} entries or more.",
            kept.lost,
            table=table,
        )
    first = n_(
        "Table {table} goes on from its first entry.",
        "Table {table} goes on from its first {n} entries.",
        kept.rows,
        table=table,
    )
    then = n_("{n} entry after that is lost.", "{n} entries after that are lost.", kept.lost)
    return f"{first} {then}"
