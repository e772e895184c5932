"""How the betting stands, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def pot_line(chips: int) -> str:
    """Return what the pot holds."""
    return n_("The pot holds {n} chip.", "The pot holds {n} chips.", chips)


def bets_lines(bets: Iterable[int], model: TableModel) -> list[str]:
    """Return who has put in how much."""
    return [
        n_(
            "{name} has put in {n} chip in this round.",
            "{name} has put in {n} chips in this round.",
            chips,
            name=model.name_of(seat),
        )
        for seat, chips in enumerate(bets)
        if chips
    ]


def out_lines(seats: Sequence[int], model: TableModel) -> list[str]:
    """Return who is out of the hand."""
    if not seats:
        return []
    return [_("Out of this hand: {names}.", names=names([model.name_of(seat) for seat in seats]))]


def cap_line(cap: int) -> str:
    """Return beyond what nobody may bet."""
    return n_("Nobody may bet more than {n} chip.", "Nobody may bet more than {n} chips.", cap)
