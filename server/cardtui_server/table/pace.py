"""The pace of a table whose maker chose no other: bots' thinking, pauses, and claim windows."""

from __future__ import annotations

from typing import Final

THINKING: Final = 0.9
"""Seconds that a bot takes to think."""

HAND_PAUSE: Final = 4_000
"""Milliseconds between two hands."""

CLAIM_WINDOW: Final = 3.0
"""Seconds after a discard in which others may claim it."""

CLAIM_WINDOW_AMONG_BOTS: Final = 1.0
"""The same at most where nobody but bots plays: they need no longer than they think."""
