"""The face of Pif Paf: its name and presets, and the prompts and prices that are its own."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2
from cardtui_client.games.actor import actor_of
from cardtui_client.games.betting.face import BettingFace
from cardtui_client.games.betting.options import UNENDING
from cardtui_client.games.pif_paf.options import OPTIONS, PRESETS
from cardtui_client.games.pif_paf.sentences import acted
from cardtui_client.games.pif_paf.verbs import VERBS
from cardtui_client.games.presenter import Example
from cardtui_client.games.rummy.face import RummyFace
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


class PifPaf(RummyFace, BettingFace):
    """The face of Pif Paf."""

    id = "pif-paf"
    name = "Pif Paf"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    demo = UNENDING
    example = Example((("draw", " stock"), ("discard", " 7C"), ("go_out", "")), asked="go_out")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        if event.HasField("acted"):
            told = acted(event.acted, actor_of(event.acted.seat, model), model, among)
            if told is not None:
                return told
        return super().sentences(event, model, among)

    def prompt_aside(self, model: TableModel) -> str:
        """See `Presenter.prompt_aside`."""
        return _("You can go out with the discard: claim it.")
