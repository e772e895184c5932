"""What is to be seen of Truco Paulista alone: vira and manilhas, games, several partners."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import truco_paulista_pb2, views_pb2
from cardtui_client.games.truco.brazilian.scene import Part, brazilian_scene
from cardtui_client.games.truco_paulista.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.sides import sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh
from cardtui_client.text import safe_text

_MANILHAS: Final = 4
"""There are no more of them, whatever a server says."""


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
    part = Part(game, partners, tuple(known.face_down) if now else (), VERBS, game.flip or None)
    scene = brazilian_scene(scene, model, view, part, fresh)
    facts = (*_facts(game, model), *scene.top.facts)
    return scene._replace(
        top=scene.top._replace(facts=facts), crowned=tuple(game.manilhas[:_MANILHAS])
    )


def _facts(game: truco_paulista_pb2.TrucoPaulistaPublic, model: TableModel) -> list[str]:
    facts = [_("manilha {rank}", rank=safe_text(game.manilha, 2))] if game.manilha else []
    if game.best_of > 1:
        won = [str(game.games[side]) for side in sides_in_order(model) if side < len(game.games)]
        facts.append(_("games {score}", score="–".join(won)))
    return facts
