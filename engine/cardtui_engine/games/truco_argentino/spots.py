"""Where a seat stands at envido, as the game of two players that was solved.

With partners, a side has the best of several numbers. A seat then takes its own for the number that
would win as often between two: what partners may have counts for it, and what more opponents may
have against it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import Final

from cardtui_engine.games.truco_argentino.bets import NEXT_LINE
from cardtui_engine.games.truco_argentino.envido_game import (
    CLASSES,
    SHARES,
    SILENT,
    Place,
    class_of,
)
from cardtui_engine.games.truco_argentino.envido_play import Spot
from cardtui_engine.games.truco_argentino.habits import ArgentinoHabit
from cardtui_engine.games.truco_argentino.odds import envido_chance
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.reading import reading_of
from cardtui_engine.games.truco_argentino.view import ArgentinoView

BETS: Final = ("envido", "real_envido", "falta_envido")

_UP_TO: Final = tuple(sum(SHARES[: at + 1]) for at in range(CLASSES))


def spot_of(view: ArgentinoView, terms: Terms, habit: ArgentinoHabit) -> Spot:
    """Return where a seat that may bet or must answer stands.

    Args:
        view: the view, with its own part.
        terms: the options.
        habit: what the opponents have shown.
    """
    game = view.game
    mine = view.own.seat & 1
    bets = [(each.seat, each.verb) for each in game.said if each.verb in BETS]
    first = game.mano & 1
    opener = int((bets[0][0] if bets else view.own.seat) & 1 != first)
    said: list[tuple[Place, str]] = [((0, 0), SILENT)] if opener else []
    line = 0
    for _, bet in bets:
        said.append(((opener, line), bet))
        line = NEXT_LINE[line][bet]
    scores = view.common.scores
    needs = [terms.target - scores[side] for side in (first, 1 - first)]
    return Spot(
        place=(opener, line),
        own=_class(view, terms, mine == first),
        needs=(max(needs[0], 1), max(needs[1], 1)),
        falta=max(terms.target - max(scores), 1),
        traditional=terms.traditional_fold,
        said=tuple(said),
        reading=reading_of(habit),
        seen=(habit.openings, habit.asked),
    )


def _class(view: ArgentinoView, terms: Terms, mano: bool) -> int:
    game = view.game
    number = view.own.game.number
    live = [seat for seat in game.active if seat not in game.resigned]
    opponents = sum([(seat ^ view.own.seat) & 1 for seat in live])
    sides = (len(live) - opponents - 1, opponents)
    if sides == (0, 1):
        return class_of(number, terms.highest_alone)
    return _like(number, sides, mano, terms.highest_alone)


@cache
def _like(number: int, sides: tuple[int, int], mano: bool, highest: bool) -> int:
    """Return the class that wins as often between two as the number does between those sides."""
    chance = envido_chance(number, sides, 0, 0.7 if mano else 0.3, highest)
    return min(bisect_left(_UP_TO, chance), CLASSES - 1)
