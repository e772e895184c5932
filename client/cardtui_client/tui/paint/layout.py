"""Where things lie on the felt: seats around it in the direction of play, cards before them.

One sits at the bottom. At a game that goes counter-clockwise the next seat is at one's
right, at a clockwise one at one's left.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.tui.paint.canvas import Place
from cardtui_client.tui.paint.cards import Size


class Side(Enum):
    """Where around the felt a seat is."""

    BOTTOM = "bottom"
    RIGHT_LOW = "right low"
    RIGHT = "right"
    RIGHT_HIGH = "right high"
    TOP = "top"
    LEFT_HIGH = "left high"
    LEFT = "left"
    LEFT_LOW = "left low"

    @property
    def is_left(self) -> bool:
        """Whether it is at the left edge."""
        return self in (Side.LEFT_HIGH, Side.LEFT, Side.LEFT_LOW)


# The sides by number of seats, counter-clockwise from the bottom.
_AROUND: Final[dict[int, tuple[Side, ...]]] = {
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

# How far from the middle a card lies, in widths and heights of a card, by the side it came
# from. With two seats both cards move aside, so that they may overlap in height; with more
# than six the middle ones at the sides do.
_CROSS: Final[dict[Side, tuple[float, float]]] = {
    Side.BOTTOM: (0, 0.5),
    Side.RIGHT: (1.1, 0),
    Side.TOP: (0, -0.5),
    Side.LEFT: (-1.1, 0),
}
_PAIR: Final[dict[Side, tuple[float, float]]] = {
    Side.BOTTOM: (0.62, 0.22),
    Side.TOP: (-0.62, -0.22),
}
_ROWS: Final[dict[Side, tuple[float, float]]] = {
    Side.BOTTOM: (0, 0.6),
    Side.RIGHT_LOW: (1.2, 0.5),
    Side.RIGHT: (1.2, 0),
    Side.RIGHT_HIGH: (1.2, -0.6),
    Side.TOP: (0, -0.5),
    Side.LEFT: (-1.2, 0),
    Side.LEFT_HIGH: (-1.2, -0.6),
    Side.LEFT_LOW: (-1.2, 0.5),
}
_CIRCLE: Final = _ROWS | {Side.RIGHT: (2.2, 0), Side.LEFT: (-2.2, 0)}


_NARROW: Final = 60
"""A felt of fewer columns lies beside the log on a small screen."""


class Layout(NamedTuple):
    """Where everything lies.

    Attributes:
        sides: the side of each seat.
        plates: the place of each seat's plate, but for the one at the bottom.
        cards: the place of each seat's card in the trick.
        size: the size of those cards.
        middle: the free place in the middle.
        roomy: whether plates have room for cards drawn small.
    """

    sides: dict[int, Side]
    plates: dict[int, Place]
    cards: dict[int, Place]
    size: Size
    middle: Place
    roomy: bool


def sides_of(seats: int, viewpoint: int, *, clockwise: bool) -> dict[int, Side]:
    """Return where each seat is when that one sits at the bottom."""
    around = _AROUND[min(max(seats, 1), 8)]
    step = -1 if clockwise else 1
    return {
        (viewpoint + turn) % seats: around[(turn * step) % len(around)] for turn in range(seats)
    }


def lay_out(
    place: Place, seats: int, viewpoint: int, *, clockwise: bool, tall_plates: bool = False
) -> Layout:
    """Return where everything lies on a felt of that size.

    Args:
        place: the felt.
        seats: how many there are.
        viewpoint: the seat at the bottom.
        clockwise: which way play goes.
        tall_plates: whether plates have a third line, for chips.
    """
    sides = sides_of(seats, viewpoint, clockwise=clockwise)
    beside = sum(side.is_left for side in sides.values())
    roomy = place.height >= (18 if beside < 2 else 24) and place.width >= 62
    # Cards that lie across need more room between the plates than those in rows.
    cross = seats == 4 and not tall_plates and place.width < _NARROW
    part = place.width // (4 if cross else 3)
    plate_width = min(22 if place.width >= 76 else 18, part)
    plate_height = (4 if roomy and seats < 7 else 2) + tall_plates
    roomy = plate_height > 3
    plates = {
        seat: _plate(place, side, plate_width, plate_height, crowded=beside > 2)
        for seat, side in sides.items()
        if side is not Side.BOTTOM
    }
    has_top = Side.TOP in sides.values()
    inner_x = place.x + (plate_width + 1 if beside else 1)
    inner_width = place.width - 2 * (inner_x - place.x)
    top = place.y + (plate_height if has_top else 0)
    # The last line stays free, so that nothing touches one's own cards.
    middle = Place(inner_x, top, inner_width, place.y + place.height - top - 1)
    spread = _PAIR if seats == 2 else _CROSS if seats < 5 else _ROWS if seats < 7 else _CIRCLE
    if seats == 3:
        spread = _ROWS | {Side.BOTTOM: (0, 0.5)}
    size = _size_for(middle, spread)
    centre_x = middle.x + middle.width / 2
    centre_y = middle.y + middle.height / 2
    cards = {}
    for seat, side in sides.items():
        across, down = spread[side]
        cards[seat] = Place(
            round(centre_x + across * (size.width + 1) - size.width / 2),
            round(centre_y + down * (size.height + 1) - size.height / 2),
            size.width,
            size.height,
        )
    return Layout(sides, plates, cards, size, middle, roomy)


def _size_for(middle: Place, spread: dict[Side, tuple[float, float]]) -> Size:
    for size in (Size.LARGE, Size.MEDIUM, Size.SMALL):
        wide = max(abs(across) for across, _down in spread.values())
        high = max(abs(down) for _across, down in spread.values())
        if (
            2 * high * (size.height + 1) + size.height + 2 <= middle.height
            and 2 * wide * (size.width + 1) + size.width + 2 <= middle.width
        ):
            return size
    return Size.TINY


def _plate(place: Place, side: Side, width: int, height: int, *, crowded: bool) -> Place:
    right = place.x + place.width - width - 1
    left = place.x + 1
    # A bubble needs a line under each plate, if there is room.
    line = height if crowded and 3 * (height + 1) > place.height else height + 1
    high = place.y + max((place.height - 3 * line) // 4, 0 if place.height < 14 else 1)
    low = place.y + place.height - line - max((place.height - 3 * line) // 4, 0)
    level = place.y + (place.height - line) // 2
    match side:
        case Side.TOP | Side.BOTTOM:
            return Place(place.x + (place.width - width) // 2, place.y, width, height)
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
