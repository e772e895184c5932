"""What has just happened at a table, and how it looked before: what animations are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtui.v1 import cards_pb2, events_pb2, views_pb2
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import STILL, Fresh

Staged = Callable[[views_pb2.PublicView | None, Fresh], Scene]
"""Returns the scene of a public view, ``None`` for the table as it is now."""


class Change(NamedTuple):
    """What has just happened.

    Attributes:
        model: the table after it.
        view: what everybody may know after it.
        was: what everybody knew before.
        happened: what happened, in order.
        fresh: what of it is worth pointing out.
        staged: makes the scenes.
    """

    model: TableModel
    view: views_pb2.PublicView
    was: views_pb2.PublicView
    happened: Sequence[events_pb2.Event]
    fresh: Fresh
    staged: Staged

    def now(self, *, fresh: bool = False) -> Scene:
        """Return the table as it is now, with what is fresh pointed out or not."""
        return self.staged(None, self.fresh if fresh else STILL)

    def before(self) -> Scene:
        """Return the table as it was, with nobody to act."""
        before = views_pb2.PublicView()
        before.CopyFrom(self.was)
        scene = self.staged(before, STILL)
        return scene._replace(seats=tuple(seat._replace(turn=False) for seat in scene.seats))

    @property
    def act(self) -> events_pb2.Acted | None:
        """What somebody did."""
        return next((event.acted for event in self.happened if event.HasField("acted")), None)

    @property
    def shown(self) -> cards_pb2.Card.ValueType | None:
        """The card that was shown."""
        shown = (each.cards_shown.cards for each in self.happened if each.HasField("cards_shown"))
        return next((cards[0] for cards in shown if cards), None)

    @property
    def trick_ended(self) -> events_pb2.TrickEnded | None:
        """How a trick ended."""
        ended = (each.trick_ended for each in self.happened if each.HasField("trick_ended"))
        return next(ended, None)

    @property
    def began(self) -> int | None:
        """The phase that began."""
        began = (each.phase_began.phase for each in self.happened if each.HasField("phase_began"))
        return next(began, None)

    @property
    def dealt(self) -> bool:
        """Whether one was dealt cards oneself."""
        return any(
            event.HasField("cards_dealt") and event.cards_dealt.seat == self.model.seat
            for event in self.happened
        )
