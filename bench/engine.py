"""Time the rule engines against other engines of the same kind of game, side by side
(`MEASURED_GAMES`).

Every contender plays random matches in turn, a slice of each, many rounds over, so that
drift of the machine hits both alike. A decision is: list what is legal for every seat that may act,
choose one at random, play it, keep the events. Told are µs of processor time a decision.

Where the engine is compiled (`make wheels`), it is measured against its own sources, too, which
play in a process of their own.

    python -m bench.engine [--rounds N] [--slice SECONDS]
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import cardtui_engine.families.betting
from bench.reporting import at_most, missing, report
from cardtui_engine.library.registry import get_rules

COMPILED: Final = not str(cardtui_engine.families.betting.__file__).endswith(".py")

GIVE_UP_VERBS: Final = {
    "truco-argentino": ("resign",),
    "truco-brasileiro": ("run",),
    "pif-paf-tradicional": ("estou_fora",),
}
"""Verbs that are not chosen: a hand in which one gives up at random is over too soon."""


class Duel(NamedTuple):
    """Two contenders: a slice of work of each returns (decisions, seconds)."""

    name: str
    goal: float
    ours: Callable[[float], tuple[int, float]]
    theirs: Callable[[float], tuple[int, float]]


def timed(play: Iterator[None]) -> Callable[[float], tuple[int, float]]:
    """Return a function that draws decisions from the player for so many seconds."""

    def slice_of(seconds: float) -> tuple[int, float]:
        decisions = 0
        begin = time.process_time()
        while (now := time.process_time()) - begin < seconds:
            for _ in range(100):
                next(play)
            decisions += 100
        return decisions, now - begin

    return slice_of


def one_of(bound: int) -> int:
    """Return an index drawn at random; a fraction of the cost of `random.choice`."""
    return int(random.random() * bound)


class Luck:
    """Chance at a fraction of the cost of `Bits`, which are the same on every machine."""

    below = staticmethod(one_of)


def ours(game: str, seats: int) -> Iterator[None]:
    """Play random matches of one of our games."""
    rules, luck, give_up = get_rules(game), Luck(), GIVE_UP_VERBS.get(game, ())
    options = rules.options({}, seats)
    packs = []
    for _ in range(1000):  # chance is an input of these engines: packs come ready
        pack = list(rules.pack)
        random.shuffle(pack)
        packs.append(pack)
    while True:
        state = rules.start(options, seats, 0)
        kept = []
        for _ in range(5000):  # melds are seldom made at random: a match must not last for ever
            turn = rules.turn(state)
            if turn.over:
                break
            if turn.wants_pack:
                state, events = rules.deal(state, random.choice(packs))
                kept.append(events)
                continue
            seats_now = turn.to_act + turn.may_act if turn.may_act else turn.to_act
            offers = [rules.legal(state, seat) for seat in seats_now]
            while True:
                index = one_of(len(offers))
                if choices := offers[index]:
                    choice = choices[one_of(len(choices))]
                    if choice.verb not in give_up:
                        break
            seat = seats_now[index]
            state, events = rules.apply(state, seat, choice.sample(luck))
            kept.append(events)
            yield


def pytruco() -> Iterator[None]:
    """Play random two-handed matches of pytruco, with its events on, as its own bench does."""
    from pytruco.pdt.chi import random_action
    from pytruco.pdt.partida import Partida

    while True:
        match = Partida(30, ["Alice"], ["Bob"], verbose=True)
        kept = []
        while not match.terminada():
            kept.append(random_action(match, allow_mazo=False).hacer(match))
            yield


def open_spiel(name: str) -> Iterator[None]:
    """Play random matches of an OpenSpiel game."""
    import pyspiel

    if name.startswith("python_"):
        importlib.import_module("open_spiel.python.games.liars_poker")  # registers itself

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[one_of(len(outcomes))][0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[one_of(len(actions))])
            yield


def rlcard(name: str) -> Iterator[None]:
    """Play random matches of an RLCard game."""
    import rlcard

    env = rlcard.make(name)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[one_of(len(actions))])
            yield


MEASURED_GAMES: Final = (
    ("truco-argentino", 2),
    ("truco-brasileiro", 4),
    ("truco-paulista", 4),
    ("cacheta", 4),
    ("pif-paf", 4),
    ("pif-paf-tradicional", 2),
    ("cacho", 4),
)
"""What is measured, compiled, against the sources."""


def sources(game: str, seats: int) -> Callable[[float], tuple[int, float]]:
    """Return what plays a slice of one of our games by the engine's sources."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.engine", "--play", game, str(seats)],
        env={**os.environ, "CARDTUI_PURE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    asked, answers = process.stdin, process.stdout
    assert asked is not None
    assert answers is not None

    def slice_of(seconds: float) -> tuple[int, float]:
        print(seconds, file=asked, flush=True)
        decisions, taken = answers.readline().split()
        return int(decisions), float(taken)

    return slice_of


def play_on_demand(game: str, seats: int) -> None:
    """Play a slice for each line of standard input, as many seconds as it says; see `sources`."""
    assert not COMPILED
    slice_of = timed(ours(game, seats))
    for line in sys.stdin:
        print(*slice_of(float(line)), flush=True)


def duels() -> list[Duel]:
    """Return what is measured, with the goal for ours/theirs."""
    return [
        *[
            Duel(
                f"{game}, {seats} seats, compiled, against its sources",
                1 / 3,
                timed(ours(game, seats)),
                sources(game, seats),
            )
            for game, seats in MEASURED_GAMES
            if COMPILED
        ],
        Duel(
            "truco-argentino, 2 seats, against pytruco",
            0.06,
            timed(ours("truco-argentino", 2)),
            timed(pytruco()),
        ),
        Duel(
            "cacho, 2 seats, against OpenSpiel python_liars_poker with 2",
            0.5,
            timed(ours("cacho", 2)),
            timed(open_spiel("python_liars_poker")),
        ),
        Duel(
            "cacho, 4 seats, against OpenSpiel python_liars_poker with 2",
            0.5,
            timed(ours("cacho", 4)),
            timed(open_spiel("python_liars_poker")),
        ),
        Duel(
            "truco-brasileiro, 4 seats, against pytruco with 2",
            1 / 20,
            timed(ours("truco-brasileiro", 4)),
            timed(pytruco()),
        ),
        Duel(
            "pif-paf-tradicional, 2 seats, against RLCard gin-rummy",
            1 / 3,
            timed(ours("pif-paf-tradicional", 2)),
            timed(rlcard("gin-rummy")),
        ),
        Duel(
            "pif-paf-tradicional, 2 seats, against OpenSpiel gin_rummy",
            1.0,
            timed(ours("pif-paf-tradicional", 2)),
            timed(open_spiel("gin_rummy")),
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--slice", type=float, default=0.3, help="seconds each turn")
    parser.add_argument("--play", nargs=2, metavar=("GAME", "SEATS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.play:
        game, seats = arguments.play
        play_on_demand(game, int(seats))
        return
    random.seed(1)
    for duel in duels():
        try:
            for contender in (duel.ours, duel.theirs):
                contender(arguments.slice)  # warm up
        except ModuleNotFoundError as error:
            missing(duel.name, f"{error.name} is not installed")
            continue
        costs: dict[str, list[float]] = {"ours": [], "theirs": []}
        for _ in range(arguments.rounds):
            for name, contender in (("ours", duel.ours), ("theirs", duel.theirs)):
                decisions, seconds = contender(arguments.slice)
                costs[name].append(seconds / decisions * 1e6)
        report(duel.name, costs["ours"], costs["theirs"], unit="µs", goal=at_most(duel.goal))


if __name__ == "__main__":
    main()
