"""Which face shows which game; a game without one is shown the general way."""

from __future__ import annotations

from typing import Final

from cardtui_client.faces.cacheta import Cacheta
from cardtui_client.faces.cacho import Cacho
from cardtui_client.faces.pif_paf import PifPaf
from cardtui_client.faces.pif_paf_tradicional import PifPafTradicional
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.truco_argentino.face import TrucoArgentino
from cardtui_client.faces.truco_brasileiro import TrucoBrasileiro
from cardtui_client.faces.truco_paulista import TrucoPaulista
from cardtui_client.model.cards import game_of
from cardtui_client.model.table import TableModel

GENERIC: Final = Presenter()
"""All of it is said the general way."""


FACES: Final[tuple[Presenter, ...]] = (
    TrucoArgentino(),
    TrucoBrasileiro(),
    TrucoPaulista(),
    Cacheta(),
    PifPaf(),
    PifPafTradicional(),
    Cacho(),
)
"""In the order in which games are shown."""

_BY_ID: Final = {face.id: face for face in FACES}
_BY_FIELD: Final = {face.id.replace("-", "_"): face for face in FACES}


def face_of(game: str) -> Presenter:
    """Return the face of the game with that id."""
    return _BY_ID.get(game, GENERIC)


def presenter_of(model: TableModel) -> Presenter:
    """Return the face of the game that is played, or will be played, at a table."""
    field = game_of(model.view)
    return _BY_FIELD.get(field, GENERIC) if field else face_of(model.table.game)
