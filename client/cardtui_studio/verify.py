"""``cardtui verify``: proves records, files and folders; how many findings it tells
(`_MOST_FINDINGS`). The words of a finding: `client/cardtui_client/faces/record_words.py`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cardtui_client.command_line.errors import Failed, unreadable
from cardtui_client.command_line.options import kept_files
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, PROVES_LESS, USAGE
from cardtui_client.files import read_given
from cardtui_client.i18n import _, n_, p_

if TYPE_CHECKING:
    from cardtui_client.deals.daily import Result

_MOST_CELLS = 2000
_ABSENT_FROM_DAILY: Final = ("not_committed", "no_chain")
"""What every record of a deal of the day is found to lack."""
_MOST_FINDINGS = 5
_MARK_CELLS = 6
_LINE_CELLS = 120


@click.command(
    epilog="""\b
Examples:
  cardtui verify match.txt
  cardtui verify 1
  cardtui verify --json *.txt
  cardtui verify --strict matches/
  cardtui verify --daily 'cardtui 2026-11-26 Cacho 57–43 K3F9-7QX2' match.txt

Exits 0 if every record holds, 1 if one does not, 4 if all hold but one proves nothing about the
acts or about what was agreed, since its chain is missing or of grammar 1.
"""
)
@click.option("--strict", is_flag=True, help="Fail where anything is short of a full proof.")
@click.option(
    "--daily", metavar="LINE", help="Check that records are of this line of a deal of the day."
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
def command(files: tuple[Path, ...], *, strict: bool, daily: str | None, as_json: bool) -> int:
    """Prove from records of matches that they were fair.

    FILE is a record, a folder of records (their names end in .txt), or the number of one of yours
    in the list of cardtui records. What server and players revealed must be what they had committed
    to, each pack the one that follows from it, each act legal, and what bots did what they would
    do. If you played the match, your own bits must have counted, where your client sent them.
    Nothing is sent anywhere.

    With --daily, each must also be of that line: the cards and bots of its day, no others, and what
    was done must lead to its result and its letters. That says what was played, not who played it,
    nor how often they had tried before.

    What came of it is kept with the records of cardtui records, in files beside them that are
    passed over here.
    """
    from cardtui_client.history.kept_records import folder_of, note, parsed_verdict
    from cardtui_client.net.given_bits import GivenBits
    from cardtui_client.settings import BadSettings
    from cardtui_client.text import cell_width
    from cardtui_studio.verified import verified

    result = None if daily is None else _result(daily)
    code = 0
    settings, folder, bits = load_settings(), None, GivenBits()
    with suppress(BadSettings):  # without a home nothing is kept
        folder, bits = os.path.realpath(folder_of(settings)), GivenBits(settings.data_folder())
    records, marks = _records_among(files), list[str]()
    for file in records:
        told = verified(file, bits)
        proves_all = False
        if "error" not in told:
            verdict = parsed_verdict(told)
            proves_all = verdict.proves_all
            told["proves"] = verdict.proves
            if os.path.dirname(os.path.realpath(file)) == folder:  # noqa: PTH120 - it is a text
                note(file, verdict)
        if result is not None and "error" not in told:
            told["daily"] = _daily(result, file)
        if not (proves_all if strict else told["holds"]) or told.get("daily"):
            code = FAILED
        elif result is not None:
            pass  # of a deal whose key is known, nobody need have committed to anything
        elif not told["proves"]["agreed"]:
            code = code or PROVES_LESS
        if as_json:
            click.echo(json.dumps({"file": str(file), **told}, ensure_ascii=False))
        else:
            cells = max(cell_width(str(each)) for each in records) if len(records) > 1 else 0
            marks.append(_tell(file, told, strict=strict, cells=cells))
    if len(marks) > 1:
        counted = ", ".join(f"{count} {mark}" for mark, count in Counter(marks).items())
        click.echo(_("{n} records: {counted}", n=len(marks), counted=counted))
    return code


def _result(line: str) -> Result:
    from cardtui_client.deals.daily import Result
    from cardtui_client.text import safe_text

    if (found := Result.read(line)) is None:
        raise Failed(
            _(
                "This is no line of a deal of the day: “{line}”. Copy all of it, in quotes.",
                line=safe_text(line, _LINE_CELLS),
            ),
            USAGE,
        )
    return found


def _daily(result: Result, file: Path) -> list[str]:
    """Return what a record, which was read before, does not have of a line."""
    from cardtui_client.deals.daily import faults
    from cardtui_engine.library.record_reading import MOST_BYTES, read

    return [*faults(result, read(read_given(file, MOST_BYTES)))]


def _records_among(files: tuple[Path, ...]) -> list[Path]:
    """Return the files that should be records, those of folders too, without verdicts.

    Raises:
        Failed: there is none.
    """
    from cardtui_client.history.kept_records import is_verdict, records_in

    found: list[Path] = []
    for each in files:
        if os.path.isdir(each):  # noqa: PTH112 - which says no where the name is too long
            try:
                found += records_in(each)
            except OSError as error:
                raise unreadable(each, error) from None
        elif not is_verdict(each):
            found.append(each)
    if not found:
        raise Failed(_("There is no record to verify there."), FAILED)
    return found


def _tell(file: Path, told: dict[str, Any], *, strict: bool, cells: int) -> str:
    """Say what came of one file, and return its mark.

    Args:
        cells: of the longest name, where each file has a line in a table; 0 for a single one.
    """
    from cardtui_client.faces.record_words import finding_words, match_code_words, vouching_lines
    from cardtui_client.text import cell_width, safe_text

    error = safe_text(told.get("error", ""), _MOST_CELLS)
    fails = not told["holds"] or (strict and not told["proves"]["all"]) or told.get("daily")
    mark, colour = p_("verdict", "ok"), "green"
    if fails:
        mark, colour = p_("verdict", "FAIL"), "red"
    elif not told["proves"]["agreed"] and "daily" not in told:
        mark, colour = p_("verdict", "holds"), "yellow"
        error = _("it holds, but proves nothing about what was agreed")
        if not told["proves"]["acts"]:
            error = _("it holds, but proves nothing about the acts")
    marked = click.style(mark.ljust(_MARK_CELLS), fg=colour)
    vouched = [] if fails or "code" not in told else vouching_lines(told["vouched"])
    if cells:
        row = " " * (cells - cell_width(str(file)) + 2) + (error or " ".join(vouched))
        click.echo(f"{marked}{file}{row}".rstrip())
    else:
        click.echo(f"{marked}{file}{': ' if error else ''}{error}")
    # The cards of a day are known beforehand, and what was done is held by the line's letters.
    beside = _ABSENT_FROM_DAILY if "daily" in told else ()
    findings = [row for row in told.get("findings", ()) if row["kind"] not in beside]
    names = {seat: name for seat, name, *_who in reversed(told.get("agreed", {}).get("sat", ()))}
    for row in findings[:_MOST_FINDINGS]:
        words = {name: value for name, value in row.items() if name not in ("kind", "fault")}
        said = finding_words(row["kind"], name=names.get(row.get("seat"), ""), **words)
        click.echo("      " + safe_text(said, _MOST_CELLS))
    if more := len(findings[_MOST_FINDINGS:]):
        click.echo("      " + n_("… and {n} thing more.", "… and {n} things more.", more))
    if (unlike := told.get("daily")) is not None:
        matches = _("It is the match of that line.")
        for said in unlike or [matches]:
            click.echo("      " + said)
    if told.get("code") and not fails and not cells:
        for said in (*vouched, match_code_words(told["code"])):
            click.echo("      " + safe_text(said, _MOST_CELLS))
    return mark
