"""``cardtui cluster``: looks after the servers that share their tables, and what keeps these.
How long a call may take, such as one to give all tables away: `_CALL_SECONDS`. Which server
gets which table is decided in `server/cardtui_server/lobby/cluster.py`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import click

from cardtui_client.command_line.errors import Failed, unwritable
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, NO_SERVER
from cardtui_client.i18n import _, moment, n_
from cardtui_client.limits import TABLE_NAME_CELLS

if TYPE_CHECKING:
    from cardtui.v1 import lobby_service_pb2 as pb
    from cardtui_client.net.connection import Connection
    from cardtui_server.moving import Copied
    from cardtui_server.ports.log_store import StoreError
    from cardtui_server.settings import ClusterSettings

_CALL_SECONDS: Final = 30.0

_WORD_CELLS: Final = 80

_T = TypeVar("_T")

_json = click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")

_P = ParamSpec("_P")


def _at_nats(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Add the flags that say where everything is kept, to a command that uses no server."""
    for option in (
        click.option(
            "--monitors",
            metavar="URLS",
            help="Where they tell their settings, such as http://127.0.0.1:8222.",
        ),
        click.option(
            "--replicas",
            type=click.IntRange(1, 5),
            metavar="NUMBER",
            default=3,
            show_default=True,
            help="On how many of them everything must be kept.",
        ),
        click.option(
            "--cluster",
            "urls",
            metavar="URLS",
            envvar="CARDTUI_CLUSTER",
            required=True,
            help="The NATS servers: nats://NAME:PASSWORD@alpha,beta,gamma.",
        ),
    ):
        function = option(function)
    return function


@click.group(
    epilog="""\b
Examples:
  cardtui cluster check --monitors http://127.0.0.1:8222
  cardtui cluster status
  cardtui cluster drain
  cardtui cluster drain --end
  cardtui cluster drain :8794
  cardtui cluster move Ana beta:8782
  cardtui cluster import
  cardtui cluster export ~/tables
""",
)
def command() -> None:
    """Look after servers that share their tables.

    status, drain and move are for the operator: they ask the server that runs in the data folder.
    import and export copy all tables between a data folder and a cluster that is stopped.
    """


@command.command()
@_at_nats
@_json
def check(*, urls: str, replicas: int, monitors: str | None, as_json: bool) -> int:
    """Check that the NATS servers lose nothing, and say what to do where they would.

    Nothing is changed. A server that starts looks at the same. Exits 0 if all is as it must be, 1
    if something is not, and 3 if no NATS server answers.
    """
    from cardtui_client.commands.host import LOG_SENTENCES

    cluster = _cluster(urls, replicas, monitors)
    version, faults, kept = asyncio.run(_look(cluster))
    told = [_(each.template, **each.arguments) for each in faults]
    notes = []
    if not cluster.monitors:
        notes.append(_(LOG_SENTENCES["NATS servers may not wait for their disk"]))
    if not kept:
        notes.append(_("Nothing is kept there yet: the first server makes the streams."))
    if as_json:
        found = {"good": not told, "version": version, "faults": told, "notes": notes}
        click.echo(json.dumps(found, indent=2))
    else:
        good = _("The NATS servers, version {version}, are as they must be.", version=version)
        click.echo("\n".join([*(told or [good]), *notes]))
    return FAILED if told else 0


async def _look(cluster: ClusterSettings) -> tuple[str, list[StoreError], bool]:
    """Return the version of the NATS servers, what is wrong, and whether anything is kept."""
    from cardtui_server.ports.log_store import StoreError
    from cardtui_server.store.nats_connection import Connection
    from cardtui_server.store.nats_streams import faults

    connection = Connection(cluster.urls)
    try:
        await connection.open()
        version = ".".join(map(str, connection.version))
        found, kept = await faults(connection, cluster.name, cluster.replicas, cluster.monitors)
    except StoreError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None
    finally:
        await connection.close()
    return version, found, kept


@command.command()
@_json
def status(*, as_json: bool) -> int:
    """Show the servers of the cluster, and how what keeps their tables fares.

    Exits 0 if all is well, 1 if something is not, and 3 if no server runs here.
    """
    from cardtui_client.commands.lookup import message_as_json

    found = _asked(lambda connection: connection.get_cluster())
    click.echo(
        json.dumps(message_as_json(found), indent=2) if as_json else "\n".join(_lines(found))
    )
    whole = all(copy.current for stream in found.streams for copy in stream.copies)
    usable = not any(stream.trouble for stream in found.streams)
    return 0 if whole and usable and not found.orphans else FAILED


@command.command()
@click.argument("address", metavar="[HOST:PORT]", default="")
@click.option("--end", is_flag=True, help="Take tables again.")
@_json
def drain(address: str, *, end: bool, as_json: bool) -> int:
    """Give all tables of this server to the others, and take none.

    It runs on, and takes no tables until --end or a restart. Of several workers, name one as status
    shows it.
    """
    found = _asked(lambda connection: connection.drain(address, end=end))
    if as_json:
        click.echo(json.dumps({"given": found.given, "left": found.left}))
    elif end:
        click.echo(_("The server takes tables again."))
    else:
        click.echo(
            n_(
                "{n} table is at another server now, and the one that was drained takes none.",
                "{n} tables are at other servers now, and the one that was drained takes none.",
                found.given,
            )
        )
    if found.left and not as_json:
        click.echo(
            n_(
                "{n} table could not be given away: try again.",
                "{n} tables could not be given away: try again.",
                found.left,
            )
        )
    return FAILED if found.left else 0


@command.command()
@click.argument("table", metavar="NAME|ID")
@click.argument("address", metavar="HOST:PORT")
@_json
def move(table: str, address: str, *, as_json: bool) -> None:
    """Have a table go on at another server, named as status shows it."""
    from cardtui_client.commands.lookup import find_table

    async def ask(connection: Connection) -> tuple[str, str]:
        found = await find_table(connection, table, exactly=True)
        await connection.move_table(found.id, address)
        return found.id, found.name

    id_, name = _asked(ask)
    if as_json:
        click.echo(json.dumps({"table": id_, "address": address}))
    else:
        name = _safe(name, TABLE_NAME_CELLS)
        click.echo(_("Table “{table}” is at {address} now.", table=name, address=address))


@command.command(name="import")
@_at_nats
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@_json
def import_(
    *, urls: str, replicas: int, monitors: str | None, folder: Path | None, as_json: bool
) -> int:
    """Copy all tables, players and results of FOLDER into a cluster.

    FOLDER is your data folder if none is named. Its server must be stopped, and those of the
    cluster, too. Afterwards the database is kept under another name. If it is interrupted, run it
    again. Exits 1 if a table is damaged and had to be left out.
    """
    from cardtui_client.commands.host import log_sentence
    from cardtui_server.moving import import_folder
    from cardtui_server.server_log import printed

    cluster = _cluster(urls, replicas, monitors)
    data = folder or load_settings().data_folder()
    copied, away = _moved(import_folder(data, cluster, printed(log_sentence)), data)
    kept = [] if away is None else [_("The database is kept as {path}.", path=away)]
    return _tell_copied(copied, _("In the cluster now:"), kept, as_json=as_json)


@command.command()
@_at_nats
@click.argument("folder", type=click.Path(path_type=Path))
@_json
def export(*, urls: str, replicas: int, monitors: str | None, folder: Path, as_json: bool) -> int:
    """Copy all tables, players and results of a cluster into FOLDER.

    A server by itself goes on from there: cardtui --data FOLDER host. The cluster’s servers must be
    stopped; it keeps what it has. If it is interrupted, run it again. Exits 1 if a table is damaged
    and had to be left out.
    """
    from cardtui_client.commands.host import log_sentence
    from cardtui_server.moving import export_cluster
    from cardtui_server.server_log import printed

    cluster = _cluster(urls, replicas, monitors)
    copied = _moved(export_cluster(folder, cluster, printed(log_sentence)), folder)
    return _tell_copied(copied, _("In {folder} now:", folder=folder), [], as_json=as_json)


def _cluster(urls: str, replicas: int, monitors: str | None) -> ClusterSettings:
    from cardtui_client.commands.host import cluster_of
    from cardtui_client.hosting.opening import need_extras

    need_extras("cluster")
    return cluster_of(urls, None, replicas, monitors)


def _moved(work: Coroutine[Any, Any, _T], folder: Path) -> _T:
    """Return what came of moving.

    Raises:
        Failed: nothing, or not all.
    """
    from cardtui_server.failures import Failure

    try:
        return asyncio.run(work)
    except Failure as error:
        raise Failed(_(error.template, **error.arguments), FAILED) from None
    except OSError as error:
        raise unwritable(folder, error, FAILED) from None


def _tell_copied(copied: Copied, where: str, more: list[str], *, as_json: bool) -> int:
    faults = [_(each.template, **each.arguments) for each in copied.damaged.values()]
    if as_json:
        counts = {each: getattr(copied, each) for each in ("tables", "results", "players")}
        click.echo(json.dumps({**counts, "damaged": sorted(copied.damaged)}, indent=2))
    else:
        tables = n_("{n} table", "{n} tables", copied.tables)
        results = n_("{n} result", "{n} results", copied.results)
        players = n_("{n} player", "{n} players", copied.players)
        click.echo("\n".join([f"{where} {tables}, {results}, {players}.", *more, *faults]))
    return FAILED if faults else 0


def _asked(ask: Callable[[Connection], Awaitable[_T]]) -> _T:
    """Return what the server of the data folder answers to its operator."""
    from cardtui_client.commands.lookup import ask_as_operator

    return ask_as_operator(load_settings(), ask, _CALL_SECONDS)


def _lines(found: pb.GetClusterResponse) -> Iterator[str]:
    """Yield the state of a cluster as people read it."""
    for number, each in enumerate(found.servers):
        began = moment(each.began // 1000, near=False)
        parts = [n_("{n} table", "{n} tables", each.tables), _("since {day}", day=began)]
        seconds = f"{each.silent_milliseconds / 1000:.1f}"
        heard = _("heard {seconds} s ago", seconds=seconds) if number else _("this server")
        draining = [_("takes no tables")] if each.draining else []
        yield f"{_safe(each.address)}: " + "; ".join([*parts, heard, *draining])
    for stream in found.streams:
        yield f"{_safe(stream.name)}: " + "; ".join(_state_of(stream))
    if found.orphans:
        yield n_(
            "{n} match stands still, since no server has it: {tables}. It goes on when somebody"
            " goes there.",
            "{n} matches stand still, since no server has them: {tables}. They go on when somebody"
            " goes there.",
            len(found.orphans),
            tables=", ".join(map(_safe, found.orphans)),
        )


def _state_of(stream: pb.ClusterStream) -> Iterator[str]:
    if stream.trouble:
        yield _("cannot be used now ({error})", error=_safe(stream.trouble))
        return
    yield _("led by {machine}", machine=_safe(stream.leader)) if stream.leader else _("one machine")
    for copy in stream.copies:
        machine = _safe(copy.machine)
        if copy.offline:
            yield _("{machine} is away", machine=machine)
        elif copy.current:
            yield _("{machine} has all of it", machine=machine)
        else:
            yield n_(
                "{machine} lacks {n} message",
                "{machine} lacks {n} messages",
                copy.lag,
                machine=machine,
            )


def _safe(text: str, cells: int = _WORD_CELLS) -> str:
    from cardtui_client.text import safe_text

    return safe_text(text, cells)
