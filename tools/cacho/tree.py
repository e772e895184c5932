"""The third round as a tree, level by level: the table's seat keeps to its menu, the other not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.games.cacho.bot.sizes import PASS, Spot, answered, spots, words
from tools.cacho.cards import Numbers, Places


class Level(NamedTuple):
    """The nodes in which one seat speaks for the same time; each has an edge for every word.

    Attributes:
        ours: whether the table's seat speaks.
        starts: by node, its first edge.
        node: by edge, its node.
        passes: the edges that give up.
        lost: by such an edge, what the seat has put in during the hand.
        shows: the edges that lead to a showdown.
        stake: by such an edge, what each seat has put in.
        goes: the edges that lead to the nodes of the next level, in their order.
        slot: by edge, its place in the table; none if the other seat speaks.
        said: by node, its spot and the words of its edges.
    """

    ours: bool
    starts: Places
    node: Places
    passes: Places
    lost: NDArray[np.float32]
    shows: Places
    stake: NDArray[np.float32]
    goes: Places
    slot: Places
    said: tuple[tuple[Spot, tuple[int, ...]], ...]


class Tree(NamedTuple):
    """The whole round.

    Attributes:
        levels: the nodes, those of the first word first; none if nothing can be bet.
        spots: the spots of the table.
        spot: by slot of the table, its spot.
        starts: by spot, its first slot.
    """

    levels: tuple[Level, ...]
    spots: tuple[Spot, ...]
    spot: Places
    starts: Places


def _other_words(cap: int, spot: Spot, *, check: bool) -> Iterator[int]:
    """Yield what the other seat may say: as `words`, with every rung instead of the menu."""
    if spot.other or not check:
        yield PASS
    if spot.other or check:
        yield spot.other
    if spot.other < cap:
        yield from answered(cap, spot.other)


def build(carried: int, cap: int, *, elder: bool, check: bool) -> Tree:
    """Return the tree of a third round; the arguments are those of `spots`."""
    known = spots(carried, cap, elder=elder, check=check) if cap else ()
    slots: dict[tuple[Spot, int], int] = {}
    owner: list[int] = []
    for number, spot in enumerate(known):
        for word in words(carried, cap, spot, check=check):
            slots[spot, word] = len(slots)
            owner.append(number)
    levels: list[Level] = []
    nodes = [Spot(0, 0)] if cap else []
    ours = elder
    paid = carried // 2
    while nodes:
        starts: list[int] = []
        node: list[int] = []
        slot: list[int] = []
        lost: dict[int, int] = {}
        stake: dict[int, int] = {}
        goes: dict[int, Spot] = {}
        nodes_said: list[tuple[Spot, tuple[int, ...]]] = []
        for index, spot in enumerate(nodes):
            starts.append(len(node))
            said = tuple(
                words(carried, cap, spot, check=check)
                if ours
                else _other_words(cap, spot, check=check)
            )
            nodes_said.append((spot, said))
            for word in said:
                edge = len(node)
                node.append(index)
                if ours:
                    slot.append(slots[spot, word])
                if word == PASS:
                    lost[edge] = paid + spot.own
                elif word == spot.other and (word or levels):
                    stake[edge] = paid + word
                else:
                    goes[edge] = Spot(spot.other, word)
        levels.append(
            Level(
                ours,
                _places(starts),
                _places(node),
                _places([*lost]),
                _chips([*lost.values()]),
                _places([*stake]),
                _chips([*stake.values()]),
                _places([*goes]),
                _places(slot),
                tuple(nodes_said),
            )
        )
        nodes, ours = [*goes.values()], not ours
    return Tree(
        tuple(levels),
        known,
        _places(owner),
        np.unique(_places(owner), return_index=True)[1],
    )


def _places(numbers: list[int]) -> Places:
    return np.array(numbers, np.intp)


def _chips(numbers: list[int]) -> NDArray[np.float32]:
    return np.array(numbers, np.float32)[:, None]


def chosen(regret: NDArray[np.float32], starts: Places, owner: Places) -> NDArray[np.float32]:
    """Return how often each row is chosen: in proportion to its regret among those of its owner."""
    total = np.add.reduceat(regret, starts, axis=0)[owner]
    count = np.diff(np.append(starts, len(regret)))[owner][:, None]
    return np.where(total > 0, regret / np.where(total > 0, total, 1), 1 / count).astype(np.float32)


def shares(sums: Numbers, starts: Places, owner: Places) -> Numbers:
    """Return what part each row has of its owner's sum; equal parts where that is 0."""
    total = np.add.reduceat(sums, starts, axis=0)[owner]
    count = np.diff(np.append(starts, len(sums)))[owner][:, None]
    return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / count)
