"""What the options and presets of Truco Argentino are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.games.presenter import OptionFace, PresetFace
from cardtui_client.games.truco.options import WON_TRICKS
from cardtui_client.games.truco_argentino.signals import OWN_SIGNALS
from cardtui_client.i18n import mark

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "target": OptionFace(mark("Points to win")),
    "second_tie": OptionFace(
        mark("Second trick tied"),
        {"third": mark("the third decides"), "first": mark("the first decides")},
    ),
    "third_tie": OptionFace(
        mark("Third trick tied"),
        {"mano": mark("the mano wins"), "first": mark("the first decides")},
    ),
    "envido_after_truco": OptionFace(mark("Envido after truco")),
    "duels": OptionFace(
        mark("Duels of six"),
        {"alternate": mark("every other deal"), "middle": mark("mid-match only")},
    ),
    "envido_pair": OptionFace(
        mark("Unsuited envido"),
        {"any": mark("two cards added"), "highest": mark("the highest card")},
    ),
    "envido_fold": OptionFace(
        mark("Declined envido"),
        {"source": mark("as the rules list"), "traditional": mark("what was accepted")},
    ),
    "won_tricks": WON_TRICKS,
    "scoring": OptionFace(
        mark("Points are added"),
        {"round_end": mark("after the hand"), "as_called": mark("as they are won")},
    ),
    "envido_show": OptionFace(
        mark("Envido shown"),
        {"always": mark("always"), "on_request": mark("if asked for")},
    ),
    "reserved_words": OptionFace(mark("Calls in the talk")),
    OWN_SIGNALS: OptionFace(mark("Own signals")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "fuente": PresetFace(mark("by the book"), mark("As our source plays.")),
    "tradicional": PresetFace(mark("traditional"), mark("As most tables in Argentina play.")),
}
"""What is said of its presets; the first has the defaults."""
