"""How keys are written: `_KEY_SIGNS`, `_SHORT_KEY_NAMES`, `_TRANSLATED_KEYS`."""

from __future__ import annotations

import re
from typing import Final

from cardtui_client.i18n import mark_p, p_

_KEY_SIGNS: Final = {"enter": "⏎", "left": "←", "right": "→"}
_SHORT_KEY_NAMES: Final = {
    "escape": "esc",
    "slash": "/",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "plus": "+",
    "minus": "-",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
_TRANSLATED_KEYS: Final = {
    "space": mark_p("a key", "space"),
    "home": mark_p("a key", "home"),
    "end": mark_p("a key", "end"),
    "pgup": mark_p("a key", "pgup"),
    "pgdn": mark_p("a key", "pgdn"),
}
_KEY_NAME: Final = re.compile(rf"\b({'|'.join(_TRANSLATED_KEYS)})\b")


def key_name(key: str, *, ascii_only: bool = False) -> str:
    """Return how a key is written on its button."""
    if key in _KEY_SIGNS and not ascii_only:
        return _KEY_SIGNS[key]
    return in_words(_SHORT_KEY_NAMES.get(key, key))


def in_words(key: str) -> str:
    """Return a key, as it is written in English, with the name that keyboards give it here.

    >>> from cardtui_client.i18n import speaking
    >>> with speaking("es_AR"):
    ...     print(in_words("^pgdn end shift+home send"))
    ^avpág fin shift+inicio send
    """
    return _KEY_NAME.sub(lambda found: p_("a key", _TRANSLATED_KEYS[found[0]]), key)


def keys_spelled(sentence: str) -> str:
    """Return a sentence with the keys it names in letters.

    >>> keys_spelled("Click the middle, or press ⏎.")
    'Click the middle, or press enter.'
    """
    for key, sign in _KEY_SIGNS.items():
        sentence = sentence.replace(sign, key)
    return sentence
