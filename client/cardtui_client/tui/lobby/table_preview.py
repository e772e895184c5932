"""A table of the list as one would find it: the felt, and who sits where around it."""

from __future__ import annotations

from typing import Final

from textual.reactive import reactive

from cardtui.v1 import tables_pb2
from cardtui_client.games.staging import stage
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import state_words
from cardtui_client.scene.middle import Zone
from cardtui_client.tui.paint.canvas import Canvas, Place, style
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.plates import draw_plate
from cardtui_client.tui.widgets.painted import Painted

_PLATE: Final = 18
_PLATE_LINES: Final = 2
_EDGE: Final = 1
_ABOVE: Final = 3
"""How it stands is told so many lines above the middle, where the cloth is printed."""


class TablePreview(Painted):
    """Shows who sits where at a table, with the first seat at the bottom."""

    DEFAULT_CSS = """
    TablePreview {
        height: 21;
        display: none;
    }
    """

    table: reactive[tables_pb2.Table | None] = reactive(None, repaint=False, init=False)
    """The table, if there is one."""

    def watch_table(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the felt, and the plate of the first seat, who has no side of its own here."""
        canvas.clear(style(canvas.palette.felt_ink, canvas.palette.felt))
        if self.table is None:
            return
        model = TableModel()
        model.table.CopyFrom(self.table)
        model.presence.connected.extend(self.table.connected)
        scene = stage(model)
        paint_felt(canvas, scene)
        if not scene.seats:
            return
        x = (canvas.width - _PLATE) // 2
        y = canvas.height - _PLATE_LINES - _EDGE
        canvas.fill(
            Place(x - _EDGE, y, _PLATE, _PLATE_LINES + _EDGE),
            style(canvas.palette.felt_ink, canvas.palette.felt),
        )
        draw_plate(canvas, Place(x, y, _PLATE, _PLATE_LINES), scene.seats[scene.viewpoint])
        words = state_words(self.table)
        canvas.centred(
            canvas.width // 2,
            canvas.height // 2 - _ABOVE,
            words,
            style(canvas.palette.felt_ink, bold=True),
        )

    def zone_pressed(self, zone: Zone) -> None:
        """Stand for nothing: one sits down by the buttons."""
