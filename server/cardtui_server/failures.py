"""A `Failure`: an error that the host reads as a sentence. Also refuses to serve on Windows
(`check_system`).
"""

from __future__ import annotations

import sys
from functools import partial
from typing import Any


class Failure(Exception):
    """A failure that a person can do something about.

    Attributes:
        template: the English sentence with ``{named}`` places.
        arguments: the values for those places.
    """

    def __init__(self, template: str, /, **arguments: object) -> None:
        self.template = template
        self.arguments = {name: str(value) for name, value in arguments.items()}
        super().__init__(template.format_map(self.arguments))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be the same failure in another process."""
        return partial(type(self), self.template, **self.arguments), ()


class StartError(Failure):
    """The server cannot start; the sentence says why, and what to do."""


def check_system() -> None:
    """Refuse to be a server where none runs.

    Raises:
        StartError: this is such a system.
    """
    if sys.platform == "win32":
        raise StartError(
            "A table server does not run on Windows yet: join one on another machine with"
            " “cardtui connect”."
        )
