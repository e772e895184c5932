"""What is done at Pif Paf alone, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2
from cardtui_client.games.betting.sentences import spoke
from cardtui_client.games.rummy.sentences import down, top_words
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


def acted(
    event: events_pb2.Acted, name: str, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action; ``None`` for what all rummy games have."""
    match event.action.WhichOneof("action"):
        case "go_out":
            return [down(_("{name} goes out!", name=name), name, event.action)]
        case "claim":
            return [_("{name} claims {card}.", name=name, card=top_words(model))]
        case _:
            return spoke(event, name, among)
