"""Teaches the network of the Brazilian trucos by self-play: for how long (`ROUNDS`), how
fast (`LEARNING_RATE`), and how freely it tries (`TEMPERATURE`).

`make truco-network`: as many rounds as `ROUNDS`, in about an hour of processor time. In each, the
network plays out hands, and learns what each choice has brought (deep Monte Carlo, as in Zha et
al., "DouZero", 2021). It draws among choices by what they bring, the better the likelier, so that
nobody can read it. In half of the hands one side has tastes of its own: it raises, accepts or
spends high cards sooner or later than it should, as people do, and the other side learns to deal
with that. The network also learns from the raises and acceptances of such a side: they show the
results of choices that the network would hardly try.

A seed gives the same result on the same machine with the same numpy; elsewhere, sums in floating
point may differ.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Final

import numpy as np

from cardtui_engine.families.truco.brazilian.bot import network
from cardtui_engine.families.truco.brazilian.bot.network import learned
from tools.truco_network.hands import ACCEPT, CHOICES, RAISE, Flags, Floats, Hands, Ints
from tools.truco_network.learning import Network, by_chance
from tools.truco_network.packing import packed, restored
from tools.written import write

ROUNDS: Final = 28_000
HANDS: Final = 2_000
"""How many rounds, and how many hands in each."""

BATCH: Final = 2_048
"""From how many choices it learns at a time."""

LEARNING_RATE: Final = 1.5e-3
"""How far it moves at first."""

LAST_LEARNING_RATE: Final = 1e-5
"""How much further than nothing it moves at last."""

TEMPERATURE: Final = 0.1
"""How much worse a choice is that is made a third as often."""

EXPLORATION_RATE: Final = 0.012

READER_FILE: Final = Path(network.__file__).with_name("network.py")


class Tastes:
    """Sides with tastes of their own, one in every other hand.

    Attributes:
        side: by hand the team that has them; 2 for none.
    """

    def __init__(self, count: int, chance: np.random.Generator) -> None:
        """Draw the tastes of so many hands."""
        self.side: Ints = np.where(chance.random(count) < 0.5, chance.integers(0, 2, count), 2)
        self._likes = np.zeros((count, CHOICES), np.float32)
        for choice, mean, spread in (
            (1, 0, 0.1),
            (2, 0, 0.15),
            (RAISE, 0, 0.6),
            (ACCEPT, -0.15, 0.6),
        ):
            self._likes[:, choice] = chance.normal(mean, spread, count)
        self._backs = chance.normal(-0.8, 0.6, count).astype(np.float32)
        wild = chance.random(count) < 0.1
        self._likes[wild] *= 3
        self._backs[wild] *= 3
        self._heat = np.where(chance.random(count) < 0.5, 1, 3) * TEMPERATURE

    def applied(
        self, values: Floats, hands: Ints, team: Ints, asked: Flags
    ) -> tuple[Floats, Floats, Flags]:
        """Return what choices seem to bring, how freely they are drawn, and who has tastes.

        Args:
            values: by hand and choice, what it brings.
            team: the team that chooses.
            asked: whether it answers a raise; few then like to raise in turn.
        """
        odd = self.side[hands] == team
        heat = np.where(odd, self._heat[hands], TEMPERATURE)
        likes = self._likes[hands]
        likes[:, RAISE] += np.where(asked, self._backs[hands], 0)
        return values + likes * odd[:, None], heat, odd


def drawn(
    values: Floats, legal: Flags, heat: Floats, aside: Flags, chance: np.random.Generator
) -> Ints:
    """Return choices: the better the likelier; aside, any that is legal."""
    lots = chance.random(values.shape)
    noise = -np.log(-np.log(lots + 1e-12) + 1e-12)
    wanted = np.where(aside[:, None], lots, values / heat[:, None] + noise)
    choices: Ints = np.where(legal, wanted, -np.inf).argmax(1)
    return choices


def play_round(net: Network, chance: np.random.Generator, rate: float) -> float:
    """Play hands and learn from them; return how many raises there were in a hand."""
    hands, tastes = Hands(HANDS, chance), Tastes(HANDS, chance)
    told, made, whose, teams = [], [], [], []
    raises = 0
    while len(hands.going):
        at, team = hands.going, hands.seats() & 1
        seen = hands.inputs()
        legal = hands.legal()
        values, heat, odd = tastes.applied(net.values(seen), at, team, legal[:, ACCEPT])
        aside = ~odd & (chance.random(len(at)) < EXPLORATION_RATE)
        choices = drawn(values, legal, heat, aside, chance)
        raises += int((choices == RAISE).sum())
        learns = ~odd | (choices == RAISE) | (choices == ACCEPT)
        told.append(seen[learns])
        made.append(choices[learns])
        whose.append(at[learns])
        teams.append(team[learns])
        hands.act(choices)
    inputs, choices = np.concatenate(told), np.concatenate(made)
    brought = hands.brought[np.concatenate(whose)]
    brought = np.where(np.concatenate(teams) == 0, brought, -brought)
    order = chance.permutation(len(inputs))
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        net.learn(inputs[part], choices[part], brought[part], rate)
    net.end_round()
    return raises / HANDS


def main() -> None:
    """Teach a network, and write it."""
    parser = argparse.ArgumentParser(description="Teach the network of the Brazilian trucos.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument(
        "--rate", type=float, default=LEARNING_RATE, help="how far it moves at first"
    )
    parser.add_argument("--go-on", action="store_true", help="with the network that is written")
    args = parser.parse_args()
    chance = np.random.default_rng(args.seed)
    net = Network(restored(learned()) if args.go_on else by_chance(chance))
    begun = process_time()
    for number in range(args.rounds):
        done = number / args.rounds
        raises = play_round(net, chance, args.rate * (1 - done) + LAST_LEARNING_RATE)
        if (number + 1) % 500 == 0:
            print(
                f"{number + 1} rounds, {raises:.2f} raises a hand, {process_time() - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            write(packed(net.mean), READER_FILE)
    write(packed(net.mean), READER_FILE)


if __name__ == "__main__":
    main()
