"""Places: in which order the seats have come out of a match that has ended."""

from __future__ import annotations

from collections.abc import Collection

from cardtui_server.match.state import TableState


def places(state: TableState, winners: Collection[int]) -> list[int]:
    """Return the place of each seat, from 1; those who are level share one.

    A team wins or loses as one. Where each plays alone, who went out later is before who went out
    earlier, and who has more chips or points left before who has fewer.

    Args:
        state: the table after the match.
        winners: the seats that have won.
    """
    seats, left = range(state.made.seats), state.tally.chips or state.tally.scores
    went = {seat: turn for turn, gone in enumerate(state.out) for seat in gone}

    def standing(seat: int) -> tuple[bool, int, int]:
        """Return what is greater for who comes before another."""
        if state.rules.team_of(seat) is not None:
            return seat in winners, 0, 0
        lasted = went.get(seat, len(state.out))
        return seat in winners, lasted, left[seat]

    found = [standing(seat) for seat in seats]
    return [1 + sum(other > own for other in found) for own in found]
