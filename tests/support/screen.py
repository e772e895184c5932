"""A screen as text (`lines`), and the usual sizes of one (`SMALL`, `WIDE`, `UPRIGHT`).

One picture is enough of a moment. What it looks like at another size is a test of the night.
"""

from collections.abc import Iterable
from typing import Any

import pytest
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot

from tests.support.nights import by_night
from tests.support.table_driver import ScriptedTable

SMALL = (80, 24)
WIDE = (120, 40)
UPRIGHT = (48, 34)
"""About what a phone has in a browser."""


small_and_wide = pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)], ids=["small", "wide"])


def scenes_at_sizes(scenes: Iterable[str], *stills: str) -> pytest.MarkDecorator:
    """Show every scene small, and wide by night; by day too if it is a still of docs/design.md."""
    sizes = [
        pytest.param(scene, size, id=f"{scene}-{name}", marks=marks)
        for scene in scenes
        for name, size, marks in (
            ("small", SMALL, ()),
            ("wide", WIDE, () if scene in stills else pytest.mark.nightly),
        )
    ]
    return pytest.mark.parametrize(("scene", "size"), sizes)


def lines(app: App[Any]) -> list[str]:
    """Return the screen as lines of plain text, a dialog over the screen beneath as it is now.

    A dialog keeps what lay beneath it when it was drawn, and Textual finds what lies there by a
    variable of the context: in a test's own, it is what the test's beginning had.
    """
    if beneath := app._background_screens:
        visible_screen_stack.set(beneath)
        app.screen.refresh()
    width, _height = app.size
    drawn = app.screen._compositor.render_strips()
    return [strip.text[:width].rstrip() for strip in drawn]


async def settle(pilot: Pilot[None], table: ScriptedTable) -> None:
    """Wait until all that was sent is on the screen."""
    while not table.queue.empty():
        await pilot.pause()
    await pilot.pause()


async def shown(pilot: Pilot[None], table: ScriptedTable) -> str:
    """Return the screen once all that happened is on it."""
    await settle(pilot, table)
    return "\n".join(lines(pilot.app))
