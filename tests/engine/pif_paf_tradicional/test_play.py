"""Cut, bets and going out at traditional Pif Paf where the scenarios say nothing more."""

from typing import Any

import pytest

from cardtui_engine.cards import FRENCH
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Range
from cardtui_engine.events import CardsDealt, HandStarted, PhaseBegan
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from cardtui_engine.refusals import BadOption, Code
from tests.engine.rummy.table import JUNK, READY, WAITS, Table, codes, meld_codes


def table(*hands: list[str], options: dict[str, Any] | None = None, **setup: Any) -> Table:
    if hands:
        setup["hands"] = list(hands)
    return Table(PifPafTradicional(), len(hands) or 3, options or {}, setup)


@pytest.mark.clause("PT-03")
def test_the_pack_lies_face_down_until_it_is_cut() -> None:
    game = table().deal("7S", "KD")
    assert game.events == (HandStarted(1, 2), PhaseBegan("cut"))
    assert game.view(1).common.cards == (0, 0, 0)
    assert game.view(1).game.stock == 104
    cut = game.choice(1, "cut")
    assert cut is not None
    assert cut.arguments == (Range("at", 1, 103),)
    game.act(1, "cut", at=2)
    assert game.facts["stock"] == 104 - 27
    # What lay under the two cards is dealt from the dealer's left, one at a time.
    dealt = [event.seat for event in game.seen(None) if isinstance(event, CardsDealt)]
    assert dealt == [0, 1, 2]


@pytest.mark.clause("PT-03")
@pytest.mark.parametrize("at", [0, 104, -1])
def test_a_cut_that_is_none_is_a_bad_amount(at: int) -> None:
    assert table().deal().code(1, "cut", at=at) is Code.BAD_AMOUNT


@pytest.mark.clause("PT-02", "PT-05")
def test_a_first_dealer_who_is_out_passes_the_deal_on() -> None:
    game = table(options={"cacife": [50, 50, 5]}).deal()
    assert (game.facts["dealer"], game.facts["to_act"]) == (0, [1])
    assert game.act(1, "cut", at=1).state.dealt == (1, 0)


@pytest.mark.clause("PT-10", "PT-11")
def test_vou_says_what_it_costs_and_how_far_it_goes() -> None:
    game = table(*JUNK).act(0, "vou", to=7)
    vou = game.choice(1, "vou")
    assert vou is not None
    assert vou == Choice("vou", (Range("to", 7, 20, optional=True),), 7, ChoiceKind.STAYS)
    assert game.code(1, "vou", to=6) is Code.BAD_AMOUNT
    assert game.code(1, "vou", to=21) is Code.BAD_AMOUNT


@pytest.mark.clause("PT-12")
def test_pagar_costs_the_difference() -> None:
    game = table(*JUNK).act(0, "vou").act(1, "vou", to=9).act(2, "vou")
    assert PhaseBegan("matching") in game.events
    pagar = game.choice(0, "pagar")
    assert pagar is not None
    assert pagar.price == 4
    assert game.facts["cap"] == 20
    game.act(0, "pagar")
    assert PhaseBegan("draw") in game.events
    assert (game.facts["bets"], game.facts["cap"]) == ([0, 0, 0], 0)


@pytest.mark.clause("PT-13")
def test_a_minimum_above_the_cap_is_the_cap() -> None:
    game = table(*JUNK, chips=[50, 3, 50])
    vou = game.choice(0, "vou")
    assert vou is not None
    assert [*vou.domain(Range).values()] == [3]


@pytest.mark.clause("PT-14")
def test_who_stayed_in_alone_wins_although_others_bet() -> None:
    game = table(*JUNK).act(0, "vou", to=5).act(1, "vou", to=6).act(2, "estou_fora")
    game.act(0, "estou_fora")
    assert game.facts["last"] == {
        "winners": [1],
        "pot": 3 + 5 + 6,
        "reason": "folds",
        "melds": None,
        "cards": None,
    }


@pytest.mark.clause("PT-22")
def test_a_discard_is_the_next_players_alone() -> None:
    game = table(JUNK[0], JUNK[1], WAITS, stock=["KD"], begin="play").draw(0)
    game.act(0, "discard", card="KD")
    assert game.facts["may_act"] == []
    assert game.rules.legal(game.state, 2) == ()


@pytest.mark.clause("PT-40")
def test_both_ways_out_are_offered_and_told() -> None:
    game = table(READY, *JUNK[1:], stock=["TH"], begin="play").draw(0)
    own = game.own(0)
    assert own.ten
    assert codes(own.throws) == ["7H", "TH"]
    bater = game.choice(0, "bater")
    assert bater is not None
    assert bater.domain(Cards) == Cards("discard", own.throws, optional=True)
    assert meld_codes(own.melds)[1] == ["7H", "8H", "9H", "TH"]


@pytest.mark.clause("PT-40")
def test_with_nine_only_the_card_thrown_must_be_named() -> None:
    game = table(WAITS, *JUNK[1:], stock=["KD"], begin="play").draw(0)
    bater = game.choice(0, "bater")
    assert bater is not None
    assert bater.domain(Cards) == Cards("discard", FRENCH.cards(["TD"]))
    assert game.code(0, "bater") is Code.BAD_MELD


@pytest.mark.clause("PT-01")
def test_the_most_that_is_bet_is_not_below_the_least() -> None:
    with pytest.raises(BadOption, match="max_bet"):
        PifPafTradicional().options({"min_bet": 9, "max_bet": 8}, 2)
    assert PifPafTradicional().options({"min_bet": 9, "max_bet": 9}, 2)["max_bet"] == 9


@pytest.mark.clause("PT-05")
def test_two_players_must_be_able_to_pay_pingo_and_minimum() -> None:
    with pytest.raises(BadOption, match="cacife"):
        PifPafTradicional().options({"cacife": [6, 5, 5]}, 3)
    assert PifPafTradicional().options({"cacife": [6, 6, 5]}, 3)["cacife"] == (6, 6, 5)


@pytest.mark.clause("PT-02")
def test_the_deal_passes_to_the_left() -> None:
    game = table(*JUNK, dealer=0).act(1, "estou_fora").act(2, "estou_fora").deal()
    assert (game.facts["dealer"], game.facts["hand"], game.facts["to_act"]) == (1, 2, [0])
