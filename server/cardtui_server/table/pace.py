"""The pace of a table whose host chose no other: thinking time, hand pause and claim window."""

from __future__ import annotations

from typing import Final

THINKING: Final = 0.9
"""Seconds that a bot thinks."""

HAND_PAUSE: Final = 4_000
"""Milliseconds between two hands."""

CLAIM_WINDOW: Final = 3.0
"""Seconds after a discard in which others may claim it."""

CLAIM_WINDOW_AMONG_BOTS: Final = 1.0
"""The greatest claim window where only bots play; they need no longer than they think."""
