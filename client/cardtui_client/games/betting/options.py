"""What the options that games for chips share are called, and how many hands a demo plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace
from cardtui_client.i18n import mark

BUY_IN: Final = OptionFace(mark("Chips to start with"))
CHIP_VALUE: Final = OptionFace(mark("What a chip is worth"))
HANDS: Final = OptionFace(mark("Hands to play"))

UNENDING: Final[Mapping[str, int]] = {"hands": 6}
"""Hands of a match to watch, where it would go on until one player has all the chips."""
