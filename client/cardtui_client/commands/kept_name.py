"""The name that a host gave the server with --name, kept beside its tables for the next start."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from cardtui_client.files import read_given, write_atomically
from cardtui_client.limits import SERVER_NAME_CELLS

_FILE: Final = "server-name"


def keep_name(folder: Path, name: str) -> None:
    """Keep the name; where nothing can be kept, the server says so itself."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / _FILE, name + "\n")


def kept_name(folder: Path) -> str:
    """Return the name that was kept; ``""`` for none."""
    from cardtui_client.text import safe_text  # what measures cells takes long to load

    try:
        text = read_given(folder / _FILE).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return safe_text(text.strip(), SERVER_NAME_CELLS)
