"""The face of Truco Paulista: name, presets, its cut, and games of a match."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.presenter import Example
from cardtui_client.games.truco.brazilian.face import BrazilianTruco
from cardtui_client.games.truco_paulista.options import OPTIONS, PRESETS
from cardtui_client.games.truco_paulista.scene import paulista_scene
from cardtui_client.games.truco_paulista.sentences import games_lines, sentences, vira_lines
from cardtui_client.games.truco_paulista.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.cards import cards_words
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh


class TrucoPaulista(BrazilianTruco):
    """The face of Truco Paulista."""

    id = "truco-paulista"
    name = "Truco paulista"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    example = Example((("play", " 7C"), ("truco", ""), ("run", "")), asked="truco")

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.prompt`."""
        if view.phase == Phase.PHASE_CUT:
            return _("Cut the pack, or tap it.")
        return super().prompt(view, model)

    def best_of(self, view: views_pb2.PublicView) -> int:
        """See `BrazilianTruco.best_of`."""
        return view.truco_paulista.best_of

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        view = model.view
        told = None if view is None else sentences(event, view.truco_paulista, model, among)
        return super().sentences(event, model, among) if told is None else told

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`; a new game has begun at 0–0, so games are told."""
        games = games_lines(view.truco_paulista, model)
        return " ".join([super().standing(view, model), *games])

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.state_lines`; beside it lies the vira."""
        return [*super().state_lines(view, model), *vira_lines(view.truco_paulista)]

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        """See `BrazilianTruco.partner`."""
        return [each.card for each in own.truco_paulista.partners]

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """See `Presenter.own_words`; of six seats one has two partners."""
        seen = own.truco_paulista.partners
        if len({each.seat for each in seen}) < 2:
            return super().own_words(own, view)
        cards = cards_words([each.card for each in seen])
        return _("Your partners were dealt {cards}.", cards=cards)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        """See `Presenter.scene`."""
        return paulista_scene(scene, model, view, fresh)
