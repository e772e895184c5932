"""What the options and presets of traditional Pif Paf are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.betting.options import CHIP_VALUE, HANDS
from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "cacife": OptionFace(mark("Chips to start with (cacife)")),
    "pingo": OptionFace(mark("Ante (pingo)")),
    "min_bet": OptionFace(mark("Minimum bet")),
    "max_bet": OptionFace(mark("Maximum bet")),
    "chip_value": CHIP_VALUE,
    "hands": HANDS,
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "tradicional": PresetFace(mark("standard"), mark("As our source plays.")),
}
"""What is said of its presets; the first has the defaults."""
