"""Painting the felt: the seats around, the trick, the pot, the score, a paper over it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from rich.style import Style

from cardtui_client.i18n import _
from cardtui_client.model.cards import SIGNS
from cardtui_client.scene.scene import Pot, Scene, Target
from cardtui_client.text import cell_width, fit
from cardtui_client.tui.paint.beans import draw_tentos
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.card_shapes import WIDE_PIPS
from cardtui_client.tui.paint.cards import Look, draw_card
from cardtui_client.tui.paint.colours import mix, style
from cardtui_client.tui.paint.laid import draw_laid
from cardtui_client.tui.paint.layout import Layout, Side, lay_out
from cardtui_client.tui.paint.matches import WIDTH as PAD_WIDTH
from cardtui_client.tui.paint.matches import draw_pad
from cardtui_client.tui.paint.pack import draw_pack
from cardtui_client.tui.paint.paper import draw_paper, paper_on_felt
from cardtui_client.tui.paint.piles import draw_piles
from cardtui_client.tui.paint.plates import draw_bubble, draw_plate
from cardtui_client.tui.paint.shows import draw_close_up, draw_ribbon
from cardtui_client.tui.paint.stub import draw_stub, place_of_stub
from cardtui_client.tui.paint.target import draw_target

_TALLEST_PILE: Final = 5


def paint_felt(
    canvas: Canvas,
    scene: Scene,
    fresh: AbstractSet[int] = frozenset(),
    target: Target | None = None,
) -> None:
    """Paint the felt.

    Args:
        canvas: where to.
        scene: what there is.
        fresh: the seats that have just spoken.
        target: what the middle says while cards are laid down by hand.
    """
    palette = canvas.palette
    width, height = canvas.width, canvas.height
    canvas.clear(style(palette.felt_ink, palette.felt))
    pad = PAD_WIDTH if scene.tallies else 0
    if scene.tallies:
        (draw_tentos if scene.bowl else draw_pad)(canvas, 0, 0, scene.tallies)
    place = Place(pad, 0, width - pad, height)
    chips = any(seat.chips is not None or seat.lives is not None for seat in scene.seats)
    layout = lay_out(
        place,
        max(len(scene.seats), 1),
        scene.viewpoint,
        clockwise=scene.clockwise,
        tall_plates=chips,
    )
    for seat in scene.seats:
        if (plate := layout.plates.get(seat.seat)) is not None:
            covered = seat.bubble and layout.sides[seat.seat] is Side.TOP
            shown = seat._replace(notes=()) if covered else seat
            draw_plate(canvas, plate, shown, roomy=layout.roomy)
    if target is not None:
        draw_target(canvas, layout.middle, target)
    elif scene.pack is not None and not scene.pack.mine:
        draw_pack(canvas, layout.middle, scene.pack)
    elif scene.piles is not None:
        draw_piles(canvas, layout.middle, scene.piles)
    elif scene.laid:
        draw_laid(canvas, layout.middle, scene.laid, fresh=scene.laid_fresh)
    elif not scene.trick and scene.pot is None:
        _draw_print(canvas, layout.middle, scene.print)
    if scene.stub:
        _draw_stub(canvas, place, scene, layout)
    _draw_trick(canvas, scene, layout)
    if scene.pot is not None:
        _draw_pot(canvas, layout.middle, scene.pot)
    for seat in scene.seats:
        if (plate := layout.plates.get(seat.seat)) is not None:
            draw_bubble(canvas, plate, layout.sides[seat.seat], seat, fresh=seat.seat in fresh)
    if scene.caption:
        middle = layout.middle
        _centred(
            canvas,
            middle.x + middle.width // 2,
            height - 1,
            fit(scene.caption, middle.width),
            style(mix(palette.felt, palette.felt_ink, 0.75), italic=True),
        )
    if scene.close_up is not None:
        draw_close_up(canvas, place, scene.close_up)
    if scene.ribbon is not None:
        draw_ribbon(canvas, place, scene.ribbon)
    if scene.paper and paper_on_felt(scene):
        draw_paper(canvas, place, scene.paper)


def _draw_stub(canvas: Canvas, place: Place, scene: Scene, layout: Layout) -> None:
    dealer = next((seat.seat for seat in scene.seats if seat.dealer), None)
    mano = next((seat.seat for seat in scene.seats if seat.mark), None)
    if dealer is None or mano is None:
        return
    lies = place_of_stub(place, layout, dealer, mano)
    if lies is not None:
        draw_stub(canvas, lies)


def _draw_print(canvas: Canvas, middle: Place, deck: str) -> None:
    """Print the suits on the cloth, so faint that nothing on it is harder to see."""
    faint = style(mix(canvas.palette.felt, canvas.palette.felt_ink, 0.14))
    shapes = tuple(WIDE_PIPS[suit] for suit in "EOCB")
    if deck == "french":
        shapes = tuple((f"  {sign}  ",) for sign in SIGNS.values())
    gap = 3
    width = len(shapes) * 5 + (len(shapes) - 1) * gap
    height = len(shapes[0])
    if not deck or width > middle.width or height + 2 > middle.height:
        return
    x = middle.x + (middle.width - width) // 2
    y = middle.y + (middle.height - height) // 2
    for shape in shapes:
        canvas.stamp(x, y, shape, faint)
        x += 5 + gap


def _draw_trick(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    for played in sorted(scene.trick, key=lambda each: (each.winning, each.fresh)):
        place = layout.cards.get(played.seat)
        if place is None:
            continue  # a seat that this table does not have
        look = Look.PLAIN
        if played.old and not played.winning:
            look = Look.DIM
        elif played.fresh:
            look = Look.FRESH
        elif played.winning:
            look = Look.WINNING
        draw_card(canvas, place.x, place.y, played.card, layout.size, look=look)


def _draw_pot(canvas: Canvas, middle: Place, pot: Pot) -> None:
    """Paint piles of chips, the number under them."""
    palette = canvas.palette
    centre = middle.x + middle.width // 2
    words = _("pot {chips}", chips=pot.chips)
    cap = "" if pot.cap is None else _("at most {chips} each", chips=pot.cap)
    room = max(middle.height - 2, 1)
    piles = _piles(pot.chips, min((middle.width - 4) // 4, 9), min(room, _TALLEST_PILE))
    tallest = max(piles, default=0)
    height = tallest + 1 + bool(cap)
    y = middle.y + max((middle.height - height) // 2, 0)
    left = centre - len(piles) * 2
    colours = (palette.warning, palette.error, palette.teams[0], palette.success)
    for index, pile in enumerate(piles):
        colour = colours[index % len(colours)]
        chip = style(colour, mix(colour, palette.felt, 0.45))
        for level in range(pile):
            canvas.text(left + index * 4, y + tallest - 1 - level, "▄▄▄", chip)
    _centred(canvas, centre, y + tallest, words, style(palette.felt_ink, bold=True))
    soft = style(mix(palette.felt, palette.felt_ink, 0.7))
    _centred(canvas, centre, y + tallest + 1, fit(cap, middle.width), soft)


def _piles(chips: int, most: int, high: int) -> list[int]:
    """Return the heights of the piles that so many chips make, as even as piles get."""
    if chips <= 0:
        return []
    wanted = min(max(-(-chips // high), 1), max(most, 1))
    shown = min(chips, wanted * high)
    whole, rest = divmod(shown, wanted)
    return [whole + (index < rest) for index in range(wanted)]


def _centred(canvas: Canvas, centre: int, y: int, text: str, look: Style) -> None:
    canvas.text(centre - cell_width(text) // 2, y, text, look)
