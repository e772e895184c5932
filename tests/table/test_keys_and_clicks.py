"""Keys and clicks do the same: at every position, of every button, hint and thing to point at."""

from collections.abc import Callable
from typing import get_args

import pytest
from textual.binding import Binding

from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Open,
    OpenRules,
    PressCard,
    PressPile,
    PressSeat,
    Put,
    Step,
    Talk,
)
from cardtui_client.scene.middle import (
    AmountZone,
    ButtonZone,
    CardZone,
    CutZone,
    PaperZone,
    PileZone,
    SeatZone,
    StepZone,
    TargetZone,
    Zone,
)
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.table.keymap import KEYMAP
from cardtui_client.tui.table.modes.amount import press
from cardtui_client.tui.widgets.painted import command_at
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, truco

ZONES: dict[Zone, Command] = {
    ButtonZone(Bare.PROCEED): Bare.PROCEED,
    CardZone(2): PressCard(2),
    SeatZone(3): PressSeat(3),
    PileZone("stock"): PressPile("stock"),
    PaperZone(): Bare.PRESS_PAPER,
    TargetZone(): Bare.PRESS_MIDDLE,
    CutZone(7): Put(7),
    AmountZone(7): Put(7),
    StepZone.LESS: Step(-1),
    StepZone.MORE: Step(1),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_the_key_on_a_button_does_what_a_click_on_it_does(
    position: Callable[[], ScriptedTable],
) -> None:
    async with seated(position()) as at:
        now = at.controller.now
        keys: set[str] = set()
        for button in now.offered:
            assert button.key, f"{button.label} has no key"
            assert button.key not in keys, f"{button.key} stands on two buttons"
            keys.add(button.key)
            assert at.controller.command_of(button.key) == button.command


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_a_key_that_a_button_shows_comes_to_the_same_where_one_has_chosen_others(
    position: Callable[[], ScriptedTable],
) -> None:
    """A button shows the first key that a person has chosen; the others are bound to the same."""
    async with seated(position()) as at:
        ui, now = at.controller.ui, at.controller.now
        for button in now.offered:
            if (bound := at.bound(button.key)) is not None:
                assert press(bound, ui, now) == press(button.command, ui, now)


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_a_key_does_one_thing_at_a_time(position: Callable[[], ScriptedTable]) -> None:
    async with seated(position()) as at:
        for key in {entry.key for entry in KEYMAP.values()}:
            assert len(at.all_bound(key)) <= 1, key


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_the_keys_that_always_work_are_bound_to_what_their_names_stand_for(
    position: Callable[[], ScriptedTable],
) -> None:
    async with seated(position()) as at:
        for hint in at.picture.hints:
            assert at.bound(hint.key) == hint.command


def test_every_zone_stands_for_a_command() -> None:
    kinds = {type(zone) for zone in ZONES}
    assert kinds == set(get_args(Zone))
    for zone, command in ZONES.items():
        assert command_at(zone) == command


def test_every_named_key_stands_for_its_command_under_one_name() -> None:
    for action in TABLE_ACTIONS:
        assert KEYMAP[action.id] is ACTION_OF[action.command] is action
    assert KEYMAP["verb.play"].command == Bare.PROCEED
    assert KEYMAP["app.settings"].command == Open.SETTINGS


def test_no_key_of_the_table_hides_another_one_of_the_program() -> None:
    of_program = {
        key: str(binding.action)
        for binding in CardtuiApp.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
    }
    hidden = {
        entry.id: of_program[entry.key] for entry in KEYMAP.values() if entry.key in of_program
    }
    # These do what the program's key does; the first knows more: which clause.
    assert hidden == {
        "table.rules": "open_rules",
        "app.settings": "open_settings",
        "app.keys": "keys",
    }


@pytest.mark.parametrize(
    ("key", "command"),
    [("l", Bare.TOGGLE_LOG), ("slash", Talk()), ("f2", OpenRules()), ("escape", Bare.LEAVE)],
)
async def test_some_keys_work_even_where_there_is_nothing_to_do(key: str, command: Command) -> None:
    async with seated(truco(4, viewer=None), name="Zoe") as at:
        assert at.bound(key) == command


async def test_ones_own_key_stands_on_the_button_and_presses_it() -> None:
    async with seated(truco(), keys={"verb.truco": "z"}) as at:
        await at.type("z")
        assert at.said == ["truco"]
