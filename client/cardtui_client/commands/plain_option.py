"""Whether a command shows lines of text or screens: the flag, the setting, the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

CANNOT_DRAW: Final = ("dumb", "unknown")
"""What terminals call themselves (in ``TERM``) that screens cannot be drawn on."""

F = TypeVar("F", bound=Callable[..., Any])


def plain_option(*, help: str) -> Callable[[F], F]:  # noqa: A002 - as click has it
    """Return the option that asks for lines, or for screens where the settings ask for lines."""
    return click.option("--plain/--screens", default=None, help=help)


def wants_lines(settings: Settings, plain: bool | None) -> bool:
    """Tell whether to show lines: as the command line says, the settings, or the terminal.

    Args:
        settings: what the person has chosen.
        plain: what the command line says; ``None`` for nothing.
    """
    if plain is not None:
        return plain
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return settings.plain or (at_terminal and os.environ.get("TERM", "") in CANNOT_DRAW)
