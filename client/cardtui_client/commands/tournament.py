"""``cardtui tournament``: makes tournaments, lists and shows them, enters, plays and directs them.
The columns of ``--csv``: `_CSV_COLUMNS`; what a cell may not begin with, since spreadsheets would
run it: `_CSV_FORMULA`; the longest break, and delay of a match, that you may type:
`_LONGEST_BREAK_SECONDS`; for how many days a field may be open: `_MOST_DAYS`.

Where a comma is for decimals, spreadsheets take a semicolon for the end of a cell.
"""

from __future__ import annotations

import csv
import json
import re
import shlex
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from cardtui_client.command_line.errors import Failed, with_near
from cardtui_client.command_line.options import (
    LEVELS,
    SERVER_GAME,
    Access,
    access_options,
    game_ids,
    given_access,
    plain_option,
    wants_lines,
    with_options,
)
from cardtui_client.command_line.profile import load_settings
from cardtui_client.command_line.table_options import TableOptions, request_by, table_options
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS

if TYPE_CHECKING:
    from cardtui.v1 import tournament_service_pb2 as pb
    from cardtui_client.model.tournament import Fixture, Line, Promise, TournamentModel
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

_CSV_FORMULA: Final = re.compile(r"(^|[;,]\s*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")

_CSV_COLUMNS: Final = (
    *("place", "name", "points", "difference", "buchholz"),
    *("direct", "wins", "played", "byes", "reached", "out"),
)
"""The columns, in the order in which they decide."""

_FORMS: Final = ("round-robin", "swiss", "knockout", "arena", "duplicate", "field")
_SIDES: Final = ("kept", "drawn", "teams")
_SCORINGS: Final = ("matchpoints", "difference")
_LONGEST_BREAK_SECONDS: Final = 3600
_MOST_DAYS: Final = 28


class There(NamedTuple):
    """Where a command asks, and as whom.

    Attributes:
        settings: of the person.
        address: of the server; ``None`` for the only one on this machine.
        access: what was said of it.
        operator: whether the server of the data folder is asked, by the person who runs it.
    """

    settings: Settings
    address: str | None
    access: Access
    operator: bool = False

    def ask(self, work: Callable[[Connection], Awaitable[Any]]) -> Any:
        """Return what some work at the server comes to."""
        from cardtui_client.command_line.profile import ask_nameless
        from cardtui_client.commands.lookup import ask_as_operator, only_server
        from cardtui_client.commands.session import reach, run_reaching

        if self.operator:
            if self.address is not None:
                raise Failed(_("--operator asks the server of the data folder: omit --at."), USAGE)
            return ask_as_operator(self.settings, work)
        address = self.address or only_server(self.settings)
        ask_nameless(self.settings, address)

        async def run() -> Any:
            async with await reach(self.settings, address, self.access) as connection:
                return await work(connection)

        return run_reaching(run())


def _there(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where to ask; the command takes them as ``there``."""

    @wraps(command)
    def gathered(
        *args: Any,
        address: str | None,
        name: str | None,
        trust: bool,
        password_file: str | None,
        operator: bool = False,
        **values: Any,
    ) -> Any:
        access = given_access(trust=trust, password_file=password_file)
        there = There(load_settings(name), address, access, operator)
        return command(*args, there=there, **values)

    return access_options(
        with_options(
            gathered,
            click.option("--at", "address", metavar="HOST[:PORT]", help="Ask this server."),
            click.option("--name", metavar="NAME", help="Ask under this name."),
        )
    )


def _directs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add these options, and the one by which the operator directs, too."""
    return with_options(
        _there(command),
        click.option(
            "--operator",
            is_flag=True,
            help="Do it as the one who runs the server in the data folder.",
        ),
    )


_json = click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
_team = click.option(
    "--team", default="", metavar="NAME", help="Players who give the same name play together."
)
_cup = click.argument("cup", metavar="NAME|ID")
_cup_or_only = click.argument("cup", metavar="[NAME|ID]", default="")


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui tournament
  cardtui tournament new Friday truco-argentino --form swiss --rounds 5 --clock 30+60
  cardtui tournament enter Friday
  cardtui tournament begin Friday
  cardtui tournament show Friday
  cardtui tournament show Friday --csv > friday.csv
  cardtui tournament correct Friday 3 2 0 --reason "Typed for the wrong table"
  cardtui --data /var/lib/cardtui tournament pause Friday --end --operator
""",
)
@_there
@_json
@click.pass_context
def command(ctx: click.Context, *, there: There, as_json: bool) -> None:
    """List the tournaments of a server; make, enter and direct them.

    Without --at: the only server on this machine. A tournament opens its tables itself and seats
    its players there.
    """
    if ctx.invoked_subcommand is None:
        found = there.ask(_all)
        if as_json:
            click.echo(json.dumps({"tournaments": [cup_as_json(each) for each in found]}, indent=2))
        elif found:
            from cardtui_client.faces.tournament_words import list_line

            for each in found:
                click.echo(f"{each.id}  {list_line(each)}")
        else:
            click.echo(_("There is no tournament there."))


@command.command()
@click.argument("title", metavar="NAME")
@click.argument("game", metavar="GAME", type=SERVER_GAME)
@click.option("--form", type=click.Choice(_FORMS), default="round-robin", show_default=True,
              help="How it is decided who meets whom.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), metavar="NUMBER",
              help="How many rounds; default: as many as the form needs.")  # fmt: skip
@click.option("--minutes", type=click.IntRange(1), metavar="NUMBER",
              help="For how long matches begin in an arena.")  # fmt: skip
@click.option("--days", type=click.IntRange(1, _MOST_DAYS), metavar="NUMBER",
              help="For how long players may enter a field.")  # fmt: skip
@click.option("--sides", type=click.Choice(_SIDES),
              help="Whether partners stay together, are drawn anew, or teams play.")  # fmt: skip
@click.option("--score", "scoring", type=click.Choice(_SCORINGS),
              help="How a duplicate or a field compares those who had the same cards.")  # fmt: skip
@click.option("--fill", type=click.Choice(LEVELS),
              help="Bots of this level take the seats that nobody has.")  # fmt: skip
@click.option("--late-rounds", type=click.IntRange(0), default=0, metavar="NUMBER",
              help="Until which round players may enter; default: the first.")  # fmt: skip
@click.option("--late-points", type=click.IntRange(0), default=0, metavar="NUMBER",
              help="What each round counts that a player missed by entering late.")  # fmt: skip
@click.option("--break", "pause", type=click.IntRange(0, _LONGEST_BREAK_SECONDS), default=0,
              metavar="SECONDS", help="The break between two rounds.")  # fmt: skip
@click.option("--invite", "invited", multiple=True, metavar="NAME",
              help="Let this bot account enter; may be repeated.")  # fmt: skip
@table_options
@_there
@_json
def new(
    *,
    there: There,
    title: str,
    game: str,
    wanted: TableOptions,
    as_json: bool,
    **terms: Any,
) -> int:
    """Make a tournament of GAME, and direct it.

    All its tables are alike, and need a --clock. You play only if you enter it, too.
    """
    if "clock" not in wanted.terms:
        raise Failed(_("A tournament needs a clock, such as --clock 30+60."), USAGE)
    if terms["days"] and terms["minutes"]:
        raise Failed(_("Choose one of --days and --minutes."), USAGE)

    async def make(connection: Connection) -> TournamentModel:
        request = await _terms(connection, title, game, wanted, terms)
        return _model(await connection.create_tournament(request))

    found = there.ask(make)
    if as_json:
        click.echo(json.dumps(cup_as_json(found), indent=2))
    else:
        from cardtui_client.faces.tournament_words import list_line

        click.echo(list_line(found))
        if found.is_field:
            enter = f"cardtui tournament play {_quoted(found.name)}"
            click.echo(_("Players enter and play it with {enter}.", enter=enter))
            return 0
        click.echo(
            _(
                "Players enter it with {enter}; you begin it with {begin}.",
                enter=f"cardtui tournament play {_quoted(found.name)}",
                begin=f"cardtui tournament begin {_quoted(found.name)}",
            )
        )
    return 0


@command.command()
@_cup_or_only
@click.option("--csv", "as_csv", is_flag=True, help="The standings as CSV, for spreadsheets.")
@_there
@_json
def show(*, there: There, cup: str, as_csv: bool, as_json: bool) -> None:
    """Show a tournament: its standings, and the matches of its latest round."""
    if as_csv and as_json:
        raise Failed(_("Choose one of --csv and --json."), USAGE)

    async def work(connection: Connection) -> tuple[TournamentModel, Promise]:
        from cardtui_client.net.field_packs import FieldPacks

        model, packs = await _whole(connection, cup), FieldPacks(connection, there.settings)
        packs.look(model)
        return model, await packs.held(model)

    found, held = there.ask(work)
    if as_json:
        click.echo(json.dumps(cup_as_json(found, whole=True), indent=2))
    elif as_csv:
        _write_csv(found)
    else:
        from cardtui_client.faces.tournament_words import packs_words, whole_lines

        click.echo("\n".join([*whole_lines(found), *filter(None, [packs_words(held)])]))


@command.command()
@_cup_or_only
@_team
@_there
def enter(*, there: There, cup: str, team: str) -> None:
    """Enter a tournament; or no longer sit out."""

    async def work(connection: Connection) -> TournamentModel:
        wanted = await _find(connection, cup)
        return _model(await connection.enter_tournament(wanted.now.id, team))

    found = there.ask(work)
    click.echo(
        _(
            "You are in “{tournament}”. To play: {command}",
            tournament=found.name,
            command=f"cardtui tournament play {_quoted(found.name)}",
        )
    )


@command.command()
@_cup_or_only
@click.option("--rest", is_flag=True, help="Only sit out, until you enter again.")
@_there
def leave(*, there: There, cup: str, rest: bool) -> None:
    """Leave a tournament. If you are at a table, a bot plays your match to its end."""

    async def work(connection: Connection) -> TournamentModel:
        wanted = await _find(connection, cup)
        return _model(await connection.leave_tournament(wanted.now.id, rest=rest))

    found = there.ask(work)
    if rest:
        click.echo(_("You sit out of “{tournament}”.", tournament=found.name))
    else:
        click.echo(_("You have left “{tournament}”.", tournament=found.name))


@command.command()
@_cup_or_only
@_team
@_there
@plain_option(help="As lines of text.")
def play(*, there: There, cup: str, team: str, plain: bool | None) -> int:
    """Play a tournament: enter it, and be taken to your table in each round."""
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.commands.lookup import only_server
    from cardtui_client.lines.tournament import play_tournament

    if not wants_lines(there.settings, plain):
        from cardtui_client.tui.launch import AtTournament

        need_terminal(kiosk=there.settings.kiosk)
        address = there.address or only_server(there.settings)
        start = AtTournament(address, cup, plays=True, team=team)
        return open_screens(there.settings, start, access=there.access)

    async def work(connection: Connection) -> int:
        found = await _find(connection, cup)
        if found.lacks(connection.name):
            found = _model(await connection.enter_tournament(found.now.id, team))
        name = _safe(connection.name, NAME_CELLS)
        told = _(
            "You are {name}, in “{tournament}”. Type ? for help.", name=name, tournament=found.name
        )
        click.echo(told)
        return await play_tournament(
            connection, found.now.id, input=sys.stdin, output=sys.stdout, settings=there.settings
        )

    code: int = there.ask(work)
    return code


# --- what the director does ----------------------------------------------------------------


@command.command()
@_cup
@_directs
def begin(*, there: There, cup: str) -> None:
    """Begin a tournament; or its next round, at once."""
    from cardtui.v1 import tournament_service_pb2 as pb

    found = _direct(there, cup, lambda _found: {"begin": pb.TournamentRound()})
    click.echo(_("Round {round} has begun.", round=found.now.round))


@command.command()
@_cup
@click.argument("tables", metavar="NAME,NAME…", nargs=-1, required=True)
@_directs
def pair(*, there: There, cup: str, tables: Sequence[str]) -> None:
    """Begin the next round with the tables that you want.

    Each table is the names of its players in the order of its seats, with commas: Ana,Bia. Nothing
    between two commas is a bot. A player at no table has a bye.
    """
    from cardtui.v1 import tournament_service_pb2 as pb

    def act(found: TournamentModel) -> dict[str, Any]:
        seated = [[each and _player_id(found, each) for each in _split(text)] for text in tables]
        seats = [pb.TournamentSeats(players=each) for each in seated]
        return {"begin": pb.TournamentRound(tables=seats)}

    found = _direct(there, cup, act)
    click.echo(_("Round {round} has begun.", round=found.now.round))


@command.command(context_settings={"ignore_unknown_options": True})
@_cup
@click.argument("match", metavar="MATCH", type=int)
@click.argument("points", metavar="POINTS[:DIFFERENCE]…", nargs=-1, required=True)
@click.option("--reason", required=True, metavar="TEXT", help="Why; everybody may read it.")
@_directs
def correct(*, there: There, cup: str, match: int, points: Sequence[str], reason: str) -> None:
    """Say what a match was worth, seat by seat, and why you correct it.

    MATCH is its number as “show” lists it. The places follow from the points.
    """
    from cardtui.v1 import tournament_service_pb2 as pb

    worth = [_worth(each) for each in points]
    scores = [
        pb.TournamentScore(place=1 + sum(o > own for o in worth), points=own[0], difference=own[1])
        for own in worth
    ]

    def act(found: TournamentModel) -> dict[str, Any]:
        known = found.fixtures.get(match)
        before = [pb.TournamentScore(**each._asdict()) for each in known.scores] if known else []
        return {
            "correct": pb.TournamentCorrection(
                fixture=match, scores=scores, reason=reason, before=before
            )
        }

    found = _direct(there, cup, act, whole=True)
    click.echo(
        _("Match {match} of “{tournament}” is corrected.", match=match, tournament=found.name)
    )


@command.command()
@_cup
@click.option("--end", is_flag=True, help="Let everything go on.")
@_directs
def pause(*, there: There, cup: str, end: bool) -> None:
    """Pause all matches of a tournament, and its clocks."""
    found = _direct(there, cup, lambda _found: {"pause": not end})
    if end:
        click.echo(_("“{tournament}” goes on.", tournament=found.name))
    else:
        click.echo(_("“{tournament}” is paused.", tournament=found.name))


@command.command()
@_cup
@click.argument("number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@_directs
def end_round(*, there: There, cup: str, number: int | None) -> None:
    """End a round. Matches without a result count nothing.

    Without a number: the oldest round that is under way.
    """
    ended = 0

    def act(found: TournamentModel) -> dict[str, Any]:
        nonlocal ended
        ended = number or next(iter(found.now.open_rounds), 0)
        if not ended:
            raise Failed(_("No round is under way."), FAILED)
        return {"end_round": ended}

    _direct(there, cup, act)
    click.echo(_("Round {round} has ended.", round=ended))


@command.command()
@_cup
@click.argument("match", metavar="MATCH", type=click.IntRange(1))
@click.argument("seconds", metavar="SECONDS", type=click.IntRange(0, _LONGEST_BREAK_SECONDS))
@_directs
def time(*, there: There, cup: str, match: int, seconds: int) -> None:
    """Have a match begin in so many seconds at the latest.

    If a player is away then, a bot plays until they come.
    """
    from cardtui.v1 import tournament_service_pb2 as pb

    start = pb.TournamentStart(fixture=match, milliseconds=1000 * seconds)
    _direct(there, cup, lambda _found: {"move": start})
    click.echo(
        n_(
            "Match {match} begins in {n} second at the latest.",
            "Match {match} begins in {n} seconds at the latest.",
            seconds,
            match=match,
        )
    )


@command.command()
@_cup
@click.argument("text", metavar="TEXT")
@_directs
def announce(*, there: There, cup: str, text: str) -> None:
    """Say something to everybody in a tournament."""
    _direct(there, cup, lambda _found: {"announce": text})
    click.echo(_("Announced."))


@command.command()
@_cup
@click.argument("player", metavar="PLAYER")
@_directs
def hand_on(*, there: There, cup: str, player: str) -> None:
    """Have PLAYER, who is in the tournament, direct it from now on."""
    found = _direct(there, cup, lambda found: {"hand_on": _player_id(found, player)})
    click.echo(_("{name} directs “{tournament}” now.", name=found.director, tournament=found.name))


@command.command()
@_cup
@click.argument("player", metavar="PLAYER")
@_directs
def remove(*, there: There, cup: str, player: str) -> None:
    """Take PLAYER out of a tournament, as if they had left."""
    found = _direct(there, cup, lambda found: {"remove": _player_id(found, player)})
    click.echo(_("{name} is out of “{tournament}”.", name=_safe(player), tournament=found.name))


@command.command()
@_cup
@_directs
def end(*, there: There, cup: str) -> None:
    """End a tournament. Matches without a result count nothing.

    A field takes nobody any more, and ends once the matches under way are over; end it again, and
    they count nothing.
    """
    shut: list[bool] = []

    def ends(before: TournamentModel) -> dict[str, Any]:
        shut.append(before.now.paused or not before.now.next_milliseconds)
        return {"end": True}

    found = _direct(there, cup, ends)
    if found.is_field and not found.is_over and shut != [True]:
        click.echo(_("“{tournament}” takes nobody any more.", tournament=found.name))
    else:
        click.echo(_("“{tournament}” is over.", tournament=found.name))


# --- at the server -------------------------------------------------------------------------


def _model(told: pb.Tournament) -> TournamentModel:
    # Loaded once a server has answered: the help needs no messages.
    from cardtui_client.model.tournament import TournamentModel

    return TournamentModel(told)


async def _all(connection: Connection) -> list[TournamentModel]:
    return [_model(each) for each in await connection.list_tournaments()]


async def _find(connection: Connection, wanted: str) -> TournamentModel:
    """Return the tournament of that name or id, or one that begins so; ``""`` for the only one.

    Raises:
        Failed: there is none, or there are several.
    """
    from cardtui_client.faces.tournament_words import NotOne, meant

    try:
        return meant(wanted, await _all(connection))
    except NotOne as error:
        raise Failed(str(error), FAILED) from None


async def _whole(connection: Connection, cup: str) -> TournamentModel:
    """Return a tournament with its matches and its standings."""
    model = await _find(connection, cup)
    model.fixtures.clear()  # the one that waits for the caller comes again, among all
    async for told in connection.follow_tournament(model.now.id):
        model.take(told)
        if model.is_whole:
            break
    return model


def _direct(
    there: There, cup: str, act: Callable[[TournamentModel], dict[str, Any]], *, whole: bool = False
) -> TournamentModel:
    """Do what only the director and the operator may do; return the tournament after that.

    Args:
        act: returns what is to be done, as a field of the request.
        whole: whether it has to know the matches.
    """
    from cardtui.v1 import tournament_service_pb2 as pb

    async def work(connection: Connection) -> TournamentModel:
        found = await (_whole if whole else _find)(connection, cup)
        request = pb.DirectTournamentRequest(tournament=found.now.id, **act(found))
        return _model(await connection.direct_tournament(request))

    found: TournamentModel = there.ask(work)
    return found


async def _terms(
    connection: Connection, title: str, game: str, wanted: TableOptions, terms: dict[str, Any]
) -> pb.TournamentTerms:
    """Return what a tournament is to be made with, by what the server says of its games."""
    from cardtui.v1 import tables_pb2
    from cardtui.v1 import tournament_service_pb2 as pb
    from cardtui_client.faces.game_words import Menu
    from cardtui_client.model.tournament import FORMS, SCORINGS, SIDES

    games = (await connection.list_games()).games
    if game not in (each.id for each in games):
        sentence = _("There is no game “{game}”.", game=_safe(game))
        raise Failed(with_near(sentence, game, game_ids()), USAGE)
    table = request_by(Menu(games, game), wanted)
    table.ClearField("seat")  # its director plays only on entering it
    accounts = {each.name.casefold(): each.player for each in await connection.bot_accounts()}
    return pb.TournamentTerms(
        name=title,
        form=FORMS[terms["form"]],
        table=table,
        rounds=terms["rounds"] or 0,
        minutes=terms["minutes"] or 24 * 60 * (terms["days"] or 0),
        sides=SIDES[terms["sides"] or ""],
        fill=tables_pb2.BotLevel.Value(f"BOT_LEVEL_{(terms['fill'] or 'unspecified').upper()}"),
        late_rounds=terms["late_rounds"],
        late_points=terms["late_points"],
        break_milliseconds=1000 * terms["pause"],
        scoring=SCORINGS[terms["scoring"] or "matchpoints"],
        invited=[accounts.get(each.casefold()) or each for each in terms["invited"]],
    )


def _player_id(found: TournamentModel, name: str) -> str:
    """Return the id of the player of that name.

    Raises:
        Failed: nobody of that name is in the tournament.
    """
    wanted = " ".join(name.split()).casefold()
    for each in found.now.players:
        if wanted == each.name.casefold():
            return each.player
    names = [*found.players]
    sentence = _("Nobody called “{name}” is in this tournament.", name=_safe(name, NAME_CELLS))
    raise Failed(with_near(sentence, name, names), FAILED)


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",")]


def _worth(text: str) -> tuple[int, int]:
    """Return the points and the difference that are typed.

    Raises:
        Failed: they are no numbers.
    """
    points, _colon, difference = text.partition(":")
    try:
        return int(points), int(difference or 0)
    except ValueError:
        sentence = _("Type points as 2, or with the difference as 2:15; not “{text}”.", text=text)
        raise Failed(sentence, USAGE) from None


# --- for programs --------------------------------------------------------------------------


def cup_as_json(model: TournamentModel, *, whole: bool = False) -> dict[str, Any]:
    """Return a tournament as values of JSON; names are as their owners wrote them."""
    now = model.now
    told: dict[str, Any] = {
        "id": now.id,
        "name": now.terms.name,
        "form": model.form,
        "game": now.terms.table.game,
        "preset": now.terms.table.preset,
        "seats": now.terms.table.seats,
        "rated": now.terms.table.rated,
        "sides": model.sides,
        "scoring": model.scoring,
        "late_points": now.terms.late_points,
        "stage": model.stage,
        "paused": now.paused,
        "round": now.round,
        "rounds": now.rounds or None,
        "minutes": now.terms.minutes or None,
        "commitment": now.commitment.hex() or None,
        "secret": now.secret.hex() or None,
        "director": now.director_name,
        "players": [
            {
                "name": each.name,
                "team": each.team or None,
                "missed": each.missed,
                "out": each.out,
                "rests": each.rests,
            }
            for each in now.players
        ],
    }
    if whole:
        told["standings"] = [each._asdict() for each in model.lines]
        told["matches"] = [_match(each) for each in model.fixtures.values()]
        told["byes"] = [model.byes_in(number) for number in range(1, len(now.byes) + 1)]
        told["announcements"] = model.announced
    return told


def _match(fixture: Fixture) -> dict[str, Any]:
    return {
        "number": fixture.number,
        "round": fixture.round,
        "players": [each or None for each in fixture.names],
        "table": fixture.table or None,
        "match": fixture.match or None,
        "scores": [each._asdict() for each in fixture.scores],
        "reason": fixture.reason or None,
        "counts": not fixture.void,
        "played": bool(fixture.scores) or fixture.played,
    }


def _write_csv(model: TournamentModel) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_CSV_COLUMNS)
    for line in model.lines:
        writer.writerow([_cell(line, each) for each in _CSV_COLUMNS])


def _cell(line: Line, column: str) -> str | int:
    if column == "name":  # somebody else's text
        return _CSV_FORMULA.sub(r"\1'", line.name)
    return int(getattr(line, column))


def _quoted(name: str) -> str:
    return shlex.quote(name)


def _safe(text: str, cells: int = TABLE_NAME_CELLS) -> str:
    from cardtui_client.text import safe_text

    return safe_text(text, cells)
