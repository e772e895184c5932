"""``cardtui web``, and beside a host: at which `PORT`, or at any free one if a host's is taken
(`beside`). How often it looks at its addresses: `ADDRESSES_EVERY`; how many may visit:
`client/cardtui_client/limits.py`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import NO_SERVER, USAGE
from cardtui_client.hosting.opening import lan_place, need_extras, with_code
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_VISITORS, MOST_VISITORS_PER_ADDRESS
from cardtui_client.net.address import Address, page_at

if TYPE_CHECKING:
    import ssl

    from aiohttp.web import AppRunner, TCPSite

    from cardtui_client.hosting.opening import Place
    from cardtui_web.site import Site

PORT: Final = 8784
ADDRESSES_EVERY: Final = 3.0
"""Seconds between two looks at this machine's addresses."""


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
    default=MOST_VISITORS,
    show_default=True,
    help="How many may be here at a time.",
)
@click.option("--plain", is_flag=True, help="Without a QR code.")
def command(
    *,
    server: str | None,
    lan: bool,
    listen: str | None,
    port: int,
    url: str,
    visitors: int,
    plain: bool,
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
    need_extras("web")
    from cardtui_client.commands.session import noted_line
    from cardtui_client.hosting.own_server import NotStarted, OwnServer
    from cardtui_client.hosting.visitors import Visitors
    from cardtui_client.net.address import BadAddress
    from cardtui_web.site import Site

    settings = load_settings()
    data = settings.data_folder()
    place = lan_place("lan" if lan else listen or "")
    own = OwnServer(data)
    try:
        if not server:
            asyncio.run(own.start())
        each = visitors if not place.lan else MOST_VISITORS_PER_ADDRESS
        people = Visitors(data / "web", most=visitors, each=each)
        site = Site(noted_line(data, server) if server else own.line, people, url=url)
        wanted = port if place.port is None else place.port
        asyncio.run(_serve(site, place, wanted, data, url, plain=plain))
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except NotStarted as error:
        raise Failed(str(error), NO_SERVER) from None
    finally:
        own.stop()


@asynccontextmanager
async def beside(
    line: str, lan: Callable[[], Sequence[str]] | None, data: Path
) -> AsyncGenerator[int]:
    """Show a server in browsers for as long as the block lasts; it gets the port.

    Args:
        line: where the server is, for this machine.
        lan: returns its addresses for other machines by then; ``None`` to let none of them in.
        data: the folder of its certificate, in which each visitor gets a folder.

    Raises:
        Failed: no port can be had.
    """
    from cardtui_client.hosting.visitors import Visitors
    from cardtui_web.site import Site

    site = Site(
        line,
        Visitors(
            data / "web",
            most=MOST_VISITORS,
            each=MOST_VISITORS_PER_ADDRESS if lan else MOST_VISITORS,
        ),
    )
    async with AsyncExitStack() as stack:
        try:
            port = await stack.enter_async_context(_listening(site, lan, PORT, data))
        except Failed:
            port = await stack.enter_async_context(_listening(site, lan, 0, data))
        yield port


@asynccontextmanager
async def _listening(
    site: Site, lan: Callable[[], Sequence[str]] | None, port: int, data: Path
) -> AsyncGenerator[int]:
    """Serve the site for as long as the block lasts, also at new addresses; it gets the port.

    Raises:
        Failed: the port cannot be had.
    """
    from aiohttp import web

    runner = web.AppRunner(site.application(), access_log=None, shutdown_timeout=5.0)
    await runner.setup()
    looking: asyncio.Task[None] | None = None
    try:
        doors = _Doors(runner, None if lan is None else _certificate(data))
        port = await doors.open(port, [] if lan is None else lan())
        if lan is not None:
            looking = asyncio.create_task(doors.follow(lan))
        yield port
    finally:
        if looking is not None:
            looking.cancel()
        await runner.cleanup()


class _Doors:
    """Where a site listens: on this machine, and at its addresses for others."""

    def __init__(self, runner: AppRunner, context: ssl.SSLContext | None) -> None:
        self._runner = runner
        self._context = context
        self._port = 0
        self._doors: dict[str, TCPSite] = {}

    async def open(self, port: int, addresses: Sequence[str]) -> int:
        """Listen on this machine, and at these addresses; return the port.

        Raises:
            Failed: the port cannot be had.
        """
        self._port = port
        try:
            await self._open("127.0.0.1")
            self._port = self._runner.addresses[0][1]
            for address in addresses:
                await self._open(address)
        except OSError as error:
            raise _not_had(port, error) from None
        return self._port

    async def follow(self, lan: Callable[[], Sequence[str]]) -> None:
        """Listen at this machine's new addresses, and no more at those that are gone."""
        from cardtui_server.failures import StartError

        while True:
            await asyncio.sleep(ADDRESSES_EVERY)
            with suppress(StartError):  # in no network
                now = lan()
                for gone in [each for each in self._doors if each not in ("127.0.0.1", *now)]:
                    await self._doors.pop(gone).stop()
                for address in now:
                    with suppress(OSError):  # not usable yet
                        await self._open(address)

    async def _open(self, address: str) -> None:
        from aiohttp import web

        if address not in self._doors and address != "0.0.0.0":  # noqa: S104 - compared, not bound
            door = web.TCPSite(self._runner, address, self._port, ssl_context=self._context)
            await door.start()
            self._doors[address] = door


def _not_had(port: int, error: OSError) -> Failed:
    sentence = _(
        "Port {port} cannot be had ({error}): choose another with --port.",
        port=port,
        error=error.strerror or error,
    )
    return Failed(sentence, NO_SERVER)


async def _serve(site: Site, place: Place, port: int, data: Path, url: str, *, plain: bool) -> None:
    """Serve the site until a signal says stop."""
    import signal

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":  # there, Ctrl-C ends it like any command
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                loop.add_signal_handler(number, stopped.set)
    look = place.look or (lambda: place.lan)
    async with _listening(site, look if place.lan else None, port, data) as opened:
        _tell(place.lan, opened, url, plain=plain)
        await stopped.wait()


def _tell(lan: tuple[str, ...], port: int, url: str, *, plain: bool) -> None:
    """Say where the site is found."""
    lines = []
    for address in ("127.0.0.1", *lan):
        at = page_at(Address(address, port), port)
        lines.append(_("Open in a browser:") + f"  {at if lan else at.replace('https', 'http', 1)}")
    if url:
        lines.append(_("Through your proxy:") + f"  {url}")
    if lan:
        lines.append(
            _("The browser warns once, since no authority knows this machine: that is expected.")
        )
    lines.append(_("Ctrl-C stops it."))
    page = url or (page_at(Address(lan[0], port), port) if lan else "")
    click.echo("\n".join(with_code(lines, page) if page and not plain else lines))
    sys.stdout.flush()


def _certificate(data: Path) -> ssl.SSLContext:
    """Return what encrypts calls from other machines: the certificate of your own servers."""
    import ssl

    from cardtui_server.failures import StartError
    from cardtui_server.network.certificate import CERTIFICATE_FILE, kept_certificate

    try:
        kept_certificate(data)
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(data / CERTIFICATE_FILE)
    return context
