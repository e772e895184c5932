"""Whom a command serves: settings, and the name, password and trust that it asks for on a terminal.
What strangers may do at a kiosk: `_KIOSK_COMMANDS`. Which logins are nobody's name is in
`settings/values.py`.

Questions are asked on standard error, as standard output may be a pipe. Where nobody can be asked,
the command fails with a sentence that says how to give the answer. A kiosk has one server, which
the command line names: no other command, no editor, no server of its own, no suspending, and
nothing written unless `--data` says where.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.command_line.errors import Failed, unreadable
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, p_
from cardtui_client.limits import NAME_CELLS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardtui_client.net.call_errors import Refused
    from cardtui_client.net.trust import UnknownServer
    from cardtui_client.settings import Settings


PASSWORD_VARIABLE = "CARDTUI_PASSWORD"  # noqa: S105 - the name of a variable
"""The variable that may hold a server's password."""

KIOSK_VARIABLE: Final = "CARDTUI_KIOSK"
_KIOSK_COMMANDS: Final = ("connect", "spectate")


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


def ask_player(names: Sequence[str]) -> str:
    """Ask who of several comes that a server knows from this machine.

    Raises:
        Failed: nobody can be asked.
    """
    from cardtui_client.text import safe_text

    known = ", ".join(safe_text(each, NAME_CELLS) for each in names)
    if not can_ask():
        sentence = _(
            "You played there under several names: {names}. Choose one with --name.", names=known
        )
        raise Failed(sentence, USAGE)
    click.echo(_("You played there under several names: {names}.", names=known), err=True)
    return str(click.prompt(_("Who are you?"), type=click.Choice(list(names)), err=True))


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
        advice = _(
            "Give it with --password-file FILE, or in {variable}.", variable=PASSWORD_VARIABLE
        )
        raise Failed(f"{refused} {advice}", FAILED)
    click.echo(str(refused), err=True)
    return _typed(_("Password")) or None


def ask_new_password() -> str:
    """Ask for the password that your own server shall have, twice.

    Raises:
        Failed: nobody can be asked, or the two differ, or it is empty.
    """
    if not can_ask():
        raise Failed(
            _(
                "--password asks at a terminal; here, give the password with --password-file FILE,"
                " or in {variable}.",
                variable=PASSWORD_VARIABLE,
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
        return os.environ.get(PASSWORD_VARIABLE, "")
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


def load_settings(name: str | None = None) -> Settings:
    """Return the person's settings, and speak their language from here on.

    Args:
        name: the name given on the command line.

    Raises:
        Failed: the settings file or a variable is wrong, or the name is too long.
    """
    from cardtui_client.i18n import _, set_language
    from cardtui_client.settings import BadSettings, read_settings
    from cardtui_client.text import cell_width

    try:
        settings = read_settings()
    except BadSettings as error:
        raise Failed(str(error), USAGE) from None
    if name is not None:
        settings.name = settings.lent["name"] = name  # for this run: the file keeps its own
    set_language(settings.language_tag())
    if name is not None and cell_width(name.strip()) > NAME_CELLS:
        raise Failed(_("A name has at most {n} letters: shorten it.", n=NAME_CELLS), USAGE)
    return settings


def keep_first_name(name: str | None) -> None:
    """Save the name given on the command line where none is saved yet, as the first start does.

    The match is then found again when you come back without giving the name.
    """
    from cardtui_client.settings import read_settings, write_settings

    saved = read_settings()
    if name and not saved.name:
        saved.name = name
        with suppress(OSError):  # a name that is not kept is asked for another time
            write_settings(saved)


def person_name(settings: Settings) -> str:
    """Return the name chosen, or the login's for somebody who has not chosen one."""
    from cardtui_client.settings import login_name
    from cardtui_client.text import safe_text

    nobody = p_("the name of a player who has chosen none", "player")
    return settings.name or safe_text(login_name(), NAME_CELLS) or nobody


def check_command(command: str | None) -> None:
    """Refuse what a kiosk has no use for.

    Args:
        command: the command that was asked for; ``None`` for none.

    Raises:
        Failed: this is a kiosk, and the command is not one of its own.
    """
    from cardtui_client.settings import BadSettings, read_settings

    try:
        kiosk = read_settings().kiosk
    except BadSettings:
        kiosk = KIOSK_VARIABLE in os.environ  # what needs the settings says what is wrong with them
    if kiosk and command not in _KIOSK_COMMANDS:
        names = ", ".join(f"cardtui {each}" for each in _KIOSK_COMMANDS)
        raise Failed(_("This is a kiosk: it has {names} alone.", names=names), USAGE)


def enter_kiosk(settings: Settings, address: str | None) -> None:
    """Shut what is to be shut, if this is a kiosk.

    Args:
        address: the only server of this kiosk.

    Raises:
        Failed: it has none.
    """
    if not settings.kiosk:
        return
    if address is None:
        raise Failed(_("A kiosk needs the address of its server."), USAGE)
    if sys.platform != "win32":
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)


def ask_name(settings: Settings, *, default: str = "") -> None:
    """Ask for a name where none is chosen, if somebody is there to answer.

    Args:
        settings: get the name.
        default: what Enter takes; ``""`` to go on asking.
    """
    from cardtui_client.text import safe_text

    suffix = ": " if default else " "
    while not settings.name and can_ask():
        typed = click.prompt(
            _("What’s your name?"),
            default=default,
            show_default=bool(default),
            prompt_suffix=suffix,
            err=True,
        )
        settings.name = safe_text(typed, NAME_CELLS)


def ask_nameless(settings: Settings, address: str = "") -> None:
    """Ask for a name, and keep it, where the login is nobody's; at a kiosk it is everybody's.

    Args:
        settings: get the name.
        address: of the server that is meant, which may know who you are.
    """
    from cardtui_client.settings import login_name

    if settings.kiosk:
        ask_name(settings)
    elif not (settings.name or login_name() or _is_known(settings, address)):
        ask_name(settings)
        keep_first_name(settings.name)


def _is_known(settings: Settings, address: str) -> bool:
    """Tell whether this machine has been somebody at that server, who is found without a name."""
    from cardtui_client.net.address import BadAddress, parse_join_line
    from cardtui_client.net.known_servers import names_at

    try:
        there = parse_join_line(address).addresses[0]
    except BadAddress:
        return False  # it is said once somebody goes there
    return bool(names_at(settings.data_folder(), there))


GUEST_FILE: Final = "guest"
"""The file by which a folder is a guest's: tokens are kept there, but nothing is rated."""


def keeping_folder(settings: Settings) -> Path | None:
    """Return where tokens and known servers are kept; ``None`` keeps none.

    A kiosk keeps none by itself: anybody who gave somebody's name there would be that person.
    """
    return None if settings.kiosk and not settings.data else settings.data_folder()
