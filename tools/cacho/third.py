"""Solves the third round by CFR+: the seats learn in turns what they should have said more often.

The table's seat distinguishes its cards by strength alone and keeps to its menu, and one spot
stands for all ways to it; the other seat has exact cards, every rung, and remembers everything. So
the result is what the other gains least against, within what the table can say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.games.cacho.bot.odds import STRENGTHS
from tools.cacho import plain
from tools.cacho.cards import Cards, Numbers
from tools.cacho.tree import Tree, build, chosen, shares

Reals = NDArray[np.float32]
_LEAST_SPOT_WEIGHT: Final = 1e-4
"""As often as that, at least, it counts as being in a spot."""

_LEAST_DIVISOR: Final = 1e-9
"""What a sum counts as at least where something is divided by it."""


class Third:
    """The third round after one way of betting before it.

    Reaches and values are by kind of three cards. A reach is how often a seat with these cards
    gets there by its own words. A value counts all deals of the other's cards.

    Args:
        cards: the kinds of cards.
        carried: the pot when the round begins.
        cap: the most that may be bet.
        learners: how many others learn, each against the table alone.
        elder: whether the table's seat speaks first.
        check: whether a pass with no bet made is a check.
    """

    def __init__(
        self, cards: Cards, carried: int, cap: int, learners: int, *, elder: bool, check: bool
    ) -> None:
        self._tree: Tree = build(carried, cap, elder=elder, check=check)
        self._paid = carried // 2
        kinds = len(cards.number)
        self._strength = cards.strength
        self._count = cards.number.astype(np.float32)
        self._gather = np.zeros((kinds, len(STRENGTHS)), np.float32)
        self._gather[np.arange(kinds), cards.strength] = self._count
        # Applied to a reach of the other, these give values by the seat's own cards.
        self._all: Reals = cards.meets.T.astype(np.float32)
        self._us: Reals = cards.wins(ties=elder).T.astype(np.float32)
        self._them: Reals = cards.wins(ties=not elder).T.astype(np.float32)
        tree = self._tree
        size = len(tree.spot), len(STRENGTHS)
        self._regret = np.zeros(size, np.float32)
        self._sums = np.zeros(size)
        self._won = np.zeros((2, len(tree.spots), len(STRENGTHS)))
        self._folded = np.zeros((2, len(tree.spot)))
        self._ours = chosen(self._regret, tree.starts, tree.spot) if tree.levels else self._regret
        regrets = [
            np.zeros((0 if level.ours else len(level.node), kinds), np.float32)
            for level in tree.levels
        ]
        self._their_regrets = [[each.copy() for each in regrets] for _ in range(learners)]
        # The plain player, where the other seat speaks.
        self._plain = [
            regrets[number]
            if level.ours
            else np.concatenate(
                [plain.third(cards, carried, cap, spot, words) for spot, words in level.said]
            ).astype(np.float32)
            for number, level in enumerate(tree.levels)
        ]
        even = [
            chosen(regret, level.starts, level.node) if len(regret) else regret
            for level, regret in zip(tree.levels, regrets, strict=True)
        ]
        self._theirs = [list(even) for _ in range(learners)]

    def improve_ours(
        self, theirs: Sequence[Reals], simple: Reals, ours: Reals, weight: float, *, explain: bool
    ) -> Reals:
        """Learn from one walk through the tree, and return what our cards are worth.

        Args:
            theirs: the reach of each of the others that learn.
            simple: the plain player's, who has the other seat now and then.
            ours: our own.
            weight: what this walk counts for.
            explain: whether to count also how often the other passes, and what we win.
        """
        tree = self._tree
        if not tree.levels:
            every: Reals = self._paid * (np.sum((*theirs, simple), axis=0) @ self._us)
            return every
        gains = np.zeros_like(self._regret)

        def learn(number: int, out: Reals, value: Reals) -> None:
            level = tree.levels[number]
            np.add.at(gains, level.slot, (out - value[level.node]) @ self._gather)

        others = [*zip(theirs, self._theirs, strict=True), (simple, self._plain)]
        edges = [
            np.sum(parts, axis=0)
            for parts in zip(*[self._edges(*other, ours=True) for other in others], strict=True)
        ]
        value = self._walk(edges, self._by_level(self._ours), learn, ours=True)
        self._regret = np.maximum(self._regret + gains, 0)
        self._ours = chosen(self._regret, tree.starts, tree.spot)
        self._count_in(theirs[0], ours, weight, explain=explain)
        return value

    def improve_theirs(self, learner: int, ours: Reals) -> Reals:
        """Let one of the others learn against such a reach, and return what its cards are worth."""
        tree = self._tree
        if not tree.levels:
            return self._paid * (ours @ self._them)
        regrets, theirs = self._their_regrets[learner], self._theirs[learner]

        def learn(number: int, out: Reals, value: Reals) -> None:
            gain = out - value[tree.levels[number].node]
            regrets[number] = np.maximum(regrets[number] + gain, 0)

        edges = self._edges(ours, self._by_level(self._ours), ours=False)
        value = self._walk(edges, theirs, learn, ours=False)
        for number, level in enumerate(tree.levels):
            if not level.ours:
                theirs[number] = chosen(regrets[number], level.starts, level.node)
        return value

    def mean(self) -> Numbers:
        """Return how often each word of the table is said on average."""
        return shares(self._sums, self._tree.starts, self._tree.spot)

    def chances(self) -> Numbers:
        """Return by spot the chance to win with cards of each strength."""
        shown, every = self._won
        return (1 + shown / np.maximum(every, _LEAST_DIVISOR)) / 2

    def folds(self) -> Numbers:
        """Return by word of the table the chance that the other passes then."""
        passed, every = self._folded
        return passed / np.maximum(every, _LEAST_DIVISOR)

    @property
    def starts(self) -> tuple[int, ...]:
        """By spot of the table, its first word."""
        return tuple(self._tree.starts.tolist()) if self._tree.levels else ()

    def _by_level(self, table: Reals) -> list[Reals]:
        full = table[:, self._strength]
        return [full[level.slot] for level in self._tree.levels]

    def _walk(
        self,
        edges: Sequence[Reals],
        own: Sequence[Reals],
        learn: Callable[[int, Reals, Reals], None],
        *,
        ours: bool,
    ) -> Reals:
        """Return what the cards of one seat are worth, and tell for each level of it why.

        Args:
            edges: by level and edge, how often another comes there by its own words.
            own: by level, how often the seat says each word.
            learn: is told, by level of the seat: its number, the values by edge and by node.
            ours: whether it is the table's seat.
        """
        show = self._us if ours else self._them
        kinds = len(self._count)
        value = np.zeros((0, kinds), np.float32)
        for number in reversed(range(len(edges))):
            level = self._tree.levels[number]
            mine = level.ours == ours
            out = np.empty((len(level.node), kinds), np.float32)
            lost = level.lost * (edges[number][level.passes] @ self._all)
            out[level.passes] = -lost if mine else lost
            out[level.shows] = level.stake * (edges[number][level.shows] @ show)
            out[level.goes] = value
            if mine:
                value = np.add.reduceat(out * own[number], level.starts, axis=0)
                learn(number, out, value)
            else:
                value = np.add.reduceat(out, level.starts, axis=0)
        first: Reals = value[0]
        return first

    def _edges(self, reach: Reals, other: Sequence[Reals], *, ours: bool) -> list[Reals]:
        """Return by level and edge how often another comes there by its own words."""
        node = reach[None, :]
        edges: list[Reals] = []
        for level, said in zip(self._tree.levels, other, strict=True):
            edge = node[level.node]
            edges.append(edge if level.ours == ours else edge * said)
            node = edges[-1][level.goes]
        return edges

    def _count_in(self, theirs: Reals, ours: Reals, weight: float, *, explain: bool) -> None:
        """Add our words to the average, weighed by how often we come to say them.

        What explains them is counted against the first of the others that learn.
        """
        tree, policy = self._tree, self._theirs[0]
        said = self._by_level(self._ours)
        # Where it never comes by its own words it shall not speak at random either.
        total = np.full((len(tree.spots), len(STRENGTHS)), _LEAST_SPOT_WEIGHT, np.float32)
        own, other = ours[None, :], theirs[None, :]
        for number, level in enumerate(tree.levels):
            if level.ours:
                spot = tree.spot[level.slot[level.starts]]
                np.add.at(total, spot, own @ self._gather)
                if explain:
                    for row, how in enumerate((self._us, self._all)):
                        np.add.at(self._won[row], spot, weight * ((other @ how) @ self._gather))
                own = (own[level.node] * said[number])[level.goes]
                other = other[level.node[level.goes]]
                if explain and number + 1 < len(tree.levels):
                    self._count_folds(number, own, other, weight)
            else:
                own = own[level.node[level.goes]]
                other = (other[level.node] * policy[number])[level.goes]
        self._sums += weight * total[tree.spot] * self._ours

    def _count_folds(self, number: int, own: Reals, other: Reals, weight: float) -> None:
        """Count how often the other passes after our words of that level."""
        level, following = self._tree.levels[number : number + 2]
        slot = level.slot[level.goes]
        often = weight * (own @ self._count)
        every = other @ self._count
        passed = np.zeros_like(every)
        node = following.node[following.passes]
        said = self._theirs[0][number + 1][following.passes]
        passed[node] = (other[node] * said) @ self._count
        np.add.at(self._folded[0], slot, often * passed)
        np.add.at(self._folded[1], slot, often * every)
