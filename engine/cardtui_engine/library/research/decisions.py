"""What the data say of each decision of a recorded match (`Choosing`): the choice, and from what.
Also what the seat knew, and what it brought. `research/cardtui_research/data.py` makes arrays of
it.

Acts without an id (`ActionIds`) are left out, and so are moments that seats let pass: records do
not hold them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from cardtui_engine.library.records import Act, Record, replay
from cardtui_engine.library.research.episodes import Task


class Choosing(NamedTuple):
    """A decision.

    Attributes:
        seat: who decided.
        numbers: what the seat could know (`ObservationSpace`).
        legal: the ids from which it chose, in ascending order.
        chosen: the id of what it did.
        worth: what the match brought to the seat, for a stake of 1; 0 if it is not over.
    """

    seat: int
    numbers: list[int]
    legal: list[int]
    chosen: int
    worth: float


def decisions(record: Record, task: Task) -> Iterator[Choosing]:
    """Yield the decisions of a match.

    Args:
        task: what is played: the same game with the same options for as many seats.

    Raises:
        ValueError: the match was another game, or was played otherwise.
        ReplayError: the record breaks the rules.
    """
    rules, ids = task.rules, task.ids
    played = (record.game, record.seats, {**record.options})
    if played != (rules.id, task.seats, {**task.options}):
        raise ValueError("this match was another game, or was played with other options or seats")
    steps = [*replay(record)]
    outcome = rules.outcome(steps[-1].state)
    returns = (0.0,) * task.seats if outcome is None else outcome.returns
    for before, after in pairwise(steps):
        if not isinstance(after.entry, Act):
            continue
        seat, action = after.entry
        view = rules.seat_view(before.state, seat)
        legal = ids.legal(view.own.choices)
        try:
            chosen = ids.id_of(action)
        except KeyError:
            continue
        if chosen in legal:  # a foul need not be
            yield Choosing(seat, task.observations.numbers(view), legal, chosen, returns[seat])
