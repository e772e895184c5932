"""A player as the server tells: results, rating, ledger, the worth of chips, machines (`Device`).
What is said of your machines, and asked before one is signed out: `device_lines`, `end_question`.
Newcomers have `FIRST_POINTS`, as on the server (`server/cardtui_server/ratings/rankings.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.history.ledgers import WORTH_CELLS, Balance, Debt, Ledger
from cardtui_client.i18n import _, day, moment
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text

_MOST_GAMES: Final = 50
_MOST_MATCHES: Final = 200
FIRST_POINTS: Final = 1500
"""The points of who has played no rated match."""
_MOST_CHIPS_EITHER_WAY: Final = 10**12
"""More of anything is a hostile server's."""

_MOST_DEVICES: Final = 64
_ID_CELLS: Final = 16
_LAST_SECOND: Final = 253_402_300_799  # of the year 9999


class Rating(NamedTuple):
    """How strong a player is at a game by one preset.

    Attributes:
        points: the strength; 1500 is that of who has played no rated match.
        deviation: how unsure that is.
        matches: how many rated matches it is made from.
        course: the points after each of the latest of them, oldest first.
        counted: as how many matches those count.
    """

    points: int
    deviation: int
    matches: int
    course: tuple[int, ...] = ()
    counted: float = 0.0


class PersonGame(NamedTuple):
    """What a player has come to in a game by one preset.

    Attributes:
        game: the game's id.
        preset: the preset's name; ``""`` for rules of your own.
        won: the matches won.
        lost: the matches lost.
        streak: how many were won one after the other until now; below 0 if they were lost.
        best_streak: the most that were won one after the other.
        course: after each of the latest matches, how many more were won than lost.
        rating: how strong the player is; ``None`` without a rated match.
        hands: the hands won; like all that follows, the server tells it to the player alone.
        bluffs: the bluffs called.
        chips: the chips won, below 0 if they were lost.
        calls: by verb, how often it was used.
        chips_course: after each of the latest matches, the chips won in them.
    """

    game: str
    preset: str
    won: int
    lost: int
    streak: int
    best_streak: int
    course: tuple[int, ...]
    rating: Rating | None = None
    hands: int = 0
    bluffs: int = 0
    chips: int = 0
    calls: Mapping[str, int] = {}
    chips_course: tuple[int, ...] = ()


class Person(NamedTuple):
    """A player, and what they have come to in each game, the one played last first."""

    name: str
    games: tuple[PersonGame, ...]


def read_person(told: lobby_service_pb2.GetPersonResponse) -> Person:
    """Return what a server tells of a player."""
    games = tuple([_game(each) for each in told.games[:_MOST_GAMES]])
    return Person(safe_text(told.name, NAME_CELLS), games)


def read_rating(told: lobby_service_pb2.Rating) -> Rating:
    """Return a rating as a server tells it."""
    course = tuple(map(_bounded, told.course[-_MOST_MATCHES:]))
    return Rating(
        _bounded(told.points), told.deviation, told.matches, course, told.counted_hundredths / 100
    )


def _game(told: lobby_service_pb2.PersonGame) -> PersonGame:
    course = accumulate(1 if won else -1 for won in told.course[-_MOST_MATCHES:])
    chips = accumulate(map(_bounded, told.chips_course[-_MOST_MATCHES:]))
    return PersonGame(
        told.game[:TABLE_NAME_CELLS],
        told.preset[:TABLE_NAME_CELLS],
        told.won,
        told.lost,
        told.streak,
        told.best_streak,
        tuple(course),
        read_rating(told.rating) if told.HasField("rating") else None,
        told.hands,
        told.bluffs,
        _bounded(told.chips),
        dict([*told.calls.items()][:_MOST_MATCHES]),
        tuple(chips),
    )


def _bounded(chips: int) -> int:
    return max(-_MOST_CHIPS_EITHER_WAY, min(chips, _MOST_CHIPS_EITHER_WAY))


_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_GROUP_DIGITS: Final = 3
"""The digits of a group, as in 1.000.000."""


def worth(chip: str, chips: int) -> str:
    """Return what so many chips are worth; ``""`` if nobody can say.

    >>> worth("R$ 0,25", 37), worth("$1.50", 3), worth("25 centavos", 4), worth("$ 1.000", 12)
    ('R$ 9,25', '$4.50', '100 centavos', '$ 12.000')
    >>> worth("a beer", 2), worth("", 2), worth("3 for R$ 1", 2)
    ('', '', '')

    Args:
        chip: the worth of a chip, as the table says it.
    """
    found = _NUMBER.findall(chip)
    if len(found) != 1:
        return ""
    (number,) = found
    whole, point, part = _parted(number)
    grouping = "".join(sign for sign in ".," if sign in whole)
    if len(grouping) > 1:
        return ""  # nobody writes a number so
    digits = str(int(re.sub("[.,]", "", whole) + part) * chips).zfill(len(part) + 1)
    end = len(digits) - len(part)
    units, cents = digits[:end], digits[end:]
    if grouping:
        units = f"{int(units):,}".replace(",", grouping)
    return chip.replace(number, units + point + cents)


def unit_of(amount: str) -> tuple[str, str, int, int]:
    """Return the currency of an amount, its least unit, that one's decimals, and how many of it.

    >>> unit_of("R$ 3,75"), unit_of("12 pesos"), unit_of("")
    (('R$', 'R$ 0,01', 2, 375), ('pesos', '1 pesos', 0, 12), ('', '', 0, 0))
    """
    found = _NUMBER.search(amount)
    if found is None:
        return "", "", 0, 0
    whole, point, part = _parted(found[0])
    one = f"0{point}{'1'.zfill(len(part))}" if part else "1"
    units = int(re.sub("[.,]", "", whole) + part)
    before, after = amount[: found.start()], amount[found.end() :]
    return f"{before}{after}".strip(), f"{before}{one}{after}", len(part), units


def _parted(number: str) -> tuple[str, str, str]:
    """Return the units, the decimal sign and what follows it.

    A sign that stands before three digits parts thousands, unless only a 0 stands before it: no
    coin has three decimals. Where both signs stand, the last one is the decimal sign.
    """
    at = max(number.rfind("."), number.rfind(","))
    if at < 0:
        return number, "", ""
    units, sign, part = number[:at], number[at], number[at + 1 :]
    several = units.count(sign) > 0
    thousands = (
        len(part) == _GROUP_DIGITS and units.lstrip("0") and not (set(".,") - {sign}) & set(units)
    )
    return (number, "", "") if several or thousands else (units, sign, part)


_MOST_ACCOUNTS: Final = 100
"""More accounts than this are a hostile server's."""

_MOST_CHIPS: Final = 10**12


def read_ledger(told: table_service_pb2.Ledger) -> Ledger:
    """Return what a server tells between two matches, as far as it makes sense."""
    accounts = told.accounts[:_MOST_ACCOUNTS]
    names = [safe_text(each.name, NAME_CELLS) for each in accounts]
    balances = [
        Balance(name, _few(each.brought), _few(each.took) - _few(each.brought))
        for name, each in zip(names, accounts, strict=True)
    ]
    value = safe_text(told.chip_value, WORTH_CELLS)
    debts = [
        Debt(names[each.payer], names[each.payee], _few(each.chips), worth(value, _few(each.chips)))
        for each in told.payments[:_MOST_ACCOUNTS]
        if each.payer < len(names) and each.payee < len(names)
    ]
    return Ledger(tuple(sorted(balances, key=lambda each: -each.won)), tuple(debts))


def _few(chips: int) -> int:
    return min(chips, _MOST_CHIPS)


_MOST_RANKINGS: Final = 50
_MOST_PLAYERS: Final = 100


class Ranking(NamedTuple):
    """Who is how strong at a game by one preset.

    Attributes:
        game: the game's id.
        preset: the preset's name.
        players: names and ratings, the strongest first.
    """

    game: str
    preset: str
    players: tuple[tuple[str, Rating], ...]


def read_rankings(told: lobby_service_pb2.GetRankingResponse) -> list[Ranking]:
    """Return what a server tells of how strong people are."""
    return [
        Ranking(
            each.game[:TABLE_NAME_CELLS],
            each.preset[:TABLE_NAME_CELLS],
            tuple(
                [
                    (safe_text(player.name, NAME_CELLS), read_rating(player.rating))
                    for player in each.players[:_MOST_PLAYERS]
                ]
            ),
        )
        for each in told.rankings[:_MOST_RANKINGS]
    ]


def ledger_of(model: TableModel) -> Ledger | None:
    """Return the ledger between two matches; ``None`` while you are played, or without chips."""
    playing = model.table.state == tables_pb2.TABLE_STATE_PLAYING and not model.is_over
    return None if model.ledger is None or playing else read_ledger(model.ledger)


class Device(NamedTuple):
    """A machine on which a player is known.

    Attributes:
        id: what the server calls it.
        began: when the player came there, in seconds since 1970; 0 if that is not known.
        used: when it was last used, to within a day.
        this: whether it is this machine.
        can_end: whether this machine may end it.
    """

    id: str
    began: int
    used: int
    this: bool
    can_end: bool

    @property
    def words(self) -> str:
        """What to say of it."""
        if self.this:
            return _("this machine, added {began}", began=self.added)
        return _("added {began}, last used {used}", began=self.added, used=_last_day(self.used))

    @property
    def added(self) -> str:
        """When the player came there: two machines of one day are told apart by the time."""
        return moment(self.began, near=False) if self.began else "?"


def read_devices(told: session_service_pb2.ListDevicesResponse) -> list[Device]:
    """Return what a server tells of a player's machines, the oldest first."""
    return [
        Device(
            safe_text(each.id, _ID_CELLS),
            _seconds(each.began),
            _seconds(each.used),
            each.this,
            each.can_end,
        )
        for each in told.devices[:_MOST_DEVICES]
    ]


def device_lines(devices: Sequence[Device]) -> list[str]:
    """Return the machines, a line each, and what can be done about them."""
    if len(devices) < 2:
        return [alone_words()]
    return [*(f"{each.id}: {each.words}" for each in devices), power_words()]


def alone_words() -> str:
    """Return what to say of a player's only machine."""
    return _(
        "You are known here from this machine alone. To add another, run “cardtui account code” on"
        " this one."
    )


def power_words() -> str:
    """Return which machines you can sign out."""
    return _("You can sign out machines that were added after this one, and no older one.")


def end_question(device: Device) -> str:
    """Return what to ask before a machine is signed out."""
    return _(
        "Sign out the machine that was added {began}? It loses access at once.", began=device.added
    )


def ended_words(device: str) -> str:
    """Return what to say once a machine is ended."""
    return _("{device} is no longer one of your machines here.", device=device)


def _seconds(milliseconds: int) -> int:
    return min(max(milliseconds // 1000, 0), _LAST_SECOND)


def _last_day(seconds: int) -> str:
    return day(seconds, near=False) if seconds else "?"
