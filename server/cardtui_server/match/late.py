"""What spectators under a delay know of a table: `LateTable` has each entry wait until due, but for
a few (`_UNDELAYED_ENTRIES`). The longest pause they then see between two entries:
`_LONGEST_GAP_MILLISECONDS`. How great a delay may be: `rpc/terms.py`.

The entries of the match wait until they are due. A delay in seconds puts each of them off by as
much. A delay in hands keeps a whole hand back until so many more have begun. The hand then goes on
at its own pace, with long pauses cut short; what is left of it when the next hand may be seen is
due at once. Of a table whose packs others play, too, nothing of the match is due until it is no
longer held.

What has nothing to do with the match does not wait: the spectators' own talk, announcements, bans,
requests for seats, and what the host decides about spectators. Who still plays in the late table is
heard as a player. So the late table has an order of entries of its own, numbered without gaps. Once
nothing waits, it is the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from copy import copy
from typing import Final, NamedTuple

from cardtui_server.match import entries
from cardtui_server.match.fold import fold
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Step

_LONGEST_GAP_MILLISECONDS: Final = 4_000
"""The most milliseconds between two entries of a hand that is seen later."""


def is_late(made: entries.Created) -> bool:
    """Return whether spectators of the table see a match later than it is played."""
    return bool(made.delay_hands or made.delay_milliseconds or made.held)


_UNDELAYED_ENTRIES: Final = (
    entries.Announced | entries.Banned | entries.SetAtOnce | entries.SeatAsked
)
"""What has nothing to do with the match, besides the spectators' talk."""


_NEVER: Final = 1 << 52
"""When the end of a match is due that is held: as long as that does not change, not at all."""


class _Held(NamedTuple):
    """An entry that may not be seen: when it was written, in ms since 1970, and what it is of.

    ``ends`` is whether its match ends with it.
    """

    time: int
    match: int
    hand: int
    entry: entries.Entry
    ends: bool


class _Due(NamedTuple):
    """An entry that may be seen from a time on, in milliseconds since 1970."""

    time: int
    held: _Held


class LateTable:
    """The late table, and the entries that it does not know yet.

    Attributes:
        state: the late table; what is not for spectators is not in it.
    """

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._table = state
        self._held: deque[_Held] = deque()
        self._due: deque[_Due] = deque()
        # Of the last entry that may be seen: when it is due, and when it was written.
        self._last = self._last_written = 0

    def feed(self, step: Step, time: int) -> list[Step]:
        """Take over an entry, and return the steps of the late table that are due now.

        Args:
            step: the entry, and the table before and after it.
            time: now, in milliseconds since 1970.
        """
        steps = self.due(time)
        table = self._table = step.after
        if not step.hidden and self._is_of_the_match(step.entry):
            ends = step.before.life is Life.PLAYING and table.life is not Life.PLAYING
            self._held.append(_Held(time, table.match, table.tally.hand, step.entry, ends))
        elif not step.hidden:
            steps.append(self._step(step.entry))
        if isinstance(step.entry, entries.SpectatorsSet):  # the delay may be another one
            self._held.extendleft(due.held for due in reversed(self._due))
            self._due.clear()
            self._last = 0
        self._allow(time)
        return steps + self.due(time)

    def due(self, time: int) -> list[Step]:
        """Return the steps of the late table that are due by now."""
        steps = []
        while self._due and self._due[0].time <= time:
            steps.append(self._step(self._due.popleft().held.entry))
        return steps

    @property
    def lags(self) -> bool:
        """Whether anything waits that spectators are not to know yet."""
        never = self._table.made.held and self._table.life is Life.CLOSED
        return bool(self._held or self._due) and not never

    @property
    def ends(self) -> Mapping[int, int]:
        """By number, when the end of each match is due that is over and not seen to be."""
        held = self._held if self._table.made.held else ()
        never = {each.match: _NEVER for each in held if each.ends}
        return never | {each.held.match: each.time for each in self._due if each.held.ends}

    def copy(self) -> LateTable:
        """Return the same again, to find out what would come of a step."""
        other = copy(self)
        vars(other).update(_held=self._held.copy(), _due=self._due.copy())
        return other

    def due_in(self, time: int) -> float | None:
        """Return in how many seconds the next entry is due; ``None`` if no time says so."""
        return max(0, self._due[0].time - time) / 1000 if self._due else None

    def _allow(self, now: int) -> None:
        """Find out what may be seen from now on, and when."""
        table, made = self._table, self._table.made
        if made.delay_hands and self._may_begin_another_hand():
            self._due = deque(_Due(min(each.time, now), each.held) for each in self._due)
            self._last = min(self._last, now)
        while self._held and self._may_be_seen(self._held[0]):
            held = self._held.popleft()
            if table.life is Life.WAITING and not self._due:
                self._last = now
            elif made.delay_hands:
                gap = min(held.time - self._last_written, _LONGEST_GAP_MILLISECONDS)
                self._last = max(now, self._last + gap)
            else:
                self._last = max(self._last, held.time + made.delay_milliseconds)
            self._last_written = held.time
            self._due.append(_Due(self._last, held))

    def _may_begin_another_hand(self) -> bool:
        """Return whether a hand may be seen while something of the one before is still due."""
        if not self._held or not self._due or not self._may_be_seen(self._held[0]):
            return False
        last, head = self._due[-1].held, self._held[0]
        return (last.match, last.hand) != (head.match, head.hand)

    def _may_be_seen(self, held: _Held) -> bool:
        table = self._table
        if table.made.held:
            return table.life is Life.WAITING
        hands = table.made.delay_hands
        over = table.life is not Life.PLAYING or held.match < table.match
        return not hands or over or held.hand + hands <= table.tally.hand

    def _step(self, entry: entries.Entry) -> Step:
        before = self.state
        after, told = fold(before, entry)
        if isinstance(entry, entries.Seated):  # who lost that seat meanwhile may ask again
            after = after._replace(asking=self._table.asking)
        self.state = after
        return Step(before, after, entry, told)

    def _is_of_the_match(self, entry: entries.Entry) -> bool:
        if isinstance(entry, entries.Talked):
            return entry.seat is not None or self.state.seat_of(entry.player) is not None
        return not isinstance(entry, _UNDELAYED_ENTRIES)


def late_after(late: LateTable | None, step: Step, time: int) -> LateTable | None:
    """Return the late table after a step, fed with it; ``None`` if spectators see the match now.

    Args:
        late: the late table before, if they saw it later.
        time: when it was written, in milliseconds since 1970.
    """
    if not is_late(step.after.made):
        return None
    late = late or LateTable(step.before)
    late.feed(step, time)
    return late
