"""The options of commands that go to servers on other machines: trust, and the password."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardtui_client.commands.asking import given_password
from cardtui_client.commands.errors import Failed, unreadable, unwritable
from cardtui_client.commands.option_stack import with_options
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.commands.session import Access
    from cardtui_client.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


def access_options(command: F) -> F:
    """Add the options that say whom to trust, and with which password."""
    return with_options(
        command,
        click.option(
            "--trust",
            is_flag=True,
            help="Trust the certificate of a server that is new to you, unasked.",
        ),
        click.option(
            "--password-file",
            metavar="FILE",
            help="Take the server's password from the first line of this file.",
        ),
    )


def given_access(*, trust: bool, password_file: str | None) -> Access:
    """Return what the command line and the environment say.

    Raises:
        Failed: the file with the password cannot be read.
    """
    from cardtui_client.commands.session import Access

    return Access(trust=trust, password=given_password(password_file))


def forget_server(settings: Settings, address: str | None) -> int:
    """Forget the certificate of a server; the next visit asks whether to trust it.

    Raises:
        Failed: no such server is known.
    """
    from cardtui_client.json_file import Unread
    from cardtui_client.net.address import BadAddress, parse_join_line
    from cardtui_client.net.known_servers import KnownServers

    if address is None:
        raise Failed(_("Say which server to forget: cardtui connect --forget 192.168.1.7."), USAGE)
    try:
        [*_others, at] = parse_join_line(address).addresses
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    try:
        gone = KnownServers(settings.data_folder()).forget(at)
    except KeyError:
        raise Failed(_("No server at {address} is known here.", address=at), FAILED) from None
    except Unread as error:
        raise unreadable(error.filename, error) from None
    except OSError as error:
        raise unwritable(error.filename, error, NO_SERVER) from None
    click.echo(_("Forgotten: the server at {address}.", address=", ".join(gone)))
    return 0
