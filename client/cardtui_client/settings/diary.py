"""The diary: matches that wait for this person; what comes of them goes to the results.

It is a file of the client's own, in the folder where it keeps tokens. A kiosk whose people share a
folder keeps it for as long as it runs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from cardtui_client.atomic_write import write_atomically
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.settings.ledgers import Ledgers
from cardtui_client.settings.results import Results, nobody
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "diary.json"
_MOST: Final = 20
"""How many matches are kept that wait."""

_LONGEST: Final = 400
"""How many characters an address or an id may have."""

_WORDS_CELLS: Final = 60
"""As much of a score, and of names, is told."""

_BARE: Final = (str,) * 5
"""A row as it was written before hand, score and people were noted."""
_WHOLE: Final = (*_BARE, int, str, str)


class OwnMatch(NamedTuple):
    """A match in which one has a seat.

    Attributes:
        server: its address, or the line to join it with.
        table: the id of its table.
        player: one's name there.
        game: the game's id.
        name: the table's name.
        hand: the number of the hand that was played last; 0 where that is not known.
        score: one's own points or chips then, and those of the only other side.
        against: with whom one plays there, but for partners.
    """

    server: str
    table: str
    player: str
    game: str
    name: str
    hand: int = 0
    score: str = ""
    against: str = ""

    @property
    def safe(self) -> OwnMatch:
        """The same, fit to be drawn."""
        return self._replace(
            name=safe_text(self.name, TABLE_NAME_CELLS),
            score=safe_text(self.score, _WORDS_CELLS),
            against=safe_text(self.against, _WORDS_CELLS),
        )

    @property
    def address(self) -> str:
        """Where its server is, without the pin."""
        return self.server.partition("/")[0]

    @property
    def is_here(self) -> bool:
        """Whether its server runs on this machine."""
        return self.address.rpartition(":")[0] in ("127.0.0.1", "localhost", "[::1]")

    def is_same(self, other: OwnMatch) -> bool:
        """Tell whether both are one match: a server of this machine may come back elsewhere."""
        if (self.table, self.player) != (other.table, other.player):
            return False
        return self.server == other.server or (self.is_here and other.is_here)


class Diary:
    """What this person plays here.

    Attributes:
        results: how matches ended.
    """

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float] = time.time,
        tell: Callable[[Path], object] = nobody,
    ) -> None:
        """Read nothing yet.

        Args:
            settings: whose folder it is kept in.
            now: returns seconds since 1970.
            tell: told under which name damaged results are set aside.
        """
        self._settings = settings
        self._waiting: list[OwnMatch] = []
        self.results = Results(settings, now, tell)
        self.ledgers = Ledgers(settings, now)

    def waiting(self) -> list[OwnMatch]:
        """Return the matches that wait for who has the name in use, the newest first."""
        self._read()
        return [each for each in reversed(self._waiting) if each.player == self._settings.name]

    def began(self, match: OwnMatch) -> None:
        """Note a match in which one sits now."""
        self._read()
        others = [each for each in self._waiting if not each.is_same(match)]
        self._waiting = [*others, match][-_MOST:]
        self._write()

    def ended(
        self,
        server: str,
        table: str,
        player: str,
        *,
        won: bool,
        against: Sequence[str] = (),
        partners: Sequence[str] = (),
        match: int = 0,
    ) -> None:
        """Note how a match ended; nothing, if one had no seat in it or it is noted already.

        ``match`` is its number at the table; 0 if that is not known.
        """
        found = self._take_out(server, table, player)
        if found is not None:
            place = (table, match) if match else ("", 0)
            self.results.add(found.game, won=won, against=against, partners=partners, place=place)
            self._write()

    def gone(self, server: str, table: str, player: str) -> None:
        """Note that a match does not wait any more, however it ends."""
        if self._take_out(server, table, player) is not None:
            self._write()

    def _take_out(self, server: str, table: str, player: str) -> OwnMatch | None:
        self._read()
        match = OwnMatch(server, table, player, "", "")
        found = next((each for each in self._waiting if each.is_same(match)), None)
        if found is not None:
            self._waiting.remove(found)
        return found

    def _read(self) -> None:
        """Read it again: another client of the same person may have written it."""
        if not self._settings.kept:
            return
        try:
            data: Any = json.loads(
                (self._settings.data_folder() / _FILE).read_text(encoding="utf-8")
            )
        except (OSError, ValueError):
            data = {}  # none yet, or damaged: the price is a reminder, not a crash
        known = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
        rows = _rows(known.get("waiting"), _BARE, _WHOLE)
        self._waiting = [OwnMatch(*each).safe for each in rows]

    def _write(self) -> None:
        if not self._settings.kept:
            return
        folder = self._settings.data_folder()
        text = json.dumps({"waiting": self._waiting}, ensure_ascii=False, indent=1)
        # Where nothing can be written, the game goes on all the same.
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(folder / _FILE, text, 0o600)


def _rows(rows: object, *kinds: tuple[type, ...]) -> list[tuple[Any, ...]]:
    """Return the rows of a file that are of one of those kinds."""
    found: list[tuple[Any, ...]] = []
    for row in cast("list[list[Any]]", rows) if isinstance(rows, list) else []:
        values = tuple(row) if type(row) is list else ()
        short = all(len(each) <= _LONGEST for each in values if isinstance(each, str))
        if tuple(map(type, values)) in kinds and short:
            found.append(values)
    return found
