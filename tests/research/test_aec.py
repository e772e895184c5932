"""PettingZoo: its own tests pass for every game."""

import io
from contextlib import redirect_stdout
from typing import Any

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from tests.research.adapters import adapter

# It says the same on every Python, and only the oldest has what it needs.
pytestmark = [
    pytest.mark.once,
    pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning"),
]

every_game = pytest.mark.parametrize("game", game_ids())


@every_game
def test_pettingzoo_s_own_tests_pass(game: str) -> None:
    aec = adapter("aec")
    from pettingzoo.test import api_test, seed_test

    def made() -> Any:
        return aec.env(game, most_turns=40, render_mode="ansi")

    with redirect_stdout(io.StringIO()) as said:
        api_test(made(), num_cycles=30)
        seed_test(made, num_cycles=30)
    assert "Passed" in said.getvalue()


@every_game
def test_an_episode_ends_with_what_each_has_won(game: str) -> None:
    aec = adapter("aec")
    env = aec.raw_env(game, seats=get_rules(game).seats[-1], hands=1, most_turns=300)
    env.reset(seed=4)
    env.action_space(env.agents[0]).seed(1)
    paid = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        if termination or truncation:
            assert truncation == env.episode.cut_off
            paid[agent] = reward
            env.step(None)
        else:
            assert reward == 0
            env.step(env.action_space(env.agents[0]).sample(observation["action_mask"]))
    assert [paid[agent] for agent in env.possible_agents] == pytest.approx(env.episode.returns)


def test_an_action_that_the_mask_forbids_is_refused_with_a_sentence() -> None:
    env = adapter("aec").env("cacho")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal now"):
        env.step(0)
    with pytest.raises(ValueError, match="render_mode"):
        adapter("aec").env("cacho", render_mode="human")


def test_a_position_is_shown_as_text() -> None:
    env = adapter("aec").env("cacho", render_mode="ansi")
    env.reset(seed=1)
    assert "cacho, hand 1" in env.render()
    assert adapter("aec").raw_env("cacho").render() is None
