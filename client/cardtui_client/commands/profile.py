"""Whom a command serves: their settings, their language, the name they play under."""

from __future__ import annotations

import getpass
from contextlib import suppress
from typing import TYPE_CHECKING

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.limits import NAME_CELLS

if TYPE_CHECKING:
    from cardtui_client.settings import Settings


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
        settings.name = name
    set_language(settings.language_tag())
    if name is not None and cell_width(name.strip()) > NAME_CELLS:
        raise Failed(_("A name has at most {n} letters: shorten it.", n=NAME_CELLS), USAGE)
    return settings


def keep_first_name(name: str | None) -> None:
    """Save the name given on the command line where none is saved yet, as the first start does.

    The match is then found again when one comes back without giving the name.
    """
    from cardtui_client.settings import read_settings, write_settings

    saved = read_settings()
    if name and not saved.name:
        saved.name = name
        with suppress(OSError):  # a name that is not kept is asked for another time
            write_settings(saved)


def person_name(settings: Settings) -> str:
    """Return the name chosen, or the login's for somebody who has not chosen one."""
    from cardtui_client.text import safe_text

    if settings.name:
        return settings.name
    try:
        return safe_text(getpass.getuser(), NAME_CELLS) or "player"
    except (KeyError, OSError):
        return "player"
