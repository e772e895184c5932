"""The cards that one still held when a hand ended, which the view no longer shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from google.protobuf.message import Message

from cardtui.v1 import cards_pb2, events_pb2, views_pb2
from cardtui_client.model.game_part import part_of


def unplayed(
    before: views_pb2.OwnView | None,
    view: views_pb2.PublicView | None,
    events: Sequence[events_pb2.Event],
) -> tuple[cards_pb2.Card.ValueType, ...]:
    """Return the cards of one's own that were not put down by what ended the hand.

    Args:
        before: one's own part of the view before that.
        view: what everybody may know after it: the melds of who went out, too.
        events: what happened.
    """
    if before is None:
        return ()
    down = Counter(
        card
        for event in events
        if event.HasField("acted") and event.acted.seat == before.seat
        for card in _cards(event.acted.action)
    )
    if any(before.seat in each.hand_ended.winners for each in events):
        melds = getattr(getattr(part_of(view), "last", None), "melds", ())
        down |= Counter(card for meld in melds for card in meld.cards)
    left = []
    for card in before.hand:
        if down[card]:
            down[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _cards(message: Message) -> Iterator[cards_pb2.Card.ValueType]:
    """Yield the cards that a message names, at any depth."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else (value,)
        if field.message_type is not None:
            for each in values:
                yield from _cards(each)
        elif field.enum_type == cards_pb2.Card.DESCRIPTOR:
            yield from values
