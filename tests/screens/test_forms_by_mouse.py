"""Forms with the mouse alone, in the smallest windows: lists, switches, scrolling, buttons."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot
from textual.widgets import OptionList

from cardtui_client.tui.form_field import Choice, Field, Fold, Form, YesNo
from cardtui_client.tui.launch import Solo
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.new_table import NewTable, TableRules
from cardtui_client.tui.quick_play import QuickPlay
from cardtui_client.tui.settings import SettingsScreen
from cardtui_engine.library.registry import game_ids
from cardtui_server.wire.catalogue import describe
from tests.screens.opening import Client, client, opened, until
from tests.screens.server_fake import FakeServer, truco_table
from tests.support.nights import by_night

SIZES = [(60, 20), *by_night((60, 24), (80, 24), (46, 30))]

FORMS: dict[str, Callable[[Client, FakeServer], Any]] = {
    "new table": lambda app, server: NewTable(server.connection, server.games, "cacheta"),
    "rules of a table": lambda app, server: TableRules(
        server.connection, truco_table("t1"), server.games
    ),
    "quick play": lambda app, server: QuickPlay(server.games, Solo("truco-argentino"), None),
    "settings": lambda app, server: SettingsScreen(app.settings),
}


async def scrolled_to(pilot: Pilot[None], field: Field) -> None:
    """Turn the wheel over the form until a field can be seen whole."""
    form = pilot.app.screen.query_one(Form)
    for _turn in range(40):
        if form.region.contains_region(field.region):
            return
        down = field.region.bottom > form.region.bottom
        kind = MouseScrollDown if down else MouseScrollUp
        await pilot._post_mouse_events([kind], form, offset=(5, form.region.height // 2))
        await pilot.pause()
    raise AssertionError(f"{field} is never seen")


async def use(pilot: Pilot[None], field: Field) -> None:
    """Change the value of a field with clicks alone, and see that it has changed."""
    control = field.query_one("Choice, YesNo, Input")
    before = field.text
    match control:
        case YesNo():
            await pilot.click(control)
            await until(pilot, lambda: field.text != before)
        case Choice() if len(control._options) > 1:
            await pilot.click(control)
            await until(pilot, lambda: control.expanded)
            await pilot.pause()
            overlay = control.query_one(OptionList)
            assert pilot.app.screen.region.contains_region(overlay.region), field.id
            values = [value for _words, value in control._options]
            at = 1 if values[0] == before else 0
            gutter = overlay.styles.gutter.top
            await pilot.click(overlay, offset=(3, gutter + at))
            await until(pilot, lambda: not control.expanded and field.text == values[at])
        case Choice():
            pass
        case _:
            await pilot.click(control)
            await until(pilot, lambda: pilot.app.focused is control)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["settings", *by_night(*sorted({*FORMS} - {"settings"}))])
async def test_every_field_of_a_form_can_be_used_with_the_mouse_alone(
    name: str, size: tuple[int, int]
) -> None:
    server = FakeServer()
    server.games = [describe(game) for game in game_ids()]
    app = client(server)
    async with opened(app, size) as pilot:
        screen: StandingScreen[Any] = FORMS[name](app, server)
        app.push_screen(screen)
        await until(pilot, lambda: app.screen is screen and screen.stands)
        if screen.query(Fold):
            await pilot.click(Fold)
            await pilot.pause()
        seen = [each for each in screen.query(Field) if each.region.area]
        for field in seen:
            if field.is_attached and field.region.area and field.id not in ("language", "game"):
                await scrolled_to(pilot, field)
                await use(pilot, field)
        for button in screen.query("#cancel"):
            await pilot.click(button)
            await until(pilot, lambda: app.screen is not screen)
