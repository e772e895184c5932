"""The stake of a truco as a box tells it: the hand's, or that of the call that waits."""

from __future__ import annotations

from typing import Literal, Protocol

from cardtui.v1 import actions_pb2, views_pb2
from cardtui_client.games.brink import brink_of, brink_words
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.stake import Stake, Weight


class Stakes(Protocol):
    """The part of a view that every truco tells of what is played for."""

    @property
    def stake(self) -> int:
        """The agreed stake of the hand."""

    @property
    def proposed(self) -> int:
        """What the call that waits plays for."""

    def HasField(self, field_name: Literal["proposed"], /) -> bool:  # noqa: N802 - protobuf's word
        """Tell whether a call waits."""


def stake_of(
    view: views_pb2.PublicView,
    game: Stakes,
    model: TableModel,
    *,
    called: str,
    raised: bool,
    apart: int | None = None,
) -> Stake:
    """Return what is played for now.

    Args:
        view: the public view.
        game: the game's part of it.
        model: the table.
        called: the call that waits; ``""`` if none does.
        raised: whether anybody has raised, or asked to.
        apart: what is played for beside the hand, under the name of that call, before the hand
            goes on; ``None`` for nothing.
    """
    asked = game.HasField("proposed")
    worth = apart if apart is not None else game.proposed if asked else game.stake
    brink = brink_of(view, model, worth)
    weight = Weight.USUAL
    if raised:
        weight = Weight.DECISIVE if brink.sides else Weight.RAISED
    refused = _refused(model) if asked and view is model.view else None
    return Stake(
        title=called if called and (asked or apart is not None) else _("at stake"),
        worth=worth,
        refused="" if refused is None else _("declined: {points}", points=refused),
        decides=brink_words(brink, model),
        weight=weight,
        asked=asked,
    )


def _refused(model: TableModel) -> int | None:
    """Return what saying no gives away, where one may say it."""
    return next(
        (
            each.price
            for each in model.choices()
            if each.kind == actions_pb2.CHOICE_KIND_GIVES_UP and each.HasField("price")
        ),
        None,
    )
