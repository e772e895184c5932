"""``cardtui results``: what you, or another player of a server, won and lost, as lines.
The sentences are in `faces/person_words.py`.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.errors import Failed, unreadable
from cardtui_client.command_line.options import Access, access_options, given_access, records_kept
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.history.daily_attempts import Attempt
    from cardtui_client.model.own_results import OwnGame
    from cardtui_client.settings import Settings


@click.command(
    epilog="""\b
Examples:
  cardtui results
  cardtui results --json
  cardtui results --ledger
  cardtui results --person Ana
  cardtui results --person Ana --at 192.168.1.7
  cardtui results --at 192.168.1.7 --name Bia
  cardtui results --ranking
"""
)
@click.option("--person", metavar="NAME", help="Show what NAME has won and lost on a server.")
@click.option("--ranking", is_flag=True, help="Show the ranking of a server.")
@click.option("--plain", is_flag=True, help="Write lines, as this command does anyway.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")
@click.option("--ledger", is_flag=True, help="Show who owed whom where you played for chips.")
@click.option("--at", "address", metavar="HOST[:PORT]", help="Ask this server.")
@click.option("--name", metavar="NAME", help="Show what you did, or ask, under this name.")
@access_options
def command(
    *,
    person: str | None,
    ranking: bool,
    plain: bool,
    as_json: bool,
    ledger: bool,
    address: str | None,
    name: str | None,
    trust: bool,
    password_file: str | None,
) -> None:
    """Show what you have won and lost.

    Every match that you play to its end is counted, on any server. One that you leave for good is
    listed, but neither won nor lost. What is counted stays on this machine, in the data folder, for
    each name apart. A server counts the matches that were played there, too: with --person,
    --ranking or --at it is asked. Of yourself it tells hands, bluffs, calls and chips, too.
    """
    if plain and as_json:
        raise Failed(_("Choose one of --plain and --json."), USAGE)
    settings = load_settings(name)
    asks = ranking or person is not None or address is not None
    if (person is not None) + ranking + ledger > 1:
        raise Failed(_("Choose one of --person, --ranking and --ledger."), USAGE)
    if ledger and (as_json or address is not None):
        raise Failed(_("--ledger goes with neither --json nor --at."), USAGE)
    if ledger:
        from cardtui_client.faces.standing import kept_lines
        from cardtui_client.history.ledgers import Ledgers
        from cardtui_client.lines.typed_lines import write_lines

        try:
            ledgers = Ledgers(settings).latest()
        except OSError as error:
            raise unreadable(error.filename, error) from None
        write_lines(sys.stdout, kept_lines(ledgers))
        return
    if not asks:
        _tell_own(settings, as_json=as_json)
        return
    from cardtui_client.commands.session import run_reaching

    access = given_access(trust=trust, password_file=password_file)
    run_reaching(
        _ask(settings, address, None if ranking else person or "", access, as_json=as_json)
    )


def _tell_own(settings: Settings, *, as_json: bool) -> None:
    from cardtui_client.faces.person_words import result_lines
    from cardtui_client.history.daily_attempts import Attempts
    from cardtui_client.history.kept_records import NO_DEEDS
    from cardtui_client.history.results import Results
    from cardtui_client.lines.typed_lines import write_lines
    from cardtui_client.model.own_results import own_games

    results, attempts = Results(settings), Attempts(settings).all()
    try:
        results.must_read()
    except OSError as error:
        raise unreadable(error.filename, error) from None
    try:
        records = records_kept()
    except Failed as failure:  # what was won and lost is there all the same
        failure.show()
        records = []
    kept = {each.table: (number, each) for number, each in enumerate(records, 1)}
    deeds = {place: of.verdict.deeds for place, (_number, of) in kept.items() if of.verdict}
    if not as_json:
        numbers = {place: number for place, (number, _record) in kept.items()}
        write_lines(sys.stdout, result_lines(results, numbers, deeds, attempts))
        return
    latest = []
    for each in results.latest():
        number, record = kept.get((each.table, each.match), (None, None))
        did = deeds.get((each.table, each.match)) or NO_DEEDS
        latest.append(
            {
                "at": each.at,
                "game": each.game,
                "won": each.won,
                "score": did.score or each.score or None,
                "moment": did.as_json()["moment"],
                "against": list(each.against),
                "partners": list(each.partners),
                "record": number,
                "path": None if record is None else str(record.path),
            }
        )
    games = [_own_as_json(each) for each in own_games(results, deeds)]
    daily = [_attempt_as_json(each) for each in attempts]
    values = {"games": games, "daily": daily, "latest": latest}
    click.echo(json.dumps(values, ensure_ascii=False))


def _own_as_json(game: OwnGame) -> dict[str, object]:
    """Return a game as ``--at`` tells it, as far as it is known here, and what you did in it."""
    told, deeds = game
    return {
        "game": told.game,
        "won": told.won,
        "lost": told.lost,
        "streak": told.streak,
        "best_streak": told.best_streak,
        "course": list(told.course),
        "envidos": deeds.envidos,
        "largest_envido": deeds.largest or None,
        "bluffs_held": deeds.held,
        "bluffs_called": deeds.called,
    }


def _attempt_as_json(attempt: Attempt) -> dict[str, object]:
    return {
        "day": attempt.day.isoformat(),
        "game": attempt.game,
        "score": attempt.score or None,
        "letters": attempt.letters or None,
    }


async def _ask(
    settings: Settings, address: str | None, name: str | None, access: Access, *, as_json: bool
) -> None:
    """Ask a server about the person of that name, or for its ranking if there is none."""
    from cardtui_client.commands.lookup import only_server, person_as_json, rankings_as_json
    from cardtui_client.commands.session import reach_as_known
    from cardtui_client.faces.person_words import person_lines, ranking_lines
    from cardtui_client.lines.typed_lines import write_lines
    from cardtui_client.model.person import read_person, read_rankings

    # Who only asks takes no name there.
    async with await reach_as_known(
        settings, address or only_server(settings), access
    ) as connection:
        if name is None:
            rankings = read_rankings(await connection.get_ranking())
            values: object = rankings_as_json(rankings)
            lines = ranking_lines(rankings)
        else:
            person = read_person(await connection.get_person(name=name))
            values, lines = person_as_json(person), person_lines(person)
    write_lines(sys.stdout, [json.dumps(values, indent=2)] if as_json else lines)
