"""Whose each card is: at six under the cards of a trick, at rummy beside who threw and took it."""

from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2
from cardtui_client.model.last_played import LastMove, last_moves
from tests.screens.conftest import LookRight
from tests.support.rummy_tables import move, rummy
from tests.support.screen import SMALL, WIDE, lines, settle, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, played, truco

THROWN, TAKEN = cards_pb2.CARD_SPANISH_4E, cards_pb2.CARD_SPANISH_6E
MOVES = (
    "0 draw stock",
    "0 discard 2S",
    "1 draw discards",
    "1 discard KC",
    "2 draw stock",
    "2 discard 2D",
)


async def shown(pilot: Pilot[None], table: ScriptedTable) -> list[str]:
    """Return the screen once all that happened is shown."""
    await settle(pilot, table)
    return lines(pilot.app)


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_at_six_each_card_of_a_trick_has_a_name_under_it(size: tuple[int, int]) -> None:
    table = truco(6)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 play 7C", "1 play 12O", "2 play 3C", "3 play 4B")
        seen = await shown(pilot, table)
        for name, card in (("Beto", "12●"), ("Carla", "3C"), ("Dani", "4B")):
            rows = [y for y, line in enumerate(seen) if f" {name} " in f" {line[18:84]} "]
            columns = {seen[y].find(name, 18) for y in rows}
            below = [
                x
                for y in rows
                for x in columns
                if any(card in seen[above][x - 2 : x + 9] for above in range(max(y - 8, 0), y))
            ]
            assert below, name


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_teams_are_told_by_letters_beside_the_names(
    seats: int, size: tuple[int, int]
) -> None:
    table = truco(seats)
    async with TableApp(table).run_test(size=size) as pilot:
        seen = "\n".join(await shown(pilot, table))
        for seat, each in enumerate(table.table.seats):
            assert f"{'AB'[seat % 2]} {each.name}" in seen


@small_and_wide
@pytest.mark.parametrize("game", ["pif-paf", "cacheta"])
async def test_who_threw_and_took_what_last_stands_at_each_seat(
    game: str, size: tuple[int, int], looks_right: LookRight
) -> None:
    begin: dict[str, Any] = {"begin": "play"} if game == "pif-paf" else {"flip": "4H"}
    table = rummy(game, 4, stock=["2S", "TS", "QS"], discards=["JD"], **begin)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        move(table, *MOVES)
        told = "\n".join(await shown(pilot, table))
        assert "↓ K♣ ↑ 2♠" in told  # Beto took what Ana threw
        assert "↓ 2♦" in told  # Carla drew
        looks_right(pilot.app)


def test_a_hand_begins_with_nothing_thrown_and_a_draw_forgets_what_was_taken() -> None:
    thrown = events_pb2.Event()
    thrown.acted.seat = 1
    thrown.acted.action.discard.card = THROWN
    taken = events_pb2.Event()
    taken.card_taken.seat = 1
    taken.card_taken.card = TAKEN
    drawn = events_pb2.Event()
    drawn.acted.seat = 1
    drawn.acted.action.draw.source = actions_pb2.DRAW_SOURCE_STOCK
    moves = last_moves({}, [taken, thrown])
    assert moves == {1: LastMove(THROWN, TAKEN)}
    assert last_moves(moves, [drawn]) == {1: LastMove(THROWN, None)}
    begun = events_pb2.Event()
    begun.hand_started.hand = 2
    assert last_moves(moves, [begun]) == {}
