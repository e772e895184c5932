"""The face of traditional Pif Paf: name, presets, and the prompts that are its own."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import actions_pb2, events_pb2
from cardtui_client.games.actor import actor_of
from cardtui_client.games.arguments import span_of, verb_of
from cardtui_client.games.betting.options import UNENDING
from cardtui_client.games.betting.risk import chips_risk
from cardtui_client.games.pif_paf_tradicional.options import OPTIONS, PRESETS
from cardtui_client.games.pif_paf_tradicional.sentences import acted
from cardtui_client.games.pif_paf_tradicional.verbs import VERBS
from cardtui_client.games.presenter import Example
from cardtui_client.games.risk import Risk
from cardtui_client.games.rummy.face import RummyFace
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


class PifPafTradicional(RummyFace):
    """The face of traditional Pif Paf."""

    id = "pif-paf-tradicional"
    name = "Pif Paf tradicional"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    demo = UNENDING
    example = Example((("vou", " 5"), ("discard", " 7C"), ("bater", "")), asked="bater")

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        """See `Presenter.risk`."""
        return chips_risk(choice, model, number)

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """See `Presenter.number_line`; the price is that of the word alone."""
        if verb_of(choice) != "vou":
            return super().number_line(choice, word, price, model)
        low, high, _most = span_of(choice)
        return _("{word} N: {low} to {high} chips", word=word, low=low, high=high)

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        if event.HasField("acted"):
            told = acted(event.acted, actor_of(event.acted.seat, model), among)
            if told is not None:
                return told
        return super().sentences(event, model, among)
