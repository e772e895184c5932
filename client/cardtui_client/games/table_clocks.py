"""The clocks that a table may have: named ones, and what a person types for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.limits import LONGEST_CLOCK, LONGEST_RESERVE, SHORTEST_CLOCK

if TYPE_CHECKING:
    from cardtui.v1 import tables_pb2


class TableClock(NamedTuple):
    """The seconds to act and in reserve; no seconds to act stand for no clock."""

    act: int = 0
    reserve: int = 0

    def __str__(self) -> str:
        return f"{self.act}+{self.reserve}" if self.act else "off"


OFF: Final = TableClock()
LONG: Final = TableClock(120, 600)
"""For those who have the table read to them."""

OFFERED: Final = (OFF, TableClock(15, 30), TableClock(30, 60), TableClock(60, 180), LONG)
"""The clocks that a form offers."""

_NAMED: Final = {"off": OFF, "long": LONG}


def clock_lines(table: tables_pb2.Table) -> list[str]:
    """Return the clock of a table as a sentence; nothing for a table without one."""
    if not table.clock_milliseconds:
        return []
    words = _(
        "Clock: {act} s for each decision, {reserve} s in reserve.",
        act=table.clock_milliseconds // 1000,
        reserve=table.reserve_milliseconds // 1000,
    )
    return [words]


def read_clock(text: str) -> TableClock | None:
    """Return the clock that a text stands for; ``None`` if it stands for none.

    >>> read_clock("30+60"), read_clock("45")
    (TableClock(act=30, reserve=60), TableClock(act=45, reserve=0))
    >>> read_clock("long") is LONG
    True
    >>> read_clock("4+60") is read_clock("soon") is None
    True
    """
    said = text.strip().casefold()
    if said in _NAMED:
        return _NAMED[said]
    act, plus, reserve = said.partition("+")
    if not _is_number(act) or (plus and not _is_number(reserve)):
        return None
    clock = TableClock(int(act), int(reserve or 0))
    fits = SHORTEST_CLOCK <= clock.act <= LONGEST_CLOCK and clock.reserve <= LONGEST_RESERVE
    return clock if fits else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
