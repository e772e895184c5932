"""Filming a table: the shots that an act makes, and one of them held for a picture."""

from collections.abc import Callable

from textual.pilot import Pilot

from cardtui_client.tui.table.picture import Shot
from tests.support.screen import lines, settle
from tests.support.table_driver import ScriptedTable


def text(pilot: Pilot[None]) -> str:
    """Return what is on the screen."""
    return "\n".join(lines(pilot.app))


async def film(pilot: Pilot[None], table: ScriptedTable, act: Callable[[], None]) -> list[Shot]:
    """Return the shots that an act makes, without waiting for any."""
    pacer = pilot.app.table_screen.controller.pacer  # type: ignore[attr-defined]
    shots: list[Shot] = []
    add = pacer.add

    def keep(*more: Shot) -> None:
        shots.extend(more)
        add(*more)

    pacer.add = keep
    act()
    await settle(pilot, table)
    return shots


async def hold(pilot: Pilot[None], shot: Shot) -> None:
    """Show that shot, with no other to come."""
    controller = pilot.app.table_screen.controller  # type: ignore[attr-defined]
    controller.pacer.skip()
    controller.show(shot)
    await pilot.pause()
