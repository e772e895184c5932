"""Learn Cacho for two by self-play, then play matches against a bot.

The method is external-sampling Monte Carlo counterfactual regret minimization (Lanctot, 2009): one
deal at a time, it tries every choice of one player, and draws those of the other. It makes a choice
more often, the more it regretted not to. Hands of the same worth count as one, and it considers
four sizes of a bet.

    python examples/learn_cacho.py                             a taste of it, in a second
    python examples/learn_cacho.py --deals 100000 --matches 2000
"""

import argparse
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Mapping

from cardtui_engine import Bits, Level, get_bot_maker
from cardtui_engine.library.research.episodes import Episode, Task
from cardtui_engine.library.simulate import next_pack

SIZES = (0.0, 0.5, 1.0, 2.0)
"""What is added to the highest bet, in pots; 0 is as little as may be."""

STEPS = (0.01, 0.4, 0.8, 1.6, 3.2)
"""Bets that lie between the same two of these, in pots, count as one."""

Table = defaultdict[str, defaultdict[str, float]]
"""A number for each thing that may be done, by moment."""


def menu(episode: Episode) -> dict[str, int]:
    """Return what is looked at of all that may be done: ids by name."""
    found: dict[str, int] = {}
    amounts: dict[str, dict[int, int]] = {}
    for number in episode.legal():
        action = episode.task.ids.action(number)
        assert action is not None
        if action.to is None:
            found[action.verb] = number
        else:
            amounts.setdefault(action.verb, {})[action.to] = number
    common, game, _ = episode.task.rules.view(episode.state, None)
    for verb, several in amounts.items():
        sizes = {}
        for size in SIZES:
            wanted = max(game.bets) + int(size * common.pot)
            sizes[max(min(several), min(max(several), wanted))] = size
        for to, size in sizes.items():
            found[f"{verb} {size}"] = several[to]
    return found


def moment(episode: Episode) -> str:
    """Return what a player looks at: its cards' worth, whether it is eldest, and the bets."""
    assert episode.seat is not None
    view = episode.view(episode.seat)
    game, own = view.game, view.own
    before = view.common.pot - sum(game.bets)
    third = view.common.phase == "third"
    bets = [bisect(STEPS, bet / before) for bet in game.bets] if third else []
    mine = bets[own.seat] if bets else 0
    spoken = sum(word.seat != own.seat for word in game.spoken)
    eldest = own.seat == game.eldest
    return f"{view.common.phase} {own.game} {eldest} {spoken} {mine} {max(bets, default=0)}"


def mixed(weights: Mapping[str, float], names: Mapping[str, int]) -> list[float]:
    """Return chances in proportion to what is above zero; all alike if nothing is."""
    above = [max(0.0, weights[name]) for name in names]
    total = sum(above)
    return [each / total for each in above] if total else [1 / len(above)] * len(above)


def drawn(chances: list[float], names: Mapping[str, int], bits: Bits) -> str:
    """Draw one of the names."""
    left, last = bits.chance(), ""
    for name, chance in zip(names, chances, strict=True):
        left, last = left - chance, name
        if left < 0:
            break
    return last


class Learner:
    """What has been learnt: regrets, and how often each thing was done at each moment."""

    def __init__(self, task: Task, seed: int = 1) -> None:
        self.task = task
        self.bits = Bits(seed)
        self.weight = 0
        self.regrets: Table = defaultdict(lambda: defaultdict(float))
        self.done: Table = defaultdict(lambda: defaultdict(float))

    def deal(self, learner: int) -> None:
        """Play one deal, in which that seat learns."""
        self.weight += 1
        episode = self.task.begin(self.bits.below(2))
        episode.deal(next_pack(self.task.rules, episode.state, self.bits))
        self._worth(episode, learner)

    def _worth(self, episode: Episode, learner: int) -> float:
        """Return what the position is worth to who learns, and remember regrets."""
        if episode.over:
            return episode.returns[learner]
        names, key = menu(episode), moment(episode)
        chances = mixed(self.regrets[key], names)
        if episode.seat != learner:
            for name, chance in zip(names, chances, strict=True):
                self.done[key][name] += chance * self.weight
            episode.act(names[drawn(chances, names, self.bits)])
            return self._worth(episode, learner)
        worths = []
        for number in names.values():
            after = episode.copy()
            after.act(number)
            worths.append(self._worth(after, learner))
        mean = sum(chance * worth for chance, worth in zip(chances, worths, strict=True))
        for name, worth in zip(names, worths, strict=True):
            self.regrets[key][name] += (worth - mean) * self.weight
        return mean

    def decide(self, episode: Episode) -> int:
        """Return the id of what has been learnt to do."""
        names = menu(episode)
        chances = mixed(self.done[moment(episode)], names)
        return names[drawn(chances, names, self.bits)]


def won(learner: Learner, level: Level, matches: int) -> int:
    """Return how many whole matches are won against a bot; each deals first in half of them."""
    task = Task("cacho", seats=2)
    bot, bits, wins = get_bot_maker("cacho")(task.options, 2, level), Bits(99), 0
    for number in range(matches):
        episode = task.begin(number % 2)
        while not episode.over:
            if episode.wants_pack:
                episode.deal(next_pack(task.rules, episode.state, bits))
            elif episode.seat == 0:
                episode.act(learner.decide(episode))
            else:
                action = bot.decide(episode.view(1), bits)
                episode.act(task.ids.id_of(action))
        wins += episode.returns[0] > 0
    return wins


def at_least_one(text: str) -> int:
    """Read a number of deals or matches."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


parser = argparse.ArgumentParser(description="Learn Cacho for two.")
parser.add_argument("--deals", type=at_least_one, default=300)
parser.add_argument("--matches", type=at_least_one, default=6)
chosen = parser.parse_args()
learner, began = Learner(Task("cacho", seats=2, hands=1)), time.process_time()
for number in range(chosen.deals):
    learner.deal(number % 2)
print(f"{chosen.deals} deals, {len(learner.done)} moments, {time.process_time() - began:.1f} s")
for level in Level:
    wins = won(learner, level, chosen.matches)
    print(f"against {level.name.lower()}: {wins} of {chosen.matches} matches")
