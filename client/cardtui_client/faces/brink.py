"""Whether a stake decides a game or the match: who would win with so many points more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtui.v1 import events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Presenter
from cardtui_client.i18n import _
from cardtui_client.model.cards import part_of
from cardtui_client.model.sides import plays_in_teams, short_side, side_name, sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Tone


class Brink(NamedTuple):
    """Who would win with so many points more.

    Attributes:
        sides: the sides that would, one's own first.
        match: whether each of them would win the match; else a game of it.
    """

    sides: tuple[int, ...] = ()
    match: bool = True


def brink_of(view: views_pb2.PublicView, model: TableModel, points: int) -> Brink:
    """Return who would win with so many points, and those that are not counted yet."""
    game = part_of(view)
    target: int = getattr(game, "target", 0)
    if not target:
        return Brink()
    pending: Sequence[int] = getattr(game, "pending", ())
    sides = tuple(
        side
        for side in sides_in_order(model)
        if side < len(view.scores) and view.scores[side] + _at(pending, side) + points >= target
    )
    best_of: int = getattr(game, "best_of", 1)
    games: Sequence[int] = getattr(game, "games", ())
    last = all(2 * (_at(games, side) + 1) > best_of for side in sides)
    return Brink(sides, best_of <= 1 or last)


def _at(numbers: Sequence[int], side: int) -> int:
    return numbers[side] if side < len(numbers) else 0


def brink_words(brink: Brink, model: TableModel) -> str:
    """Tell in a few words what a stake decides, and for whom; ``""`` for nothing.

    Args:
        brink: who would win with it.
        model: the table.
    """
    match brink.sides:
        case ():
            return ""
        case (side,):
            return _for_whom(side, model, match=brink.match)
        case _:
            return _("for the match") if brink.match else _("for the game")


def _for_whom(side: int, model: TableModel, *, match: bool) -> str:
    if model.seat is not None and side == model.team_of(model.seat):
        if plays_in_teams(model):
            return _("match for us") if match else _("game for us")
        return _("match for you") if match else _("game for you")
    if model.seat is not None and plays_in_teams(model):
        return _("match for them") if match else _("game for them")
    side_words = short_side(model, side)
    return (
        _("match for {side}", side=side_words) if match else _("game for {side}", side=side_words)
    )


def brink_sentences(event: events_pb2.Event, model: TableModel, face: Presenter) -> list[str]:
    """Tell after an event that what was called, or won, decides a game or the match."""
    view = model.view
    if view is None:
        return []
    if event.HasField("acted"):
        proposed: int = getattr(part_of(view), "proposed", 0)
        called = face.verb(verb_of_action(event.acted.action)).tone is Tone.CALL
        return _would_win(brink_of(view, model, proposed), model) if called and proposed else []
    if event.HasField("envido_settled") and view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        brink = brink_of(view, model, 0)
        return (
            [_("That is enough for the match.")] if event.envido_settled.team in brink.sides else []
        )
    return []


def _would_win(brink: Brink, model: TableModel) -> list[str]:
    match brink.sides:
        case ():
            return []
        case (side,) if brink.match:
            return [_("That would win the match for {side}.", side=side_name(model, side))]
        case (side,):
            return [_("That would win the game for {side}.", side=side_name(model, side))]
        case _ if brink.match:
            return [_("Whoever wins that wins the match.")]
        case _:
            return [_("Whoever wins that wins the game.")]
