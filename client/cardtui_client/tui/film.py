"""The contract of a match that a replay shows (`Film`); `commands.replays` makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.net.connection import Connection


class FilmHand(NamedTuple):
    """One hand of a film.

    Attributes:
        first: the position after its deal.
        last: the last position before the next deal.
        standing: the points or chips that each side or seat has then.
    """

    first: int
    last: int
    standing: tuple[int, ...]


class PlayOn(NamedTuple):
    """What somebody wants who plays on from a position.

    Attributes:
        at: the position.
        seat: the seat to play in.
        name: the person's name.
        level: of the bots in the other seats.
        same_packs: whether the packs that follow are those of the match, as far as they go.
    """

    at: int
    seat: int
    name: str
    level: tables_pb2.BotLevel.ValueType
    same_packs: bool


class WeighedChoice(NamedTuple):
    """What one choice would have been worth.

    Attributes:
        words: what it is, as records have it.
        done: whether it is what was done.
        mean: what the hand brings on average, of one's own side less the others.
        margin: how far the true average may be away from that.
        wins: in how many of 100 hands it brings more than it costs.
        chosen: how often of 100 times a strong bot chooses it.
    """

    words: str
    done: bool
    mean: float
    margin: float
    wins: int
    chosen: int


class Advised(NamedTuple):
    """What a strong bot does at a moment, and why.

    Attributes:
        written: what it does, as records have it.
        words: the same, as people read it.
        reason: what decided.
        numbers: those that the reason names.
        chips: whether the game is played for chips, and not for points.
    """

    written: str
    words: str
    reason: table_service_pb2.AdviceReason.ValueType
    numbers: tuple[float, ...]
    chips: bool


class Weighed(NamedTuple):
    """What the choices of a seat would have been worth.

    Attributes:
        name: whose choices they are.
        hands: in how many hands that looked the same they were tried.
        contests: what is compared beside the play, such as envido, and of 100 how often it is won.
        choices: the best first.
        advised: what a strong bot does there, and why.
    """

    name: str
    hands: int
    contests: tuple[tuple[str, int], ...]
    choices: tuple[WeighedChoice, ...]
    advised: Advised


class Film(Protocol):
    """A match that was played: its positions are numbered from 0."""

    @property
    def connection(self) -> Connection:
        """What answers instead of a server: it knows the rules, and nothing else."""

    @property
    def names(self) -> Sequence[str]:
        """Who played, by seat."""

    @property
    def hands(self) -> Sequence[FilmHand]:
        """Its hands, in order."""

    @property
    def all_eyes(self) -> bool:
        """Whether one may look with any eyes, and play on: not before a match is over."""

    @property
    def last(self) -> int:
        """The number of the last position."""

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return a position, as a seat or a spectator saw it."""

    def update(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return what led to a position from the one before it, as a viewer was told it."""

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return the cards that each seat holds at a position, whoever may see them."""

    async def play_on(self, wanted: PlayOn) -> tuple[Connection, str]:
        """Begin a table at a position, in this process alone; return the session and its id.

        It ends with the next one, or as the film is closed.

        Raises:
            Refused, Unreachable: there can be no such table.
            OSError: this machine does not let a server start.
        """

    async def close(self) -> None:
        """End what was played on from here: nobody looks at it any more."""

    def scenario(self, at: int) -> str:
        """Return a position as a scenario, all cards open; ``""`` where none leads there."""

    def weighed(self, at: int) -> Iterator[Weighed] | None:
        """Return what the choices at a position would have been worth, the longer the surer.

        ``None`` where nobody who holds cards has a choice. It may be asked from another thread.
        """

    def shared(self, seat: int) -> str:
        """Return the line by which somebody plays the match's packs, in that seat.

        Raises:
            NotShared: no line leads there.
        """

    def verb(self, at: int) -> str:
        """Return the verb that led to a position, as the protocol names it; ``""`` for none."""


class NotShared(ValueError):
    """Packs that nobody else can be dealt; the sentence says why."""


class NoFilm(ValueError):
    """A file that is not the record of a match; the sentence says why."""


BringFilm = Callable[[Path], Film]
"""Makes a film of a record; what it is made of takes time to load. It may raise `NoFilm`."""
