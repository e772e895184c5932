"""A beginner at the trucos of Brazil beats the easy bots, and has a fair evening with others."""

from typing import Any

import pytest

from cardtui_engine.bots import Level
from tests.engine.brazilian_beginner import share

MATCHES = 200
"""A share of 0.57 then lies above one half, 19 times in 20."""

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "denexa": ("truco-brasileiro", 4, {"won_tricks": "face_down"}),
    "mesa": ("truco-brasileiro", 4, {"shuffle": "full", "accepted_decides": "hand"}),
    "two": ("truco-paulista", 2, {}),
    "four": ("truco-paulista", 4, {}),
    "mineiro": ("truco-paulista", 4, {"manilha": "fixed", "stakes": "mineiro"}),
}


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize("table", TABLES)
def test_a_beginner_beats_easy_and_loses_more_often_than_not_to_hard(table: str) -> None:
    game, seats, options = TABLES[table]
    easy, hard = (
        share(game, level, MATCHES, seats=seats, **options) for level in (Level.EASY, Level.HARD)
    )
    assert easy >= 0.57
    assert hard <= 0.5
