"""How a hint looks on the smallest screen and on a wide one."""

import pytest

from tests.screens.conftest import LookRight
from tests.support.nights import by_night
from tests.support.positions import SAID, hinting
from tests.support.screen import WIDE, lines
from tests.support.table_driver import TableApp


@pytest.mark.parametrize("size", [(80, 20), *by_night(WIDE)], ids=["low", "wide"])
async def test_a_hint_stands_in_the_status_line(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    async with TableApp(hinting()).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("j")
        await pilot.pause()
        assert SAID in "\n".join(lines(pilot.app))
        looks_right(pilot.app)
