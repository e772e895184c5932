"""Where the cards of a trick lie, before who played them, as large as there is room for."""

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


class Room(Enum):
    """How much room a felt has."""

    USUAL = "usual"
    LARGE = "large"
    """What lies on it is as large as one's own cards."""
    GRAND = "grand"
    """So it is, where one's own cards are grand."""


_LARGE_WIDTH: Final = 62
_LARGE_HEIGHT: Final = 22
_GRAND_WIDTH: Final = 83
_GRAND_HEIGHT: Final = 32
_APART: Final = 20
"""In a middle of so many lines no card of a trick touches another."""
_SIZES: Final = (Size.LARGE, Size.MEDIUM, Size.SMALL)


def room_of(place: Place) -> Room:
    """Return how much room a felt of that size has."""
    if place.height >= _GRAND_HEIGHT and place.width >= _GRAND_WIDTH:
        return Room.GRAND
    if place.height >= _LARGE_HEIGHT and place.width >= _LARGE_WIDTH:
        return Room.LARGE
    return Room.USUAL


Spread = dict[Side, tuple[float, float]]

# How far from the middle a card lies, in widths and heights of a card, by the side it came
# from. With two seats both cards move aside, so that they may overlap in height; with more
# than six the middle ones at the sides do.
_CROSS: Final[Spread] = {
    Side.BOTTOM: (0, 0.5),
    Side.RIGHT: (1.1, 0),
    Side.TOP: (0, -0.5),
    Side.LEFT: (-1.1, 0),
}
_PAIR: Final[Spread] = {
    Side.BOTTOM: (0.62, 0.22),
    Side.TOP: (-0.62, -0.22),
}
_ROWS: Final[Spread] = {
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

# On a large felt cards lie closer to each other, so that they may be larger.
_LARGE_CROSS: Final[Spread] = {
    Side.BOTTOM: (0, 0.45),
    Side.RIGHT: (1.2, 0.1),
    Side.TOP: (0, -0.45),
    Side.LEFT: (-1.2, 0.1),
}
_CROSS_APART: Final = _LARGE_CROSS | {Side.BOTTOM: (0, 0.5), Side.TOP: (0, -0.5)}
_LARGE_ROWS: Final[Spread] = {
    Side.BOTTOM: (0, 0.55),
    Side.RIGHT_LOW: (1.0, 0.5),
    Side.RIGHT_HIGH: (1.0, -0.6),
    Side.TOP: (0, -0.55),
    Side.LEFT_HIGH: (-1.0, -0.6),
    Side.LEFT_LOW: (-1.0, 0.5),
}


class Trick(NamedTuple):
    """How a trick lies.

    Attributes:
        middle: the place around whose middle it lies.
        spread: how far from there each card lies, in widths and heights of a card.
        size: of its cards.
    """

    middle: Place
    spread: Spread
    size: Size

    def card(self, side: Side) -> Place:
        """Return where the card from that side lies."""
        across, down = self.spread[side]
        width, height = self.size.width, self.size.height
        centre_x = self.middle.x + self.middle.width / 2
        centre_y = self.middle.y + self.middle.height / 2
        return Place(
            round(centre_x + across * (width + 1) - width / 2),
            round(centre_y + down * (height + 1) - height / 2),
            width,
            height,
        )


def trick_in(middle: Place, seats: int, room: Room, *, wide: int) -> Trick:
    """Return how the cards of so many lie in a place, of which they may use so many columns."""
    large = room is not Room.USUAL
    spread = _spread(seats, large=large, tight=middle.height < _APART)
    sizes = (Size.GRAND, *_SIZES) if room is Room.GRAND else _SIZES
    # On a large felt the edge of a card may touch what lies there.
    edge = 0 if large else 2
    across = 2 * max(abs(across) for across, _down in spread.values())
    down = 2 * max(abs(down) for _across, down in spread.values())
    for size in sizes:
        if (
            down * (size.height + 1) + size.height + edge <= middle.height
            and across * (size.width + 1) + size.width + edge <= wide
        ):
            return Trick(middle, spread, size)
    # Beside the log there may be no room between plates but for cards of one line.
    tiny = across * (Size.TINY.width + 1) + Size.TINY.width <= wide + 1
    return Trick(middle, spread, Size.TINY if tiny else Size.LINE)


def _spread(seats: int, *, large: bool, tight: bool) -> Spread:
    """Return how the cards of a trick lie for so many."""
    match seats:
        case 1 | 2:
            return _PAIR if seats == 2 else _CROSS
        case 3:
            return _ROWS | {Side.BOTTOM: (0, 0.5)}
        case 4:
            return (_LARGE_CROSS if tight else _CROSS_APART) if large else _CROSS
        case 5 | 6:
            return _LARGE_ROWS if large else _ROWS
        case _:
            return _CIRCLE
