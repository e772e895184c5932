"""A record that a command names: by its file, or by its number in the list of those kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.commands.errors import Failed, unreadable
from cardtui_client.commands.profile import load_settings
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings.kept_records import KeptRecord
    from cardtui_engine.library.records import RecordError

_DIGITS: Final = 9
"""A longer number is taken for a file's name, so that the system says what is wrong with it."""


def kept_file(_ctx: click.Context, _param: click.Parameter, file: Path | None) -> Path | None:
    """Return the file of a record, which may be named by its number in the list of those kept."""
    number = str(file)
    if file is None or not number.isdecimal() or len(number) > _DIGITS or file.exists():
        return file
    return numbered(int(number)).path


def numbered(number: int) -> KeptRecord:
    """Return the record of that number in the list of those kept.

    Raises:
        Failed: there is none, or none can be read.
    """
    kept = records_kept()
    if not 0 < number <= len(kept):
        raise Failed(_("There is no match number {number} in the list.", number=number), USAGE)
    return kept[number - 1]


def records_kept() -> list[KeptRecord]:
    """Return the records that are kept, the latest first; say which files are set aside as none.

    Raises:
        Failed: their folder may not be read.
    """
    from cardtui_client.settings.kept_records import folder_of, kept_records

    settings = load_settings()
    try:
        records, aside = kept_records(settings)
    except OSError as error:
        raise unreadable(folder_of(settings), error) from None
    if aside:
        from cardtui_client.faces.record_words import aside_words

        for path in aside:
            click.echo(aside_words(path), err=True)
    return records


def kept_files(
    ctx: click.Context, param: click.Parameter, files: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return the files of records, each of which may be named by its number."""
    return tuple([kept_file(ctx, param, file) or file for file in files])


def why_no_record(error: RecordError) -> str:
    """Return where a text is not the record of a match, and why."""
    from cardtui.v1.errors_pb2 import Refusal
    from cardtui_client.model.refusals import refusal_sentence
    from cardtui_engine.library.records import ReplayError

    why = _(error.template, **error.args_)
    if isinstance(error, ReplayError):
        why = refusal_sentence(Refusal(template=error.template, arguments=error.args_))
        return _("entry {entry}: {why}", entry=error.entry, why=why)
    return _("line {line}: {why}", line=error.line, why=why)
