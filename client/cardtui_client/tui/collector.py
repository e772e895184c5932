"""Keeps Python's garbage collector off until the first frame is drawn (`hold`, `let_go`).

It would look through all that is loaded while the first frame is drawn, which takes a tenth of the
time until then; later it would do so again and again, in the middle of a match.
"""

from __future__ import annotations

import gc


def hold() -> None:
    """Search no more until `let_go`."""
    gc.disable()


def let_go() -> None:
    """Search again, if it was held back, but never through what has been loaded by now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
