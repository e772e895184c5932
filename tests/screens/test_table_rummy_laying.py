"""Laying melds down by hand at the rummy games: keys alone, the mouse alone, and refusals."""

from dataclasses import replace

import pytest

from cardtui_client import i18n
from cardtui_client.model.cards import card_of, face
from cardtui_client.scene.commands import Bare, Throw
from cardtui_client.scene.middle import ButtonZone, CardZone, PileZone, TargetZone
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, Hand
from tests.screens.at_table import Table, held, show, sits
from tests.screens.conftest import LookRight
from tests.support import rummy_tables as tables
from tests.support.rummy_tables import codes
from tests.support.screen import SMALL, small_and_wide
from tests.support.table_driver import ScriptedTable

MELDS = [["3S", "4S", "5S"], ["7H", "7C", "7D"], ["9C", "TC", "JC"]]
"""What the hand of `tables.going_out` melds; the king of diamonds is left."""


def melds(at: Table) -> list[list[str]]:
    """Return the melds of the last act."""
    action = at.scripted.acts[-1]
    part = getattr(action, action.WhichOneof("action") or "")
    return [codes(meld.cards).split() for meld in part.melds]


def thrown(at: Table) -> str:
    """Return the card that the last act throws."""
    action = at.scripted.acts[-1]
    card = getattr(action, action.WhichOneof("action") or "").discard
    return face(card).code if card else ""


def selected(at: Table) -> str:
    laid = at.app.table_screen.controller.ui.cards.laid
    return "nothing is laid down" if laid is None else codes(laid.selected)


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
        await at.press("7", "8", "0")
        assert "Lay 3 cards as a meld" in at.text
        await at.press("enter")
        assert at.said == []
        assert "Go out, discarding K♦" in at.text
        await at.press("enter")
        assert at.said == ["go_out"]
        assert melds(at) == MELDS
        assert thrown(at) == "KD"
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
        assert melds(at) == MELDS
        assert thrown(at) == "KD"


@pytest.mark.clause("PP-41")
async def test_nine_cards_selected_at_once_go_out_and_the_server_finds_the_melds() -> None:
    async with sits(tables.going_out()) as at:
        await at.click(ActionBar, ButtonZone(Bare.LAY))
        await select(at, *(card for meld in MELDS for card in meld))
        assert "Go out, discarding K♦" in at.text
        await at.click(Felt, TargetZone())
        assert at.said == ["go_out"]
        assert melds(at) == []
        assert thrown(at) == "KD"
        assert "You take the pot" in at.text


@pytest.mark.clause("PT-40")
@pytest.mark.parametrize("ten", [True, False], ids=["ten", "nine"])
async def test_bater_with_ten_or_with_nine_is_a_matter_of_what_is_selected(ten: bool) -> None:
    async with sits(tables.ready_for_ten("pif-paf-tradicional")) as at:
        await at.press("space", *"234567890"[: 8 + ten])
        assert ("Bati, with all cards" if ten else "Bati, discarding 8♣") in at.text
        await at.press("enter")
        assert at.said == ["bater"]
        assert thrown(at) == ("" if ten else "8C")
        assert f"out with {10 if ten else 9} cards" in at.text


@pytest.mark.clause("CA-30", "CA-31")
@pytest.mark.parametrize("ten", [True, False], ids=["ten", "nine"])
async def test_a_knock_with_ten_or_with_nine_is_a_matter_of_what_is_selected(ten: bool) -> None:
    async with sits(tables.ready_for_ten("cacheta")) as at:
        await at.press("space", *"234567890"[: 8 + ten])
        await at.click(Felt, TargetZone())
        assert at.said == ["knock"]
        assert f"knocked with {10 if ten else 9} cards" in at.text


@pytest.mark.clause("CA-30")
async def test_a_knock_with_ten_in_melds_of_ones_own() -> None:
    async with sits(tables.ready_for_ten("cacheta")) as at:
        for meld in (["3S", "4S", "5S"], ["7H", "7C", "7D"], ["8C", "9C", "TC", "JC"]):
            if at.offers("Lay the melds"):
                await at.press("m")
            await select(at, *meld)
            await at.press("m")
        await at.press("m")
        assert len(melds(at)) == 3
        assert "knocked with 10 cards" in at.text


@pytest.mark.clause("PP-42", "PP-44")
async def test_a_claimed_card_joins_the_hand_to_be_melded() -> None:
    async with sits(tables.claiming()) as at:
        assert "JC" not in held(at)
        await at.press("m")
        assert held(at).endswith("JC")
        for meld in MELDS:
            await select(at, *meld)
            await at.press("enter")
        assert "Claim the discard, discarding K♦" in at.text
        await at.press("enter")
        assert at.said == ["claim"]
        assert melds(at) == MELDS
        assert "out with 9 cards" in at.text


@pytest.mark.clause("CA-41", "CA-42")
async def test_the_line_is_cut_with_melds_of_ones_own() -> None:
    async with sits(tables.cutting_the_line()) as at:
        await at.press("m")
        for meld in (["3S", "4S", "5S"], ["7H", "7C", "7D"], ["9D", "TD", "JD"]):
            await select(at, *meld)
            await at.click(Felt, TargetZone())
        assert "Cut the line, discarding K♦" in at.text
        await at.click(Felt, TargetZone())
        assert at.said == ["cacheta_cut"]
        assert "cut the line with 9 cards" in at.text


@pytest.mark.clause("CA-43")
async def test_a_cut_that_would_burn_is_not_laid_down_by_hand() -> None:
    async with sits(tables.na_boa()) as at:
        assert not at.offers("Lay the melds")
        await at.press("space", "m")
        assert selected(at) == "nothing is laid down"


# --- refusals, and taking back ---------------------------------------------------------------


@pytest.mark.clause("PP-40", "PP-41")
async def test_what_is_no_meld_is_refused_with_its_clause_and_stays_laid_down() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("m")
        for meld in (["3S", "4S", "7H"], ["5S", "7C", "7D"], MELDS[2]):
            await select(at, *meld)
            await at.press("enter")
        await at.press("enter")
        assert at.said == ["go_out"]
        assert "3♠ 4♠ 7♥ is not a meld here" in at.status
        assert "rule PP-40" in at.status
        assert "Go out, discarding K♦" in at.text
        # One wrong card is taken out of each meld, which goes together again.
        await select(at, "7H", "5S")
        assert sorted(selected(at).split()) == ["3S", "4S", "7C", "7D"]
        await at.press("escape")
        assert selected(at) == ""
        for meld in MELDS[:2]:
            await select(at, *meld)
            await at.press("enter")
        await at.press("enter")
        assert at.said == ["go_out", "go_out"]
        assert "You take the pot" in at.text


@pytest.mark.clause("PP-40")
async def test_a_hand_that_cannot_go_out_is_told_so() -> None:
    async with sits(tables.throwing()) as at:
        assert not at.offers("Lay the melds")
        await at.press("1", "space", *"23456789")
        await at.press("enter")
        assert at.said == ["go_out"]
        assert "PP-40" in at.status
        assert len(selected(at).split()) == 9


@pytest.mark.clause("PP-40")
async def test_a_game_that_always_throws_a_card_asks_for_one_to_be_left() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("space", *"234567890")
        assert "Leave one card out" in at.text
        await at.press("enter", "enter")
        assert at.said == []


@pytest.mark.clause("CA-30")
async def test_ten_selected_cards_that_do_not_all_meld_are_not_knocked_with_nine() -> None:
    async with sits(tables.ready_for_nine()) as at:
        await at.press("space", *"234567890", "enter")
        assert at.said == ["knock"]
        assert "is not a meld here" in at.status


async def test_escape_takes_one_step_back_at_a_time_then_asks_to_leave() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("1", "space", "2", "3", "enter", "4", "5", "6", "enter", "7", "8")
        for left in (["3S 4S 5S", "7H 7C 7D"], ["3S 4S 5S"], []):
            await at.press("escape")
            assert selected(at) == ""
            laid = at.app.table_screen.controller.ui.cards.laid
            assert laid is not None
            assert [codes(meld) for meld in laid.melds] == left
        await at.press("escape")
        assert selected(at) == "nothing is laid down"
        assert at.offers("Discard")
        await at.press("escape")
        assert at.offers("Leave, keep my seat")


async def test_a_selection_dropped_leaves_one_laying_so_that_enter_throws_nothing() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("m", "3", "4", "escape", "3", "4", "8", "enter")
        assert at.said == []
        assert selected(at) or at.app.table_screen.controller.ui.cards.laid


async def test_throwing_from_a_hand_that_can_go_out_asks_once() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("8", "enter")
        assert "You can go out. Discard 10♣ anyway?" in at.text
        await at.press("escape")
        assert at.said == []
        await at.press("enter", "enter")
        assert at.said == ["discard"]
        assert at.app.table_screen.controller.ui.cards.picked is None


async def test_without_confirmations_such_a_throw_is_not_asked_about() -> None:
    async with sits(tables.going_out()) as at:
        controller = at.app.table_screen.controller
        controller.settings = replace(controller.settings, confirm=False)
        await at.press("8")
        assert at.said == ["discard"]


@pytest.mark.parametrize("cards", ["1", "12"], ids=["one", "two"])
async def test_fewer_than_three_cards_are_refused_at_once(cards: str) -> None:
    async with sits(tables.going_out()) as at:
        await at.press("m", *cards, "enter")
        assert "A meld has 3 cards or more" in at.status
        laid = at.app.table_screen.controller.ui.cards.laid
        assert laid is not None
        assert laid.melds == ()
        assert len(laid.selected) == len(cards)


async def test_laying_says_what_is_checked_when_and_how_to_take_a_meld_back() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("m", "1", "2", "7")
        assert at.offers("Deselect")
        await at.press("enter")
        assert "Checked when you go out." in at.text
        assert at.offers("Take the last meld back")


@pytest.mark.clause("CA-31")
async def test_laying_by_hand_tells_what_it_costs_the_others() -> None:
    async with sits(tables.ready_for_ten("cacheta")) as at:
        assert at.offers("Lay the melds −1/−2")
        await at.press("m", *"123456789")
        assert at.offers("Knock, discarding 8♣ −1")
        await at.press("0")
        assert at.offers("Knock, with all cards −2")


async def test_back_is_clicked_too() -> None:
    async with sits(tables.going_out()) as at:
        await at.click(ActionBar, ButtonZone(Bare.LAY))
        await at.click(ActionBar, ButtonZone(Bare.TAKE_BACK))
        assert selected(at) == "nothing is laid down"


# --- what stays as it was --------------------------------------------------------------------


async def test_a_card_is_thrown_as_ever_once_nothing_is_laid_down() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("1", "space", "escape", "escape")
        await at.click(Hand, CardZone(8))
        await at.click(Hand, CardZone(8))
        king = card_of("KD", "french")
        assert king is not None
        await at.click(ActionBar, ButtonZone(Throw(king)))
        assert at.said == ["discard"]
        assert "Ana discards the king of diamonds" in at.text or "Waiting for Beto" in at.status


async def test_one_key_still_finds_the_best_way_while_cards_are_laid_down() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("1", "space", "g")
        assert at.said == ["go_out"]
        assert "You take the pot" in at.text


async def test_cards_are_sorted_and_moved_while_they_are_laid_down() -> None:
    async with sits(tables.going_out()) as at:
        await at.press("1", "space", "2", "3", "enter", "4", "shift+right", "shift+right")
        assert held(at) == "3S 4S 5S 7C 7D 7H 9C TC KD JC"
        assert selected(at) == "7H"
        await at.press("o")
        assert selected(at) == "7H"
        laid = at.app.table_screen.controller.ui.cards.laid
        assert laid is not None
        assert [codes(meld) for meld in laid.melds] == ["3S 4S 5S"]


async def test_what_is_laid_down_is_dropped_when_the_cards_change() -> None:
    async with sits(tables.claiming()) as at:
        await at.press("m")
        await select(at, "3S", "4S", "5S")
        await at.press("s")
        assert at.said == ["draw"]
        assert selected(at) == "nothing is laid down"
        canvas = at.app.table_screen.query_one(Felt)._canvas
        assert canvas is not None
        assert PileZone("stock") in [area.zone for area in canvas.areas]


async def test_nothing_is_selected_while_others_play() -> None:
    async with sits(tables.drawing()) as at:
        await at.press("1", "space", "m")
        assert selected(at) == "nothing is laid down"
        assert at.said == []


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


async def test_laying_down_in_portuguese(reads_right: LookRight) -> None:
    i18n.set_language("pt_BR")
    await show(tables.ready_for_ten("cacheta"), SMALL, reads_right, *LAID, "9", "enter")


async def test_laying_down_in_ascii(looks_right: LookRight) -> None:
    await show(tables.going_out(), SMALL, looks_right, *LAID, card_style="ascii")
