"""QR codes as lines of text: two rows of squares to a line, in half blocks."""

from __future__ import annotations

from typing import Final

_BORDER: Final = 2
"""Half of what the standard asks for; telephones read it, and it leaves room for words."""

_HALVES: Final = {
    (False, False): "█",
    (False, True): "▀",
    (True, False): "▄",
    (True, True): " ",
}
"""By whether the upper and the lower square are dark: light is drawn, dark is left out."""


def qr_lines(text: str) -> list[str]:
    """Return the code of a text, to be shown in white on black."""
    import segno  # a tenth of the start, which only whoever shows a code should pay

    code = segno.make_qr(text, error="l", boost_error=False)
    rows = [[bool(square) for square in row] for row in code.matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
