"""What the options and presets of Cacheta are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "points": OptionFace(mark("Points to start with")),
    "rounds": OptionFace(mark("Hands to play")),
    "natural_trumps": OptionFace(mark("Wild cards in their own place")),
    "set_suits": OptionFace(mark("Suits in a set")),
}

PRESETS: Final[Mapping[str, str]] = {
    "mesa": mark("standard"),
    "ranked": mark("ranked"),
}
"""What its presets are called; the first has the defaults."""
