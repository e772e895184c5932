"""The face of Truco Brasileiro: name, presets, and the prompts of its cut and of the mão."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_brasileiro_pb2 import PackEnd, TrucoBrasileiroCutAction
from cardtui_client.games.presenter import Example
from cardtui_client.games.truco.brazilian import standing
from cardtui_client.games.truco.brazilian.face import BrazilianTruco
from cardtui_client.games.truco_brasileiro.options import OPTIONS, PRESETS
from cardtui_client.games.truco_brasileiro.scene import add_brasileiro
from cardtui_client.games.truco_brasileiro.sentences import decides_lines, sentences, table_lines
from cardtui_client.games.truco_brasileiro.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh


class TrucoBrasileiro(BrazilianTruco):
    """The face of Truco Brasileiro."""

    id = "truco-brasileiro"
    name = "Truco brasileiro"
    verbs = VERBS
    options = OPTIONS
    decided = (Phase.PHASE_MAO, Phase.PHASE_ELEVEN)
    presets = PRESETS
    example = Example((("play", " 7C"), ("truco", ""), ("run", "")), asked="truco")

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        """See `Presenter.attempt`; a cut that is well formed has one place and an end."""
        if verb != self.wire_verb("cut"):
            return super().attempt(verb, model, number, value)
        cut = TrucoBrasileiroCutAction(at=[20], source=PackEnd.PACK_END_TOP)
        return actions_pb2.Action(truco_brasileiro_cut=cut)

    def consults(self, view: views_pb2.PublicView, model: TableModel) -> bool:
        """Tell whether one's side must answer a raise (TB-31)."""
        if view.phase != Phase.PHASE_ANSWER or model.seat is None:
            return False
        return any(model.team_of(seat) == model.team_of(model.seat) for seat in view.to_act)

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        told = sentences(event, model, among)
        if told is None:
            told = super().sentences(event, model, among)
        if told is None or model.view is None or not event.HasField("acted"):
            return told
        accepted = event.acted.action.HasField("accept")
        return [*told, *decides_lines(model.view.truco_brasileiro)] if accepted else told

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.prompt`."""
        game = view.truco_brasileiro
        match view.phase:
            case Phase.PHASE_CUT:
                return _("Cut the pack.")
            case Phase.PHASE_MAO if game.served:
                return _("You are mão: keep these three, or reject them.")
            case Phase.PHASE_MAO:
                return _("You are mão: keep these three, pass them on, or reject them.")
            case Phase.PHASE_PLAY if game.decides:
                return _("The raise was accepted: this trick decides the hand. Play a card.")
            case _:
                return super().prompt(view, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.state_lines`."""
        game = view.truco_brasileiro
        return [
            *standing.state_lines(game, model),
            *table_lines(game, model),
            *decides_lines(game),
            *standing.proposed_lines(game),
        ]

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        """See `BrazilianTruco.partner`."""
        return own.truco_brasileiro.partner

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        """See `Presenter.scene`."""
        return add_brasileiro(scene, model, view, fresh)
