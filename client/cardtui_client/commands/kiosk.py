"""What a kiosk keeps shut: strangers use it, and only the commands `_ALLOWED` run.

Only one server, which the command line names; no other command, no editor, no server of one's
own, no suspending, and nothing written unless `--data` says where.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from pathlib import Path

    from cardtui_client.settings import Settings

VARIABLE: Final = "CARDTUI_KIOSK"
_ALLOWED: Final = ("connect", "spectate")


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
        kiosk = VARIABLE in os.environ  # whoever needs the settings says what is wrong with them
    if kiosk and command not in _ALLOWED:
        names = ", ".join(f"cardtui {each}" for each in _ALLOWED)
        raise Failed(_("This is a kiosk: it has {names} alone.", names=names), USAGE)


def enter(settings: Settings, address: str | None) -> None:
    """Shut what is to be shut, if this is a kiosk.

    Args:
        settings: what the person has chosen.
        address: the only server of this kiosk.

    Raises:
        Failed: it has none.
    """
    if not settings.kiosk:
        return
    if address is None:
        raise Failed(_("A kiosk needs the address of its server."), USAGE)
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)


def ask_name(settings: Settings) -> None:
    """Ask whoever comes to a kiosk in lines for a name: the login is everybody's."""
    from cardtui_client.commands.asking import can_ask
    from cardtui_client.limits import NAME_CELLS
    from cardtui_client.text import safe_text

    if settings.kiosk and not settings.name and can_ask():
        while not settings.name:
            typed = click.prompt(_("What's your name?"), default="", show_default=False, err=True)
            settings.name = safe_text(typed, NAME_CELLS)


def keeping_folder(settings: Settings) -> Path | None:
    """Return where tokens and known servers are kept; ``None`` keeps none.

    A kiosk keeps none by itself: whoever gave somebody's name there would be that person.
    """
    return None if settings.kiosk and not settings.data else settings.data_folder()
