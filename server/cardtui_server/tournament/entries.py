"""What a tournament's log holds: an entry for each fact, and what it was made with (`Made`). How
many may play: `FEWEST_PLAYERS`, `MOST_PLAYERS` (in each form: `commands.py`). Which forms (`Form`)
and sides (`Sides`) there are.

A tournament's state follows from its entries alone. They mirror the messages of
``cardtui.store.v1``.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from cardtui_engine.distinct import distinct
from cardtui_server.match.entries import Created, Owned

FEWEST_PLAYERS: Final = 2
"""The fewest players of a tournament."""

MOST_PLAYERS: Final = 512
"""The most players of a tournament."""


class Form(IntEnum):
    """How it is found who meets whom; the protocol uses the same numbers."""

    ARENA = 1
    """Everybody plays as often as they like, for a time."""
    SWISS = 2
    """Rounds for all, those with as many points against each other."""
    ROUND_ROBIN = 3
    """Everybody meets everybody once; at tables of three and more, as near to it as can be."""
    KNOCKOUT = 4
    """Who wins goes on; at tables of three and more, the better half of each does."""
    DUPLICATE = 5
    """All tables of a round play the same packs; those who sit alike are compared."""
    FIELD = 6
    """Everybody plays the same packs against the same bots, once, when they like, for a time."""

    @property
    def by_time(self) -> bool:
        """Whether matches begin whenever somebody is there, for a time, and not in rounds."""
        return self in (Form.ARENA, Form.FIELD)


class Sides(IntEnum):
    """Who plays together; the protocol uses the same numbers."""

    ALONE = 0
    """Nobody: the game has no partners at that table."""
    KEPT = 1
    """Those who entered together."""
    DRAWN = 2
    """Others in each round."""
    TEAMS = 3
    """Those who entered together, half of them at each of two tables with the same packs."""


class Scoring(IntEnum):
    """How those who sit alike are compared in a duplicate; the protocol uses the same numbers."""

    MATCHPOINTS = 0
    """2 for each table where that seat had less, 1 for each where it had as much."""
    DIFFERENCE = 1
    """The differences in points or chips to that seat at each other table."""


@distinct
class Made(NamedTuple):
    """The tournament was made; always the first entry.

    Attributes:
        name: its name.
        form: how it is found who meets whom.
        table: what all its tables are made with; ``name`` and ``host`` there are not used.
        director: the id of the player who directs it.
        director_name: that player's name.
        secret: what all its lots follow from.
        rounds: how many rounds are played; 0 where the form says so itself.
        minutes: for how long new matches begin, in an arena and a field; otherwise 0.
        sides: who plays together.
        fill: the level of the bots that take the seats which nobody has; 0 if none do.
        late_rounds: until which round players may enter; 0 for the first. An arena takes them
            until its end.
        late_points: what each round counts for that a player missed by entering late.
        break_milliseconds: how long the break is between two rounds.
        invited: the ids of the bot accounts that may enter.
        scoring: how those who sit alike are compared in a duplicate.
    """

    name: str
    form: Form
    table: Created
    director: str
    director_name: str
    secret: bytes
    rounds: int = 0
    minutes: int = 0
    sides: Sides = Sides.ALONE
    fill: int = 0
    late_rounds: int = 0
    late_points: int = 0
    break_milliseconds: int = 0
    invited: tuple[str, ...] = ()
    scoring: Scoring = Scoring.MATCHPOINTS

    @property
    def together(self) -> bool:
        """Whether those who entered together stay so."""
        return self.sides in (Sides.KEPT, Sides.TEAMS)

    @property
    def two_sided(self) -> bool:
        """Whether two units meet at a table: two players, or two sides that stay together."""
        return self.table.seats == 2 or self.together

    @property
    def unit(self) -> int:
        """How many players have their points together."""
        whole = {Sides.KEPT: self.table.seats // 2, Sides.TEAMS: self.table.seats}
        return whole.get(self.sides, 1)


@distinct
class Entered(NamedTuple):
    """A player entered, or changed their name; ``team`` is those who stay together, or ``""``."""

    player: str
    name: str
    team: str = ""


@distinct
class Left(NamedTuple):
    """A player left: before the first round without a trace, later with all points so far."""

    player: str


@distinct
class Rested(NamedTuple):
    """A player sits out from the next match on, or no longer does."""

    player: str
    rests: bool


@distinct
class Seats(NamedTuple):
    """Who sits at one table, by seat; ``""`` for a bot that nobody is asked for."""

    players: tuple[str, ...]


@distinct
class Paired(NamedTuple):
    """A round began: who meets whom, and who has a bye.

    In an arena, a round is all who were paired at one moment, and others may be under way.
    """

    tables: tuple[Seats, ...]
    byes: tuple[str, ...] = ()


@distinct
class Opened(NamedTuple):
    """The table of a fixture was opened; its match begins at the latest at a time.

    All times are in milliseconds since 1970.
    """

    fixture: int
    table: str
    begins: int = 0


@distinct
class Moved(NamedTuple):
    """The director moved the time at which a match begins at the latest."""

    fixture: int
    begins: int


class Score(NamedTuple):
    """What a match was worth for one seat.

    Attributes:
        place: its place, from 1; those who are level share one.
        points: what it counts first: see `cardtui_server.tournament.scores`.
        difference: what it counts next.
    """

    place: int
    points: int
    difference: int = 0


@distinct
class Scored(NamedTuple):
    """A match ended; what it was worth, by seat. It counts once, by table and match."""

    fixture: int
    table: str
    match: int
    scores: tuple[Score, ...]


@distinct
class Played(NamedTuple):
    """A match of a field is over, or was closed; what it was worth by seat, then nothing.

    Nobody is told that before the field ends, when all are compared.
    """

    fixture: int
    scores: tuple[Score, ...]


@distinct
class Lost(NamedTuple):
    """The table of a fixture was closed before its match had a result; another one is opened."""

    fixture: int
    table: str


@distinct
class Corrected(NamedTuple):
    """The director, or the operator, who has no id, said what a match was worth, and why."""

    fixture: int
    scores: tuple[Score, ...]
    reason: str
    director: str
    director_name: str


@distinct
class RoundEnded(NamedTuple):
    """A round is over: by its results, or as the director said; what has none counts nothing."""

    round: int


@distinct
class Shut(NamedTuple):
    """A field takes nobody any more: it is counted once what is under way has ended."""


@distinct
class Halted(NamedTuple):
    """The director paused everything, or let it go on."""

    halted: bool


@distinct
class Directed(NamedTuple):
    """Somebody else directs it."""

    director: str
    director_name: str


@distinct
class Told(NamedTuple):
    """The director said something to everybody."""

    text: str


@distinct
class Ended(NamedTuple):
    """The tournament is over; always the last entry."""


Entry = (
    Made
    | Entered
    | Left
    | Rested
    | Paired
    | Opened
    | Moved
    | Scored
    | Played
    | Lost
    | Corrected
    | RoundEnded
    | Shut
    | Halted
    | Directed
    | Told
    | Owned
    | Ended
)


class Stamped(NamedTuple):
    """An entry, and when it was written, in milliseconds since 1970."""

    time: int
    entry: Entry
