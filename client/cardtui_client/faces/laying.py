"""Melds that you put together by hand: what is selected, and the action that it becomes.
What a click on the middle would do then: `Step`. What is said of it is in
`tui/table/modes/playing.py`; which cards are melds, the server says.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import melding_choice, price_of_throwing
from cardtui_client.faces.presenter import Melding
from cardtui_client.faces.registry import presenter_of
from cardtui_client.model.table import TableModel


class Step(Enum):
    """What a click on the middle would do."""

    NOTHING = "nothing"
    """More has to be selected first."""
    FEW = "few"
    """Too few are selected for a meld."""
    MELD = "meld"
    """What is selected becomes a meld."""
    OUT = "out"
    """The hand goes out as it is laid."""
    KEEP_ONE = "keep one"
    """Nothing: a card must be left to throw."""


class Laid(NamedTuple):
    """What a person has done with the cards.

    Attributes:
        melds: the cards put together, meld by meld.
        selected: the cards selected beside them.
        loose: the others.
    """

    melds: tuple[tuple[int, ...], ...] = ()
    selected: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether all cards, or all but one to throw, are selected as they are."""
        return bool(self.selected) and not self.melds and len(self.loose) <= 1

    def step(self, melding: Melding) -> Step:
        """Return what a click on the middle would do, by what is known of melds."""
        if self.whole or (self.melds and not self.selected and len(self.loose) <= 1):
            return Step.OUT if self.loose or melding.ten else Step.KEEP_ONE
        if not self.selected:
            return Step.NOTHING
        return Step.MELD if len(self.selected) >= melding.least else Step.FEW


def lay_choice(model: TableModel) -> actions_pb2.Choice | None:
    """Return the choice to lay the hand down, ``None`` where it cannot go out now."""
    return melding_choice(model.choices())


def melding_at(model: TableModel) -> Melding:
    """Return what is known of melds at this table."""
    return presenter_of(model).melding(model)


def lay_action(verb: str, laid: Laid, model: TableModel) -> actions_pb2.Action:
    """Return the action that lays the cards down as they are; what is loose is thrown.

    Cards selected as a whole are put into melds by the server.
    """
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    melds = laid.melds
    if laid.whole and not laid.loose and not _melds_all(model):
        melds = (laid.selected,)  # without melds the server would throw a card of its choice
    for meld in melds:
        part.melds.add().cards.extend(meld)
    for card in laid.loose:
        part.discard = card
    return action


def _melds_all(model: TableModel) -> bool:
    choice = lay_choice(model)
    may_throw = choice is not None and price_of_throwing(choice) is not None
    return may_throw or melding_at(model).whole
