"""The screen of Brazilian trucos: shown at a size, pressed, and what was done by it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from cardtui.v1 import actions_pb2
from cardtui_client.settings import Settings
from tests.support.screen import SMALL
from tests.support.table_driver import ScriptedTable, TableApp


@asynccontextmanager
async def shown(
    table: ScriptedTable, size: tuple[int, int] = SMALL, **changes: Any
) -> AsyncGenerator[Pilot[None]]:
    settings = Settings(name="Ana", animation=False)
    for field, value in changes.items():
        setattr(settings, field, value)
    table.sent()
    app = TableApp(table, settings, "Ana" if table.viewer is not None else "Zoe")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    await pilot.pause()


def made(table: ScriptedTable) -> actions_pb2.Action:
    (action,) = table.acts
    return action
