"""The results of a cluster's matches, in memory as the stream has them: one order for all servers.

A result with four seats takes about half a kilobyte of memory; ten thousand are read from the
stream in one to three seconds, when somebody first asks. The cursor of a result is its number in
the stream.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from google.protobuf.message import DecodeError

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.ports.log_store import NO_CHANGE, Counted, Result, SeatResult
from cardtui_server.store.nats_connection import Message, Stored

ALL_RESULTS_SUBJECT: Final = "cardtui.results.>"
_SHOWN_SUBJECT: Final = "cardtui.results.shown."


def messages_of(
    results: Sequence[Result], table: str = "", shown: Mapping[int, int] = NO_CHANGE
) -> list[Message]:
    """Return what is written of results, each at most once, and of when others are shown."""
    return [
        *(
            Message(
                _ended(each.game, each.table, each.match),
                _to_message(each).SerializeToString(),
                expected=0,
            )
            for each in results
        ),
        *(
            Message(
                _shown(table, match),
                pb.ShownOtherwise(table=table, match=match, shown=since).SerializeToString(),
            )
            for match, since in shown.items()
        ),
    ]


def _ended(game: str, table: str, match: int) -> str:
    return f"cardtui.results.ended.{game}.{table}.{match}"


def _shown(table: str, match: int) -> str:
    return f"{_SHOWN_SUBJECT}{table}.{match}"


class NatsResults:
    """All results, as far as they were read from the stream.

    Attributes:
        read_to: the number in the stream of the last message that was taken in.
    """

    def __init__(self) -> None:
        self.read_to = 0
        self._numbers: list[int] = []
        self._bodies: list[bytes] = []
        self._games: dict[str, list[int]] = {}
        self._players: dict[str, list[int]] = {}
        self._shown: dict[tuple[str, int], int] = {}

    def take(self, messages: Sequence[Stored]) -> None:
        """Take in what comes next in the stream; what is none of ours is left out."""
        for message in messages:
            with contextlib.suppress(DecodeError):
                self._take(message)
            self.read_to = message.number

    def _take(self, message: Stored) -> None:
        if message.subject.startswith(_SHOWN_SUBJECT):
            said = pb.ShownOtherwise.FromString(message.body)
            if message.subject == _shown(said.table, said.match):
                self._shown[said.table, said.match] = said.shown
            return
        result = pb.MatchResult.FromString(message.body)
        if message.subject != _ended(result.game, result.table, result.match):
            return
        place = len(self._numbers)
        self._numbers.append(message.number)
        self._bodies.append(message.body)
        self._games.setdefault(result.game, []).append(place)
        for player in {each.player for each in result.seats if each.player}:
            self._players.setdefault(player, []).append(place)

    def of_game(self, game: str, after: str, most: int) -> list[Counted]:
        """See `LogStore.results`."""
        places = self._games.get(game, [])
        first = bisect_right(places, int(after or 0), key=self._numbers.__getitem__)
        some = places[first : first + most]
        return [Counted(str(self._numbers[each]), self._result(each)) for each in some]

    def of_player(self, player: str, most: int, known: tuple[str, int] | None) -> list[Result]:
        """See `LogStore.results_of`; it may be called in a thread."""
        found: list[Result] = []
        for place in reversed(tuple(self._players.get(player, ()))):
            if len(found) == most:
                break
            result = self._result(place)
            if known is None or result.is_known_to(*known):
                found.append(result)
        return found[::-1]

    def first_since(self, time: int) -> int:
        """Return the number in the stream of the first result that ended at a time or later."""
        return next(
            (
                number
                for number, body in zip(self._numbers, self._bodies, strict=True)
                if pb.MatchResult.FromString(body).ended >= time
            ),
            self.read_to + 1,
        )

    def who_played(self) -> set[str]:
        """See `LogStore.who_played`."""
        return set(self._players)

    def _result(self, place: int) -> Result:
        result = _of_message(pb.MatchResult.FromString(self._bodies[place]))
        shown = self._shown.get((result.table, result.match), result.shown)
        return result._replace(shown=shown)


def _to_message(result: Result) -> pb.MatchResult:
    fields = result._asdict()
    seats = fields.pop("seats")
    return pb.MatchResult(**fields, seats=map(_seat_to_message, seats))


def _seat_to_message(seat: SeatResult) -> pb.SeatResult:
    fields = seat._asdict()
    calls = fields.pop("calls")
    return pb.SeatResult(
        **fields, calls=[pb.Calls(verb=verb, times=times) for verb, times in calls]
    )


def _of_message(said: pb.MatchResult) -> Result:
    return Result(
        said.table,
        said.match,
        said.game,
        said.preset,
        said.ended,
        tuple(map(_seat_of_message, said.seats)),
        rated=said.rated,
        shown=said.shown,
    )


def _seat_of_message(said: pb.SeatResult) -> SeatResult:
    return SeatResult(
        said.player,
        said.bot,
        said.team if said.HasField("team") else None,
        said.won,
        said.chips,
        said.hands,
        said.bluffs,
        tuple((each.verb, each.times) for each in said.calls),
        said.place,
        said.left,
    )
