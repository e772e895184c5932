"""What happens at Cacheta alone, told as sentences."""

from __future__ import annotations

from cardtui.v1 import events_pb2
from cardtui_client.games.rummy.sentences import down, top_words
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word


def sentences(event: events_pb2.Event, model: TableModel) -> list[str] | None:
    """Tell an event; ``None`` for what all rummy games have."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, model.name_of(event.acted.seat), model)
        case "points_scored" if event.points_scored.points < 0:
            return _lost(event.points_scored, model)
        case _:
            return None


def _acted(event: events_pb2.Acted, name: str, model: TableModel) -> list[str] | None:
    action = event.action
    match sheet_word(action.WhichOneof("action") or ""):
        case "knock":
            return [down(_("{name} knocks!", name=name), name, action)]
        case "good_one":
            return [_("{name} is na boa: one card short of a knock.", name=name)]
        case "cut":
            return [_("{name} cuts the line for {card}.", name=name, card=top_words(model))]
        case _:
            return None


def _lost(event: events_pb2.PointsScored, model: TableModel) -> list[str]:
    scores = model.view.scores if model.view is not None else ()
    return [
        n_(
            "{name} loses {n} point, and has {left} left.",
            "{name} loses {n} points, and has {left} left.",
            -event.points,
            name=model.name_of(event.team),
            left=scores[event.team] if event.team < len(scores) else 0,
        )
    ]
