"""Laying melds down by hand at the rummy games: what counts, what is refused, and the way back."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cardtui_client.scene.commands import Bare, PressCard
from tests.support import rummy_tables as tables
from tests.support.rummy_tables import MELDS, codes, melds_of, thrown_by
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable


def held(at: Seated) -> str:
    return codes(at.picture.own.hand.cards)


def selected(at: Seated) -> str:
    laid = at.controller.ui.cards.laid
    return "nothing is laid down" if laid is None else codes(laid.selected)


async def select(at: Seated, *cards: str) -> None:
    """Press those cards in the hand."""
    for card in cards:
        await at.press(PressCard(held(at).split().index(card)))


@pytest.mark.clause("PP-41")
async def test_nine_cards_selected_at_once_go_out_and_the_server_finds_the_melds() -> None:
    async with seated(tables.going_out()) as at:
        await at.press(Bare.LAY)
        await select(at, *(card for meld in MELDS for card in meld))
        assert at.tells("Go out, discarding K♦")
        await at.press(Bare.PRESS_MIDDLE)
        assert at.said == ["go_out"]
        assert melds_of(at.scripted) == []
        assert thrown_by(at.scripted) == "KD"
        assert at.tells("You take the pot")


GOING = {
    "pif-paf": (tables.going_out, "g", "go_out"),
    "a claim": (tables.claiming, "c", "claim"),
    "pif-paf-tradicional": (lambda: tables.ready_for_ten("pif-paf-tradicional"), "g", "bater"),
    "cacheta": (lambda: tables.ready_for_ten("cacheta"), "g", "knock"),
}


@pytest.mark.parametrize("case", GOING.values(), ids=GOING)
async def test_to_go_out_takes_one_key_and_laying_by_hand_says_that_none_need_be_chosen(
    case: tuple[Callable[[], ScriptedTable], str, str],
) -> None:
    made, key, word = case
    async with seated(made()) as at:
        await at.type(key)
        assert at.said == [word]
    async with seated(made()) as at:
        await at.press(Bare.LAY)
        assert at.tells("⏎ goes out in the best way; choose cards only to lay them otherwise.")
        await at.type("enter")
        assert at.said == [word]
        if word == "go_out":
            assert thrown_by(at.scripted) == "KD"


async def test_with_cards_chosen_enter_lays_these_and_no_others() -> None:
    async with seated(tables.going_out()) as at:
        await at.press(Bare.LAY)
        await select(at, *MELDS[0])
        assert not at.tells("goes out in the best way")
        await at.type("enter")
        assert at.said == []


@pytest.mark.clause("PT-40")
@pytest.mark.parametrize("ten", [True, False], ids=["ten", "nine"])
async def test_bater_with_ten_or_with_nine_is_a_matter_of_what_is_selected(ten: bool) -> None:
    async with seated(tables.ready_for_ten("pif-paf-tradicional")) as at:
        await at.press(Bare.LAY)
        await select(at, *(card for meld in MELDS for card in meld), *["8C"][:ten])
        assert at.tells("Bati, with all cards" if ten else "Bati, discarding 8♣")
        await at.type("enter")
        assert at.said == ["bater"]
        assert thrown_by(at.scripted) == ("" if ten else "8C")
        assert at.tells(f"out with {10 if ten else 9} cards")


@pytest.mark.clause("CA-30", "CA-31")
@pytest.mark.parametrize("ten", [True, False], ids=["ten", "nine"])
async def test_a_knock_with_ten_or_with_nine_is_a_matter_of_what_is_selected(ten: bool) -> None:
    async with seated(tables.ready_for_ten("cacheta")) as at:
        await at.type("space", *"234567890"[: 8 + ten])
        await at.press(Bare.PRESS_MIDDLE)
        assert at.said == ["knock"]
        assert at.tells(f"a knock with {10 if ten else 9} cards")


@pytest.mark.clause("CA-30")
async def test_a_knock_with_ten_in_melds_of_ones_own() -> None:
    async with seated(tables.ready_for_ten("cacheta")) as at:
        for meld in (["3S", "4S", "5S"], ["7H", "7C", "7D"], ["8C", "9C", "TC", "JC"]):
            if at.offers("Lay the melds"):
                await at.type("m")
            await select(at, *meld)
            await at.type("m")
        await at.type("m")
        assert len(melds_of(at.scripted)) == 3
        assert at.tells("a knock with 10 cards")


@pytest.mark.clause("PP-42", "PP-44")
async def test_a_claimed_card_joins_the_hand_to_be_melded() -> None:
    async with seated(tables.claiming()) as at:
        assert "JC" not in held(at)
        await at.type("m")
        assert "JC" in held(at)
        for meld in MELDS:
            await select(at, *meld)
            await at.type("enter")
        assert at.tells("Claim the discard, discarding K♦")
        await at.type("enter")
        assert at.said == ["claim"]
        assert melds_of(at.scripted) == MELDS
        assert at.tells("out with 9 cards")


@pytest.mark.clause("CA-41", "CA-42")
async def test_the_line_is_cut_with_melds_of_ones_own() -> None:
    async with seated(tables.cutting_the_line()) as at:
        await at.type("m")
        for meld in (["3S", "4S", "5S"], ["7H", "7C", "7D"], ["9D", "TD", "JD"]):
            await select(at, *meld)
            await at.press(Bare.PRESS_MIDDLE)
        assert at.tells("Cut the line, discarding K♦")
        await at.press(Bare.PRESS_MIDDLE)
        assert at.said == ["cacheta_cut"]
        assert at.tells("a cut with 9 cards")


@pytest.mark.clause("CA-43")
async def test_a_cut_that_would_burn_is_not_laid_down_by_hand() -> None:
    async with seated(tables.na_boa()) as at:
        assert not at.offers("Lay the melds")
        await at.type("space", "m")
        assert selected(at) == "nothing is laid down"


@pytest.mark.clause("PP-40", "PP-41")
async def test_what_is_no_meld_is_refused_with_its_clause_and_stays_laid_down() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("m")
        for meld in (["3S", "4S", "7H"], ["5S", "7C", "7D"], MELDS[2]):
            await select(at, *meld)
            await at.type("enter")
        await at.type("enter")
        assert at.said == ["go_out"]
        assert at.tells("3♠ 4♠ 7♥ is not a meld here")
        assert at.tells("rule PP-40")
        assert at.tells("Go out, discarding K♦")
        # One wrong card is taken out of each meld, which goes together again.
        await select(at, "7H", "5S")
        assert sorted(selected(at).split()) == ["3S", "4S", "7C", "7D"]
        await at.type("escape")
        assert selected(at) == ""
        for meld in MELDS[:2]:
            await select(at, *meld)
            await at.type("enter")
        await at.type("enter")
        assert at.said == ["go_out", "go_out"]
        assert at.tells("You take the pot")


@pytest.mark.clause("PP-40")
async def test_a_hand_that_cannot_go_out_is_told_so() -> None:
    async with seated(tables.throwing()) as at:
        assert not at.offers("Lay the melds")
        await at.type("1", "space", *"23456789")
        await at.type("enter")
        assert at.said == ["go_out"]
        assert at.tells("PP-40")
        assert len(selected(at).split()) == 9


@pytest.mark.clause("PP-40")
async def test_a_game_that_always_throws_a_card_asks_for_one_to_be_left() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("space", *"234567890")
        assert at.tells("Leave one card out")
        await at.type("enter", "enter")
        assert at.said == []


@pytest.mark.clause("CA-30")
async def test_ten_selected_cards_that_do_not_all_meld_are_not_knocked_with_nine() -> None:
    async with seated(tables.ready_for_nine()) as at:
        await at.type("space", *"234567890", "enter")
        assert at.said == ["knock"]
        assert at.tells("is not a meld here")


async def test_escape_takes_one_step_back_at_a_time_then_asks_to_leave() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("1", "space", "2", "3", "enter", "4", "5", "6", "enter", "7", "8")
        for left in (["3S 4S 5S", "7C 7D 7H"], ["3S 4S 5S"], []):
            await at.type("escape")
            assert selected(at) == ""
            laid = at.controller.ui.cards.laid
            assert laid is not None
            assert [codes(meld) for meld in laid.melds] == left
        await at.type("escape")
        assert selected(at) == "nothing is laid down"
        assert at.offers("Discard")
        await at.type("escape")
        assert at.offers("Leave, keep my seat")


async def test_a_selection_dropped_leaves_one_laying_so_that_enter_throws_nothing() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("m", "3", "4", "escape", "3", "4", "8", "enter")
        assert at.said == []
        assert selected(at) or at.controller.ui.cards.laid


async def test_throwing_from_a_hand_that_can_go_out_asks_once() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("8", "enter")
        assert at.offers("You can go out. Discard 10♣ anyway?")
        await at.type("escape")
        assert at.said == []
        await at.type("enter", "enter")
        assert at.said == ["discard"]
        assert at.controller.ui.cards.picked is None


async def test_without_confirmations_such_a_throw_is_not_asked_about() -> None:
    async with seated(tables.going_out()) as at:
        controller = at.controller
        controller.settings = replace(controller.settings, confirm=False)
        await at.type("8")
        assert at.said == ["discard"]


@pytest.mark.parametrize("cards", ["1", "12"], ids=["one", "two"])
async def test_fewer_than_three_cards_are_refused_at_once(cards: str) -> None:
    async with seated(tables.going_out()) as at:
        await at.type("m", *cards, "enter")
        assert at.tells("A meld has 3 cards or more")
        laid = at.controller.ui.cards.laid
        assert laid is not None
        assert laid.melds == ()
        assert len(laid.selected) == len(cards)


async def test_laying_says_what_is_checked_when_and_how_to_take_a_meld_back() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("m", "1", "2", "7")
        assert at.offers("Deselect")
        await at.type("enter")
        assert at.tells("Checked when you go out.")
        assert at.offers("Take the last meld back")


@pytest.mark.clause("CA-31")
async def test_laying_by_hand_tells_what_it_costs_the_others() -> None:
    async with seated(tables.ready_for_ten("cacheta")) as at:
        assert at.offers("Lay the melds takes 1/2")
        await at.type("m", *"123456789")
        assert at.offers("Knock, discarding J♣ takes 1")
        await at.type("0")
        assert at.offers("Knock, with all cards takes 2")


async def test_one_key_still_finds_the_best_way_while_cards_are_laid_down() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("1", "space", "g")
        assert at.said == ["go_out"]
        assert at.tells("You take the pot")


async def test_cards_are_sorted_and_moved_while_they_are_laid_down() -> None:
    async with seated(tables.going_out()) as at:
        await at.type("1", "space", "2", "3", "enter", "4", "shift+right", "shift+right")
        assert held(at) == "3S 4S 5S 7D 7H 7C 9C TC JC KD"
        assert selected(at) == "7C"
        await at.type("o")
        assert selected(at) == "7C"
        laid = at.controller.ui.cards.laid
        assert laid is not None
        assert [codes(meld) for meld in laid.melds] == ["3S 4S 5S"]


async def test_nothing_is_selected_while_others_play() -> None:
    async with seated(tables.drawing()) as at:
        await at.type("1", "space", "m")
        assert selected(at) == "nothing is laid down"
        assert at.said == []


async def test_what_you_lose_by_leaving_a_hand_is_no_number_of_a_hand() -> None:
    async with seated(tables.rummy("cacheta", 3, options={"fold": True}, flip="9C")) as at:
        assert at.offers("Fold the hand −1")
