"""The diary: matches that wait for this person; what comes of them goes to the results.

It is a file of the client's own, in the folder where it keeps tokens. A kiosk whose people share a
folder keeps it for as long as it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.settings.ledgers import Ledgers
from cardtui_client.settings.results import Results
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "diary.json"
_PRICE: Final = mark("Matches that wait for you are in the lobbies of their servers.")
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

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        """Read nothing yet.

        Args:
            settings: whose folder it is kept in.
            now: returns seconds since 1970.
        """
        self._settings = settings
        self._file = (
            JsonFile(settings.data_folder() / _FILE, _parsed, _nobody_waits, _PRICE)
            if settings.kept
            else None
        )
        self._waits: list[OwnMatch] = []
        self.results = Results(settings, now)
        self.ledgers = Ledgers(settings, now)

    def waiting(self) -> list[OwnMatch]:
        """Return the matches that wait for who has the name in use, the newest first."""
        known = self._read()
        return [each for each in reversed(known) if each.player == self._settings.name]

    def began(self, match: OwnMatch) -> None:
        """Note a match in which one sits now."""
        self._change(
            lambda known: [*(each for each in known if not each.is_same(match)), match][-_MOST:]
        )

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
        found = self._found(OwnMatch(server, table, player, "", ""))
        if found is not None:
            place = (table, match) if match else ("", 0)
            self.results.add(found.game, won=won, against=against, partners=partners, place=place)
            self.gone(server, table, player)

    def gone(self, server: str, table: str, player: str) -> None:
        """Note that a match does not wait any more, however it ends."""
        match = OwnMatch(server, table, player, "", "")
        if self._found(match) is not None:
            self._change(lambda known: [each for each in known if not each.is_same(match)])

    def _found(self, match: OwnMatch) -> OwnMatch | None:
        return next((each for each in self._read() if each.is_same(match)), None)

    def _read(self) -> list[OwnMatch]:
        """Read it again: another client of the same person may have written it."""
        return self._waits if self._file is None else self._file.read()["waiting"]

    def _change(self, changed: Callable[[list[OwnMatch]], list[OwnMatch]]) -> None:
        if self._file is None:
            self._waits = changed(self._waits)
        else:
            self._file.keep(lambda known: {"waiting": changed(known["waiting"])})


class _Known(TypedDict):
    """What the file has."""

    waiting: list[OwnMatch]


def _nobody_waits() -> _Known:
    return {"waiting": []}


def _parsed(data: Any) -> _Known:
    """Return what stands in the file.

    Raises:
        ValueError: it has another form.
    """
    match data:
        case {"waiting": list(rows)}:
            return {"waiting": [OwnMatch(*_row(row)).safe for row in rows]}
        case _:
            raise ValueError("it has another form")


def _row(row: Any) -> tuple[Any, ...]:
    values = tuple(row) if type(row) is list else ()
    short = all(len(each) <= _LONGEST for each in values if isinstance(each, str))
    if tuple(map(type, values)) not in (_BARE, _WHOLE) or not short:
        raise ValueError("it has another form")
    return values
