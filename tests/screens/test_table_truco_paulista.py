"""Truco Paulista on the screen: the card turned up, six at eleven, Minas, a match of games."""

from typing import Any

import pytest

from tests.screens.brazilian_screen import shown
from tests.screens.conftest import LookRight
from tests.screens.filming import text
from tests.support.paulista_tables import SCENES, paulista, raised, second_game, six_at_eleven
from tests.support.screen import SMALL, WIDE, scenes_at_sizes
from tests.support.table_driver import ScriptedTable


@scenes_at_sizes(SCENES, "raised")
async def test_the_table(scene: str, size: tuple[int, int], looks_right: LookRight) -> None:
    async with shown(SCENES[scene](), size) as pilot:
        await pilot.pause()
        looks_right(pilot.app)


async def test_the_card_turned_up_lies_beside_the_pack_and_tells_the_highest_rank() -> None:
    """TP-03, TP-08."""
    async with shown(raised(), WIDE) as pilot:
        await pilot.pause()
        assert text(pilot).count("4♥") == 3, "both of its corners, and the log"
        assert "manilha 5" in text(pilot)


async def test_of_six_one_sees_the_hands_of_two_partners_at_eleven() -> None:
    """TP-41."""
    async with shown(six_at_eleven(), WIDE) as pilot:
        await pilot.pause()
        shows = text(pilot)
        assert "Carla and Eva hold these" in shows
        assert all(card in shows for card in ("7♠", "6♠", "Q♥", "5♦", "5♥", "5♠"))


async def test_the_games_of_a_match_are_counted_in_the_top_line() -> None:
    """TP-61."""
    async with shown(second_game(), WIDE) as pilot:
        await pilot.pause()
        assert "games 1–0" in text(pilot)


def with_manilha(**setup: Any) -> ScriptedTable:
    """Return a table at which Ana holds the five of diamonds, which is a manilha."""
    hands = ("3S 5D AH", "KS JD JS", "7S 6S QH", "4S 4C 6D")
    return paulista(4, {"hands": [hand.split() for hand in hands], **setup})


@pytest.mark.clause("TP-03")
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_a_manilha_is_marked_in_the_hand_and_in_the_trick(size: tuple[int, int]) -> None:
    table = with_manilha()
    async with shown(table, size) as pilot:
        assert text(pilot).count("♛") == 1
        assert "5♦♛" in text(pilot)
        table.do(0, "play", card="5D")
        await pilot.pause()
        assert text(pilot).count("♛") == 1
        assert "5♦♛" in text(pilot)


async def test_a_manilha_is_marked_in_letters_alone_too() -> None:
    async with shown(with_manilha(), card_style="ascii") as pilot:
        assert "5D!" in text(pilot)


async def test_where_manilhas_are_fixed_they_are_marked_as_well() -> None:
    table = paulista(manilha="fixed")
    async with shown(table) as pilot:
        assert "♛" not in text(pilot)
        for seat, card in enumerate(("3S", "KS", "7S", "4C")):
            table.do(seat, "play", card=card)
        await pilot.pause()
        assert "4♣♛" in text(pilot)
