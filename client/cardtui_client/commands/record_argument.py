"""A record that a command names: by its file, or by its number in the list of those kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.profile import load_settings
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

_DIGITS: Final = 9
"""A longer number is taken for a file's name, so that the system says what is wrong with it."""


def kept_file(_ctx: click.Context, _param: click.Parameter, file: Path | None) -> Path | None:
    """Return the file of a record, which may be named by its number in the list of those kept."""
    from cardtui_client.settings.kept_records import kept_records

    number = str(file)
    if file is None or not number.isdecimal() or len(number) > _DIGITS or file.exists():
        return file
    kept = kept_records(load_settings())
    if not 0 < int(number) <= len(kept):
        raise Failed(_("There is no match number {number} in the list.", number=number), USAGE)
    return kept[int(number) - 1].path


def kept_files(
    ctx: click.Context, param: click.Parameter, files: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return the files of records, each of which may be named by its number."""
    return tuple([kept_file(ctx, param, file) or file for file in files])
