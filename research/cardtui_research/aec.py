"""PettingZoo: each game as an environment (AEC), what an agent observes, and how a position is
rendered. Who is asked next, rewards, actions, and when an episode is cut off are decided in
`engine/cardtui_engine/library/research/episodes.py`.

    from cardtui_research import aec

    env = aec.env("cacho", seats=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))

Agents are ``seat_0``, ``seat_1`` and so on. Seats that may interrupt are asked before those that
the game waits for, and action 0 lets the moment pass (`cardtui_engine.library.research.episodes`).
Rewards come at the end. An episode of `most_turns` is truncated, and nobody gets anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from cardtui_engine.bits import Bits
from cardtui_engine.library.display import position_text
from cardtui_engine.library.research.episodes import MOST_TURNS, Episode, Task
from cardtui_engine.library.simulate import next_pack

Observation = dict[str, NDArray[Any]]
"""``observation``, a view as numbers, and ``action_mask``, a 1 for each legal action."""


class CardTable(AECEnv[str, Any, Any]):
    """A game of cards at one table."""

    def __init__(self, task: Task, render_mode: str | None = None) -> None:
        """Make the environment.

        Args:
            task: what is played.
            render_mode: ``"ansi"``, to have `render` return the position as text, all cards open.

        Raises:
            ValueError: there is no such way to render.
        """
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: “ansi” or None, not {render_mode!r}")
        name = f"cardtui_{task.rules.id}_v0"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        self.task = task
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(task.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        numbers = Box(-np.inf, np.inf, (task.observations.size,), np.float32)
        mask = Box(0, 1, (len(task.ids),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": numbers, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(task.ids)) for agent in self.possible_agents}
        self._bits: Bits | None = None

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """Return the space of an agent's actions; a mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's signature
        """Begin an episode; the first dealer is drawn.

        Args:
            seed: the seed for packs; without it, chance goes on from the last episode.
            options: not used: what is played was said when the environment was made.
        """
        if seed is not None or self._bits is None:
            generator, _ = np_random(seed)
            self._bits = Bits(int(generator.integers(2**63)))
        self.episode: Episode = self.task.begin(self._bits.below(self.task.seats))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and what it may do if it is asked."""
        seat, episode = self._seats[agent], self.episode
        mask = episode.mask() if seat == episode.seat else bytearray(len(self.task.ids))
        return {
            "observation": np.array(episode.numbers(seat), np.float32),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Do an action for the agent that is asked; an agent that is done takes ``None``.

        Raises:
            ValueError: the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or action not in self.episode.legal():
            raise ValueError(f"action {action} is not legal now: choose one that the mask allows")
        self._cumulative_rewards[agent] = 0.0
        self.episode.act(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text, all cards open, if it was asked for."""
        if self.render_mode is None:
            return None
        return position_text(self.task.rules, self.episode.state)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _go_on(self) -> None:
        """Deal what is wanted, and find out who is asked, or that the episode is over."""
        episode = self.episode
        assert self._bits is not None
        while episode.wants_pack:
            episode.deal(next_pack(self.task.rules, episode.state, self._bits))
        if episode.seat is not None:
            self.agent_selection = self.possible_agents[episode.seat]
            return
        self.rewards = dict(zip(self.agents, episode.returns, strict=True))
        done = self.truncations if episode.cut_off else self.terminations
        done.update(dict.fromkeys(self.agents, True))


def raw_env(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    hands: int = 0,
    most_turns: int = MOST_TURNS,
    interrupts: bool = True,
    render_mode: str | None = None,
) -> CardTable:
    """Return a game as an environment without PettingZoo's checks; it is faster.

    Args:
        seats: as for `Task`.
        options: as for `Task`.
        hands: as for `Task`.
        most_turns: as for `Task`.
        interrupts: as for `Task`.
        render_mode: as for `CardTable`.

    Raises:
        KeyError, BadOption, BadSetup, ValueError: as for `Task` and `CardTable`.
    """
    task = Task(
        game,
        seats=seats,
        options=options,
        hands=hands,
        most_turns=most_turns,
        interrupts=interrupts,
    )
    return CardTable(task, render_mode)


def env(game: str, **given: Any) -> AECEnv[str, Any, Any]:
    """Return a game as an environment, with PettingZoo's checks; see `raw_env`."""
    checked = AssertOutOfBoundsWrapper(raw_env(game, **given))
    ordered: AECEnv[str, Any, Any] = OrderEnforcingWrapper(checked)
    return ordered
