"""The mistakes of a seat in a match, sought in a process of its own, for `SECONDS` at most."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from cardtui_client.i18n import _, decimal
from cardtui_studio.film import Misplay, Sought

SECONDS: Final = 180.0
"""How long they are sought: the strong bots of some games think long."""

_NICE: Final = 10
"""The screen comes first."""


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
        self._found: list[Misplay] = []
        self._done = self._all = 0

    def take(self, sought: Sought) -> None:
        """Take what came of one more choice."""
        self._done, self._all = sought.done, sought.all
        if sought.found is not None:
            self._found.append(sought.found)

    def after(self, at: int) -> int | None:
        """Return where the next mistake was made; from the last one on, the first again."""
        places = [each.at for each in self._found]
        later = (place for place in places if place > at)
        return next(later, places[0] if places and self.over else None)

    @property
    def worst(self) -> int | None:
        """Where the costliest mistake was made, once all are known."""
        if not (self.over and self._found):
            return None
        return max(self._found, key=lambda each: each.loss).at

    def words(self, game: str, at: int) -> str:
        """Return what to say of the mistake at a position; ``""`` for none."""
        for number, each in enumerate(self._found, 1):
            if each.at == at:
                count = f"{number}/{len(self._found)}" if self.over else str(number)
                told = _said(game, count, each, costliest=at == self.worst)
                return " ".join(filter(None, (told, self._cut_off())))
        return ""

    def state(self) -> str:
        """Return how far it is, or that there is no mistake."""
        if not self.over:
            return _(
                "Going through the choices of {name}: {done} of {all}…",
                name=self._name,
                done=self._done,
                all=self._all or "?",
            )
        if self._done == self._all > 0:
            return _("Nothing in this match was surely a mistake.")
        return _("No mistake in {done} choices; there was no time for more.", done=self._done)

    def _cut_off(self) -> str:
        """Say so if there was no time for all choices."""
        if not self.over or self._done == self._all:
            return ""
        return _("There was time for {done} of {all} choices.", done=self._done, all=self._all)


def _said(game: str, count: str, each: Misplay, *, costliest: bool) -> str:
    # Loaded when there is something to say: the lab.
    from cardtui_studio.examined import action_words

    if costliest:
        count = _("{count}, the costliest", count=count)
    return _(
        "Mistake {count}: {done}. Better: {best}, by {loss} ± {margin}.",
        count=count,
        done=action_words(game, each.done),
        best=action_words(game, each.best),
        loss=decimal(each.loss),
        margin=decimal(each.margin),
    )


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
        async with asyncio.timeout(SECONDS):
            process.stdin.write(record.encode())
            process.stdin.close()
            while line := await process.stdout.readline():
                done, of, found = json.loads(line)
                yield Sought(done, of, None if found is None else Misplay(*found))
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
        os.nice(_NICE)
    match = Examined(read(sys.stdin.buffer.read()), (), ())
    places = match.decisions(seat)
    _write(0, len(places), None)
    for done, each in enumerate(match.mistakes(places), 1):
        found = each and Misplay(
            each.step - 1,
            match.written(each.act.action),
            match.written(each.best.action),
            each.done.loss,
            each.done.loss_margin,
        )
        _write(done, len(places), found)


def _write(done: int, of: int, found: Misplay | None) -> None:
    sys.stdout.write(json.dumps([done, of, found]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        _seek(int(sys.argv[1]))
