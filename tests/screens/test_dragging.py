"""Cards that are dragged with the mouse: what is seen meanwhile, and what becomes of them."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from textual.app import App
from textual.driver import Driver
from textual.events import Click, MouseDown, MouseEvent, MouseMove, MouseUp
from textual.geometry import Offset
from textual.message import Message

from cardtui_client.scene.middle import CardZone
from cardtui_client.tui.terminal_driver import TerminalDriver
from cardtui_client.tui.widgets.table_parts import Felt, Hand
from tests.screens.at_table import Table, held, sits
from tests.support import rummy_tables as tables
from tests.support.table_driver import ScriptedTable, cacho

ON_FELT = Offset(40, 5)


def card_at(at: Table, index: int) -> Offset:
    """Return a point of that card, on the hand."""
    hand = at.app.table_screen.query_one(Hand)
    assert hand._canvas is not None
    place = next(area.place for area in hand._canvas.areas if area.zone == CardZone(index))
    return Offset(place.x + 1, place.y + 2)


def raised(at: Table) -> int | None:
    return at.app.table_screen.query_one(Hand).held_up


def lit(at: Table) -> bool:
    felt = at.app.table_screen.query_one(Felt)
    assert felt._canvas is not None
    return felt._canvas.palette.felt != felt.palette.felt


Event = TypeVar("Event", bound=MouseEvent)


def mouse(kind: type[Event], over: Felt | None, button: int) -> Event:
    x, y = ON_FELT if over is None else over.region.offset + ON_FELT
    return kind(over, x, y, 0, 0, button, False, False, False, x, y)


async def drag(at: Table, index: int, *, to: Offset = ON_FELT, button: int = 1) -> None:
    await at.pilot.mouse_down(Hand, offset=card_at(at, index), button=button)
    await at.pilot.hover("#felt", offset=to)
    await at.settle()


async def test_a_card_is_dragged_to_another_place() -> None:
    async with sits(tables.claiming()) as at:
        await at.pilot.mouse_down(Hand, offset=card_at(at, 0))
        await at.pilot.mouse_up(Hand, offset=card_at(at, 2))
        await at.settle()
        assert held(at) == "4S 5S 3S 7C 7D 7H 9C TC KD"
        assert at.said == []


async def test_a_card_that_is_dragged_to_the_felt_is_thrown() -> None:
    async with sits(tables.throwing()) as at:
        await at.pilot.mouse_down(Hand, offset=card_at(at, 0))
        await at.pilot.mouse_up("#felt", offset=ON_FELT)
        await at.settle()
        assert at.said == ["discard"]
        await at.pilot.mouse_up("#felt", offset=ON_FELT)
        await at.settle()
        assert at.said == ["discard"], "the mouse holds no card any more"


async def test_a_dragged_card_is_raised_and_the_felt_lights_up_until_it_is_dropped() -> None:
    async with sits(tables.throwing()) as at:
        await at.pilot.mouse_down(Hand, offset=card_at(at, 1))
        await at.pilot.hover(Hand, offset=card_at(at, 1))
        assert raised(at) is None, "a click is no drag"
        await at.pilot.hover("#felt", offset=ON_FELT)
        await at.settle()
        assert raised(at) == 1
        assert lit(at)
        assert at.said == []
        await at.pilot.hover("#status")
        assert raised(at) == 1, "it is still held"
        assert not lit(at)
        await at.pilot.hover("#felt", offset=ON_FELT)
        await at.pilot.mouse_up("#felt", offset=ON_FELT)
        await at.settle()
        assert at.said == ["discard"]
        assert raised(at) is None
        assert not lit(at)


@pytest.mark.parametrize("where", ["#status", "#actions"])
async def test_a_card_that_is_let_go_elsewhere_goes_back(where: str) -> None:
    async with sits(tables.throwing()) as at:
        before = held(at)
        await drag(at, 1)
        await at.pilot.hover(where)
        await at.pilot.mouse_up(where)
        await at.settle()
        assert (raised(at), lit(at), at.said, held(at)) == (None, False, [], before)


async def test_esc_puts_a_dragged_card_back_and_does_nothing_else() -> None:
    async with sits(tables.throwing()) as at:
        await drag(at, 1)
        await at.press("escape")
        assert (raised(at), lit(at)) == (None, False)
        assert at.app.screen is at.app.table_screen, "no help is asked for"
        await at.pilot.mouse_up("#felt", offset=ON_FELT)
        await at.settle()
        assert at.said == []


async def test_the_click_that_ends_a_drag_throws_no_picked_card() -> None:
    async with sits(tables.throwing()) as at:
        await at.click(Hand, CardZone(1))
        await drag(at, 1)
        await at.pilot._post_mouse_events([MouseUp, Click], Hand, card_at(at, 1), button=1)
        await at.settle()
        assert at.said == [], "it was put back"
        await at.click(Hand, CardZone(1))
        assert at.said == ["discard"]


async def test_a_card_that_was_let_go_beyond_the_window_goes_back() -> None:
    async with sits(tables.throwing()) as at:
        await drag(at, 1)
        hand = at.app.table_screen.query_one(Hand)
        felt = at.app.table_screen.query_one(Felt)
        for button, there in ((1, 1), (0, None)):
            at.app.screen._forward_event(mouse(MouseMove, felt, button))
            await at.settle()
            assert hand.held_up == there
        assert at.said == []


async def test_a_release_that_textual_made_up_drops_no_card() -> None:
    async with sits(tables.throwing()) as at:
        await drag(at, 1)
        felt = at.app.table_screen.query_one(Felt)
        for button, kind in ((1, MouseMove), (0, MouseUp)):
            at.app.screen._forward_event(mouse(kind, felt, button))
            await at.settle()
        assert (raised(at), lit(at), at.said) == (None, False, [])


async def test_the_release_that_a_terminal_did_not_tell_names_no_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[type[Message], int]] = []

    def send(_driver: Driver, message: Message) -> None:
        assert isinstance(message, MouseEvent)
        sent.append((type(message), message.button))

    monkeypatch.setattr(Driver, "send_message", send)
    driver = TerminalDriver(App())
    for kind, button in ((MouseDown, 1), (MouseMove, 1), (MouseMove, 0), (MouseDown, 1)):
        driver.process_message(mouse(kind, None, button))
    driver.process_message(mouse(MouseUp, None, 1))
    assert sent == [
        *((MouseDown, 1), (MouseMove, 1), (MouseUp, 0), (MouseMove, 0)),
        *((MouseDown, 1), (MouseUp, 1)),
    ]


@pytest.mark.parametrize("table", [tables.claiming, cacho])
async def test_the_felt_is_no_target_where_it_takes_no_card(
    table: Callable[[], ScriptedTable],
) -> None:
    async with sits(table()) as at:
        await drag(at, 0)
        assert not lit(at)


async def test_the_right_button_takes_hold_of_no_card() -> None:
    async with sits(tables.throwing()) as at:
        await drag(at, 0, button=3)
        assert (raised(at), lit(at)) == (None, False)
