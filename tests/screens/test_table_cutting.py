"""The cut: a pack that lies before one, parts where one points, and is put together again."""

from collections.abc import Callable

import pytest
from textual import events
from textual.pilot import Pilot

from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.scene.commands import Bare
from cardtui_client.scene.middle import Pack
from cardtui_client.tui.paint.pack import order_after
from cardtui_client.tui.table.ui_state import Cutting
from cardtui_client.tui.widgets.painted import Pressed
from cardtui_client.tui.widgets.table_parts import ActionBar
from tests.screens.brazilian_screen import made, press, shown
from tests.screens.conftest import LookRight
from tests.support.brazilian_tables import brasileiro, cut
from tests.support.rummy_tables import cutting as pif_paf_cut
from tests.support.screen import SMALL, WIDE, lines, small_and_wide
from tests.support.table_driver import ScriptedTable
from tests.support.tables import choice


def argentino() -> ScriptedTable:
    setup = {"dealer": 1, "hand": 2}
    table = ScriptedTable("truco-argentino", 2, setup, preset="fuente")
    table.deal()
    return table


def text(pilot: Pilot[None]) -> str:
    return "\n".join(lines(pilot.app))


async def click_on(pilot: Pilot[None], words: str, *, after: int = 0) -> None:
    """Click on the first of those words on the screen, or so many cells after it."""
    for y, line in enumerate(lines(pilot.app)):
        if words in line:
            await pilot.click(offset=(line.index(words) + after, y))
            await pilot.pause()
            return
    raise AssertionError(f"{words} is not to be seen")


@small_and_wide
async def test_a_cut_after_two_others_from_the_bottom(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    async with shown(cut(), size) as pilot:
        await press(pilot, "7", "c", "5", "c", "b", "right", "right")
        looks_right(pilot.app)


async def test_somebody_elses_cut(looks_right: LookRight) -> None:
    table = brasileiro({"dealer": 3})
    table.deal()
    async with shown(table) as pilot:
        looks_right(pilot.app)


async def test_a_pack_of_a_hundred_and_four_cards(looks_right: LookRight) -> None:
    table = pif_paf_cut()
    async with shown(table) as pilot:
        await press(pilot, "home", "right", "right")
        looks_right(pilot.app)
        await press(pilot, "enter")
    assert made(table).cut.at == 3


async def test_one_key_cuts_for_those_in_a_hurry() -> None:
    """TB-04."""
    table = cut()
    async with shown(table) as pilot:
        await press(pilot, "enter")
    assert list(made(table).truco_brasileiro_cut.at) == [20]
    assert made(table).truco_brasileiro_cut.source == PackEnd.PACK_END_TOP


async def test_a_press_that_comes_when_the_cut_is_over_does_nothing() -> None:
    table = cut()
    async with shown(table) as pilot:
        await press(pilot, "enter")
        bar = pilot.app.screen.query_one(ActionBar)
        for command in (Bare.CUT_HERE, Bare.CUT_AGAIN, Bare.TURN_PACK):
            bar.post_message(Pressed(command))
        await pilot.pause()
        assert pilot.app.is_running
    assert list(made(table).truco_brasileiro_cut.at) == [20]


async def test_the_cut_is_chosen_up_to_three_times_and_from_either_end() -> None:
    """TB-04."""
    table = cut()
    async with shown(table) as pilot:
        await press(pilot, "7", "c", "1", "2", "b", "c")
        assert "once more" not in text(pilot), "there are no more than three cuts"
        await press(pilot, "left", "c")
    assert list(made(table).truco_brasileiro_cut.at) == [7, 12, 19]
    assert made(table).truco_brasileiro_cut.source == PackEnd.PACK_END_BOTTOM


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_the_cuts_made_before_are_told_beside_the_next_one(size: tuple[int, int]) -> None:
    async with shown(cut(), size) as pilot:
        assert "cut at" not in text(pilot)
        await press(pilot, "7", "c")
        assert "Cut 2 of up to 3" in text(pilot)
        assert "cut at 7" in text(pilot)
        await press(pilot, "1", "2", "c")
        assert "Cut 3 of up to 3" in text(pilot)
        assert "cut at 7 and 12" in text(pilot)


async def test_the_pack_is_cut_with_the_mouse_alone() -> None:
    """TB-04."""
    table = cut()
    async with shown(table) as pilot:
        await click_on(pilot, "▼", after=-5)
        place = next(line for line in lines(pilot.app) if "▼" in line)
        above = int(place.split("▼")[0])
        assert 1 <= above < 20
        await click_on(pilot, "Deal from the bottom")
        await click_on(pilot, "▼")
    assert list(made(table).truco_brasileiro_cut.at) == [above]
    assert made(table).truco_brasileiro_cut.source == PackEnd.PACK_END_BOTTOM


async def test_the_wheel_moves_where_the_pack_is_cut() -> None:
    table = cut()
    async with shown(table) as pilot:
        pack = pilot.app.screen.query_one("#pack")
        await pilot._post_mouse_events([events.MouseScrollDown], pack, button=0)
        await pilot.pause()
        assert "21 ▼" in text(pilot)
        await press(pilot, "enter")
    assert list(made(table).truco_brasileiro_cut.at) == [21]


@pytest.mark.parametrize(("keys", "at"), [("enter", 20), ("3 c", 3), ("end enter", 39)])
async def test_the_pack_of_argentinean_truco_is_cut_once(keys: str, at: int) -> None:
    """TA-03."""
    table = argentino()
    async with shown(table) as pilot:
        assert "dealt from" not in text(pilot)
        await press(pilot, *keys.split())
    assert made(table).cut.at == at


async def test_a_pack_may_be_tapped_instead() -> None:
    """TA-03."""
    table = argentino()
    async with shown(table) as pilot:
        await press(pilot, "left", "p")
    assert made(table).HasField("tap")


async def test_what_was_typed_is_begun_anew_where_it_is_too_much() -> None:
    async with shown(cut()) as pilot:
        await press(pilot, "3", "9")
        assert "39 ▼ 1" in text(pilot)
        await press(pilot, "5")
        assert "5 ▼ 35" in text(pilot)
        await press(pilot, "backspace", "left")
        assert "4 ▼ 36" in text(pilot)


async def test_the_next_cut_begins_in_the_middle_again() -> None:
    """What was pointed at in the hand before is of no interest."""
    table = cut()
    async with shown(table) as pilot:
        await press(pilot, "7", "enter")
        table.state = cut().state
        table.queue.put_nowait(table.snapshot())
        await pilot.pause()
        assert "20 ▼ 20" in text(pilot)


async def test_a_cut_is_seen_before_the_cards_are_dealt() -> None:
    table = brasileiro({"dealer": 3})
    table.deal()
    async with shown(table, animation=True) as pilot:
        screen = pilot.app.table_screen  # type: ignore[attr-defined]
        assert not screen.controller.pacer.behind
        table.do(2, "cut", at=[9, 30], **{"from": "bottom"})
        await pilot.pause()
        assert screen.controller.pacer.behind
        assert "▏" in text(pilot)
        await press(pilot, "x")
        assert not screen.controller.pacer.behind, "any key skips it"
        assert "▏" not in text(pilot)


@pytest.mark.parametrize("game", [argentino, pif_paf_cut])
async def test_a_cut_of_any_game_is_seen(game: Callable[[], ScriptedTable]) -> None:
    table = game()
    async with shown(table, animation=True) as pilot:
        await press(pilot, "9")
        table.do(0, "cut", at=9)
        await pilot.pause()
        assert "\u258f" in text(pilot)
        assert "\u25bc" not in text(pilot), "the halves have parted"
        await press(pilot, "x")
        assert "\u258f\u258f" not in text(pilot)


async def test_who_watches_from_the_cutters_side_sees_the_pack_lie_there() -> None:
    table = cut()
    table.viewer = None
    async with shown(table) as pilot:
        assert pilot.app.screen.query_one("#pack").display
        assert "\u25bc" not in text(pilot)
        await click_on(pilot, "\u258f" * 10, after=5)
        await press(pilot, "v")
        assert not pilot.app.screen.query_one("#pack").display
    assert not table.acts


def test_a_cut_puts_what_lay_above_under_the_rest() -> None:
    """TB-04."""
    assert order_after(40, (9, 30))[:2] == [39, 0]
    assert sorted(order_after(40, (1, 39, 20))) == list(range(40))


def test_only_a_pack_is_cut_like_this() -> None:
    """At Cacheta a cut is one of the line."""
    assert Cutting.of(choice("cacheta_cut", cards=[1], bare=True)) is None
    begun = Cutting.of(choice("cut", low=1, high=39))
    assert begun is not None
    assert begun.pack() == Pack(40, 20)
