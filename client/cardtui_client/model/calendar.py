"""The evening that a server announces (`Evening`), and how it is said (`evening_words`).
Within how many days its day of the week will do: `_DAYS_IN_WEEK`. Which evening that is the server
decides (`server/cardtui_server/calendar.py`).
"""

from __future__ import annotations

import re
import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client import i18n
from cardtui_client.i18n import _, day, mark, p_
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from cardtui.v1 import session_service_pb2

_DAYS_IN_WEEK: Final = 7
_WEEKDAYS: Final = (
    *(mark("Monday"), mark("Tuesday"), mark("Wednesday"), mark("Thursday"), mark("Friday")),
    *(mark("Saturday"), mark("Sunday")),
)
_LAST_SECOND: Final = 10**10
"""In seconds since 1970, the year 2286: a server that says more is joking."""

_ANNOUNCED_EVENING: Final = re.compile(r"(\d{1,10})-(\d{1,10}) (.+)", re.ASCII)


class Evening(NamedTuple):
    """An evening; times are in seconds since 1970."""

    name: str
    begins: int
    ends: int


def read_evening(told: session_service_pb2.GetServerResponse) -> Evening | None:
    """Return the evening that a server tells; ``None`` if it is none."""
    evening = told.evening
    begins, ends = evening.begins_milliseconds // 1000, evening.ends_milliseconds // 1000
    return _checked(evening.name, begins, ends)


def announced_evening(text: str) -> Evening | None:
    """Return the evening that is announced in a network, ``BEGINS-ENDS NAME``."""
    found = _ANNOUNCED_EVENING.fullmatch(text)
    return None if found is None else _checked(found[3], int(found[1]), int(found[2]))


def _checked(name: str, begins: int, ends: int) -> Evening | None:
    name = safe_text(name, TABLE_NAME_CELLS)
    return Evening(name, begins, ends) if name and 0 < begins < ends < _LAST_SECOND else None


def evening_words(evening: Evening | None) -> str:
    """Return that an evening is on, or when it will be, by the clock of this machine."""
    now = i18n.now()
    if evening is None or evening.ends <= now:
        return ""
    if evening.begins <= now:
        return _("{name}, until {time}", name=evening.name, time=_hour(evening.ends) or "24:00")
    when = p_("an evening", "{day} {time}", day=_day(evening.begins), time=_hour(evening.begins))
    return _("Next: {name}, {when}", name=evening.name, when=when)


def _hour(at: int) -> str:
    """Return the time of day; ``""`` for midnight."""
    said = time.strftime("%H:%M", time.localtime(at))
    return "" if said == "00:00" else said


def _day(at: int) -> str:
    then, today = time.localtime(at), time.localtime(i18n.now())
    ahead = (date(*then[:3]) - date(*today[:3])).days
    return _(_WEEKDAYS[then.tm_wday]) if 0 < ahead < _DAYS_IN_WEEK else day(at)


def evening_as_json(evening: Evening | None) -> dict[str, str] | None:
    """Return an evening as programs read it."""
    if evening is None:
        return None
    begins, ends = (datetime.fromtimestamp(each, UTC) for each in evening[1:])
    return {"name": evening.name, "begins": begins.isoformat(), "ends": ends.isoformat()}
