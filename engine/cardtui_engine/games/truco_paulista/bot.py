"""A bot for Truco Paulista: how it cuts, and what a game is worth in a match of several
(`of_match`). When it raises, accepts or runs: `families/truco/brazilian/bot/deciding.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.families.truco.brazilian.bot.deciding import RaisingBot
from cardtui_engine.families.truco.brazilian.bot.knowledge import (
    Cards,
    Heights,
    Knowledge,
    knowledge_from,
)
from cardtui_engine.games.truco_paulista.options import terms_of
from cardtui_engine.games.truco_paulista.view import (
    PaulistaView,
    TrucoPaulistaOwn,
    TrucoPaulistaPublic,
)
from cardtui_engine.options import OptionValue


class TrucoPaulistaBot(RaisingBot[TrucoPaulistaPublic, TrucoPaulistaOwn]):
    """A bot for Truco Paulista: the same view and bits give the same action."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        self._terms = terms_of(options, seats)
        super().__init__(level, manner, self._terms.stakes, seats, limited=self._terms.limited)

    def before_play(self, view: PaulistaView, bits: Bits) -> Advice:  # noqa: ARG002 - part of the contract
        """See `RaisingBot.before_play`: cut, or tap."""
        if bits.below(2):
            return Advice(Action("tap"), Reason.ONLY)
        at = 1 + bits.below(len(self._terms.manilhas.pack) - 1)
        return Advice(Action("cut", at=at), Reason.ONLY)

    def of_match(self, view: PaulistaView, game: float) -> float:
        """See `RaisingBot.of_match`: other games are even (TP-61)."""
        mine, theirs = view.game.games[:: 1 - 2 * (view.own.seat & 1)]
        most = self._terms.best_of
        return game * _ahead(mine + 1, theirs, most) + (1 - game) * _ahead(mine, theirs + 1, most)

    def know(self, view: PaulistaView) -> Knowledge:
        game, own = view.game, view.own
        manilhas = self._terms.manilhas
        turned_up = () if game.flip is None else (game.flip,)
        cards = Cards(own.hand, own.game.partners, (*turned_up, *own.game.face_down))
        heights = Heights(manilhas.pack, manilhas.strength(game.flip))
        return knowledge_from(own.seat, cards, heights, view.common.cards, game)


def _ahead(mine: int, theirs: int, most: int) -> float:
    """Return the chance to win more than half of at most so many even games, having won some.

    >>> _ahead(1, 0, 1), _ahead(1, 1, 3), _ahead(1, 0, 3)
    (1.0, 0.5, 0.75)
    """
    if 2 * max(mine, theirs) > most:
        return float(mine > theirs)
    return (_ahead(mine + 1, theirs, most) + _ahead(mine, theirs + 1, most)) / 2
