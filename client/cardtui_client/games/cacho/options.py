"""What the options and presets of Cacho are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.betting.options import BUY_IN, CHIP_VALUE, HANDS
from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "buy_in": BUY_IN,
    "chip_value": CHIP_VALUE,
    "hands": HANDS,
    "third_round_check": OptionFace(mark("Check in the third round")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "cacho": PresetFace(mark("standard"), mark("As our source plays.")),
    "check": PresetFace(mark("with checks"), mark("Players may check in the third round.")),
}
"""What is said of its presets; the first has the defaults."""
