"""What holds of tables at all sizes: one axis, one score, and nothing that leaves the felt."""

import re
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from cardtui_client.scene.middle import CardZone, PaperZone, PileZone, SeatZone
from cardtui_client.settings import Settings
from cardtui_client.tui.paint.canvas import Canvas, Place, style
from cardtui_client.tui.paint.cards import Extent
from cardtui_client.tui.paint.fan import fan_size
from cardtui_client.tui.paint.felt import awaited_of
from cardtui_client.tui.table.board import LEAST_WIDTH_WITH_SCORE, TALL_WINDOW, Board
from cardtui_client.tui.widgets.painted import Painted
from tests.screens.match_page import MOVES, deal, first_hand
from tests.support.brazilian_tables import playing
from tests.support.paulista_tables import paulista
from tests.support.rummy_tables import rummy
from tests.support.screen import SMALL, WIDE, shown
from tests.support.table_driver import ScriptedTable, TableApp, cacho, played, truco

MANY = 6
"""More cards than these lie over each other where they must."""
CROWD = 6
ONE_AXIS = 70
"""In a window of fewer columns your name takes room that your cards would need for it."""

WITH_ROW = 80
"""In a window of so many columns four cards as large as your own lie beside each other."""
HEIGHTS = {100: 9, 120: 11, 160: 13, 200: 17}
"""How high cards are at a truco for two and four, in windows as wide as that."""

BY_DAY = ((80, 24), (60, 20), (60, 24), (48, 34), (100, 30), (120, 40), (160, 45), (200, 60))
BY_NIGHT = ((64, 24), (70, 20), (69, 24), (70, 24), (90, 30))


def named(tables: Iterable[str], *by_day: str) -> pytest.MarkDecorator:
    """Show the fullest tables at some sizes by day, and all of them at all by night."""
    cases = [
        pytest.param(
            name, sizes, id=f"{name}-{title}", marks=() if name in day else pytest.mark.nightly
        )
        for name in tables
        for title, sizes, day in (("some", BY_DAY, by_day), ("others", BY_NIGHT, ()))
    ]
    return pytest.mark.parametrize(("name", "sizes"), cases)


PAIRS = {"argentino-2-empty", "argentino-2", "paulista-2"}
"""Tables at which two lay their cards beside each other."""
TRICKS: dict[str, Callable[[], ScriptedTable]] = {
    "argentino-2-empty": lambda: truco(2),
    "argentino-4-empty": lambda: truco(4),
    "argentino-6-empty": lambda: truco(6),
    "brasileiro-empty": playing,
    "argentino-2": lambda: played(truco(2), "0 play 7C"),
    "argentino-4": lambda: played(truco(4), "0 play 7C", "1 play 12O", "2 play 3C"),
    "argentino-6": lambda: played(truco(6), "0 play 7C", "1 play 12O", "2 play 3C"),
    "brasileiro": lambda: playing("0 play 7S", "1 play QD"),
    "paulista-2": lambda: paulista(2),
    "paulista-4": lambda: paulista(4),
}
OTHERS: dict[str, Callable[[], ScriptedTable]] = {
    "cacho-2": lambda: cacho(2),
    "cacho-4": lambda: cacho(4),
    "cacheta-4": lambda: rummy("cacheta", 4, begin="play"),
    "cacheta-8": lambda: rummy("cacheta", 8, begin="play"),
    "pif-paf-3": lambda: rummy("pif-paf", 3, begin="play"),
    "pif-paf-tradicional-6": lambda: rummy("pif-paf-tradicional", 6, begin="play"),
}


async def seen(
    table: ScriptedTable, sizes: tuple[tuple[int, int], ...], *checks: Callable[[Board], None]
) -> None:
    """Check the table at those sizes, in one client."""
    table.sent()  # what led here is in the snapshot
    app = TableApp(table, Settings(name="Ana", animation=False))
    async with app.run_test(size=sizes[0]) as pilot:
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            felt = app.table_screen.board.felt
            for check in checks:
                sight = felt.sight
                check(app.table_screen.board)
                felt.sight = sight


def painted(widget: Painted) -> Canvas:
    canvas = Canvas(*widget.size, widget.palette)
    widget.paint(canvas)
    return canvas


def places(canvas: Canvas, zone: type) -> list[Place]:
    return [area.place for area in canvas.areas if isinstance(area.zone, zone)]


def middle_of(found: list[Place]) -> float:
    return (min(each.x for each in found) + max(each.x + each.width for each in found)) / 2


def the_score_stands_in_one_place(board: Board) -> None:
    felt, top = painted(board.felt).plain(), painted(board.top).plain()
    beside = "•───•" in felt or "╰────────╯" in felt
    assert beside == (board.size.width >= LEAST_WIDTH_WITH_SCORE)
    assert all(f"{tally.points}" in top for tally in board.felt.sight.scene.top.tallies)
    assert bool(board.felt.sight.scene.top.tallies) != beside


def a_narrow_table_has_one_axis(board: Board) -> None:
    width = board.felt.size.width
    if ONE_AXIS <= board.size.width < LEAST_WIDTH_WITH_SCORE:
        own = middle_of(places(painted(board.hand), CardZone))
        assert abs(own - width / 2) <= 1, board.size


def a_long_hand_lies_on_the_axis(board: Board) -> None:
    own = places(painted(board.hand), CardZone)
    if board.size.height >= TALL_WINDOW and len(own) > MANY:
        assert abs(middle_of(own) - board.felt.size.width / 2) <= 1, board.size


def nothing_covers_the_place_of_a_card_to_come(board: Board) -> None:
    felt = painted(board.felt).plain()
    awaited = len(awaited_of(board.felt.sight.scene))
    assert awaited
    assert felt.count("╰╌") == felt.count("╌╯") == awaited, board.size
    upper = 0 if "╰╌╯" in felt else awaited  # a place of one line has no upper edge
    assert felt.count("╭╌") == felt.count("╌╮") == upper, board.size


def no_pile_is_larger_than_your_cards(board: Board) -> None:
    hand = board.hand.sight.scene.hand
    felt = painted(board.felt)
    if not hand.cards:
        return
    size = fan_size(Extent(*board.hand.size), 1, len(hand.cards))
    for pile in places(felt, PileZone):
        assert pile.width <= size.width or pile.height == 1, board.size


def no_card_and_no_seat_leaves_the_felt(board: Board) -> None:
    for widget in (board.hand, board.felt):
        canvas = painted(widget)
        for place in [*places(canvas, CardZone), *places(canvas, SeatZone)]:
            assert place.x >= 0, board.size
            assert place.y >= 0, board.size
            assert place.x + place.width < canvas.width, board.size
            assert place.y + place.height <= canvas.height, board.size


def the_cards_of_the_trick_are_as_large_as_the_hands(board: Board) -> None:
    slots = re.findall("╭╌+╮", painted(board.felt).plain())
    own = places(painted(board.hand), CardZone)
    assert slots
    assert {len(slot) for slot in slots} == {place.width for place in own}, board.size


def a_trick_of_four_has_cards_as_large_where_there_is_room(board: Board) -> None:
    if board.size.width >= WITH_ROW:
        the_cards_of_the_trick_are_as_large_as_the_hands(board)


def a_larger_window_has_larger_cards(board: Board) -> None:
    if board.size.width in HEIGHTS:
        own = {place.height for place in places(painted(board.hand), CardZone)}
        assert own == {HEIGHTS[board.size.width]}, board.size


def what_is_said_is_whole_and_covers_nobody(board: Board) -> None:
    """Have each seat say something in turn: nothing but its own cards may lie under it."""
    if board.size not in (SMALL, WIDE):
        return
    scene, words = board.felt.sight.scene, "Good evening, everybody!"
    before = painted(board.felt)
    for seat in scene.seats:
        if seat.seat == scene.viewpoint:
            continue
        seats = (each._replace(bubble=words * (each is seat)) for each in scene.seats)
        board.felt.sight = board.felt.sight._replace(scene=scene._replace(seats=tuple(seats)))
        after = painted(board.felt)
        told = "".join(re.findall("▐ ([A-Za-z][A-Za-z,!… ]*) ▌", after.plain()))
        if len(scene.seats) < CROWD or board.size != SMALL:  # the top of six has little room there
            assert "".join(told.split()) == "".join(words.split()), (board.size, seat.seat)
        plates = [each for each in before.areas if each.zone != SeatZone(seat.seat)]
        card = before.palette.card
        foot = before.height - 1  # what happened last moves aside, and is whole
        latest = before.row_text(foot).split("›")[-1].strip()
        assert latest in after.row_text(foot), (board.size, seat.seat)
        assert "…" not in after.row_text(foot), (board.size, seat.seat)
        rows = [y for y in range(before.height) if before.chars[y] != after.chars[y]]
        for y, x in product(rows, range(before.width)):
            if before.chars[y][x] == after.chars[y][x]:
                continue
            assert not any(each.contains(x, y) for each in plates), (board.size, seat.seat)
            on_card = before.styles[y][x].bgcolor == style(card, card).bgcolor
            # Under plates of one line, long words take the upper edge of a card.
            edge = 1 if board.size == SMALL and len(scene.seats) >= 4 else foot
            assert y in (foot, edge) or not on_card, (board.size, seat.seat)


def no_frame_of_a_winner_reaches_a_plate(board: Board) -> None:
    """Have each card of the trick win in turn: what marks it lies on the felt alone."""
    scene = board.felt.sight.scene
    plain = tuple(each._replace(winning=False) for each in scene.trick)
    board.felt.sight = board.felt.sight._replace(scene=scene._replace(trick=plain))
    before = painted(board.felt)
    for best in plain:
        trick = tuple(each._replace(winning=each is best) for each in plain)
        board.felt.sight = board.felt.sight._replace(scene=scene._replace(trick=trick))
        after = painted(board.felt)
        for x, y, width, height in places(before, SeatZone):
            for row in range(y, y + height):
                part = slice(x, x + width)
                same = before.chars[row][part] == after.chars[row][part]
                assert same, (board.size, best.seat, after.row_text(row))


@named(TRICKS, "argentino-2", "argentino-6")
async def test_a_table_with_tricks_has_all_in_its_place(
    name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    checks = [
        the_score_stands_in_one_place,
        a_narrow_table_has_one_axis,
        nothing_covers_the_place_of_a_card_to_come,
        no_card_and_no_seat_leaves_the_felt,
        what_is_said_is_whole_and_covers_nobody,
        no_frame_of_a_winner_reaches_a_plate,
    ]
    if name in PAIRS:
        checks.append(the_cards_of_the_trick_are_as_large_as_the_hands)
    if name in ("argentino-2", "argentino-4"):
        checks.append(a_larger_window_has_larger_cards)
    if name in ("argentino-4-empty", "argentino-4"):
        checks.append(a_trick_of_four_has_cards_as_large_where_there_is_room)
    await seen(TRICKS[name](), sizes, *checks)


@named(OTHERS, "cacho-4", "cacheta-8")
async def test_no_card_and_no_seat_leaves_another_table(
    name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    await seen(
        OTHERS[name](),
        sizes,
        no_card_and_no_seat_leaves_the_felt,
        no_pile_is_larger_than_your_cards,
        a_long_hand_lies_on_the_axis,
    )


@pytest.mark.parametrize("size", [SMALL, (100, 30), WIDE])
async def test_what_tells_the_end_of_a_match_lies_on_one_axis(size: tuple[int, int]) -> None:
    table = first_hand((12, 28))
    app = TableApp(table, Settings(name="Ana", animation=False))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        deal(table)
        played(table, *MOVES)
        told = await shown(pilot, table)
        assert "Truco: 2 points for Beto" in told, "why it ended"
        board = app.table_screen.board
        sheets = [places(painted(widget), PaperZone) for widget in (board.felt, board.hand)]
        upper, lower = (middle_of(each or sheets[0]) for each in sheets)
        assert abs(upper - lower) <= 1
