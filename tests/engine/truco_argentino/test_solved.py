"""The tables that bots look up are those that the solver writes, and hold what they promise."""

import pytest

from cardtui_engine.games.truco_argentino.bot.envido_game import (
    CLASS_SHARES,
    CLASSES,
    PLACES,
    TIE_CHANCES,
    class_of,
)
from cardtui_engine.games.truco_argentino.bot.odds import at_most
from cardtui_engine.games.truco_argentino.bot.solved import (
    FRESH,
    LOST,
    NEEDED_POINTS,
    WON,
    beats,
    solved,
    spoken_at,
)
from tools.solve_truco_argentino import Envido, chance, chances
from tools.solve_truco_argentino import solved as solved_anew

pytestmark = pytest.mark.once


def kept(needs: tuple[int, int]) -> Envido:
    """Return the envido at a score with the strategy of the tables."""
    game = Envido(needs, traditional=True)
    game.strategy = {place: list(spoken_at(place, needs, True)) for place in PLACES}
    return game


@pytest.mark.nightly(reason="the file is kept by its hash: tests/engine/test_resource.py")
@pytest.mark.slow
def test_how_often_hands_win_ends_the_file_as_the_solver_writes_it() -> None:
    assert solved().endswith(chances())


def test_a_seat_that_speaks_says_something() -> None:
    for place in PLACES:
        for traditional in (False, True):
            rows = spoken_at(place, (15, 4), traditional)
            for at in range(CLASSES):
                assert sum(row[at] for row in rows) == pytest.approx(1)


def test_classes_are_as_frequent_as_their_numbers() -> None:
    assert sum(CLASS_SHARES) == pytest.approx(1)
    assert len(TIE_CHANCES) == CLASSES
    for highest in (False, True):
        assert sum(CLASS_SHARES[:4]) == pytest.approx(at_most(highest)[19])
        assert sum(CLASS_SHARES[: class_of(27, highest) + 1]) == pytest.approx(at_most(highest)[27])
        assert [class_of(number, highest) for number in range(34)] == sorted(
            class_of(number, highest) for number in range(34)
        )


@pytest.mark.parametrize("needs", [(15, 15), (30, 30), (9, 15), (15, 4), (3, 3), (1, 2)])
def test_a_best_reply_to_the_solved_envido_wins_next_to_nothing(needs: tuple[int, int]) -> None:
    """A point is worth some three to ten hundredths of a match; folding all costs half of one."""
    assert 0 <= kept(needs).best_reply() < 0.02
    folds = kept(needs)
    folds.strategy = {
        place: [[float(at == (1 if place[1] else 0))] * CLASSES for at in range(len(rows))]
        for place, rows in folds.strategy.items()
    }
    assert folds.best_reply() > kept(needs).best_reply()


@pytest.mark.nightly
def test_the_solver_still_says_what_the_tables_say() -> None:
    game = solved_anew((NEEDED_POINTS[3], NEEDED_POINTS[5]), traditional=False)
    length = len(game.eighths())
    start = (3 * len(NEEDED_POINTS) + 5) * length
    assert solved()[start : start + length] == game.eighths()


def test_hands_beat_what_they_beat_when_played_out() -> None:
    assert beats((3, 8, 11), FRESH) == pytest.approx(chance((3, 8, 11), (), (0, 1)), abs=0.01)
    assert beats((2, 8), WON) == pytest.approx(chance((2, 8), (0,), (0,)), abs=0.01)
    assert beats((2, 8), LOST) == pytest.approx(chance((2, 8), (1,), (1,)), abs=0.01)
    assert beats((14,), LOST) == 1.0
