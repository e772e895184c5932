"""Your matches that wait (`OwnMatch`), and at most how many: `_MOST_WAITING`.
The results of the others are in `history/results.py`; what home shows of both is in
`tui/own_matches.py`.

A kiosk whose people share a folder keeps all of it for as long as it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from cardtui_client.history.daily_attempts import Attempts
from cardtui_client.history.ledgers import Ledgers
from cardtui_client.history.results import SCORE_CELLS, Results
from cardtui_client.i18n import mark
from cardtui_client.json_file import LATEST_TIMESTAMP, OTHER_FORM, file_of
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "diary.json"
_IF_DAMAGED: Final = mark("Matches that wait for you are in the lobbies of their servers.")
_MOST_WAITING: Final = 20
"""How many matches are kept that wait."""

_LONGEST_TEXT: Final = 400
"""How many characters an address or an id may have."""

_SEPARATOR: Final = ", "

_ROW_TYPES: Final = (str, str, str, str, str, int, str, str, int, bool)
"""The types of what is written of a match."""


class OwnMatch(NamedTuple):
    """A match in which you have a seat, be it one that has not begun.

    Attributes:
        server: its address, or the line to join it with.
        table: the id of its table.
        player: your name there.
        game: the game's id.
        name: the table's name.
        hand: the number of the hand that was played last; 0 where that is not known.
        score: your points or chips then, and those of the only other side.
        against: with whom you play there, but for partners.
        at: since when it stands so, in seconds since 1970; 0 where that is not known.
        turn: whether it waited for you.
    """

    server: str
    table: str
    player: str
    game: str
    name: str
    hand: int = 0
    score: str = ""
    against: str = ""
    at: int = 0
    turn: bool = False

    @property
    def safe(self) -> OwnMatch:
        """The same, fit to be drawn."""
        return self._replace(
            name=safe_text(self.name, TABLE_NAME_CELLS),
            score=safe_text(self.score, SCORE_CELLS),
            against=safe_text(self.against, SCORE_CELLS),
        )

    @property
    def has_begun(self) -> bool:
        """Whether a hand of it was dealt; before that, its table waits for players."""
        return bool(self.hand or self.score)

    @property
    def address(self) -> str:
        """Where its server is, without the pin."""
        return self.server.partition("/")[0]

    @property
    def is_here(self) -> bool:
        """Whether its server runs on this machine."""
        return self.address.rpartition(":")[0] in ("127.0.0.1", "localhost", "[::1]")

    @property
    def is_closed(self) -> bool:
        """Whether its server is this machine's, and no other comes there."""
        return self.is_here and self.server == self.address

    def is_same(self, other: OwnMatch) -> bool:
        """Tell whether both are one match: a server may come back elsewhere."""
        if (self.table, self.player) != (other.table, other.player):
            return False
        if self.server == other.server or (self.is_here and other.is_here):
            return True
        pin = self.server.partition("/")[2]
        return bool(pin) and pin == other.server.partition("/")[2]


class Diary:
    """Your matches: those that wait, with `results`, `ledgers` and `attempts` of the others."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self.now = now
        self._file = file_of(
            settings.kept_folder, _FILE, _parsed_waiting, _nothing_waits, _IF_DAMAGED
        )
        self.results = Results(settings, now)
        self.ledgers = Ledgers(settings, now)
        self.attempts = Attempts(settings)

    @property
    def has_records(self) -> bool:
        """Whether a record of a match was ever kept here."""
        from cardtui_client.history.kept_records import folder_of  # home is drawn sooner

        return self._settings.kept and folder_of(self._settings).exists()

    def waiting(self) -> list[OwnMatch]:
        """Return the matches that wait for you under the name in use, the newest first."""
        return [each for each in reversed(self._read()) if each.player == self._settings.name]

    def began(self, match: OwnMatch) -> None:
        """Note a match in which you sit now."""

        def changed(known: list[OwnMatch]) -> list[OwnMatch]:
            others = [each for each in known if not each.is_same(match)]
            return [*others, match][-_MOST_WAITING:]

        self._change(changed)

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
        """Note how a match ended; nothing, if you had no seat in it or it is noted already.

        ``match`` is its number at the table; 0 if that is not known.
        """
        found = self._found(OwnMatch(server, table, player, "", ""))
        if found is not None:
            self.results.add(
                found.game,
                won=won,
                name=player,
                against=against,
                partners=partners,
                place=(table, match) if match else ("", 0),
            )
            self.gone(server, table, player)

    def left(self, server: str, table: str, player: str) -> None:
        """Note that a match was left for good, where it stood: it was neither won nor lost.

        One that was left in its first hand leaves nothing behind.
        """
        found = self._found(OwnMatch(server, table, player, "", ""))
        if found is not None and found.hand > 1:
            against = found.against.split(_SEPARATOR) if found.against else ()
            self.results.add(found.game, won=None, name=player, against=against, score=found.score)
        self.gone(server, table, player)

    def gone(self, server: str, table: str, player: str) -> None:
        """Note that a match does not wait any more, however it ends."""
        match = OwnMatch(server, table, player, "", "")
        if self._found(match) is not None:
            self._change(lambda known: [each for each in known if not each.is_same(match)])

    def _found(self, match: OwnMatch) -> OwnMatch | None:
        return next((each for each in self._read() if each.is_same(match)), None)

    def _read(self) -> list[OwnMatch]:
        return self._file.read()["waiting"]

    def _change(self, changed: Callable[[list[OwnMatch]], list[OwnMatch]]) -> None:
        self._file.keep(lambda known: {"waiting": changed(known["waiting"])})


class _Waiting(TypedDict):
    """What the file has."""

    waiting: list[OwnMatch]


def _nothing_waits() -> _Waiting:
    return {"waiting": []}


def _parsed_waiting(data: Any) -> _Waiting:
    """Return what stands in the file.

    Raises:
        ValueError: it has another form.
    """
    match data:
        case {"waiting": list(rows)}:
            waiting = [OwnMatch(*_row(row)).safe for row in rows]
        case _:
            raise ValueError(OTHER_FORM)
    if not all(0 <= each.at < LATEST_TIMESTAMP for each in waiting):
        raise ValueError(OTHER_FORM)
    return {"waiting": waiting}


def _row(row: Any) -> tuple[Any, ...]:
    values = tuple(row) if type(row) is list else ()
    short = all(len(each) <= _LONGEST_TEXT for each in values if isinstance(each, str))
    if tuple(map(type, values)) != _ROW_TYPES or not short:
        raise ValueError(OTHER_FORM)
    return values
