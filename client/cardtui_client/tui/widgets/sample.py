"""A sample of a table: a few cards and two plates, as the settings have them drawn."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import cards_pb2
from cardtui_client.limits import NAME_CELLS
from cardtui_client.scene.middle import HandScene, Zone
from cardtui_client.scene.scene import Scene, SeatScene
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.paint.plates import draw_plate, paint_bubble
from cardtui_client.tui.widgets.painted import Painted

_CARDS: Final = (
    cards_pb2.CARD_FRENCH_AS,
    cards_pb2.CARD_FRENCH_QH,
    cards_pb2.CARD_FRENCH_7D,
    cards_pb2.CARD_FRENCH_JC,
)
"""One of each suit, and some with a picture."""

_OTHER: Final = SeatScene(1, "Beto", side=1, cards=4, mark="mano")
_PLATE: Final = Place(0, 1, 17, 2)


class Sample(Painted):
    """Shows at once what a setting of looks comes to; nothing of it can be pressed."""

    DEFAULT_CSS = """
    Sample {
        height: 7;
    }
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.take_settings(settings)

    def take_settings(self, settings: Settings) -> None:
        """Draw it as they say."""
        self._player = safe_text(settings.name, NAME_CELLS)
        self._wanted = settings.card_size
        self.ascii_only = settings.card_codes
        self.four_colours = settings.four_colours
        self.restyle()

    def paint(self, canvas: Canvas) -> None:
        """Paint one's own side of a felt, and somebody opposite."""
        own = SeatScene(0, self._player, side=0, turn=True, dealer=True, chips=42, you=True)
        paint_hand(canvas, Scene(seats=(own,), hand=HandScene(_CARDS)), wanted=self._wanted)
        plate = _PLATE._replace(x=canvas.width - _PLATE.width - 1)
        draw_plate(canvas, plate, _OTHER)
        paint_bubble(canvas, plate.x + 2, plate.y + plate.height, ":D", loud=True)

    def zone_pressed(self, zone: Zone) -> None:
        """Do nothing: there is no table behind it."""
