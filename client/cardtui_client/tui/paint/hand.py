"""How big your few cards are (`hand_size`), and how your own side of the felt is painted.
From how many on they lie over each other: `_MOST_CARDS_ABREAST` (that fan is `tui/paint/fan.py`);
how many columns your own chips may take: `_MOST_CHIPS`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.model.cards import COIN_SIGN, face
from cardtui_client.scene.middle import CARD_CELLS, CardZone, HandScene, SeatZone, Zone
from cardtui_client.scene.scene import Earlier, Scene, SeatScene, Stake
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style
from cardtui_client.tui.paint.cards import (
    CROWN_SIGN,
    Look,
    Size,
    draw_card,
    draw_key,
    draw_line_card,
)
from cardtui_client.tui.paint.cloth import draw_prints_beside
from cardtui_client.tui.paint.fan import draw_fan_hand
from cardtui_client.tui.paint.paper import (
    BESIDE_NAME_COLUMN,
    CARDS_UNDER_NAME_LINE,
    LEAST_WIDTH_BESIDE_NAME,
    draw_paper,
    paper_on_felt,
    place_below,
)
from cardtui_client.tui.paint.piles import draw_heap
from cardtui_client.tui.paint.plates import (
    BUBBLE_EDGES,
    NOTE_SEPARATOR,
    draw_count,
    draw_name,
    free_run,
    paint_bubble,
)
from cardtui_client.tui.paint.score import (
    LEAST_WIDTH_WITH_PAD,
    PAD_WIDTH,
    draw_stake,
    stake_cells,
    stake_rows,
)

_SIDE_COLUMNS: Final = BESIDE_NAME_COLUMN
_MOST_CARDS_ABREAST: Final = 6
"""More cards than these lie over each other."""
_LEAST_ROOM: Final = 3 * (Size.MEDIUM.width + 1) - 1
"""Three medium cards lie beside your name also where that is not quite under the trick."""
FEWEST_CARDS: Final = 3
"""Fewer cards are no larger: what you hold keeps its size until it is played."""
_BIG_SIZES: Final = tuple(reversed(Size))[:-1]
_TALL_SIDE: Final = 11
_PAIR: Final = 2
_MOST_CHIPS: Final = 50
"""So many columns your own chips take at most."""
_PAIR_GAP: Final = 6
"""Two cards lie so far apart on so tall a side."""
_SMALL_SIZES: Final = (Size.SMALL, Size.TINY)
_SIDE_EDGES: Final = 2
"""The blanks beside what stands under your name."""
_LINES_OVER_STAKE: Final = 1
"""The line over your name where a stake stands under it, which has large digits if it can."""
_PAPER_SUIT_CELLS: Final = 4
"""The cells of the letter of a suit on paper, and the blank after it."""
_BARE_SUIT_CELLS: Final = 2
"""The same without paper."""
_GAP_CELLS: Final = 3
"""The cells between what stands beside your name."""


class Pointed(NamedTuple):
    """Which cards of the hand are pointed at.

    Attributes:
        picked: the place of the picked card.
        hovered: what the mouse points at.
    """

    picked: int | None = None
    hovered: Zone | None = None


NOTHING_POINTED: Final = Pointed()


def side_of(width: int) -> int:
    """Return the columns at the left that your name has for itself, all the way down."""
    return 1 if width < LEAST_WIDTH_BESIDE_NAME else _SIDE_COLUMNS


def hand_size(height: int, width: int, count: int, wanted: str = "auto") -> Size:
    """Return the size of your own cards for the room there is; the last are as large as three."""
    if wanted == "line":
        return Size.LINE
    room = max(width - 2 * side_of(width), _LEAST_ROOM)
    height -= CARDS_UNDER_NAME_LINE if width < LEAST_WIDTH_BESIDE_NAME else 0
    count = max(count, FEWEST_CARDS)
    for size in _SMALL_SIZES if wanted == "small" else _BIG_SIZES:
        if size.height <= height and count * (size.width + 1) - 1 <= max(room, size.width):
            return size
    return Size.LINE


def is_fan(hand: HandScene) -> bool:
    """Tell whether the cards may lie over each other, and are held in an order of your own."""
    return hand.own_order or len(hand.cards) > _MOST_CARDS_ABREAST


def paint_hand(
    canvas: Canvas,
    scene: Scene,
    pointed: Pointed = NOTHING_POINTED,
    *,
    wanted: str = "auto",
    fresh: bool = False,
) -> None:
    """Paint your own side of the felt.

    Args:
        pointed: which cards are pointed at.
        wanted: how big the cards are to be.
        fresh: whether you have just spoken.
    """
    canvas.great = scene.great
    canvas.clear(style(canvas.palette.felt_ink, canvas.palette.felt))
    own = next((seat for seat in scene.seats if seat.seat == scene.viewpoint), None)
    covered = bool(scene.paper) and not paper_on_felt(scene, canvas.width)
    over = not covered and (own is None or not own.shown) and _is_over(canvas, scene.hand)
    if scene.finale is not None:
        if own is not None:
            _draw_at_end(canvas, own, scene.hand, fresh=fresh)
        return
    if own is not None and not over:
        if covered and scene.hand.unplayed and not own.shown:
            own = own._replace(shown=scene.hand.cards)
        room = 1 if scene.stake is not None and not covered else 0
        line = _draw_own(canvas, own, scene, below=room)
        if scene.stake is not None and not covered:
            row = _row_of(canvas, scene, wanted)
            _draw_stake(canvas, line, scene.stake, row, beside=not scene.earlier)
        if own.chips and not covered and _free_beside(canvas, scene):
            draw_heap(canvas, _beside_cards(canvas, scene, wanted), own.chips)
    if covered:
        place = place_below(canvas.width, canvas.height)
        draw_paper(canvas, place, scene.paper)
    else:
        _draw_cards(canvas, scene, pointed, wanted, over=over)
        if scene.earlier:
            _draw_earlier(canvas, scene.earlier)
        elif not is_fan(scene.hand) and (own is None or not own.chips):
            row = _row_of(canvas, scene, wanted)
            end = row.x + row.step * (len(scene.hand.cards) - 1) + row.size.width
            _draw_suits(
                canvas,
                scene.hand,
                end + 1 if canvas.width >= LEAST_WIDTH_BESIDE_NAME else _SIDE_COLUMNS,
            )
    if own is not None and over:
        _draw_head(canvas, own, scene.hand, fresh=fresh)
    elif own is not None and own.bubble:
        _draw_bubble(canvas, own, scene, fresh=fresh)


def _draw_at_end(canvas: Canvas, own: SeatScene, hand: HandScene, *, fresh: bool) -> None:
    """Paint your name under the page at the end of a match, and the cards you did not play."""
    _draw_head(canvas, own, hand._replace(hint=""), fresh=fresh)
    after = 2
    for card in own.shown or hand.cards:
        if after + CARD_CELLS < canvas.width:
            after = draw_line_card(canvas, after + 1, 1, card)


def _is_over(canvas: Canvas, hand: HandScene) -> bool:
    """Tell whether your name stands over many cards, which have all columns for themselves."""
    return canvas.width >= LEAST_WIDTH_BESIDE_NAME and is_fan(hand)


def _draw_head(canvas: Canvas, own: SeatScene, hand: HandScene, *, fresh: bool) -> None:
    """Paint your name over many cards, what you have left, what you said, and what they make.

    All of it stands in the first line: a card that is picked is lifted into those below.
    """
    edge = canvas.width - 2
    # What marks a card that is picked would reach between the words.
    canvas.fill(Place(0, 0, canvas.width, 1), style(canvas.palette.felt_ink, canvas.palette.felt))
    canvas.zone(Place(1, 0, _SIDE_COLUMNS - 2, 1), SeatZone(own.seat))
    after = draw_name(canvas, 1, 0, _SIDE_COLUMNS - 2, own)
    if own.chips is not None or own.lives is not None:
        after = draw_count(canvas, after + 2, 0, own, _SIDE_COLUMNS - 3)
    if own.bubble:
        said = fit(own.bubble, max(edge - after - BUBBLE_EDGES - 2, 1))
        after = paint_bubble(canvas, after + 2, 0, said, loud=own.loud or fresh)
    told = NOTE_SEPARATOR.join(filter(None, (*own.notes, hand.hint)))
    if after + _GAP_CELLS < edge:
        told = fit(told, edge - after - _GAP_CELLS)
        canvas.text(after + _GAP_CELLS, 0, told, style(canvas.palette.felt_ink))


def _own_line(canvas: Canvas, scene: Scene) -> int:
    """Return the line over your name, in which stands what you say."""
    if canvas.width < LEAST_WIDTH_BESIDE_NAME:
        return 0
    middle = max(canvas.height // 2 - 3, 0)
    return middle if scene.stake is None else min(middle, _LINES_OVER_STAKE)


def _draw_bubble(canvas: Canvas, own: SeatScene, scene: Scene, *, fresh: bool) -> None:
    """Paint what you said over your name: in the lines above, too, where one is too short."""
    last = _own_line(canvas, scene)
    rooms = [free_run(canvas, 1, line) for line in range(last + 1)]
    room = rooms[last] if cell_width(own.bubble) + BUBBLE_EDGES <= rooms[last] else min(rooms)
    room = max(room, _SIDE_COLUMNS - 1)
    said = wrap(own.bubble, room - BUBBLE_EDGES)
    said = [*said[:last], fit(" ".join(said[last:]), room - BUBBLE_EDGES)]
    said = [each for each in said if each]
    width = max(map(cell_width, said))
    for line, words in enumerate(said, last + 1 - len(said)):
        text = words + " " * (width - cell_width(words))
        paint_bubble(canvas, 1, line, text, loud=own.loud or fresh)


def _free_beside(canvas: Canvas, scene: Scene) -> bool:
    """Tell whether there is room at the right for your chips."""
    return canvas.height >= _TALL_SIDE and not is_fan(scene.hand)


def _beside_cards(canvas: Canvas, scene: Scene, wanted: str) -> Place:
    """Return the place for your chips at the right of your cards."""
    if canvas.width < LEAST_WIDTH_BESIDE_NAME:
        return Place(canvas.width - _SIDE_COLUMNS, 2, _SIDE_COLUMNS - 2, CARDS_UNDER_NAME_LINE - 2)
    count = len(scene.hand.cards)
    size = hand_size(canvas.height, canvas.width, count, wanted)
    total = count * size.width + max(count - 1, 0) * _PAIR_GAP
    x = max((canvas.width + total) // 2 + _PAIR_GAP, canvas.width - _MOST_CHIPS)
    x = min(x, canvas.width - _SIDE_COLUMNS)
    return Place(x, 2, canvas.width - 2 - x, canvas.height - 2)


def _draw_stake(canvas: Canvas, line: int, stake: Stake, row: _Row, *, beside: bool) -> None:
    """Paint the stake under your own plate, a free line before it where there is room.

    On a narrow table it stands beside the plate, if that place is free; else over your cards.

    Args:
        row: how those lie.
    """
    if beside and canvas.width < LEAST_WIDTH_BESIDE_NAME:
        draw_stake(
            canvas, Place(_SIDE_COLUMNS, 1, _SIDE_COLUMNS - 2, CARDS_UNDER_NAME_LINE - 1), stake
        )
        return
    narrow = canvas.width < LEAST_WIDTH_BESIDE_NAME
    end = canvas.height - (row.size.height + 1 if narrow else 0)
    room = 0 if narrow else row.x - _SIDE_EDGES
    width = max(min(stake_cells(stake), room), _SIDE_COLUMNS - _SIDE_EDGES)
    line += end - line > stake_rows(stake, width)
    draw_stake(canvas, Place(1, line, width, end - line), stake)


def _draw_own(canvas: Canvas, own: SeatScene, scene: Scene, *, below: int = 0) -> int:
    """Paint your own plate, and return the line after it.

    Args:
        below: how many lines must stay free under it.
    """
    palette, hand = canvas.palette, scene.hand
    y = _own_line(canvas, scene)
    soft = mix(palette.felt, palette.felt_ink, 0.6)
    canvas.zone(Place(1, y, _SIDE_COLUMNS - 2, 2), SeatZone(own.seat))
    y += 1
    draw_name(canvas, 1, y, _SIDE_COLUMNS - 2, own)
    line = y + 1
    if own.shown:
        after = 2
        for card in own.shown:
            if after + 5 > _SIDE_COLUMNS:
                after, line = 2, line + 1
            after = draw_line_card(canvas, after + 1, line, card)
        line += 1
    if own.notes:
        canvas.text(
            3,
            line,
            fit(NOTE_SEPARATOR.join(own.notes), _SIDE_COLUMNS - 4),
            style(soft, italic=True),
        )
        line += 1
    if own.chips is not None or own.lives is not None:
        draw_count(canvas, 3, line, own, _SIDE_COLUMNS - 3)
        line += 1
    if hand.hint:
        rows = wrap(hand.hint, _SIDE_COLUMNS - 4)
        room = max(canvas.height - line - below, 1)
        if len(rows) > room:
            rows = [*rows[: room - 1], fit(f"{rows[room - 1]} …", _SIDE_COLUMNS - 3)]
        for row, words in enumerate(rows):
            canvas.text(3, line + row, words, style(palette.felt_ink))
        line += len(rows)
    return line


class _Row(NamedTuple):
    """How few cards lie beside each other.

    Attributes:
        size: of each.
        step: from one to the next.
        x: where the first one lies.
    """

    size: Size
    step: int
    x: int


def _row_of(canvas: Canvas, scene: Scene, wanted: str) -> _Row:
    """Return how your few cards lie: under the trick, which lies beside the score."""
    count, side = len(scene.hand.cards), side_of(canvas.width)
    size = hand_size(canvas.height, canvas.width, count, wanted)
    gap = 2 if count * (size.width + 2) <= canvas.width - 2 * side else 1
    if count == _PAIR and canvas.height >= _TALL_SIDE:
        gap = _PAIR_GAP
    total = count * (size.width + gap) - gap
    score = PAD_WIDTH if scene.tallies and canvas.width >= LEAST_WIDTH_WITH_PAD else 0
    right = canvas.width - (side + 2 if scene.earlier else 1)
    x = max(min((score + canvas.width - total) // 2, right - total), side)
    return _Row(size, size.width + gap, x)


def _draw_cards(canvas: Canvas, scene: Scene, pointed: Pointed, wanted: str, *, over: bool) -> None:
    palette, hand = canvas.palette, scene.hand
    if hand.watching and not hand.cards:
        text = fit(hand.watching, canvas.width - _SIDE_COLUMNS - 4)
        canvas.text(
            max((canvas.width - cell_width(text)) // 2, _SIDE_COLUMNS + 2),
            canvas.height // 2,
            text,
            style(mix(palette.felt, palette.felt_ink, 0.7), italic=True),
        )
        return
    count = len(hand.cards)
    if not count:
        return
    if is_fan(hand):
        side = 1 if over else side_of(canvas.width)
        draw_fan_hand(
            canvas, side, hand, picked=pointed.picked, hovered=pointed.hovered, wanted=wanted
        )
        return
    size, step, x = _row_of(canvas, scene, wanted)
    if canvas.height >= _TALL_SIDE and scene.tallies and canvas.width >= LEAST_WIDTH_BESIDE_NAME:
        after = x + step * (count - 1) + size.width
        right = canvas.width - (_SIDE_COLUMNS if scene.earlier or hand.suits else 0)
        draw_prints_beside(canvas, _SIDE_COLUMNS, x, after, right=right, deck=scene.cloth)
    top = canvas.height - size.height
    for index, card in enumerate(hand.cards[: count - hand.coming]):
        zone = CardZone(index)
        # A picked card stands higher, where there is room for it.
        lift = min(1, top) if index == pointed.picked else 0
        y = top - lift
        look = Look.DIM if hand.unplayed else Look.PLAIN
        if index == pointed.picked:
            look = Look.PICKED
        elif pointed.hovered == zone and not (hand.unplayed or hand.fixed):
            look = Look.HOVERED
        draw_card(
            canvas, x, y, card, size, look=look, sign=CROWN_SIGN if card in scene.crowned else ""
        )
        numbered = not (hand.watching or hand.unplayed or hand.fixed)
        if numbered and not face(card).hidden:
            is_picked, at = index == pointed.picked, Place(x, y, size.width, size.height)
            draw_key(canvas, at, size, index + 1, palette.card, picked=is_picked)
        canvas.zone(Place(x, y, size.width, size.height), zone)
        x += step


def _draw_suits(canvas: Canvas, hand: HandScene, left: int) -> None:
    """Paint what the letters on the cards mean, to the right of that column if there is room.

    The earlier tricks will lie there. Where little room is left the letters lie on no paper.
    """
    palette, longest = canvas.palette, max((cell_width(name) for _, name in hand.suits), default=0)
    soft = style(mix(palette.felt, palette.felt_ink, 0.8))
    papers = canvas.width - left > longest + _PAPER_SUIT_CELLS
    if not hand.cards or canvas.width - left < longest + _BARE_SUIT_CELLS:
        return
    x = max(canvas.width - _SIDE_COLUMNS + 2, left) if papers else left
    top = canvas.height - len(hand.suits) - 1 if canvas.width >= LEAST_WIDTH_BESIDE_NAME else 0
    for y, (letter, name) in enumerate(hand.suits, max(top, 0)):
        suit = f"{face(hand.cards[0]).deck}:{'O' if letter == COIN_SIGN else letter}"
        ink = palette.suits.get(suit, palette.card_edge)
        look = style(ink, palette.card, bold=True) if papers else style(palette.felt_ink, bold=True)
        after = canvas.text(x, y, f" {letter} " if papers else letter, look)
        canvas.text(after + 1, y, name, soft)


def _draw_earlier(canvas: Canvas, tricks: tuple[Earlier, ...]) -> None:
    palette = canvas.palette
    x = canvas.width - _SIDE_COLUMNS
    soft = mix(palette.felt, palette.felt_ink, 0.6)
    y = max(canvas.height - 9, 0) if canvas.width >= LEAST_WIDTH_BESIDE_NAME else 0
    for trick in tricks:
        colour = soft if trick.side is None else palette.side(trick.side)
        canvas.text(x, y, fit(trick.label, _SIDE_COLUMNS - 1), style(colour, bold=True))
        line, after = y + 1, x + 1
        for place, card in enumerate(trick.cards):
            look = Look.PLAIN if place == trick.best else Look.DIM
            if after + 4 > canvas.width:
                line, after = line + 1, x + 1
            after = draw_line_card(canvas, after + 1, line, card, look=look)
        y = line + 1 + (canvas.height >= 9 and line == y + 1)
