"""The pace of a table: thinking time, hand pause and claim window; defaults, and the longest."""

from __future__ import annotations

from typing import Final

THINKING: Final = 0.9
"""Seconds that a bot thinks."""

LONGEST_THINKING: Final = 10_000
"""The most milliseconds that a host may let bots think."""

HAND_PAUSE: Final = 4_000
"""Milliseconds between two hands."""

LONGEST_HAND_PAUSE: Final = 60_000
"""The most milliseconds that a host may choose for it."""

CLAIM_WINDOW: Final = 3.0
"""Seconds after a discard in which others may claim it."""

LONGEST_CLAIM_WINDOW: Final = 10_000
"""The most milliseconds that a host may choose for it."""

CLAIM_WINDOW_AMONG_BOTS: Final = 1.0
"""The greatest claim window where only bots play; they need no longer than they think."""
