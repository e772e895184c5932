"""The keys of the rummy games: what each does, and how you hold your cards."""

import pytest

from cardtui.v1 import actions_pb2
from cardtui_client.scene.commands import Do
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Tone
from tests.support import rummy_tables as tables
from tests.support.rummy_tables import codes
from tests.support.seated import Seated, seated


def held(at: Seated) -> str:
    return codes(at.picture.own.hand.cards)


@pytest.mark.clause("PP-20", "PP-21")
async def test_keys_draw_from_either_pile_and_throw() -> None:
    async with seated(tables.claiming()) as at:
        assert at.offers("Take the discard")
        await at.type("s")
        assert at.said == ["draw"]
        assert at.scripted.acts[-1].draw.source == actions_pb2.DRAW_SOURCE_STOCK
        await at.type("7")
        assert at.picture.sentence.startswith("9♣ is picked up: ⏎ again discards it")
        await at.type("1")
        assert at.picture.sentence.startswith("3♠ is part of a meld: ⏎ again discards it")
        await at.type("enter")
        assert at.said == ["draw", "discard"]
        assert at.tells("Waiting for Beto")
    async with seated(tables.claiming()) as at:
        await at.type("d")
        assert at.scripted.acts[-1].draw.source == actions_pb2.DRAW_SOURCE_DISCARDS


async def test_what_was_lifted_before_a_draw_is_not_thrown_by_the_next_enter() -> None:
    async with seated(tables.claiming()) as at:
        await at.type("enter")
        lifted = [at.picture.picked]
        await at.type("s")
        lifted.append(at.picture.picked)
        await at.type("enter")
        assert lifted == [0, None]
        assert at.said == ["draw"]


@pytest.mark.clause("PP-40")
async def test_one_key_goes_out_by_the_picked_card_or_the_best() -> None:
    async with seated(tables.going_out()) as at:
        assert held(at) == "3S 4S 5S 7C 7D 7H 9C TC JC KD"
        await at.type("g")
        assert at.said == ["go_out"]
        assert at.tells("You take the pot")


@pytest.mark.clause("PP-42")
async def test_a_discard_is_claimed_by_a_key() -> None:
    async with seated(tables.claiming()) as at:
        await at.type("c")
        assert at.said == ["claim"]
        assert at.tells("out with 9 cards")


@pytest.mark.clause("CA-40", "CA-43")
async def test_na_boa_is_said_by_a_key_and_a_cut_that_burns_is_asked_about() -> None:
    async with seated(tables.cacheta()) as at:
        assert at.tells("you may say")
        await at.type("b")
        assert at.said == ["good_one"]
        assert at.tells("na boa")
        assert not at.offers("Na boa!")
    async with seated(tables.na_boa()) as at:
        await at.type("c")
        assert at.said == []
        assert at.offers("it would burn you")
        await at.type("enter")
        assert at.said == ["cacheta_cut"]
        assert at.tells("burned")


async def test_a_raise_is_made_by_its_key_and_not_while_something_is_asked() -> None:
    async with seated(tables.betting()) as at:
        await at.type("escape", "r")
        assert at.said == []
        await at.type("r", "enter")
        assert at.said == ["raise"]
        assert at.picture.felt.seats[0].bet == 12


async def test_what_is_picked_up_after_a_refusal_is_said_instead_of_it() -> None:
    async with seated(tables.claiming()) as at:
        await at.type("s")
        await at.type("s")
        refused = at.picture.sentence
        assert at.picture.mood is Mood.REFUSED
        await at.type("1")
        assert at.picture.sentence != refused
        assert "again discards it" in at.picture.sentence


async def test_what_is_not_offered_is_answered_with_the_rule() -> None:
    async with seated(tables.drawing()) as at:
        await at.type("g")
        assert at.tells("first a card must be drawn")
        await at.type("s")
        assert at.tells("It is Carla’s turn: wait.")
    async with seated(tables.cacheta()) as at:
        await at.type("c")
        assert at.tells("say it first")


async def test_one_holds_ones_cards_in_an_order_of_ones_own() -> None:
    async with seated(tables.claiming()) as at:
        assert held(at) == "3S 4S 5S 7C 7D 7H 9C TC KD"
        await at.type("1", "shift+right", "shift+right", "shift+right")
        assert held(at) == "4S 5S 7C 3S 7D 7H 9C TC KD"
        await at.type("shift+left")
        assert held(at) == "4S 5S 3S 7C 7D 7H 9C TC KD"
        await at.type("s")
        # The card that was drawn comes at the right; the others stay where they were put.
        assert held(at).startswith("4S 5S 3S 7C 7D 7H 9C TC KD ")
        assert len(held(at).split()) == 10


async def test_one_key_sorts_by_suit_by_rank_and_into_melds() -> None:
    async with seated(tables.claiming()) as at:
        await at.type("o")
        assert held(at) == "3S 4S 5S 7H 7C 9C TC 7D KD"
        await at.type("o")
        assert held(at) == "3S 4S 5S 7H 7C 7D 9C TC KD"
        await at.type("o")
        assert held(at) == "3S 4S 5S 7C 7D 7H 9C TC KD"
        await at.type("o")
        assert held(at) == "3S 4S 5S 7H 7C 9C TC 7D KD"


async def test_the_tenth_card_is_picked_by_zero() -> None:
    async with seated(tables.throwing()) as at:
        await at.type("0")
        assert at.controller.ui.cards.picked == 9


async def test_sorting_says_which_order_it_is() -> None:
    async with seated(tables.throwing()) as at:
        for order in ("suit", "rank", "meld"):
            await at.type("o")
            assert at.tells(f"Sorted by {order}.")


async def test_what_burns_you_stands_after_the_draws_and_is_not_loud() -> None:
    table = tables.move(tables.na_boa(), "2 draw stock", "2 discard 2S")
    async with seated(table) as at:
        shown = at.controller.now.offered
        assert [each.command for each in shown[:2]] == [Do("draw", "stock"), Do("draw", "discards")]
        assert [each.tone for each in shown if each.price == "(burns you)"] == [Tone.PLAIN]
