"""What the paper over the felt says of a hand of rummy: who went out, the melds, the standing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

from cardtui_client.games.rummy.standing import outcome
from cardtui_client.games.rummy.view import Rummy
from cardtui_client.model.table import TableModel
from cardtui_client.scene.paper import SMALLEST, Line, wrapped


def last_hand(rummy: Rummy, model: TableModel, standing: str) -> list[Line]:
    """Return how the last hand ended; the melds are drawn."""
    if not rummy.winners:
        return []
    return [*_how(rummy, model), *_melds(rummy), Line(standing)]


def match_paper(rummy: Rummy, model: TableModel, rows: Sequence[Line], room: int) -> list[Line]:
    """Return the rows of how a match ended, and of its last hand what there is room for."""
    told: list[Line] = []
    for part in (_how(rummy, model), _melds(rummy)):
        if len(wrapped((*told, *part, *rows), SMALLEST)) <= room:
            told += part
    return [*told, *rows]


def _how(rummy: Rummy, model: TableModel) -> list[Line]:
    return [Line(sentence) for sentence in outcome(rummy, model)[:1]]


def _melds(rummy: Rummy) -> list[Line]:
    """Return the melds side by side: the paper must have room beside one's own name."""
    if not rummy.melds:
        return []
    cards = tuple(chain.from_iterable(rummy.melds))
    begins = tuple(accumulate(map(len, rummy.melds[:-1])))
    return [Line(" ", cards, wild=rummy.wild, breaks=begins)]
