"""Your results: how your matches ended, kept for good, the latest `_MOST` one by one.

The file has how many were won and lost of each game, and the latest one by one: so it stays small
however much is played. What stands in it is never thrown away: a file that cannot be understood is
set aside under another name, and another one begun. A kiosk whose people share a folder keeps
results for as long as it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_FILE: Final = "results.json"
_PRICE: Final = mark("Earlier results are in there.")
_MOST: Final = 200
"""How many of the latest matches are kept one by one."""

_MOST_GAMES: Final = 100
_LONGEST_ID: Final = 64
_MOST_MATCHES: Final = 10**9
_LAST_DAY: Final = 10**10
"""Seconds since 1970; every system knows which day that is."""

_EVENING: Final = 12 * 3600
"""Seconds for which a match belongs to this evening: some evenings last until morning."""


class Score(NamedTuple):
    """Matches won and lost."""

    won: int = 0
    lost: int = 0

    def after(self, *, won: bool) -> Score:
        """Return it with one match more."""
        return Score(self.won + won, self.lost + (not won))


class Result(NamedTuple):
    """How one match ended.

    Attributes:
        at: when it was noted, in seconds since 1970.
        game: the game's id.
        won: whether this person won it.
        against: the names of the others who played.
        partners: the names of those on the same side.
        table: the id of the table; ``""`` where that was not noted.
        match: the number of the match there; 0 where that was not noted.
    """

    at: int
    game: str
    won: bool
    against: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    table: str = ""
    match: int = 0


class _Known(TypedDict):
    """What the file has."""

    scores: dict[str, Score]
    latest: list[Result]


class Results:
    """What this person has won and lost."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        """Read nothing yet.

        Args:
            settings: whose folder they are kept in.
            now: returns seconds since 1970.
        """
        self._now = now
        self._file = (
            JsonFile(settings.data_folder() / _FILE, _parsed, _nothing, _PRICE)
            if settings.kept
            else None
        )
        self._known = _nothing()

    def must_read(self) -> None:
        """See that they can be read.

        Raises:
            OSError: they cannot.
        """
        if self._file is not None:
            self._file.must_read()

    def scores(self) -> dict[str, Score]:
        """Return by game how many matches were ever won and lost, the game most played first."""
        return dict(sorted(self._read()["scores"].items(), key=_matches, reverse=True))

    def latest(self) -> list[Result]:
        """Return the latest matches, the last one first."""
        return self._read()["latest"][::-1]

    def evening(self) -> dict[str, Score]:
        """Return by game how many matches of this evening were won and lost."""
        scores: dict[str, Score] = {}
        for each in self._read()["latest"]:
            if 0 <= self._now() - each.at <= _EVENING:
                scores[each.game] = scores.get(each.game, Score()).after(won=each.won)
        return scores

    def add(
        self,
        game: str,
        *,
        won: bool,
        against: Sequence[str] = (),
        partners: Sequence[str] = (),
        place: tuple[str, int] = ("", 0),
    ) -> None:
        """Keep one more; nothing, where what there is cannot be read.

        Args:
            game: its id.
            won: whether this person won.
            against: the names of the others who played.
            partners: the names of those on the same side.
            place: the id of the table, and the number of the match there.
        """
        if not 0 < len(game) <= _LONGEST_ID:
            return
        place = place if _is_place(*place) else ("", 0)
        result = Result(int(self._now()), game, won, _few(against), _few(partners), *place)

        def changed(known: _Known) -> _Known:
            scores = dict(known["scores"])
            score = scores.pop(game, Score()).after(won=won)
            # Nobody plays so many games: a server that makes them up has the fewest of each.
            most_played = sorted(scores.items(), key=_matches, reverse=True)[: _MOST_GAMES - 1]
            return {
                "scores": {**dict(most_played), game: score},
                "latest": [*known["latest"], result][-_MOST:],
            }

        if self._file is None:
            self._known = changed(self._known)
        else:
            self._file.keep(changed)

    def _read(self) -> _Known:
        """Read them again, as another client of this person may have written."""
        return self._known if self._file is None else self._file.read()


def _nothing() -> _Known:
    return {"scores": {}, "latest": []}


def _matches(score: tuple[str, Score]) -> int:
    return sum(score[1])


def _few(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(safe_text(each, NAME_CELLS) for each in names[: MOST_SEATS - 1])


def _parsed(data: Any) -> _Known:
    """Return what stands in a file.

    Raises:
        ValueError: it is not all as it should be.
    """
    match data:
        case {"scores": dict(scores), "latest": list(rows), **others} if not others:
            latest = [_result(row) for row in rows]
            known = {_game(game): _score(each) for game, each in scores.items()}
        case _:
            raise ValueError("it has another form")
    if len(known) > _MOST_GAMES or len(latest) > _MOST:
        raise ValueError("it has more than is kept")
    return {"scores": known, "latest": latest}


def _score(value: Any) -> Score:
    match value:
        case [int(won), int(lost)] if won >= 0 and lost >= 0:
            return Score(won, lost)
        case _:
            raise ValueError("it has another form")


def _result(value: Any) -> Result:
    match value:
        case [int(at), game, bool(won), list(against), list(partners)] if 0 <= at < _LAST_DAY:
            return Result(at, _game(game), won, _names(against), _names(partners))
        case [int(at), game, bool(won), list(against), list(partners), str(table), int(match)] if (
            0 <= at < _LAST_DAY and _is_place(table, match)
        ):
            return Result(at, _game(game), won, _names(against), _names(partners), table, match)
        case _:
            raise ValueError("it has another form")


def _is_place(table: str, match: int) -> bool:
    return (len(table) <= _LONGEST_ID and 0 < match < _MOST_MATCHES) or (table, match) == ("", 0)


def _game(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_ID:
        raise ValueError("it has another form")
    return value


def _names(values: list[Any]) -> tuple[str, ...]:
    if len(values) >= MOST_SEATS or not all(isinstance(each, str) for each in values):
        raise ValueError("it has another form")
    return _few(values)
