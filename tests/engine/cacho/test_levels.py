"""Each level of the bot of Cacho is better than the one below, and where a beginner stands."""

import pytest

from cardtui_engine.bots import Bot, Level
from tests.engine.cacho.beginner import AlwaysBets, Beginner
from tests.engine.cacho.players import RandomPlayer, bot, play

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once


def gain(better: Bot, worse: Bot, seats: int, matches: int) -> float:
    """Return the chips a match that one wins of the other, every seat taken as often."""
    total = 0
    for number in range(matches):
        players = [better if (seat + number) % 2 else worse for seat in range(seats)]
        chips = play(players, number // 2, hands=30).betting.chips
        total += sum(chips[seat] for seat in range(seats) if players[seat] is better)
    return total / matches - seats * 50 / 2


def wins(better: Bot, worse: Bot, matches: int) -> float:
    """Return the part of the matches to the last chip that one wins of the other."""
    won = 0
    for number in range(matches):
        players = [better, worse][:: 1 - 2 * (number & 1)]
        chips = play(players, number).betting.chips
        won += chips[number & 1] > chips[1 - number & 1]
    return won / matches


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("worse", "better", "least"),
    [(Level.EASY, Level.NORMAL, 0.65), (Level.NORMAL, Level.HARD, 0.55)],
)
def test_each_level_beats_the_one_below(worse: Level, better: Level, least: float) -> None:
    """Nineteen times in twenty the true part lies above that less 0.05."""
    assert wins(bot(better, 2), bot(worse, 2), 400) >= least


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_easy_loses_to_a_beginner() -> None:
    assert wins(Beginner({}, 2), bot(Level.EASY, 2), 200) >= 0.8


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_hard_finds_out_a_beginner() -> None:
    assert wins(bot(Level.HARD, 2), Beginner({}, 2), 400) >= 0.57


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_normal_beats_a_beginner_who_wins_some_evenings() -> None:
    assert 0.3 <= wins(Beginner({}, 2), bot(Level.NORMAL, 2), 400) <= 0.45


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", [0, 1, 100], ids=["a chip", "the pot", "all"])
def test_who_only_ever_bets_does_not_beat_normal(part: float) -> None:
    """It won 16 to 27 of 100 matches when this was written."""
    assert wins(AlwaysBets(part=part), bot(Level.NORMAL, 2), 200) <= 0.35


@pytest.mark.nightly
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", Level)
def test_every_level_beats_a_random_player_clearly(level: Level, seats: int) -> None:
    """The table does not hunt mistakes, so it takes some matches to see."""
    assert gain(bot(level, seats), RandomPlayer(), seats, 80) > 4 * seats


@pytest.mark.nightly
@pytest.mark.parametrize(("seats", "matches"), [(2, 60), (4, 25)])
def test_hard_beats_easy(seats: int, matches: int) -> None:
    """Enough to notice levels mixed up; by how much they win, tests/laws/test_levels.py says."""
    assert gain(bot(Level.HARD, seats), bot(Level.EASY, seats), seats, matches) > seats
