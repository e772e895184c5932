"""What is to be seen of Truco Paulista alone: the vira, and the cards of several partners."""

from __future__ import annotations

from cardtui.v1 import truco_paulista_pb2, truco_pb2, views_pb2
from cardtui_client.games.truco.brazilian.scene import Part, brazilian_scene
from cardtui_client.games.truco.brazilian.verbs import called
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh


def paulista_scene(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
) -> Scene:
    """Return the scene with what the game adds to it."""
    now = view is model.view
    own = model.own if now else model.own_before
    known = truco_paulista_pb2.TrucoPaulistaOwn() if own is None else own.truco_paulista
    partners: dict[int, tuple[int, ...]] = {}
    for each in known.partners:
        partners[each.seat] = (*partners.get(each.seat, ()), each.card)
    game = view.truco_paulista
    part = Part(game, partners, tuple(known.face_down) if now else (), _said, game.flip or None)
    return brazilian_scene(scene, model, view, part, fresh)


def _said(spoken: truco_pb2.SpokenCall) -> str:
    return called(spoken.verb, spoken.number)
