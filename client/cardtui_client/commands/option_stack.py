"""Options that several commands share, added together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def with_options(command: F, *options: Callable[[F], F]) -> F:
    """Return a command with these options, in the order in which its help is to list them."""
    for option in reversed(options):
        command = option(command)
    return command
