"""A cluster under faults, a little of it; `make cluster` tries thousands."""

from pathlib import Path

import pytest

from tests.proofs.cluster.faults import faulted
from tests.proofs.cluster.outages import BOUND, OUTAGES, run, vanishing


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(1, marks=pytest.mark.proof),
        *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 9)),
    ],
)
async def test_nothing_is_lost_or_done_twice_whatever_machine_fails(
    seed: int, tmp_path: Path
) -> None:
    tally = await faulted(seed, 25, tmp_path, longest_pause=10)
    assert tally.faults.total() == 25
    assert tally.acknowledged > 500
    assert tally.moves > 4, "no table has moved: the proof sees nothing"


@pytest.mark.nightly
@pytest.mark.timeout(400)
async def test_everybody_gets_on_after_each_outage(tmp_path: Path) -> None:
    tally = await run(1, len(OUTAGES), tmp_path)
    assert all(found and max(found) < BOUND for found in tally.waits.values())


@pytest.mark.nightly
@pytest.mark.timeout(400)
def test_everybody_gets_on_after_a_machine_has_vanished() -> None:
    waits = vanishing(3)
    assert waits
    assert max(waits) < BOUND
