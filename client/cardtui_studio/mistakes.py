"""The search for a seat's mistakes in a match: how long it takes at most (`SEARCH_SECONDS`), when
it first reports (`FIRST_REPORT_SECONDS`), in which order they are shown (`after`), and the words
for them.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_studio.film import Misplay, Sought

FIRST_REPORT_SECONDS: Final = 3.0
"""Seconds after which people are told what may be said already; the search goes on beside it."""

SEARCH_SECONDS: Final = 90.0
"""How long they are sought: the strong bots of some games think long."""

_NICENESS: Final = 10
"""The screen has priority."""


class Mistakes:
    """What has been found until now.

    Attributes:
        seat: whose mistakes they are.
        over: whether no more are sought.
    """

    def __init__(self, seat: int, name: str) -> None:
        self.seat = seat
        self.over = False
        self._name = name
        self._found: dict[int, Misplay] = {}
        self._done = self._all = 0
        self._began = time.monotonic()

    def take(self, sought: Sought) -> None:
        """Take what came of one more choice."""
        self._done, self._all = sought.done, sought.all
        if sought.found is not None:
            self._found[sought.found.at] = sought.found

    def after(self, at: int) -> int | None:
        """Return where the next mistake was made, the costliest first; after the last, that one."""
        places = [each.at for each in self._ranked()]
        if at not in places:
            return places[0] if places else None
        if places == [at] and not self.over:
            return None
        return places[(places.index(at) + 1) % len(places)]

    @property
    def late(self) -> bool:
        """Whether people have waited long enough."""
        return self.over or time.monotonic() - self._began >= FIRST_REPORT_SECONDS

    @property
    def worst(self) -> int | None:
        """Where the costliest mistake was made, once all are known or you have waited a while."""
        return next((each.at for each in self._ranked() if self.late), None)

    def _ranked(self) -> list[Misplay]:
        return sorted(self._found.values(), key=lambda each: (-each.loss, each.at))

    def words(self, model: TableModel, at: int) -> str:
        """Return what to say of the mistake at a position, and its cost; ``""`` for none.

        Args:
            model: the match.
            at: the position.
        """
        if (found := self._found.get(at)) is None:
            return ""
        return " ".join(filter(None, (self._said(model, found), self._how_far())))

    def state(self) -> str:
        """Return how far it is, or that there is no mistake."""
        if not self.over and not (self.late and self._done):
            return _(
                "Weighing {name}’s choices that a hint does not advise: {done} of {all}…",
                name=self._name,
                done=self._done,
                all=self._all or "?",
            )
        if not self.over:
            return _(
                "No clear mistake so far: {done} of {all} choices weighed…",
                done=self._done,
                all=self._all,
            )
        if self._done < self._all:
            return _(
                "No clear mistake in {done} choices; there was no time for more.", done=self._done
            )
        return _("No clear mistake: nothing in this match was surely one.")

    def _said(self, model: TableModel, each: Misplay) -> str:
        # Loaded when there is something to say: the lab.
        from cardtui_client.faces.registry import unit_of
        from cardtui_studio.examined import action_words, cost_words

        game = model.table.game
        unit = "" if each.of_match else unit_of(game, chips=model.is_for_chips)
        return _(
            "{mistake}: {done}. Better: {best}, by {cost}.",
            mistake=self._named(each),
            done=action_words(game, each.done),
            best=action_words(game, each.best),
            cost=cost_words(each.loss, each.margin, unit),
        )

    def _named(self, each: Misplay) -> str:
        """Return what it is called: numbers follow the cost, so none has one before the end."""
        ranked = self._ranked()
        number, count = ranked.index(each) + 1, len(ranked)
        if not self.over:
            return _("The costliest mistake so far") if number == 1 else _("Mistake")
        if count == 1:
            return _("The only clear mistake")
        if number == 1:
            return _("Mistake 1 of {count}, the costliest", count=count)
        return _("Mistake {number} of {count}", number=number, count=count)

    def _how_far(self) -> str:
        """Say how far the search is, or that there was no time for all choices."""
        if not self.over:
            return _("{done} of {all} choices weighed so far.", done=self._done, all=self._all)
        if self._done >= self._all:
            return ""
        return _("There was time for {done} of {all} choices.", done=self._done, all=self._all)


async def sought(record: str, seat: int) -> AsyncGenerator[Sought]:
    """Yield what comes of each choice of a seat, until all are gone through or time is up."""
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", __name__, str(seat)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SEARCH_SECONDS):
            process.stdin.write(record.encode())
            process.stdin.close()
            while line := await process.stdout.readline():
                done, of, found, at = json.loads(line)
                yield Sought(done, of, None if found is None else Misplay(*found), at)
    except (TimeoutError, OSError):
        pass
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _seek(seat: int) -> None:
    """Write a line for each choice: how many are done, of how many, and the mistake."""
    from cardtui_engine.library.record_reading import read
    from cardtui_studio.examined import Examined

    if sys.platform != "win32":
        os.nice(_NICENESS)
    match = Examined(read(sys.stdin.buffer.read()), (), ())
    places = match.suspects(seat)
    _write(0, len(places), None)
    for done, step, each in match.mistakes(places):
        found = each and Misplay(
            step - 1,
            match.written(each.act.action),
            match.written(each.best.action),
            each.done.loss,
            each.done.loss_margin,
            each.of_match,
        )
        _write(done, len(places), found, step - 1)


def _write(done: int, of: int, found: Misplay | None, at: int | None = None) -> None:
    sys.stdout.write(json.dumps([done, of, found, at]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        _seek(int(sys.argv[1]))
