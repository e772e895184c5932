"""What each seat threw and took last in this hand, as far as one has seen it happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2


class LastMove(NamedTuple):
    """What a seat threw and took last.

    Attributes:
        thrown: the card that it threw; ``None`` for none.
        taken: the discard that it took since its turn before; ``None`` if it drew from the stock.
    """

    thrown: cards_pb2.Card.ValueType | None = None
    taken: cards_pb2.Card.ValueType | None = None


def last_moves(
    before: Mapping[int, LastMove], events: Sequence[events_pb2.Event]
) -> Mapping[int, LastMove]:
    """Return the last moves after some events; every hand begins without any."""
    after = dict(before)
    for event in events:
        match event.WhichOneof("event"):
            case "hand_started":
                after = {}
            case "acted":
                seat = event.acted.seat
                after[seat] = _moved(after.get(seat, LastMove()), event.acted.action)
            case "card_taken":
                taken = event.card_taken
                after[taken.seat] = after.get(taken.seat, LastMove())._replace(taken=taken.card)
            case _:
                pass
    return after


def _moved(last: LastMove, action: actions_pb2.Action) -> LastMove:
    """Return the last move after an action: what is taken from the discards is told apart."""
    name = action.WhichOneof("action")
    part = None if name is None else getattr(action, name)
    if hasattr(part, "source"):
        return last._replace(taken=None)
    card: cards_pb2.Card.ValueType | None = getattr(part, "card", None)
    return last._replace(thrown=card) if card else last
