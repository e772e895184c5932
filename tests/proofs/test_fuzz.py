"""Two hundred thousand requests without sense; `make fuzz` makes a million."""

from __future__ import annotations

from typing import Final

import pytest

from tests.proofs.fuzz import fuzzed

_REQUESTS: Final = 50_000
_SEEDS: Final = range(1, 5)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", _SEEDS)
async def test_no_request_breaks_the_server_or_hinders_an_honest_table(seed: int) -> None:
    tally = await fuzzed(seed, _REQUESTS)
    assert tally.requests >= _REQUESTS
    # Some of them came as far as requests can come.
    assert tally.granted > _REQUESTS // 20
    assert tally.entries > 100
    assert tally.acts > 100
