"""``cardtui recover``: mends the tables of a server whose database was damaged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from cardtui_client.commands.failures import CHECK_FAILED, Failed, unwritable
from cardtui_client.commands.person import load_settings
from cardtui_client.commands.serving import NoServer, take_folder
from cardtui_client.i18n import _, n_
from cardtui_client.text import safe_text


@click.command(
    epilog="""\b
Examples:
  cardtui recover
  cardtui --data /srv/cardtui recover

Exits 0 if all is good or mended, and 1 if something could not be mended.
"""
)
def command() -> int:
    """Check the tables kept in the data folder, and mend what is damaged.

    The server must be stopped. Of a damaged table everything up to the damage is kept; the
    damaged database stays beside the new one.
    """
    data = load_settings().data_folder()
    found = [each for each in (data, *sorted(data.glob("solo*"))) if (each / "cardtui.db").exists()]
    if not found:
        click.echo(_("There are no tables in {folder}.", folder=data))
    failed = False
    for folder in found:
        failed = not _recover(folder) or failed
    return CHECK_FAILED if failed else 0


def _recover(folder: Path) -> bool:
    """Mend one database; say what was done, and return whether it is good now."""
    from cardtui_server.log import StoreError
    from cardtui_server.recovery import mend

    path = folder / "cardtui.db"
    try:
        lock = take_folder(folder)
        if lock is None:
            click.echo(_("{path} is in use: stop its server first.", path=path), err=True)
            return False
        with lock:
            mended = asyncio.run(mend(path))
    except NoServer as error:
        raise Failed(str(error), CHECK_FAILED) from None
    except OSError as error:
        raise unwritable(folder, error, CHECK_FAILED) from None
    except StoreError as error:
        sentence = _(
            "{path} cannot be mended. {why} Put a backup in its place, or move it away.",
            path=path,
            why=_(error.template, **error.arguments),
        )
        click.echo(sentence, err=True)
        return False
    tables = n_("{n} table", "{n} tables", mended.tables)
    if mended.backup is None:
        click.echo(_("{path} is good: {tables}.", path=path, tables=tables))
        return True
    click.echo(
        _(
            "{path} was damaged and is mended: {tables}. The damaged one is kept as {backup}.",
            path=path,
            tables=tables,
            backup=mended.backup,
        )
    )
    for lost in mended.lost:
        table = safe_text(lost.table, 32)
        if lost.kept:
            sentence = _(
                "Table {table} goes on from entry {kept}; what came after, up to {last}, is lost.",
                table=table,
                kept=lost.kept,
                last=lost.of,
            )
        else:
            sentence = _("Table {table} is lost: its beginning cannot be read.", table=table)
        click.echo(sentence)
    return True
