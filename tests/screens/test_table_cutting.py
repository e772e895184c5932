"""The cut: a pack that lies before one, parts where one points, and is put together again."""

from collections.abc import Callable

import pytest
from textual import events
from textual.pilot import Pilot

from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.scene.middle import Pack
from cardtui_client.tui.paint.pack import order_after
from cardtui_client.tui.table.ui_state import Cutting
from tests.screens.brazilian_screen import made, press, shown
from tests.screens.conftest import LookRight
from tests.support.brazilian_tables import brasileiro, cut
from tests.support.positions import cut_once
from tests.support.rummy_tables import cutting as pif_paf_cut
from tests.support.screen import SMALL, WIDE, lines, small_and_wide
from tests.support.table_driver import ScriptedTable
from tests.support.tables import choice


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
        assert "Waiting for Carla to cut the pack." in text(pilot)
        looks_right(pilot.app)


async def test_a_pack_of_a_hundred_and_four_cards(looks_right: LookRight) -> None:
    table = pif_paf_cut()
    async with shown(table) as pilot:
        await press(pilot, "home", "right", "right")
        looks_right(pilot.app)
        await press(pilot, "enter")
    assert made(table).cut.at == 3


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


@pytest.mark.parametrize("game", [cut_once, pif_paf_cut])
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
        assert "is to cut the pack." in text(pilot)
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
