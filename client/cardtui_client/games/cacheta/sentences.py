"""What happens at Cacheta alone, told as sentences."""

from __future__ import annotations

from cardtui.v1 import events_pb2
from cardtui_client.games.actor import Actor, actor_of
from cardtui_client.games.rummy.sentences import down, top_words
from cardtui_client.i18n import mark, n_
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word


def sentences(event: events_pb2.Event, model: TableModel) -> list[str] | None:
    """Tell an event; ``None`` for what all rummy games have."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), model)
        case "points_scored" if event.points_scored.points < 0:
            return _lost(event.points_scored, model)
        case _:
            return None


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    match sheet_word(action.WhichOneof("action") or ""):
        case "knock":
            return [down(who.did(mark("{name} knocks!"), mark("You knock!")), who, action)]
        case "good_one":
            return [
                who.did(
                    mark("{name} is na boa: one card short of a knock."),
                    mark("You are na boa: one card short of a knock."),
                )
            ]
        case "cut":
            return [
                who.did(
                    mark("{name} cuts the line for {card}."),
                    mark("You cut the line for {card}."),
                    card=top_words(model),
                )
            ]
        case _:
            return None


def _lost(event: events_pb2.PointsScored, model: TableModel) -> list[str]:
    scores = model.view.scores if model.view is not None else ()
    left = scores[event.team] if event.team < len(scores) else 0
    who = actor_of(event.team, model)
    if who.own:
        return [
            n_(
                "You lose {n} point, and have {left} left.",
                "You lose {n} points, and have {left} left.",
                -event.points,
                left=left,
            )
        ]
    return [
        n_(
            "{name} loses {n} point, and has {left} left.",
            "{name} loses {n} points, and has {left} left.",
            -event.points,
            name=who.name,
            left=left,
        )
    ]
