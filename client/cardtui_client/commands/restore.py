"""``cardtui restore``: goes back to a copy of the tables that is proved to be good.
Which files it refuses as a copy: `_check`.
"""

from __future__ import annotations

import errno
import stat
from pathlib import Path

import click

from cardtui_client.command_line.errors import Failed, unreadable, unwritable
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, n_
from cardtui_server.store.data_folder import database_in


@click.command(
    epilog="""\b
Examples:
  cardtui restore /mnt/disk/cardtui-monday.db
  cardtui --data /srv/cardtui restore /mnt/disk/cardtui-monday.db

Exits 0 if the tables are as in FILE, and 1 or 2 if nothing was changed.
"""
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def command(*, file: Path) -> None:
    """Put the tables of FILE, a copy by “cardtui backup”, into the data folder.

    The server must be stopped. Every log in the copy is checked before anything is changed; the
    database that was there stays beside the new one. FILE itself is only read.
    """
    from cardtui_client.commands.lookup import find_tables

    data = load_settings().data_folder()
    folder = find_tables(data) or data
    path = database_in(folder)
    from cardtui_server.ports.log_store import Damaged, StoreError
    from cardtui_server.store.backup import restore
    from cardtui_server.store.data_folder import FolderLock, InUse

    _check(file, path)
    try:
        with FolderLock.take(folder):
            copied, kept = restore(file, path)
    except InUse:
        raise Failed(_("{path} is in use: stop its server first.", path=path), FAILED) from None
    except Damaged as error:
        sentence = _(
            "{file} is not a good copy of tables ({what}): nothing was changed.",
            file=file,
            what=error.arguments["what"],
        )
        raise Failed(sentence, FAILED) from None
    except StoreError as error:
        raise Failed(_(error.template, **error.arguments), FAILED) from None
    except OSError as error:
        raise unwritable(folder, error, FAILED) from None
    tables = n_("{n} table", "{n} tables", copied.tables)
    entries = n_("{n} entry", "{n} entries", copied.entries)
    told = _(
        "{path} is as in {file} now: {tables}, {entries}.",
        path=path,
        file=file,
        tables=tables,
        entries=entries,
    )
    was = _("The database that was there is kept as {kept}.", kept=kept)
    click.echo(told if kept is None else f"{told} {was}")


def _check(file: Path, path: Path) -> None:
    """Refuse what is no file, and the database itself.

    Raises:
        Failed: it is one of them.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise OSError(errno.EINVAL, "Not a regular file")
    except OSError as error:
        raise unreadable(file, error) from None
    if path.exists() and path.samefile(file):
        raise Failed(_("{path} is the database itself: name a copy of it.", path=file), USAGE)
