"""Time random play of whole hands: the engine, its adapters, and what others have of like size.

Every pair of contenders plays in turns on one processor, a slice each, many rounds over. Told are
games a second of processor time; a game is a hand, dealt, played to its end and valued.

    python -m bench.research [--rounds N] [--slice SECONDS]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

from bench.engine import Luck, one_of
from bench.reporting import missing, report
from cardtui_engine.library.registry import get_rules
from cardtui_engine.library.research.episodes import Task

MOST_TURNS: Final = 100
"""Hands in which nobody goes out are cut off after as many turns."""


class Pair(NamedTuple):
    """Two contenders, each of which yields once for each game that it has played."""

    name: str
    ours: Callable[[], Iterator[None]]
    theirs: Callable[[], Iterator[None]]


def packs_of(game: str) -> list[tuple[Any, ...]]:
    """Return a thousand packs: chance is an input of the engine, and they come ready."""
    cards = [*get_rules(game).pack]
    packs = []
    for _ in range(1000):
        random.shuffle(cards)
        packs.append(tuple(cards))
    return packs


def engine(game: str, seats: int) -> Iterator[None]:
    """Play through the rules alone, as `Rules` has them: any seat that may act does."""
    rules, packs, luck = get_rules(game), packs_of(game), Luck()
    start = rules.start(rules.options({}, seats), seats, 0)
    while True:
        state, _ = rules.deal(start, packs[one_of(len(packs))])
        for _ in range(MOST_TURNS):
            turn = rules.turn(state)
            if not turn.to_act:
                break
            seat = turn.to_act[one_of(len(turn.to_act))]
            choices = rules.legal(state, seat)
            action = choices[one_of(len(choices))].sample(luck)
            state, _ = rules.apply(state, seat, action)
        yield


def episodes(game: str, seats: int) -> Iterator[None]:
    """Play through episodes: by ids, one seat after another."""
    packs = packs_of(game)
    task = Task(game, seats=seats, hands=1, most_turns=MOST_TURNS, interrupts=False)
    while True:
        episode = task.begin()
        episode.deal(packs[one_of(len(packs))])
        while not episode.over:
            legal = episode.legal()
            episode.act(legal[one_of(len(legal))])
        _ = episode.returns
        yield


def aec(environment: Any, seed: int = 1) -> Iterator[None]:
    """Play through a PettingZoo environment."""
    environment.reset(seed=seed)
    while True:
        for _agent in environment.agent_iter():
            observation, _, termination, truncation, _ = environment.last()
            if termination or truncation:
                environment.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                environment.step(int(legal[one_of(len(legal))]))
        yield
        environment.reset()


def our_aec(game: str, seats: int) -> Iterator[None]:
    """Play through our environment."""
    from cardtui_research.aec import raw_env

    return aec(raw_env(game, seats=seats, hands=1, most_turns=MOST_TURNS, interrupts=False))


def their_aec(name: str) -> Iterator[None]:
    """Play through one of PettingZoo's own environments, which have RLCard's games in them."""
    return aec(import_module(f"pettingzoo.classic.{name}").raw_env())


def spiel(name: str) -> Iterator[None]:
    """Play a game of OpenSpiel's, or of ours in it."""
    import pyspiel

    for module in ("cardtui_research.spiel", "open_spiel.python.games.liars_poker"):
        import_module(module)  # registers games
    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[one_of(len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[one_of(len(actions))])
        state.returns()
        yield


def rlcard(name: str) -> Iterator[None]:
    """Play a game of RLCard's."""
    import rlcard as cards

    environment = cards.make(name)
    while True:
        state, _ = environment.reset()
        turns = 0
        while not environment.is_over() and turns < MOST_TURNS:
            legal = [*state["legal_actions"]]
            state, _ = environment.step(legal[one_of(len(legal))])
            turns += 1
        yield


def games_a_second(play: Iterator[None], seconds: float) -> float:
    """Return how many games a contender plays in a second of processor time."""
    games, begin = 0, time.process_time()
    while (now := time.process_time()) - begin < seconds:
        for _ in range(5):
            next(play)
        games += 5
    return games / (now - begin)


CACHO: Final = "cardtui_cacho(players=2,hands=1,dealt=6)"
TRUCO: Final = (
    f"cardtui_truco_argentino(players=2,hands=1,interrupts=False,most_turns={MOST_TURNS})"
)

PAIRS: Final = (
    Pair(
        "cacho for two, the engine, against RLCard leduc-holdem",
        lambda: engine("cacho", 2),
        lambda: rlcard("leduc-holdem"),
    ),
    Pair(
        "cacho for two, episodes, against RLCard leduc-holdem",
        lambda: episodes("cacho", 2),
        lambda: rlcard("leduc-holdem"),
    ),
    Pair(
        "cacho for two, PettingZoo, against its leduc_holdem_v4",
        lambda: our_aec("cacho", 2),
        lambda: their_aec("leduc_holdem_v4"),
    ),
    Pair(
        "cacho for two, OpenSpiel, against its python_liars_poker",
        lambda: spiel(CACHO),
        lambda: spiel("python_liars_poker"),
    ),
    Pair(
        "cacho for two, OpenSpiel, against its leduc_poker, in C++",
        lambda: spiel(CACHO),
        lambda: spiel("leduc_poker"),
    ),
    Pair(
        "truco argentino for two, the engine, against RLCard limit-holdem",
        lambda: engine("truco-argentino", 2),
        lambda: rlcard("limit-holdem"),
    ),
    Pair(
        "truco argentino for two, episodes, against RLCard limit-holdem",
        lambda: episodes("truco-argentino", 2),
        lambda: rlcard("limit-holdem"),
    ),
    Pair(
        "truco argentino for two, PettingZoo, against its texas_holdem_v4",
        lambda: our_aec("truco-argentino", 2),
        lambda: their_aec("texas_holdem_v4"),
    ),
    Pair(
        "truco argentino for two, OpenSpiel, against its python_liars_poker",
        lambda: spiel(TRUCO),
        lambda: spiel("python_liars_poker"),
    ),
    Pair(
        "pif paf tradicional for two, the engine, against RLCard gin-rummy,"
        f" {MOST_TURNS} turns at most",
        lambda: engine("pif-paf-tradicional", 2),
        lambda: rlcard("gin-rummy"),
    ),
    Pair(
        "pif paf tradicional for two, PettingZoo, against RLCard gin-rummy,"
        f" {MOST_TURNS} turns at most",
        lambda: our_aec("pif-paf-tradicional", 2),
        lambda: rlcard("gin-rummy"),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slice", type=float, default=0.3, help="seconds each turn")
    arguments = parser.parse_args()
    random.seed(1)
    for pair in PAIRS:
        try:
            ours, theirs = pair.ours(), pair.theirs()
            for contender in (ours, theirs):
                games_a_second(contender, arguments.slice / 5)  # warm up
        except ModuleNotFoundError as error:
            missing(pair.name, f"{error.name} is not installed")
            continue
        rounds = [
            (games_a_second(ours, arguments.slice), games_a_second(theirs, arguments.slice))
            for _ in range(arguments.rounds)
        ]
        report(pair.name, *zip(*rounds, strict=True), unit="games/s")


if __name__ == "__main__":
    main()
