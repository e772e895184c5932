"""The options of traditional Pif Paf with their defaults and bounds (`SPECS`), ready sets and the
usual one (`PRESETS`), and its melds (`FORM`; PT-30, PT-31). That the largest bet is no less than
the smallest is checked in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.families.chips import CHIP_VALUE, chips_option, hands_option
from cardtui_engine.families.rummy.cards.game import jokers_option
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.pot.state import Terms
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number

# PT-30: at least three suits, at most five cards. PT-31: the ace is low or high.
FORM: Final = Form(aces_high=True, least_suits=3, most_suits=4, longest=5)


SPECS: Final = (
    chips_option("cacife", 100, "PT-01", low=1, short=(20, 60)),
    OptionSpec(
        "pingo",
        OptionKind.NUMBER,
        1,
        "Chips that each player pays to be dealt in.",
        "PT-04",
        low=1,
        short=(1, 3),
    ),
    OptionSpec(
        "min_bet",
        OptionKind.NUMBER,
        5,
        "The minimum bet to stay in.",
        "PT-01",
        low=1,
        short=(1, 5),
    ),
    OptionSpec(
        "max_bet",
        OptionKind.NUMBER,
        20,
        "The maximum bet.",
        "PT-01",
        low=1,
        short=(5, 20),
    ),
    CHIP_VALUE,
    hands_option("PT-05"),
    jokers_option("PT-32"),
)

PRESETS: Final = (Preset("tradicional", {}), Preset("noite", {"hands": 10}, usual=True))


def terms_of(options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms that those options make."""
    pingo, low = number(options, "pingo"), number(options, "min_bet")
    return Terms(
        ante=pingo,
        least=pingo + low,  # PT-05: a seat that cannot pay the pingo and the minimum bet is out.
        low=low,
        high=number(options, "max_bet"),
        hands=number(options, "hands"),
        chip_value=str(options["chip_value"]),
        form=FORM,
        jokers=number(options, "jokers"),
    )
