"""Paints what is on its way over the table: cards, chips, points; calls, close-ups and ribbons.
How a call as wide as the table looks: `draw_shout`; the band that announces a hand, with stars:
`draw_ribbon`. How fast things fly is in `scene/moves.py`; large letters: `tui/paint/letters.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cardtui_client.model.cards import COIN_SIGN, SUIT_SIGNS, face
from cardtui_client.scene.middle import Flying, Piles, Shout, Spot, Thing, Where
from cardtui_client.scene.scene import CloseUp, Flip, Played, Ribbon, Scene
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, readable, style
from cardtui_client.tui.paint.cards import Look, Size, draw_back, draw_card, draw_line_card, ink_of
from cardtui_client.tui.paint.layout import Layout, place_of_middle
from cardtui_client.tui.paint.letters import large
from cardtui_client.tui.paint.piles import columns_of
from cardtui_client.tui.paint.score import COLUMN_WIDTH, PAD_WIDTH

_CHIP_SIGN: Final = "●"
_CARD_STEP: Final = Size.LINE.width + 1
_MATCH_SIGN: Final = "╱"
_BOWL_LINE: Final = 9
"""About where the bowl stands beside the felt."""


def draw_flying(
    canvas: Canvas, place: Place, scene: Scene, layout: Layout, *, stub: Place | None
) -> None:
    """Paint all that is on its way.

    Args:
        place: the felt without the score beside it.
        stub: where the rest of the pack lies, or ``None``.
    """

    def at(spot: Spot) -> tuple[int, int] | None:
        return _middle_of(spot, place, scene, layout, stub)

    for flying in scene.flying:
        start, end = at(flying.origin), at(flying.target)
        if start is None or end is None:
            continue  # a place that is not to be seen here
        x = round(start[0] + (end[0] - start[0]) * flying.part)
        y = round(start[1] + (end[1] - start[1]) * flying.part)
        _draw(canvas, x, y, flying, bowl=scene.bowl)


def _draw(canvas: Canvas, x: int, y: int, flying: Flying, *, bowl: bool) -> None:
    palette = canvas.palette
    match flying.thing:
        case Thing.CARD | Thing.SMALL_CARD as thing:
            size = Size.TINY if thing is Thing.CARD else Size.LINE
            draw_card(canvas, x - size.width // 2, y - size.height // 2, flying.card, size)
        case Thing.CHIP:
            canvas.text(x, y, _CHIP_SIGN, style(palette.warning, bold=True))
        case Thing.POINT:
            canvas.text(x, y, _CHIP_SIGN if bowl else _MATCH_SIGN, style(palette.turn, bold=True))
        case Thing.SIGN:
            _draw_sign(canvas, x, y, flying.card)


def _draw_sign(canvas: Canvas, x: int, y: int, card: int) -> None:
    """Paint a coin of gold, or a French suit on a scrap of paper."""
    shown, palette = face(card), canvas.palette
    if shown.deck == "french":
        look = style(ink_of(shown, palette), palette.card, bold=True)
        canvas.text(x - 1, y, f" {SUIT_SIGNS[shown.suit]} ", look)
    else:
        canvas.text(x, y, COIN_SIGN, style(palette.turn, bold=True))


def _middle_of(
    spot: Spot, place: Place, scene: Scene, layout: Layout, stub: Place | None
) -> tuple[int, int] | None:
    """Return the middle of a place on the felt, ``None`` where there is no such place."""
    match spot.where:
        case Where.SEAT if spot.number == scene.viewpoint:
            return place.x + place.width // 2, place.height
        case Where.SEAT:
            return _centre(layout.plates.get(spot.number))
        case Where.TRICK:
            return _centre(layout.cards.get(spot.number))
        case Where.PACK if stub is not None:
            return _centre(stub)
        case Where.PACK:
            dealer = next((seat.seat for seat in scene.seats if seat.dealer), scene.viewpoint)
            return _middle_of(Spot(Where.SEAT, dealer), place, scene, layout, stub)
        case Where.STOCK | Where.DISCARDS:
            if not isinstance(scene.middle, Piles):
                return _centre(layout.middle)
            return _centre(_piles_of(scene.middle, layout)[spot.where.value])
        case Where.POT:
            piles = scene.middle if isinstance(scene.middle, Piles) else None
            lie = {} if piles is None else _piles_of(piles, layout)
            return _centre(lie.get("pot", layout.middle))
        case Where.BOWL if not place.x:
            return None  # the top line alone tells the score
        case Where.BOWL:
            line = min(_BOWL_LINE, place.height - 1)
            return (PAD_WIDTH // 2, line) if scene.bowl else (place.x + 2, line)
        case Where.TALLY:
            return spot.number * (COLUMN_WIDTH + 1) + COLUMN_WIDTH // 2, 1
        case Where.ABOVE:
            return place.x + place.width * spot.number // 100, -1


def _piles_of(piles: Piles, layout: Layout) -> dict[str, Place]:
    return columns_of(place_of_middle(layout, piles), piles, layout.largest).places


def _centre(place: Place | None) -> tuple[int, int] | None:
    return None if place is None else (place.x + place.width // 2, place.y + place.height // 2)


_SHOUT_EDGES: Final = 4
"""The lines around what is shouted: who shouts and a blank above, a blank and the trick below."""


def draw_shout(canvas: Canvas, place: Place, shout: Shout, trick: Sequence[Played] = ()) -> Place:
    """Paint a call across the felt in large letters, the redder the more it risks.

    Return over what of it nothing flies: all of a call, the letters alone of a cheer.

    Args:
        place: the felt without the score beside it.
        trick: the cards that it covers, which are told under it.
    """
    palette = canvas.palette
    ground = mix(palette.accent, palette.error, (shout.weight - 1) / 2)
    ink, middle = readable(ground), place.x + place.width // 2
    cheers = not shout.name
    if cheers:  # in gold, so that it is no call of anybody
        ground, ink = palette.shade, palette.turn
    bold = style(ink, ground, bold=True)
    room = place.width - 2
    letters = large(shout.words, room, place.height - _SHOUT_EDGES, ascii_only=canvas.ascii_only)
    lines = 1 if letters is None else letters.height
    height = min(lines + _SHOUT_EDGES, place.height)
    top = place.y + (place.height - height) // 2
    first, last = top + (height - lines) // 2, top + height - 1
    canvas.fill(Place(place.x, top, place.width, height), style(ink, ground))
    if first > top:
        canvas.centred(middle, top, fit(shout.name, room), bold)
    if letters is None:
        canvas.centred(middle, first, _spaced(shout.words, room), bold)
    else:
        shown = letters.come(shout.part)
        shown.draw(canvas, middle - letters.width // 2, first, ink, ground)
    if last >= first + lines:
        x = middle - (_CARD_STEP * len(trick) - 1) // 2
        for played in trick:
            look = Look.DIM if played.old and not played.winning else Look.PLAIN
            x = draw_line_card(canvas, x, last, played.card, look=look) + 1
    if letters is None or not cheers:
        return Place(place.x, top, place.width, height)
    return Place(middle - letters.width // 2, first, letters.width, lines)


def _spaced(words: str, room: int) -> str:
    """Return words with their letters apart, if they fit so; marks stay close.

    >>> _spaced("¡Quiero vale!", 24)
    '¡Q u i e r o   v a l e!'
    """
    apart = "   ".join(re.sub(r"(?<=\w)(?=\w)", " ", word) for word in words.split())
    return apart if cell_width(apart) <= room else fit(words, max(room, 0))


_WIDEST_BAND: Final = 48
_LEAST_WORD_CELLS: Final = 8
"""Words beside the card that had fewer cells than these would not be read."""
_CLOSE_UP_SIZES: Final = (Size.LARGE, Size.MEDIUM, Size.SMALL, Size.TINY)


def draw_close_up(canvas: Canvas, place: Place, shown: CloseUp) -> None:
    """Paint the card as big as the room allows, on a dark band, words beside it."""
    palette = canvas.palette
    size = next((each for each in _CLOSE_UP_SIZES if each.height + 2 <= place.height), Size.TINY)
    width = min(place.width, _WIDEST_BAND)
    height = min(size.height + 2, place.height)
    x = place.x + (place.width - width) // 2
    y = place.y + (place.height - height) // 2
    canvas.fill(Place(place.x, y, place.width, height), style(palette.felt_ink, palette.shade))
    left, top = x + 2, y + 1
    match shown.flip:
        case Flip.BACK:
            draw_back(canvas, left, top, size)
        case Flip.EDGE:
            _draw_edge(canvas, left, top, size)
        case Flip.FACE if face(shown.card).hidden:
            draw_back(canvas, left, top, size)
        case Flip.FACE:
            draw_card(canvas, left, top, shown.card, size)
    room = width - size.width - 6
    if room < _LEAST_WORD_CELLS:
        return
    lines = [(line, index) for index, words in enumerate(shown.words) for line in wrap(words, room)]
    line = y + max((height - len(lines)) // 2, 0)
    for words, index in lines:
        ink = palette.side(shown.side) if index == 0 else palette.felt_ink
        if index > 1:
            ink = palette.turn
        canvas.text(left + size.width + 2, line, fit(words, room), style(ink, bold=index != 1))
        line += 1


def _draw_edge(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint a card halfway between back and face."""
    palette = canvas.palette
    width = max(size.width // 4, 1)
    left = x + (size.width - width) // 2
    paper = mix(palette.card, palette.back, 0.35)
    canvas.fill(Place(left, y, width, size.height), style(palette.card_edge, paper))
    for row in range(size.height):
        canvas.text(left, y + row, "▏", style(palette.card_edge, paper))


def draw_ribbon(canvas: Canvas, place: Place, ribbon: Ribbon) -> None:
    """Paint a ribbon across the place, its title spread out if there is room."""
    palette = canvas.palette
    ground = palette.accent
    ink = readable(ground)
    title = " ".join(ribbon.title.upper())
    if cell_width(title) > place.width - 8:
        title = ribbon.title.upper()
    words = wrap(ribbon.words, max(place.width - 4, 1))[:2]
    height = min(len(words) + 4, place.height)
    y = place.y + max((place.height - height) // 2, 0)
    canvas.fill(Place(place.x, y, place.width, height), style(ink, ground))
    rule = style(mix(ground, ink, 0.5), ground)
    canvas.text(place.x, y, "━" * place.width, rule)
    canvas.text(place.x, y + height - 1, "━" * place.width, rule)
    _centred(canvas, place, y + 1, f"★ {fit(title, place.width - 6)} ★", bold=True)
    for row, line in enumerate(words):
        _centred(canvas, place, y + 3 + row, fit(line, place.width - 2), bold=False)


def _centred(canvas: Canvas, place: Place, y: int, text: str, *, bold: bool) -> None:
    x = place.x + (place.width - cell_width(text)) // 2
    canvas.text(x, y, text, style(readable(canvas.palette.accent), bold=bold))
