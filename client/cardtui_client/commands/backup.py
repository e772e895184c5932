"""``cardtui backup``: a copy of the tables that is proved to be good, while the server plays.
Where the copy may not lie, as in place of the database: `_check`.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

import click

from cardtui_client.command_line.errors import Failed, reason
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.hosting.own_server import SOLO
from cardtui_client.i18n import _, n_
from cardtui_server.store.data_folder import database_in

_BAD_PATH_ERRNOS: Final = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)
"""What the system says of a name that no file can have."""


@click.command(
    epilog="""\b
Examples:
  cardtui backup /mnt/disk/cardtui-monday.db
  cardtui --data /srv/cardtui backup "/mnt/disk/$(date +%F).db"

“cardtui restore FILE” goes back to a copy.

Exits 0 if the copy is good, 1 if there is none, and 2 if FILE cannot be its place.
"""
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
def command(*, file: Path) -> None:
    """Copy the tables in the data folder to FILE, and prove the copy.

    The server may run, and people may play on. Every log in the copy is checked before FILE is
    there; nothing is ever written over. The copy holds what your database holds: players and
    hidden cards of matches that go on. Only you can read it.
    """
    from cardtui_client.commands.lookup import find_tables

    data = load_settings().data_folder()
    folder = find_tables(data)
    if folder is None:
        raise Failed(_("There are no tables in {folder}.", folder=data), FAILED)
    path = database_in(folder)
    target = Path(os.path.abspath(file))  # noqa: PTH100 - a link is a name that is taken
    from cardtui_server.ports.log_store import Damaged, StoreError
    from cardtui_server.store.backup import back_up, note_copy

    try:
        _check(path, target)
        copied = back_up(path, target)
    except FileExistsError:
        raise _taken(target) from None
    except Damaged as error:
        why = _(error.template, **error.arguments)
        raise Failed(_("Nothing was copied. {why}", why=why), FAILED) from None
    except StoreError as error:
        raise Failed(_(error.template, **error.arguments), FAILED) from None
    except OSError as error:
        sentence = _("{path} cannot be written: {error}.", path=target, error=reason(error))
        raise Failed(sentence, USAGE if error.errno in _BAD_PATH_ERRNOS else FAILED) from None
    note_copy(folder, target)
    tables = n_("{n} table", "{n} tables", copied.tables)
    entries = n_("{n} entry", "{n} entries", copied.entries)
    click.echo(
        _(
            "{copy} is a good copy of {path}: {tables}, {entries}.",
            copy=file,
            path=path,
            tables=tables,
            entries=entries,
        )
    )
    own = database_in(data / SOLO)
    with contextlib.suppress(OSError):  # another's folder
        if path != own and own.exists():
            click.echo(
                _("What you play alone is copied with --data {folder}.", folder=own.parent),
                err=True,
            )


def _check(path: Path, target: Path) -> None:
    """Refuse what cannot be the place of a copy.

    Raises:
        Failed: it cannot.
        OSError: the system does not say what is there.
    """
    if target.is_dir():
        sentence = _("{path} is a folder: name a file in it, which is not there yet.", path=target)
        raise Failed(sentence, USAGE)
    if target.exists() and target.samefile(path):
        raise Failed(_("{path} is the database itself: name another file.", path=target), USAGE)
    if os.path.lexists(target):
        raise _taken(target)
    folder = Path(os.path.realpath(target.parent))
    if folder == Path(os.path.realpath(path.parent)) and target.name.startswith(f"{path.name}-"):
        sentence = _(
            "{path} is a name that the database itself uses: name another file.", path=target
        )
        raise Failed(sentence, USAGE)


def _taken(target: Path) -> Failed:
    sentence = _(
        "{path} is there already, and is never written over: name another file.", path=target
    )
    return Failed(sentence, USAGE)
