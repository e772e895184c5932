"""A server killed 200 times under load; `make kills` does it 1,000 times."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.proofs.kills import killed

_KILLS: Final = 50
_SEEDS: Final = range(1, 5)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", _SEEDS)
async def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice_when_the_server_is_killed(
    seed: int, tmp_path: Path
) -> None:
    tally = await killed(seed, _KILLS, tmp_path)
    assert tally.kills == _KILLS
    assert tally.acknowledged
    assert tally.in_doubt, "no act was under way when the server died: the proof sees nothing"
