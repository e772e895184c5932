"""Laying melds down by hand at the rummy games: keys alone, the mouse alone, and refusals."""

import pytest

from cardtui_client import i18n
from cardtui_client.model.cards import card_of
from cardtui_client.scene.commands import Bare, Throw
from cardtui_client.scene.middle import ButtonZone, CardZone, TargetZone
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, Hand
from tests.screens.at_table import Table, held, show, sits
from tests.screens.conftest import LookRight
from tests.support import rummy_tables as tables
from tests.support.rummy_tables import MELDS, melds_of, thrown_by
from tests.support.screen import SMALL, small_and_wide
from tests.support.table_driver import ScriptedTable


async def select(at: Table, *cards: str) -> None:
    """Click those cards in the hand."""
    for card in cards:
        await at.click(Hand, CardZone(held(at).split().index(card)))


# --- by keys, by mouse -----------------------------------------------------------------------


@pytest.mark.clause("PP-40", "PP-41")
async def test_keys_alone_lay_three_melds_and_go_out_throwing_the_card_that_is_left() -> None:
    async with sits(tables.going_out()) as at:
        assert at.offers("Lay the melds")
        await at.press("right", "space", "right", "space", "right", "space", "enter")
        await at.press("4", "5", "6", "m")
        await at.press("7", "8", "9")
        assert "Lay 3 cards as a meld" in at.text
        await at.press("enter")
        assert at.said == []
        assert "Go out, discarding K♦" in at.text
        await at.press("enter")
        assert at.said == ["go_out"]
        assert melds_of(at.scripted) == MELDS
        assert thrown_by(at.scripted) == "KD"
        assert "You take the pot" in at.text


@pytest.mark.clause("PP-40")
async def test_the_mouse_alone_lays_three_melds_and_goes_out() -> None:
    async with sits(tables.going_out()) as at:
        await at.click(ActionBar, ButtonZone(Bare.LAY))
        for meld in MELDS:
            await select(at, *meld)
            await at.click(Felt, TargetZone())
        assert at.said == []
        await at.click(Felt, TargetZone())
        assert at.said == ["go_out"]
        assert melds_of(at.scripted) == MELDS
        assert thrown_by(at.scripted) == "KD"


# --- what stays as it was --------------------------------------------------------------------


async def test_a_card_is_thrown_as_ever_once_nothing_is_laid_down() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("1", "space", "escape", "escape")
        await at.click(Hand, CardZone(9))
        await at.click(Hand, CardZone(9))
        king = card_of("KD", "french")
        assert king is not None
        await at.click(ActionBar, ButtonZone(Throw(king)))
        assert at.said == ["discard"]
        assert "Ana discards the king of diamonds" in at.text or "Waiting for Beto" in at.status


# --- pictures --------------------------------------------------------------------------------

LAID = ("1", "space", "2", "3", "enter", "4", "5", "6", "enter", "7", "8")


@small_and_wide
async def test_melds_laid_down_and_more_selected(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    await show(tables.going_out(), size, looks_right, *LAID)


@small_and_wide
@pytest.mark.parametrize("seats", [2, 8])
async def test_ready_to_go_out(seats: int, size: tuple[int, int], looks_right: LookRight) -> None:
    table: ScriptedTable = tables.ready_for_ten("cacheta", seats)
    await show(table, size, looks_right, *LAID, "9", "enter")


async def test_laying_down_begins(looks_right: LookRight) -> None:
    await show(tables.claiming(), SMALL, looks_right, "m")


@pytest.mark.nightly(reason="tests/table/test_room.py")
async def test_laying_down_in_portuguese(reads_right: LookRight) -> None:
    i18n.set_language("pt_BR")
    await show(tables.ready_for_ten("cacheta"), SMALL, reads_right, *LAID, "9", "enter")


async def test_laying_down_in_ascii(looks_right: LookRight) -> None:
    await show(tables.going_out(), SMALL, looks_right, *LAID, card_style="ascii")
