"""``cardtui host``: the table server on this machine, and what it logs as `LOG_SENTENCES`.
In how many processes it may serve: `_MOST_WORKERS`; when it asks for its name, and proposes which:
`server_called`. How others join it is in `hosting/opening.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import can_ask, load_settings
from cardtui_client.exit_codes import NO_SERVER, USAGE
from cardtui_client.hosting.opening import (
    by_ssh,
    chosen_evenings,
    chosen_limits,
    chosen_rules,
    folded,
    how_to_join,
    join_line_of,
    keep_name,
    kept_name,
    lan_place,
    limit_options,
    metrics_place,
    need_extras,
    notify_service,
    password_options,
    server_name,
    set_password,
    ways_of,
    with_code,
    with_metrics,
    with_page,
    with_ssh,
    with_telemetry,
)
from cardtui_client.hosting.own_server import closed_table
from cardtui_client.i18n import _, mark
from cardtui_client.net.address import DEFAULT_PORT, PORT_VARIABLE, SSH_PORT

if TYPE_CHECKING:
    from pathlib import Path

    from cardtui_client.hosting.opening import Hosted
    from cardtui_client.net.address import Address, Ways
    from cardtui_client.settings import Settings as ClientSettings
    from cardtui_server.lobby.password import Password
    from cardtui_server.settings import ClusterSettings, Reload, Settings


_MOST_WORKERS: Final = 64

_STORE_UNUSABLE: Final = mark("What the server keeps cannot be read or written for now: {error}.")

LOG_SENTENCES: Final = {
    "so many connect that newcomers wait": mark(
        "So many connect at once that newcomers wait a little."
    ),
    "newcomers come in freely again": mark("Newcomers come in freely again."),
    "newcomers cannot be made to wait": mark("Newcomers cannot be made to wait: {error}."),
    "connections make room": mark("There were too many connections: those at rest are closed."),
    "connection that sends too much closed": mark(
        "Too much was sent from {address}: the connection is closed."
    ),
    "fewer files may be open than connections allowed": mark(
        "This system lets the server have only {connections} connections at once."
    ),
    "no longer announced": mark(
        "Others no longer find the server by themselves: give them its join line."
    ),
    "log cannot be read": _STORE_UNUSABLE,
    "log cannot be used": _STORE_UNUSABLE,
    "log cannot be written": _STORE_UNUSABLE,
    "database gone": _STORE_UNUSABLE,
    "NATS servers may not wait for their disk": mark(
        "Nobody has checked whether the NATS servers wait for their disk: name where they tell "
        "their settings, with --monitors."
    ),
    "log can be used again": mark("What the server keeps can be read and written again."),
    "oldest records make room": mark(
        "As much is kept as may be (database_mb): the oldest records have gone, {count} of them."
    ),
    "nothing old removed": _STORE_UNUSABLE,
    "table open again": mark("Table {table} is open again."),
    "worker started again": mark("Worker {worker} had ended: it is started again."),
    "worker cannot serve": mark("Worker {worker} cannot serve: {error}"),
    "worker stuck": mark("Worker {worker} says nothing any more: it is started again."),
}

_OTHER_EVENT: Final = mark(
    "Something went wrong in the server: {event}. To have all of it in a file, start it with"
    " 2> server.log."
)


@click.command(
    epilog="""\b
Examples:
  cardtui host
  cardtui host --lan
  cardtui host --lan --web
  cardtui host --lan --ssh
  cardtui host --lan --name "Ana's kitchen" --password
  cardtui host --listen 192.168.1.7 --port 9000
  cardtui --data /srv/cardtui host
  cardtui host --profile club --limit tables=50
  cardtui host --lan --workers 4
  cardtui host --lan --metrics 9464
  OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 cardtui host --lan --otel
  cardtui host --lan --cluster nats://alpha,beta,gamma

Ctrl-C stops it. Tables are kept in the data folder, and go on when it is back.
"""
)
@click.option("--lan", is_flag=True, help="Let other machines in, from all private networks.")
@click.option(
    "--listen",
    metavar="ADDRESS",
    help="Let other machines in, at this address of this machine only; 0.0.0.0 for all it has.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="NUMBER",
    default=DEFAULT_PORT,
    envvar=PORT_VARIABLE,
    show_default=True,
    help="Listen here; 0 for any free port.",
)
@click.option(
    "--name", metavar="NAME", help="Call the server this; default: as last time, or as your table."
)
@click.option("--web", is_flag=True, help="Show it in browsers, too, such as those of phones.")
@click.option("--ssh", is_flag=True, help="Let people in by ssh, too, who then need nothing else.")
@click.option(
    "--ssh-port",
    type=click.IntRange(0, 65535),
    metavar="NUMBER",
    default=SSH_PORT,
    show_default=True,
    help="With --ssh: listen for it here; 0 for any free port.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, _MOST_WORKERS),
    metavar="NUMBER",
    default=1,
    show_default=True,
    help="Serve in this many processes, to use several processor cores.",
)
@click.option(
    "--cluster",
    metavar="URLS",
    envvar="CARDTUI_CLUSTER",
    help="Take part in the cluster on these NATS servers: nats://NAME:PASSWORD@alpha,beta,gamma.",
)
@click.option(
    "--advertise",
    metavar="HOST:PORT",
    help="With --cluster: where people reach this server, if not at its first address.",
)
@click.option(
    "--replicas",
    type=click.IntRange(1, 5),
    metavar="NUMBER",
    default=3,
    show_default=True,
    help="With --cluster: on how many NATS servers everything is kept.",
)
@click.option(
    "--monitors",
    metavar="URLS",
    help="With --cluster: where NATS servers tell their settings, such as http://127.0.0.1:8222.",
)
@click.option(
    "--metrics",
    metavar="PORT",
    help="Show what the server counts, for Prometheus, at this port of this machine.",
)
@click.option(
    "--otel",
    is_flag=True,
    help="Send what the server counts to a collector of OpenTelemetry, as OTEL_… variables say.",
)
@password_options
@limit_options
@click.option("--plain", is_flag=True, help="Without QR codes.")
def command(
    *,
    lan: bool,
    listen: str | None,
    port: int,
    name: str | None,
    web: bool,
    ssh: bool,
    ssh_port: int,
    workers: int,
    cluster: str | None,
    advertise: str | None,
    replicas: int,
    monitors: str | None,
    metrics: str | None,
    otel: bool,
    password: bool,
    password_file: str | None,
    no_password: bool,
    profile: str | None,
    limits: tuple[str, ...],
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    proxies: tuple[str, ...],
    plain: bool,
) -> None:
    """Run a table server for others to join.

    It serves this machine only, unless --lan, --listen or the setting “listen” opens it to
    others. They are served over TLS, and join with the line that it prints.
    """
    if lan and listen is not None:
        raise Failed(_("Give either --lan or --listen."), USAGE)
    if advertise is not None and cluster is None:
        raise Failed(_("--advertise says where people reach a server of a --cluster."), USAGE)
    if workers > 1 and cluster is not None:
        raise Failed(_("Give either --workers or --cluster."), USAGE)
    extras = (("web", web), ("ssh", ssh), ("cluster", cluster is not None), ("otel", otel))
    need_extras(*(extra for extra, wanted in extras if wanted))
    settings = load_settings()
    data = settings.data_folder()
    # The server leaves its note where the clients of this person look for it.
    os.environ["CARDTUI_DATA"] = str(data)
    from cardtui_server.__main__ import run
    from cardtui_server.settings import Reload
    from cardtui_server.settings import Settings as ServerSettings

    set_password(data, ask=password, file=password_file, remove=no_password)
    place = lan_place("lan" if lan else settings.listen if listen is None else listen, later=True)
    wanted = ServerSettings(
        port=port if place.port is None else place.port,
        lan=place.lan,
        look=place.look,
        data=data,
        note=True,
        name=server_called(settings, name, data, ask=bool(place.lan or place.look)),
        announce=settings.discovery,
        password=_kept_password(data),
        limits=chosen_limits(settings, profile, limits),
        rules=chosen_rules(settings, allow, deny, proxies),
        cluster=None if cluster is None else cluster_of(cluster, advertise, replicas, monitors),
        message=settings.message,
        evenings=chosen_evenings(settings),
    )

    def anew() -> Reload:
        """Read the settings again, and let flags beat them as before."""
        changed = load_settings()
        return Reload(
            chosen_limits(changed, profile, limits),
            chosen_rules(changed, allow, deny, proxies),
            changed.message,
            chosen_evenings(changed),
        )

    ssh_at = ssh_port if ssh else None
    counted = None if metrics is None else metrics_place(metrics)
    shows = _Shows(web=web, ssh=ssh_at, metrics=counted, otel=otel)
    run(_host(wanted, data, anew, shows, workers=workers, plain=plain))


def cluster_of(
    urls: str, advertise: str | None, replicas: int, monitors: str | None
) -> ClusterSettings:
    """Return the cluster that the server takes part in.

    Raises:
        Failed: these are no addresses.
    """
    from cardtui_client.net.address import BadAddress, parse_address
    from cardtui_server.failures import StartError
    from cardtui_server.settings import cluster_settings

    try:
        at = "" if advertise is None else str(parse_address(advertise))
        return cluster_settings(urls, at, replicas, monitors or "")
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), USAGE) from None


def server_called(
    settings: ClientSettings, given: str | None, data: Path, *, ask: bool = False
) -> str:
    """Return what the server is called, and keep what somebody says for the next start."""
    if given is not None:
        named = server_name(settings, given)
        keep_name(data, given)
        return named
    named = settings.server_name or kept_name(data)
    if not named and ask and can_ask():
        from cardtui_client.settings import login_name

        who = settings.name or login_name()
        own = _("{name}’s place", name=who) if who else server_name(settings)
        named = str(click.prompt(_("What shall your server be called?"), default=own, err=True))
        server_name(settings, named)
        keep_name(data, named)
    return server_name(settings, named)


def _kept_password(data: Path) -> Password | None:
    from cardtui_server.failures import StartError
    from cardtui_server.lobby.password import kept_password

    try:
        return kept_password(data)
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None


async def _served(settings: Settings, workers: int) -> Hosted:
    """Start the server, in one process or several.

    Raises:
        Failed: it cannot start.
    """
    from cardtui_server.failures import StartError
    from cardtui_server.server_log import printed

    log = printed(log_sentence)
    try:
        if workers > 1:
            from cardtui_server.workers import serve_workers

            return await serve_workers(settings, workers, log=log)
        from cardtui_server.app import serve

        return await serve(settings, log=log)
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None


class _Shows(NamedTuple):
    """By what else the server is reached, and who is shown what it counts."""

    web: bool
    ssh: int | None
    metrics: Address | None
    otel: bool


async def _host(
    settings: Settings,
    data: Path,
    anew: Callable[[], Reload],
    shows: _Shows,
    *,
    workers: int,
    plain: bool,
) -> None:
    from cardtui_server.__main__ import stop_on_signals

    server = await _served(settings, workers)
    stop_on_signals(server)
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, _reload, server, anew)
    try:
        async with (
            with_ssh(server, data, shows.ssh, settings.rules) as shell,
            with_page(server, data, wanted=shows.web) as web_port,
            with_metrics(server, shows.metrics) as counted,
            with_telemetry(server, wanted=shows.otel),
        ):
            _tell(server, settings, ways_of(server, web_port, shell), counted, plain=plain)
            notify_service("READY=1")
            server.moved = lambda: _tell_moved(server, ways_of(server, web_port, shell))
            await server.wait()
    finally:
        notify_service("STOPPING=1")
        await server.stop()


def _reload(server: Hosted, anew: Callable[[], Reload]) -> None:
    """Have a server go on with the settings as they are now; if they are wrong, as before."""
    try:
        server.reload(anew())
    except Failed as error:
        click.echo(_("The settings stay as they were. {why}", why=error.message), err=True)
    else:
        click.echo(
            _(
                "The limits, the addresses that may call, the message and the evenings are"
                " read again."
            )
        )
    sys.stdout.flush()


def _tell_moved(server: Hosted, ways: Ways) -> None:
    """Say how others join now that the addresses of this machine have changed."""
    line = join_line_of(server)
    if line is not None:
        click.echo(
            _(
                "The addresses of this machine have changed: {addresses}.",
                addresses=", ".join(server.lan),
            )
        )
        click.echo("\n".join(how_to_join(line.command, ways)))
        sys.stdout.flush()


def _tell(server: Hosted, settings: Settings, ways: Ways, counted: str, *, plain: bool) -> None:
    """Say where the server is, how others join, and what is wrong with it."""
    troubles = _troubles(server)
    for each in troubles:
        click.echo(each, err=True)
    line = join_line_of(server)
    lines = _alone(server, settings, ways) if line is None else _open(server, settings, ways)
    if settings.password is not None:
        lines.append(_("Newcomers need the password."))
    if counted:
        lines.append(_("What it counts:") + f"  {counted}")
    if settings.cluster is None:
        kept = _("Tables are kept in {folder}. Ctrl-C stops the server.", folder=settings.data)
    else:
        kept = _(
            "The cluster keeps the tables. Ctrl-C gives them to others, and stops this server."
        )
    lines = folded([*lines, kept])
    if line is not None and not plain:
        code = ways.page or ways.ssh or line.command
        lines = with_code(lines, code, others=len(troubles))
    click.echo("\n".join(lines))
    sys.stdout.flush()


def _troubles(server: Hosted) -> list[str]:
    unannounced = server.unannounced if join_line_of(server) is not None else None
    told = [each for each in (unannounced, server.outdated) if each is not None]
    sentences = [_(each.template, **each.arguments) for each in told]
    return [*sentences, *map(closed_table, server.damaged)]


def _open(server: Hosted, settings: Settings, ways: Ways) -> list[str]:
    """Return what is said of a server that others reach."""
    line = join_line_of(server)
    assert line is not None
    where = ", ".join([server.address, *server.lan])
    lines = [
        _("“{name}” listens at {addresses}.", name=settings.name, addresses=where),
        _("Join from this machine:") + f"  cardtui connect {server.address}",
        *how_to_join(line.command, ways),
    ]
    if server.own_ports:
        first, *_others, last = server.own_ports
        told = _(
            "A firewall must let others in at ports {first} to {last}, too.", first=first, last=last
        )
        lines.append(told)
    return lines


def _alone(server: Hosted, settings: Settings, ways: Ways) -> list[str]:
    """Return what is said of a server that only this machine reaches."""
    from cardtui_client.net.address import pin_of

    name, address = settings.name, server.address
    lines = [
        _("“{name}” listens at {address}, for this machine only.", name=name, address=address),
        _("Join from another terminal:") + f"  cardtui connect {address}",
        _(
            "Its pin, if somebody is asked about it: {pin}",
            pin=pin_of(server.certificate.fingerprint),
        ),
        *by_ssh(ways),
    ]
    if ways.page:
        lines.append(_("Open in a browser:") + f"  {ways.page}")
    if server.is_open:
        last = _("This machine is in no network: others can join as soon as it is in one.")
    else:
        last = _("To let other machines in, start it with --lan.")
    return [*lines, last]


def log_sentence(_logger: object, _level: str, line: Mapping[str, object]) -> str:
    """Return a line of the server's log as people read it."""
    event = str(line["event"])
    if event == "table damaged":
        return closed_table(str(line["table"]))
    return _(LOG_SENTENCES.get(event, _OTHER_EVENT), **line)
