"""What the options and presets of Cacho are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.betting.options import BUY_IN, CHIP_VALUE, HANDS
from cardtui_client.games.presenter import OptionFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "buy_in": BUY_IN,
    "chip_value": CHIP_VALUE,
    "hands": HANDS,
    "third_round_check": OptionFace(mark("Check in the third round")),
}

PRESETS: Final[Mapping[str, str]] = {
    "cacho": mark("standard"),
    "check": mark("with checks"),
}
"""What its presets are called; the first has the defaults."""
