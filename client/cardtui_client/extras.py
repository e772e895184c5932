"""What to install: the command for an extra (`how_to_add`), or all of it (`what_to_install`)."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from cardtui_client.i18n import _


def what_to_install(error: ModuleNotFoundError) -> str:
    """Return what to install; empty if what is missing is a part of cardtui."""
    missing = (error.name or "cardtui").partition(".")[0]
    if missing.startswith("cardtui"):
        return ""
    return _(
        "{module} is not installed. Without what it needs, cardtui is a library of rules alone "
        "(cardtui_engine); this brings the rest: pip install cardtui",
        module=missing,
    )


def how_to_add(extra: str) -> str:
    """Return a command for a shell: for pipx, or for the Python of this environment.

    It names what the extra needs, not cardtui itself, which may come from anywhere.
    """
    from importlib.metadata import PackageNotFoundError, requires

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
