"""A table screen under test: opened at a size, pressed and clicked, and read."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from cardtui_client.scene.middle import Zone
from cardtui_client.settings import Settings
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.table_parts import ActionBar, Hand, StatusLine
from tests.screens.conftest import LookRight
from tests.support.rummy_tables import codes
from tests.support.screen import SMALL, lines
from tests.support.table_driver import ScriptedTable, TableApp


class Table:
    """A screen under test, with what you do and see there."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.scripted = app.scripted

    @property
    def text(self) -> str:
        return "\n".join(lines(self.app))

    @property
    def said(self) -> list[str]:
        return [action.WhichOneof("action") or "" for action in self.scripted.acts]

    async def settle(self) -> None:
        for _ in range(20):
            await self.pilot.pause()
            if self.scripted.queue.empty():
                break
        busy = [worker for worker in self.app.workers if worker.group not in ("feed", "default")]
        if busy:
            await self.app.workers.wait_for_complete(busy)
        await self.pilot.pause()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def click(self, kind: type[Painted], zone: Zone) -> None:
        widget = self.app.table_screen.query_one(kind)
        canvas = widget._canvas
        assert canvas is not None
        place = next(each.place for each in canvas.areas if each.zone == zone)
        offset = (place.x + place.width // 2, place.y + place.height // 2)
        await self.pilot.click(widget, offset=offset)
        await self.settle()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what is a matter of a moment; the test's own time limit is the bound."""
        while not holds():
            await self.pilot.pause(0.02)

    def offers(self, words: str) -> bool:
        bar = self.app.table_screen.query_one(ActionBar)
        assert bar._canvas is not None
        return words in bar._canvas.plain()

    @property
    def status(self) -> str:
        line = self.app.table_screen.query_one(StatusLine)
        assert line._canvas is not None
        return line._canvas.plain()


@asynccontextmanager
async def at(
    scripted: ScriptedTable,
    size: tuple[int, int] = SMALL,
    *,
    name: str = "Ana",
    settings: Settings | None = None,
) -> AsyncGenerator[Table]:
    app = TableApp(scripted, settings, name)
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await table.settle()
        yield table


@asynccontextmanager
async def sits(
    table: ScriptedTable, size: tuple[int, int] = SMALL, **changes: object
) -> AsyncGenerator[Table]:
    settings = Settings(name="Ana", animation=False)
    for field, value in changes.items():
        setattr(settings, field, value)
    table.sent()  # what led here is in the snapshot
    app = TableApp(table, settings)
    async with app.run_test(size=size) as pilot:
        at = Table(app, pilot)
        await at.settle()
        yield at


def held(at: Table) -> str:
    return codes(at.app.table_screen.query_one(Hand).sight.scene.hand.cards)


async def show(
    table: ScriptedTable,
    size: tuple[int, int],
    looks_right: LookRight,
    *keys: str,
    **changes: object,
) -> None:
    settings = Settings(name="Ana", animation=False)
    for field, value in changes.items():
        setattr(settings, field, value)
    table.sent()  # what led here is in the snapshot
    app = TableApp(table, settings, "Ana" if table.viewer is not None else "Zoe")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()
        looks_right(app)
