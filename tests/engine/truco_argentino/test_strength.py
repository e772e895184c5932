"""No fixed strategy beats the hard level, and who knows the rules beats the easy one.

What a whole run of this says is in docs/bots.md, with the commands that repeat it.
"""

import pytest

from bench.argentino_fixed import BEGINNER, FIXED_STRATEGIES
from bench.duels import bot_named, score, setting_of, wilson
from cardtui_engine.bots import Bot, Level

pytestmark = pytest.mark.once

SETTING = setting_of("truco-argentino", "tradicional", 2, target=15)


def bot(level: Level) -> Bot:
    return bot_named(level.name, SETTING)


def lost(level: Level, other: Bot, matches: int) -> float:
    """Return the part of the matches that the bot of that level loses."""
    return 1 - score(SETTING, bot(level), other, matches, first=1).won / matches


def test_there_are_many_strategies_and_each_is_another() -> None:
    assert len({player.plan for player in FIXED_STRATEGIES.values()}) == len(FIXED_STRATEGIES) >= 40


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_no_fixed_strategy_comes_near_to_half() -> None:
    parts = {name: lost(Level.HARD, player, 20) for name, player in FIXED_STRATEGIES.items()}
    assert sum(parts.values()) / len(parts) < 0.3
    assert max(parts.values()) <= 0.5, parts


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", FIXED_STRATEGIES)
def test_a_fixed_strategy_takes_at_most_two_matches_of_five(name: str) -> None:
    assert lost(Level.HARD, FIXED_STRATEGIES[name], 200) <= 0.4


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_beginner_beats_the_easy_level() -> None:
    low, _ = wilson(lost(Level.EASY, BEGINNER, 400), 400)
    assert low > 0.5


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("better", "worse"), [(Level.HARD, Level.NORMAL), (Level.NORMAL, Level.EASY)]
)
def test_a_level_takes_three_matches_of_five_from_the_one_below(
    worse: Level, better: Level
) -> None:
    low, _ = wilson(1 - lost(better, bot(worse), 600), 600)
    assert low >= 0.6
