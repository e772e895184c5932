"""Paints the plate of a seat: name, marks (`_marks`), cards, chips, lives, and its speech bubble.
How many lines a bubble has: `_MOST_BUBBLE_LINES`; from how many on cards are counted instead of
drawn: `MOST_DRAWN_CARDS`; up to how many lives are dots: `_MOST_LIVES`. Where the plates lie is in
`tui/paint/layout.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.scene.middle import SeatZone
from cardtui_client.scene.scene import SeatScene
from cardtui_client.text import cell_width, fit, safe_text, wrap
from cardtui_client.tui.paint.canvas import Canvas, Palette, Place, mix, readable, style
from cardtui_client.tui.paint.cards import (
    Size,
    draw_backs,
    draw_by_suit,
    draw_card,
    draw_fan,
    draw_line_card,
    slot_look,
)
from cardtui_client.tui.paint.pack import Side

CHIP_SIGN: Final = "●"
LOST_CHIP_SIGN: Final = "○"
PACK_SIGN: Final = "▤"
WINNER_SIGN: Final = "★"
DISCARD_SIGN: Final = "↓"
TAKE_SIGN: Final = "↑"
NOTE_SEPARATOR: Final = " · "
"""It stands between notes: each is a thought of its own."""
_MOVE_CELLS: Final = 6
"""The cells of a mark with its card, and of the gap before them."""
_LEAST_NAME: Final = 5
"""A name that would be cut to fewer cells goes before who is first."""
MOST_DRAWN_CARDS: Final = 6
"""More cards than these are counted instead of drawn."""
_STACKED_CARDS: Final = 4
"""So many of them are drawn all the same, over each other."""
_BACKS_CELLS: Final = 10
"""How far from the plate's edge the backs of many cards and their number reach."""
_COUNTED_BACKS_CELLS: Final = 7
"""The cells of two backs, and of the blanks around their number."""
_CORNER_CELLS: Final = 4
"""So much of a card that is shown stays in sight."""
_MOST_LIVES: Final = 10
BUBBLE_EDGES: Final = 4
_LEAST_WORD: Final = 4
"""Fewer cells of a word say nothing."""
_MOST_CELLS_BEYOND_TOP: Final = 4
"""What is said at the top may reach so far beyond its plate."""
_MOST_BUBBLE_LINES: Final = 3
_LONGEST_SPEECH: Final = 200
"""Longer words have no room in any case."""
_LONGEST_WORD: Final = 14
"""A longer word may be broken."""
_WIDTHS_TRIED: Final = 3
"""So many widths are tried: beside the shadow of a card its lower lines have less room."""


def draw_plate(
    canvas: Canvas,
    place: Place,
    seat: SeatScene,
    *,
    backs: Size = Size.LINE,
    beyond: int = 0,
    below: bool = False,
) -> None:
    """Paint the plate of a seat.

    Args:
        backs: the size of the backs of its cards.
        beyond: how many cells beside it are free.
        below: whether the line under it is free.
    """
    x, y, width, _height = place
    canvas.zone(place, SeatZone(seat.seat))
    edge = x + width
    after = draw_name(canvas, x, y, width + beyond, seat)
    line = y + 1
    if place.height == 1:
        line, width, x = y, edge - after, after - 1
    else:
        _draw_face(canvas, after, edge, y, seat)
    soft = _soft(canvas.palette)
    if not seat.name:
        words = _("free seat")
        words = words if cell_width(words) <= width - 2 else _("free")
        canvas.text(x + 2, line, fit(words, width - 2), style(soft))
        return
    noted = max(map(cell_width, seat.notes), default=0)
    step = _step_beside(seat.cards, backs, width - 2 + beyond - noted)
    cards = Place(x + 2, line, width - 2, backs.height)
    if _overflow(seat, backs, cards.width + beyond):
        after = draw_by_suit(canvas, cards.x, cards.y, seat.shown)
    else:
        stack = _stack(seat, backs, cards.width + beyond)
        after = _draw_cards(canvas, cards, seat, backs, step=step, stack=stack)
    _draw_notes(canvas, Place(x + 2, line, width - 2 + beyond, backs.height), seat, after, backs)
    if seat.chips is not None or seat.lives is not None:
        last = y + place.height - 1
        if seat.shown and backs is not Size.LINE:
            last = y + 1 + Size.TINY.height  # they are no larger
        cloth = style(canvas.palette.felt_ink, canvas.palette.felt)
        canvas.fill(Place(x + 1, last, width - 1, 1), cloth)  # no shadows of the cards on it
        after = draw_count(canvas, x + 2, last, seat, width - 2 + beyond)
        room = x + width + beyond - after
        if below and seat.thrown is not None and seat.taken is not None and room < 2 * _MOVE_CELLS:
            _draw_moves(canvas, x + 1, last + 1, width, seat)
        else:
            _draw_moves(canvas, after + 1, last, room, seat)
    if place.height == 1:
        _draw_face(canvas, end_of_line(canvas, place), edge, y, seat)


def end_of_line(canvas: Canvas, place: Place) -> int:
    """Return the cell after what stands in the one line of a plate."""
    line = canvas.chars[place.y][: place.x + place.width] if place.y < canvas.height else []
    return next((x + 1 for x in reversed(range(len(line))) if line[x] != " "), 0)


def _overflow(seat: SeatScene, backs: Size, room: int) -> bool:
    """Tell whether the cards that a seat shows have no room side by side."""
    least = (4, 3) if backs is Size.LINE else (_CORNER_CELLS, Size.TINY.width)
    return bool(seat.shown) and least[0] * (len(seat.shown) - 1) + least[1] > room


def _draw_notes(canvas: Canvas, place: Place, seat: SeatScene, after: int, backs: Size) -> None:
    """Paint the notes beside the cards, of which ``after`` is the cell after the last.

    Beside cards drawn large there are several lines to say them in, under the number of cards
    where that is told. Where there is too little room all the same, they lie on the cards.
    """
    look = style(_soft(canvas.palette), italic=True)
    x, line, width, _height = place
    lines = backs.height if after > x else 1
    backed = backs is not Size.LINE and bool(seat.cards) and not seat.shown
    if backed and seat.cards > MOST_DRAWN_CARDS:
        after, line, lines = x + _stack(seat, backs, width) + backs.width, line + 1, lines - 1
    room = x + width - after
    if backed and any(cell_width(note) > room for note in seat.notes):
        look = style(_soft(canvas.palette), canvas.palette.felt, italic=True)
        for row, words in enumerate(_told(seat.notes, width, backs.height - 1), place.y + 1):
            canvas.text(x, row, fit(f" {words} ", width), look)
        return
    if seat.notes and room < min(_LEAST_WORD, cell_width(seat.notes[0])):
        return
    for row, words in enumerate(_told(seat.notes, room, lines), line):
        canvas.text(after, row, words, look)


def _draw_moves(canvas: Canvas, x: int, y: int, room: int, seat: SeatScene) -> None:
    """Paint what a seat threw and took last; what it threw alone where both have no room."""
    sign = style(_soft(canvas.palette))
    for mark, card in ((DISCARD_SIGN, seat.thrown), (TAKE_SIGN, seat.taken)):
        if card is None or room < _MOVE_CELLS:
            continue
        x = canvas.text(x + 1, y, mark, sign)
        x = draw_line_card(canvas, x, y, card)
        room -= _MOVE_CELLS


def _told(notes: tuple[str, ...], room: int, lines: int) -> list[str]:
    """Return the notes in so many lines, the first ones first; what has no room is left out."""
    told: list[str] = []
    for note in notes:
        if told and cell_width(told[-1]) + cell_width(NOTE_SEPARATOR) + cell_width(note) <= room:
            told[-1] = f"{told[-1]}{NOTE_SEPARATOR}{note}"
        elif len(told) < lines:
            told.append(fit(note, room))
    return told


def _draw_face(canvas: Canvas, after: int, edge: int, y: int, seat: SeatScene) -> None:
    """Paint the face of who sits there at the end of the line, if it has that room.

    Args:
        after: the cell after what stands in the line.
        edge: the cell after the line.
        y: where the line is.
    """
    x = edge - cell_width(seat.face)
    if after < x:
        canvas.text(x, y, seat.face, style(_soft(canvas.palette)))


def draw_name(canvas: Canvas, x: int, y: int, width: int, seat: SeatScene) -> int:
    """Paint the line with a seat's name and marks; return the cell after them."""
    palette = canvas.palette
    colour = palette.felt_ink if seat.side is None else palette.side(seat.side)
    soft = _soft(palette)
    stripe = colour if seat.name else soft
    stripe = soft if seat.faded else stripe
    if seat.letter:
        canvas.text(x, y, seat.letter, style(readable(stripe), stripe, bold=True))
    else:
        canvas.text(x, y, "▌", style(stripe))
    marks = _marks(seat)
    room = _room(width, marks, seat.clock)
    cut = cell_width(seat.name) + seat.turn > room
    if cut and (seat.clock or room < _LEAST_NAME):  # the name goes before who is first
        marks = [each for each in marks if not each[1]]
        room = _room(width, marks, seat.clock)
    name = fit(seat.name or "—", room - seat.turn)
    if seat.turn:
        after = canvas.text(
            x + 1, y, f" {name} ", style(readable(palette.turn), palette.turn, bold=True)
        )
        after -= 1
    else:
        ink = style(soft, strike=False) if seat.faded else style(colour, bold=True)
        after = canvas.text(x + 2, y, name, ink)
    for mark, pill in marks:
        ground = mix(palette.felt, palette.felt_ink, 0.8)
        look = style(palette.felt, ground, bold=True) if pill else style(palette.felt_ink)
        after = canvas.text(after + 1, y, mark, look)
    if seat.clock:
        look = style(palette.felt_ink)
        if seat.hurry:
            look = style(palette.error, bold=True)
        if seat.hurry > 1:
            look = style(readable(palette.error), palette.error, bold=True)
        after = canvas.text(after + 1, y, seat.clock, look)
    return after + seat.turn


def _room(width: int, marks: list[tuple[str, bool]], clock: str) -> int:
    """Return the room for a name beside what else stands in its line."""
    beside = [*(mark for mark, _pill in marks), *([clock] if clock else [])]
    return width - 2 - sum(cell_width(each) + 1 for each in beside)


def draw_bubble(
    canvas: Canvas,
    place: Place,
    side: Side,
    seat: SeatScene,
    *,
    backs: Size = Size.LINE,
    fresh: bool,
    edge: int,
    others: Sequence[Place] = (),
    under: Place | None = None,
    flat: bool = False,
    end: int | None = None,
) -> Place | None:
    """Paint what a seat said beside its plate: on no other seat's plate, and on no card.

    Return what it covers, ``None`` if there is nothing to say, or no room.

    Args:
        place: the place of its plate.
        side: the side on which that is.
        backs: the size of the backs of its cards.
        fresh: whether it has just been said.
        edge: the column at the right from which on something else lies over the felt.
        others: the places of the other plates.
        under: what it may lie over, for the moment; ``None`` for nothing.
        flat: whether it stands in one line with others, over a row of cards or under it.
        end: the line from which on a page lies over the felt; ``None`` for none.
    """
    seat = seat._replace(bubble=safe_text(seat.bubble, _LONGEST_SPEECH).strip())
    if not seat.bubble:
        return None
    loud, wanted = seat.loud or fresh, cell_width(seat.bubble) + BUBBLE_EDGES
    if flat:
        bottom = canvas.height if end is None else end
        return _say_in_line(canvas, place, seat, others, edge=edge, end=bottom, loud=loud)
    if side is Side.TOP:
        spot = _after_cards(canvas, place, seat, edge) if place.height == 1 else None
        spot = spot or _beside_top(canvas, place, seat, backs, edge=edge, others=others)
        return _say(canvas, spot, seat, others, loud=loud)
    y, right = place.y + place.height, place.x + place.width
    # Under the plate, and on towards the middle as far as that is free.
    step, beyond = (1, right) if side.is_left else (-1, place.x - 1)
    room = place.width + free_run(canvas, beyond, y, others, step=step, under=under)
    x = place.x if side.is_left else right - min(wanted, room)
    said = Place(x, y, min(wanted, room), 1)
    taken = y >= canvas.height or any(said.meets(other) for other in others)
    above_name = any(said._replace(y=y + 1).meets(other) for other in others)
    beside = place.width + 1 - _BACKS_CELLS
    if taken or (above_name and wanted <= beside):
        # Beside the cards instead, where nobody takes it for what another one says.
        x, y = place.x + _BACKS_CELLS, place.y + 1
        free = free_run(canvas, beyond, y, others, step=step)
        room = beside
        if side.is_left:
            room += free
        elif beside < wanted and beside < free:
            x, room = place.x - min(wanted, free), free
        if room < min(wanted, _LEAST_WORD + BUBBLE_EDGES) and not seat.loud:
            return None
    else:
        _clear(canvas, Place(place.x, y, place.width, 1))  # no shadow of the cards beside the words
    spot = Place(x, y, room, 1)
    return _say(canvas, spot, seat, others, loud=loud, under=under, at_right=not side.is_left)


def _clear(canvas: Canvas, place: Place) -> None:
    canvas.fill(place, style(canvas.palette.felt_ink, canvas.palette.felt))


def _say_in_line(
    canvas: Canvas,
    place: Place,
    seat: SeatScene,
    others: Sequence[Place],
    *,
    edge: int,
    end: int,
    loud: bool,
) -> Place:
    """Paint what a seat said in its plate of one line, and return what that covers.

    It stands after the cards, else over them. What is too long for that goes on in lines towards
    the trick, and begins there if it needs the room of the name, which is to be read. A call may
    stand over that instead, but not over the team's letter. Where a page lies under that line,
    it has the rest of the line instead.
    """
    up, beyond, page = place.y >= canvas.height // 2, 0, end
    most, end = _MOST_BUBBLE_LINES, min(edge, place.x + place.width)
    if not up:
        most = max(min(most, page - place.y), 1)
    if most == 1:
        end += min(free_run(canvas, end, place.y, others), edge - end)
    spot, wanted = _after_cards(canvas, place, seat, end), cell_width(seat.bubble) + BUBBLE_EDGES
    room = spot.width - BUBBLE_EDGES
    cut = most > 1 and (_longest_word(seat) > room or len(wrap(seat.bubble, room)) > most)
    if seat.loud and spot.width < wanted < place.width:
        spot = Place(end - wanted, place.y, wanted, 1)
    elif cut:
        spot, beyond = Place(place.x + 2, place.y, end - place.x - 2, 1), 1
    if not beyond:
        half = canvas.row_text(place.y)[place.x + 1 : spot.x].rpartition(" ")[2]  # of a back
        x = spot.x - len(half)
        _clear(canvas, Place(x, place.y, end - x, 1))
    room, last = spot.width - BUBBLE_EDGES, most - 1
    whole = wrap(seat.bubble, room)
    said = [*whole[:last], *(fit(" ".join(rest), room) for rest in [whole[last:]] if rest)]
    wide = max(map(cell_width, said))
    y = place.y - beyond - len(said) + 1 if up else place.y + beyond
    for line, text in enumerate(said, y):
        paint_bubble(canvas, spot.x, line, text + " " * (wide - cell_width(text)), loud=loud)
    return Place(spot.x, y, wide + BUBBLE_EDGES, len(said))


def _after_cards(canvas: Canvas, place: Place, seat: SeatScene, edge: int) -> Place:
    """Return the room after a plate of one line; over its cards, but not over its name."""
    wanted = cell_width(seat.bubble) + BUBBLE_EDGES
    x = end_of_line(canvas, Place(0, place.y, edge, 1)) + 1
    if wanted > edge - x:
        x = edge - min(wanted, edge - place.x - cell_width(seat.name) - 3)
    return Place(x, place.y, edge - x, 1)


def _beside_top(
    canvas: Canvas,
    place: Place,
    seat: SeatScene,
    backs: Size,
    *,
    edge: int,
    others: Sequence[Place],
) -> Place:
    """Return the room for what the seat at the top says: beside its cards, or after its name.

    Where neither has room for all of it, it may lie over its own cards.
    """
    right = place.x + place.width
    x, y = place.x + 3 + _fan_width(seat.cards, backs), place.y + 1
    named = end_of_line(canvas, Place(0, place.y, right - cell_width(seat.face), 1)) + 1
    beyond = min(free_run(canvas, right, place.y, others), edge - right)
    spots = [
        Place(x, y, min(free_run(canvas, x, y, others), edge - x), 1),
        Place(named, place.y, right + beyond - named, 1),
    ]
    lines = {spot: len(_lines(canvas, spot, seat, others)) for spot in spots}
    whole = [spot for spot in spots if lines[spot]]
    nexts = (each.x for each in others if each.x > place.x and each.y <= y < each.y + each.height)
    over = Place(
        place.x + 2, y, min([edge, right + _MOST_CELLS_BEYOND_TOP, *nexts]) - place.x - 2, 1
    )
    most = max(*spots, over, key=lambda each: each.width)
    spot = min(whole, key=lambda each: lines[each]) if whole else most
    if spot.y == place.y:
        _clear(canvas, Place(named, place.y, right - named, 1))  # the face waits
    return spot


def _lines(
    canvas: Canvas,
    place: Place,
    seat: SeatScene,
    others: Sequence[Place],
    *,
    under: Place | None = None,
    at_right: bool = False,
) -> list[str]:
    """Return what a seat said in lines that are free there; none where it has no room."""
    x, y, room, _height = place
    least = max(room - BUBBLE_EDGES - _WIDTHS_TRIED, _longest_word(seat) - 1, 0)
    for cells in range(room - BUBBLE_EDGES, least, -1):
        said = wrap(seat.bubble, cells)
        needed = max(map(cell_width, said)) + BUBBLE_EDGES
        first = x + (room - needed) * at_right
        below = range(y + 1, y + len(said))
        free = all(free_run(canvas, first, line, others, under=under) >= needed for line in below)
        if len(said) <= _MOST_BUBBLE_LINES and needed <= room and free:
            return said
    return []


def _longest_word(seat: SeatScene) -> int:
    """Return how wide the longest word of a bubble is; one that is a chain of letters may break."""
    return min(max(map(cell_width, seat.bubble.split())), _LONGEST_WORD)


def _say(
    canvas: Canvas,
    place: Place,
    seat: SeatScene,
    others: Sequence[Place],
    *,
    loud: bool,
    under: Place | None = None,
    at_right: bool = False,
) -> Place:
    """Paint what a seat said, and return what that covers.

    It stands in lines under each other where it is too long, and they are free.
    """
    x, y, room, _height = place
    at_right = at_right and cell_width(seat.bubble) + BUBBLE_EDGES > room
    said = _lines(canvas, place, seat, others, under=under, at_right=at_right)
    if not said:
        # A word stays whole, whatever it lies on for that moment.
        wide = min(max(room, _longest_word(seat) + BUBBLE_EDGES), canvas.width)
        x = min(x - (wide - room) * at_right, canvas.width - wide)
        room, said = wide, [fit(seat.bubble, max(wide - BUBBLE_EDGES, 1))]
    wide = max(map(cell_width, said))
    x += (room - wide - BUBBLE_EDGES) * at_right
    for line, text in enumerate(said, y):
        paint_bubble(canvas, x, line, text + " " * (wide - cell_width(text)), loud=loud)
    return Place(x, y, wide + BUBBLE_EDGES, len(said))


def free_run(
    canvas: Canvas,
    x: int,
    y: int,
    others: Sequence[Place] = (),
    *,
    step: int = 1,
    under: Place | None = None,
) -> int:
    """Return how many cells from there on nothing is drawn on, and no other plate lies on.

    Where a card is yet to lie counts as nothing; a blank on the face of a card does not.
    """
    cells, slot = 0, slot_look(canvas.palette).color
    felt = style(canvas.palette.felt_ink, canvas.palette.felt).bgcolor
    while 0 <= x < canvas.width and 0 <= y < canvas.height:
        look, cell = canvas.styles[y][x], Place(x, y, 1, 1)
        if under is not None and cell.meets(under):
            pass
        elif look.bgcolor != felt or (canvas.chars[y][x] != " " and look.color != slot):
            break
        if any(cell.meets(other) for other in others):
            break
        cells, x = cells + 1, x + step
    return cells


def paint_bubble(canvas: Canvas, x: int, y: int, text: str, *, loud: bool) -> int:
    """Paint a line of a speech bubble, and return the cell after it."""
    ground = canvas.palette.accent if loud else canvas.palette.card
    edge = style(ground)
    x = canvas.text(x, y, "▐", edge)
    words = x + 1
    x = canvas.text(x, y, f" {text} ", style(readable(ground), ground, bold=True))
    if loud and canvas.palette.hueless:
        canvas.text(words, y, text, style(readable(ground), ground, bold=True, underline=True))
    return canvas.text(x, y, "▌", edge)


def _marks(seat: SeatScene) -> list[tuple[str, bool]]:
    marks: list[tuple[str, bool]] = []
    if seat.winner:
        marks.append((WINNER_SIGN, False))
    if seat.dealer:
        marks.append((PACK_SIGN, False))
    if seat.mark:
        marks.append((f" {seat.mark} ", True))
    return marks


def _draw_cards(
    canvas: Canvas, place: Place, seat: SeatScene, backs: Size, *, step: int, stack: int
) -> int:
    x, y, width, _height = place
    roomy = backs is not Size.LINE
    if seat.shown:
        if roomy:
            between = max(len(seat.shown) - 1, 1)
            apart = max(
                min(Size.TINY.width + 1, (width - Size.TINY.width) // between), _CORNER_CELLS
            )
            for card in seat.shown:
                draw_card(canvas, x, y, card, Size.TINY)
                x += apart
            return x + Size.TINY.width - apart + 2
        for card in seat.shown:
            x = draw_line_card(canvas, x, y, card) + 1
        return x
    if not seat.cards:
        return x
    if seat.cards > MOST_DRAWN_CARDS and roomy:
        draw_fan(canvas, x, y, stack, backs, step=1)
        number = style(canvas.palette.felt_ink, bold=True)
        after = x + stack + backs.width
        return canvas.text(after, y, str(seat.cards), number) + 1
    if roomy:
        draw_fan(canvas, x, y, seat.cards, backs, step=step)
        return x + (seat.cards - 1) * step + backs.width + 1
    noted = max(map(cell_width, seat.notes), default=0)
    if seat.cards > MOST_DRAWN_CARDS or 2 * seat.cards + 1 + noted > width:
        # Where a note would be cut, one back is enough.
        drawn = 1 if noted > width - _COUNTED_BACKS_CELLS - len(str(seat.cards)) else 2
        after = draw_backs(canvas, x, y, drawn) + 1
        number = style(canvas.palette.felt_ink, bold=True)
        after = canvas.text(after, y, str(seat.cards), number)
        if not noted or after + len(NOTE_SEPARATOR) + noted > x + width:
            return after + 1
        return canvas.text(after, y, NOTE_SEPARATOR, style(_soft(canvas.palette)))
    # Where a note would be cut, there is no gap between them.
    gap = int(3 * seat.cards + noted <= width)
    return draw_backs(canvas, x, y, seat.cards, gap=gap) + 1


def _stack(seat: SeatScene, backs: Size, width: int) -> int:
    """Return how many backs lie over each other: fewer where a note beside them would be cut."""
    room = width - backs.width - max(map(cell_width, seat.notes), default=0)
    return min(room, _STACKED_CARDS) if room > 0 else _STACKED_CARDS


def _fan_width(cards: int, backs: Size) -> int:
    """Return the cells that the backs of so many cards take."""
    last = 3 if backs is Size.LINE else backs.width
    if cards > MOST_DRAWN_CARDS:
        return _STACKED_CARDS + last
    return _step(backs) * (cards - 1) + last if cards else 0


def _step_beside(cards: int, backs: Size, room: int) -> int:
    """Return how far one back is from the next, where the words beside them leave that room."""
    step = _step(backs)
    while step > 1 and (cards - 1) * step + backs.width + 1 > room:
        step -= 1
    return step


def _step(backs: Size) -> int:
    """Return how far one back is from the next: larger ones leave as much room beside them."""
    return 3 if backs.height <= Size.TINY.height else 2


def draw_count(canvas: Canvas, x: int, y: int, seat: SeatScene, room: int) -> int:
    """Paint what a seat has left, chips and its bet, or lives; return the cell after it."""
    if seat.chips is not None:
        return _draw_chips(canvas, x, y, seat, room)
    if seat.lives is not None:
        left, most = seat.lives
        palette = canvas.palette
        number = style(palette.felt_ink, bold=True)
        if most > _MOST_LIVES or most + 1 + len(str(left)) > room:
            after = canvas.text(x, y, CHIP_SIGN, style(palette.error))
            return canvas.text(after + 1, y, str(left), number)
        after = canvas.text(x, y, CHIP_SIGN * left, style(palette.error))
        after = canvas.text(after, y, LOST_CHIP_SIGN * (most - left), style(_soft(palette)))
        return canvas.text(after + 1, y, str(left), number)
    return x


def _draw_chips(canvas: Canvas, x: int, y: int, seat: SeatScene, room: int) -> int:
    """Paint the chips that a seat has left, and its bet where that has room."""
    palette = canvas.palette
    after = canvas.text(x, y, CHIP_SIGN, style(palette.warning))
    after = canvas.text(after + 1, y, str(seat.chips), style(palette.felt_ink, bold=True))
    bet = _("bet {chips}", chips=seat.bet) if seat.bet else ""
    left = x + room - after - cell_width(bet)
    if bet and left > 0:
        after = canvas.text(after + min(left, 2), y, bet, style(palette.warning))
    return after


def _soft(palette: Palette) -> str:
    return mix(palette.felt, palette.felt_ink, 0.55)
