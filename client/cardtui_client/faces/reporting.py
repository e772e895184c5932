"""Reporting what somebody has said: who is meant by a typed line, and what is said of it.
How much talk goes with a report is decided in `server/cardtui_server/lobby/club.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.quick_talk import MutePerson
from cardtui_client.text import safe_text


def person_and_words(line: str, people: Iterable[MutePerson]) -> tuple[str, str]:
    """Return a name at the beginning of a line, and what follows it.

    Args:
        line: as it was typed.
        people: who is there; names of several words are known by them.
    """
    said = " ".join(line.split())
    for name in sorted((each.name for each in people), key=len, reverse=True):
        if f"{said} ".casefold().startswith(f"{name} ".casefold()):
            return name, said[len(name) :].strip()
    first, _blank, rest = said.partition(" ")
    return safe_text(first, NAME_CELLS), rest


def report_question(name: str) -> str:
    """Return what to ask before somebody is reported."""
    return _("What {name} has said, and why that is wrong:", name=name)


def reported_words(name: str) -> str:
    """Return what is said once somebody is reported."""
    return _("The person who runs the server can read what {name} has said.", name=name)
