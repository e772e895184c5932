"""Names and scores of the sides at a table, as people say them."""

from __future__ import annotations

from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import enumerate_words
from cardtui_client.model.table import TableModel


def names(several: list[str]) -> str:
    """Return names as a list in a sentence."""
    return enumerate_words(several) if several else _("nobody")


def side_name(model: TableModel, side: int) -> str:
    """Return a side by the names of those who are on it."""
    return names([model.name_of(seat) for seat in model.side_seats(side)])


def sides_in_order(model: TableModel) -> tuple[int, int]:
    """Return both teams, one's own first; spectators see that of the first seat first."""
    mine = 0 if model.seat is None else model.team_of(model.seat) % 2
    return mine, 1 - mine


def score_words(points: int, target: int) -> str:
    """Return a score as it is kept: the first half malas, the second buenas.

    Without a target, as in other games, it is just the points.
    """
    if target <= 0:
        return str(points)
    half = target // 2
    if points <= half:
        return n_("{n} mala", "{n} malas", points)
    return n_("{n} buena", "{n} buenas", points - half)


def score_line(model: TableModel) -> str:
    """Return the score of both teams as one sentence."""
    if model.view is None:
        return ""
    target = model.view.truco_argentino.target
    sides = [
        f"{side_name(model, side)} {score_words(model.view.scores[side], target)}"
        for side in sides_in_order(model)
        if side < len(model.view.scores)
    ]
    return _("Score: {sides}.", sides="; ".join(sides))


def chips_line(model: TableModel) -> str:
    """Return everybody's chips as one sentence."""
    if model.view is None:
        return ""
    chips = [f"{model.name_of(seat)} {count}" for seat, count in enumerate(model.view.chips)]
    return _("Chips: {sides}.", sides=", ".join(chips))
