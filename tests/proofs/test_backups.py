"""A database read and copied 100 times under load; `make backups` does it 1,000 times."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import pytest

from tests.proofs.backups import backed_up

_ROUNDS: Final = 50
_SEEDS: Final = range(1, 3)


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which locks there are")
@pytest.mark.parametrize("seed", _SEEDS)
async def test_a_server_keeps_its_locks_its_log_and_its_word_whoever_reads_its_database(
    seed: int, tmp_path: Path
) -> None:
    tally = await backed_up(seed, _ROUNDS, tmp_path)
    assert tally.rounds == _ROUNDS
    assert tally.copies
    assert tally.acknowledged >= _ROUNDS
