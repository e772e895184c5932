"""Sessions of the commands: opening one on a server, and saying what goes wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardtui_client.commands.errors import Failed, unwritable
from cardtui_client.commands.profile import person_name
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.i18n import _
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from cardtui_client.commands.own_server import OwnServer
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

T = TypeVar("T")

_PATIENCE: Final = 1.0
"""Seconds after which a person who is kept waiting is told what for."""


def run_reaching(work: Coroutine[Any, Any, T]) -> T:
    """Run what talks to a server; say what goes wrong as a failed command.

    Raises:
        Failed: the server cannot be reached, or refuses.
    """
    from cardtui_client.commands.own_server import NoServer
    from cardtui_client.net.address import BadAddress
    from cardtui_client.net.connection import Refused, Unreachable

    try:
        return asyncio.run(work)
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except Refused as error:
        raise Failed(str(error), FAILED) from None
    except (Unreachable, NoServer) as error:
        raise Failed(str(error), NO_SERVER) from None
    except PermissionError as error:
        raise unwritable(error.filename, error, NO_SERVER) from None


async def open_connection(settings: Settings, address: str, name: str = "") -> Connection:
    """Open a session as the player one was there before, by default under one's chosen name."""
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.tokens import Tokens

    tokens = Tokens(settings.data_folder())
    return await Connection.open(address, name or person_name(settings), tokens=tokens)


async def reach(settings: Settings, address: str) -> Connection:
    """Open a session as `open_connection` does, and say so if it takes a while."""

    def say() -> None:
        click.echo(_("Connecting to {address}…", address=safe_text(address, 64)), err=True)

    saying = asyncio.get_running_loop().call_later(_PATIENCE, say)
    try:
        return await open_connection(settings, address)
    finally:
        saying.cancel()


async def open_own(settings: Settings, own: OwnServer, name: str = "") -> Connection:
    """Open a session on one's own server, as the player one was in earlier runs."""
    from cardtui_client.commands.own_server import SOLO
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.tokens import Tokens

    # Its port is another one each time, so the token is kept under a name.
    tokens, name = Tokens(settings.data_folder()), name or person_name(settings)
    connection = await Connection.open(
        await own.start(), name, token=tokens.get(SOLO, name), timeout=10
    )
    tokens.keep(SOLO, name, connection.token)
    return connection
