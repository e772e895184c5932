"""What is said at a table stands at the seat that says it: your own words, too, in all the room."""

import re

import pytest

from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.tui.widgets.table_parts import Felt
from tests.screens.at_table import sits
from tests.screens.conftest import LookRight
from tests.support.positions import over
from tests.support.rummy_tables import vou
from tests.support.screen import SMALL, WIDE, shown, small_and_wide
from tests.support.table_driver import TableApp, played, truco


@small_and_wide
async def test_your_own_words_stand_at_your_seat(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco()
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        table.say(0, "Ana", "Wake up, the coffee’s cold!", phrase=Phrase.PHRASE_WAKE_UP)
        told = await shown(pilot, table)
        assert all(f" {word}" in told for word in ("Wake up,", "coffee’s", "cold! "))
        looks_right(pilot.app)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_a_call_is_never_cut(seats: int, size: tuple[int, int]) -> None:
    table = truco(seats)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 truco", "1 retruco")
        assert "▐ ¡Quiero retruco! ▌" in await shown(pilot, table)
        played(table, "0 vale_cuatro")
        told = await shown(pilot, table)
        assert "▐ ¡Quiero vale " in told  # in two lines where your cards leave no room for one
        assert " cuatro! " in told


@pytest.mark.parametrize("size", [(70, 20), (76, 22), SMALL])
async def test_beside_the_log_a_call_of_the_other_of_two_is_whole(size: tuple[int, int]) -> None:
    table = truco(2)
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("l")
        played(table, "1 truco", "0 retruco", "1 vale_cuatro")
        told = await shown(pilot, table)
        assert "▐ ¡Quiero vale cuatro! ▌" in told
        assert "▌ Beto" in told


async def test_words_of_three_seats_stand_whole_over_the_places_of_cards_to_come() -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        for seat in (1, 2, 3):
            table.say(seat, "x", "Good evening, everybody!")
        told = await shown(pilot, table)
        assert told.count("▐ Good evening, ▌") == told.count("▐ everybody!    ▌") == 3
        assert "…" not in told


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("words", ["What cards I’ve got!", "no " * 12])
async def test_who_speaks_in_a_plate_of_one_line_is_read_beside_all_the_words(
    seats: int, words: str
) -> None:
    table = truco(seats, names=("Ana", "Bernardino", "Carla", "Maximiliano", "Eva", "Fede"))
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.say(1, "Bernardino", words)
        felt = (await shown(pilot, table)).rpartition("\n")[0]
        assert "B Bernardino" in felt
        assert "▐ " in felt
        assert "…" not in felt


@pytest.mark.parametrize("seat", range(1, 6))
async def test_words_too_long_for_one_line_take_two_between_the_plates_of_six(seat: int) -> None:
    table = truco(6)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        table.say(seat, "x", "Good evening, everybody!")
        told = await shown(pilot, table)
        assert "▐ Good evening, " in told
        assert "everybody! " in told.rpartition("\n")[0]
        assert "…" not in told


async def test_a_reaction_goes_beside_a_call_and_a_spectator_has_no_bubble() -> None:
    table = truco()
    async with TableApp(table).run_test(size=WIDE) as pilot:
        await pilot.pause()
        table.do(0, "truco")
        table.say(0, "Ana", ":D", reaction=Reaction.REACTION_LAUGH)
        assert "▐ ¡Truco! :D ▌" in await shown(pilot, table)
        table.say(None, "Eva", "Suerte")
        assert "▐ Suerte ▌" not in await shown(pilot, table)


async def test_what_you_say_over_a_long_hand_stands_beside_your_name() -> None:
    async with sits(vou(), WIDE) as table:
        line = next(line for line in table.text.splitlines() if "Vou! 5 ▌" in line)
        assert re.search(r"▌ Ana +● \d+ +bet 5 +▐ Vou! 5 ▌", line)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_over_the_page_at_the_end_words_stay_whole(size: tuple[int, int]) -> None:
    words = "¡Falta envido! · Did you really have it?"
    async with sits(over(), size) as at:
        felt = at.app.table_screen.query_one(Felt)
        scene = felt.sight.scene
        assert scene.finale is not None
        seats = tuple(each._replace(bubble="" if each.you else words) for each in scene.seats)
        felt.sight = felt.sight._replace(scene=scene._replace(seats=seats))
        assert felt._canvas is not None
        shown = felt._canvas.plain().split()
        assert all(word in shown for word in words.split())
