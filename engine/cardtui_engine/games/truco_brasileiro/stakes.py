"""What a hand is worth, and what may be raised to (TB-35, TB-51)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.truco.ladder import Ladder, Raises

STAKES: Final = Ladder(("truco", "raise", "raise", "raise"), (1, 3, 6, 9, 12))
"""TB-35"""

UNRAISED: Final = Raises(STAKES.stakes[0])
"""The state of the stake in an ordinary hand before any raise."""

ELEVEN_STAKE: Final = 3
"""What a hand is worth once a side at eleven has chosen to play on (TB-51)."""

RAISED_BY_ELEVEN: Final = Raises(ELEVEN_STAKE)
"""The state of the stake then."""
