"""The cards of the trick with which a hand ended, which the view no longer shows."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import cards_pb2, events_pb2, views_pb2


def last_trick(
    before: views_pb2.PublicView | None, events: Sequence[events_pb2.Event]
) -> Sequence[cards_pb2.Card.ValueType]:
    """Return the cards of the trick with which a hand ended; none if it ended with words."""
    game = before.WhichOneof("game") if before is not None else None
    trick = getattr(getattr(before, game), "trick", ()) if game is not None else ()
    for event in events:
        match event.acted.action.WhichOneof("action"):
            case "play":
                return (*(each.card for each in trick), event.acted.action.play.card)
            case "turn_up":
                shown = next((e.cards_shown.cards for e in events if e.HasField("cards_shown")), ())
                return (*(each.card for each in trick), *shown[:1])
            case _:
                pass
    return ()
