"""What the options and presets of Truco Paulista are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "manilha": OptionFace(
        mark("Manilhas"),
        {"vira": mark("by the card turned up"), "fixed": mark("always the same four")},
    ),
    "deck": OptionFace(
        mark("Pack"), {"full": mark("forty cards"), "clean": mark("without fours to sevens")}
    ),
    "stakes": OptionFace(
        mark("Stakes"),
        {
            "paulista": mark("from one: 1, 3, 6, 9, 12"),
            "mineiro": mark("from two: 2, 4, 6, 10, 12"),
        },
    ),
    "raise_limit": OptionFace(
        mark("Raises"),
        {"none": mark("up to the last stake"), "needed": mark("up to what wins")},
    ),
    "raise_while_eleven": OptionFace(
        mark("Truco at eleven"),
        {
            "refuse": mark("is refused"),
            "hand": mark("loses the hand"),
            "game": mark("loses the game"),
        },
    ),
    "iron": OptionFace(
        mark("The iron hand"),
        {"blind": mark("nobody looks"), "seen": mark("all see their own cards")},
    ),
    "best_of": OptionFace(mark("Games to a match")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "paulista": PresetFace(mark("paulista"), mark("As most tables play.")),
    "limpo": PresetFace(mark("clean pack"), mark("Without fours, fives, sixes and sevens.")),
    "velha": PresetFace(mark("old style"), mark("With fixed manilhas.")),
    "mineiro": PresetFace(
        mark("mineiro"), mark("As in Minas: fixed manilhas, the hand starts at 2.")
    ),
}
"""What is said of its presets; the first has the defaults."""
