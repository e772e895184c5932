"""The rest of the pack: at the dealer's right, before the mano, so that one sees who is mano."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from cardtui_client.scene.middle import Stub
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style
from cardtui_client.tui.paint.cards import Extent, Size, draw_card
from cardtui_client.tui.paint.layout import Layout
from cardtui_client.tui.paint.pack import Side

_SIZES: Final = (Size.GRAND, Size.LARGE, Size.MEDIUM, Size.SMALL)
_EDGE: Final = 2
"""The columns of a pack's edge and its shadow."""
_BUBBLE: Final = 1
_NEAR: Final = 7.0
"""A larger pack may lie so much farther from its place than a small one, in lines."""


def place_of_stub(
    place: Place,
    layout: Layout,
    stub: Stub,
    *,
    dealer: int,
    mano: int,
    lying: tuple[Place, ...],
) -> Place | None:
    """Return where it lies, ``None`` if there is no room for it.

    Args:
        place: the felt.
        layout: where everything lies.
        stub: the pack.
        dealer: whose right it lies at.
        mano: who it lies before.
        lying: where cards or chips lie in the middle.
    """
    plates = tuple(
        each._replace(height=each.height + _BUBBLE)
        if layout.sides[seat] is not Side.TOP
        else each._replace(width=each.width + 4)
        for seat, each in layout.plates.items()
    )
    cards = tuple(Place(each.x - 1, each.y - 1, each.width + 3, each.height + 2) for each in lying)
    anchors = []
    for seat in (mano, dealer):
        if seat not in layout.sides:
            return None
        plate = layout.plates.get(seat)
        if plate is None:
            anchors.append((place.x + place.width / 2, float(place.y + place.height)))
        else:
            anchors.append((plate.x + plate.width / 2, plate.y + plate.height / 2))
    right = _right_of(layout.sides[dealer])
    target = (
        (anchors[0][0] + anchors[1][0]) / 2 + right[0] * place.width / 5,
        (anchors[0][1] + anchors[1][1]) / 2 + right[1] * place.height / 5,
    )
    middle = layout.middle
    words = Place(middle.x, place.y + place.height - 1, middle.width, 1)
    taken = (*plates, *cards, words)
    tiny = _nearest(place, _extent(stub, Size.TINY), target, taken)
    if tiny is None or not layout.large:
        return tiny
    for size in _SIZES:
        if size.width > layout.size.width:
            continue
        within = _far(tiny, target) + _NEAR
        if (large := _nearest(place, _extent(stub, size), target, taken, within)) is not None:
            return large
    return tiny


def _extent(stub: Stub, size: Size) -> Extent:
    """Return the cells that it takes."""
    flip = 0 if stub.flip is None else size.width + 1
    return Extent(size.width + _EDGE + flip, size.height + 1)


def draw_stub(canvas: Canvas, place: Place, stub: Stub) -> None:
    """Paint it, some cards high, and dimmer than the cards that are played."""
    size = next(size for size in (*_SIZES, Size.TINY) if size.height < place.height)
    if stub.flip is not None:
        draw_card(canvas, place.x + size.width + _EDGE, place.y, stub.flip, size)
    palette = canvas.palette
    back = mix(palette.back, palette.felt, 0.35)
    lattice = style(mix(back, palette.back_ink, 0.3), back)
    paper = mix(palette.card, palette.felt, 0.4)
    edge = style(mix(paper, palette.card_edge, 0.6), paper)
    right = place.x + size.width
    for row in range(size.height):
        line = "".join("╱╲"[(row + cell) % 2] for cell in range(size.width))
        canvas.text(place.x, place.y + row, line, lattice)
        canvas.text(right, place.y + row, "║", edge)
    low = style(mix(paper, palette.shade, 0.3))
    canvas.text(place.x, place.y + size.height, "▀" * (size.width + 1), low)


def _right_of(side: Side) -> tuple[int, int]:
    """Return which way the right hand of who sits there points."""
    if side is Side.TOP:
        return -1, 0
    if side is Side.BOTTOM:
        return 1, 0
    return (0, 1) if side.is_left else (0, -1)


@lru_cache(maxsize=64)
def _nearest(
    place: Place,
    extent: Extent,
    target: tuple[float, float],
    taken: tuple[Place, ...],
    within: float = math.inf,
) -> Place | None:
    """Return the free place of that extent that is nearest to that point, and near enough."""
    width, height = extent
    places = (
        Place(x, y, width, height)
        for y in range(place.y, place.y + place.height - height + 1)
        for x in range(place.x + 1, place.x + place.width - width)
    )
    near = sorted(
        (far, at, each) for at, each in enumerate(places) if (far := _far(each, target)) <= within
    )
    free = (each for _far_, _at, each in near if not any(each.meets(other) for other in taken))
    return next(free, None)


def _far(place: Place, target: tuple[float, float]) -> float:
    """Return how far the middle of a place is from a point, in lines."""
    # A cell is about twice as high as wide.
    across = place.x + place.width / 2 - target[0]
    down = place.y + place.height / 2 - target[1]
    return math.hypot(across / 2, down)
