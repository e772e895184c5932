"""Levels of bots: in every game, a higher one beats the one below it clearly."""

from itertools import pairwise
from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import play

GOAL = 0.55
"""Of 400 matches: 19 times in 20 the true part then lies above one half."""
MATCHES = 400
# Where a match would last until somebody is bankrupt, or takes long, a shorter one.
SHORT: dict[str, dict[str, Any]] = {
    "cacheta": {"points": 5},
    "pif-paf": {"hands": 12},
    "pif-paf-tradicional": {"hands": 12},
}
# With three at a table two of a level would help each other against the third.
SEATS = {"pif-paf": 4}


def share(game: str, better: Level, worse: Level, seed: int) -> float:
    """Return what those of the better level win of one match: they have every second seat."""
    rules, bits = get_rules(game), Bits(seed)
    seats = SEATS.get(game, rules.seats[0])
    options = rules.options(SHORT.get(game, {}), seats)
    make = get_bot_maker(game)
    players = {level: make(options, seats, level) for level in (better, worse)}
    levels = [better if (seat ^ seed) & 1 else worse for seat in range(seats)]
    dealer = bits.below(seats)
    *_, last = play(rules, options, [players[level] for level in levels], bits, dealer)
    winners = rules.view(last.state, None).common.winners
    return sum(levels[seat] is better for seat in winners) / len(winners)


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("worse", "better"), list(pairwise(Level)))
@pytest.mark.parametrize("game", game_ids())
def test_a_level_beats_the_one_below_it_clearly(game: str, worse: Level, better: Level) -> None:
    won = sum(share(game, better, worse, seed) for seed in range(MATCHES)) / MATCHES
    assert won >= GOAL, f"{better.name} wins {won:.3f} of its matches against {worse.name}"
