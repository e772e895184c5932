"""``cardtui verify``: proves from records that packs were nobody's choice and every act legal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtui_client.commands.errors import reason
from cardtui_client.commands.profile import load_settings
from cardtui_client.commands.record_argument import kept_files, why_no_record
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_engine.library.records import Record
    from cardtui_server.table.verification import Finding

_MOST_CELLS = 2000


@click.command(
    epilog="""\b
Examples:
  cardtui verify match.txt
  cardtui verify 1
  cardtui verify --json *.txt

Exits 0 only if every record holds.
"""
)
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON for each file.")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, readable=False),
    callback=kept_files,
)
def command(files: tuple[Path, ...], as_json: bool) -> int:
    """Prove from records of matches that they were fair.

    FILE is a record, or the number of one of yours in the list of cardtui records. What server and
    players revealed must be what they had committed to, each pack the one that follows from it,
    each act legal, and what bots did what they would do. Nothing is sent anywhere.

    What came of it is kept with the records of cardtui records.
    """
    from cardtui_client.settings.kept_records import folder_of, note, parsed_verdict

    failed = False
    folder = folder_of(load_settings()).resolve()
    for file in files:
        told = _verified(file)
        if "error" not in told and file.resolve().parent == folder:
            note(file, parsed_verdict(told))
        failed |= not told["holds"]
        if as_json:
            click.echo(json.dumps({"file": str(file), **told}, ensure_ascii=False))
        else:
            _tell(file, told)
    return FAILED if failed else 0


def _verified(file: Path) -> dict[str, Any]:
    """Return what came of verifying a file, as JSON has it."""
    from cardtui_engine.library.record_reading import MOST_BYTES, entry_lines, read
    from cardtui_engine.library.records import RecordError
    from cardtui_server.table.verification import verify

    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES + 1)
        record = read(text)
        verdict = verify(record)
    except OSError as error:
        return {"holds": False, "error": _("it cannot be read: {error}", error=reason(error))}
    except RecordError as error:
        return {"holds": False, "error": why_no_record(error)}
    lines = entry_lines(text)
    return {
        "holds": verdict.holds,
        "winners": list(verdict.winners),
        "findings": [_row(each, lines) for each in verdict.findings],
        "agreed": agreed_in(record),
    }


def agreed_in(record: Record) -> dict[str, Any]:
    """Return what a record says that was agreed, and who decided for the seats at some time."""
    origin = record.origin
    sittings = () if origin is None else origin.sittings
    return {
        "game": record.game,
        "seats": record.seats,
        "options": dict(record.options),
        "own": None if origin is None else origin.own,
        "sat": [*dict.fromkeys(each[1:] for each in sittings)],
    }


def _row(finding: Finding, lines: list[int]) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": finding.kind.value, "fault": finding.is_fault}
    if finding.entry:
        row |= {"entry": finding.entry, "line": lines[finding.entry - 1]}
    if finding.seat is not None:
        row["seat"] = finding.seat
    return row | ({"said": finding.said} if finding.said else {})


def _tell(file: Path, told: dict[str, Any]) -> None:
    """Say what came of one file."""
    from cardtui_client.games.verdict_words import finding_words
    from cardtui_client.text import safe_text

    mark, colour = ("ok    ", "green") if told["holds"] else ("FAIL  ", "red")
    error = safe_text(told.get("error", ""), _MOST_CELLS)
    click.echo(f"{click.style(mark, fg=colour)}{file}{': ' if error else ''}{error}")
    for row in told.get("findings", ()):
        words = {name: value for name, value in row.items() if name not in ("kind", "fault")}
        click.echo("      " + safe_text(finding_words(row["kind"], **words), _MOST_CELLS))
