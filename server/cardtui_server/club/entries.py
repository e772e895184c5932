"""What the log of a club holds: an entry for each report, ban, mute and appeal, and for each change
of who is a friend or ignored (`Relation`).

What a club is follows from its entries alone. They mirror the messages of ``cardtui.store.v1``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from cardtui_engine.distinct import distinct


@distinct
class Reported(NamedTuple):
    """Somebody has reported what somebody else said; the talk stands in the table's log.

    Attributes:
        table: the table's id.
        table_name: its name.
        at: how many entries its log had then.
        player: the id of who reports.
        player_name: the name of who reports.
        other: the id of who is reported.
        other_name: the name of who is reported.
        why: what is wrong with it.
    """

    table: str
    table_name: str
    at: int
    player: str
    player_name: str
    other: str
    other_name: str
    why: str


@distinct
class Settled(NamedTuple):
    """The operator has done with the report that is entry ``number``."""

    number: int


@distinct
class Restricted(NamedTuple):
    """The operator has muted or banned a player, or banned an address.

    Attributes:
        mute: whether they are muted only.
        player: the player's id; with an address, that of whose it was, ``""`` for nobody's.
        player_name: that player's name.
        address: what the address counts as; ``""`` for a player.
        until: until when, in milliseconds since 1970; 0 for ever.
        why: why, as they are told.
    """

    mute: bool
    player: str
    player_name: str
    address: str
    until: int
    why: str


@distinct
class Lifted(NamedTuple):
    """The operator has lifted what entry ``number`` began."""

    number: int


@distinct
class Appealed(NamedTuple):
    """Somebody has said why what entry ``number`` began is wrong."""

    number: int
    words: str


class Relation(IntEnum):
    """What somebody is to somebody else; the protocol uses the same numbers."""

    NONE = 0
    FRIEND = 1
    IGNORED = 2
    ASKS = 3
    """They have one as a friend, and are nothing to one; no log says so."""


@distinct
class Related(NamedTuple):
    """A player has said what another player is to them."""

    player: str
    other: str
    relation: int


@distinct
class Erased(NamedTuple):
    """What stood here is erased."""


@distinct
class Turned(NamedTuple):
    """This part of the log ends; the next one goes on."""


Entry = Reported | Settled | Restricted | Lifted | Appealed | Related | Erased | Turned


class Stamped(NamedTuple):
    """An entry, and when it was written, in milliseconds since 1970."""

    time: int
    entry: Entry
