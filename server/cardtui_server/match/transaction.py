"""Transactions: a table as it will be once the entries that were added are durable.

Each request works on a `Transaction`: it checks, then adds the entries that grant it. A request
that is not allowed raises `Refused` and leaves the transaction unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from cardtui_server.match.entries import Entry
from cardtui_server.match.events import Happening
from cardtui_server.match.fold import fold
from cardtui_server.match.refusals import NOT_SEATED, TABLE_CLOSED, Reason, Refused
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.dealer import Dealer


class Step(NamedTuple):
    """One entry, the table before and after it, and what happened."""

    before: TableState
    after: TableState
    entry: Entry
    told: tuple[Happening, ...]

    @property
    def hidden(self) -> bool:
        """Whether readers know nothing of it: it has no part in their numbers."""
        return self.after.hidden != self.before.hidden


class Answered(NamedTuple):
    """The reply to a player's request id: an entry's number, or a refusal."""

    player: str
    result: int | Refused


class Remembered(Protocol):
    """The replies to earlier requests."""

    def get(self, request_id: str, /) -> Answered | None:
        """Return the reply to a request id; ``None`` if it is not known."""


class Held(Exception):
    """A draw that must wait until the others have had their time to take the discard."""


class Transaction:
    """A table as it will be once the entries that were added are durable.

    Attributes:
        waited: the claim window for whose end the current request has waited; 0 if it has not.
        timed: the decision whose time the clock takes, as in ``TableState.asked``.
        reserves: by seat, what remains of its reserve now, while that decision is awaited.
        table: the table's id; ``""`` while it is being made, when no match begins.
        strengths: by player id, how strong players with results are, where partners depend on it.
        late: the table as strangers may know it; ``None`` if that is as it is.
    """

    def __init__(
        self,
        state: TableState,
        dealer: Dealer,
        answered: Remembered,
        past: int = 0,
        *,
        table: str = "",
        late: TableState | None = None,
    ) -> None:
        """Begin with no entries.

        Args:
            answered: the replies to earlier requests.
            past: the number of the latest claim window whose time is over.
            late: the table as strangers may know it; ``None`` if that is as it is.
        """
        self.state = state
        self.late = late
        self.dealer = dealer
        self.steps: list[Step] = []
        self.fresh: dict[str, Answered] = {}
        self.waited = 0
        self.timed = 0
        self.reserves: tuple[int, ...] = ()
        self.strengths: Mapping[str, float] = {}
        self.past = past
        self.table = table
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
        """Return a mark of the transaction as it is now, for `back_to`."""
        return self.state, len(self.steps)

    def back_to(self, mark: tuple[TableState, int]) -> None:
        """Forget everything added since the mark."""
        self.state, steps = mark
        del self.steps[steps:]

    def answered(self, request_id: str) -> Answered | None:
        """Return the earlier reply to a request id; ``None`` if there is none."""
        return self.fresh.get(request_id) or self._answered.get(request_id)


def check_open(state: TableState) -> None:
    """Refuse a request to a closed table."""
    if state.life is Life.CLOSED:
        raise Refused(Reason.TABLE_STATE, TABLE_CLOSED)


def seat_held(state: TableState, player: str) -> int:
    """Return the seat that a player holds.

    Raises:
        Refused: the player holds no seat.
    """
    seat = state.seat_of(player)
    if seat is None:
        raise Refused(Reason.NOT_SEATED, NOT_SEATED)
    return seat
