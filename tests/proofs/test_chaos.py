"""Two hundred clients through a bad network; `make chaos` sends ten thousand."""

from __future__ import annotations

from typing import Final

import pytest

from tests.proofs.chaos import weather

_RUNS: Final = 102
_SEEDS: Final = (1, 2)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", _SEEDS)
async def test_streams_through_bad_weather_bring_each_event_once_and_in_order(seed: int) -> None:
    tally = await weather(seed, _RUNS)
    assert tally.runs == _RUNS
    assert tally.acts
    assert tally.faults > tally.runs
    assert tally.streams > tally.runs, "no stream was lost: the proof sees nothing"
