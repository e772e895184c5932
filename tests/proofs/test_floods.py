"""A server is flooded with what never becomes a call, plain and over TLS."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.proofs.floods import WAYS, flooded


@pytest.mark.nightly
@pytest.mark.xdist_group("floods")
@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
@pytest.mark.parametrize("seed", range(len(WAYS)), ids=[f"{a}-{b}-{c}" for a, b, c in WAYS])
async def test_a_flood_takes_little_memory_and_players_are_served(
    seed: int, tmp_path: Path
) -> None:
    await flooded(seed, 3, tmp_path)
