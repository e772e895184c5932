"""What is done at Pif Paf alone, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2
from cardtui_client.games.actor import Actor
from cardtui_client.games.betting.sentences import spoke
from cardtui_client.games.rummy.sentences import down, top_words
from cardtui_client.i18n import mark
from cardtui_client.model.table import TableModel


def acted(
    event: events_pb2.Acted, who: Actor, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action; ``None`` for what all rummy games have."""
    match event.action.WhichOneof("action"):
        case "go_out":
            return [down(who.did(mark("{name} goes out!"), mark("You go out!")), who, event.action)]
        case "claim":
            return [
                who.did(
                    mark("{name} claims {card}."), mark("You claim {card}."), card=top_words(model)
                )
            ]
        case _:
            return spoke(event, who, among)
