"""What this program is built of, for ``--version`` and for reports."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_PARTS: Final = ("textual", "grpcio", "protobuf", "uvloop")
_SECONDS: Final = 2


def version_text() -> str:
    """Return name and version, and below it the facts a report needs."""
    parts = ", ".join(f"{name} {_version(name)}" for name in _PARTS)
    commit = commit_of(Path(__file__).parents[1])
    return (
        f"cardtui {_version('cardtui')}{f' ({commit})' if commit else ''}\n"
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"engine {_engine()}; protocol cardtui.v1; {parts}\n"
        f"from {Path(__file__).parents[1]}"
    )


def _engine() -> str:
    """Return which engine runs, without loading it: see ``cardtui_engine/sources.py``."""
    if find_spec("cardtui_engine__mypyc") is None:
        return "interpreted"
    forced = os.environ.get("CARDTUI_PURE", "0") not in ("", "0")
    return "interpreted, as CARDTUI_PURE asks" if forced else "compiled"


def commit_of(package: Path) -> str:
    """Return the commit that a package was built from, or that is checked out where it lies."""
    built = package / "commit.txt"  # left by hatch_build.py
    if built.exists():
        return built.read_text(encoding="ascii").strip()
    checkout = package.parents[1]
    if not (checkout / ".git").exists():
        return ""
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        return subprocess.run(  # noqa: S603 - nothing in it comes from outside
            command, capture_output=True, check=True, timeout=_SECONDS, text=True
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""  # no git, or not ours to read


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "not installed"
