"""Opens a server to other machines: its addresses, name, password, and how people join it.
The join line with its QR code, the page and ssh; what is said where their extras are missing:
`_EXTRAS`. Which limits a command may be given: `limit_options`; where its metrics may be shown:
`metrics_place`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from cardtui_client.command_line.errors import Failed, unwritable
from cardtui_client.command_line.options import with_options
from cardtui_client.command_line.profile import ask_new_password, given_password
from cardtui_client.exit_codes import NO_SERVER, USAGE
from cardtui_client.files import read_given, write_atomically
from cardtui_client.i18n import _, mark
from cardtui_client.limits import SERVER_NAME_CELLS
from cardtui_client.net.address import NO_WAYS, BadAddress, Ways, parse_address

if TYPE_CHECKING:
    from typing import TypeAlias

    from cardtui_client.net.address import Address, JoinLine
    from cardtui_client.settings import Settings
    from cardtui_server.app import RunningServer
    from cardtui_server.calendar import Evening
    from cardtui_server.failures import StartError
    from cardtui_server.limits import Limits
    from cardtui_server.rpc.addresses import AddressRules
    from cardtui_server.workers import RunningWorkers

    Hosted: TypeAlias = RunningServer | RunningWorkers
    """A server that runs, in one process or several."""


_NAME_FILE: Final = "server-name"

F = TypeVar("F", bound=Callable[..., Any])

_WILDCARD_HOSTS: Final = ("0.0.0.0", "::")  # noqa: S104 - to be told from single addresses
_HIGHEST_PORT: Final = 65535
_LOCAL_HOSTS: Final = ("127.0.0.1", "::1")


def keep_name(folder: Path, name: str) -> None:
    """Keep the name; where nothing can be kept, the server says so itself."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / _NAME_FILE, name + "\n")


def kept_name(folder: Path) -> str:
    """Return the name that was kept; ``""`` for none."""
    from cardtui_client.text import safe_text  # what measures cells takes long to load

    try:
        text = read_given(folder / _NAME_FILE).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return safe_text(text.strip(), SERVER_NAME_CELLS)


class Place(NamedTuple):
    """Where a server is to listen for other machines.

    Attributes:
        lan: its addresses; none, too, for a machine that is in no network yet.
        port: the port that was named with one of them, ``None`` if none was.
        look: returns its addresses as they are by then, where they may change.
    """

    lan: tuple[str, ...] = ()
    port: int | None = None
    look: Callable[[], Sequence[str]] | None = None


def password_options(command: F) -> F:
    """Add the options that set a server's password, or take it away."""
    return with_options(
        command,
        click.option(
            "--password",
            is_flag=True,
            help="Ask for a password that newcomers will need; it is kept until you change it.",
        ),
        click.option(
            "--password-file",
            metavar="FILE",
            help="Set the password to the first line of this file.",
        ),
        click.option(
            "--no-password", is_flag=True, help="Let everybody in from now on, without a password."
        ),
    )


def lan_place(wanted: str, *, later: bool = False) -> Place:
    """Return where to listen, from ``lan``, an address with or without a port, or nothing.

    Args:
        wanted: one of these.
        later: whether a machine that is in no network yet will do.

    Raises:
        Failed: this is neither, or this machine has no such address.
    """
    from ipaddress import ip_address

    from cardtui_client.text import safe_text
    from cardtui_server.network.interfaces import all_addresses, private_addresses

    if not wanted:
        return Place()
    try:
        if wanted == "lan":
            return Place(_now(private_addresses, later=later), look=private_addresses)
        host, port = parse_address(wanted)
        ip_address(host)
        named = None if wanted.strip("[]") == host else port
        if host in _LOCAL_HOSTS:
            return Place((), named)
        if host in _WILDCARD_HOSTS:
            return Place(_now(all_addresses, later=later), named, all_addresses)
        return Place((host,), named)
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except ValueError:
        raise Failed(
            _(
                "“{text}” is neither lan nor the address of a machine, such as 192.168.1.7.",
                text=safe_text(wanted, 64),
            ),
            USAGE,
        ) from None


def _now(look: Callable[[], Sequence[str]], *, later: bool) -> tuple[str, ...]:
    """Return the addresses that this machine has now; none only if it may get them later.

    Raises:
        Failed: it has none, and may not.
    """
    from cardtui_server.failures import StartError

    try:
        return tuple(look())
    except StartError as error:
        if later:
            return ()
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None


def server_name(settings: Settings, name: str | None = None) -> str:
    """Return what the server is called: as the command line or the settings say, or its host's.

    Without any name it is called as its machine.

    Raises:
        Failed: nobody could read that name, or it is too long.
    """
    import socket

    from cardtui_client.text import cell_width, safe_text

    wanted = settings.server_name if name is None else name
    if not wanted and settings.name:
        return safe_text(_("{name}’s place", name=settings.name), SERVER_NAME_CELLS)
    if not wanted:
        return safe_text(socket.gethostname().partition(".")[0], SERVER_NAME_CELLS) or "cardtui"
    if wanted != safe_text(wanted, 2 * SERVER_NAME_CELLS):
        raise Failed(_("Choose a name for the server that others can read."), USAGE)
    if cell_width(wanted) > SERVER_NAME_CELLS:
        raise Failed(
            _("A server’s name has at most {n} letters; shorten it.", n=SERVER_NAME_CELLS), USAGE
        )
    return wanted


def set_password(folder: Path, *, ask: bool, file: str | None, remove: bool) -> str:
    """Keep a new password for newcomers, or forget the one that is kept, as asked for.

    Returns:
        The new password; empty if there is none, and what is kept stays.

    Raises:
        Failed: it cannot be had, or not be kept.
    """
    from cardtui_server.lobby.password import Password, forget_password, keep_password

    if remove and (ask or file is not None):
        raise Failed(_("--no-password takes the password away; do not give another one."), USAGE)
    try:
        if remove:
            forget_password(folder)
            return ""
        given = ask_new_password() if ask else given_password(file)
        if given:
            keep_password(folder, Password.of(given))
    except OSError as error:
        raise unwritable(folder, error, NO_SERVER) from None
    return given


def join_line_of(server: Hosted) -> JoinLine | None:
    """Return the line for other machines, ``None`` if none can come: it is closed, or alone."""
    from cardtui_client.net.address import MOST_ADDRESSES, JoinLine, pin_of

    if not server.lan:
        return None
    places = server.cluster_addresses or server.lan
    addresses = tuple(parse_address(each) for each in places[:MOST_ADDRESSES])
    return JoinLine(addresses, pin_of(server.certificate.fingerprint))


class Shell(NamedTuple):
    """What is open to ssh: the port, and the fingerprint of the key that ssh shows."""

    port: int
    fingerprint: str


def ways_of(server: Hosted, web_port: int, shell: Shell | None) -> Ways:
    """Return how people come to a server at the addresses that it has now.

    Args:
        web_port: where a page shows it; 0 for none.
        shell: what is open to ssh, if anything is.
    """
    from cardtui_client.net.address import page_at, ssh_at

    at = parse_address([*server.lan, server.address][0])
    page = page_at(at, web_port) if web_port else ""
    if not server.is_open:
        page = page.replace("https", "http", 1)
    if shell is None:
        return Ways(page)
    return Ways(page, ssh_at(at, shell.port), shell.fingerprint)


def how_to_join(command: str, ways: Ways = NO_WAYS) -> list[str]:
    """Return lines that say how to join from another machine.

    Args:
        command: for a terminal.
        ways: for those who have no cardtui.
    """
    lines = [_("Join from another machine:") + f"  {command}", *by_ssh(ways)]
    if ways.page:
        lines.append(_("Join from a phone or browser (it warns once):") + f"  {ways.page}")
    return lines


def by_ssh(ways: Ways) -> list[str]:
    """Return lines that say what there is to say of ssh."""
    if not ways.ssh:
        return []
    return [
        _("Join by ssh alone (your name for “ana”):") + f"  {ways.ssh}",
        _("Its key, as ssh shows it: {key}", key=ways.fingerprint),
    ]


def folded(lines: Sequence[str]) -> list[str]:
    """Return the lines for a terminal: no word is broken, what is to be typed has its own line."""
    import shutil
    from textwrap import wrap

    from cardtui_client.text import cell_width

    if not sys.stdout.isatty():
        return [*lines]
    columns, short = shutil.get_terminal_size().columns, list[str]()
    for line in lines:
        label, gap, typed = line.partition("  ")
        if cell_width(line) <= columns:
            short.append(line)
        elif gap:
            short += [label, gap + typed]
        else:
            short += wrap(line, columns, break_long_words=False, break_on_hyphens=False)
    return short


def with_code(lines: Sequence[str], text: str, *, others: int = 0) -> list[str]:
    """Return the lines with a text of theirs as a QR code below its own line, for a terminal.

    There is none where it would push what was printed first out of the window.

    Args:
        lines: end with the text where they have it.
        text: what the code holds.
        others: how many lines were printed before.
    """
    import shutil
    from math import ceil

    from cardtui_client.net.address import qr_lines
    from cardtui_client.text import cell_width

    if not _shows_codes():
        return [*lines]
    columns, height = shutil.get_terminal_size()
    code = qr_lines(text)
    rows = others + len(code) + sum(ceil(cell_width(line) / columns) for line in lines)
    if len(code[0]) > columns or rows >= height:
        return [*lines]
    at = next(number for number, line in enumerate(lines, 1) if line.endswith(text))
    drawn = [click.style(line, fg="bright_white", bg="black") for line in code]
    return [*lines[:at], *drawn, *lines[at:]]


def _shows_codes() -> bool:
    """Whether there is a terminal that draws codes."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return (sys.stdout.encoding or "").lower().startswith("utf")


_EXTRAS: Final = {
    "web": (
        ("aiohttp", "textual_serve"),
        mark("The client in browsers needs more: {command}"),
    ),
    "ssh": (("asyncssh",), mark("The client over ssh needs more: {command}")),
    "cluster": (("nats",), mark("A server of a cluster needs more: {command}")),
    "otel": (("opentelemetry",), mark("To send what it counts, the server needs more: {command}")),
}
"""What each extra brings, and what is said without it."""


def need_extras(*extras: str) -> None:
    """Say what to install, before anything is asked or started, where an extra is missing.

    Raises:
        Failed: one is.
    """
    for extra in extras:
        modules, sentence = _EXTRAS[extra]
        if not all(map(find_spec, modules)):
            from cardtui_client.extras import how_to_add

            raise Failed(_(sentence, command=how_to_add(extra)), NO_SERVER)


@asynccontextmanager
async def with_page(server: Hosted, data: Path, *, wanted: bool) -> AsyncGenerator[int]:
    """Show a server in browsers for as long as the block lasts, if that is wanted.

    The block gets the page's port; 0 if there is none.

    Raises:
        Failed: no port can be had.
    """
    from cardtui_client.command_line.products import SERVICES, entry_point
    from cardtui_client.net.address import line_to

    if not wanted:
        yield 0
        return
    here = line_to(server.address, server.certificate.fingerprint.hex())
    beside = entry_point(SERVICES, "web")
    async with beside(here, _hosts(server) if server.is_open else None, data) as port:
        server.tell_web_port(port if server.is_open else 0)
        yield port


def _hosts(server: Hosted) -> Callable[[], Sequence[str]]:
    """Return what tells the addresses that a server has for other machines by then."""
    return lambda: [parse_address(each).host for each in server.lan]


def notify_service(state: str) -> None:
    """Tell systemd, if it has started this as a service of the type “notify”."""
    import socket

    if sys.platform != "win32" and (place := os.environ.get("NOTIFY_SOCKET", "")):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(state.encode(), f"\0{place[1:]}" if place[0] == "@" else place)


def metrics_place(wanted: str) -> Address:
    """Return where to show what a server counts: a port, or an address that others never reach.

    Raises:
        Failed: this is neither.
    """
    from cardtui_client.net.address import Address

    host, colon, port = wanted.rpartition(":")
    host = host.strip("[]") if colon else _LOCAL_HOSTS[0]
    if host not in (*_LOCAL_HOSTS, "localhost"):
        sentence = _(
            "What a server counts is shown to this machine alone: give --metrics a port, and have"
            " a proxy or ssh pass it on."
        )
        raise Failed(sentence, USAGE)
    if not port.isdecimal() or int(port) > _HIGHEST_PORT:
        sentence = _("--metrics takes a port, from 0 (any free one) to 65535.")
        raise Failed(sentence, USAGE)
    return Address(_LOCAL_HOSTS[0] if host == "localhost" else host, int(port))


@asynccontextmanager
async def with_metrics(server: Hosted, place: Address | None) -> AsyncGenerator[str]:
    """Show what a server counts for as long as the block lasts; it gets the page's address.

    Raises:
        Failed: the port cannot be had.
    """
    if place is None:
        yield ""
        return
    from cardtui_server.metrics import metrics_page

    async with AsyncExitStack() as stack:
        try:
            page = metrics_page(place.host, place.port, server.measured)
            port = await stack.enter_async_context(page)
        except OSError as error:
            sentence = _(
                "What the server counts cannot be shown at port {port} ({error}): choose another"
                " one with --metrics.",
                port=place.port,
                error=_(os.strerror(error.errno or 0)),
            )
            raise Failed(sentence, NO_SERVER) from None
        yield f"http://{place._replace(port=port)}/metrics"


@asynccontextmanager
async def with_telemetry(server: Hosted, *, wanted: bool) -> AsyncGenerator[None]:
    """Send what a server counts for as long as the block lasts, if that is wanted.

    Raises:
        Failed: a variable of OpenTelemetry says what cannot be done.
    """
    if not wanted:
        yield
        return
    from cardtui_server.failures import StartError
    from cardtui_server.telemetry import sending

    def tell(taken: bool) -> None:
        if taken:
            sentence = _("A collector takes what the server counts.")
        else:
            sentence = _(
                "No collector takes what the server counts: does one run where"
                " OTEL_EXPORTER_OTLP_ENDPOINT says? The server goes on, and tries again."
            )
        click.echo(sentence, err=True)

    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(sending(server.measured, tell))
        except StartError as error:
            raise _failed(error) from None
        yield


@asynccontextmanager
async def with_ssh(
    server: Hosted, data: Path, port: int | None, rules: AddressRules
) -> AsyncGenerator[Shell | None]:
    """Let people come to a server by ssh for as long as the block lasts; it gets what is open.

    Args:
        data: its data folder.
        port: where to listen; ``None`` if nobody is to come by ssh.
        rules: which addresses may come.

    Raises:
        Failed: the port cannot be had.
    """
    from cardtui_client.command_line.products import SERVICES, entry_point
    from cardtui_client.net.address import line_to

    if port is None:
        yield None
        return
    here = line_to(server.address, server.certificate.fingerprint.hex())
    beside = entry_point(SERVICES, "ssh")
    async with beside(here, _hosts(server), data, port, rules) as opened:
        server.tell_ssh(opened.port if server.is_open else 0, opened.fingerprint)
        yield Shell(opened.port, opened.fingerprint)


def _names(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    from cardtui_server.limits import MEANINGS

    return [
        CompletionItem(f"{name}=", help=_(meaning))
        for name, meaning in MEANINGS.items()
        if name.startswith(incomplete)
    ]


_LIMIT_OPTIONS: Final = (
    click.option(
        "--profile",
        type=click.Choice(("home", "club", "open")),
        help="The limits: for a home, for a club, or none for programs.",
    ),
    click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=NUMBER",
        shell_complete=_names,
        help="Set one of them (cardtui config limits lists them); may be repeated.",
    ),
    click.option(
        "--allow",
        multiple=True,
        metavar="NETWORK",
        help="Take calls only from there, as from 10.0.0.0/8; may be repeated.",
    ),
    click.option(
        "--deny", multiple=True, metavar="NETWORK", help="Take none from there; may be repeated."
    ),
    click.option(
        "--proxy",
        "proxies",
        multiple=True,
        metavar="NETWORK",
        help="Believe this proxy when it says where a call comes from; may be repeated.",
    ),
)


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flags that say what its server allows."""
    return with_options(command, *_LIMIT_OPTIONS)


def chosen_limits(
    settings: Settings, profile: str | None = None, limits: Sequence[str] = ()
) -> Limits:
    """Return the limits of a server.

    Args:
        settings: say what no flag says.
        profile: of the flag, if it was given.
        limits: of the flags, as ``NAME=NUMBER``.

    Raises:
        Failed: one of them is no limit, or does not take that value.
    """
    from cardtui_server.failures import StartError
    from cardtui_server.limits import PROFILES

    named: dict[str, str] = {}
    for each in limits:
        name, equals, value = each.partition("=")
        if not equals:
            raise Failed(_("--limit takes NAME=NUMBER, such as tables=50."), USAGE)
        named[name.strip()] = value
    try:
        # A profile that was asked for by a flag does not mix with the file's own numbers.
        base = PROFILES[profile or settings.profile]
        if profile is None:
            base = base.changed(settings.limits, str(settings.path))
        return base.changed(named, "--limit")
    except StartError as error:
        raise _failed(error) from None


def chosen_evenings(settings: Settings) -> tuple[Evening, ...]:
    """Return the evenings of a server.

    Raises:
        Failed: one of them cannot be used.
    """
    from cardtui_server.calendar import read_evenings
    from cardtui_server.failures import StartError

    try:
        return read_evenings(settings.evenings)
    except StartError as error:
        raise _failed(error) from None


def chosen_rules(
    settings: Settings,
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    proxies: Sequence[str] = (),
) -> AddressRules:
    """Return which addresses may call a server; each flag beats its setting.

    Raises:
        Failed: something is no network.
    """
    from cardtui_server.failures import StartError
    from cardtui_server.rpc.addresses import AddressRules, read_networks

    def read(flag: str, given: Sequence[str], kept: str, setting: str) -> Any:
        if given:
            return read_networks(" ".join(given), flag)
        return read_networks(kept, f"{settings.path}, {setting}")

    try:
        return AddressRules(
            read("--allow", allow, settings.allow, "allow"),
            read("--deny", deny, settings.deny, "deny"),
            read("--proxy", proxies, settings.proxies, "proxies"),
        )
    except StartError as error:
        raise _failed(error) from None


def _failed(error: StartError) -> Failed:
    return Failed(_(error.template, **error.arguments), USAGE)
