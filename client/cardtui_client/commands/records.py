"""``cardtui records``: the matches that were kept, listed, and shown one by one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtui_client.commands.errors import Failed, unreadable
from cardtui_client.commands.game_argument import GAME
from cardtui_client.commands.profile import load_settings
from cardtui_client.commands.record_argument import kept_file
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings.kept_records import KeptRecord


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui records
  cardtui records --against ana
  cardtui records show 1
  cardtui records show 1 --json
  cardtui records share 1
  cardtui verify "$(cardtui records path 1)"
""",
)
@click.option("--game", type=GAME, help="Only matches of this game.")
@click.option("--against", metavar="NAME", help="Only matches with somebody of that name.")
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON for each match.")
@click.pass_context
def command(ctx: click.Context, game: str | None, against: str | None, as_json: bool) -> None:
    """List the matches whose records are kept, the latest first.

    A record is kept in the data folder at the end of each match that you play, and verified.
    """
    if ctx.invoked_subcommand is not None:
        return
    from cardtui_client.lines.terminal import write_lines
    from cardtui_client.settings.kept_records import set_aside

    settings = load_settings()
    wanted = [
        (number, each)
        for number, each in enumerate(_kept(), start=1)
        if (game is None or each.game == game)
        and (against is None or any(against.lower() in name.lower() for name in each.others))
    ]
    if as_json:
        for number, each in wanted:
            click.echo(json.dumps(_row(number, each), ensure_ascii=False))
        return
    lines = [_line(number, each) for number, each in wanted]
    aside = [_("{path} is no record: it was set aside.", path=path) for path in set_aside(settings)]
    write_lines(sys.stdout, aside + (lines or [_("No record of a match is kept.")]))


@command.command()
@click.argument("number", type=int)
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def show(number: int, as_json: bool) -> None:
    """Write the record of the match with that NUMBER in the list, as text or as JSON."""
    path = _numbered(number).path
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
    if as_json:
        click.echo(json.dumps(_as_json(data), ensure_ascii=False))
    else:
        click.echo(data, nl=False)


@command.command("path")
@click.argument("number", type=int)
def path_of(number: int) -> None:
    """Write where the record of the match with that NUMBER in the list is kept."""
    click.echo(_numbered(number).path)


@command.command()
@click.argument("file", metavar="RECORD", type=click.Path(path_type=Path), callback=kept_file)
def share(file: Path) -> None:
    """Write the line by which a friend plays the same cards against bots.

    RECORD is the NUMBER of a match in the list, or a file.
    """
    from cardtui_client.commands.replays.reading import film_of
    from cardtui_client.tui.film import NotShared

    film = film_of(file)
    try:
        line = film.shared(film.own or 0)
    except NotShared as error:
        raise Failed(str(error), FAILED) from None
    click.echo(line)


def _kept() -> list[KeptRecord]:
    from cardtui_client.settings.kept_records import kept_records

    return kept_records(load_settings())


def _numbered(number: int) -> KeptRecord:
    kept = _kept()
    if not 0 < number <= len(kept):
        raise Failed(_("There is no match number {number} in the list.", number=number), USAGE)
    return kept[number - 1]


def _line(number: int, record: KeptRecord) -> str:
    from cardtui_client.games.game_words import game_name
    from cardtui_client.games.record_words import ended_words, mark_words
    from cardtui_client.model.sides import names

    parts = (
        record.began.replace("T", " ").removesuffix("Z") + " UTC",
        game_name(record.game),
        names([*record.others]),
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
        raise Failed(str(error), FAILED) from None
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
        "entries": entries,
    }
