"""Questions of commands on a terminal: whether to trust a server, and for passwords.

They are asked on standard error, as standard output may be a pipe. Where nobody can be asked,
the command fails with a sentence that says how to give the answer.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from cardtui_client.commands.errors import Failed, unreadable
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, p_

if TYPE_CHECKING:
    from cardtui_client.net.call_errors import Refused
    from cardtui_client.net.trust import UnknownServer

VARIABLE = "CARDTUI_PASSWORD"
"""The variable that may hold a server's password."""


def can_ask() -> bool:
    """Tell whether somebody is there to answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_trust(unknown: UnknownServer) -> bool:
    """Ask whether an unknown server is the one that is meant."""
    if not can_ask():
        return False
    click.echo(
        _(
            "The server at {address} is new to you. Its pin is {pin}: does its host see the same,"
            " as the last part of the join line (F4)?",
            address=unknown.address,
            pin=unknown.pin,
        ),
        err=True,
    )
    yes = p_("answer", "yes")
    question = _("Type {word} to connect, or press Enter to cancel", word=yes)
    answer = click.prompt(question, default="", show_default=False, err=True)
    return str(answer).strip().casefold() == yes.casefold()


def ask_password(refused: Refused) -> str | None:
    """Ask for the password that a server wants.

    Returns:
        The password; ``None`` if it was not given, or if that is not why the server refused.

    Raises:
        Failed: nobody can be asked.
    """
    from cardtui.v1 import errors_pb2

    if refused.refusal.reason != errors_pb2.REASON_BAD_PASSWORD:
        return None
    if not can_ask():
        advice = _("Give it with --password-file FILE, or in {variable}.", variable=VARIABLE)
        raise Failed(f"{refused} {advice}", FAILED)
    click.echo(str(refused), err=True)
    return _typed(_("Password")) or None


def ask_new_password() -> str:
    """Ask for the password that one's own server shall have, twice.

    Raises:
        Failed: nobody can be asked, or the two differ, or it is empty.
    """
    if not can_ask():
        raise Failed(
            _(
                "--password asks at a terminal; here, give the password with --password-file FILE,"
                " or in {variable}.",
                variable=VARIABLE,
            ),
            USAGE,
        )
    password = _typed(_("New password of the server"))
    if password != _typed(_("Once more")):
        raise Failed(_("The two passwords differ; start again, and type it twice."), USAGE)
    return checked(password)


def given_password(file: str | None) -> str:
    """Return the password in a file, or else in the environment; ``""`` if there is none.

    Raises:
        Failed: the file cannot be read, or has no password.
    """
    if file is None:
        return os.environ.get(VARIABLE, "")
    try:
        with open(file, encoding="utf-8-sig") as text:  # noqa: PTH123 - pathlib is slow to load
            line = text.readline()
    except (OSError, UnicodeError) as error:
        raise unreadable(
            file, error if isinstance(error, OSError) else OSError(str(error))
        ) from error
    return checked(line.rstrip("\r\n"))


def checked(password: str) -> str:
    """Return the password.

    Raises:
        Failed: it is empty, or too long for any server.
    """
    if not password or len(password.encode("utf-8", "surrogatepass")) > 256:
        raise Failed(_("A password has at least one letter, and at most 256 bytes."), USAGE)
    return password


def _typed(question: str) -> str:
    return str(click.prompt(question, default="", show_default=False, hide_input=True, err=True))
