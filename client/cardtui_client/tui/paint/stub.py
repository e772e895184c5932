"""The rest of the pack: at the dealer's right, before the mano, so that one sees who is mano."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cardtui_client.scene.stub import Stub
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size, draw_card
from cardtui_client.tui.paint.colours import mix, style
from cardtui_client.tui.paint.layout import Layout, Side

_WIDTH: Final = Size.TINY.width + 2
_HEIGHT: Final = Size.TINY.height + 1
_BUBBLE: Final = 1


def place_of_stub(
    place: Place, layout: Layout, stub: Stub, *, dealer: int, mano: int
) -> Place | None:
    """Return where it lies, ``None`` if there is no room for it."""
    plates = tuple(
        each._replace(height=each.height + _BUBBLE)
        if layout.sides[seat] is not Side.TOP
        else each._replace(width=each.width + 4)
        for seat, each in layout.plates.items()
    )
    cards = tuple(
        Place(each.x - 1, each.y - 1, each.width + 3, each.height + 2)
        for each in layout.cards.values()
    )
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
    width = _WIDTH if stub.flip is None else _WIDTH + Size.TINY.width + 1
    return _nearest(place, width, target, (*plates, *cards, words))


def draw_stub(canvas: Canvas, place: Place, stub: Stub) -> None:
    """Paint it, some cards high, and dimmer than the cards that are played."""
    if stub.flip is not None:
        draw_card(canvas, place.x + _WIDTH, place.y, stub.flip, Size.TINY)
    palette = canvas.palette
    back = mix(palette.back, palette.felt, 0.35)
    lattice = style(mix(back, palette.back_ink, 0.3), back)
    paper = mix(palette.card, palette.felt, 0.4)
    edge = style(mix(paper, palette.card_edge, 0.6), paper)
    right = place.x + Size.TINY.width
    for row in range(Size.TINY.height):
        line = "".join("╱╲"[(row + cell) % 2] for cell in range(Size.TINY.width))
        canvas.text(place.x, place.y + row, line, lattice)
        canvas.text(right, place.y + row, "║", edge)
    low = style(mix(paper, palette.shade, 0.3))
    canvas.text(place.x, place.y + Size.TINY.height, "▀" * (Size.TINY.width + 1), low)


def _right_of(side: Side) -> tuple[int, int]:
    """Return which way the right hand of who sits there points."""
    if side is Side.TOP:
        return -1, 0
    if side is Side.BOTTOM:
        return 1, 0
    return (0, 1) if side.is_left else (0, -1)


@lru_cache(maxsize=64)
def _nearest(
    place: Place, width: int, target: tuple[float, float], taken: tuple[Place, ...]
) -> Place | None:
    """Return the free place that is nearest to that point."""
    free = [
        Place(x, y, width, _HEIGHT)
        for y in range(place.y, place.y + place.height - _HEIGHT + 1)
        for x in range(place.x + 1, place.x + place.width - width)
    ]
    free = [each for each in free if not any(_meet(each, other) for other in taken)]

    def far(each: Place) -> float:
        # A cell is about twice as high as wide.
        across = each.x + each.width / 2 - target[0]
        down = each.y + each.height / 2 - target[1]
        return across * across / 4 + down * down

    return min(free, key=far, default=None)


def _meet(one: Place, other: Place) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )
