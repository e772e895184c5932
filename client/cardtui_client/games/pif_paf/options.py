"""What the options and presets of Pif Paf are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.betting.options import BUY_IN, CHIP_VALUE, HANDS
from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "ante": OptionFace(mark("Ante")),
    "buy_in": BUY_IN,
    "chip_value": CHIP_VALUE,
    "hands": HANDS,
    "aces": OptionFace(
        mark("Aces"),
        {"low": mark("below the two"), "both": mark("above the king, too")},
    ),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "denexa": PresetFace(mark("low aces"), mark("As our source plays: aces are low.")),
    "mesa": PresetFace(mark("high aces"), mark("Aces are low or high.")),
}
"""What is said of its presets; the first has the defaults."""
