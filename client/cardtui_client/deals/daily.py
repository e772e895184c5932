"""What is dealt today (`Daily`): the game, for how few players, with which bots, and how short
(`_MATCH_LENGTHS`).
The line to share (`Result`), and what a record lacks of it. That the first attempt counts, and
which day it is, is in `history/daily_attempts.py`.

A day is one of UTC. Each has a game, by turns, and a deal of every other game; games that have no
end of their own are played for `_MATCH_LENGTHS`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client.command_line.table_options import TableOptions
from cardtui_client.deals.deal import DEAL_MARK, Deal
from cardtui_client.deals.table import DealTable, table_of
from cardtui_client.faces.characters import CHARACTER_NAMES
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.registry import FACES, face_of
from cardtui_client.faces.tiles import tile_of
from cardtui_client.files import read_given
from cardtui_client.history.daily_attempts import Attempts
from cardtui_client.history.daily_attempts import today as day_of
from cardtui_client.i18n import _, day
from cardtui_client.model.verbs import verb_of_action
from cardtui_client.tui.launch import AtDeal
from cardtui_engine.bots import Level
from cardtui_engine.library.record_reading import MOST_BYTES, read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Record, RecordError, ReplayError, replay
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness.verification import Kind, key_of, verify

if TYPE_CHECKING:
    from cardtui.v1 import actions_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

_MATCH_LENGTHS: Final = {"hands": 10, "rounds": 10}
"""By the option that ends a match, where the game has it."""

_RESULT_LINE: Final = re.compile(
    r"cardtui (\d{4}-\d\d-\d\d) (.{1,40}) (\d{1,9}(?:–\d{1,9})+) ([A-Z2-7]{4}-[A-Z2-7]{4})"
)

_EXPECTED_FINDINGS: Final = (Kind.NOT_COMMITTED, Kind.NO_CHAIN)
"""What is missing in every record of a deal whose key is known: nobody need commit to it."""


class Daily(NamedTuple):
    """The deal of a day in one game."""

    day: str
    game: str

    @classmethod
    def today(cls, game: str = "", now: datetime | None = None) -> Daily:
        """Return today's deal, of a game or of the one whose turn it is."""
        day = day_of(now)
        return cls(day.isoformat(), game or tile_of(day).game)

    def table(self) -> DealTable:
        """Return the table at which it is played."""
        rules = get_rules(self.game)
        bots = ",".join(CHARACTER_NAMES[: rules.seats[0] - 1])
        names = {spec.name for spec in rules.specs}
        options = tuple(f"{name}={most}" for name, most in _MATCH_LENGTHS.items() if name in names)
        return table_of(
            f"{DEAL_MARK}cardtui daily {self.day}", self.game, TableOptions(options=options), bots
        )

    def result(self, record: Record) -> Result | None:
        """Return what a record came to; ``None`` if the match has no end."""
        score = _score(record)
        return None if score is None else Result(self, score, _check(self, score, record))


class Result(NamedTuple):
    """The line of a result.

    Attributes:
        daily: what was played.
        score: the points or chips at the end, the player's own first.
        check: letters that follow from all that was done.
    """

    daily: Daily
    score: str
    check: str

    def __str__(self) -> str:
        return f"cardtui {self.daily.day} {game_name(self.daily.game)} {self.score} {self.check}"

    @classmethod
    def read(cls, line: str) -> Result | None:
        """Return what a line says; ``None`` if it is none."""
        found = _RESULT_LINE.fullmatch(" ".join(line.split()))
        game = found and next((each.id for each in FACES if each.name == found[2]), None)
        if found is None or game is None or not _is_day(found[1]):
            return None
        return cls(Daily(found[1], game), found[3], found[4])


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _score(record: Record) -> str | None:
    """Return the points or chips at the end, those of the first seat first."""
    try:
        *_steps, last = replay(record)
    except ReplayError:
        return None
    rules = get_rules(record.game)
    if not rules.turn(last.state).over:
        return None
    common = rules.view(last.state, None).common
    return "–".join(map(str, common.chips or common.scores))


def _check(daily: Daily, score: str, record: Record) -> str:
    entries = [
        each for each in write(record).splitlines() if re.match(r"\d |pack |gathered ", each)
    ]
    text = "\n".join([daily.day, daily.game, score, *entries])
    letters = base64.b32encode(hashlib.sha512(b"cardtui daily\0" + text.encode()).digest()[:5])
    return f"{letters[:4].decode()}-{letters[4:].decode()}"


def faults(result: Result, record: Record) -> Iterator[str]:
    """Yield what a record does not have of a line, as sentences."""
    if (unlike := _unlike(result.daily, record)) is not None:
        yield unlike
        return
    if any(each.kind not in _EXPECTED_FINDINGS for each in verify(record).findings):
        yield _("It does not hold, or this version cannot check its bots.")
    found = result.daily.result(record)
    if found is None:
        yield _("The match was not played to its end.")
    elif found.score != result.score:
        yield _("It ends {score}.", score=found.score)
    elif found.check != result.check:
        yield _("It was played otherwise: its letters are {check}.", check=found.check)


def _unlike(daily: Daily, record: Record) -> str | None:
    """Return why a record is not of a day's deal; what was done there is not looked at."""
    deal, origin = daily.table().deal, record.origin
    if (record.game, record.seats, dict(record.options)) != (deal.game, deal.seats, deal.options):
        return _("It is of another game, or by other rules.")
    if origin is None or not origin.secret or key_of(origin, record.seats) != deal.key:
        return _("Its cards are not those of that day.")
    if not _is_played_as_dealt(deal, record):
        return _("Others sat there, or a bot played for the player.")
    return None


def _is_played_as_dealt(deal: Deal, record: Record) -> bool:
    """Tell whether a person sat in the seat of the deal, and its bots in the others, all along."""
    assert record.origin is not None
    sat = [(each.after, each.seat, each.level, each.character) for each in record.origin.sittings]
    bots = [(0, seat, int(Level.NORMAL), seat) for seat in range(1, deal.seats)]
    return record.dealer == deal.dealer and sat == [(0, deal.seat, 0, 0), *bots]


class DailyTable:
    """Today's deal at a table of this program; your first attempt counts, from its first act on.

    Attributes:
        counts: whether this is the first attempt.
    """

    def __init__(self, daily: Daily, settings: Settings) -> None:
        self._daily = daily
        self._attempts = Attempts(settings)
        self._table = daily.table()
        self._before = self._attempts.line(*daily)
        self.counts = self._before is None and not self._attempts.is_open(daily.game)

    @property
    def told(self) -> str:
        """What to say on coming there."""
        noon = datetime.fromisoformat(self._daily.day).replace(hour=12)  # here: no other day
        told = day(noon.timestamp(), near=False)
        if self._before:
            return _(
                "You have played this deal: {line}. This time it counts nowhere.", line=self._before
            )
        if self._attempts.is_open(self._daily.game):
            return _("You play this deal in another window: here it counts nowhere.")
        if self._before is not None:
            return _("You have begun this deal before: this time it counts nowhere.")
        return _(
            "The deal of {day}: the same cards for everybody. Your first attempt counts.", day=told
        )

    async def begin(self, name: str) -> tuple[Connection, str]:
        """See `cardtui_client.tui.launch.DealtTable`."""
        connection, table = await self._table.begin(name)
        if self.counts:
            self._attempts.hold(self._daily.game)
            connection.acting = self._act
            connection.result_line = self._line
        return connection, table

    async def close(self) -> None:
        """End it, if it has begun."""
        self._attempts.release()
        await self._table.close()

    def _act(self, action: actions_pb2.Action) -> None:
        """Note that the attempt has begun; the pack may be cut for you before."""
        cuts = face_of(self._daily.game).verb(verb_of_action(action)).cuts
        if not cuts and self._attempts.line(*self._daily) is None:
            self._attempts.note(*self._daily)

    def _line(self, path: Path) -> str:
        """Return the line of the result that a record has; ``""`` for another match."""
        try:
            record = read(read_given(path, MOST_BYTES))
        except (OSError, RecordError):
            return ""
        result = self._daily.result(record)
        if result is None or _unlike(self._daily, record) is not None:
            return ""
        self._attempts.note(*self._daily, str(result))
        return str(result)


def today(settings: Settings, daily: Daily | None = None) -> AtDeal:
    """Return what opens today's deal, by default in the game whose turn it is."""
    table = DailyTable(daily or Daily.today(), settings)
    return AtDeal(table, table.told, counts=table.counts)
