"""What this program is built of, for ``--version`` and for reports."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path
from typing import Final

_PARTS: Final = ("textual", "grpcio", "protobuf", "uvloop")


def version_text() -> str:
    """Return name and version, and below it the facts a report needs."""
    parts = ", ".join(f"{name} {_version(name)}" for name in _PARTS)
    return (
        f"cardtui {_version('cardtui')}\n"
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"protocol cardtui.v1; {parts}\n"
        f"from {Path(__file__).parents[1]}"
    )


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"
