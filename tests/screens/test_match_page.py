"""The page at the end of a match: what each side has won, and who wants another one."""

import re
from collections.abc import Callable

import pytest

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.table_parts import Felt
from tests.screens.conftest import LookRight
from tests.screens.match_page import MOVES, deal, first_hand
from tests.support.nights import by_night
from tests.support.rummy_tables import HANDS, move, rummy
from tests.support.screen import SMALL, WIDE, lines, shown, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, played, truco

NARROW = (70, 20)

"""Ana wins the envido, raises with nothing, and Beto calls her bluff."""

POINTS = r"points +14 +30"


@pytest.mark.parametrize("size", [SMALL, *by_night(NARROW, WIDE)], ids=["small", "narrow", "wide"])
async def test_the_page_tells_hands_envidos_and_bluffs(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = first_hand((12, 28))
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        deal(table)
        played(table, *MOVES)
        told = await shown(pilot, table)
        for row in ("points", "hands won", "envidos won", "bluffs called"):
            assert row in told
        looks_right(pilot.app)


async def test_a_match_that_the_server_does_not_count_has_its_digits_all_the_same() -> None:
    table = truco(setup={"scores": [29, 22]})
    async with TableApp(table).run_test(size=NARROW) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 no_quiero")
        await shown(pilot, table)
        bare = table.snapshot()
        bare.snapshot.ClearField("counts")
        table.queue.put_nowait(bare)
        told = await shown(pilot, table)
        assert "hands won" not in told
        assert "points  " not in told, "the digits say it"
        assert "Truco: 1 point for you" in told


async def test_the_page_tells_who_wants_another_match() -> None:
    table = truco(setup={"scores": [29, 22]})
    table.table.seats[1].ClearField("bot")
    table.table.seats[1].ready = False
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 no_quiero")
        assert "agreed" not in await shown(pilot, table)
        table.table.seats[1].ready = True
        table.change(tables_pb2.TABLE_STATE_OVER)
        assert "Rematch: Beto agreed. Not yet: Ana." in await shown(pilot, table)


SECOND_HAND = {
    "dealer": 2,
    "hand": 2,
    "chips": [47, 31, 12],
    "hands": [["AS", "4S"], ["6H", "2H"], ["3D", "4C"]],
    "stock": ["6D", "5H", "4D", "3S"],
}


async def test_the_page_of_a_betting_game_lists_what_each_has() -> None:
    table = ScriptedTable("cacho", 3, SECOND_HAND, options={"hands": 2})
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        played(table, "0 bet", "1 bet", "2 bet", "0 bet 1", "1 call", "2 call")
        told = [line.split() for line in (await shown(pilot, table)).splitlines()]
        chips = table.rules.view(table.state, None).common.chips
        for name, count in zip(("You", "Beto", "Carla"), chips, strict=True):
            assert [name, str(count)] in [row[-4:-2] for row in told]


OWED = table_service_pb2.Ledger(
    accounts=[
        table_service_pb2.Account(name=name, brought=150, took=took)
        for name, took in (("Ana", 250), ("Beto", 102), ("Carla", 98))
    ],
    payments=[
        table_service_pb2.Payment(payer=2, payee=0, chips=52),
        table_service_pb2.Payment(payer=1, payee=0, chips=48),
    ],
    chip_value="R$ 0,25",
)


@pytest.mark.parametrize("size", [SMALL, *by_night(NARROW, WIDE)], ids=["small", "narrow", "wide"])
async def test_the_page_tells_who_owes_whom_and_the_palette_tells_all_of_it(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = ScriptedTable("cacho", 3, SECOND_HAND, options={"hands": 2, "chip_value": "R$ 0,25"})
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        table.ledger = OWED
        played(table, "0 bet", "1 bet", "2 bet", "0 bet 1", "1 call", "2 call")
        told = await shown(pilot, table)
        for debt in ("Carla owes Ana R$ 13,00 (52 chips).", "Beto owes Ana R$ 12,00 (48 chips)."):
            assert debt in told
        looks_right(pilot.app)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        (show,) = [each.run for each in screen.palette_commands() if each.words == "Who owes whom"]
        show()
        await pilot.pause()
        assert "Ana brought 150 chips and won 100." in await shown(pilot, table)
        await pilot.press("escape")
        assert pilot.app.screen is screen


def pif_paf_over() -> ScriptedTable:
    """Dani folds; Ana goes out with the card that Carla throws, and nobody plays on."""
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:4]]
    table = rummy(
        "pif-paf", 4, dealer=0, stock=["2S", "JC"], options={"hands": 3},
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    move(table, "1 check", "2 check", "3 fold", "0 check")
    move(table, "1 draw stock", "1 discard 2S", "2 draw stock", "2 discard JC")
    table.do(0, "claim", discard="KD")
    return table


def pif_paf_tradicional_over() -> ScriptedTable:
    """Beto is out of the hand; Ana goes out, and nobody plays on."""
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:3]]
    table = rummy(
        "pif-paf-tradicional", 3, stock=["JC"], options={"hands": 3},
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    move(table, "0 vou", "1 estou_fora", "2 vou")
    return move(table, "0 draw stock", "0 bater KD")


def cacheta_over() -> ScriptedTable:
    """Ana goes out with ten cards, and nobody else has points left."""
    hands = ["3S 4S 5S 7H 7C 7D 9C TC JC", *HANDS[1:3]]
    table = rummy(
        "cacheta", 3, stock=["QC"], flip="2H", scores=[3, 1, 2],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    return move(table, "0 draw stock", "0 knock")


RUMMY = {
    pif_paf_over: (
        ("You", "1", "1", "0"),
        ("Dani", "0", "0", "1"),
        "Out with another player’s discard: you 1.",
    ),
    pif_paf_tradicional_over: (("You", "1", "1", "0"), ("Beto", "0", "0", "1"), ""),
    cacheta_over: (("You", "1"), ("Beto", "0"), "Out with all ten cards: you 1."),
}


@small_and_wide
@pytest.mark.parametrize("over", RUMMY, ids=lambda over: over.__name__)
async def test_the_page_of_a_rummy_game_tells_who_went_out_how_and_who_folded(
    over: Callable[[], ScriptedTable], size: tuple[int, int], looks_right: LookRight
) -> None:
    first, second, how = RUMMY[over]
    table = over()
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        screen = await shown(pilot, table)
        for name, *counts in (first, second):
            row = rf"\b{name} +\d+ .*\b{' +'.join(counts)}\b"
            assert re.search(row, screen), name
        assert how in screen
        looks_right(pilot.app)


@pytest.mark.nightly
async def test_the_page_is_large_where_there_is_room_and_as_soon_as_there_is() -> None:
    table = first_hand((12, 28))
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        deal(table)
        played(table, *MOVES)
        assert not re.search(POINTS, await shown(pilot, table)), "the digits say it"
        row = next(y for y, line in enumerate(lines(pilot.app)) if "You lost" in line)
        assert row < pilot.app.screen.query_one(Felt).region.bottom
        await pilot.resize_terminal(*NARROW)
        assert re.search(POINTS, await shown(pilot, table))
        await pilot.resize_terminal(*WIDE)
        assert not re.search(POINTS, await shown(pilot, table))
