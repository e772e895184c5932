"""The exit codes of cardtui, such as `NO_SERVER`; ``cardtui --help`` lists those for scripts."""

from __future__ import annotations

from typing import Final

OK: Final = 0

FAILED: Final = 1
"""The server refused, or a check did not hold."""

USAGE: Final = 2
"""The command was wrong, or the settings are."""

NO_SERVER: Final = 3
"""A server could not be reached or started, or what it sends is of no use."""

PROVES_LESS: Final = 4
"""A record holds, but proves nothing about the acts, or about what was agreed."""

CRASHED: Final = 70
"""A fault of cardtui's own; what ``sysexits.h`` calls an internal software error."""

INTERRUPTED: Final = 130
"""Ended by Ctrl-C, as shells count it."""

PIPE_CLOSED: Final = 141
"""Nobody reads what is written any more, as shells count it."""
