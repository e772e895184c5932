"""Whether the terminal shows more than ASCII, by the environment's own words.

What Python writes does not tell: where the locale is C, it writes UTF-8 all the same (PEP 538 and
540), and the terminal shows signs that nobody meant.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import Final

_LOCALES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The first of them that says anything counts."""


def shows_utf8(env: Mapping[str, str]) -> bool:
    """Tell whether the terminal shows UTF-8.

    Where no variable says anything, it does: a container or a service has no locale, and the
    terminal that somebody opens it in is their own.

    >>> shows_utf8({"LANG": "pt_BR.UTF-8"}), shows_utf8({"LC_ALL": "C"}), shows_utf8({})
    (True, False, True)
    """
    encoding = env.get("PYTHONIOENCODING", "").partition(":")[0]
    if not encoding:
        said = next((env[name] for name in _LOCALES if env.get(name)), "UTF-8")
        locale, _dot, encoding = said.partition("@")[0].partition(".")
        encoding = encoding or locale  # macOS says “UTF-8” and no more
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
