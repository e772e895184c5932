"""What of the felt is taken: by seats, by what lies in the middle, by cards still to come."""

from __future__ import annotations

from cardtui_client.scene.middle import Piles, Pot, Print
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Place
from cardtui_client.tui.paint.layout import Layout
from cardtui_client.tui.paint.piles import columns_of, ring_of


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
    middle = layout.middle
    match scene.middle:
        case Print():
            return tuple(_around(card, 1) for card in layout.cards.values())
        case Piles() as piles:
            places = columns_of(middle, piles).places.values()
            return tuple(each._replace(height=each.height + 2) for each in places)
        case Pot():
            return (ring_of(middle),)
        case _:
            return (middle,)


def _around(place: Place, cells: int) -> Place:
    """Return a place with so many cells around it."""
    x, y, width, height = place
    return Place(x - cells, y - cells, width + 2 * cells, height + 2 * cells)
