"""``cardtui records``: lists the matches that were kept, shows, exports and shares them, and sums
up the last evening. How a line of the list looks: `_line`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cardtui_client.command_line.errors import Failed, reason, unreadable
from cardtui_client.command_line.options import (
    GAME,
    kept_file,
    numbered,
    plain_option,
    records_kept,
    wants_lines,
    why_no_record,
)
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.files import read_given
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.history.kept_records import KeptRecord
    from cardtui_client.settings import Settings
    from cardtui_studio.evening import Evening

_NO_YEAR: Final = 1900
"""The year of a time that was typed without a day."""


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui records
  cardtui records --against ana
  cardtui records show 1
  cardtui records export 1 2 --to ~/matches
  cardtui records export 1 --evidence
  cardtui records evening --html evening.html
""",
)
@click.option("--game", type=GAME, metavar="GAME", help="Only matches of this game.")
@click.option("--against", metavar="NAME", help="Only matches with somebody of that name.")
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON for each match.")
@click.pass_context
def command(ctx: click.Context, game: str | None, against: str | None, as_json: bool) -> None:
    """List the matches whose records are kept, the latest first.

    A record is kept in the data folder at the end of each match that you play, and verified.
    """
    if ctx.invoked_subcommand is not None:
        if game is not None or against is not None or as_json:
            raise Failed(_("--game, --against and --json choose and show the list alone."), USAGE)
        return
    from cardtui_client.lines.typed_lines import write_lines

    wanted = [
        (number, each)
        for number, each in enumerate(records_kept(), start=1)
        if (game is None or each.game == game)
        and (against is None or any(against.lower() in name.lower() for name in each.others))
    ]
    if as_json:
        for number, each in wanted:
            click.echo(json.dumps(_row(number, each), ensure_ascii=False))
        return
    lines = [_line(number, each) for number, each in wanted]
    chosen = game is not None or against is not None
    none = (
        _("No record that is kept is of such a match.")
        if chosen
        else _("No record of a match is kept.")
    )
    write_lines(sys.stdout, lines or [none])


@command.command()
@click.argument("number", type=int, metavar="NUMBER")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def show(number: int, as_json: bool) -> None:
    """Write a record, as text or as JSON.

    NUMBER is that of its match in the list.

    After the text comes a comment with the code of the match, which is the same for all who saw
    the same.
    """
    data = _bytes_of(numbered(number).path)
    if as_json:
        click.echo(json.dumps(_as_json(data), ensure_ascii=False))
        return
    click.echo(data, nl=False)
    if code := _code_in(data):
        from cardtui_client.faces.record_words import match_code_words

        click.echo(f"# {match_code_words(code)}")


@command.command()
@click.argument("numbers", type=int, metavar="NUMBER...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Path(),
    default=".",
    metavar="FOLDER|FILE",
    help="Where to put them; default: into this folder.",
)
@click.option("--evidence", is_flag=True, help="Pack each for somebody who was not there.")
@click.option("--force", is_flag=True, help="Write over files that are there already.")
def export(numbers: tuple[int, ...], to: str, *, evidence: bool, force: bool) -> None:
    """Copy records to files of your own.

    Each NUMBER is that of its match in the list.

    In a folder each keeps its name. A folder for several is made if it is not there.

    With --evidence each becomes a ZIP file: the record, the server’s certificate, two short
    verifiers, and a page that says who vouches for the match and how to check it.
    """
    records = [numbered(number) for number in dict.fromkeys(numbers)]
    files = {each.path.name: _bytes_of(each.path) for each in records}
    if evidence:
        files = {f"{each.path.stem}.zip": _evidence(each) for each in records}
    try:
        for target in _copy(files, to, force=force):
            click.echo(target)
    except OSError as error:
        where = error.filename or to
        sentence = _("{path} cannot be written: {error}.", path=where, error=reason(error))
        raise Failed(sentence, FAILED) from None


@command.command("path")
@click.argument("number", type=int, metavar="NUMBER")
def path_of(number: int) -> None:
    """Write where a record is kept.

    NUMBER is that of its match in the list.
    """
    click.echo(numbered(number).path)


@command.command()
@click.argument("file", metavar="RECORD", type=click.Path(path_type=Path), callback=kept_file)
def share(file: Path) -> None:
    """Write a line for a friend to play the same cards.

    RECORD is the NUMBER of a match in the list, or a file.
    """
    from cardtui_client.tui.film import NotShared
    from cardtui_studio.match_film import film_of

    film = film_of(file)
    try:
        line = film.shared(film.own or 0)
    except NotShared as error:
        raise Failed(str(error), FAILED) from None
    click.echo(line)


class _Moment(click.DateTime):
    """A moment by the clock of this machine; a time alone is one of today."""

    def __init__(self) -> None:
        super().__init__(["%H:%M", "%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"])

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Return the moment."""
        moment: datetime = super().convert(value, param, ctx)
        if moment.year == _NO_YEAR:
            moment = datetime.combine(datetime.now().astimezone(), moment.time())
        return moment.astimezone()


@command.command()
@click.option("--since", type=_Moment(), metavar="TIME", help="All since then: 20:00, 2026-11-24.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a web page.")
@click.option("--force", is_flag=True, help="Write over a file that is no such page.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
@plain_option(help="As lines of text, for pipes and screen readers.")
def evening(
    *, since: datetime | None, html: Path | None, force: bool, as_json: bool, plain: bool | None
) -> int:
    """Show an evening: players, debts, best hands, matches.

    It is the latest one: your matches back to six hours in which none began, or all since TIME. If
    you run the server, it also tells the matches there that everybody could watch. Who pays whom is
    added up over all tables, each as you last saw it, since the table was made. The page is one
    file to send to others.
    """
    from cardtui_client.lines.typed_lines import write_lines
    from cardtui_studio.evening import your_evening

    if as_json and html is not None:
        raise Failed(_("Choose one of --html and --json."), USAGE)
    settings, records = load_settings(), records_kept()

    def read() -> Evening:
        try:
            return your_evening(settings, records, since)
        except OSError as error:
            raise unreadable(error.filename, error) from None

    piped = plain is None and not (sys.stdin.isatty() and sys.stdout.isatty())
    if html is not None:
        from cardtui_studio.evening import write_page

        write_page(read(), html, force=force)
        click.echo(html)
    elif as_json:
        from cardtui_studio.evening import as_json as told

        click.echo(json.dumps(told(read()), ensure_ascii=False))
    elif piped or wants_lines(settings, plain):
        from cardtui_studio.evening import lines

        write_lines(sys.stdout, lines(read()))
    else:
        return _on_screen(settings, read())
    return 0


def _on_screen(settings: Settings, evening: Evening) -> int:
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.tui.launch import AtScreen
    from cardtui_studio.evening_screen import EveningScreen

    need_terminal()

    def made(_settings: Settings) -> EveningScreen:
        return EveningScreen(lambda: evening)

    return open_screens(settings, AtScreen(made))


def _bytes_of(path: Path) -> bytes:
    try:
        return read_given(path)
    except OSError as error:
        raise unreadable(path, error) from None


def _code_in(data: bytes) -> str:
    """Return the code of the match of a record; ``""`` if it has none."""
    from cardtui_client.model.chain_check import code_of, heads_of

    heads = heads_of(data.decode(errors="replace"))
    return code_of(heads[-1]) if heads else ""


def _evidence(record: KeptRecord) -> bytes:
    from cardtui_client.commands.main import documents
    from cardtui_studio.evidence import evidence_of
    from cardtui_studio.verified import verified_here

    verified = verified_here(record.path)
    if why := verified.get("error"):
        raise Failed(_("{path} is not a record: {why}.", path=record.path, why=why), FAILED)
    docs = documents(__file__)
    try:
        return evidence_of(record, verified, Path(docs) if docs else None)
    except OSError as error:
        raise unreadable(error.filename, error) from None


def _copy(files: Mapping[str, bytes], to: str, *, force: bool) -> Iterator[Path]:
    """Write files, and yield where each is then; nothing, if something is there already.

    Raises:
        Failed: one is there already.
        OSError: the system does not let one be written there.
    """
    place = Path(to)
    inside = len(files) > 1 or place.is_dir() or to.endswith(os.sep)
    copies = [(data, place / name if inside else place) for name, data in files.items()]
    for _data, target in copies:
        if target.exists() and not force:
            raise Failed(_("{path} is there already: --force writes over it.", path=target), FAILED)
    if inside:
        place.mkdir(parents=True, exist_ok=True)
    for data, target in copies:
        target.write_bytes(data)
        yield target


def _line(number: int, record: KeptRecord) -> str:
    from cardtui_client.faces.game_words import game_name
    from cardtui_client.faces.record_words import began_words, ended_words, mark_words
    from cardtui_studio.deeds import others_of

    parts = (
        began_words(record),
        game_name(record.game),
        others_of(record),
        ended_words(record),
        mark_words(record),
    )
    return f"{number:>3}  " + "; ".join(part for part in parts if part)


def _row(number: int, record: KeptRecord) -> dict[str, Any]:
    verdict = record.verdict
    return {
        "number": number,
        "path": str(record.path),
        "game": record.game,
        "began": record.began,
        "players": list(record.players),
        "own": record.own,
        "table": record.table[0],
        "match": record.table[1],
        "won": record.won,
        "verified": None if verdict is None else verdict.holds,
        "proves": None if verdict is None else verdict.proves,
    }


def _as_json(data: bytes) -> dict[str, Any]:
    """Return a record as JSON has it, entry by entry."""
    from cardtui_engine.actions import action_data
    from cardtui_engine.library.record_reading import read
    from cardtui_engine.library.records import Act, Pack, RecordError
    from cardtui_engine.library.registry import get_rules

    try:
        record = read(data)
    except RecordError as error:
        raise Failed(why_no_record(error), FAILED) from None
    deck = get_rules(record.game).deck
    entries: list[dict[str, Any]] = []
    for each in record.entries:
        match each:
            case Pack(cards):
                entries.append({"pack": [deck.code(card) for card in cards]})
            case Act(seat, action):
                entries.append({"seat": seat, **action_data(action, deck)})
            case _:
                entries.append({"seat": each.seat, "chips": each.chips})
    return {
        "game": record.game,
        "seats": record.seats,
        "options": dict(record.options),
        "dealer": record.dealer,
        "players": list(record.players),
        "code": _code_in(data),
        "entries": entries,
    }
