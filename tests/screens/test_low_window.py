"""A table in a terminal of 24 lines of which tmux keeps one for itself."""

from __future__ import annotations

import pytest

from cardtui_client.settings import Settings
from tests.screens.conftest import lines
from tests.screens.table_driver import TableApp
from tests.table.positions import POSITIONS

LOW = (80, 23)


@pytest.mark.parametrize(
    "position",
    ["truco", "between", "brasileiro trick", "paulista six", "rummy throwing", "rummy eight",
     "rummy eight_betting", "rummy won_by_eight"],
)  # fmt: skip
async def test_every_name_and_all_of_a_paper_is_seen(position: str) -> None:
    table = POSITIONS[position]()
    app = TableApp(table, Settings(name="Ana", animation=False))
    async with app.run_test(size=LOW) as pilot:
        await pilot.pause()
        text = "\n".join(lines(app))
        for seat in table.table.seats:
            assert seat.name in text
        assert " log" in text
        if position == "rummy won_by_eight":
            assert all(f"{seat.name}  " in text for seat in table.table.seats)
            assert "victory" in text


async def test_the_hand_has_its_usual_room_again_in_a_taller_window() -> None:
    app = TableApp(POSITIONS["truco"](), Settings(name="Ana", animation=False))
    async with app.run_test(size=LOW) as pilot:
        await pilot.pause()
        hand = app.screen.query_one("#hand")
        assert hand.size.height == 8
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert hand.size.height == 9
