"""Twenty pairs of late matches that differ in acts and end; `make late` compares 1,000."""

from __future__ import annotations

from typing import Final

import pytest

from tests.proofs.late import compared

_PAIRS: Final = 10
_SEEDS: Final = (1, 2)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", _SEEDS)
async def test_nobody_is_told_of_a_late_match_what_spectators_may_not_see_yet(seed: int) -> None:
    tally = await compared(seed, _PAIRS)
    assert tally.pairs > _PAIRS // 2
    assert tally.answers > 100 * tally.pairs
    assert tally.ended > tally.pairs // 2
    assert tally.apart > tally.pairs // 4, "the two do not differ: the proof sees nothing"
