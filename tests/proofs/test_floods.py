"""A server is flooded with what never becomes a call, plain and over TLS."""

from __future__ import annotations

import sys
from typing import Final

import pytest

from tests.proofs.floods import KINDS, flooded

_MOST: Final = 64 * 2**20


@pytest.mark.proof
@pytest.mark.xdist_group("floods")
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
@pytest.mark.parametrize("secure", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize("kind", KINDS)
async def test_a_flood_takes_little_memory_and_players_are_served(kind: str, secure: bool) -> None:
    tally = await flooded(kind, secure=secure)
    assert tally.closed == 20
    assert tally.newcomers
    assert tally.grown < _MOST
