"""The `LANGUAGES` and their names: finds a message in the reader's own, when it is shown.
Which language an environment asks for: `detect_language`. How numbers and days are written:
`decimal`, `day`.

A message's id is its English sentence with ``{named}`` places. Nothing is looked up at
import, so that a switch of the language changes every text that is drawn after it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache
from gettext import NullTranslations, translation
from typing import Final

from cardtui_client.catalogues import LOCALE_FOLDER, bring_up_to_date

LANGUAGES: Final = ("en", "pt_BR", "es_AR")
"""The languages there are catalogues for; the first is the one the sources are written in."""

LANGUAGE_NAMES: Final = {
    "en": "English",
    "pt_BR": "português do Brasil",
    "es_AR": "español rioplatense",
}
"""What each language calls itself."""

_PLACE: Final = re.compile(r"\{(\w+)\}")


@cache
def _catalogue(tag: str) -> NullTranslations:
    bring_up_to_date(tag)
    return translation("cardtui", LOCALE_FOLDER, languages=[tag], fallback=True)


class _Current:
    """The language in use: one for each process, as one reader sits in front of it."""

    tag = LANGUAGES[0]


def fill(template: str, args: Mapping[str, object]) -> str:
    """Put the values in the template's ``{named}`` places.

    Templates also come from servers, so nothing but a plain name is a place: neither
    attributes nor widths, which `str.format` would follow into memory without end.
    """
    return _PLACE.sub(lambda place: str(args.get(place[1], place[0])), template)


def _(msgid: str, /, **args: object) -> str:
    """Return the message in the current language, its places filled."""
    if not msgid:
        return ""  # gettext answers the empty id with the catalogue's header
    return fill(_catalogue(_Current.tag).gettext(msgid), args)


def n_(singular: str, plural: str, n: int, /, **args: object) -> str:
    """Return the message for that number, which fills the place ``{n}``."""
    text = _catalogue(_Current.tag).ngettext(singular, plural, n)
    return fill(text, {"n": n, **args})


def p_(context: str, msgid: str, /, **args: object) -> str:
    """Return the message where the same English means different things by context."""
    return fill(_catalogue(_Current.tag).pgettext(context, msgid), args)


def decimal(value: float, form: str = ".1f") -> str:
    """Return a number as the current language writes it; ``form`` is that of `format`.

    What rounds to nothing is not negative.

    >>> decimal(-0.04), decimal(-0.06), decimal(-0.004, "+6.2f")
    ('0.0', '−0.1', ' +0.00')
    """
    rounded = float(format(value, form)) or 0.0
    told = format(rounded, form).replace("-", "−")
    return told if _Current.tag == LANGUAGES[0] else told.replace(".", ",")


_MONTHS: Final = "JanFebMarAprMayJunJulAugSepOctNovDec"

now = time.time


def day(at: float, *, near: bool = True) -> str:
    """Return a day as the current language writes it, by the clock of this machine.

    Args:
        at: a moment of it, in seconds since 1970.
        near: whether to say today and yesterday.
    """
    then, today = time.localtime(at), time.localtime(now())
    ago = (date(*today[:3]) - date(*then[:3])).days
    if near and ago in (0, 1):
        return _("yesterday") if ago else _("today")
    year, month, number = time.strftime("%Y %m %d", then).split()
    if then.tm_year != today.tm_year:
        return _("{year}-{month}-{day}", year=year, month=month, day=number)
    if _Current.tag == LANGUAGES[0]:
        month, number = _MONTHS[3 * then.tm_mon - 3 : 3 * then.tm_mon], str(then.tm_mday)
    return _("{month} {day}", month=month, day=number)


def moment(at: float, *, near: bool = True) -> str:
    """Return the day and the time of day; see `day`."""
    return f"{day(at, near=near)} {time.strftime('%H:%M', time.localtime(at))}"


def mark(msgid: str) -> str:
    """Have a message extracted for the catalogues; `_` is given it later."""
    return msgid


def mark_n(singular: str, plural: str) -> str:  # noqa: ARG001 - read by the extraction
    """Have a message with a number extracted for the catalogues; others look it up."""
    return singular


def mark_p(context: str, msgid: str) -> str:  # noqa: ARG001 - read by the extraction
    """Have a message extracted for the catalogues; `p_` is given it later."""
    return msgid


def language() -> str:
    """Return the tag of the current language."""
    return _Current.tag


def set_language(tag: str) -> None:
    """Use that language from now on.

    Raises:
        ValueError: there is no catalogue of it.
    """
    if tag not in LANGUAGES:
        raise ValueError(f"there is no language {tag!r}; there are {', '.join(LANGUAGES)}")
    _Current.tag = tag


@contextmanager
def speaking(tag: str) -> Generator[None]:
    """Use that language within the block, in which nothing else may run."""
    before = language()
    set_language(tag)
    try:
        yield
    finally:
        set_language(before)


def match_language(wanted: str) -> str | None:
    """Return the language that fits a locale's name best, ``None`` if none does.

    >>> match_language("pt_PT.UTF-8")
    'pt_BR'
    """
    spoken = wanted.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0]
    for tag in LANGUAGES:
        if tag.partition("_")[0] == spoken.lower():
            return tag
    return "en" if spoken in ("C", "POSIX") else None


def detect_language(env: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, by gettext's order of variables."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in env.get(name, "").split(":"):
            if wanted and (found := match_language(wanted)):
                return found
    return LANGUAGES[0]
