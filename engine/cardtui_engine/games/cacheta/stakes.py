"""What a hand costs: the points that each of the others loses to the winner (CA-31)."""

from __future__ import annotations

from typing import Final

LOST_TO_NINE: Final = 1
"""When the winner lays down nine cards."""

LOST_TO_TEN: Final = 2
"""When the winner lays down ten."""
