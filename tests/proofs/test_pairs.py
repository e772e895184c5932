"""Two thousand pairs of matches that differ in hidden cards; `make pairs` compares 100,000."""

from __future__ import annotations

from typing import Final

import pytest

from tests.proofs.pairs import compared

_PAIRS: Final = 1_000
_SEEDS: Final = (1, 2)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", _SEEDS)
async def test_cards_that_a_viewer_cannot_see_change_nothing_that_reaches_the_viewer(
    seed: int,
) -> None:
    tally = await compared(seed, _PAIRS)
    assert tally.pairs >= _PAIRS
    assert tally.acts > 10 * _PAIRS
    assert tally.apart > tally.again // 2, "others are told nothing else: the proof sees nothing"
