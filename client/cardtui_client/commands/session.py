"""Opens sessions for commands, asks the person what that takes, and says what goes wrong.
After how long you are told what you wait for: `_EXPLAIN_SECONDS`. Which other match of yours waits,
and how to go on with it: `waiting_too`, `waiting_elsewhere`.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardtui_client.command_line.errors import Failed, unreadable, unwritable
from cardtui_client.command_line.options import DEFAULT_ACCESS, Access
from cardtui_client.command_line.profile import GUEST_FILE, keeping_folder, person_name
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.net.address import Address, BadAddress, line_to, parse_address, parse_join_line
from cardtui_client.net.discovery import noted_servers
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from pathlib import Path

    from cardtui_client.hosting.own_server import OwnServer
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.launch import OwnTable


T = TypeVar("T")

_EXPLAIN_SECONDS: Final = 1.0
"""Seconds after which a person who is kept waiting is told what for."""


def run_reaching(work: Coroutine[Any, Any, T]) -> T:
    """Run what talks to a server; say what goes wrong as a failed command.

    Raises:
        Failed: the server cannot be reached, or refuses.
    """
    with reaching():
        return asyncio.run(work)


@contextmanager
def reaching() -> Generator[None]:
    """Say what goes wrong with a server as a failed command.

    Raises:
        Failed: the server cannot be reached, or refuses.
    """
    from cardtui_client.hosting.own_server import NotStarted
    from cardtui_client.net.address import BadAddress
    from cardtui_client.net.sessions import NoServer

    try:
        yield
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except (NoServer, NotStarted) as error:
        raise Failed(str(error), NO_SERVER) from None
    except Exception as error:
        # Loaded once something is wrong: by then gRPC is there, if it has to do with that.
        from cardtui_client.net.call_errors import Refused, Unreachable

        if isinstance(error, Refused):
            raise Failed(str(error), FAILED) from None
        if isinstance(error, Unreachable):
            raise Failed(str(error), NO_SERVER) from None
        raise


async def open_connection(
    settings: Settings,
    address: str,
    name: str = "",
    access: Access = DEFAULT_ACCESS,
    *,
    bot_account: bool = False,
) -> Connection:
    """Open a session as the player you were there before, by default under your chosen name."""
    from cardtui_client.hosting.own_server import SOLO
    from cardtui_client.net.address import parse_join_line
    from cardtui_client.net.call_errors import Unreachable
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.given_bits import GivenBits
    from cardtui_client.net.known_servers import KnownServers, Tokens
    from cardtui_client.net.moved import line_now
    from cardtui_client.net.trust import Untrusted

    folder = keeping_folder(settings)
    chosen = bool(name or settings.name or settings.kiosk)
    own = "" if folder is None else own_server_meant(folder / SOLO, address)

    async def open_at(line: str) -> Connection:
        return await Connection.open(
            own or noted_line(settings.data_folder(), line),
            name or person_name(settings),
            tokens=None if folder is None else Tokens(folder),
            kept_at=SOLO if own else "",
            known=None if own or folder is None else KnownServers(folder),
            bits=GivenBits(folder),
            password=access.password,
            newcomer=access.newcomer,
            chosen=chosen,
            bot_account=bot_account,
            guest=folder is None or (folder / GUEST_FILE).exists(),
            appeal=access.appeal,
        )

    try:
        connection = await _trusting(open_at, address, access)
    except Unreachable as lost:
        if isinstance(lost, Untrusted) or not settings.discovery or folder is None:
            raise
        line = await line_now(parse_join_line(address), KnownServers(folder))
        if line is None:
            raise
        connection = await _trusting(open_at, str(line), access)
    if not chosen:
        settings.name = connection.asked_name
    connection.follows = settings.discovery and not connection.server.address.is_own
    return connection


async def _trusting(
    open_at: Callable[[str], Awaitable[Connection]], address: str, access: Access
) -> Connection:
    """Open a session; at a server that is new, too, if it is to be trusted unasked."""
    from cardtui_client.net.trust import UnknownServer

    try:
        return await open_at(address)
    except UnknownServer as unknown:
        if not access.trust:
            raise
        return await open_at(f"{unknown.address}/{unknown.pin}")


async def reach(
    settings: Settings, address: str, access: Access, *, bot_account: str = ""
) -> Connection:
    """Open a session as `open_connection` does; ask the person what it takes.

    Args:
        bot_account: the name of a bot account; empty to come as the person.
    """
    from cardtui_client.command_line.profile import ask_player
    from cardtui_client.net.address import parse_join_line
    from cardtui_client.net.call_errors import WhichPlayer

    async def go(pin: str, access: Access) -> Connection:
        line = str(parse_join_line(address).trusting(pin)) if pin else address

        async def come() -> Connection:
            return await open_connection(
                settings, line, bot_account, access, bot_account=bool(bot_account)
            )

        try:
            return await come()
        except WhichPlayer as several:
            settings.name = ask_player(several.names)
            return await come()

    return await _let_in(go, address, access, kiosk=settings.kiosk)


async def reach_as_known(settings: Settings, address: str, access: Access) -> Connection:
    """Open a session as `reach` does, but never as a new player.

    Raises:
        Failed: the player has not been there from this machine.
    """
    from cardtui_client.net.call_errors import Stranger

    try:
        return await reach(settings, address, access._replace(newcomer=False))
    except Stranger:
        sentence = _(
            "{name} has not been at the server at {address} from this machine. Choose the"
            " player with --name, or go there first, with “cardtui connect”.",
            name=safe_text(person_name(settings), NAME_CELLS),
            address=safe_text(address, 64),
        )
        raise Failed(sentence, FAILED) from None


async def reach_with_code(
    settings: Settings, address: str, code: str, access: Access
) -> Connection:
    """Open a session as the player for whom a code was made; ask the person whom to trust."""
    from cardtui_client.json_file import Unread
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.given_bits import GivenBits
    from cardtui_client.net.known_servers import KnownServers, Tokens

    folder = settings.data_folder()
    tokens = Tokens(folder)
    try:
        tokens.need_place()
    except Unread as error:
        raise unreadable(error.filename, error) from None
    except OSError as error:
        raise unwritable(error.filename, error, NO_SERVER) from None

    async def open_at(line: str) -> Connection:
        return await Connection.with_code(
            noted_line(folder, line),
            code,
            tokens=tokens,
            known=KnownServers(folder),
            bits=GivenBits(folder),
        )

    async def go(pin: str, access: Access) -> Connection:
        return await _trusting(open_at, f"{address}/{pin}" if pin else address, access)

    return await _let_in(go, address, access)


async def reach_own(settings: Settings, own: OwnServer) -> Connection:
    """Open a session as `open_own` does; ask the person for its password, if it takes one."""

    async def go(_pin: str, access: Access) -> Connection:
        return await open_own(settings, own, access=access)

    return await _let_in(go, "", DEFAULT_ACCESS)


async def _let_in(
    go: Callable[[str, Access], Awaitable[Connection]],
    address: str,
    access: Access,
    *,
    kiosk: bool = False,
) -> Connection:
    """Open a session, with whatever the person is asked for; say so if it takes a while.

    Args:
        go: opens it, with the pin that the person trusts, which may be empty.
        address: of the server; empty for your own, which nobody has to be told.
        kiosk: whether the person does not decide whom to trust.
    """
    from cardtui_client.command_line.profile import ask_password, ask_trust
    from cardtui_client.net.call_errors import Refused
    from cardtui_client.net.trust import UnknownServer

    def say() -> None:
        click.echo(_("Connecting to {address}…", address=safe_text(address, 64)), err=True)

    pin = ""
    while True:
        saying = asyncio.get_running_loop().call_later(_EXPLAIN_SECONDS, say) if address else None
        try:
            return await go(pin, access)
        except UnknownServer as unknown:
            if kiosk or not ask_trust(unknown):
                raise
            pin = unknown.pin
        except Refused as refused:
            password = ask_password(refused)
            if password is None:
                raise
            access = access._replace(password=password)
        finally:
            if saying is not None:
                saying.cancel()


async def open_own(
    settings: Settings, own: OwnServer, name: str = "", access: Access = DEFAULT_ACCESS
) -> Connection:
    """Open a session on your own server, as the player you were in earlier runs."""
    from cardtui.v1 import errors_pb2
    from cardtui_client.hosting.own_server import SOLO
    from cardtui_client.net.call_errors import Refused
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.given_bits import GivenBits
    from cardtui_client.net.known_servers import Tokens

    # Its port is another one each time, so the token is kept under a name.
    tokens, name = Tokens(settings.data_folder()), name or person_name(settings)
    await own.start()

    async def open_with(token: str) -> Connection:
        return await Connection.open(
            own.line,
            name,
            token=token,
            timeout=10,
            bits=GivenBits(settings.data_folder()),
            password=access.password or own.password,
        )

    try:
        connection = await open_with(tokens.get(SOLO, name))
    except Refused as refused:
        token = own.operator_token()
        if refused.refusal.reason != errors_pb2.REASON_BAD_PASSWORD or not token:
            raise
        connection = await open_with(token)  # the operator needs no password there
    tokens.keep(SOLO, name, connection.token)
    return connection


async def waiting_too(connection: Connection, table: OwnTable, name: str | None) -> str:
    """Return which other match waits, and how to go on with it; ``""`` if there is none.

    Args:
        connection: to your own server.
        table: where the match is that goes on now.
        name: the name that was asked for just now; ``None`` for the usual one.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_client.faces.game_words import game_name
    from cardtui_client.net.sessions import seats_of

    others = [
        each
        for each in reversed((await connection.list_tables()).tables)
        if each.id != table.id and each.state == tables_pb2.TABLE_STATE_PLAYING
        if (mine := seats_of(each, connection.name)) and not {*mine} & {*each.connected}
    ]
    if not others:
        return ""
    as_whom = "" if name is None else f" --name {shlex.quote(name)}"
    other = next((each for each in others if each.game != table.game), None)
    if other is None:
        return _(
            "Another match of {game} is kept. The next {command} goes on with it when this one is "
            "over.",
            game=game_name(table.game),
            command=f"cardtui play{as_whom}",
        )
    return _(
        "Another match is kept, of {game}. To go on with it: {command}",
        game=game_name(other.game),
        command=f"cardtui play {other.game}{as_whom}",
    )


async def waiting_elsewhere(connection: Connection, settings: Settings) -> str:
    """Return whose match waits there and how to go on with it; ``""`` if there is none.

    A name is one of this person's if its token is kept here; others may play on the server, too.

    Args:
        connection: to your own server, under the name in use.
        settings: whose tokens tell the names.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_client.faces.game_words import game_name
    from cardtui_client.hosting.own_server import SOLO
    from cardtui_client.limits import NAME_CELLS
    from cardtui_client.net.known_servers import Tokens
    from cardtui_client.text import safe_text

    tokens = Tokens(settings.data_folder())
    for table in reversed((await connection.list_tables()).tables):
        if table.state != tables_pb2.TABLE_STATE_PLAYING:
            continue
        for seat in table.seats:
            if seat.bot or seat.name == connection.name or not tokens.get(SOLO, seat.name):
                continue
            name = safe_text(seat.name, NAME_CELLS)
            return _(
                "{name}’s match of {game} is kept. To go on with it: {command}",
                name=name,
                game=game_name(table.game),
                command=f"cardtui play --name {shlex.quote(name)}",
            )
    return ""


_LOCAL_HOSTS: Final = ("127.0.0.1", "localhost")


def own_server_meant(folder: Path, text: str) -> str:
    """Return the line to your own server, if it runs and the text names it, or ``""``.

    It knows one by a token kept under a name. What it left in its folder may be old, and its port
    somebody else's by now: so a server has to hold the folder's lock.

    Args:
        folder: the server's.
        text: an address or a join line.

    Raises:
        BadAddress: the text names no server.
    """
    line = parse_join_line(text)
    meant = line.addresses[0]
    if meant.host not in _LOCAL_HOSTS:
        return ""
    # Loaded where it may be your own: other servers are reached sooner.
    from cardtui_server import operator_file
    from cardtui_server.store.data_folder import FolderLock, InUse

    try:
        found = operator_file.read(folder)
        if found is None or parse_address(found.address) != Address(_LOCAL_HOSTS[0], meant.port):
            return ""
    except (OSError, BadAddress):
        return ""
    try:
        FolderLock.take(folder).release()
    except InUse:
        own = line_to(found.address, found.sha256)
        return own if line.pin in ("", parse_join_line(own).pin) else ""
    except OSError:
        pass
    return ""


def noted_line(folder: Path, text: str) -> str:
    """Return the line to the server that a text names, if one of this account noted it there.

    Args:
        folder: for what this person keeps, the notes of running servers among it.
        text: an address or a join line, which is returned if there is no such note.

    Raises:
        BadAddress: the text names no server.
    """
    line = parse_join_line(text)
    meant = line.addresses[0]
    if line.pin or meant.host not in _LOCAL_HOSTS:
        return text
    address = str(Address(_LOCAL_HOSTS[0], meant.port))
    notes = (each.line for each in noted_servers(folder) if each.address == address)
    return next(notes, text)
