"""The keys by which a number is chosen, be it an amount or a place in the pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.scene.commands import Bare, Command, Step, TypeDigit

NUMBER_KEYS: Final[Mapping[str, Command]] = {
    "left": Step(-1),
    "down": Step(-1),
    "minus": Step(-1),
    "right": Step(1),
    "up": Step(1),
    "plus": Step(1),
    "pagedown": Step(-5),
    "pageup": Step(5),
    "home": Bare.TO_LEAST,
    "end": Bare.TO_MOST,
    "backspace": Bare.ERASE_DIGIT,
    **{digit: TypeDigit(digit) for digit in "0123456789"},
}
