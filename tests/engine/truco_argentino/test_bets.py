"""The bets of envido, all of them, against the sheet's table."""

from __future__ import annotations

import pytest

from cardtui_engine.games.truco_argentino.bets import LINES, accepted_points, folded_points
from cardtui_engine.games.truco_argentino.verbs import verbs_in

E, R, F = "envido", "real_envido", "falta_envido"
FALTA = 17

TABLE: dict[tuple[str, ...], tuple[int, int, int]] = {
    (E,): (2, 1, 1),
    (R,): (3, 2, 1),
    (E, E): (4, 3, 2),
    (E, R): (5, 4, 2),
    (R, R): (6, 5, 3),
    (E, E, R): (7, 6, 4),
    (F,): (FALTA, 1, 1),
    (E, F): (FALTA, 3, 2),
    (R, F): (FALTA, 4, 3),
    (E, E, F): (FALTA, 5, 4),
    (E, R, F): (FALTA, 6, 5),
    (R, R, F): (FALTA, 7, 6),
    (E, E, R, F): (FALTA, 8, 7),
}


@pytest.mark.clause("TA-34")
def test_these_bets_and_no_others() -> None:
    assert {line.bets for line in LINES} == {(), *TABLE}
    for line in LINES:
        follow = {bets[-1] for bets in TABLE if bets[:-1] == line.bets}
        assert set(verbs_in(line.raises)) == follow


@pytest.mark.clause("TA-40", "TA-41")
@pytest.mark.parametrize("bets", TABLE)
def test_what_they_are_worth_accepted_and_folded(bets: tuple[str, ...]) -> None:
    [index] = [number for number, line in enumerate(LINES) if line.bets == bets]
    accepted, folded, traditional = TABLE[bets]
    assert accepted_points(index, FALTA) == accepted
    assert folded_points(index, traditional=False) == folded
    assert folded_points(index, traditional=True) == traditional
