"""Signs as ASCII has them: those of a table, and whatever else a screen shows."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from cardtui_client.text import char_width

_ASCII: Final[dict[int, str]] = {
    ord(char): plain
    for chars, plain in (
        ("╭╮╰╯┌┐└┘├┤┬┴┼╁╂╋┢┣┫┳┻╔╗╚╝", "+"),
        ("│┃╷╵╻╹╿╽║▏", "|"),
        ("─━╴╶╸╺═–", "-"),
        ("╱", "/"),
        ("╲", "\\"),
        ("█▌▐▟▙▜▛▗▖▝▘", " "),
        ("▀▔", " "),
        ("▄▁", "_"),
        ("░▒▚▞", "%"),
        ("▰", "#"),
        ("▱", "."),
        ("▓▤", "#"),
        ("◉◎", "O"),
        ("○◦●", "o"),
        ("•", "*"),
        ("·", "."),
        ("◆★⁂", "*"),
        ("▶►▸❯›", ">"),
        ("◀◄◂❮", "<"),
        ("▲△↑▴", "^"),
        ("▼▽↓▾", "v"),
        ("←", "<"),
        ("→", ">"),
        ("…", "~"),
        ("⏎", "<"),
        ("✓", "+"),
        ("♛", "!"),
        ("×", "x"),
        ("◕", "o"),
        ("◠", "^"),
        ("‿", "."),
        ("≡", "="),
        ("♠", "S"),
        ("♥", "H"),
        ("♦", "D"),
        ("♣", "C"),
    )
    for char in chars
}

_ON_SCREENS: Final = _ASCII | {
    ord(char): plain
    for chars, plain in (
        ("●", "*"),  # beside ○, as what is chosen
        ("▊▋▍▎▕┆┇┊┋╎╏", "|"),
        ("▂▃▅▆▇", "_"),
        ("╌╍┄┅┈┉−—", "-"),
        ("“”", '"'),
        ("‘’", "'"),
        ("¡", "!"),
        ("¿", "?"),
    )
    for char in chars
}


def in_ascii(text: str) -> str:
    """Return what is drawn with signs of its own as it looks in ASCII, in as many cells.

    >>> in_ascii("(◕‿─)")
    '(o.-)'
    """
    return text.translate(_ASCII)


def in_letters(text: str) -> str:
    """Return what a screen shows in ASCII alone, in as many cells; letters lose their accents.

    >>> in_letters("¡Não! ● sim ○ 日")
    '!Nao! * sim o ??'
    """
    return text if text.isascii() else "".join(map(_letter, text))


@lru_cache(maxsize=1024)
def _letter(char: str) -> str:
    cells = char_width(char)
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    return (_ON_SCREENS.get(ord(char)) or bare or "?" * cells)[:cells].ljust(cells)
