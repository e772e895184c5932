"""How many victory points each place of a match of Cacheta brings: `PRIZES`, or `_TIED_PRIZES`.
Also its game points, and the ranking (CA-50 to CA-52).
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.games.cacheta.state import State

PRIZES: Final = (5, 3, 2)
_TIED_PRIZES: Final = (3, 2, 1)
"""The victory points of the first three places, when tied."""


def victory_points(state: State) -> tuple[int, ...]:
    """Return the victory points by seat."""
    scores = state.scores
    left = sorted({points for points in scores if points > 0}, reverse=True)
    by_points = [[seat for seat, each in enumerate(scores) if each == points] for points in left]
    # CA-50: a seat that went out later ranks higher; seats that went out together tie.
    groups = [*by_points, *reversed(state.eliminated)]
    points_of = [0] * len(scores)
    place = 0
    for group in groups:
        paid = PRIZES if len(group) == 1 else _TIED_PRIZES
        for seat in group:
            points_of[seat] = paid[place] if place < len(paid) else 0
        place += len(group)
    return tuple(points_of)


def ranking(state: State) -> tuple[int, ...]:
    """Return the seats, best first: by victory points, game points, and the points left."""
    counts = [*zip(victory_points(state), game_points(state), state.scores, strict=True)]
    return tuple(sorted(range(len(counts)), key=counts.__getitem__, reverse=True))


def game_points(state: State) -> tuple[int, ...]:
    """Return the game points by seat: the hands played plus the score (CA-51)."""
    alone = sum([points > 0 for points in state.scores]) == 1
    return tuple(
        [
            rounds + (1 if alone and points else points)
            for rounds, points in zip(state.rounds, state.scores, strict=True)
        ]
    )
