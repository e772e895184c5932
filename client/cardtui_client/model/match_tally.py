"""What a match came to, counted as one saw it: hands, envidos, and raises that were lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2, views_pb2
from cardtui_client.model.game_part import part_of

Counts = Mapping[int, int]
"""How many by side; where each plays alone, a side is a seat."""


_NONE: Final[Counts] = MappingProxyType({})


class MatchTally(NamedTuple):
    """What was counted since a match began.

    Attributes:
        hands: the hands that each side won.
        envidos: the envidos that it won.
        called: the hands that it won after it had accepted a raise: bluffs that it called.
        raiser: the side whose raise was last accepted in this hand; ``None`` for neither.
    """

    hands: Counts = _NONE
    envidos: Counts = _NONE
    called: Counts = _NONE
    raiser: int | None = None


def counted(
    tally: MatchTally | None,
    before: views_pb2.PublicView | None,
    view: views_pb2.PublicView | None,
    events: Sequence[events_pb2.Event],
    teams: Mapping[int, int],
) -> MatchTally | None:
    """Return the tally after some events; ``None`` for a match whose beginning was not seen.

    Args:
        tally: what was counted so far.
        before: the public view before the events.
        view: the same after them.
        events: what happened.
        teams: by seat, its side.
    """
    for event in events:
        what = event.WhichOneof("event")
        if what == "hand_started" and event.hand_started.hand == 1:
            tally = MatchTally()
        if tally is None:
            continue
        match what:
            case "hand_started":
                tally = tally._replace(raiser=None)
            case "acted":
                tally = _accepted(tally, before, view, teams)
            case "envido_settled":
                team = event.envido_settled.team
                tally = tally._replace(envidos=_one_more(tally.envidos, team))
            case "hand_ended" if event.hand_ended.winners:
                tally = _won(tally, teams.get(event.hand_ended.winners[0], 0))
            case _:
                pass
    return tally


def _accepted(
    tally: MatchTally,
    before: views_pb2.PublicView | None,
    view: views_pb2.PublicView | None,
    teams: Mapping[int, int],
) -> MatchTally:
    """Remember whose raise was accepted: the stake has become what it proposed."""
    was, game = part_of(before), part_of(view)
    proposed = getattr(was, "proposed", 0)
    if (
        not proposed
        or proposed != getattr(game, "stake", 0)
        or proposed == getattr(was, "stake", 0)
    ):
        return tally
    return tally._replace(raiser=teams.get(getattr(was, "caller", -1)))


def _won(tally: MatchTally, side: int) -> MatchTally:
    bluffed = tally.raiser is not None and tally.raiser != side
    return tally._replace(
        hands=_one_more(tally.hands, side),
        called=_one_more(tally.called, side) if bluffed else tally.called,
        raiser=None,
    )


def _one_more(counts: Counts, side: int) -> Counts:
    return {**counts, side: counts.get(side, 0) + 1}
