"""What the screens need of a lesson; whoever starts the client brings them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cardtui_client.net.connection import Connection
from cardtui_client.tui.table.requests import Feed
from cardtui_client.tui.widgets.coach_panel import Teaches


class Offer(NamedTuple):
    """A lesson that one can take.

    Attributes:
        game: the game's id.
        done: how many hands are done.
        hands: how many it has.
    """

    game: str
    done: int
    hands: int


class Tutor(Teaches, Protocol):
    """A lesson under way: its hands are dealt one after another."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def connection(self) -> Connection:
        """What answers instead of a server: it knows the rules, and nothing else."""

    @property
    def clauses(self) -> Sequence[str]:
        """The clauses that the hand teaches."""

    @property
    def over(self) -> bool:
        """Whether all hands are done."""

    def deal(self) -> Feed:
        """Deal the hand; the feed ends when one leaves the hand."""

    def skip(self) -> None:
        """Leave the hand for good, without having reached its goal."""

    def go_on(self) -> None:
        """Take up the next hand, or the same one again where its goal was missed."""


class Lessons(Protocol):
    """The lessons that there are, and how far one is in each."""

    def offered(self) -> Sequence[Offer]:
        """Return them."""

    def begin(self, game: str, name: str, *, again: bool = False) -> Tutor:
        """Go on with a lesson, or begin it anew if wanted or if it is done."""


BringLessons = Callable[[], Lessons]
"""Brings them when they are wanted: what they are made of takes time to load."""
