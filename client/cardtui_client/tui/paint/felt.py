"""Paints the whole felt from its parts, and the rest of the pack: what is left out under a paper.
Where the captions and latest moves at its foot go: `_draw_foot`. Where seats and trick lie is in
`tui/paint/layout.py` and `tui/paint/pack.py`; how plates look, in `tui/paint/plates.py`.
"""

from __future__ import annotations

import math
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from typing import Final

from cardtui_client.scene.middle import (
    SMALLEST_LINE_CELLS,
    Laid,
    Piles,
    Pot,
    Print,
    Stub,
    wrapped,
)
from cardtui_client.scene.scene import Played, Scene
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, style
from cardtui_client.tui.paint.cards import (
    CROWN_SIGN,
    Extent,
    Look,
    Size,
    draw_card,
    draw_slot,
    lie_of,
    place_of_laid,
)
from cardtui_client.tui.paint.cloth import draw_prints
from cardtui_client.tui.paint.flying import draw_close_up, draw_flying, draw_ribbon, draw_shout
from cardtui_client.tui.paint.layout import (
    Holding,
    Layout,
    above_page,
    draw_middle,
    lay_out,
    place_of_middle,
)
from cardtui_client.tui.paint.pack import Side
from cardtui_client.tui.paint.paper import (
    draw_finale,
    draw_lately,
    draw_paper,
    paper_on_felt,
    place_of,
    place_of_paper,
)
from cardtui_client.tui.paint.piles import columns_of, ring_of
from cardtui_client.tui.paint.plates import BUBBLE_EDGES, MOST_DRAWN_CARDS, draw_bubble, draw_plate
from cardtui_client.tui.paint.score import LEAST_WIDTH_WITH_PAD, PAD_WIDTH, draw_pad, draw_tentos

_PACK_SIZES: Final = tuple(size for size in reversed(Size) if size.height >= Size.SMALL.height)
_PACK_EDGE: Final = 2
"""The columns of a pack's edge and its shadow."""

_CAPTION_SEPARATOR: Final = " · "

_BUBBLE_LINES: Final = 1
_MOST_LINES_FARTHER: Final = 7.0
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
        each._replace(x=each.x - 1, width=each.width + 2, height=each.height + _BUBBLE_LINES)
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
    for size in _PACK_SIZES:
        if size.width > layout.size.width:
            continue
        within = _far(tiny, target) + _MOST_LINES_FARTHER
        if (large := _nearest(place, _extent(stub, size), target, taken, within)) is not None:
            return large
    return tiny


def _extent(stub: Stub, size: Size) -> Extent:
    """Return the cells that it takes."""
    flip = 0 if stub.flip is None else size.width + 1
    return Extent(size.width + _PACK_EDGE + flip, size.height + 1)


def draw_stub(canvas: Canvas, place: Place, stub: Stub) -> None:
    """Paint it, some cards high, and dimmer than the cards that are played."""
    size = next(size for size in (*_PACK_SIZES, Size.TINY) if size.height < place.height)
    if stub.flip is not None:
        draw_card(canvas, place.x + size.width + _PACK_EDGE, place.y, stub.flip, size)
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


def awaited_of(scene: Scene) -> tuple[int, ...]:
    """Return the seats whose cards are still to come to a trick."""
    if not isinstance(scene.middle, Print) or scene.paper:
        return ()
    if any(played.old for played in scene.trick):
        return ()
    there = {played.seat for played in scene.trick}
    return tuple(
        seat.seat
        for seat in scene.seats
        if seat.seat not in there
        and (seat.cards or (seat.seat == scene.viewpoint and scene.hand.cards))
    )


def taken_on(place: Place, scene: Scene, layout: Layout, stub: Place | None) -> tuple[Place, ...]:
    """Return the parts of the felt on which something lies, or is to lie."""
    plates = (_around(plate, 1) for plate in layout.plates.values())
    foot = Place(place.x, place.y + place.height - 1, 1, 1)
    aside = () if stub is None else (_around(stub, 1),)
    return (*plates, *aside, *_middle(scene, layout), foot)


def _middle(scene: Scene, layout: Layout) -> tuple[Place, ...]:
    middle = place_of_middle(layout, scene.middle)
    match scene.middle:
        case Print():
            return tuple(_around(card, 1) for card in layout.cards.values())
        case Piles() as piles:
            places = columns_of(middle, piles, layout.largest).places.values()
            return tuple(each._replace(height=each.height + 2) for each in places)
        case Pot():
            return (ring_of(middle),)
        case _:
            return (middle,)


def _around(place: Place, cells: int) -> Place:
    """Return a place with so many cells around it."""
    x, y, width, height = place
    return Place(x - cells, y - cells, width + 2 * cells, height + 2 * cells)


_MOST_SEATS_UNNAMED: Final = 4
"""Where more play, their cards lie in a block, and each has a name under it."""

_FOOT_LINES: Final = 2
"""The lines of what happened last and of the shadow above it, which a large page leaves free."""

_MOST_CELLS_BEYOND_PLATE: Final = 6
"""What stands on the plate at the top may be so much wider."""

_DROP_TINT: Final = 0.16
"""So much of the turn's colour the felt has while a card is held over it."""

_MOST_SPACED_SEATS: Final = 6
"""Where more play, no line is free between one plate and the next."""


def paint_felt(
    canvas: Canvas,
    scene: Scene,
    fresh: AbstractSet[int] = frozenset(),
    *,
    covered: int = 0,
    largest: Size = Size.HUGE,
    lit: bool = False,
) -> None:
    """Paint the felt.

    Args:
        canvas: where to.
        scene: what there is.
        fresh: the seats that have just spoken.
        covered: how many columns at the right something else lies over.
        largest: as large as that the cards of a trick may be.
        lit: whether a card is held over it that it takes.
    """
    if lit:
        canvas.palette = _lit(canvas.palette)
    palette = canvas.palette
    width, height = canvas.width - covered, canvas.height
    canvas.great = scene.great
    canvas.clear(style(palette.felt_ink, palette.felt))
    pad = PAD_WIDTH if scene.tallies and width >= LEAST_WIDTH_WITH_PAD else 0
    if pad:
        (draw_tentos if scene.bowl else draw_pad)(canvas, 0, 0, scene.tallies)
    place = Place(pad, 0, width - pad, height)
    chips = any(seat.chips is not None or seat.lives is not None for seat in scene.seats)
    laid = partial(
        lay_out,
        place,
        max(len(scene.seats), 1),
        scene.viewpoint,
        clockwise=scene.clockwise,
        tall_plates=chips,
        holding=_holding(scene),
    )
    flattens = isinstance(scene.middle, Print)
    smaller = [size for size in _PACK_SIZES if size.height < largest.height]
    layout = laid(largest=largest, flattens=flattens)
    turned_up = scene.stub is not None and scene.stub.flip is not None
    if turned_up and _place_of_stub(place, scene, layout) is None:
        # The card that is turned up has no room beside that row: perhaps beside a shorter one.
        shorter = (laid(largest=size, flattens=flattens) for size in smaller if layout.flat)
        beside = (each for each in shorter if _place_of_stub(place, scene, each) is not None)
        usual = laid(largest=largest, in_row=False)
        found = next(beside, usual)
        layout = found if found.size.height > usual.size.height else usual
    page, paper = None, None
    if scene.finale is not None:
        layout = above_page(layout, place)
        page = place_of(scene.finale, _page_room(place, layout))
    elif scene.paper and paper_on_felt(scene, canvas.width):
        lines = len(wrapped(scene.paper, SMALLEST_LINE_CELLS)) + 2
        paper = _below_seats(place, layout, lines)
    if page is not None:
        bare = tuple(each._replace(cards=0, shown=()) for each in scene.seats)
        scene = _cleared(scene)._replace(seats=bare)
    elif paper is not None:
        scene = _without_covered(scene, layout, place_of_paper(paper, scene.paper))
    stub = _place_of_stub(place, scene, layout)
    if layout.large:
        taken = taken_on(place, scene, layout, stub)
        draw_prints(canvas, place, scene.cloth, (*taken, *(() if page is None else (page,))))
    for number in awaited_of(scene):
        if (slot := layout.cards.get(number)) is not None:
            draw_slot(canvas, slot)
    middle = place_of_middle(layout, scene.middle)
    above = _above_bubbles(middle, place, scene, layout)
    draw_middle(canvas, above, scene, layout.largest)
    if scene.stub is not None and stub is not None:
        draw_stub(canvas, stub, scene.stub)
    _draw_trick(canvas, scene, layout)
    _draw_plates(canvas, place, scene, layout)
    _draw_foot(canvas, place, scene, layout)
    end = None if page is None or scene.shout is not None else page.y
    said = _draw_bubbles(canvas, scene, layout, fresh, stub=stub, edge=width, end=end)
    if scene.close_up is not None:
        draw_close_up(canvas, place, scene.close_up)
    if scene.ribbon is not None:
        draw_ribbon(canvas, place, scene.ribbon)
    if page is not None and scene.finale is not None:
        if scene.shout is None:  # what is spelled comes first, then how it went
            draw_finale(canvas, page, scene.finale)
            said = [*said, page]
    elif paper is not None:
        draw_paper(canvas, paper, scene.paper)
    plates = [layout.plates[each.seat] for each in scene.seats if each.seat in layout.plates]
    if scene.shout is not None:
        said = [*said, draw_shout(canvas, place, scene.shout, scene.trick)]
    with canvas.under([*plates, *said]):
        draw_flying(canvas, place, scene, layout, stub=stub)
    if lit:
        _draw_edges(canvas, width)


def _lit(palette: Palette) -> Palette:
    return palette._replace(felt=mix(palette.felt, palette.turn, _DROP_TINT))


def _draw_edges(canvas: Canvas, width: int) -> None:
    """Paint the edges at the left and the right, where nothing else is: colours may say nothing."""
    look = style(canvas.palette.turn, bold=True)
    for y in range(canvas.height):
        for x in (0, width - 1):
            if not canvas.chars[y][x].strip():
                canvas.text(x, y, "│", look)


def _draw_bubbles(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    fresh: AbstractSet[int],
    *,
    stub: Place | None,
    edge: int,
    end: int | None,
) -> list[Place]:
    """Paint what the seats said, and return what that covers.

    Args:
        fresh: the seats that have just spoken.
        stub: where the rest of the pack lies, or ``None``.
        edge: the column from which on something else lies over the felt.
        end: the line from which on a page lies there, ``None`` for none.
    """
    said = []
    for seat in scene.seats:
        plate = layout.plates.get(seat.seat)
        # What lies over the felt is the log, which tells what was said in passing.
        if plate is not None and (seat.loud or edge == canvas.width):
            bubble = draw_bubble(
                canvas,
                plate,
                layout.sides[seat.seat],
                seat,
                backs=layout.backs_of(seat.seat),
                fresh=seat.seat in fresh,
                edge=edge,
                others=[each for each in layout.plates.values() if each is not plate],
                flat=layout.flat,
                under=None if scene.stub is None or scene.stub.flip is not None else stub,
                end=end,
            )
            said += [] if bubble is None else [bubble]
    return said


def _draw_plates(canvas: Canvas, place: Place, scene: Scene, layout: Layout) -> None:
    palette = canvas.palette
    seen = [plate for each in scene.seats if (plate := layout.plates.get(each.seat)) is not None]
    for y in {plate.y for plate in seen if plate.height == 1}:
        # The frame of a card that wins reaches into its line.
        canvas.fill(Place(place.x, y, place.width, 1), style(palette.felt_ink, palette.felt))
    for seat in scene.seats:
        if (plate := layout.plates.get(seat.seat)) is None:
            continue
        top, flat = layout.sides[seat.seat] is Side.TOP, plate.height == 1
        shown = seat
        if seat.bubble and (top or layout.flat):
            shown = seat._replace(notes=(), face="" if flat else seat.face)
        draw_plate(
            canvas,
            plate,
            shown,
            backs=layout.backs_of(seat.seat),
            beyond=_beyond(plate, layout) if top and not layout.flat else 0,
            below=not top and not seat.bubble and len(scene.seats) <= _MOST_SPACED_SEATS,
        )


def _beyond(plate: Place, layout: Layout) -> int:
    """Return how many cells beside the plate at the top are free."""
    right = plate.x + plate.width
    beside = [
        each.x - right - 1
        for each in layout.plates.values()
        if each.x >= right and each.y == plate.y
    ]
    return max(min([_MOST_CELLS_BEYOND_PLATE, *beside]), 0)


def _holding(scene: Scene) -> Holding:
    """Return how many cards the others hold, or show."""
    most = max((max(seat.cards, len(seat.shown)) for seat in scene.seats), default=0)
    return Holding.MANY if most > MOST_DRAWN_CARDS else Holding.FEW if most else Holding.NOTHING


def _cleared(scene: Scene) -> Scene:
    """Return the scene without what would lie half under a paper."""
    middle = Print() if isinstance(scene.middle, Laid) else scene.middle
    return scene._replace(trick=(), middle=middle)


def _above_bubbles(middle: Place, place: Place, scene: Scene, layout: Layout) -> Place:
    """Return the middle without the lines in which the lowest seats speak beside their cards."""
    height = place.y + place.height
    low = [
        plate.y + 1
        for seat in scene.seats
        if (plate := layout.plates.get(seat.seat)) is not None
        and seat.bubble
        and plate.y + plate.height >= height
    ]
    last = min([middle.y + middle.height, *low])
    return middle._replace(height=max(last - middle.y, 1))


def _draw_foot(canvas: Canvas, place: Place, scene: Scene, layout: Layout) -> None:
    """Paint the last line: what happened last, and beside it what waits or was bet."""
    palette = canvas.palette
    look = style(mix(palette.felt, palette.felt_ink, 0.75), italic=True)
    y = place.height - 1
    left, right = _free_foot(place, scene, layout)
    if not scene.lately:
        middle = layout.middle
        caption = _whole(scene.caption, right - left, right - left)
        x = middle.x + (middle.width - cell_width(caption)) // 2
        canvas.text(min(max(x, left), right - cell_width(caption)), y, caption, look)
        return
    canvas.fill(Place(left, y, right - left, 1), style(palette.felt_ink, palette.felt))
    caption = _whole(scene.caption, (right - left) // 2, (right - left) * 2 // 3)
    if caption:
        right -= cell_width(caption)
        canvas.text(right, y, caption, look)
        right -= 2
    draw_lately(canvas, left, y, right - left, scene.lately)


def _whole(caption: str, room: int, most: int) -> str:
    """Return a caption uncut; what does not fit in that room, or in the most, is left out.

    Args:
        room: the cells for all of it.
        most: the cells for its first part alone.
    """
    first = caption.partition(_CAPTION_SEPARATOR)[0]
    for said, cells in ((caption, room), (first, most)):
        if cell_width(said) <= cells:
            return fit(said, cells)
    return ""


def _free_foot(place: Place, scene: Scene, layout: Layout) -> tuple[int, int]:
    """Return between which cells the last line is free of plates, and of what they say."""
    left, right = place.x + 1, place.x + place.width - 1
    for seat in scene.seats:
        plate = layout.plates.get(seat.seat)
        if plate is None or plate.y + plate.height + bool(seat.bubble) < place.height:
            continue
        said = cell_width(seat.bubble) + BUBBLE_EDGES if seat.bubble else 0
        wide = max(plate.width, min(said, place.width // 2))
        if layout.sides[seat.seat].is_left:
            left = max(left, plate.x + wide + 1)
        else:
            right = min(right, plate.x + plate.width - wide - 1)
    return left, right


def _page_room(place: Place, layout: Layout) -> Place:
    """Return where the page at the end lies, between the plates and what happened last."""
    top = max((plate.y + 1 for plate in layout.plates.values()), default=place.y)
    return place._replace(y=top, height=place.y + place.height - _FOOT_LINES - top)


def _without_covered(scene: Scene, layout: Layout, page: Place) -> Scene:
    """Return the scene without the seats that would stand half under a paper."""
    covered = {seat for seat, plate in layout.plates.items() if plate.meets(page)}
    seats = tuple(each for each in scene.seats if each.seat not in covered)
    return _cleared(scene)._replace(seats=seats)


def _below_seats(place: Place, layout: Layout, lines: int) -> Place:
    """Return where a paper covers no seat at the top; all of the felt if it has no room there."""
    tops = [plate for plate in layout.plates.values() if plate.y < place.height // 3]
    seats = max((plate.y + plate.height for plate in tops), default=0)
    left = place.height - seats
    if lines > left:
        return place
    return Place(place.x, seats, place.width, left)


def _place_of_stub(place: Place, scene: Scene, layout: Layout) -> Place | None:
    dealer = next((seat.seat for seat in scene.seats if seat.dealer), None)
    mano = next((seat.seat for seat in scene.seats if seat.mark), None)
    if scene.stub is None or dealer is None or mano is None:
        return None
    lying = tuple(layout.cards.values())
    if isinstance(scene.middle, Pot):
        if not layout.large:
            return None
        lying = (ring_of(layout.middle),)
    elif isinstance(scene.middle, Laid):
        middle = _above_bubbles(place_of_middle(layout, scene.middle), place, scene, layout)
        lying = (place_of_laid(middle, lie_of(scene.middle, middle, layout.largest)),)
    return place_of_stub(place, layout, scene.stub, dealer=dealer, mano=mano, lying=lying)


def _draw_trick(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    lying = [each for each in scene.trick if each.seat in layout.cards]  # of seats that there are
    # The shadow of a card falls on none at its right; what marks one lies over all.
    for played in sorted(lying, key=lambda e: (e.winning, e.fresh, layout.cards[e.seat].x)):
        place = layout.cards[played.seat]
        look = Look.PLAIN
        if played.old and not played.winning:
            look = Look.DIM
        elif played.fresh:
            look = Look.FRESH
        elif played.winning:
            look = Look.WINNING
        sign = CROWN_SIGN if played.card in scene.crowned else ""
        draw_card(canvas, place.x, place.y, played.card, layout.size, look=look, sign=sign)
    if len(scene.seats) > _MOST_SEATS_UNNAMED:
        for played in scene.trick:
            _draw_whose(canvas, scene, layout, played)


def _draw_whose(canvas: Canvas, scene: Scene, layout: Layout, played: Played) -> None:
    """Paint whose a card is, under it: on the edge of its frame where it has one."""
    place = layout.cards.get(played.seat)
    if place is None or place.y + place.height >= canvas.height:
        return
    palette = canvas.palette
    who = scene.seats[played.seat]
    colour = palette.felt_ink if who.side is None else palette.side(who.side)
    y = place.y + place.height
    name, look = fit(who.name, place.width + 1), style(colour, palette.felt, bold=True)
    if played.winning and not played.fresh and place.width > Size.TINY.width:
        canvas.text(place.x, y, f" {fit(who.name, place.width - 2)} ", look)
        return
    canvas.fill(Place(place.x, y, place.width + 1, 1), look)
    canvas.text(place.x, y, name, look)
