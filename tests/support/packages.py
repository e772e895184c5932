"""Packages that bring games, as they lie in a folder once they are installed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cardtui_studio.skeleton import high_card

HIGH_CARD = Path(high_card.__file__).read_text("utf-8")
"""The source of a game that keeps all laws."""


def install(
    folder: Path, game: str, source: str, *, package: str = "", target: str = "GAME"
) -> Path:
    """Install a package of one module that brings a game, and return the folder."""
    name = package or f"cardtui-{game}"
    module = name.replace("-", "_")
    folder.mkdir(exist_ok=True)
    (folder / f"{module}.py").write_text(source, "utf-8")
    about = folder / f"{module}-1.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(f"[cardtui.games]\n{game} = {module}:{target}\n")
    return folder


def called(game: str) -> str:
    """Return the source of that game under another id."""
    return HIGH_CARD.replace('"high-card"', f'"{game}"')


def finding(folder: Path) -> Mapping[str, str]:
    """Return the environment of a process that finds what is installed there."""
    return {**os.environ, "PYTHONPATH": str(folder)}
