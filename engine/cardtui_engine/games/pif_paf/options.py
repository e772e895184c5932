"""The options of Pif Paf with their defaults and bounds (`SPECS`), ready sets and the usual one
(`PRESETS`), and its melds (`form_of`; PP-30, PP-31).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.families.chips import CHIP_VALUE, chips_option, hands_option
from cardtui_engine.families.rummy.cards.game import jokers_option
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.pot.state import Terms
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number


def form_of(aces: str) -> Form:
    """Return the melds that the option ``aces`` allows."""
    # PP-31: exactly three suits, so at most six cards.
    return Form(aces_high=aces == "both", least_suits=3, most_suits=3, longest=6)


SPECS: Final = (
    OptionSpec(
        "ante",
        OptionKind.NUMBER,
        1,
        "The ante of each player, in chips.",
        "PP-02",
        low=1,
        short=(1, 3),
    ),
    chips_option("buy_in", 100, "PP-04", low=1, short=(3, 20)),
    CHIP_VALUE,
    hands_option("PP-04"),
    OptionSpec(
        "aces",
        OptionKind.CHOICE,
        "low",
        "The ace ranks below the two only, or above the king too.",
        "PP-30",
        choices=("low", "both"),
    ),
    jokers_option("PP-34"),
)

PRESETS: Final = (
    Preset("denexa", {}),
    Preset("mesa", {"aces": "both"}),
    Preset("noite", {"hands": 10}, usual=True),
)


def terms_of(options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms that those options make."""
    ante = number(options, "ante")
    return Terms(
        ante=ante,
        least=ante,
        low=ante,
        high=None,
        hands=number(options, "hands"),
        chip_value=str(options["chip_value"]),
        form=form_of(str(options["aces"])),
        jokers=number(options, "jokers"),
    )
