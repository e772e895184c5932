"""Clocks, players who are away and bots that play for them; what the palette offers at a table."""

from cardtui.v1 import tables_pb2, timing_pb2
from tests.screens.at_table import at
from tests.screens.conftest import LookRight
from tests.support.countdowns import Hands, countdown
from tests.support.screen import SMALL, small_and_wide
from tests.support.table_driver import Frame, truco


@small_and_wide
async def test_clocks_and_who_is_away(size: tuple[int, int], looks_right: LookRight) -> None:
    scripted = truco(4)
    async with at(scripted, size) as table:
        table.app.table_screen.controller.model.now = Hands()
        scripted.table.seats[1].bot = tables_pb2.BOT_LEVEL_UNSPECIFIED
        scripted.table.seats[1].stand_in = tables_pb2.BOT_LEVEL_NORMAL
        scripted.change()
        presence = tables_pb2.Presence(connected=[0, 1, 3])
        scripted.queue.put_nowait(Frame(presence=presence))
        clock = timing_pb2.SeatClock(seat=0, act=countdown(9, 30), reserve=countdown(0, 0))
        away = timing_pb2.AwaySeat(seat=2, patience=countdown(45, 60))
        scripted.queue.put_nowait(Frame(timing=timing_pb2.Timing(clocks=[clock], away=[away])))
        await table.settle()
        looks_right(table.app)


async def test_the_palette_offers_what_is_needed_seldom() -> None:
    async with at(truco(), SMALL) as table:
        screen = table.app.table_screen
        offered = {each.words: each.run for each in screen.palette_commands()}
        assert "Play yourself again" not in offered
        offered["Pause, or play on"]()
        await table.settle()
        assert table.scripted.asked == [("pause", ("t1", True))]
