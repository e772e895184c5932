"""``cardtui arena``: how many bots (`MOST_BOTS`), how many matches at most (usually 400), how many
seats, and the clock of programs (usually 2+10); the rest is in `arena_matches.py`,
`arena_players.py`, `arena_results.py` and `arena_picture.py`.
"""

from __future__ import annotations

import os
import secrets
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cardtui_client.command_line.errors import Failed, unwritable
from cardtui_client.command_line.options import (
    BOTS,
    GAME,
    complete_seats,
)
from cardtui_client.command_line.profile import load_settings
from cardtui_client.command_line.table_options import (
    TableOptions,
    all_options,
    options_option,
    preset_option,
    table_request,
)
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_engine.library.arena import Meeting
    from cardtui_engine.rules import AnyRules
    from cardtui_studio.arena_players import Setting
    from cardtui_studio.arena_results import MeetingResult

MOST_BOTS: Final = 16


@click.command(
    epilog="""\b
Examples:
  cardtui arena truco-argentino hard normal
  cardtui arena cacho hard fito:hard dino --option hands=20
  cardtui arena truco-paulista mine:Bot hard --seats 4 --matches 2000
  cardtui arena cacho 'python examples/bots/random_bot.py' easy --json
  cardtui arena cacho old=./bot1 new=./bot2 --picture bots.svg

A bot is a level (easy, normal, hard), somebody (fito, fito:hard), a Python class (module:Class) or
a program that speaks the bots’ line protocol (docs/bots.md); NAME=BOT gives it a name.
"""
)
@click.argument("game", type=GAME, metavar="GAME")
@click.argument(
    "bots", nargs=-1, required=True, metavar="BOT BOT...", shell_complete=BOTS.shell_complete
)
@click.option(
    "--matches",
    type=click.IntRange(2, 1_000_000),
    default=400,
    show_default=True,
    metavar="NUMBER",
    help="Play no more matches of those who meet: whole deals, and at least one.",
)
@click.option(
    "--seats",
    type=click.IntRange(2, 8),
    metavar="NUMBER",
    shell_complete=complete_seats,
    help="The number of seats; default: the fewest.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Let every two bots meet, also where all could sit at one table.",
)
@preset_option
@options_option
@click.option("--seed", type=int, metavar="NUMBER", help="Repeat an arena; default: a new one.")
@click.option(
    "--workers",
    type=click.IntRange(1, 512),
    metavar="NUMBER",
    help="Play in so many processes; default: one for each core.",
)
@click.option(
    "--no-duplicate",
    is_flag=True,
    help="Deal new packs for each match, instead of the same ones with the seats changed over.",
)
@click.option("--exact", is_flag=True, help="Play all matches, even when it is decided.")
@click.option(
    "--clock",
    default="2+10",
    show_default=True,
    metavar="ACT+RESERVE",
    help="Seconds that a program has for each decision, and in reserve for a match.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE", help="Draw the result as SVG."
)
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep the record of every match there.",
)
@click.option(
    "--logs",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep there what programs write to their standard error.",
)
def command(
    *,
    game: str,
    bots: tuple[str, ...],
    matches: int,
    seats: int | None,
    pairs: bool,
    preset: str,
    options: tuple[str, ...],
    seed: int | None,
    workers: int | None,
    no_duplicate: bool,
    exact: bool,
    clock: str,
    as_json: bool,
    picture: Path | None,
    records: Path | None,
    logs: Path | None,
) -> int:
    """Have bots play GAME against each other, and see who wins how much.

    Two bots take every second seat: at a game of teams each is a team. Three and more sit at one
    table, if all get as many seats there; otherwise, and with --pairs, every two of them meet. Each
    deal is played as often as it takes for every bot to have held every hand.

    Results are looked at up to ten times, and the arena ends once every two bots are told apart.
    All intervals hold 19 times in 20, whenever it ends. The same seed gives the same results.
    """
    from cardtui_engine.library.arena import meetings
    from cardtui_engine.library.registry import get_rules
    from cardtui_server.wire.values import read_option
    from cardtui_studio.arena_picture import drawn
    from cardtui_studio.arena_players import Setting, entrants_of
    from cardtui_studio.arena_results import as_data, told
    from cardtui_studio.bot_process import clock_of

    settings = load_settings()
    if not 2 <= len(bots) <= MOST_BOTS:
        raise Failed(_("Name from 2 to {most} bots.", most=MOST_BOTS), USAGE)
    rules = get_rules(game)
    at_table, in_pairs = _table(rules, len(bots), seats, pairs=pairs)
    request = table_request(game, TableOptions(at_table, preset, options))
    given = {name: read_option(each) for name, each in all_options(request).items()}
    setting = Setting(
        game,
        at_table,
        rules.options(given, at_table),
        entrants_of(bots),
        secrets.randbelow(1_000_000) if seed is None else seed,
        clock_of(clock),
        duplicate=not no_duplicate,
        records=_folder(records, "--records"),
        logs=_folder(logs, "--logs"),
    )
    found = _played(
        setting,
        meetings(len(bots), pairs=in_pairs),
        matches,
        workers or _cores(),
        early=not exact,
    )
    if picture is not None:
        try:
            picture.write_text(drawn(setting, found), encoding="utf-8")
        except OSError as error:
            raise unwritable(picture, error, FAILED, "--picture") from None
    lines = (
        [as_data(setting, found)]
        if as_json
        else told(setting, found, ascii_only=settings.card_codes)
    )
    for line in lines:
        click.echo(line)
    return 0


def _played(
    setting: Setting,
    meetings: tuple[Meeting, ...],
    matches: int,
    workers: int,
    *,
    early: bool,
) -> list[MeetingResult]:
    """Play all meetings, while a bar shows how far it is."""
    from cardtui_studio.arena_matches import Workers
    from cardtui_studio.arena_results import meeting_result

    found: list[MeetingResult] = []
    with (
        Workers(setting, min(workers, matches)) as playing,
        _bar(_("Playing"), matches * len(meetings)) as bar,
    ):
        for meeting in meetings:
            began = bar.pos
            found.append(
                meeting_result(playing, setting, meeting, matches, early=early, advance=bar.update)
            )
            bar.update(max(0, began + matches - bar.pos))  # what was decided early
    return found


def _table(rules: AnyRules, bots: int, seats: int | None, *, pairs: bool) -> tuple[int, bool]:
    """Return how many seats a table has, and whether every two bots meet.

    Raises:
        Failed: no such table has as many seats for each bot.
    """
    from cardtui_client.model.cards import either_numbers
    from cardtui_engine.library.arena import shared_evenly, table_seats

    for in_pairs in (True,) if pairs else (False, True):
        if seats is None:
            found = table_seats(rules, bots, pairs=in_pairs)
        else:
            found = seats if shared_evenly(rules, 2 if in_pairs else bots, seats) else None
        if found is not None:
            return found, in_pairs
    raise Failed(
        _(
            "{seats} seats cannot be shared evenly, neither by all bots nor by two of them: choose "
            "another number with --seats.",
            seats=seats or either_numbers(rules.seats),
        ),
        USAGE,
    )


def _folder(path: Path | None, option: str) -> str:
    """Return a folder that is there from now on; ``""`` for none."""
    if path is None:
        return ""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error, FAILED, option) from None
    return str(path)


def _cores() -> int:
    if sys.platform != "linux":
        return os.cpu_count() or 1  # only Linux tells which are ours
    return len(os.sched_getaffinity(0))


def _bar(label: str, length: int) -> Any:
    # Nobody watches a bar in a pipe.
    shown_in = sys.stderr if sys.stderr.isatty() else StringIO()
    return click.progressbar(length=length, label=label, file=shown_in)
