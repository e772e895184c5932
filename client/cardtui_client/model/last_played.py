"""What was played last, which the view no longer tells: each seat's last move (`last_moves`), the
trick that lay on the table as a hand ended (`last_trick`), the cards you still held (`unplayed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from google.protobuf.message import Message

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, views_pb2
from cardtui_client.model.cards import part_of
from cardtui_client.model.verbs import part_of_action


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
    part = part_of_action(action)
    if hasattr(part, "source") and not action.HasField("other"):
        return last._replace(taken=None)
    card: cards_pb2.Card.ValueType | None = getattr(part, "card", None)
    return last._replace(thrown=card) if card else last


class Lain(NamedTuple):
    """A card that lay on the table as a hand ended.

    Attributes:
        seat: who played it.
        card: the card.
        won: whether it won the trick, or was winning it.
    """

    seat: int
    card: int
    won: bool


def last_trick(
    before: views_pb2.PublicView | None, events: Sequence[events_pb2.Event]
) -> tuple[Lain, ...]:
    """Return the cards that lay on the table as a hand ended, with the one that was played last."""
    best: Message | None = part_of(before)
    lying = getattr(best, "trick", None)
    if lying is None:
        return ()
    played = [*((each.seat, each.card) for each in lying), *_played_last(events)]
    if not played:
        best = next(reversed(getattr(best, "tricks", ())), None)
        played = [(each.seat, each.card) for each in getattr(best, "cards", ())]
    ended = next((each.trick_ended for each in events if each.HasField("trick_ended")), None)
    winner = _seat_of(ended, "seat") if ended is not None else _seat_of(best, "winning", "winner")
    return tuple(Lain(seat, card, seat == winner) for seat, card in played)


def _played_last(events: Sequence[events_pb2.Event]) -> list[tuple[int, int]]:
    """Return the card that was put on the table, and who did it; none if a word was said."""
    shown = next((event.cards_shown.cards for event in events if event.HasField("cards_shown")), ())
    ended = any(event.HasField("trick_ended") for event in events)
    for event in events:
        part = part_of_action(event.acted.action)
        if part is None:
            continue
        if (card := getattr(part, "card", None)) is not None:
            return [(event.acted.seat, card)]
        if ended:  # a card was turned up, and named only as it was shown
            return [(event.acted.seat, card) for card in shown[:1]]
    return []


def _seat_of(message: Message | None, *fields: str) -> int | None:
    """Return the seat in the first of those fields that the message has, if that is set."""
    for field in fields:
        if message is not None and field in message.DESCRIPTOR.fields_by_name:
            return getattr(message, field) if message.HasField(field) else None
    return None


def unplayed(
    before: views_pb2.OwnView | None,
    view: views_pb2.PublicView | None,
    events: Sequence[events_pb2.Event],
) -> tuple[cards_pb2.Card.ValueType, ...]:
    """Return your cards that were not put down by what ended the hand.

    Args:
        before: your part of the view before that.
        view: what everybody may know after it: the melds of who went out, too.
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
