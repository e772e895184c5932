"""Who has done something, as the sentences name them: another by name, oneself as "you"."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.i18n import _, mark
from cardtui_client.model.table import TableModel


class Actor(NamedTuple):
    """Who has done something.

    Attributes:
        name: what stands before what they call: a name, or "You".
        own: whether it is the reader.
    """

    name: str
    own: bool

    def did(self, other: str, own: str, /, **args: object) -> str:
        """Return the sentence of another, or the one to oneself; both are marked messages."""
        return _(own if self.own else other, name=self.name, **args)


def goes_to(who: Actor) -> str:
    """Tell whose the trick is."""
    return who.did(mark("The trick goes to {name}."), mark("The trick is yours."))


def actor_of(seat: int, model: TableModel) -> Actor:
    """Return who sits there, as the sentences name them."""
    own = seat == model.seat
    return Actor(_("You") if own else model.name_of(seat), own)
