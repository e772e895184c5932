"""Node counts: how many ways a hand can go, turn by turn; two engines must agree on them."""

from __future__ import annotations

from cardtui_engine.library.research.episodes import Episode


def node_counts(episode: Episode, turns: int) -> list[int]:
    """Return how many sequences there are of no turn, of one, and so on, until a pack is wanted.

    >>> from cardtui_engine.library.research.episodes import Task
    >>> task = Task("cacho", seats=2, options={"buy_in": 5})
    >>> episode = task.begin()
    >>> episode.deal(task.rules.pack)
    >>> node_counts(episode, 4)
    [1, 2, 4, 2, 4]

    Args:
        episode: where to begin.
        turns: up to how many turns.
    """
    here, counts = [episode], [1]
    for _ in range(turns):
        following = []
        for each in here:
            for number in each.legal() if each.seat is not None else ():
                after = each.copy()
                after.act(number)
                following.append(after)
        counts.append(len(following))
        here = following
    return counts
