"""How your matches ended: scores, the latest `_MOST_RESULTS`, whether you have any (`are_none`).
How you stand with others is counted from the matches against exactly the same people: `against`.
For how long home counts a match as today's: `_EVENING_SECONDS`. What an evening is:
`client/cardtui_studio/evening.py`.

You are the name in use, as on servers: those who share a data folder under several names have their
results apart, the `_MOST_NAMES` who played last. The file stays small however much is played: what
is older is in the scores alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any, Final, NamedTuple, TypedDict

from cardtui_client.i18n import mark
from cardtui_client.json_file import LATEST_TIMESTAMP, OTHER_FORM, file_of
from cardtui_client.limits import LONGEST_ID, MOST_SEATS, NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

SCORE_CELLS: Final = 60
"""As much of a score is told."""

_FILE: Final = "results.json"
_IF_DAMAGED: Final = mark("Earlier results are in there.")
_MOST_RESULTS: Final = 200
"""How many of the latest matches are kept one by one."""

_MOST_NAMES: Final = 20
_MOST_GAMES: Final = 100
_MOST_MATCHES: Final = 10**9
_EVENING_SECONDS: Final = 12 * 3600
"""Seconds for which home counts a match to today: some evenings last until morning."""


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
        won: whether you won it; ``None`` if it was left before its end.
        against: the names of the others who played.
        partners: the names of those on the same side.
        table: the id of the table; ``""`` where that was not noted.
        match: the number of the match there; 0 where that was not noted.
        score: where it stood when it was left; ``""`` for others.
    """

    at: int
    game: str
    won: bool | None
    against: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    table: str = ""
    match: int = 0
    score: str = ""


class _Results(TypedDict):
    """What the file has for a name."""

    scores: dict[str, Score]
    latest: list[Result]


class Results:
    """What you have won and lost under the name in use."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._now = now
        self._file = file_of(
            settings.kept_folder, _FILE, _parsed_names, dict[str, _Results], _IF_DAMAGED
        )

    def must_read(self) -> None:
        """See that they can be read.

        Raises:
            OSError: they cannot.
        """
        self._file.must_read()

    def scores(self) -> dict[str, Score]:
        """Return by game how many matches were ever won and lost, the game most played first."""
        return dict(sorted(self._read()["scores"].items(), key=_matches, reverse=True))

    def latest(self) -> list[Result]:
        """Return the latest matches, the last one first."""
        return self._read()["latest"][::-1]

    def are_none(self) -> bool:
        """Tell whether you have played no match to its end yet."""
        return not self._read()["scores"]

    def against(self, game: str, names: Sequence[str]) -> Score:
        """Return how many of the latest matches against exactly those were won and lost."""
        score, wanted = Score(), sorted(_few(names))
        for each in self._read()["latest"]:
            if each.won is not None and each.game == game and sorted(each.against) == wanted:
                score = score.after(won=each.won)
        return score

    def evening(self) -> dict[str, Score]:
        """Return by game how many matches of this evening were won and lost."""
        scores: dict[str, Score] = {}
        for each in self._read()["latest"]:
            if each.won is not None and 0 <= self._now() - each.at <= _EVENING_SECONDS:
                scores[each.game] = scores.get(each.game, Score()).after(won=each.won)
        return scores

    def add(
        self,
        game: str,
        *,
        won: bool | None,
        name: str = "",
        against: Sequence[str] = (),
        partners: Sequence[str] = (),
        place: tuple[str, int] = ("", 0),
        score: str = "",
    ) -> None:
        """Keep one more; nothing, where what there is cannot be read.

        Args:
            won: whether you won; ``None`` if you left it for good.
            name: yours in that match; ``""`` for the name in use.
            against: the names of the others who played.
            partners: the names of those on the same side.
            place: the id of the table, and the number of the match there.
            score: where it stood when you left it.
        """
        if not 0 < len(game) <= LONGEST_ID:
            return
        place = place if _is_place(*place) else ("", 0)
        result = Result(int(self._now()), game, won, _few(against), _few(partners), *place, score)
        you = name or self._settings.name

        def changed(known: dict[str, _Results]) -> dict[str, _Results]:
            others = {each: known[each] for each in known if each != you}
            own = known.get(you) or _no_results()
            latest = [*own["latest"], result][-_MOST_RESULTS:]
            scores = _after(own["scores"], game, won=won)
            return dict(
                [*others.items(), (you, _Results(scores=scores, latest=latest))][-_MOST_NAMES:]
            )

        self._file.keep(changed)

    def _read(self) -> _Results:
        return self._file.read().get(self._settings.name) or _no_results()


def _after(known: dict[str, Score], game: str, *, won: bool | None) -> dict[str, Score]:
    """Return the scores after a match of a game."""
    if won is None:
        return known
    scores = dict(known)
    score = scores.pop(game, Score()).after(won=won)
    # Nobody plays so many games: a server that makes them up has the fewest of each.
    most_played = sorted(scores.items(), key=_matches, reverse=True)[: _MOST_GAMES - 1]
    return {**dict(most_played), game: score}


def _no_results() -> _Results:
    return {"scores": {}, "latest": []}


def _matches(score: tuple[str, Score]) -> int:
    return sum(score[1])


def _few(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(safe_text(each, NAME_CELLS) for each in names[: MOST_SEATS - 1])


def _parsed_names(data: Any) -> dict[str, _Results]:
    """Return what stands in the file.

    Raises:
        ValueError: it is not all as it should be.
    """
    match data:
        case dict(names) if len(names) <= _MOST_NAMES:
            return {name: _parsed_results(each) for name, each in names.items()}
        case _:
            raise ValueError(OTHER_FORM)


def _parsed_results(data: Any) -> _Results:
    """Return what stands in a file for a name.

    Raises:
        ValueError: it is not all as it should be.
    """
    match data:
        case {"scores": dict(scores), "latest": list(rows), **others} if not others:
            latest = [_parsed_result(row) for row in rows]
            known = {_game(game): _parsed_score(each) for game, each in scores.items()}
        case _:
            raise ValueError(OTHER_FORM)
    if len(known) > _MOST_GAMES or len(latest) > _MOST_RESULTS:
        raise ValueError("it has more than is kept")
    return {"scores": known, "latest": latest}


def _parsed_score(value: Any) -> Score:
    match value:
        case [int(won), int(lost)] if won >= 0 and lost >= 0:
            return Score(won, lost)
        case _:
            raise ValueError(OTHER_FORM)


def _parsed_result(value: Any) -> Result:
    match value:
        case [int(at), game, won, list(against), list(partners), *place, str(score)] if (
            0 <= at < LATEST_TIMESTAMP
            and type(won) in (bool, NoneType)
            and len(score) <= SCORE_CELLS
        ):
            others = _names(against), _names(partners)
            return Result(
                at, _game(game), won, *others, *_place(place), safe_text(score, SCORE_CELLS)
            )
        case _:
            raise ValueError(OTHER_FORM)


def _place(values: list[Any]) -> tuple[str, int]:
    match values:
        case [str(table), int(match)] if _is_place(table, match):
            return table, match
        case _:
            raise ValueError(OTHER_FORM)


def _is_place(table: str, match: int) -> bool:
    return (len(table) <= LONGEST_ID and 0 < match < _MOST_MATCHES) or (table, match) == ("", 0)


def _game(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_ID:
        raise ValueError(OTHER_FORM)
    return value


def _names(values: list[Any]) -> tuple[str, ...]:
    if len(values) >= MOST_SEATS or not all(isinstance(each, str) for each in values):
        raise ValueError(OTHER_FORM)
    return _few(values)
