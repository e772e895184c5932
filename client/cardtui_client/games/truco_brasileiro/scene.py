"""What is to be seen of Truco Brasileiro alone: the rite of the mão, fouls, cards shown."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import truco_brasileiro_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.truco.brazilian.scene import MOST_CARDS, TRICKS, Part, brazilian_scene
from cardtui_client.games.truco_brasileiro.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_name
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Laid
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import Fresh
from cardtui_client.scene.stub import Stub
from cardtui_client.scene.tricks import Earlier

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic

MOST_REJECTED: Final = 9
"""Three times three cards (TB-09)."""


def add_brasileiro(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    fresh: Fresh,
) -> Scene:
    """Return the scene with what the game adds to it."""
    part = _part(model, view)
    scene = brazilian_scene(scene, model, view, part, fresh)
    game = view.truco_brasileiro
    rejected = tuple(game.rejected[:MOST_REJECTED])
    if view.phase == Phase.PHASE_MAO:
        scene = _decided(scene, game, rejected, part, fresh)
    elif rejected and view.phase in TRICKS:
        scene = scene._replace(earlier=(*scene.earlier, Earlier(_("rejected"), None, rejected)))
    return scene._replace(seats=tuple(_seat(seat, game) for seat in scene.seats))


def _part(model: TableModel, view: views_pb2.PublicView) -> Part:
    """Return what the game tells of the hand; one's own cards face down only as it is now."""
    now = view is model.view
    own = model.own if now else model.own_before
    known = truco_brasileiro_pb2.TrucoBrasileiroOwn() if own is None else own.truco_brasileiro
    partners = () if model.seat is None else model.partners_of(model.seat)
    return Part(
        view.truco_brasileiro,
        {seat: tuple(known.partner) for seat in partners},
        tuple(known.face_down) if now else (),
        VERBS,
    )


def _decided(
    scene: Scene, game: Public, rejected: tuple[int, ...], part: Part, fresh: Fresh
) -> Scene:
    """Return the scene while the mão decides about its cards."""
    seen = tuple(card for cards in part.held.values() for card in cards)
    if seen:
        scene = scene._replace(earlier=(Earlier(_("your partner"), None, seen),))
    if rejected:
        laid = Laid(rejected, fresh=sum(card in fresh.shown for card in rejected))
        scene = scene._replace(middle=laid)
    if game.rejections:
        times, most = game.rejections, game.most_rejections
        caption = _("rejected {n} of {most} times", n=times, most=most)
        scene = scene._replace(caption=caption)
    return scene._replace(stub=Stub())


def _seat(seat: SeatScene, game: Public) -> SeatScene:
    notes = seat.notes
    if game.HasField("last_foul") and game.last_foul.seat == seat.seat:
        notes = (_("foul"), *notes)
    shown = [each.card for each in game.shown[:MOST_CARDS] if each.seat == seat.seat]
    if shown:
        cards = ", ".join(card_name(card) for card in shown)
        notes = (*notes, _("shown: {cards}", cards=cards))
    return seat._replace(notes=notes)
