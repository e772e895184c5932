"""What a program leaves behind in its terminal, read from all the bytes it sent there."""

import re
from typing import Final

ENTER_SCREEN: Final = b"\x1b[?1049h"

_AT_REST: Final = {
    7: True,  # lines wrap
    25: True,  # the cursor is shown
    1000: False,  # the mouse is not reported, in no way
    1002: False,
    1003: False,
    1004: False,  # nor whether the window has the focus
    1006: False,
    1015: False,
    1016: False,
    1049: False,  # the ordinary screen
    2004: False,  # pasted text is not marked
    2026: False,  # what is written is shown at once
    2048: False,  # the size is not reported
}
"""Each mode of a terminal that a client may change, and how it is found before."""

_MODE: Final = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
_KEYBOARD: Final = re.compile(rb"\x1b\[([<>])\d*u")

_LEAVE_SCREEN: Final = b"\x1b[?1049l"
_CLEARED: Final = re.compile(rb"\x1b\[2J\x1b\[999H(?:\x1b\[[0-?]*[a-z])*$")
"""Nothing is shown any more, and the cursor is in the last line, where a prompt may come."""

_KEEP_TITLE: Final = b"\x1b[22;2t"
_TITLE_BACK: Final = b"\x1b[23;2t"


def leftovers(shown: bytes) -> list[str]:
    """Return what is not as it was before, in words of the terminal's manual."""
    modes: dict[int, bool] = {}
    for numbers, letter in _MODE.findall(shown):
        for number in numbers.split(b";"):
            modes[int(number)] = letter == b"h"
    found = [
        f"?{number}{'h' if on else 'l'}"
        for number, on in modes.items()
        if on is not _AT_REST.get(number, False)
    ]
    pushed = sum(1 if sign == b">" else -1 for sign in _KEYBOARD.findall(shown))
    if pushed > 0:
        found.append(f"the keyboard's modes are pushed {pushed} times")
    if any(not _CLEARED.search(part) for part in shown.split(_LEAVE_SCREEN)[:-1]):
        found.append("a picture stays where there is no other screen")
    kept = shown.count(_KEEP_TITLE) - shown.count(_TITLE_BACK)
    if kept > 0:
        found.append(f"the title is kept {kept} times")
    return found
