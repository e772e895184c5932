"""A face alone: high card in three languages, wherever it is played. No server needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cardtui.v1 import views_pb2
from cardtui_client.faces.other import OtherFace
from cardtui_client.faces.presenter import Verb
from cardtui_client.i18n import language
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Tone


class HighCard(OtherFace):
    """Says what the general face cannot know."""

    id = "high-card"
    name = "High card"
    verbs: ClassVar[Mapping[str, Verb]] = {"play": Verb(into_trick=True, tone=Tone.YES)}
    words: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "es_AR": {"play": "jugar", "target": "tantos", "standard": "de siempre"},
        "pt_BR": {"play": "jogar", "target": "pontos", "standard": "de sempre"},
    }
    prompts: ClassVar[Mapping[str, str]] = {
        "en": "Your turn: the highest card takes the trick.",
        "es_AR": "Te toca: la carta más alta se lleva la baza.",
        "pt_BR": "Sua vez: a carta mais alta leva a vaza.",
    }

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return self.prompts[language()]
