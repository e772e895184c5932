"""What a hand is worth: the calls of truco, and their stakes (TA-20)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.truco.ladder import Ladder

TRUCO: Final = Ladder(("truco", "retruco", "vale_cuatro"), (1, 2, 3, 4))
"""TA-20"""
