"""The options of Cacheta with their defaults and bounds (`SPECS`), ready sets of them and which is
the usual one (`PRESETS`), and the `Terms` that they make.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.families.rummy.cards.game import jokers_option
from cardtui_engine.games.cacheta.melds import form_of
from cardtui_engine.games.cacheta.state import Terms
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number

SPECS: Final = (
    OptionSpec(
        "points",
        OptionKind.NUMBER,
        10,
        "Points that each player starts with.",
        "CA-32",
        low=1,
        short=(1, 3),
    ),
    OptionSpec(
        "rounds",
        OptionKind.NUMBER,
        0,
        "The match ends after so many hands; 0: when one player is left.",
        "CA-32",
        short=(1, 3),
    ),
    OptionSpec(
        "wild",
        OptionKind.CHOICE,
        "colour",
        "Wild cards: the next rank above the flip in its colour, or in its suit alone; or no flip, "
        "and no wild cards.",
        "CA-04",
        ("colour", "suit", "none"),
    ),
    jokers_option("CA-15"),
    OptionSpec(
        "fold",
        OptionKind.FLAG,
        False,
        "Before play you may leave the hand for 1 point; those who stay and lose pay 1 more.",
        "CA-60",
    ),
    OptionSpec(
        "natural_trumps",
        OptionKind.FLAG,
        False,
        "A wild card in its own place is an ordinary card, with room for another wild card beside "
        "it.",
        "CA-14",
    ),
    OptionSpec(
        "set_suits",
        OptionKind.NUMBER,
        3,
        "How many different suits a set needs.",
        "CA-10",
        low=2,
        high=4,
    ),
)

PRESETS: Final = (Preset("mesa", {}, usual=True), Preset("ranked", {"points": 5}))


def terms_of(options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms that those options make."""
    return Terms(
        points=number(options, "points"),
        rounds=number(options, "rounds"),
        wild=str(options["wild"]),
        jokers=number(options, "jokers"),
        fold=bool(options["fold"]),
        natural_trumps=bool(options["natural_trumps"]),
        form=form_of(number(options, "set_suits")),
    )
