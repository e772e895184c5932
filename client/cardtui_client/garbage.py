"""When the program looks for garbage: never while it loads (`hold_back`), nor in what it loaded.

Looking through what has just been loaded finds nothing, and takes a tenth of the time to the first
frame; later it would be done again and again in the middle of a match.
"""

from __future__ import annotations

import gc


def hold_back() -> None:
    """Look for no garbage until `go_on`."""
    gc.disable()


def go_on() -> None:
    """Look for garbage again, if it was held back, but never in what is there by now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
