"""Limits: how much the server lets people do, with `PROFILES` for a home, a club and programs. Each
is a field of `Limits`: how long bans, names and records last (`ban_hours`, `name_days`,
`record_days`), how many tables and players there are, how often you may guess, send or ask. Which
of them need a restart to change: `FIXED_LIMITS`.

Every limit has a name that the settings file and ``cardtui host --limit`` know. A rate is what
refills each second; its burst is what is allowed at once. A server that runs takes new ones
(`Limits.take`), except for those that are used as it starts: `FIXED_LIMITS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from cardtui_server.failures import StartError

UNLIMITED: Final = 1_000_000_000
"""A number that nobody reaches."""

FIXED_LIMITS: Final = ("connections", "connections_rate", "bytes_rate", "bytes_burst", "rest_hours")
"""The limits that a server takes as it starts, and no more."""

_UNIT_SECONDS: Final = {"s": 1, "min": 60, "h": 3600}
_RATE_FORM: Final = re.compile(r"(\d+(?:\.\d+)?)(?:/(s|min|h))?")


def _limit(default: float, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(slots=True)
class Limits:
    """How much is too much; the defaults are those of a home."""

    actions_rate: float = _limit(10.0, "Acts of a seat.")
    actions_burst: int = _limit(20, "Acts of a seat at once.")
    talk_rate: float = _limit(1.0, "Lines of talk of a player.")
    talk_burst: int = _limit(5, "Lines of talk of a player at once.")
    changes_rate: float = _limit(2.0, "Seats, bots and tables that a player changes.")
    changes_burst: int = _limit(40, "Seats, bots and tables that a player changes at once.")
    calls_rate: float = _limit(
        40.0, "Calls of a connection, and of a player; messages of a stream."
    )
    calls_burst: int = _limit(
        200, "Calls of a connection, and of a player, and messages of a stream, at once."
    )
    tables_each: int = _limit(8, "Open tables that one player has made.")
    seats_each: int = _limit(16, "Seats that one player holds.")
    streams_each: int = _limit(16, "Open streams of a player.")
    streams_rate: float = _limit(5.0, "Streams that a player opens.")
    streams_burst: int = _limit(100, "Streams that a player opens at once.")
    sessions_rate: float = _limit(1.0, "New players from an address, even this machine’s.")
    sessions_burst: int = _limit(60, "New players from an address at once.")
    joins_rate: float = _limit(5 / 60, "Seats taken and tables made from an address.")
    joins_burst: int = _limit(5, "Seats taken and tables made from an address at once.")
    strangers_rate: float = _limit(5.0, "Calls from an address without a session.")
    strangers_burst: int = _limit(50, "Calls from an address without a session at once.")
    guesses_rate: float = _limit(0.1, "Wrong passwords, or account codes, from a connection.")
    guesses_burst: int = _limit(5, "Wrong passwords, or account codes, from a connection at once.")
    address_guesses_rate: float = _limit(
        1.0, "Wrong passwords from an address, even this machine’s; the next one waits its turn."
    )
    address_guesses_burst: int = _limit(10, "Wrong passwords from an address at once.")
    codes_rate: float = _limit(0.1, "Account codes that are made for a player.")
    codes_burst: int = _limit(5, "Account codes that are made for a player at once.")
    table_codes_rate: float = _limit(0.1, "Wrong codes and ids of tables of a player.")
    table_codes_burst: int = _limit(20, "Wrong codes and ids of tables of a player at once.")
    address_table_codes_rate: float = _limit(
        2.0, "Wrong codes and ids of tables from an address; the next one waits its turn."
    )
    address_table_codes_burst: int = _limit(
        40, "Wrong codes and ids of tables from an address at once."
    )
    streams: int = _limit(24, "Open streams from an address.")
    connections_each: int = _limit(48, "Connections from an address.")
    connections: int = _limit(1024, "Connections.")
    connections_rate: float = _limit(100.0, "New connections before newcomers have to wait.")
    bytes_rate: float = _limit(50.0, "Bytes that a connection sends besides its calls.")
    bytes_burst: int = _limit(65_536, "Bytes that a connection sends at once.")
    stranger_streams: int = _limit(8, "Open streams without a session.")
    tables: int = _limit(200, "Tables.")
    players: int = _limit(20_000, "Players that the server remembers.")
    name_days: float = _limit(90.0, "Days for which a player who has sat down keeps a name.")
    rest_hours: float = _limit(24.0, "Hours after which a match is closed that people have left.")
    ban_hours: float = _limit(12.0, "Hours that a ban from a table lasts.")
    record_days: float = _limit(
        float(UNLIMITED), "Days after which the log of a closed table goes, with its records."
    )
    talk_days: float = _limit(
        float(UNLIMITED), "Days after which the talk in such a log goes, and any report."
    )
    result_days: float = _limit(float(UNLIMITED), "Days after which the result of a match goes.")
    database_mb: float = _limit(
        float(UNLIMITED), "Megabytes of the database from which the oldest closed logs go."
    )
    loopback: bool = False
    """Whether limits by address also apply to this machine, whose address many callers share."""

    def take(self, others: Limits) -> None:
        """Become the same as others, for all who have these."""
        for each in fields(self):
            setattr(self, each.name, getattr(others, each.name))

    @classmethod
    def open(cls) -> Limits:
        """Return limits that nobody reaches, for programs that play as fast as they can."""
        return cls(
            actions_burst=UNLIMITED,
            talk_burst=UNLIMITED,
            changes_burst=UNLIMITED,
            calls_burst=UNLIMITED,
            seats_each=UNLIMITED,
            streams_each=UNLIMITED,
            streams_burst=UNLIMITED,
            sessions_burst=UNLIMITED,
            joins_burst=UNLIMITED,
            strangers_burst=UNLIMITED,
            guesses_burst=UNLIMITED,
            address_guesses_burst=UNLIMITED,
            codes_burst=UNLIMITED,
            table_codes_burst=UNLIMITED,
            address_table_codes_burst=UNLIMITED,
            streams=UNLIMITED,
            connections_each=UNLIMITED,
            connections=2048,
            connections_rate=UNLIMITED,
            bytes_burst=UNLIMITED,
            tables_each=1000,
            tables=1000,
        )

    @classmethod
    def club(cls) -> Limits:
        """Return limits with which 200 people behind one address sit down within a minute."""
        return cls(
            sessions_rate=10.0,
            sessions_burst=400,
            joins_rate=10.0,
            joins_burst=400,
            strangers_rate=50.0,
            strangers_burst=500,
            address_guesses_rate=10.0,
            address_guesses_burst=400,
            address_table_codes_rate=10.0,
            address_table_codes_burst=200,
            streams=2000,
            connections_each=800,
            connections=2048,
            connections_rate=200.0,
            stranger_streams=32,
            tables=400,
            record_days=365.0,
            talk_days=30.0,
            database_mb=4000.0,
        )

    def changed(self, values: Mapping[str, object], where: str) -> Limits:
        """Return these limits with some of them set anew.

        Args:
            values: by name, a number, or a text such as ``5/min`` for a rate.
            where: where the values stand; sentences begin with it.

        Raises:
            StartError: there is no such limit, or it does not take that value.
        """
        read: dict[str, Any] = {name: _read(name, each, where) for name, each in values.items()}
        return replace(self, **read)


MEANINGS: Final[Mapping[str, str]] = {
    each.name: each.metadata["meaning"] for each in fields(Limits) if "meaning" in each.metadata
}
"""By name, what each limit counts; the operator's guide lists them in this order."""

PROFILES: Final[Mapping[str, Limits]] = {
    "home": Limits(),
    "club": Limits.club(),
    "open": Limits.open(),
}
"""Sets of limits by name, the default first."""


def shown(name: str, limits: Limits) -> str:
    """Return a limit as the settings file takes it: ``5/min`` for a rate.

    >>> shown("joins_rate", Limits()), shown("tables", Limits()), shown("tables_each", Limits())
    ('5/min', '200', '8')
    """
    value = getattr(limits, name)
    if not name.endswith("_rate"):
        return f"{value:.10g}"
    return f"{value:g}/s" if value >= 1 else f"{value * 60:g}/min"


def _read(name: str, value: object, where: str) -> float:
    if name not in MEANINGS:
        near = get_close_matches(name, MEANINGS, 1)
        raise StartError(
            "{where}: there is no limit “{name}”. Did you mean “{near}”?"
            if near
            else "{where}: there is no limit “{name}”; choose from {names}.",
            where=where,
            name=name,
            near="".join(near),
            names=", ".join(MEANINGS),
        )
    found = None if isinstance(value, bool) else _RATE_FORM.fullmatch(str(value).replace(" ", ""))
    rate = name.endswith("_rate")
    if found is None or (found[2] and not rate) or not 0 < float(found[1]) <= UNLIMITED:
        raise StartError(
            "{where}: {name} takes a rate, such as 5/min or 10/s."
            if rate
            else "{where}: {name} takes a number above 0.",
            where=where,
            name=name,
        )
    number = float(found[1])
    if rate:
        return number / _UNIT_SECONDS[found[2] or "s"]
    if type(getattr(PROFILES["home"], name)) is float:
        return number
    if number != int(number):
        raise StartError("{where}: {name} takes a whole number.", where=where, name=name)
    return int(number)
