"""The command that brings what an extra needs to where this cardtui is installed (`how_to_add`)."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path


def how_to_add(extra: str) -> str:
    """Return a command for a shell: for pipx, or for the Python of this environment.

    It names what the extra needs, not cardtui itself, which may come from anywhere.
    """
    try:
        told = requires("cardtui") or ()
    except PackageNotFoundError:
        told = ()
    # The names alone: pip and pipx choose versions that go with what is there.
    ours = re.compile(rf"""([\w.-]+)[^;]*;\s*extra\s*==\s*['"]{extra}['"]""")
    wanted = [found[1] for each in told if (found := ours.match(each))] or [f"cardtui[{extra}]"]
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return shlex.join(["pipx", "inject", "cardtui", *wanted])
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", "--python", sys.executable, *wanted])
    return shlex.join([sys.executable, "-m", "pip", "install", *wanted])
