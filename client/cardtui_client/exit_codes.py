"""The exit codes that the client itself ends with; the command line has more of its own."""

from __future__ import annotations

from typing import Final

NO_SERVER: Final = 3
"""A server could not be reached, or what it sends is of no use."""

INTERRUPTED: Final = 130
"""Ended by Ctrl-C, as shells count it."""
