"""Transactions: a table as it will be once what was granted is durable.

Requests work on a `Transaction`: each checks, and adds the entries that grant it. A request that is
not allowed raises `Refused` and leaves the transaction as it was.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from cardtui_server.match.entries import Entry
from cardtui_server.match.events import Happening
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life, TableState, fold
from cardtui_server.ports.dealer import Dealer

NOT_SEATED: Final = "You hold no seat at this table: sit down first."
CLOSED: Final = "This table is closed: choose another one."


class Step(NamedTuple):
    """One entry: the table before and after it, and what happened."""

    before: TableState
    after: TableState
    entry: Entry
    told: tuple[Happening, ...]


class Answered(NamedTuple):
    """What a player's request id was answered with: an entry's number, or a refusal."""

    player: str
    result: int | Refused


class Remembered(Protocol):
    """How earlier requests were answered."""

    def get(self, request_id: str, /) -> Answered | None:
        """Return how a request id was answered, ``None`` if that is not known."""


class Held(Exception):
    """A draw that waits until the others have had their time to take the discard."""


class Transaction:
    """A table as it will be once the entries that were added are durable.

    Attributes:
        waited: the window for whose end the request being granted has waited; 0 if none.
    """

    def __init__(
        self,
        state: TableState,
        dealer: Dealer,
        answered: Remembered,
        past: int = 0,
    ) -> None:
        """Begin with no entries.

        Args:
            state: the table now.
            dealer: the door to chance.
            answered: how earlier requests were answered.
            past: the number of the latest window whose time is over.
        """
        self.state = state
        self.dealer = dealer
        self.steps: list[Step] = []
        self.fresh: dict[str, Answered] = {}
        self.waited = 0
        self.past = past
        self._answered = answered

    def add(self, entry: Entry) -> int:
        """Add an entry and return its number.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        before = self.state
        after, told = fold(before, entry)
        self.state = after
        self.steps.append(Step(before, after, entry, told))
        return after.seq

    def mark(self) -> tuple[TableState, int]:
        """Return how far the transaction has come, for `back_to`."""
        return self.state, len(self.steps)

    def back_to(self, mark: tuple[TableState, int]) -> None:
        """Forget what was added since."""
        self.state, steps = mark
        del self.steps[steps:]

    def answered(self, request_id: str) -> Answered | None:
        """Return how a request id was answered before."""
        return self.fresh.get(request_id) or self._answered.get(request_id)


def check_open(state: TableState) -> None:
    """Refuse what is asked of a closed table."""
    if state.life is Life.CLOSED:
        raise Refused(Reason.TABLE_STATE, CLOSED)


def seat_held(state: TableState, player: str) -> int:
    """Return the seat that a player holds.

    Raises:
        Refused: the player holds none.
    """
    seat = state.seat_of(player)
    if seat is None:
        raise Refused(Reason.NOT_SEATED, NOT_SEATED)
    return seat
