"""The diary: your matches that wait, how others ended (`Results`, results.json), debts (`Ledgers`).

Three files of the client's own, in the folder where it keeps tokens. They stay small however much
is played: results are counted for good, and the latest `_MOST_RESULTS` kept one by one. A file that
cannot be understood is set aside. A kiosk whose people share a folder keeps all of it for as long
as it runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypedDict, TypeVar

from cardtui_client.i18n import mark
from cardtui_client.json_file import UNUSED, JsonFile, MemoryFile
from cardtui_client.limits import MOST_SEATS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

_RESULTS_FILE: Final = "results.json"
_RESULTS_PRICE: Final = mark("Earlier results are in there.")
_MOST_RESULTS: Final = 200
"""How many of the latest matches are kept one by one."""

_MOST_GAMES: Final = 100
_LONGEST_ID: Final = 64
_MOST_MATCHES: Final = 10**9
_LAST_DAY: Final = 10**10
"""Seconds since 1970; every system knows which day that is."""

_EVENING: Final = 12 * 3600
"""Seconds for which a match belongs to this evening: some evenings last until morning."""

WORTH_CELLS: Final = 40
"""What a chip is worth, as a table says it."""

_LEDGERS_FILE: Final = "ledgers.json"
_MOST_LEDGERS: Final = 50
_LONGEST_WORTH: Final = 2 * WORTH_CELLS

_DIARY_FILE: Final = "diary.json"
_DIARY_PRICE: Final = mark("Matches that wait for you are in the lobbies of their servers.")
_MOST_WAITING: Final = 20
"""How many matches are kept that wait."""

_LONGEST: Final = 400
"""How many characters an address or an id may have."""

_WORDS_CELLS: Final = 60
"""As much of a score, and of names, is told."""

_ROW: Final = (str, str, str, str, str, int, str, str, int, bool, bool)
"""The types of what is written of a match."""

_OTHER_FORM: Final = "it has another form"
T = TypeVar("T")


def _file(
    settings: Settings,
    name: str,
    parsed: Callable[[Any], T],
    empty: Callable[[], T],
    price: str = UNUSED,
) -> JsonFile[T]:
    """Return a file of the data folder, read anew each time: other clients may have written it."""
    if not settings.kept:
        return MemoryFile(empty)
    return JsonFile(settings.data_folder() / name, parsed, empty, price)


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
        won: whether you won it.
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


class _Results(TypedDict):
    """What the file has."""

    scores: dict[str, Score]
    latest: list[Result]


class Results:
    """What you have won and lost."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._file = _file(settings, _RESULTS_FILE, _parsed_results, _no_results, _RESULTS_PRICE)

    def must_read(self) -> None:
        """See that they can be read.

        Raises:
            OSError: they cannot.
        """
        self._file.must_read()

    def scores(self) -> dict[str, Score]:
        """Return by game how many matches were ever won and lost, the game most played first."""
        return dict(sorted(self._file.read()["scores"].items(), key=_matches, reverse=True))

    def latest(self) -> list[Result]:
        """Return the latest matches, the last one first."""
        return self._file.read()["latest"][::-1]

    def are_none(self) -> bool:
        """Tell whether you have played no match to its end yet."""
        return not self._file.read()["scores"]

    def against(self, game: str, names: Sequence[str]) -> Score:
        """Return how many of the latest matches against exactly those were won and lost."""
        score, wanted = Score(), sorted(_few(names))
        for each in self._file.read()["latest"]:
            if each.game == game and sorted(each.against) == wanted:
                score = score.after(won=each.won)
        return score

    def evening(self) -> dict[str, Score]:
        """Return by game how many matches of this evening were won and lost."""
        scores: dict[str, Score] = {}
        for each in self._file.read()["latest"]:
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
            won: whether you won.
            against: the names of the others who played.
            partners: the names of those on the same side.
            place: the id of the table, and the number of the match there.
        """
        if not 0 < len(game) <= _LONGEST_ID:
            return
        place = place if _is_place(*place) else ("", 0)
        result = Result(int(self._now()), game, won, _few(against), _few(partners), *place)

        def changed(known: _Results) -> _Results:
            scores = dict(known["scores"])
            score = scores.pop(game, Score()).after(won=won)
            # Nobody plays so many games: a server that makes them up has the fewest of each.
            most_played = sorted(scores.items(), key=_matches, reverse=True)[: _MOST_GAMES - 1]
            return {
                "scores": {**dict(most_played), game: score},
                "latest": [*known["latest"], result][-_MOST_RESULTS:],
            }

        self._file.keep(changed)


def _no_results() -> _Results:
    return {"scores": {}, "latest": []}


def _matches(score: tuple[str, Score]) -> int:
    return sum(score[1])


def _few(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(safe_text(each, NAME_CELLS) for each in names[: MOST_SEATS - 1])


def _parsed_results(data: Any) -> _Results:
    """Return what stands in a file.

    Raises:
        ValueError: it is not all as it should be.
    """
    match data:
        case {"scores": dict(scores), "latest": list(rows), **others} if not others:
            latest = [_parsed_result(row) for row in rows]
            known = {_game(game): _parsed_score(each) for game, each in scores.items()}
        case _:
            raise ValueError(_OTHER_FORM)
    if len(known) > _MOST_GAMES or len(latest) > _MOST_RESULTS:
        raise ValueError("it has more than is kept")
    return {"scores": known, "latest": latest}


def _parsed_score(value: Any) -> Score:
    match value:
        case [int(won), int(lost)] if won >= 0 and lost >= 0:
            return Score(won, lost)
        case _:
            raise ValueError(_OTHER_FORM)


def _parsed_result(value: Any) -> Result:
    match value:
        case [int(at), game, bool(won), list(against), list(partners), str(table), int(match)] if (
            0 <= at < _LAST_DAY and _is_place(table, match)
        ):
            return Result(at, _game(game), won, _names(against), _names(partners), table, match)
        case _:
            raise ValueError(_OTHER_FORM)


def _is_place(table: str, match: int) -> bool:
    return (len(table) <= _LONGEST_ID and 0 < match < _MOST_MATCHES) or (table, match) == ("", 0)


def _game(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_ID:
        raise ValueError(_OTHER_FORM)
    return value


def _names(values: list[Any]) -> tuple[str, ...]:
    if len(values) >= MOST_SEATS or not all(isinstance(each, str) for each in values):
        raise ValueError(_OTHER_FORM)
    return _few(values)


class Balance(NamedTuple):
    """What somebody has brought to a table, and won there; below 0 if they have lost.

    ``name`` is empty for all together who left longest ago.
    """

    name: str
    brought: int
    won: int


class Debt(NamedTuple):
    """What somebody pays somebody; ``worth`` is it in money, ``""`` if the table says no value."""

    payer: str
    payee: str
    chips: int
    worth: str


class Ledger(NamedTuple):
    """A ledger.

    Attributes:
        balances: what each has brought and won, who has won most first.
        debts: who pays whom so that all are even.
    """

    balances: tuple[Balance, ...]
    debts: tuple[Debt, ...]


class KeptLedger(NamedTuple):
    """The ledger of a table, as it was last.

    Attributes:
        at: when it was noted, in seconds since 1970.
        server: the table's server.
        id: the table's id there.
        name: the table's name.
        game: the game's id.
        ledger: who owes whom.
    """

    at: int
    server: str
    id: str
    name: str
    game: str
    ledger: Ledger


class Ledgers:
    """The ledgers of the tables where this person played."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._file = _file(settings, _LEDGERS_FILE, _parsed_ledgers, list[KeptLedger])

    def latest(self) -> list[KeptLedger]:
        """Return the ledgers, the latest first.

        Raises:
            OSError: they cannot be read.
        """
        return self._file.must_read()[::-1]

    def keep(self, server: str, id_: str, name: str, game: str, ledger: Ledger) -> None:
        """Keep the ledger of a table instead of what was known of it."""
        one = KeptLedger(int(self._now()), server, id_, name, game, ledger)
        self._file.keep(
            lambda known: [
                *(each for each in known if (each.server, each.id) != (server, id_)),
                one,
            ][-_MOST_LEDGERS:]
        )


def _parsed_ledgers(rows: Any) -> list[KeptLedger]:
    """Return what stands in a file.

    Raises:
        ValueError: it is not all as it should be.
    """
    if not isinstance(rows, list) or len(rows) > _MOST_LEDGERS:
        raise ValueError(_OTHER_FORM)
    return [_parsed_ledger(row) for row in rows]


def _parsed_ledger(row: Any) -> KeptLedger:
    match row:
        case [int(at), str(server), str(id_), str(name), str(game), [list(balances), list(debts)]]:
            if not 0 <= at < _LAST_DAY:
                raise ValueError(_OTHER_FORM)
            ledger = Ledger(tuple(map(_parsed_balance, balances)), tuple(map(_parsed_debt, debts)))
            told = safe_text(name, TABLE_NAME_CELLS)
            return KeptLedger(at, server, id_, told, game[:TABLE_NAME_CELLS], ledger)
        case _:
            raise ValueError(_OTHER_FORM)


def _parsed_balance(row: Any) -> Balance:
    match row:
        case [str(name), int(brought), int(won)]:
            return Balance(safe_text(name, NAME_CELLS), brought, won)
        case _:
            raise ValueError(_OTHER_FORM)


def _parsed_debt(row: Any) -> Debt:
    match row:
        case [str(payer), str(payee), int(chips), str(amount)]:
            who, whom = safe_text(payer, NAME_CELLS), safe_text(payee, NAME_CELLS)
            return Debt(who, whom, chips, safe_text(amount, _LONGEST_WORTH))
        case _:
            raise ValueError(_OTHER_FORM)


class OwnMatch(NamedTuple):
    """A match in which you have a seat.

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
        acted: whether you have ever done anything in it.
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
    acted: bool = True

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
        """Tell whether both are one match: a server may come back elsewhere."""
        if (self.table, self.player) != (other.table, other.player):
            return False
        if self.server == other.server or (self.is_here and other.is_here):
            return True
        pin = self.server.partition("/")[2]
        return bool(pin) and pin == other.server.partition("/")[2]


class Diary:
    """Your matches: those that wait, with `results` and `ledgers` of the others."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self.now = now
        self._file = _file(settings, _DIARY_FILE, _parsed_waiting, _nothing_waits, _DIARY_PRICE)
        self.results = Results(settings, now)
        self.ledgers = Ledgers(settings, now)

    @property
    def has_records(self) -> bool:
        """Whether a record of a match was ever kept here."""
        from cardtui_client.settings.kept_records import folder_of  # home is drawn sooner

        return self._settings.kept and folder_of(self._settings).exists()

    def waiting(self) -> list[OwnMatch]:
        """Return the matches that wait for you under the name in use, the newest first.

        One in which you have never done anything is nothing to go on with.
        """
        known = reversed(self._read())
        return [each for each in known if each.acted and each.player == self._settings.name]

    def began(self, match: OwnMatch) -> None:
        """Note a match in which you sit now; what you have done in it once stays done."""

        def changed(known: list[OwnMatch]) -> list[OwnMatch]:
            acted = match.acted or any(each.acted for each in known if each.is_same(match))
            others = [each for each in known if not each.is_same(match)]
            return [*others, match._replace(acted=acted)][-_MOST_WAITING:]

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
            raise ValueError(_OTHER_FORM)
    if not all(0 <= each.at < _LAST_DAY for each in waiting):
        raise ValueError(_OTHER_FORM)
    return {"waiting": waiting}


def _row(row: Any) -> tuple[Any, ...]:
    values = tuple(row) if type(row) is list else ()
    short = all(len(each) <= _LONGEST for each in values if isinstance(each, str))
    if tuple(map(type, values)) != _ROW or not short:
        raise ValueError(_OTHER_FORM)
    return values
