"""Tournament points of Cacheta, by the order of going out and the points left."""

from __future__ import annotations

import pytest

from cardtui_engine.families.rummy.cards.phases import Phase
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.games.cacheta.tournament import game_points, ranking, victory_points
from tests.engine.rummy.table import READY, Table


def ended(
    scores: tuple[int, ...], out: tuple[tuple[int, ...], ...], rounds: tuple[int, ...]
) -> State:
    rules = Cacheta()
    state = rules.start(rules.options({}, len(scores)), len(scores), 0)
    return state._replace(phase=Phase.OVER, scores=scores, eliminated=out, rounds=rounds)


@pytest.mark.clause("CA-50", "CA-52")
@pytest.mark.parametrize(
    ("scores", "out", "points"),
    [
        ((3, 0), ((1,),), (5, 3)),
        ((0, 0, 4), ((1,), (0,)), (3, 2, 5)),
        ((0, 0, 4, 0), ((1,), (0,), (3,)), (2, 0, 5, 3)),
        ((1, 0, 0, 0), ((1, 2, 3),), (5, 2, 2, 2)),
        ((4, 4, 2), (), (3, 3, 2)),
        ((4, 2, 2, 1), (), (5, 2, 2, 0)),
        ((4, 4, 4, 1), (), (3, 3, 3, 0)),
        ((5, 3, 1, 1), (), (5, 3, 1, 1)),
        ((5, 3, 0, 0), ((2, 3),), (5, 3, 1, 1)),
        ((2, 1, 1, 0, 0, 0, 0, 0), ((7,), (3, 4, 5, 6)), (5, 2, 2, 0, 0, 0, 0, 0)),
    ],
)
def test_victory_points(
    scores: tuple[int, ...], out: tuple[tuple[int, ...], ...], points: tuple[int, ...]
) -> None:
    assert victory_points(ended(scores, out, (1,) * len(scores))) == points


@pytest.mark.clause("CA-51")
@pytest.mark.parametrize(
    ("scores", "rounds", "points"),
    [
        ((3, 0), (4, 4), (5, 4)),  # alone: the rounds plus one, whatever is left
        ((3, 2, 0), (4, 4, 2), (7, 6, 2)),  # several left: the rounds plus the points
    ],
)
def test_game_points(
    scores: tuple[int, ...], rounds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert game_points(ended(scores, (), rounds)) == points


@pytest.mark.clause("CA-50", "CA-51", "CA-52")
def test_the_ranking_goes_by_victory_points_then_by_game_points_then_by_seat() -> None:
    one_fell_last = ended((0, 0, 4, 0), ((1,), (0,), (3,)), (5, 3, 9, 7))
    assert ranking(one_fell_last) == (2, 3, 0, 1)
    level = ended((1, 0, 0, 0), ((1, 2, 3),), (6, 4, 5, 4))
    assert ranking(level) == (0, 2, 1, 3)


@pytest.mark.clause("CA-51")
def test_in_a_position_that_is_set_up_who_is_in_has_played_every_round_so_far() -> None:
    hands = [READY, ["2C", "5C", "8C", "JC", "3D", "6D", "9D", "QD", "4H"], []]
    setup = {"hands": hands, "scores": [4, 1, 0], "hand": 6, "flip": "9C", "stock": ["4D"]}
    game = Table(Cacheta(), 3, {}, setup).draw(0).act(0, "knock")
    assert game.facts["over"] == {"winners": [0], "vp": [5, 3, 2], "gp": [7, 6, 0]}
    waiting = Table(Cacheta(), 3, {}, {"scores": [4, 1, 0], "hand": 6})
    assert waiting.state.rounds == (5, 5, 0)
    assert waiting.deal().state.rounds == (6, 6, 0)
