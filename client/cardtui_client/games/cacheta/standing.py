"""How a match of Cacheta stands, and what it counted, as lines of text."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui.v1 import views_pb2
from cardtui_client.i18n import _, p_
from cardtui_client.model.match_counts import count_of
from cardtui_client.model.table import TableModel

_MOST_SEATS: Final = 12


def standing(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return everybody's points as one sentence."""
    left = [f"{model.name_of(seat)} {count}" for seat, count in enumerate(view.scores)]
    return _("Points: {sides}.", sides=", ".join(left))


class Place(NamedTuple):
    """What a match of Cacheta counted for one seat (CA-50, CA-51).

    Attributes:
        seat: the seat.
        points: the points it has left.
        victory: its victory points.
        game: its game points.
    """

    seat: int
    points: int
    victory: int
    game: int


def places(view: views_pb2.PublicView) -> list[Place]:
    """Return what the match counted, best first; empty before its end."""
    counts = [*zip(view.scores, view.cacheta.vp, view.cacheta.gp, strict=False)][:_MOST_SEATS]
    best_first = view.cacheta.ranking[:_MOST_SEATS]
    return [Place(seat, *counts[seat]) for seat in best_first if seat < len(counts)]


def tournament(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return victory and game points as sentences; empty before the match is over."""
    found = places(view)
    if not found:
        return []
    victory = [f"{model.name_of(place.seat)} {place.victory}" for place in found]
    game = [f"{model.name_of(place.seat)} {place.game}" for place in found]
    return [
        _("Victory points: {sides}.", sides=", ".join(victory)),
        _("Game points: {sides}.", sides=", ".join(game)),
    ]


def final_rows(view: views_pb2.PublicView, model: TableModel) -> list[tuple[str, ...]]:
    """Return what everybody has left as the rows of a table, and the hands they won."""
    found = places(view)
    if not found:
        return []
    heads = ["", p_("column", "points")]
    rows = [[model.name_of(place.seat), str(place.points)] for place in found]
    if (counts := model.counts) is not None:
        heads.append(p_("column", "hands"))
        for row, place in zip(rows, found, strict=True):
            row.append(str(count_of(counts.hands, place.seat)))
    return [tuple(row) for row in (heads, *rows)]
