"""The cards of the trick with which a hand ended, which the view no longer shows."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import cards_pb2, events_pb2, views_pb2
from cardtui_client.model.game_part import part_of


def last_trick(
    before: views_pb2.PublicView | None, events: Sequence[events_pb2.Event]
) -> Sequence[cards_pb2.Card.ValueType]:
    """Return the cards of the trick with which a hand ended; none if it ended with words."""
    lain = getattr(part_of(before), "trick", None)
    if lain is None:
        return ()
    trick = [each.card for each in lain]
    shown = next((event.cards_shown.cards for event in events if event.HasField("cards_shown")), ())
    ended = any(event.HasField("trick_ended") for event in events)
    for event in events:
        verb = event.acted.action.WhichOneof("action")
        if verb is None:
            continue
        if (card := getattr(getattr(event.acted.action, verb), "card", None)) is not None:
            return (*trick, card)
        if ended:
            return (*trick, *shown[:1])  # a card was turned up, and named only as it was shown
    return ()
