"""``cardtui web``: the client in browsers, for people without a terminal."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.opening import lan_place
from cardtui_client.commands.profile import load_settings
from cardtui_client.exit_codes import NO_SERVER, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    import ssl

    from cardtui_web.site import Site

PORT: Final = 8783
_EACH: Final = 8
"""How many visitors may come from one address; from this machine itself, all of them."""


@click.command(
    epilog="""\b
Examples:
  cardtui web
  cardtui web --lan
  cardtui web --connect 127.0.0.1:8782 --port 9000
  cardtui web --url https://cards.example

Open the address that it prints in a browser. Ctrl-C stops it.
"""
)
@click.option("--connect", "server", metavar="SERVER", help="Show the tables of this server.")
@click.option("--lan", is_flag=True, help="Let browsers on other machines in, over https.")
@click.option("--listen", metavar="ADDRESS", help="Let them in at this address of this machine.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="NUMBER",
    default=PORT,
    show_default=True,
    help="Listen here; 0 for any free port.",
)
@click.option("--url", metavar="URL", default="", help="Where a proxy of yours has the site.")
@click.option(
    "--visitors",
    type=click.IntRange(1, 1000),
    metavar="NUMBER",
    default=50,
    show_default=True,
    help="How many may be here at a time.",
)
def command(
    *, server: str | None, lan: bool, listen: str | None, port: int, url: str, visitors: int
) -> None:
    """Show the client in browsers.

    Each browser is a person of its own, who plays at the tables of one server: your own, which
    is started with it, or another that this machine can reach. It serves browsers on this machine
    only, unless --lan or --listen opens it to others.
    """
    if lan and listen is not None:
        raise Failed(_("Give either --lan or --listen."), USAGE)
    if url and not url.startswith(("http://", "https://")):
        raise Failed(_("--url takes an address such as https://cards.example."), USAGE)
    try:
        from cardtui_web.site import Site, Visitors
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("aiohttp", "textual_serve"):
            raise
        from cardtui_client.extras import how_to_add

        sentence = _("The client in browsers needs more: {command}", command=how_to_add("web"))
        raise Failed(sentence, NO_SERVER) from None
    from cardtui_client.commands.own_server import NotStarted, OwnServer
    from cardtui_client.commands.session import noted_line
    from cardtui_client.net.address import BadAddress

    settings = load_settings()
    data = settings.data_folder()
    place = lan_place("lan" if lan else listen or "")
    own = OwnServer(data)
    try:
        if not server:
            asyncio.run(own.start())
        each = visitors if not place.lan else _EACH
        people = Visitors(data / "web", most=visitors, each=each)
        site = Site(noted_line(data, server) if server else own.line, people, url=url)
        wanted = port if place.port is None else place.port
        asyncio.run(_serve(site, place.lan, wanted, data, url))
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except NotStarted as error:
        raise Failed(str(error), NO_SERVER) from None
    finally:
        own.stop()


async def _serve(site: Site, lan: tuple[str, ...], port: int, data: Path, url: str) -> None:
    """Serve the site until a signal says stop."""
    import signal

    from aiohttp import web

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(number, stopped.set)
    runner = web.AppRunner(site.application(), access_log=None, shutdown_timeout=5.0)
    await runner.setup()
    context = _certificate(data) if lan else None
    try:
        first = web.TCPSite(runner, "127.0.0.1", port, ssl_context=context)
        await first.start()
        port = runner.addresses[0][1]
        for address in lan:
            if address not in ("127.0.0.1", "0.0.0.0"):  # noqa: S104 - compared, not bound
                await web.TCPSite(runner, address, port, ssl_context=context).start()
    except OSError as error:
        await runner.cleanup()
        raise Failed(
            _(
                "Port {port} cannot be had ({error}): choose another with --port.",
                port=port,
                error=error.strerror or error,
            ),
            NO_SERVER,
        ) from None
    scheme = "http" if context is None else "https"
    for address in ("127.0.0.1", *lan):
        shown = f"[{address}]" if ":" in address else address
        click.echo(_("Open in a browser:") + f"  {scheme}://{shown}:{port}/")
    if url:
        click.echo(_("Through your proxy:") + f"  {url}")
    if context is not None:
        click.echo(
            _("The browser warns once, since no authority knows this machine: that is expected.")
        )
    click.echo(_("Ctrl-C stops it."))
    sys.stdout.flush()
    try:
        await stopped.wait()
    finally:
        await runner.cleanup()


def _certificate(data: Path) -> ssl.SSLContext:
    """Return what encrypts calls from other machines: the certificate of your own servers."""
    import ssl

    from cardtui_server.failures import StartError
    from cardtui_server.network.certificate import FILE, kept_certificate

    try:
        kept_certificate(data)
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(data / FILE)
    return context
