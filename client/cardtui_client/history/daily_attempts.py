"""Your deals of the day with their results: `Attempts`; which day it is, and what a `Streak` is.
The first attempt of a name counts, from its first act on; `_MOST_ATTEMPTS` are kept. What is dealt
is in `deals/daily.py`; what is shown of it, in `tui/home.py` and `tui/results.py`.

Until your first act you may leave and come back. While its table is open the program holds a lock,
by which others know that it is played.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from cardtui_client.files import AT_ONCE
from cardtui_client.i18n import mark
from cardtui_client.json_file import file_of, lock_now, texts
from cardtui_client.settings.values import Settings

_FILE: Final = "daily.json"
_IF_DAMAGED: Final = mark("Which deals of the day you have played is not known any more.")
_OPEN_FILE: Final = "daily-{game}-{name:08x}.open"
_LEAST_WORDS: Final = 2
_MOST_ATTEMPTS: Final = 1000
"""How many attempts are kept; the oldest ones go."""


def today(now: datetime | None = None) -> date:
    """Return the day of which the deal is played, the same everywhere."""
    return (now or datetime.now(UTC)).astimezone(UTC).date()


class Attempt(NamedTuple):
    """A deal of the day that you have begun.

    Attributes:
        day: of which day it is.
        game: the game's id.
        line: of your result; ``""`` for none.
    """

    day: date
    game: str
    line: str

    @property
    def score(self) -> str:
        """The points or chips at the end, your own first; ``""`` for no result."""
        return self.line.split()[-2] if self.line else ""

    @property
    def letters(self) -> str:
        """The letters by which others check the result; ``""`` for no result."""
        return self.line.split()[-1] if self.line else ""


class Streak(NamedTuple):
    """Days one after the other on which you have played a deal of the day to its end.

    Attributes:
        now: how many there are until now: until yesterday, as long as today's may be played.
        best: the most that there ever were.
    """

    now: int = 0
    best: int = 0


def streak(days: Iterable[date], now: date) -> Streak:
    """Return how many of the days lie one after the other."""
    numbered = enumerate(sorted({each.toordinal() for each in days}))
    runs = [[each for _at, each in run] for _key, run in groupby(numbered, lambda n: n[1] - n[0])]
    lasts = bool(runs) and now - date.fromordinal(runs[-1][-1]) <= timedelta(days=1)
    return Streak(len(runs[-1]) if lasts else 0, max(map(len, runs), default=0))


class Attempts:
    """Your attempts under the name in use; a kiosk keeps none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.kept_folder
        self._held: int | None = None
        self._file = file_of(self._folder, _FILE, texts, dict[str, str], _IF_DAMAGED)

    def line(self, day: str, game: str) -> str | None:
        """Return the line of your result; ``""`` for none, ``None`` if you have not begun."""
        line = self._file.read().get(self._key(day, game))
        return None if line is None else _whole(line)

    def all(self) -> list[Attempt]:
        """Return all that you have begun, the latest first."""
        found = []
        for key, line in reversed(self._file.read().items()):
            day, game, name = (*key.split(" ", 2), "", "")[:3]
            if name == self._settings.name:
                with suppress(ValueError):
                    found.append(Attempt(date.fromisoformat(day), game, _whole(line)))
        return sorted(found, key=lambda each: each.day, reverse=True)

    def streak(self) -> Streak:
        """Return on how many days one after the other you have played one to its end."""
        return streak((each.day for each in self.all() if each.line), today())

    def note(self, day: str, game: str, line: str = "") -> None:
        """Keep that you have begun, or the line of your result."""
        self._file.keep(
            lambda known: dict([*({**known, self._key(day, game): line}).items()][-_MOST_ATTEMPTS:])
        )

    def hold(self, game: str) -> None:
        """Let other programs know that the game's deal is played, until `release`."""
        if self._held is None and (path := self._lock_of(game)) is not None:
            with suppress(OSError):
                self._held = _locked(path)

    def release(self) -> None:
        """Let other programs know that it is played no more; so does the end of the program."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def is_open(self, game: str) -> bool:
        """Tell whether a program plays the game's deal now under that name."""
        if (path := self._lock_of(game)) is None or not path.exists():
            return False
        try:
            os.close(_locked(path))
        except BlockingIOError:
            return True
        except OSError:
            pass  # where no lock can be had, nobody knows
        return False

    def _lock_of(self, game: str) -> Path | None:
        name = crc32(self._settings.name.encode())
        return (
            None if self._folder is None else self._folder / _OPEN_FILE.format(game=game, name=name)
        )

    def _key(self, day: str, game: str) -> str:
        return f"{day} {game} {self._settings.name}"


def _whole(line: str) -> str:
    """Return a line that has a score and letters at its end, or none."""
    return line if len(line.split()) > _LEAST_WORDS else ""


def _locked(path: Path) -> int:
    """Return the descriptor of a file that is locked for this program alone.

    Raises:
        BlockingIOError: another program has it.
        OSError: no lock can be had.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | AT_ONCE, 0o600)
    try:
        lock_now(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
