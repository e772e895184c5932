"""The replies that a table remembers, so that a repeated request gets the same: `KEPT_REPLIES` of
those that were granted, `KEPT_REFUSALS` for each player.

Of granted requests those are remembered that were granted last; they can be read back from the log.
Refusals are not logged: the latest of each player are remembered (`KEPT_REFUSALS`), so that the
requests of one player do not make the table forget the replies to another.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

from cardtui_server.match.refusals import Refused
from cardtui_server.match.transaction import Answered

KEPT_REPLIES: Final = 1024
"""How many granted requests of a table are remembered, however long a match goes on."""

KEPT_REFUSALS: Final = 64
"""How many refusals of each player are remembered."""

_REFUSED_PLAYERS: Final = 16
"""For how many players refusals are remembered; they come and go while a table waits."""


class ReplyCache:
    """The replies of a table."""

    def __init__(self) -> None:
        self._done: OrderedDict[str, Answered] = OrderedDict()
        self._refused: dict[str, Answered] = {}
        self._rings: OrderedDict[str, deque[str]] = OrderedDict()

    @property
    def granted(self) -> Mapping[str, Answered]:
        """The replies to granted requests, the oldest first."""
        return self._done

    @classmethod
    def of_granted(cls, *done: Iterable[tuple[str, Answered]]) -> ReplyCache:
        """Return a cache of those replies, the oldest first."""
        cache = cls()
        cache.add(dict(chain(*done)))
        return cache

    def __len__(self) -> int:
        return len(self._done) + len(self._refused)

    def get(self, request_id: str, /) -> Answered | None:
        """Return the reply to a request id; ``None`` if it is not known."""
        return self._done.get(request_id) or self._refused.get(request_id)

    def add(self, answered: Mapping[str, Answered]) -> None:
        """Remember replies."""
        for request_id, answer in answered.items():
            if isinstance(answer.result, Refused):
                self._refuse(request_id, answer)
            else:
                self._done[request_id] = answer
        while len(self._done) > KEPT_REPLIES:
            self._done.popitem(last=False)

    def _refuse(self, request_id: str, answer: Answered) -> None:
        ring = self._rings.setdefault(answer.player, deque())
        self._rings.move_to_end(answer.player)
        ring.append(request_id)
        self._refused[request_id] = answer
        while len(ring) > KEPT_REFUSALS:
            del self._refused[ring.popleft()]
        while len(self._rings) > _REFUSED_PLAYERS:
            _, forgotten = self._rings.popitem(last=False)
            for each in forgotten:
                del self._refused[each]
