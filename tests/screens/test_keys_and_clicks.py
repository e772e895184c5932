"""Keys and clicks do the same: at every position, of every button, hint and thing to point at."""

from collections.abc import Callable
from typing import get_args

import pytest
from textual.binding import Binding

from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Do,
    Explain,
    Open,
    OpenPeople,
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
from cardtui_client.tui.table.modes.stack import press
from cardtui_client.tui.widgets.painted import asked_about, command_at
from cardtui_client.tui.widgets.table_parts import ActionBar
from tests.screens.at_table import sits
from tests.support.positions import POSITIONS
from tests.support.rummy_tables import betting
from tests.support.screen import SMALL
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, cacho, truco

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
async def test_a_key_does_one_thing_and_what_its_button_or_hint_says(
    position: Callable[[], ScriptedTable],
) -> None:
    """A button shows the first key that a person has chosen; the others are bound to the same."""
    async with seated(position()) as at:
        ui, now = at.controller.ui, at.controller.now
        for key in {entry.key for entry in KEYMAP.values()}:
            assert len(at.all_bound(key)) <= 1, key
        for hint in at.picture.hints:
            assert at.bound(hint.key) == hint.command
        keys = [button.key for button in now.offered]
        assert all(keys), "a button has no key"
        assert len(set(keys)) == len(keys), "a key stands on two buttons"
        for button in now.offered:
            assert at.controller.command_of(button.key) == button.command
            if (bound := at.bound(button.key)) is not None:
                assert press(bound, ui, now) == press(button.command, ui, now)


def test_every_zone_stands_for_a_command() -> None:
    kinds = {type(zone) for zone in ZONES}
    assert kinds == set(get_args(Zone))
    for zone, command in ZONES.items():
        assert command_at(zone) == command


def test_a_right_click_asks_what_is_there_or_takes_a_step_back() -> None:
    told = {type(zone): asked_about(zone) for zone in ZONES}
    assert told[ButtonZone] == Explain(Bare.PROCEED)
    assert told[SeatZone] == OpenPeople(3)
    assert told[CardZone] == Open.ORDER
    assert told[PaperZone] == OpenRules()
    assert isinstance(told[PileZone], Explain)
    asked = (ButtonZone, SeatZone, CardZone, PaperZone, PileZone)
    assert {told[each] for each in told if each not in asked} == {Bare.TAKE_BACK}
    assert asked_about(None) == Bare.TAKE_BACK


async def test_a_right_click_beside_all_puts_the_card_down() -> None:
    async with seated(truco(2)) as at:
        await at.press(PressCard(0))
        assert at.picture.picked == 0
        await at.press(Bare.TAKE_BACK)
        assert at.controller.ui.cards.picked is None
        assert not at.left
        await at.press(Bare.TAKE_BACK)  # with nothing to take back, it tells what can be done
        assert at.left == [Open.KEYS]


async def test_a_right_click_beside_all_closes_what_is_asked() -> None:
    async with seated(truco(2)) as at:
        button = at.controller.now.offered[0]
        asked = at.controller.ui.asked("Are you sure?", button, about=button.command)
        at.controller.interaction.become(asked)
        await at.press(Bare.TAKE_BACK)
        assert at.controller.ui.waiting is None


async def test_a_right_click_on_a_seat_opens_the_page_of_a_person_and_of_a_bot() -> None:
    async with seated(truco(4)) as at:  # Ana and Carla are people, Beto and Dani are bots
        await at.press(OpenPeople(2), OpenPeople(1), OpenPeople(4))
        assert at.left == [OpenPeople(2), OpenPeople(1)]


async def test_a_right_click_on_a_button_says_what_it_does() -> None:
    async with sits(truco(2), SMALL) as table:
        bar = table.app.table_screen.query_one(ActionBar)
        assert bar._canvas is not None
        place = next(
            each.place for each in bar._canvas.areas if each.zone == ButtonZone(Do("truco"))
        )
        await table.pilot.click(bar, offset=(place.x + 2, place.y), button=3)
        await table.until(lambda: "¡Truco!" in table.text and "esc: back" in table.text)
        assert not table.said
        await table.pilot.press("escape", "escape")
        table.app.table_screen.press(Explain(Bare.TOGGLE_LOG))  # a word of the bottom line
        await table.until(lambda: "l: " in table.text)


@pytest.mark.parametrize("key", ["1", "2", "left", "right"])
async def test_where_no_card_is_ever_played_no_key_lifts_one(key: str) -> None:
    async with seated(cacho(3)) as at:
        await at.type(key)
        assert at.controller.ui.cards.picked is None


async def test_a_digit_answers_no_question_and_lifts_no_card() -> None:
    async with seated(betting()) as at:
        button = at.controller.now.offered[0]
        asked = at.controller.ui.asked("Are you sure?", button, about=button.command)
        at.controller.interaction.become(asked)
        await at.type("1")
        assert at.controller.ui.waiting == asked.waiting
        assert at.controller.ui.cards.picked is None


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
