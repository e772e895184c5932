"""Time the rule engines against other engines of the same kind of game, side by side.

Every contender plays random matches in turn, a slice of each, many rounds over, so that
drift of the machine hits both alike. A decision is: list what is legal for whoever may act,
choose one at random, play it, keep the events. Printed are µs a decision (median of the
rounds) and the ratio of the medians.

    python bench/engine.py [--rounds N] [--slice SECONDS]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cardtui_engine.actions import Action, Kind
from cardtui_engine.registry import get_rules
from cardtui_engine.rules import Rules
from cardtui_engine.views import Choice


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
        begin = time.perf_counter()
        while (now := time.perf_counter()) - begin < seconds:
            for _ in range(100):
                next(play)
            decisions += 100
        return decisions, now - begin

    return slice_of


def filled(rules: Rules[Any], choice: Choice) -> Action:
    """Return an action of the choice with arguments drawn at random from its range."""
    params = rules.verbs[choice.verb].params
    if not params:
        return Action(choice.verb)
    if choice.cards:
        return Action(choice.verb, card=random.choice(choice.cards))
    if choice.low is None or choice.high is None:
        return Action(choice.verb)
    number = choice.low + int(random.random() * (choice.high - choice.low + 1))
    return Action(choice.verb, **{params[0].name: number})  # type: ignore[arg-type]


def ours(game: str, seats: int, give_up: tuple[str, ...] = ()) -> Iterator[None]:
    """Play random matches of one of our games; ``give_up`` verbs are not chosen."""
    rules = get_rules(game)
    options = rules.options({}, seats)
    assert all(
        param.kind in (Kind.CARD, Kind.NUMBER, Kind.TEXT)
        for verb in rules.verbs.values()
        for param in verb.params
    )
    packs = []
    for _ in range(1000):  # chance is an input of these engines: packs come ready
        pack = list(rules.pack)
        random.shuffle(pack)
        packs.append(pack)
    while True:
        state = rules.start(options, seats, 0)
        kept = []
        while True:
            turn = rules.turn(state)
            if turn.over:
                break
            if turn.wants_pack:
                state, events = rules.deal(state, random.choice(packs))
                kept.append(events)
                continue
            offers = [
                (seat, choice)
                for seat in turn.to_act + turn.may_act
                for choice in rules.legal(state, seat)
            ]
            seat, choice = random.choice(offers)
            while choice.verb in give_up and len(offers) > 1:
                seat, choice = random.choice(offers)
            state, events = rules.apply(state, seat, filled(rules, choice))
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
        from open_spiel.python.games import liars_poker  # noqa: F401

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            yield


def duels() -> list[Duel]:
    """Return what is measured, with the goal for ours/theirs."""
    return [
        Duel(
            "truco-argentino, 2 seats, against pytruco",
            1 / 20,
            timed(ours("truco-argentino", 2, ("resign",))),
            timed(pytruco()),
        ),
        Duel(
            "cacho, 4 seats, against OpenSpiel python_liars_poker",
            1 / 4,
            timed(ours("cacho", 4)),
            timed(open_spiel("python_liars_poker")),
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--slice", type=float, default=0.3, help="seconds each turn")
    arguments = parser.parse_args()
    random.seed(1)
    print(f"{'what':58} {'ours µs':>8} {'theirs µs':>10} {'ratio':>7} {'goal':>7}")
    for duel in duels():
        duel.ours(arguments.slice), duel.theirs(arguments.slice)  # warm up
        costs: dict[str, list[float]] = {"ours": [], "theirs": []}
        for _ in range(arguments.rounds):
            for name, contender in (("ours", duel.ours), ("theirs", duel.theirs)):
                decisions, seconds = contender(arguments.slice)
                costs[name].append(seconds / decisions * 1e6)
        mine, other = (statistics.median(costs[name]) for name in ("ours", "theirs"))
        verdict = "met" if mine / other <= duel.goal else "missed"
        figures = f"{mine:8.2f} {other:10.2f} {mine / other:7.3f} {duel.goal:7.3f}"
        print(f"{duel.name:58} {figures} {verdict}")


if __name__ == "__main__":
    main()
