"""The options of Cacho."""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.chips import CHIP_VALUE, chips_option, hands_option
from cardtui_engine.games.cacho.stakes import LEAST_CHIPS
from cardtui_engine.options import OptionKind, OptionSpec, Preset

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
    Preset("cacho", {}, usual=True),
    Preset("check", {"third_round_check": True}),
)
