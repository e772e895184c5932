"""A table in the smallest windows, and in one whose size changes."""

import pytest

from cardtui_client.settings import Settings
from tests.support.nights import by_night
from tests.support.positions import POSITIONS
from tests.support.screen import lines
from tests.support.table_driver import TableApp

LOW = ((60, 20), (70, 24), (80, 20), (46, 30))


@pytest.mark.parametrize(
    "position",
    ["truco", "between", "brasileiro trick", "paulista six", "rummy throwing", "rummy eight",
     "rummy eight_betting", "rummy won_by_eight"],
)  # fmt: skip
@pytest.mark.parametrize(
    "size", [LOW[0], *by_night(*LOW[1:])], ids=["least", "narrow", "low", "upright"]
)
async def test_every_name_and_all_of_a_paper_is_seen(position: str, size: tuple[int, int]) -> None:
    table = POSITIONS[position]()
    app = TableApp(table, Settings(name="Ana", animation=False))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = "\n".join(lines(app))
        for seat in table.table.seats:
            assert seat.name in text
        assert " log" in text or "? more" in text
        if position == "rummy won_by_eight":
            names = ["You" if seat.name == "Ana" else seat.name for seat in table.table.seats]
            assert all(f"{name}  " in text for name in names)
            assert "wins" in text


@pytest.mark.parametrize(("position", "cards"), [("paulista six", 2), ("rummy throwing", 10)])
async def test_every_card_shows_the_key_that_picks_it(position: str, cards: int) -> None:
    app = TableApp(POSITIONS[position](), Settings(name="Ana", animation=False))
    async with app.run_test(size=LOW[0]) as pilot:
        await pilot.pause()
        keys = {str(number % 10) for number in range(1, cards + 1)}
        assert any(keys <= set(line.split()) for line in lines(app))


@pytest.mark.nightly
async def test_a_hand_is_as_large_as_the_window_allows_right_after_every_resize() -> None:
    app = TableApp(POSITIONS["truco"](), Settings(name="Ana", animation=False))
    async with app.run_test(size=(70, 20)) as pilot:
        await pilot.pause()
        hand, felt = app.screen.query_one("#hand"), app.screen.query_one("#felt")
        seen: dict[tuple[int, int], list[str]] = {}
        log = app.screen.query_one("#panel")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert log.outer_size.width == 50
        for width, height, own in (
            (70, 20, 7), (80, 21, 8), (80, 24, 9), (120, 40, 12), (80, 24, 9), (70, 20, 7),
            (120, 40, 12), (200, 60, 18), (120, 40, 12), (200, 60, 18),
        ):  # fmt: skip
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert (hand.size.height, felt.size.height >= 9) == (own, True)
            drawn = lines(app)
            assert seen.setdefault((width, height), drawn) == drawn


async def test_a_log_that_lay_over_the_table_lies_beside_it_as_soon_as_the_window_is_wide() -> None:
    app = TableApp(POSITIONS["truco"](), Settings(name="Ana", animation=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        wide = lines(app)
        await pilot.resize_terminal(80, 24)
        await pilot.press("l")
        await pilot.pause()
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert lines(app) == wide
