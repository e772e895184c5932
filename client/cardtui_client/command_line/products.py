"""Finds what packages beside the client bring: commands, screens and services (`entry_point`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

COMMANDS = "cardtui.commands"
"""The group of entry points that are commands, by name."""

SCREENS = "cardtui.screens"
"""The group of those that the screens ask for: `films` and `lessons`."""

SERVICES = "cardtui.services"
"""The group of those that run beside a server: `web`."""


def entry_point(group: str, name: str) -> Any:
    """Load an entry point of an installed package.

    `importlib.metadata` finds the same, but loading it takes 20 to 30 ms, half of a small command.

    Raises:
        LookupError: no package brings it.
    """
    for place in _places(group, name):
        module, _, attribute = place.partition(":")
        return getattr(import_module(module), attribute)
    raise LookupError(name)


def _places(group: str, name: str) -> Iterator[str]:
    for folder in sys.path:
        try:
            with os.scandir(folder or os.curdir) as entries:
                packages = [each.path for each in entries if each.name.endswith(".dist-info")]
        except OSError:
            continue
        for package in packages:
            try:
                with open(f"{package}/entry_points.txt", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to load
                    yield from _named(file, group, name)
            except (OSError, UnicodeDecodeError):
                continue


def _named(lines: Iterator[str], group: str, name: str) -> Iterator[str]:
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.strip() == f"[{group}]"
        elif inside:
            key, _, place = line.partition("=")
            if key.strip() == name:
                yield place.strip()
