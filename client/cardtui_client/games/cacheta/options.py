"""What the options and presets of Cacheta are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "points": OptionFace(mark("Points to start with")),
    "rounds": OptionFace(mark("Hands to play")),
    "natural_trumps": OptionFace(mark("Wild cards in their own place")),
    "set_suits": OptionFace(mark("Suits in a set")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "mesa": PresetFace(mark("standard"), mark("As our source plays.")),
    "ranked": PresetFace(mark("ranked"), mark("As in ranked rooms: each starts with 5 points.")),
}
"""What is said of its presets; the first has the defaults."""
