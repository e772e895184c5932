"""When an act at a truco may lose the match: what one says no or yes to, raises, and lays down."""

from __future__ import annotations

from typing import Protocol

from cardtui.v1 import actions_pb2
from cardtui_client.games.risk import Risk
from cardtui_client.i18n import _
from cardtui_client.model.sides import lone_opponent, sides_in_order
from cardtui_client.model.table import TableModel

_GIVES_UP = actions_pb2.CHOICE_KIND_GIVES_UP


class Stakes(Protocol):
    """The part of a view that every truco tells of its points."""

    @property
    def stake(self) -> int:
        """The agreed stake of the hand."""

    @property
    def target(self) -> int:
        """The points that win a game."""


def missing(game: Stakes, model: TableModel) -> int:
    """Return how many points the others still need to win; 0 where that is not known."""
    if model.view is None or model.seat is None:
        return 0
    _mine, theirs = sides_in_order(model)
    scores = model.view.scores
    return max(game.target - scores[theirs], 0) if theirs < len(scores) else 0


def risk_of(
    choice: actions_pb2.Choice, game: Stakes, model: TableModel, *, best_of: int = 1
) -> Risk | None:
    """Return what is at stake where the others would win; ``None`` where they would not.

    Nothing is asked about where the same is lost without the act: by the hand as it stands, or by
    the no that one may say instead.

    Args:
        choice: the choice.
        game: the stakes.
        model: the table.
        best_of: of how many games the match is.
    """
    needed = missing(game, model)
    if not choice.HasField("price") or not 0 < needed <= choice.price:
        return None
    if choice.kind == _GIVES_UP:
        return Risk(wins(best_of))
    refusals = [each.price for each in model.choices() if each.kind == _GIVES_UP and each.price]
    if needed <= min(refusals, default=game.stake):
        return None
    name = lone_opponent(model)
    if best_of > 1:
        if name:
            return Risk(_("with {needed}, {name} wins the game", needed=needed, name=name))
        return Risk(_("with {needed}, they win the game", needed=needed))
    if name:
        return Risk(_("with {needed}, {name} wins the match", needed=needed, name=name))
    return Risk(_("with {needed}, they win the match", needed=needed))


def wins(best_of: int = 1) -> str:
    """Tell that what is given away is all that the others need."""
    return _("that wins the game") if best_of > 1 else _("that wins the match")
