"""The face: what the words of the rules are called, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cardtui_client.faces.other import OtherFace


class Escoba(OtherFace):
    """The face of Escoba; all else is the general one's."""

    id = "escoba"
    name = "Escoba de 15"
    words: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {
            "takes": "takes",
            "escoba": "escoba!",
            "points": "on points",
            "fifteen": "to fifteen",
        },
        "es_AR": {
            "play": "jugar",
            "take": "levantar",
            "takes": "levanta",
            "escoba": "¡escoba!",
            "table": "mesa",
            "card": "carta jugada",
            "stock": "mazo",
            "taken": "levantadas",
            "escobas": "escobas",
            "target": "tantos",
            "points": "por tantos",
            "bonus": "doble por todos los oros o sietes",
            "fifteen": "a quince",
            "twenty-one": "a veintiuno",
        },
        "pt_BR": {
            "play": "jogar",
            "take": "levantar",
            "takes": "levanta",
            "escoba": "escova!",
            "table": "mesa",
            "card": "carta jogada",
            "stock": "monte",
            "taken": "levantadas",
            "escobas": "escovas",
            "target": "pontos",
            "points": "por pontos",
            "bonus": "dobro por todos os ouros ou setes",
            "fifteen": "a quinze",
            "twenty-one": "a vinte e um",
        },
    }
