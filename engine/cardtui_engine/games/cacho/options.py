"""The options of Cacho with their defaults and bounds (`SPECS`), ready sets and the usual one
(`PRESETS`), what a bet costs in the first two rounds (`FIXED_BETS`), and with how few chips a
player is out (`LEAST_CHIPS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from cardtui_engine.families.chips import CHIP_VALUE, chips_option, hands_option
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue, Preset, number

FIXED_BETS: Final = (1, 2)
"""CC-10, CC-12: the price of a bet in the first round and in the second."""

PAID_BEFORE_ROUND: Final = tuple(accumulate(FIXED_BETS, initial=0))
"""What each seat still in has put in before the round of one, two or three cards."""

LEAST_CHIPS: Final = sum(FIXED_BETS)
"""CC-03: with fewer chips a player is not dealt in."""

SPECS: Final[tuple[OptionSpec, ...]] = (
    chips_option("buy_in", 50, "CC-03", low=LEAST_CHIPS, short=(3, 20)),
    CHIP_VALUE,
    hands_option("CC-03"),
    OptionSpec(
        "third_round_check",
        OptionKind.FLAG,
        False,
        "A pass with no bet made in the third round is a check, not a fold.",
        "CC-17",
    ),
)

PRESETS: Final[tuple[Preset, ...]] = (
    Preset("cacho", {}),
    Preset("check", {"third_round_check": True}),
    Preset("noche", {"hands": 20}, usual=True),
)


class Terms(NamedTuple):
    """The options that the table chose; no action changes them."""

    hands: int
    check: bool
    chip_value: str


def terms_of(options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms that those options make."""
    return Terms(
        hands=number(options, "hands"),
        check=bool(options["third_round_check"]),
        chip_value=str(options["chip_value"]),
    )
