"""Who takes the pot at the end of a hand, told as a sentence; the same in every game for chips."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_client.i18n import n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def takes_pot(model: TableModel, winners: Sequence[int], chips: int, why: str) -> str:
    """Tell who takes the pot, and why; to oneself as "you"."""
    if [*winners] == [model.seat]:
        return n_(
            "You take the pot of {n} chip: {why}.",
            "You take the pot of {n} chips: {why}.",
            chips,
            why=why,
        )
    return n_(
        "{name} takes the pot of {n} chip: {why}.",
        "{name} takes the pot of {n} chips: {why}.",
        chips,
        name=names([model.name_of(seat) for seat in winners]),
        why=why,
    )
