"""A TOML file that a person writes: its text, what it holds, and the line where a name stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardtui_client.given_files import read_given
from cardtui_client.i18n import _, mark
from cardtui_client.settings.values import BadSettings


def text_of(path: Path) -> str | None:
    """Return the text of a file, ``None`` without one.

    Raises:
        BadSettings: it cannot be read, or is no text.
    """
    try:
        return read_given(path).decode("utf-8-sig")  # as some editors write
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else mark("this is not UTF-8 text")
        raise BadSettings(
            _("{path} cannot be read: {error}.", path=path, error=_(why or str(error)))
        ) from error


def parsed(path: Path, text: str) -> dict[str, Any]:
    """Return what the text of a file holds.

    Raises:
        BadSettings: it is no TOML; the sentence says where.
    """
    import tomllib  # most people have no such file

    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # a number or a nesting beyond Python's limits, too
        at = re.search(r" \(at (?:line (\d+)|end of document).*\)", str(error))
        line = int(at[1]) if at and at[1] else len(text.splitlines()) or 1
        why = str(error)[: at.start()] if at else str(error)
        raise BadSettings(
            _("{where}: this is not TOML ({why}).", where=f"{path}:{line}", why=why)
        ) from error


def line_of(name: str, text: str) -> int:
    """Return the number of the line, as TOML counts them, that sets the name; 1 if none does."""
    sets = re.compile(rf"""\s*(\[\s*)?["']?([^"'=]*\.["']?)?{re.escape(name)}["']?\s*[=\]]""")
    return next((i for i, line in enumerate(text.split("\n"), 1) if sets.match(line)), 1)
