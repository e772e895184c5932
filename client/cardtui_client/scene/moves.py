"""How long cards and chips are on their way (`_CARD_FLIGHT_SECONDS`), and calls (`_SHOUT_SECONDS`).
How long dealing takes (`_DEAL_SECONDS`), counting points (`_COUNT_SECONDS`), and how long the words
stay as you win (`_CHEER_SECONDS`); what flies up then: `signs`. Which bets are shouted as heavy:
`_CHIPS_LEFT_BY_HEAVY_BETS`. How long a move then stays is in `tui/table/picture.py`.

`REDRAW_SECONDS` is the time between two pictures; `Motion` tells what is on its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_client.model.cards import HIDDEN_CARD, card_of
from cardtui_client.scene.middle import Flying, Middle, Piles, Pot, Shout, Spot, Thing, Where
from cardtui_client.scene.scene import NOTHING_FRESH, Fresh, Scene, SeatScene

_CARD_FLIGHT_SECONDS: Final = 0.3
_DEALT_CARD_SECONDS: Final = 0.2
_DEAL_SECONDS: Final = 1.0
"""Within so many seconds all cards of a deal have left the pack."""
_FLIGHT_GAP_SECONDS: Final = 0.1
"""Between two cards of a deal there are at most so many seconds."""
_MOST_HEAPS: Final = 3
"""More chips than these go in so many heaps."""
_POINT_SECONDS: Final = 0.2
_COUNT_SECONDS: Final = 1.6
"""Within so many seconds the last point is on its way."""
_MOST_POINTS: Final = 30
_MOST_DEALT: Final = 80
_CHIPS_LEFT_BY_HEAVY_BETS: Final = (0.75, 0.5, 0.0)
"""A bet is the heavier the less of your chips is left: a quarter of them in, half, or all."""


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
    FOR_JOY = "for joy"
    """Nothing: what flies up as you win is not seen again."""


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
    lasts: float = _CARD_FLIGHT_SECONDS
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
        card = was.discards[-1] if taken and was.discards else HIDDEN_CARD
        for seat, count in more.items():
            if count == 1 and (taken or was.stock > now.stock):
                drawn = Flying(Thing.SMALL_CARD, Spot(source), Spot(Where.SEAT, seat), card=card)
                yield Flight(Errand.TO_HAND, drawn)
        return
    total = sum(more.values())
    if not 0 < total <= _MOST_DEALT:
        return
    apart = min(_FLIGHT_GAP_SECONDS, _DEAL_SECONDS / total)
    first = next((seat.seat for seat in after.seats if seat.mark), after.viewpoint)
    number = 0
    for turn in range(max(more.values())):
        for seat in _in_turn(after, first):
            if turn < more.get(seat, 0):
                card_ = Flying(Thing.SMALL_CARD, Spot(Where.PACK), Spot(Where.SEAT, seat))
                yield Flight(Errand.TO_HAND, card_, number * apart, _DEALT_CARD_SECONDS)
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
        apart = min(_POINT_SECONDS, _COUNT_SECONDS / made)
        target = Spot(Where.TALLY, after.tallies.index(tally))
        for _number in range(made):
            yield Flight(
                Errand.TO_TALLY,
                Flying(Thing.POINT, Spot(Where.BOWL), target),
                begins,
                _POINT_SECONDS,
            )
            begins += apart


def shout(before: Scene, after: Scene) -> Shout | None:
    """Return the call that has just been made, if it risks anything."""
    for was, seat in zip(before.seats, after.seats, strict=True):
        weight = seat.weight or _staked(was, seat)
        if weight and (seat.bubble, seat.weight) != (was.bubble, was.weight):
            return Shout(seat.bubble, _("You") if seat.you else seat.name, seat.side, weight)
    return None


def cheer(before: Scene, after: Scene) -> Shout | None:
    """Return what is spelled over the table as you win the match."""
    if before.cheer or not after.cheer:
        return None
    return Shout(after.cheer, "", None, 1, part=0.0)


def signs(before: Scene, after: Scene) -> Iterator[Flight]:
    """Yield the suits of the game's cards, or coins, that fly up as you win the match."""
    codes = _CARDS_FOR_JOY.get(after.cloth, ())
    if not codes or cheer(before, after) is None:
        return
    own = Spot(Where.SEAT, after.viewpoint)
    for number in range(_SIGN_COUNT):
        above = Spot(Where.ABOVE, number * _SIGN_STEP_PERCENT % 100)
        card = card_of(codes[number % len(codes)], after.cloth) or HIDDEN_CARD
        flying = Flying(Thing.SIGN, own, above, card=card)
        yield Flight(Errand.FOR_JOY, flying, number * _SIGN_GAP_SECONDS, _SIGN_FLIGHT_SECONDS)


def _staked(was: SeatScene, seat: SeatScene) -> int:
    """Return how heavy a bet is, by how much of its chips a seat has put in with its word."""
    if not seat.bubble or was.chips is None or seat.chips is None or was.chips <= seat.chips:
        return 0
    left = max(seat.chips, 0) / was.chips if was.chips > 0 else 0.0
    return sum(left <= part for part in _CHIPS_LEFT_BY_HEAVY_BETS)


def _heaps(errand: Errand, origin: Spot, target: Spot, amount: int) -> Iterator[Flight]:
    heaps = min(amount, _MOST_HEAPS)
    for number in range(heaps):
        part = amount // heaps + (number < amount % heaps)
        chip = Flying(Thing.CHIP, origin, target)
        yield Flight(errand, chip, number * _FLIGHT_GAP_SECONDS, _CARD_FLIGHT_SECONDS, part)


def _fewer(before: Scene, after: Scene) -> int | None:
    """Return the seat that holds fewer cards than before."""
    pairs = zip(before.seats, after.seats, strict=True)
    return next((seat.seat for was, seat in pairs if seat.cards < was.cards), None)


def _in_turn(scene: Scene, first: int) -> list[int]:
    """Return the seats in the order in which cards are dealt."""
    seats = [seat.seat for seat in scene.seats]
    at = seats.index(first) if first in seats else 0
    return seats[at:] + seats[:at]


class Moment(NamedTuple):
    """What is to be seen before the table as it is now.

    Attributes:
        scene: the table.
        seconds: how long it stays.
        fresh: what is pointed out.
    """

    scene: Scene
    seconds: float
    fresh: Fresh = NOTHING_FRESH


REDRAW_SECONDS: Final = 0.1
"""Seconds between two pictures of what moves: few of them, since each is sent to the terminal."""

_SHOUT_SECONDS: Final = 0.4
_SECONDS_PER_WEIGHT: Final = 0.3
"""How many seconds more a call stays for each step that it risks."""
_CHEER_SECONDS: Final = 1.4
"""So long stays what is spelled as you win."""
_CARDS_FOR_JOY: Final = {"spanish": ("1O",), "french": ("AS", "AH", "AC", "AD")}
_SIGN_COUNT: Final = 48
_SIGN_GAP_SECONDS: Final = 0.025
_SIGN_FLIGHT_SECONDS: Final = 0.7
_SIGN_STEP_PERCENT: Final = 37
"""From one sign to the next so many hundredths of the felt: those beside each other come apart."""
_SPELLING_SECONDS: Final = 0.5
"""Within so many seconds all letters have come of what is spelled."""


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


NO_MOTION: Final = Motion()


def motion_between(before: Scene, after: Scene) -> Motion:
    """Return what moves from one scene to the other; nothing where you look another way."""
    there = [seat.seat for seat in before.seats] == [seat.seat for seat in after.seats]
    if not there or before.viewpoint != after.viewpoint:
        return NO_MOTION
    flights = [*points(before, after), *chips(before, after), *signs(before, after)]
    covered = after.paper or after.close_up or after.ribbon or after.own_pack
    if not covered:
        for found in (swept, thrown, discarded, to_hands):
            flights += found(before, after)
    call, shouted = shout(before, after), 0.0
    if call is not None:
        shouted = _SHOUT_SECONDS + _SECONDS_PER_WEIGHT * call.weight
    elif (call := cheer(before, after)) is not None:
        shouted = _CHEER_SECONDS
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
        shout=_spelled(motion.shout, time) if time < motion.shouted else None,
    )


def _spelled(call: Shout | None, time: float) -> Shout | None:
    """Return a call with those of its letters that have come."""
    if call is None:
        return None
    return call._replace(part=min(max(call.part, (time + REDRAW_SECONDS) / _SPELLING_SECONDS), 1.0))


def _on_its_way(flight: Flight, time: float) -> Flying:
    """Return where a thing is; it is seen once it has left, and slows down as it comes."""
    left = 1 - (time - flight.begins + REDRAW_SECONDS) / (flight.lasts + REDRAW_SECONDS)
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
