"""A name that somebody else has already: the server gives it a number, and one is told."""

from __future__ import annotations

import re

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.text import safe_text


def numbered_words(asked: str, given: str) -> str:
    """Return what to say of the name that a server gave; ``""`` if it is the one asked for.

    Args:
        asked: the name in the settings.
        given: the name on the server.
    """
    asked = " ".join(asked.split())
    if not asked or not re.fullmatch(rf"{re.escape(asked)} \d+", given, re.IGNORECASE):
        return ""
    return _(
        "Somebody else here is called “{name}”: you are “{given}”.",
        name=safe_text(asked, NAME_CELLS),
        given=safe_text(given, NAME_CELLS),
    )
