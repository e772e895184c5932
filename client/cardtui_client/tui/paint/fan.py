"""Paints many cards of your own in a fan: how large they are (`fan_size`), and their marks.
Melds have letters; other marks are for what can be thrown (`THROW_SIGN`) or selected
(`SELECTABLE_SIGN`), is selected (`SELECTED_SIGN`), or was drawn last (`DRAWN_SIGN`). The place in
the middle where melds are laid: `draw_target`.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.model.cards import face
from cardtui_client.scene.middle import (
    LOOSE,
    SELECTED,
    CardZone,
    HandScene,
    Target,
    TargetZone,
    Zone,
)
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, readable, style
from cardtui_client.tui.paint.cards import (
    UNCOVERED_STEPS,
    WILD_SIGN,
    Extent,
    Look,
    Size,
    dimmed,
    draw_card,
    draw_key,
    draw_line_card,
    draw_strip,
)

THROW_SIGN: Final = "▲"
"""The mark of a card that can be thrown to go out."""

SELECTABLE_SIGN: Final = "○"
DRAWN_SIGN: Final = "▼"
"""The mark of the card that was drawn last."""
SELECTED_SIGN: Final = "●"
_MELD_LETTERS: Final = "abcdefgh"
_LEAST_STEPS: Final = UNCOVERED_STEPS | {
    Size.LARGE: 7,
    Size.MEDIUM: 5,
    Size.SMALL: 4,
    Size.TINY: 4,
    Size.LINE: 4,
}
"""How much of a card must stay to be seen: its corner, and a pip or a face under that."""

_SMALL_SIZES: Final = (Size.SMALL, Size.TINY)
_SMALLEST_SIZES: Final = (Size.TINY, Size.LINE)
_FULL_HAND_CARDS: Final = 10
"""A hand of nine keeps its size when a card is drawn to it."""
_LINES_AROUND: Final = 2
"""The lines around the cards: your name above them, and their melds below."""
_RIGHT_MARGIN: Final = 2
"""The cells at the right of the last card: for its shadow, and one of the cloth."""


class Fan(NamedTuple):
    """How a hand lies.

    Attributes:
        size: of its cards.
        step: from one card to the next.
        x: where the first one lies.
        seen: how much of each is to be seen once the hand is full: what is drawn there stays.
    """

    size: Size
    step: int
    x: int
    seen: int


def fan_size(room: Extent, left: int, count: int, wanted: str = "auto") -> Size:
    """Return how large so many cards are between that column and the right edge."""
    sizes = tuple(reversed(Size)) if wanted != "line" else (Size.LINE,)
    if wanted == "small":
        sizes = (*_SMALL_SIZES, Size.LINE)
    for size in sizes:
        step = _most(room, left, size, max(count, _FULL_HAND_CARDS))
        if size.height + _LINES_AROUND <= room.height and step >= _LEAST_STEPS[size]:
            return size
    return Size.LINE


def fan_of(room: Extent, left: int, count: int, wanted: str) -> Fan:
    """Return how so many cards lie between that column and the right edge.

    They lie in the middle where they have room there, else from the left.
    """
    size = fan_size(room, left, count, wanted)
    step, seen = (
        min(size.width + 1, max(_most(room, left, size, each), _LEAST_STEPS[Size.LINE]))
        for each in (count, max(count, _FULL_HAND_CARDS))
    )
    total = step * (count - 1) + size.width
    return Fan(size, step, max((room.width - total) // 2, left), seen)


def _most(room: Extent, left: int, size: Size, count: int) -> int:
    """Return how far one of so many cards may lie from the next."""
    return (room.width - left - _RIGHT_MARGIN - size.width) // max(count - 1, 1)


def tags_of(hand: HandScene) -> tuple[str, ...]:
    """Return by card the letter of its meld, or the mark of what can be thrown.

    The meld that begins first in the hand is the first of the alphabet.
    While cards are laid down by hand those are your own melds, and what is selected.
    """
    if hand.marks:
        signs = {LOOSE: SELECTABLE_SIGN, SELECTED: SELECTED_SIGN}
        return tuple(signs.get(mark) or _MELD_LETTERS[(mark - 1) % 8] for mark in hand.marks)
    melds: dict[int, list[int]] = {}
    for number, meld in enumerate(hand.melds):
        for card in meld:
            melds.setdefault(card, []).append(number)
    letters: dict[int, str] = {}
    throws = Counter(set(hand.throws))
    tags: list[str] = []
    for card in hand.cards:
        if melds.get(card):
            tags.append(letters.setdefault(melds[card].pop(0), _MELD_LETTERS[len(letters) % 8]))
        elif throws[card] > 0:
            throws[card] -= 1
            tags.append(THROW_SIGN)
        else:
            tags.append("")
    return tuple(tags)


def _inside(x: int, y: int, size: Size) -> Place:
    """Return where a card has its picture, under its corner."""
    return Place(
        x + size.framed, y + 1, size.width - 2 * size.framed, size.height - 1 - size.framed
    )


def draw_fan_hand(
    canvas: Canvas,
    left: int,
    hand: HandScene,
    *,
    picked: int | None,
    hovered: Zone | None,
    wanted: str,
) -> None:
    """Paint the hand to the right of that column."""
    palette = canvas.palette
    room = Extent(canvas.width, canvas.height)
    size, step, x, seen = fan_of(room, left, len(hand.cards), wanted)
    top = max(canvas.height - size.height - 1, 0)
    lift = int(top > 1)  # the first line is your name's
    tags = tags_of(hand)
    newest = max((at for at, card in enumerate(hand.cards) if card == hand.drawn), default=None)
    colours = (palette.success, palette.accent, palette.teams[0], palette.teams[1])
    there = len(hand.cards) - hand.coming
    for index, card in enumerate(hand.cards[:there]):
        zone = CardZone(index)
        is_picked = index == picked
        mark = hand.marks[index] if hand.marks else LOOSE
        lifted = mark == SELECTED if hand.marks else is_picked
        y = top - lift if lifted else top
        look = Look.DIM if mark > LOOSE or hand.unplayed else Look.PLAIN
        if is_picked:
            look = Look.PICKED
        elif hovered == zone and not hand.unplayed:
            look = Look.HOVERED
        sign = WILD_SIGN if card in hand.wild and size.framed else ""
        covered = step < size.width and index + 1 < there
        draw_card(canvas, x, y, card, size, look=look, sign=sign, covered=covered)
        paper = dimmed(palette) if look is Look.DIM else palette.card
        stripped = covered and seen < UNCOVERED_STEPS[size] and size not in _SMALLEST_SIZES
        if stripped and not face(card).hidden:
            inside = _inside(x, y, size)
            canvas.fill(inside, style(paper, paper))
            draw_strip(canvas, inside._replace(width=seen - size.framed), card, paper)
        if index < 10 and not (hand.watching or hand.unplayed):
            seen_part = Place(x, y, 4, size.height)  # the next card may lie over the rest
            draw_key(canvas, seen_part, size, (index + 1) % 10, paper, picked=is_picked)
        if index == newest and size.height >= Size.TINY.height:
            canvas.text(
                x + 3, y, DRAWN_SIGN, style(mix(palette.error, paper, 0.2), paper, bold=True)
            )
        width = size.width if index == there - 1 else min(step, size.width)
        canvas.zone(Place(x, y, width, canvas.height - y), zone)
        x += step
    x -= step * there
    ground = style(palette.felt_ink, palette.felt)
    canvas.fill(Place(left, top + size.height, canvas.width - left, 1), ground)
    for index, tag in enumerate(tags[:there]):
        at = x + index * step
        if tag in (THROW_SIGN, SELECTABLE_SIGN, SELECTED_SIGN):
            ink = (
                mix(palette.felt, palette.felt_ink, 0.6)
                if tag == SELECTABLE_SIGN
                else palette.warning
            )
            canvas.text(at + 1, top + size.height, tag, style(ink, bold=tag != SELECTABLE_SIGN))
        elif tag:
            joined = index + 1 < len(tags) and tags[index + 1] == tag
            width = step if joined else min(step, size.width + 1) - 1
            colour = style(colours[ord(tag) % len(colours)], bold=True)
            canvas.text(at, top + size.height, f"━{tag}" + "━" * (width - 2), colour)


_NARROWEST_TARGET: Final = 10
_WIDEST_TARGET: Final = 46
_TALLEST_TARGET: Final = 13
_CARD_CELLS: Final = 4


def draw_target(canvas: Canvas, middle: Place, target: Target) -> None:
    """Paint it over what else lies there; all of it can be clicked."""
    palette = canvas.palette
    width = min(middle.width, _WIDEST_TARGET)
    x = middle.x + (middle.width - width) // 2
    height = min(middle.height, _TALLEST_TARGET)
    top = middle.y + (middle.height - height) // 2
    ground = mix(palette.felt, palette.turn, 0.16 if target.ready else 0.06)
    edge = palette.turn if target.ready else mix(palette.felt, palette.felt_ink, 0.5)
    if width < _NARROWEST_TARGET:
        return
    place = Place(x, top, width, height)
    canvas.fill(place, style(palette.felt_ink, ground))
    _draw_edge(canvas, place, style(edge, ground))
    canvas.zone(place, TargetZone())
    inner = width - 4
    words = wrap(target.words, inner)[: max(height - 2, 1)]
    rows = _rows(target.melds, inner // _CARD_CELLS)
    room = max(height - 2 - len(words), 0)
    rows = rows[-room:] if room else []
    step = 2 if room >= 2 * len(rows) else 1
    gap = 1 if rows and step == 1 and room > len(rows) else 0
    y = top + max((height - len(rows) * step - gap - len(words)) // 2, 0)
    for row in rows:
        after = x + (width - len(row) * _CARD_CELLS + 1) // 2
        for card in row:
            after = draw_line_card(canvas, after, y, card) + 1
        y += step
    y += gap
    soft = style(mix(ground, palette.felt_ink, 0.8), ground, italic=True)
    look = soft
    if target.ready:
        look = style(readable(palette.turn), palette.turn, bold=True)
    for line in words:
        shown = f" {line} " if target.ready else line
        shown = fit(shown, width - 2)
        canvas.text(x + (width - cell_width(shown)) // 2, y, shown, look)
        y += 1
    note = wrap(target.note, width - 2)
    if y + len(note) < top + height:
        for line in note:
            canvas.text(x + (width - cell_width(line)) // 2, y, line, soft)
            y += 1


def _rows(melds: tuple[tuple[int, ...], ...], most: int) -> list[tuple[int, ...]]:
    """Return the melds as rows; a long one goes on in the next."""
    most = max(most, 1)
    return [meld[at : at + most] for meld in melds for at in range(0, len(meld), most)]


def _draw_edge(canvas: Canvas, place: Place, look: Style) -> None:
    x, y, width, height = place
    inner = "╌" * (width - 2)
    canvas.text(x, y, f"╭{inner}╮", look)
    for row in range(1, height - 1):
        canvas.text(x, y + row, "╎", look)
        canvas.text(x + width - 1, y + row, "╎", look)
    canvas.text(x, y + height - 1, f"╰{inner}╯", look)
