"""Where things lie on the table (`lay_out`): seats in the direction of play, cards, the middle.
From which felt on cards and backs are large, or plates one line: `_NARROW_FELT`, `_WIDE_FELT`,
`_FLAT_PLATE_WIDTH`. How the cards of a trick lie to each other is in `tui/paint/pack.py`.

You sit at the bottom. At a game that goes counter-clockwise the next seat is at your
right, at a clockwise one at your left.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from cardtui_client.scene.middle import Laid, Middle, Pack, Piles, Pot, Print, Target
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size, draw_laid, lie_of
from cardtui_client.tui.paint.fan import draw_target
from cardtui_client.tui.paint.pack import Room, Side, Trick, draw_pack, room_of, row_in, trick_in
from cardtui_client.tui.paint.piles import columns_of, draw_piles, draw_pot

# The sides by number of seats, counter-clockwise from the bottom.
_SIDES_OF_SEATS: Final[dict[int, tuple[Side, ...]]] = {
    1: (Side.BOTTOM,),
    2: (Side.BOTTOM, Side.TOP),
    3: (Side.BOTTOM, Side.RIGHT_HIGH, Side.LEFT_HIGH),
    4: (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT),
    5: (Side.BOTTOM, Side.RIGHT_LOW, Side.RIGHT_HIGH, Side.LEFT_HIGH, Side.LEFT_LOW),
    6: (
        Side.BOTTOM,
        Side.RIGHT_LOW,
        Side.RIGHT_HIGH,
        Side.TOP,
        Side.LEFT_HIGH,
        Side.LEFT_LOW,
    ),
    7: (
        Side.BOTTOM,
        Side.RIGHT_LOW,
        Side.RIGHT,
        Side.RIGHT_HIGH,
        Side.LEFT_HIGH,
        Side.LEFT,
        Side.LEFT_LOW,
    ),
    8: (
        Side.BOTTOM,
        Side.RIGHT_LOW,
        Side.RIGHT,
        Side.RIGHT_HIGH,
        Side.TOP,
        Side.LEFT_HIGH,
        Side.LEFT,
        Side.LEFT_LOW,
    ),
}


_NARROW_FELT: Final = 64
"""A felt of fewer columns lies beside the log, or in the narrowest windows."""
_NARROWEST_FELT: Final = 60
"""On a felt of fewer columns the cards of a trick have no room between plates."""
_NARROWEST_CROSSED_FELT: Final = 68
"""Cards that lie across a felt of fewer columns need more room between the plates."""

_MIDDLING_FELT: Final = 76
_WIDE_FELT: Final = 100
_WIDEST_FELT: Final = 140
"""On a felt of so many columns the backs of the few who play for chips are large."""
_HIGH_FELT: Final = 37
"""On a felt of so many lines the cards of a trick stay as large beside larger backs of four."""
_CROWD_SEATS: Final = 7
_SEATS_IN_COLUMN: Final = 3
"""Of a crowd so many sit at each side."""
_LEAST_LINES_FOR_LARGE: Final = {4: 30, 6: 40}
"""A felt of fewer lines has no room for large cards between backs at the top and its edge."""
_CROSS_SEATS: Final = 4
"""The cards of so many lie between plates at both sides."""
_SEATS_WITH_FLAT_TOP: Final = (2, _CROSS_SEATS)
"""With so many seats the one at the top has the first line for itself."""
_FLAT_PLATE_WIDTH: Final = 30
"""A plate of one line, with backs beside the name, is so wide."""
_SPEECH_CELLS: Final = 18
_TOP_PLATE_INDENT: Final = 6
"""The plate at the top begins so far before the middle: its backs lie under each other's middle."""
_LEVEL_SIDES: Final = (Side.LEFT, Side.RIGHT)


_FLAT_ROW_SIDES: Final = (Side.LEFT, Side.TOP, Side.RIGHT)
"""The plates of one line over a row of cards."""
_LEVEL_OF: Final = {
    Side.LEFT_HIGH: Side.LEFT,
    Side.LEFT_LOW: Side.LEFT,
    Side.RIGHT_HIGH: Side.RIGHT,
    Side.RIGHT_LOW: Side.RIGHT,
}
_LEAST_WIDTH_ABOVE: Final = 20
"""Above the page at the end a plate needs no room for calls: in fewer columns a name has none."""
_SIDES_FROM_LEFT: Final = (
    *(Side.LEFT_LOW, Side.LEFT, Side.LEFT_HIGH, Side.TOP),
    *(Side.RIGHT_HIGH, Side.RIGHT, Side.RIGHT_LOW),
)
_PLATES_IN_LINE: Final = {1: 1, 2: 2, 4: 2}
_LEAST_FLAT_WIDTH: Final = 24
"""In fewer columns a plate of one line has no room for what its seat calls."""

_PAIR: Final = 2
_LOWEST_ROOMY_FELT: Final = 10
"""On a felt of so many lines the few cards of seats beside each other are drawn as cards."""


class Holding(Enum):
    """How many cards the seats hold."""

    NOTHING = "nothing"
    FEW = "few"
    MANY = "many"


class Layout(NamedTuple):
    """Where everything lies.

    Attributes:
        sides: the side of each seat.
        plates: the place of each seat's plate, but for the one at the bottom.
        cards: the place of each seat's card in the trick.
        size: the size of those cards.
        middle: the free place in the middle.
        below: the free place from edge to edge, below all plates.
        backs: the size of the backs on plates.
        slim: whether those at the top are small all the same, as the trick needs their room.
        large: whether what lies on the felt is as large as your own cards.
        largest: as large as that a card on the felt may be: as your own.
        flat: whether all plates have one line each, over and under a row of cards.
    """

    sides: dict[int, Side]
    plates: dict[int, Place]
    cards: dict[int, Place]
    size: Size
    middle: Place
    below: Place
    backs: Size
    slim: bool
    large: bool
    largest: Size
    flat: bool = False

    def backs_of(self, seat: int) -> Size:
        """Return the size of the backs of that seat's cards."""
        top = self.sides[seat] is Side.TOP
        return Size.LINE if top and self.slim else self.backs


def sides_of(seats: int, viewpoint: int, *, clockwise: bool) -> dict[int, Side]:
    """Return where each seat is when that one sits at the bottom."""
    around = _SIDES_OF_SEATS[min(max(seats, 1), 8)]
    step = -1 if clockwise else 1
    return {
        (viewpoint + turn) % seats: around[(turn * step) % len(around)] for turn in range(seats)
    }


@lru_cache(maxsize=64)
def lay_out(
    place: Place,
    seats: int,
    viewpoint: int,
    *,
    clockwise: bool,
    tall_plates: bool = False,
    largest: Size = Size.HUGE,
    holding: Holding = Holding.MANY,
    in_row: bool = True,
    flattens: bool = False,
) -> Layout:
    """Return where everything lies on a felt of that size.

    Args:
        viewpoint: the seat at the bottom.
        clockwise: which way play goes.
        tall_plates: whether plates have a third line, for chips.
        largest: as large as that a card may be.
        holding: how many cards the seats hold: plates need the less room.
        in_row: whether a trick may take all columns of the felt, between plates over and under it.
        flattens: whether these may be of one line, if its cards are larger so.
    """
    sides = sides_of(seats, viewpoint, clockwise=clockwise)
    beside = sum(side.is_left for side in sides.values())
    roomy = place.height >= (18 if beside < 2 else 24) and place.width >= 62
    large = room_of(place) is not Room.USUAL
    cross = seats == _CROSS_SEATS and not tall_plates and place.width < _NARROWEST_CROSSED_FELT
    part = place.width // (4 if cross else 3)
    plate_width = min(_plate_width(place, seats, tall=tall_plates), part)
    roomy = roomy and (seats < 7 or large)
    if tall_plates and holding is Holding.FEW and beside <= _PAIR:
        roomy = roomy or (place.height >= _LOWEST_ROOMY_FELT and place.width >= _NARROW_FELT)
    backs = _backs(place, seats, tall=tall_plates) if large else Size.TINY
    backs = backs if roomy and not (tall_plates and holding is Holding.NOTHING) else Size.LINE
    plate_height = 1 + backs.height + tall_plates
    if seats >= _CROWD_SEATS and _SEATS_IN_COLUMN * plate_height > place.height:
        plate_height = max(place.height // _SEATS_IN_COLUMN, 1 + tall_plates)  # without cards
    # The plates at the sides of four make room above the cards.
    aside = large and seats == _CROSS_SEATS and not tall_plates
    slim = large and not tall_plates and place.height < _LEAST_LINES_FOR_LARGE.get(seats, 0)
    top_height = 1 + Size.LINE.height if slim else plate_height
    flat = seats in _SEATS_WITH_FLAT_TOP and backs is Size.LINE and not tall_plates
    top_width = _FLAT_PLATE_WIDTH if flat else plate_width
    top_height = 1 if flat else top_height
    plates = {
        seat: _plate(
            place,
            side,
            top_width if side is Side.TOP else plate_width,
            top_height if side is Side.TOP else plate_height,
            crowded=beside > 2,
        )
        for seat, side in sides.items()
        if side is not Side.BOTTOM
    }
    plates = {
        seat: _cleared(plate, plates) if sides[seat] is Side.TOP else plate
        for seat, plate in plates.items()
    }
    has_top = Side.TOP in sides.values()
    inner_x = place.x + (plate_width + 1 if beside else 1)
    inner_width = place.width - 2 * (inner_x - place.x)
    top = place.y + (top_height if has_top else 0)
    # The last line stays free, so that nothing touches your own cards.
    middle = Place(inner_x, top, inner_width, place.y + place.height - top - 1)
    room = middle._replace(x=place.x + 1, width=place.width - 2) if aside else middle
    trick = trick_in(middle, seats, room_of(place), wide=room.width, largest=largest)
    if in_row and not large and not tall_plates:
        trick, plates = _in_row(place, trick, sides, plates, largest)
    row = _flat_row(place, sides, largest) if flattens and in_row and not large else None
    in_line = row is not None and row[0].size.height > trick.size.height
    if row is not None and in_line:
        trick, plates, backs = *row, Size.LINE
    cards = {seat: trick.card(side) for seat, side in sides.items()}
    if aside:
        plates = {
            seat: _above(plate, cards[seat], place.y) if sides[seat] in _LEVEL_SIDES else plate
            for seat, plate in plates.items()
        }
    lowest = max((plate.y + plate.height for plate in plates.values()), default=place.y)
    end = place.y + place.height - 1
    below = Place(place.x + 1, lowest, place.width - 2, max(end - lowest, 0))
    return Layout(
        sides, plates, cards, trick.size, middle, below, backs, slim, large, largest, in_line
    )


def _in_row(
    place: Place, trick: Trick, sides: dict[int, Side], plates: dict[int, Place], largest: Size
) -> tuple[Trick, dict[int, Place]]:
    """Return the trick as a row and the plates over and under it, if its cards are larger so."""
    deep = max((plate.height for plate in plates.values()), default=0)
    flat = min((plate.height for plate in plates.values()), default=0) < deep
    low = {seat for seat, side in sides.items() if side in (Side.LEFT_LOW, Side.RIGHT_LOW)}
    under = 1 + deep * bool(low)  # the last line tells what happened last
    row = row_in(place, len(sides), above=flat + deep, below=under, largest=largest)
    if row is None:
        return trick, plates
    narrow = place.width < _NARROWEST_FELT
    if row.size.height < trick.size.height or (row.size is trick.size and not narrow):
        return trick, plates
    high, lowest = place.y + flat, place.y + place.height - under
    moved = {
        seat: plate
        if sides[seat] is Side.TOP
        else plate._replace(y=lowest if seat in low else high)
        for seat, plate in plates.items()
    }
    return row, {
        seat: _cleared(plate, moved) if sides[seat] is Side.TOP else plate
        for seat, plate in moved.items()
    }


def _flat_row(
    place: Place, sides: dict[int, Side], largest: Size
) -> tuple[Trick, dict[int, Place]] | None:
    """Return a row of cards and plates of one line over and under it; ``None`` without room."""
    low = [side for side in sides.values() if side in (Side.LEFT_LOW, Side.RIGHT_LOW)]
    width = (place.width - 1) // len(_FLAT_ROW_SIDES) - 1
    # The last line tells what happened last; under the cards of a crowd stands whose they are.
    under = 1 + 2 * bool(low)
    row = row_in(place, len(sides), above=1, below=under, largest=largest, close=True)
    if row is None or width < _LEAST_FLAT_WIDTH:
        return None
    plates = {
        seat: Place(
            place.x + 1 + _FLAT_ROW_SIDES.index(_LEVEL_OF.get(side, side)) * (width + 1),
            place.y + place.height - 2 if side in low else place.y,
            width,
            1,
        )
        for seat, side in sides.items()
        if side is not Side.BOTTOM
    }
    return row, plates


def columns_above(others: int, width: int) -> int:
    """Return how many of the other seats' plates stand in a line above the page at the end."""
    return min(
        _PLATES_IN_LINE.get(others, len(_FLAT_ROW_SIDES)), max(width // _LEAST_WIDTH_ABOVE, 1)
    )


def above_page(layout: Layout, place: Place) -> Layout:
    """Return the layout with all plates in lines at the top, from left to right as they sit."""
    seats = [seat for side in _SIDES_FROM_LEFT for seat, at in layout.sides.items() if at is side]
    count = len(seats)
    columns = columns_above(count, place.width)
    width = (place.width - 1) // columns - 1
    if count == 1:
        width = min(width, _FLAT_PLATE_WIDTH)
    left = place.x + (place.width - columns * (width + 1) + 1) // 2
    plates = {
        seat: Place(left + at % columns * (width + 1), place.y + at // columns, width, 1)
        for at, seat in enumerate(seats)
    }
    return layout._replace(plates=plates, backs=Size.LINE, flat=True)


def _plate_width(place: Place, seats: int, *, tall: bool) -> int:
    if room_of(place) is not Room.USUAL and place.width < _WIDE_FELT:
        # More of the middle stays for what is played for.
        return 18 if tall else 17
    if tall and place.width >= _WIDEST_FELT:
        return 30
    slender = place.width < _MIDDLING_FELT or (seats == _CROSS_SEATS and not tall)
    return 18 if slender else 22


def _backs(place: Place, seats: int, *, tall: bool) -> Size:
    """Return how large the backs of the others' cards are on a large felt."""
    few = tall and seats < _CROWD_SEATS
    if room_of(place) is Room.GRAND and place.width >= _WIDE_FELT:
        if not tall:
            high = place.height >= _HIGH_FELT or seats < _CROSS_SEATS
            return Size.MEDIUM if high and seats <= _CROSS_SEATS else Size.SMALL
        return (Size.LARGE if place.width >= _WIDEST_FELT else Size.MEDIUM) if few else Size.SMALL
    return Size.SMALL if few else Size.TINY


def _above(plate: Place, card: Place, top: int) -> Place:
    """Return a plate above its card, if it would cover it, with a line for a bubble between."""
    if plate.x + plate.width < card.x or card.x + card.width < plate.x:
        return plate
    return plate._replace(y=max(card.y - plate.height - 2, top))


def _cleared(plate: Place, plates: dict[int, Place]) -> Place:
    """Return the plate at the top so narrow that a cell stays before those at its right."""
    apart = (each.x - plate.x - 1 for each in plates.values() if each.x > plate.x)
    overlapped = any(each is not plate and each.meets(plate) for each in plates.values())
    return plate._replace(width=min(plate.width, *apart)) if overlapped else plate


def _plate(place: Place, side: Side, width: int, height: int, *, crowded: bool) -> Place:
    right = place.x + place.width - width - 1
    left = place.x + 1
    # A bubble needs a line under each plate, if there is room.
    line = height if crowded and 3 * (height + 1) > place.height else height + 1
    high = place.y + max((place.height - 3 * line) // 4, 0 if place.height < 14 else 1)
    low = place.y + place.height - line - max((place.height - 3 * line) // 4, 0)
    level = place.y + (place.height - line) // 2
    if room_of(place) is not Room.USUAL:
        high = place.y + 1
        low = place.y + place.height - line - 1
    match side:
        case Side.TOP | Side.BOTTOM:
            middle = place.x + place.width // 2
            if height > 1:
                return Place(middle - _TOP_PLATE_INDENT, place.y, width, height)
            # Its backs lie over the middle, if what is said has room beside them.
            x = min(middle - width // 3, place.x + place.width - width - _SPEECH_CELLS)
            return Place(max(x, place.x + 1), place.y, width, height)
        case Side.RIGHT_LOW:
            return Place(right, low, width, height)
        case Side.RIGHT:
            return Place(right, level, width, height)
        case Side.RIGHT_HIGH:
            return Place(right, high, width, height)
        case Side.LEFT_LOW:
            return Place(left, low, width, height)
        case Side.LEFT:
            return Place(left, level, width, height)
        case Side.LEFT_HIGH:
            return Place(left, high, width, height)


def place_of_middle(layout: Layout, middle: Middle) -> Place:
    """Return where that lies: between the plates, or below them if its cards are larger there."""
    between, below = layout.middle, layout.below
    match middle:
        case Piles() as piles:
            size = {each: columns_of(each, piles, layout.largest).size for each in (between, below)}
            return below if size[below].height > size[between].height else between
        case Laid() as laid:
            between = between._replace(x=between.x + 1, width=between.width - 2)
            lies = (lie_of(laid, each, layout.largest) for each in (between, below))
            first, second = ((lie.size.height, -len(lie.rows)) for lie in lies)
            return below if second > first else between
        case _:
            return between


def draw_middle(canvas: Canvas, place: Place, scene: Scene, largest: Size) -> None:
    """Paint what lies there."""
    match scene.middle:
        case Target() as target:
            draw_target(canvas, place, target)
        case Pack() as pack:
            draw_pack(canvas, place, pack)
        case Piles() as piles:
            draw_piles(canvas, place, piles, largest)
        case Laid() as laid:
            draw_laid(canvas, place, laid, largest, scene.crowned)
        case Pot() as pot:
            draw_pot(canvas, place, pot)
        case Print():
            pass  # the cloth lies there already
        case _ as never:
            assert_never(never)
