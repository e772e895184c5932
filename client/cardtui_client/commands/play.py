"""``cardtui play``: at a table with bots in a few seconds, on a server of your own.
When it goes on with an unfinished match, and when it makes a new one: `_is_wanted`. Which options
the deal of the day refuses: `_play_today`. What is played if you choose nothing: `Solo` in
`tui/launch.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import BOTS, GAME, first_game, plain_option, wants_lines
from cardtui_client.command_line.profile import (
    ask_name,
    ask_nameless,
    keep_first_name,
    load_settings,
    person_name,
)
from cardtui_client.command_line.table_options import (
    TableOptions,
    all_options,
    table_options,
    table_request,
)
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS
from cardtui_client.hosting.opening import (
    how_to_join,
    need_extras,
    password_options,
    set_password,
)
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui.v1 import tables_pb2
    from cardtui.v1.lobby_service_pb2 import CreateTableRequest
    from cardtui_client.hosting.own_server import OwnServer
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.launch import AtDeal, OwnTable


_MATCH_PARAMETERS = ("game", "seats", "preset", "options", "bots", "new")
"""What asks for a certain match, besides terms."""


@click.command(
    epilog="""\b
Examples:
  cardtui play
  cardtui play truco-argentino --seats 4 --preset fuente
  cardtui play truco-brasileiro --partners high-card
  cardtui play cacho --bots hard --option buy_in=20
  cardtui play truco-argentino --bots fito:hard
  cardtui play cacho --buy-ins 50-200
  cardtui play --plain
  cardtui play truco-argentino --lan
  cardtui play truco-argentino --lan --web --ssh
  cardtui play truco-argentino '#maria'
  cardtui play --today

\b
Presets, the usual one first:
  truco-argentino      tradicional, fuente, con-flor, a-quince,
                       a-quince-con-flor, gauderio
  truco-brasileiro     mesa, denexa
  truco-paulista       paulista, limpo, velha, mineiro
  cacheta              mesa, ranked
  pif-paf              noite, denexa, mesa
  pif-paf-tradicional  noite, tradicional
  cacho                noche, cacho, check

An unfinished match under your name goes on, unless you ask for another game or other options, or
give --new.
"""
)
@click.argument("game", type=GAME, metavar="[GAME]", default=first_game)
@click.argument("deal", metavar="[DEAL]", default="")
@table_options
@click.option(
    "--bots",
    type=BOTS,
    metavar="WHO",
    default="normal",
    show_default=True,
    help="easy, normal or hard, who (such as chela), or both (chela:hard); several with commas.",
)
@click.option("--name", metavar="NAME", help="Play under this name.")
@click.option("--new", is_flag=True, help="Start another match, even if one is not finished.")
@click.option(
    "--today", is_flag=True, help="The deal of the day: the same cards and bots for everybody."
)
@click.option(
    "--lan",
    is_flag=True,
    help="Let other machines in, from all private networks; you start the match.",
)
@click.option("--web", is_flag=True, help="With --lan: let browsers in, too, as on phones.")
@click.option("--ssh", is_flag=True, help="With --lan: let people in by ssh, too.")
@password_options
@plain_option(help="As lines of text, for pipes and screen readers.")
@click.pass_context
def command(
    ctx: click.Context,
    *,
    game: str,
    deal: str,
    wanted: TableOptions,
    bots: str,
    name: str | None,
    new: bool,
    today: bool,
    lan: bool,
    web: bool,
    ssh: bool,
    password: bool,
    password_file: str | None,
    no_password: bool,
    plain: bool | None,
) -> int:
    """Play GAME against bots.

    Without --preset the rules are those that most tables play. The tables are on your own server,
    kept in the data folder; others on this machine can join with cardtui connect.

    DEAL is a text after #, in quotes: everybody who plays it gets the same cards. The line of a
    match that was played comes from its replay, or from cardtui records share. It counts nowhere.

    --today is a deal, too, with a game for each day, or of GAME: its day is that of UTC, your first
    attempt counts, and at its end comes a line to share, which cardtui verify --daily checks.
    """
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.commands.session import reaching, run_reaching
    from cardtui_client.hosting.own_server import OwnServer
    from cardtui_client.tui.launch import AtHome, AtOwnTable, Solo

    settings = load_settings(name)
    doors = [extra for extra, given in (("web", web), ("ssh", ssh)) if given]
    if doors and not lan:
        option = f"--{doors[0]}"
        raise Failed(_("{option} lets other machines in: add --lan.", option=option), USAGE)
    need_extras(*doors)
    if today:
        named = ctx.get_parameter_source("game") is not click.core.ParameterSource.DEFAULT
        usual = ctx.get_parameter_source("bots") is click.core.ParameterSource.DEFAULT
        others = {"DEAL": bool(deal), "--bots": not usual, "--new": new, "--lan": lan}
        others["--password"] = password or password_file is not None or no_password
        lines = wants_lines(settings, plain)
        return _play_today(settings, game if named else "", wanted, others, in_lines=lines)
    if deal:
        from cardtui_client.deals.table import refuse_with_deal

        if lan:
            refuse_with_deal("--lan")
        _open_to_others(settings, lan=lan, ask=password, file=password_file, remove=no_password)
        lines = wants_lines(settings, plain)
        return _play_deal(settings, deal, game, wanted, bots, in_lines=lines)
    chosen = {*wanted.terms} | {
        each
        for each in _MATCH_PARAMETERS
        if ctx.get_parameter_source(each) is not click.core.ParameterSource.DEFAULT
    }
    # Seats for others stay free: bots take what is left of them when the match starts.
    rivals = "" if lan and "bots" not in chosen else bots
    requested = partial(table_request, game, wanted, bots=rivals)
    # What can be wrong is checked before anything starts.
    request = None if wanted == TableOptions() else requested()
    in_lines = wants_lines(settings, plain)
    if not in_lines:
        need_terminal()
    if lan:
        from cardtui_client.settings import login_name

        ask_name(settings, default=login_name())
        keep_first_name(settings.name)
    secret = _open_to_others(
        settings, lan=lan, ask=password, file=password_file, remove=no_password
    )
    plainly = TableOptions(seats=wanted.seats, preset=wanted.preset)
    optioned = lan or wanted != plainly
    if in_lines or optioned:
        ask_nameless(settings)
    if optioned and not settings.name:
        # Screens ask for a name at the first start, but make tables without options.
        settings.name = person_name(settings)
    own = OwnServer(settings.data_folder(), lan=lan, web=web, ssh=ssh, password=secret)
    try:
        with reaching():
            own.begin()  # it starts while this process loads what it needs
        if in_lines:
            request = request or requested()
            return run_reaching(_play_lines(settings, own, request, chosen, name))
        if not settings.name:
            # The first start asks for a name, and where no match was asked for, what to begin with.
            solo = Solo(game=game, seats=wanted.seats or 0, preset=wanted.preset, bots=bots)
            return open_screens(settings, solo if chosen else AtHome(), own)

        async def sit_down(connection: Connection) -> OwnTable:
            await _check_doors(own, connection)
            keep_first_name(name)
            asked = request or await _usual(connection, game, rivals)
            table = await _sit_down(settings, connection, asked, chosen, name, start=not own.lan)
            return table._replace(told=" ".join(filter(None, (*_troubles(own), table.told))))

        return open_screens(settings, AtOwnTable(sit_down), own)
    finally:
        own.stop()


def _play_deal(
    settings: Settings, text: str, game: str, wanted: TableOptions, bots: str, *, in_lines: bool
) -> int:
    """Play the deal that a text names; return the exit code.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    from cardtui_client.deals.deal import deal_words
    from cardtui_client.deals.table import table_of
    from cardtui_client.tui.launch import AtDeal

    told = _(
        "The deal {deal}: the same cards for everybody. It counts nowhere, and is not kept.",
        deal=deal_words(text),
    )
    return _at_deal(settings, AtDeal(table_of(text, game, wanted, bots), told), in_lines=in_lines)


def _play_today(
    settings: Settings, game: str, wanted: TableOptions, others: dict[str, bool], *, in_lines: bool
) -> int:
    """Play today's deal; return the exit code.

    Args:
        game: which; ``""`` for the one whose turn it is.
        wanted: what was asked for of the table.
        others: other options, and whether they were given.
        in_lines: whether to play in lines.

    Raises:
        Failed: the table is wanted otherwise.
    """
    from cardtui_client.deals.daily import Daily, today
    from cardtui_client.history.daily_attempts import Attempts

    flags = {each.name: each.flag.name for each in TERMS if each.flag is not None}
    asked = {**others, "--seats": wanted.seats is not None, "--preset": wanted.preset != ""}
    asked |= {
        "--option": wanted.options != (),
        **{f"--{flags[name]}": True for name in wanted.terms},
    }
    for option, given in asked.items():
        if given:
            sentence = _("The deal of the day says all of that: leave {option} out.", option=option)
            raise Failed(sentence, USAGE)
    daily = Daily.today(game)
    deal = today(settings, daily)
    code = _at_deal(settings, deal, in_lines=in_lines)
    if not in_lines and deal.counts and (line := Attempts(settings).line(*daily)):
        click.echo(line)
    return code


def _at_deal(settings: Settings, deal: AtDeal, *, in_lines: bool) -> int:
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.commands.session import run_reaching

    if not in_lines:
        need_terminal()
        return open_screens(settings, deal)
    ask_nameless(settings)
    click.echo(deal.told)
    return run_reaching(_deal_lines(settings, deal))


async def _deal_lines(settings: Settings, deal: AtDeal) -> int:
    from cardtui_client.commands.front_end import play_lines

    connection, table = await deal.table.begin(settings.name or person_name(settings))
    kept = settings if deal.counts else settings.for_now()
    try:
        return await play_lines(connection, table, kept, seat=True, until_over=True)
    finally:
        await deal.table.close()


async def _play_lines(
    settings: Settings,
    own: OwnServer,
    request: CreateTableRequest,
    chosen: set[str],
    name: str | None,
) -> int:
    from cardtui_client.commands.front_end import play_lines
    from cardtui_client.commands.session import reach_own, waiting_too

    async with await reach_own(settings, own) as connection:
        for trouble in _troubles(own):
            click.echo(trouble, err=True)
        await _check_doors(own, connection)
        keep_first_name(name)
        table = await _sit_down(settings, connection, request, chosen, name, start=not own.lan)
        too = await waiting_too(connection, table, name) if table.goes_on else ""
        for sentence in filter(None, (table.told, too)):
            click.echo(sentence)
        if own.join_line is not None:
            ways = await connection.doors(own.join_line)
            click.echo("\n".join(how_to_join(own.join_line.command, ways)))
        return await play_lines(connection, table.id, settings, seat=True, until_over=True)


async def _check_doors(own: OwnServer, connection: Connection) -> None:
    """Check that people come in as it was asked for.

    Raises:
        NoServer: your own server ran already, and people are to come without cardtui but cannot.
    """
    from cardtui_client.net.sessions import NoServer

    there = await connection.get_server()
    if (own.web and not there.web_port) or (own.ssh and not there.ssh_port):
        option = "--ssh" if there.web_port or not own.web else "--web"
        raise NoServer(
            _(
                "Your own server runs already, for another window, and without {option}. Leave"
                " cardtui there, then try again.",
                option=option,
            )
        )


async def _usual(connection: Connection, game: str, bots: str) -> CreateTableRequest:
    """Return what to ask for where nothing is said of the table."""
    from cardtui_client.tui.launch import Solo

    return Solo(game=game, bots=bots).request((await connection.list_games()).games)


def _open_to_others(
    settings: Settings, *, lan: bool, ask: bool, file: str | None, remove: bool
) -> str:
    """Keep the password that newcomers will need; return it for your own use.

    Raises:
        Failed: a password is given for a server that stays closed, or cannot be kept.
    """
    if not lan:
        if ask or file is not None or remove:
            raise Failed(_("A password is for servers that others reach: add --lan."), USAGE)
        return ""
    return set_password(settings.data_folder(), ask=ask, file=file, remove=remove)


def _troubles(own: OwnServer) -> list[str]:
    from cardtui_client.hosting.own_server import closed_table

    return [*filter(None, [own.warning]), *map(closed_table, own.damaged)]


async def _sit_down(
    settings: Settings,
    connection: Connection,
    request: CreateTableRequest,
    chosen: set[str],
    name: str | None,
    *,
    start: bool,
) -> OwnTable:
    """Return the table of an unfinished match, or else a new one.

    Args:
        request: what a new table is to be like.
        chosen: what was asked for by name.
        name: the name that was asked for.
        start: whether a match begins at once, with bots in the free seats, where nobody has to
            choose their chips first.
    """
    from cardtui_client.commands.session import waiting_elsewhere
    from cardtui_client.net.sessions import tidy_up
    from cardtui_client.tui.launch import OwnTable

    unfinished = await tidy_up(connection, lambda table: _is_wanted(table, request, chosen))
    if unfinished is not None:
        return OwnTable(unfinished.id, unfinished.game, goes_on=True)
    # Who plays under one name now and then looks for that match under the usual name, too.
    told = "" if chosen or name else await waiting_elsewhere(connection, settings)
    table = (await connection.create_table(request)).table
    if start and not request.most_buy_in:
        await connection.start(table.id)
        await connection.reveal_own(table.id)  # the table is not shown before its match
    return OwnTable(table.id, table.game, told)


def _is_wanted(table: tables_pb2.Table, request: CreateTableRequest, chosen: set[str]) -> bool:
    """Whether a match under way is what was asked for: nothing, or just this."""
    from cardtui_client.faces.characters import are_wanted

    if not chosen:
        return True
    if "new" in chosen or table.game != request.game:
        return False
    return (
        ("seats" not in chosen or len(table.seats) == request.seats)
        and (not chosen & {"preset", "options"} or dict(table.options) == all_options(request))
        and all(term.is_same(table, request) for term in TERMS if term.name in chosen)
        and ("bots" not in chosen or are_wanted(table.seats, request))
    )
