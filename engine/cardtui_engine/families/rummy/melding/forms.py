"""Forms: what groups and sequences a game allows."""

from __future__ import annotations

from dataclasses import dataclass

from cardtui_engine.families.rummy.melding.masks import SECOND, SUIT


@dataclass(frozen=True, slots=True)
class Form:
    """What makes a meld in a game.

    A sequence has three cards of a suit or more, in a row.

    Attributes:
        aces_high: whether the ace stands above the king too; below the two it always does.
        least_suits: how many suits a group shows at least.
        most_suits: how many it shows at most; three at least.
        longest: how many cards it has at most; three at least.
    """

    aces_high: bool
    least_suits: int
    most_suits: int
    longest: int

    def is_group(self, aces: int, wild: int) -> bool:
        """Whether cards of one rank, such as aces, and ``wild`` wild ones (0 or 1) are a group."""
        copies = [
            (aces >> suit * SUIT & 1) + (aces >> suit * SUIT + SECOND & 1) for suit in range(4)
        ]
        shown = 4 - copies.count(0)
        size = sum(copies) + wild
        if not 3 <= size <= self.longest:
            return False
        # A wild card stands for a suit of its own, or for a second copy.
        may_show = (
            {shown}
            if not wild
            else (({shown + 1} if shown < 4 else set()) | ({shown} if 1 in copies else set()))
        )
        return any(self.least_suits <= suits <= self.most_suits for suits in may_show)
