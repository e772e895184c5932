"""What moves from one scene to the next: found by comparing the two, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.model.cards import HIDDEN
from cardtui_client.scene.flights import Flying, Shout, Spot, Thing, Where
from cardtui_client.scene.middle import Piles, Pot
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene

_CARD: Final = 0.3
_DEALT: Final = 0.2
_DEAL: Final = 1.0
"""Within so many seconds all cards of a deal have left the pack."""
_APART: Final = 0.1
"""Between two cards of a deal there are at most so many seconds."""
_CHIPS: Final = 3
"""More chips than these go in so many heaps."""
_POINT: Final = 0.2
_COUNT: Final = 1.6
"""Within so many seconds the last point is on its way."""
_MOST_POINTS: Final = 30
_MOST_DEALT: Final = 80
_HEAVY: Final = (0.75, 0.5, 0.0)
"""A bet is the heavier the less of one's chips is left: a quarter of them in, half, or all."""


class Errand(Enum):
    """What a flight changes as it lands."""

    TO_HAND = "to hand"
    TO_TRICK = "to trick"
    TO_PILE = "to pile"
    AWAY = "away"
    """Nothing: what is swept is gone from where it lay."""
    TO_POT = "to pot"
    TO_STACK = "to stack"
    TO_TALLY = "to tally"


class Flight(NamedTuple):
    """A thing's way, and when it takes it.

    Attributes:
        errand: what it changes as it lands.
        flying: the thing at its origin.
        begins: after how many seconds it leaves.
        lasts: how many seconds it takes.
        amount: how many chips it stands for.
    """

    errand: Errand
    flying: Flying
    begins: float = 0.0
    lasts: float = _CARD
    amount: int = 1

    @property
    def lands(self) -> float:
        """After how many seconds it arrives."""
        return self.begins + self.lasts


def swept(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the cards of a finished trick on their way to who won it, or back to the pack."""
    lying = {(played.seat, played.card) for played in after.trick}
    gone = [each for each in before.trick if (each.seat, each.card) not in lying]
    if not all(each.old for each in gone):
        return
    winner = next((each.seat for each in gone if each.winning), None)
    target = Spot(Where.PACK) if winner is None else Spot(Where.SEAT, winner)
    for each in gone:
        card = Flying(Thing.SMALL_CARD, Spot(Where.TRICK, each.seat), target, card=each.card)
        yield Flight(Errand.AWAY, card)


def thrown(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the cards that have come to lie in the trick."""
    lay = {(played.seat, played.card) for played in before.trick}
    for each in after.trick:
        if (each.seat, each.card) not in lay:
            origin, target = Spot(Where.SEAT, each.seat), Spot(Where.TRICK, each.seat)
            yield Flight(Errand.TO_TRICK, Flying(Thing.CARD, origin, target, card=each.card))


def discarded(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the card that was thrown on the discards."""
    was, now = before.middle, after.middle
    if not (isinstance(was, Piles) and isinstance(now, Piles)):
        return
    if now.pile == was.pile + 1 and now.discards and (seat := _fewer(before, after)) is not None:
        origin, target = Spot(Where.SEAT, seat), Spot(Where.DISCARDS)
        card = Flying(Thing.SMALL_CARD, origin, target, card=now.discards[-1])
        yield Flight(Errand.TO_PILE, card)


def to_hands(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the cards that seats have got: dealt, drawn from the stock, or taken."""
    more = {
        seat.seat: seat.cards - was.cards
        for was, seat in zip(before.seats, after.seats, strict=True)
        if seat.cards > was.cards
    }
    was, now = before.middle, after.middle
    if isinstance(was, Piles) and isinstance(now, Piles):
        taken = was.pile > now.pile
        source = Where.DISCARDS if taken else Where.STOCK
        card = was.discards[-1] if taken and was.discards else HIDDEN
        for seat, count in more.items():
            if count == 1 and (taken or was.stock > now.stock):
                drawn = Flying(Thing.SMALL_CARD, Spot(source), Spot(Where.SEAT, seat), card=card)
                yield Flight(Errand.TO_HAND, drawn)
        return
    total = sum(more.values())
    if not 0 < total <= _MOST_DEALT:
        return
    apart = min(_APART, _DEAL / total)
    first = next((seat.seat for seat in after.seats if seat.mark), after.viewpoint)
    number = 0
    for turn in range(max(more.values())):
        for seat in _in_turn(after, first):
            if turn < more.get(seat, 0):
                card_ = Flying(Thing.SMALL_CARD, Spot(Where.PACK), Spot(Where.SEAT, seat))
                yield Flight(Errand.TO_HAND, card_, number * apart, _DEALT)
                number += 1


def chips(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the chips that go into the pot, or come out of it."""
    for was, seat in zip(before.seats, after.seats, strict=True):
        if was.chips is None or seat.chips is None:
            continue
        here, pot = Spot(Where.SEAT, seat.seat), Spot(Where.POT)
        won = seat.chips - was.chips
        if won < 0 and isinstance(after.middle, Pot) and after.middle.chips:
            yield from _heaps(Errand.TO_POT, here, pot, min(-won, after.middle.chips))
        elif won > 0 and isinstance(before.middle, Pot | Piles):
            yield from _heaps(Errand.TO_STACK, pot, here, won)


def points(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the points that a side has made, one by one."""
    begins = 0.0
    for was, tally in zip(before.tallies, after.tallies, strict=False):
        made = tally.points - was.points
        if tally.side != was.side or not 0 < made <= _MOST_POINTS:
            continue
        apart = min(_POINT, _COUNT / made)
        target = Spot(Where.TALLY, after.tallies.index(tally))
        for _number in range(made):
            yield Flight(
                Errand.TO_TALLY, Flying(Thing.POINT, Spot(Where.BOWL), target), begins, _POINT
            )
            begins += apart


def shout(before: Scene, after: Scene) -> Shout | None:
    """Return the call that has just been made, if it risks anything."""
    for was, seat in zip(before.seats, after.seats, strict=True):
        weight = seat.weight or _staked(was, seat)
        if weight and (seat.bubble, seat.weight) != (was.bubble, was.weight):
            return Shout(seat.bubble, seat.name, seat.side, weight)
    return None


def _staked(was: SeatScene, seat: SeatScene) -> int:
    """Return how heavy a bet is, by how much of its chips a seat has put in with its word."""
    if not seat.bubble or was.chips is None or seat.chips is None or was.chips <= seat.chips:
        return 0
    left = max(seat.chips, 0) / was.chips if was.chips > 0 else 0.0
    return sum(left <= part for part in _HEAVY)


def _heaps(errand: Errand, origin: Spot, target: Spot, amount: int) -> Iterator[Flight]:
    heaps = min(amount, _CHIPS)
    for number in range(heaps):
        part = amount // heaps + (number < amount % heaps)
        chip = Flying(Thing.CHIP, origin, target)
        yield Flight(errand, chip, number * _APART, _CARD, part)


def _fewer(before: Scene, after: Scene) -> int | None:
    """Return the seat that holds fewer cards than before."""
    pairs = zip(before.seats, after.seats, strict=True)
    return next((seat.seat for was, seat in pairs if seat.cards < was.cards), None)


def _in_turn(scene: Scene, first: int) -> list[int]:
    """Return the seats in the order in which cards are dealt."""
    seats = [seat.seat for seat in scene.seats]
    at = seats.index(first) if first in seats else 0
    return seats[at:] + seats[:at]
