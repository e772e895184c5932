"""What you may type for yes (`YES_WORDS`) and no (`NO_WORDS`), numbers, chips, delays and clocks.
Which clocks have names, such as long: `_NAMED_CLOCKS`. What is said of a text that is no such
value: `BadValue`.

The command line knows this before it loads messages and screens; sentences are made when needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cardtui_client.i18n import _, mark
from cardtui_client.limits import (
    LONGEST_CLOCK_SECONDS,
    LONGEST_DELAY_HANDS,
    LONGEST_DELAY_SECONDS,
    LONGEST_RESERVE_SECONDS,
    SHORTEST_CLOCK_SECONDS,
    TABLE_NAME_CELLS,
)

YES_WORDS: Final = ("y", "yes", "s", "si", "sí", "sim")
NO_WORDS: Final = ("n", "no", "nao", "não")
"""Yes and no, in all languages."""

HIDE_WORD: Final = "hide"
"""What is typed before a card, in every language, to play it face down."""

MOST_CHOICES: Final = 40
"""More values than this of one option are not offered."""

_ON_WORDS: Final = (*YES_WORDS, "true", "on", "1")
_OFF_WORDS: Final = ("", *NO_WORDS, "false", "off", "0")
_NUMBER: Final = re.compile(r"-?\d{1,11}", re.ASCII)
_SECONDS: Final = re.compile(r"\d{1,5}(\.\d{1,3})?", re.ASCII)
_CLOCK: Final = re.compile(r"(\d{1,5})(?:\+(\d{1,5}))?", re.ASCII)
_LIMITS: Final = re.compile(r"(\d{1,7})-(\d{1,7})", re.ASCII)
_DELAY: Final = re.compile(r"(\d{1,4})(h|s)", re.ASCII)
_NAMED_CLOCKS: Final = {"off": (0, 0), "long": (120_000, 600_000)}


class BadValue(ValueError):
    """What was typed is no value of what it was typed for; the sentence says what would be one."""

    def __init__(self, template: str, **args: object) -> None:
        super().__init__(_(template, **args))
        self._template, self._args = template, args

    def of(self, name: str) -> str:
        """Return the sentence with the name that was typed: in its place, or before it."""
        told = _(self._template, **{**self._args, "name": name})
        return told if "{name}" in self._template else f"{name}: {told}"


def switch(text: str) -> bool:
    """Return whether a text says yes; none at all says no.

    Raises:
        BadValue: it is neither yes nor no.
    """
    if text.casefold() in _ON_WORDS:
        return True
    if text.casefold() in _OFF_WORDS:
        return False
    raise none_of(("yes", "no"))


def short_text(said: str, cells: int) -> str:
    """Return a text that fits into so many cells and can be shown."""
    from cardtui_client.text import safe_text

    return safe_text(said, cells)


def one_of(text: str, values: Iterable[str]) -> str:
    """Return the text, which is one of the values.

    Raises:
        BadValue: it is none of them.
    """
    known = list(values)
    if text not in known:
        raise none_of(known)
    return text


def none_of(values: Iterable[str]) -> BadValue:
    """Return what is wrong with a text that is none of the values."""
    return BadValue(mark("{name} takes one of {values}."), values=_either(values))


def number(text: str, numbers: range) -> int:
    """Return the number that a text is.

    Raises:
        BadValue: it is none, or not among those numbers.
    """
    if _NUMBER.fullmatch(text) and int(text) in numbers:
        return int(text)
    if numbers.step > 1 and len(numbers) <= MOST_CHOICES:
        raise BadValue(mark("One of: {values}"), values=_either(map(str, numbers)))
    raise _outside(numbers.start, numbers.stop - 1)


def seconds(text: str, most: int) -> int:
    """Return the milliseconds of so many seconds, which may be a fraction.

    Raises:
        BadValue: it is no number of seconds, or more than so many.

    >>> seconds("1.5", 10)
    1500
    """
    if not _SECONDS.fullmatch(text) or float(text) > most:
        raise BadValue(mark("Enter seconds from 0 to {most}, such as 1.5."), most=most)
    return round(1000 * float(text))


def clock(text: str) -> tuple[int, int]:
    """Return the milliseconds to act and in reserve that a text stands for; zeros for no clock.

    Raises:
        BadValue: it stands for no clock.

    >>> clock("30+60"), clock("45"), clock("off")
    ((30000, 60000), (45000, 0), (0, 0))
    """
    said = text.strip().casefold()
    if said in _NAMED_CLOCKS:
        return _NAMED_CLOCKS[said]
    found = _CLOCK.fullmatch(said)
    act, reserve = (int(each or 0) for each in found.groups()) if found else (0, 0)
    if (
        not SHORTEST_CLOCK_SECONDS <= act <= LONGEST_CLOCK_SECONDS
        or reserve > LONGEST_RESERVE_SECONDS
    ):
        raise BadValue(
            mark(
                "{name} takes seconds such as 30+60 ({least} to {most}, and up to {reserve} in "
                "reserve), or long, or off; not “{text}”."
            ),
            least=SHORTEST_CLOCK_SECONDS,
            most=LONGEST_CLOCK_SECONDS,
            reserve=LONGEST_RESERVE_SECONDS,
            text=_shown(text),
        )
    return 1000 * act, 1000 * reserve


def limits(text: str) -> tuple[int, int]:
    """Return the least and the most chips that a text such as ``50-200`` names.

    Raises:
        BadValue: it names none.

    >>> limits("50-200")
    (50, 200)
    """
    found = _LIMITS.fullmatch(text)
    least, most = map(int, found.groups()) if found else (0, 0)
    if not 0 < least <= most:
        raise BadValue(
            mark("{name} takes the least and the most chips, such as 50-200; not “{text}”."),
            text=_shown(text),
        )
    return least, most


def delay(text: str) -> tuple[int, int]:
    """Return how many hands, or else how many milliseconds later spectators see a match.

    Raises:
        BadValue: it is no delay.

    >>> delay("2h"), delay("30s"), delay("off")
    ((2, 0), (0, 30000), (0, 0))
    """
    if text in ("off", "0", "no"):
        return 0, 0
    found = _DELAY.fullmatch(text)
    if found and found[2] == "h" and int(found[1]) <= LONGEST_DELAY_HANDS:
        return int(found[1]), 0
    if found and found[2] == "s" and int(found[1]) <= LONGEST_DELAY_SECONDS:
        return 0, 1000 * int(found[1])
    raise none_of(("1h", "2h", "30s", "off"))


def _either(values: Iterable[str]) -> str:
    from cardtui_client.model.cards import either_words

    return either_words([_shown(each) for each in values][:MOST_CHOICES])


def _shown(said: str) -> str:
    return short_text(said, TABLE_NAME_CELLS)


def _outside(low: int, high: int) -> BadValue:
    return BadValue(mark("Enter a whole number from {low} to {high}."), low=low, high=high)
