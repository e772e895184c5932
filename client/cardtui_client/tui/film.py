"""What a replay needs of the match that it shows; whoever starts the client brings it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from cardtui.v1 import table_service_pb2
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
    def last(self) -> int:
        """The number of the last position."""

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return a position, as a seat or a spectator saw it."""

    def update(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return what led to a position from the one before it, as a viewer was told it."""

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return the cards that each seat holds at a position, whoever may see them."""

    def scenario(self, at: int) -> str:
        """Return a position as a scenario, all cards open; ``""`` where none leads there."""

    def verb(self, at: int) -> str:
        """Return the verb that led to a position, as the protocol names it; ``""`` for none."""
