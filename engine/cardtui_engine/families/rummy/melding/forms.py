"""In what the melds of games can differ (`Form`): aces above kings, suits and cards of a group;
each meld has at least `SHORTEST_MELD` cards. Which a game has is in `games/cacheta/melds.py`, or in
its options.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardtui_engine.families.rummy.melding.masks import COPY_SHIFT, SUIT_SHIFT

SHORTEST_MELD: Final = 3
"""In cards. How `candidates` shifts masks depends on it."""


@dataclass(frozen=True, slots=True)
class Form:
    """What makes a meld in a game.

    A sequence is three or more cards of a suit in a row.

    Attributes:
        aces_high: whether the ace may also stand above the king; it may always stand below the two.
        least_suits: the least number of suits in a group.
        most_suits: the greatest number of suits in a group; 3 or 4.
        longest: the greatest number of cards in a group; 3 or more.
    """

    aces_high: bool
    least_suits: int
    most_suits: int
    longest: int

    def __reduce__(self) -> tuple[type[Form], tuple[bool, int, int, int]]:
        """Return what makes it anew; compiled, it could not be pickled otherwise."""
        return Form, (self.aces_high, self.least_suits, self.most_suits, self.longest)

    def is_group(self, aces: int, wild: int) -> bool:
        """Return whether cards of one rank, given as aces, and 0 or 1 ``wild`` ones are a group."""
        copies = [
            (aces >> suit * SUIT_SHIFT & 1) + (aces >> suit * SUIT_SHIFT + COPY_SHIFT & 1)
            for suit in range(4)
        ]
        shown = 4 - copies.count(0)
        size = sum(copies) + wild
        if not SHORTEST_MELD <= size <= self.longest:
            return False
        # A wild card stands for a card of a new suit, or for a second copy.
        may_show = (
            {shown}
            if not wild
            else (({shown + 1} if shown < 4 else set()) | ({shown} if 1 in copies else set()))
        )
        return any(self.least_suits <= suits <= self.most_suits for suits in may_show)
