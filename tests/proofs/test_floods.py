"""A server is flooded with what never becomes a call, plain and over TLS."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.proofs.floods import WAYS, flooded


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


@pytest.mark.xdist_group("floods")
@pytest.mark.timeout(120)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
@pytest.mark.parametrize("seed", _ways())
async def test_a_flood_takes_little_memory_and_players_are_served(
    seed: int, tmp_path: Path
) -> None:
    await flooded(seed, 3, tmp_path)
