"""Motion: what is to be seen on the way from one scene to the next, at any time of that way.

Cards are dealt, thrown, drawn and swept; chips go to the pot and come back; points are laid
one by one; a call that risks much is as wide as the table. All of it follows from the two
scenes alone. It ends in the second scene itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.scene.flights import Flying, Shout, Spot, Where
from cardtui_client.scene.middle import Middle, Piles, Pot
from cardtui_client.scene.moves import (
    Errand,
    Flight,
    chips,
    discarded,
    points,
    shout,
    swept,
    thrown,
    to_hands,
)
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene

FRAME: Final = 0.1
"""Seconds between two pictures of what moves: few of them, since each is sent to the terminal."""

_SHOUT: Final = 0.4
_WEIGHT: Final = 0.3
"""How many seconds more a call stays for each step that it risks."""


class Motion(NamedTuple):
    """What moves between two scenes.

    Attributes:
        flights: the things on their way.
        shout: the call that is as wide as the table, or ``None``.
        shouted: how many seconds it stays.
        seconds: after how many seconds nothing moves any more; 0 where nothing does.
    """

    flights: tuple[Flight, ...] = ()
    shout: Shout | None = None
    shouted: float = 0.0
    seconds: float = 0.0


STILL: Final = Motion()


def motion_between(before: Scene, after: Scene) -> Motion:
    """Return what moves from one scene to the other; nothing where one looks another way."""
    there = [seat.seat for seat in before.seats] == [seat.seat for seat in after.seats]
    if not there or before.viewpoint != after.viewpoint:
        return STILL
    flights = [*points(before, after), *chips(before, after)]
    covered = after.paper or after.close_up or after.ribbon or after.own_pack
    if not covered:
        for found in (swept, thrown, discarded, to_hands):
            flights += found(before, after)
    call = shout(before, after)
    shouted = 0.0 if call is None else _SHOUT + _WEIGHT * call.weight
    seconds = max([shouted, *(flight.lands for flight in flights)])
    return Motion(tuple(flights), call, shouted, seconds)


def seen_at(after: Scene, motion: Motion, time: float) -> Scene:
    """Return what is to be seen so many seconds after the first scene was left."""
    if time >= motion.seconds:
        return after
    coming = [flight for flight in motion.flights if time < flight.lands]
    own = Spot(Where.SEAT, after.viewpoint)
    return after._replace(
        seats=tuple(_seat_before(seat, coming) for seat in after.seats),
        trick=tuple(
            played
            for played in after.trick
            if not _due(coming, Errand.TO_TRICK, Spot(Where.TRICK, played.seat))
        ),
        middle=_middle_before(after.middle, coming),
        tallies=tuple(
            tally._replace(
                points=tally.points - _due(coming, Errand.TO_TALLY, Spot(Where.TALLY, at))
            )
            for at, tally in enumerate(after.tallies)
        ),
        hand=after.hand._replace(coming=_due(coming, Errand.TO_HAND, own)),
        flying=tuple(_on_its_way(flight, time) for flight in coming if flight.begins <= time),
        shout=motion.shout if time < motion.shouted else None,
    )


def _on_its_way(flight: Flight, time: float) -> Flying:
    """Return where a thing is; it is seen once it has left, and slows down as it comes."""
    left = 1 - (time - flight.begins + FRAME) / (flight.lasts + FRAME)
    return flight.flying._replace(part=1 - max(left, 0.0) ** 2)


def _due(coming: list[Flight], errand: Errand, target: Spot) -> int:
    """Return how much has not yet landed there."""
    return sum(
        flight.amount
        for flight in coming
        if flight.errand is errand and flight.flying.target == target
    )


def _seat_before(seat: SeatScene, coming: list[Flight]) -> SeatScene:
    here = Spot(Where.SEAT, seat.seat)
    if cards := _due(coming, Errand.TO_HAND, here):
        seat = seat._replace(cards=max(seat.cards - cards, 0))
    if seat.chips is not None and (won := _due(coming, Errand.TO_STACK, here)):
        seat = seat._replace(chips=seat.chips - won)
    return seat


def _middle_before(middle: Middle, coming: list[Flight]) -> Middle:
    match middle:
        case Pot():
            return middle._replace(
                chips=max(middle.chips - _due(coming, Errand.TO_POT, Spot(Where.POT)), 0)
            )
        case Piles() if late := _due(coming, Errand.TO_PILE, Spot(Where.DISCARDS)):
            return middle._replace(
                pile=middle.pile - late, discards=middle.discards[:-late], completes=""
            )
        case _:
            return middle
