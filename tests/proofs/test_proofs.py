"""Each proof with few repetitions, for `make proofs`; `make chaos` and its like try thousands."""

import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.proofs import late, pairs
from tests.proofs.backups import backed_up
from tests.proofs.chaos import weather
from tests.proofs.club import night
from tests.proofs.floods import WAYS, flooded
from tests.proofs.fuzz import fuzzed
from tests.proofs.kills import killed


def few(*seeds: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("seed", seeds)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which locks there are")
@few(1, 2)
async def test_a_server_keeps_its_locks_its_log_and_its_word_while_others_read_its_database(
    seed: int, tmp_path: Path
) -> None:
    tally = await backed_up(seed, 50, tmp_path)
    assert tally.rounds == 50
    assert tally.copies
    assert tally.acknowledged >= 50


@pytest.mark.proof
@pytest.mark.timeout(300)
@few(1)
async def test_streams_through_bad_weather_bring_each_event_once_and_in_order(seed: int) -> None:
    tally = await weather(seed, 102)
    assert tally.runs == 102
    assert tally.acts
    assert tally.faults > tally.runs
    assert tally.streams > tally.runs, "no stream was lost: the proof sees nothing"


def _ways() -> list[ParameterSet]:
    """Return every way; those that have each kind, size and door once are proofs of every day."""
    return [
        pytest.param(
            seed,
            id=f"{kind}-{piece}-{door}",
            marks=pytest.mark.nightly if seed % 5 else pytest.mark.proof,
        )
        for seed, (kind, piece, door) in enumerate(WAYS)
    ]


@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
@pytest.mark.parametrize("seed", _ways())
async def test_a_flood_takes_little_memory_and_players_are_served(
    seed: int, tmp_path: Path
) -> None:
    await flooded(seed, 3, tmp_path)


@pytest.mark.proof
@pytest.mark.timeout(300)
@few(1)
async def test_no_request_breaks_the_server_or_hinders_an_honest_table(seed: int) -> None:
    tally = await fuzzed(seed, 50_000)
    assert tally.requests >= 50_000
    # Some of them came as far as requests can come.
    assert tally.granted > 50_000 // 20
    assert tally.entries > 100
    assert tally.acts > 100


@pytest.mark.proof
@pytest.mark.timeout(300)
@few(1, 2)
async def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice_when_the_server_is_killed(
    seed: int, tmp_path: Path
) -> None:
    tally = await killed(seed, 50, tmp_path)
    assert tally.kills == 50
    assert tally.acknowledged
    assert tally.in_doubt, "no act was under way when the server died: the proof sees nothing"


@pytest.mark.proof
@pytest.mark.timeout(300)
@few(1)
async def test_nobody_is_told_of_a_late_match_what_spectators_may_not_see_yet(seed: int) -> None:
    tally = await late.compared(seed, 6)
    assert tally.pairs > 6 // 2
    assert tally.answers > 100 * tally.pairs
    assert tally.ended > tally.pairs // 2
    assert tally.apart > tally.pairs // 4, "the two do not differ: the proof sees nothing"


@pytest.mark.proof
@pytest.mark.timeout(300)
@few(1)
async def test_cards_that_a_viewer_cannot_see_change_nothing_that_reaches_the_viewer(
    seed: int,
) -> None:
    tally = await pairs.compared(seed, 1_000)
    assert tally.pairs >= 1_000
    assert tally.acts > 10 * 1_000
    assert tally.apart > tally.again // 2, "others are told nothing else: the proof sees nothing"


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("seed", "people"),
    [
        pytest.param(2, 40, marks=pytest.mark.proof),
        pytest.param(1, 200, marks=pytest.mark.nightly),
    ],
)
async def test_a_club_meets_for_a_night_and_nothing_of_it_is_lost(
    seed: int, people: int, tmp_path: Path
) -> None:
    pytest.importorskip("rustworkx")
    tally = await night(seed, people, tmp_path)
    assert tally.acts > 100 * people
    assert tally.refused, "the disk was never full: the proof sees nothing"
    assert tally.hours > 3
    assert tally.p99 <= 0.1
