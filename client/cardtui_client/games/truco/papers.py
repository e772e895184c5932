"""The page at the end of a match of truco: what each side has won."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import views_pb2
from cardtui_client.games.truco.scene import team_names
from cardtui_client.i18n import _, p_
from cardtui_client.model.game_part import part_of
from cardtui_client.model.match_counts import Numbers, count_of
from cardtui_client.model.sides import side_name, sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.paper import SMALLEST, Line, Score, wrapped


def match_paper(
    view: views_pb2.PublicView, model: TableModel, told: Sequence[str], room: int
) -> list[Line]:
    """Return how the match ended: what each side has won, and the last hand if it has room.

    Args:
        view: the public view.
        model: the table.
        told: how the last hand ended.
        room: how many lines there are.
    """
    sides = [side for side in sides_in_order(model) if side < len(view.scores)]
    names = [_short(side, model) for side in sides]
    rows = [Line("", columns=tuple(names), strong=True)]
    rows += [
        Line(
            words,
            columns=tuple(str(count_of(numbers, side)) for side in sides),
            is_score=not place,
        )
        for place, (words, numbers) in enumerate(_counts(view, model))
    ]
    last = [Line(sentence) for sentence in told]
    fits = len(wrapped((*last, *rows), SMALLEST)) <= room
    return [*(last if fits else []), *rows]


def final_scores(view: views_pb2.PublicView, model: TableModel) -> list[Score]:
    """Return the points of both sides, or the games where several are played."""
    _words, numbers = _counts(view, model)[0]
    won = {model.team_of(seat) for seat in view.winners}
    return [
        Score(_short(side, model), str(count_of(numbers, side)), side, side in won)
        for side in sides_in_order(model)
        if side < len(view.scores)
    ]


def final_lines(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return the same as sentences."""
    sides = [side for side in sides_in_order(model) if side < len(view.scores)]
    return [
        _(
            "{what}: {sides}.",
            what=words.capitalize(),
            sides="; ".join(
                f"{side_name(model, side)} {count_of(numbers, side)}" for side in sides
            ),
        )
        for words, numbers in _counts(view, model)[1:]
    ]


def _short(side: int, model: TableModel) -> str:
    seats = model.side_seats(side)
    return model.name_of(seats[0]) if len(seats) == 1 else team_names(model)[side]


def _counts(view: views_pb2.PublicView, model: TableModel) -> list[tuple[str, Numbers]]:
    """Return what is counted, in words, and how many of it each side has; points come first."""
    game, counts = part_of(view), model.counts
    games: Numbers = getattr(game, "games", ())
    if getattr(game, "best_of", 1) > 1:
        found: list[tuple[str, Numbers]] = [(p_("match", "games"), games)]
    else:
        found = [(p_("match", "points"), view.scores)]
    if counts is None:
        return found
    found.append((p_("match", "hands won"), counts.hands))
    if hasattr(game, "envido"):
        found.append((p_("match", "envidos won"), counts.envidos))
    return [*found, (p_("match", "bluffs called"), counts.bluffs)]
