"""What the paper over the felt says of a hand of rummy: who went out, the melds, the standing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Final

from cardtui_client.games.count_lines import count_lines
from cardtui_client.games.rummy.standing import outcome
from cardtui_client.games.rummy.view import Rummy
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.paper import SMALLEST, Line, wrapped

_FEW_COLUMNS: Final = 3


def last_hand(rummy: Rummy, model: TableModel, standing: str) -> list[Line]:
    """Return how the last hand ended; the melds are drawn."""
    if not rummy.winners:
        return []
    return [*_how(rummy, model), *_melds(rummy), Line(standing)]


def match_paper(
    rummy: Rummy, model: TableModel, rows: Sequence[Line], room: int, *, beside: Sequence[str] = ()
) -> list[Line]:
    """Return the rows of how a match ended, and what else there is room for.

    How the last hand ended matters most, then how hands were won, then the last melds, then what
    else was counted.

    Args:
        rummy: the last hand.
        model: the table.
        rows: what everybody has won.
        room: how many lines there are.
        beside: what else was counted.
    """
    if len(rows) > room:  # the title stands over the names, and needs the place of a column
        rows = [row._replace(columns=row.columns[:_FEW_COLUMNS]) for row in rows]
    above: list[Line] = []
    below: list[Line] = []
    ways = [Line(sentence) for sentence in ways_out(model)]
    parts = (
        (_how(rummy, model), above),
        (ways, below),
        (_melds(rummy), above),
        ([Line(sentence) for sentence in beside], below),
    )
    for part, place in parts:
        if len(wrapped((*above, *rows, *below, *part), SMALLEST)) <= room:
            place.extend(part)
    return [*above, *rows, *below]


def ways_out(model: TableModel) -> list[str]:
    """Return who went out in this match in ways that are out of the ordinary."""
    counts = model.counts
    if counts is None:
        return []
    told = [
        (_("Out with another player's discard"), counts.claims),
        (_("Out with all ten cards"), counts.tens),
    ]
    return count_lines(told, model)


def _how(rummy: Rummy, model: TableModel) -> list[Line]:
    return [Line(sentence) for sentence in outcome(rummy, model)[:1]]


def _melds(rummy: Rummy) -> list[Line]:
    """Return the melds side by side: the paper must have room beside one's own name."""
    if not rummy.melds:
        return []
    cards = tuple(chain.from_iterable(rummy.melds))
    begins = tuple(accumulate(map(len, rummy.melds[:-1])))
    return [Line(" ", cards, wild=rummy.wild, breaks=begins)]
