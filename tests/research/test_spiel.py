"""OpenSpiel: its own tests pass for every game, and its solvers run on small packs."""

import json
import pickle
from itertools import combinations
from typing import Any

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.options import OptionKind, OptionSpec
from cardtui_engine.refusals import BadOption
from tests.research.adapters import adapter

# It says the same on every Python, and only the oldest has what it needs.
pytestmark = pytest.mark.once


def load(game: str, parameters: str) -> Any:
    spiel = adapter("spiel")
    import pyspiel

    return pyspiel.load_game(f"{spiel.short_name(game)}({parameters})")


@pytest.mark.parametrize("game", game_ids())
def test_openspiel_s_random_simulations_pass(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    made = load(game, "most_turns=40,hands=1")
    import pyspiel

    pyspiel.random_sim_test(made, 1, False, False)
    capfd.readouterr()


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("cacho", "players=2,dealt=6,hands=1"),
        ("truco-argentino", "players=2,most_turns=60,hands=1,interrupts=False"),
        ("truco-brasileiro", "most_turns=25"),
    ],
)
def test_states_can_be_written_down_and_read_again(
    game: str, parameters: str, capfd: pytest.CaptureFixture[str]
) -> None:
    made = load(game, parameters)
    import pyspiel

    pyspiel.random_sim_test(made, 1, True, False)
    capfd.readouterr()


def _others(spec: OptionSpec, seats: int) -> Any:
    """Return a value of an option that is not its default."""
    match spec.kind:
        case OptionKind.FLAG:
            return not spec.default
        case OptionKind.CHOICE:
            return next(each for each in spec.choices if each != spec.default)
        case OptionKind.TEXT:
            return "R$ 0,10; (x=1): ñ"
        case OptionKind.NUMBER:
            return spec.short[1] if spec.short else spec.high
        case _:
            return [spec.low + seat for seat in range(1, seats + 1)]


@pytest.mark.parametrize("game", game_ids())
def test_each_pair_of_options_is_read_again_from_the_text_of_a_game(game: str) -> None:
    spiel = adapter("spiel")
    import pyspiel

    rules, name = get_rules(game), spiel.short_name(game)
    games: list[Any] = []
    for one, other in combinations(rules.specs, 2):
        values = {each.name: _others(each, rules.seats[0]) for each in (one, other)}
        try:
            made = pyspiel.load_game(name, {"hands": 1, "options": json.dumps(values)})
        except (BadOption, ValueError, RuntimeError):
            continue  # rules that exclude each other
        again = pyspiel.load_game(str(made))
        assert str(again) == str(made)
        assert again.task.options == made.task.options
        games.append(made)
    assert games
    made = games[-1]
    state = made.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    kept = pyspiel.serialize_game_and_state(made, state)
    game_, read = pyspiel.deserialize_game_and_state(kept)
    assert str(game_) == str(made)
    for each in (read, pickle.loads(pickle.dumps(state))):
        assert str(each) == str(state)
        assert str(each.get_game()) == str(made)


def test_chance_deals_each_card_as_often_as_it_is_there() -> None:
    state = load("cacheta", "hands=1").new_initial_state()
    first = state.chance_outcomes()
    assert len(first) == 52
    assert {chance for _, chance in first} == {2 / 104}
    state.apply_action(first[0][0])
    assert state.chance_outcomes()[0] == (first[0][0], 1 / 103)
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    assert state.action_to_string(-1, 0) == get_rules("cacheta").deck.code(
        get_rules("cacheta").pack[0]
    )


def test_what_a_player_is_told_hangs_on_its_own_cards_alone() -> None:
    told = []
    for cards in ((0, 13), (0, 14), (1, 13)):
        state = load("cacho", "players=2,dealt=6,hands=1").new_initial_state()
        for card in (*cards, 2, 3, 15, 16):
            state.apply_action(card)
        assert state.current_player() == 1
        told.append([state.information_state_string(player) for player in range(2)])
        assert state.observation_tensor(0) == state.observation_tensor(0)
    assert told[0][1] == told[1][1]
    assert told[0][0] != told[1][0]
    assert told[0][0] == told[2][0]
    assert told[0][1] != told[2][1]


def test_a_solver_finds_its_way_in_a_small_pack() -> None:
    made = load("cacho", 'players=2,dealt=6,hands=1,options={"buy_in":3},pack=AS 2S 3S AH 2H 3H')
    from open_spiel.python.algorithms import mccfr, outcome_sampling_mccfr

    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(made)
    for _ in range(30):
        solver.iteration()
    policy = solver.average_policy()
    assert isinstance(policy, mccfr.AveragePolicy)
    state = made.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
