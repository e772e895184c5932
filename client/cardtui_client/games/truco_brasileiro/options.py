"""What the options and presets of Truco Brasileiro are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.games.truco.options import WON_TRICKS
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "shuffle": OptionFace(
        mark("Shuffling"),
        {"riffle": mark("riffled once"), "full": mark("a fresh pack each hand")},
    ),
    "accepted_decides": OptionFace(
        mark("An accepted raise"),
        {"trick": mark("plays for the trick"), "hand": mark("plays for the hand")},
    ),
    "fouls": OptionFace(
        mark("Fouls"), {"refuse": mark("are refused"), "penalise": mark("cost a tento")}
    ),
    "won_tricks": WON_TRICKS,
    "eleven_run": OptionFace(
        mark("Running at eleven"),
        {"they_gain": mark("the other side gains one"), "we_lose": mark("the runners lose one")},
    ),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "denexa": PresetFace(mark("by the book"), mark("As our source plays.")),
    "mesa": PresetFace(mark("common"), mark("As most tables play: a fresh pack each hand.")),
}
"""What is said of its presets; the first has the defaults."""
