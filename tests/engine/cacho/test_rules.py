"""Cacho: what cards are worth, positions and options that can be, what happens at a table."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.events import (
    Acted,
    CardsDealt,
    CardsShown,
    Checked,
    ChipsBet,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PotWon,
    Redealt,
)
from cardtui_engine.families.betting import SpokenBet
from cardtui_engine.games.cacho.bot.odds import outcomes
from cardtui_engine.games.cacho.ranking import PACK, rank_hand
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadOption, BadSetup, Code, IllegalAction
from tests.engine.cacho.positions import (
    RULES,
    act,
    acts,
    events,
    pack,
    position,
    refusal,
    third,
)

PASS = Choice("pass", kind=ChoiceKind.GIVES_UP)


@pytest.mark.clause("CC-02", "CC-10")
def test_a_hand_starts_with_one_card_each_from_the_dealers_left() -> None:
    start = RULES.start(RULES.options({}, 3), 3, 1)
    assert RULES.turn(start).wants_pack
    state, happened = RULES.deal(start, pack("6S", "5S", "4S"))
    six, five, four = FRENCH.cards(["6S", "5S", "4S"])
    assert happened == (
        HandStarted(1, 1),
        CardsDealt(2, (six,)),
        CardsDealt(0, (five,)),
        CardsDealt(1, (four,)),
        PhaseBegan("first"),
    )
    assert RULES.seen(happened[1], 2) == happened[1]
    for viewer in (0, 1, None):
        assert RULES.seen(happened[1], viewer) == CardsDealt(2, (UNKNOWN,))
    assert RULES.turn(state).to_act == (2,)


@pytest.mark.clause("CC-12")
def test_the_next_card_goes_to_those_who_bet() -> None:
    state = position(3, hands=[["6S"], ["5S"], ["4S"]], stock=["3S", "2S"])
    state = acts(state, (0, "bet"), (1, "pass"))
    three, two = FRENCH.cards(["3S", "2S"])
    assert events(state, 2, "bet") == (
        Acted(2, Action("bet")),
        ChipsBet(2, 1, 1),
        CardsDealt(0, (three,)),
        CardsDealt(2, (two,)),
        PhaseBegan("second"),
    )


@pytest.mark.clause("CC-11")
def test_when_all_pass_the_same_dealer_shuffles_and_deals_anew() -> None:
    state = position(2, hand=7, hands=[["6S"], ["5S"]])
    state = act(state, 0, "pass")
    assert events(state, 1, "pass") == (Acted(1, Action("pass")), Redealt(1))
    state = act(state, 1, "pass")
    assert RULES.turn(state).wants_pack
    _, happened = RULES.deal(state, pack())
    assert happened[0] == HandStarted(7, 1)


@pytest.mark.clause("CC-16", "CC-34")
def test_who_is_left_alone_takes_the_pot_unseen() -> None:
    state = acts(third(), (0, "bet", 2), (1, "pass"))
    assert events(state, 2, "pass") == (
        Acted(2, Action("pass")),
        PotWon(0, 11),
        HandEnded((0,), "passes"),
    )


@pytest.mark.clause("CC-34")
def test_a_showdown_shows_those_still_in_from_the_eldest() -> None:
    state = acts(third(), (0, "bet", 10), (1, "pass"))
    done = events(state, 2, "call")
    assert done == (
        Acted(2, Action("call")),
        ChipsBet(2, 10, 10),
        CardsShown(0, FRENCH.cards(["5D", "6S", "AS"])),
        CardsShown(2, FRENCH.cards(["3D", "4S", "AC"])),
        PotWon(0, 29),
        HandEnded((0,), "showdown"),
    )


@pytest.mark.clause("CC-03")
def test_the_match_ends_with_its_last_hand() -> None:
    state = third(options={"hands": 1})
    state = acts(state, (0, "pass"), (1, "bet", 1))
    assert events(state, 2, "pass")[-2:] == (
        HandEnded((1,), "passes"),
        MatchEnded((1,), Ending.LIMIT),
    )
    state = act(state, 2, "pass")
    assert RULES.turn(state).over
    with pytest.raises(BadSetup):
        RULES.deal(state, pack())


@pytest.mark.clause("CC-10", "CC-12")
@pytest.mark.parametrize(
    ("hands", "price"), [([["6S"], ["5S"]], 1), ([["6S", "AS"], ["5S", "4S"]], 2)]
)
def test_the_first_rounds_offer_a_pass_or_a_bet_at_its_price(
    hands: list[list[str]], price: int
) -> None:
    state = position(2, hands=hands)
    assert RULES.legal(state, 0) == (PASS, Choice("bet", price=price, kind=ChoiceKind.STAYS))
    assert RULES.legal(state, 1) == ()


@pytest.mark.clause("CC-14", "CC-15", "CC-20")
def test_the_third_round_offers_what_may_be_bet_and_what_a_call_costs() -> None:
    state = third(chips=[10, 8, 10])
    assert RULES.legal(state, 0) == (PASS, Choice("bet", (Range("to", 1, 8),)))
    state = acts(state, (0, "bet", 3))
    raised = Choice("raise", (Range("to", 4, 8),))
    assert RULES.legal(state, 1) == (PASS, Choice("call", price=3, kind=ChoiceKind.STAYS), raised)
    state = acts(state, (1, "call"), (2, "raise", 8))
    assert RULES.legal(state, 0) == (PASS, Choice("call", price=5, kind=ChoiceKind.STAYS))


@pytest.mark.clause("CC-17")
def test_a_check_is_a_pass_that_is_free() -> None:
    state = third(options={"third_round_check": True})
    assert RULES.legal(state, 0)[0] == Choice("pass", kind=ChoiceKind.CHECK)
    assert Checked(0) in events(state, 0, "pass")
    state = act(state, 0, "pass")
    assert RULES.view(state, None).game.spoken == (SpokenBet(0, "check"),)
    state = act(state, 1, "bet", 1)
    assert RULES.legal(state, 2)[0] == PASS
    assert Checked(2) not in events(state, 2, "pass")


@pytest.mark.clause("CC-20")
@pytest.mark.parametrize("to", [8, 99, 10**12])
def test_a_bet_beyond_the_cap_is_told_the_cap(to: int) -> None:
    refused = refusal(third(chips=[10, 7, 10]), 0, "bet", to)
    assert (refused.code, refused.clause) == (Code.BAD_AMOUNT, "CC-20")
    assert "at most 7" in refused.sentence


@pytest.mark.clause("CC-15", "CC-20")
def test_a_raise_must_go_above_the_bet_and_says_from_where() -> None:
    state = act(third(chips=[10, 7, 10]), 0, "bet", 3)
    refused = refusal(state, 1, "raise", 3)
    assert (refused.code, refused.clause) == (Code.BAD_AMOUNT, "CC-15")
    assert "4 or more" in refused.sentence
    refused = refusal(act(state, 1, "raise", 7), 2, "raise", 7)
    assert (refused.code, refused.clause) == (Code.BAD_AMOUNT, "CC-20")
    assert "call or pass" in refused.sentence


@pytest.mark.clause("CC-14")
@pytest.mark.parametrize(
    ("verb", "to", "hint"), [("call", None, "bet or pass"), ("raise", 2, "bet or pass")]
)
def test_without_a_bet_there_is_nothing_to_call_or_raise(
    verb: str, to: int | None, hint: str
) -> None:
    refused = refusal(third(), 0, verb, to)
    assert (refused.code, refused.clause) == (Code.NOT_ALLOWED, "CC-14")
    assert hint in refused.sentence


@pytest.mark.clause("CC-14")
@pytest.mark.parametrize("to", [None, 3, 5])
def test_a_bet_after_a_bet_is_refused_as_such_whatever_its_size(to: int | None) -> None:
    refused = refusal(acts(third(), (0, "bet", 2)), 1, "bet", to)
    assert (refused.code, refused.clause) == (Code.NOT_ALLOWED, "CC-14")
    assert "There is a bet of 2 already" in refused.sentence


@pytest.mark.clause("CC-10", "CC-12")
@pytest.mark.parametrize(
    ("hands", "clause"), [([["6S"], ["5S"]], "CC-10"), ([["6S", "AS"], ["5S", "4S"]], "CC-12")]
)
def test_a_raise_has_no_place_before_the_third_round(hands: list[list[str]], clause: str) -> None:
    state = position(2, hands=hands)
    for seat in (0, 1):
        refused = refusal(state, seat, "raise", 3)
        assert (refused.code, refused.clause) == (Code.WRONG_PHASE, clause)
    refused = refusal(state, 0, "bet", 3)
    assert refused.code == Code.MALFORMED
    assert "takes no “to”" in refused.sentence


@pytest.mark.clause("CC-02")
def test_out_of_turn_one_is_told_whose_turn_it_is() -> None:
    refused = refusal(third(), 2, "call")
    assert (refused.code, refused.clause) == (Code.NOT_YOUR_TURN, "CC-02")
    assert "seat 0" in refused.sentence


def test_nobody_acts_while_a_pack_is_awaited() -> None:
    state = position(2)
    for verb, to in (("bet", None), ("bet", 3), ("pass", None), ("call", None)):
        assert refusal(state, 0, verb, to).code == Code.WRONG_PHASE
    assert refusal(state, 2, "pass").code == Code.NOT_SEATED


@pytest.mark.clause("CC-01")
def test_only_a_permutation_of_the_pack_is_dealt() -> None:
    start = RULES.start(RULES.options({}, 2), 2, 0)
    for wrong in (pack()[:-1], (*pack()[:-1], pack()[0]), (*pack(), pack()[0]), ()):
        with pytest.raises(BadSetup):
            RULES.deal(start, wrong)
    state, _ = RULES.deal(start, pack())
    with pytest.raises(BadSetup):
        RULES.deal(state, pack())


@pytest.mark.parametrize(("seats", "dealer"), [(1, 0), (5, 0), (2, 2), (3, -1)])
def test_a_match_needs_two_to_four_seats_and_a_dealer_among_them(seats: int, dealer: int) -> None:
    with pytest.raises(BadSetup):
        RULES.start(RULES.options({}, seats), seats, dealer)


def test_a_refused_action_leaves_the_position_as_it_was() -> None:
    state = third()
    before = RULES.facts(state)
    with pytest.raises(IllegalAction):
        RULES.apply(state, 0, Action("bet", to=11))
    assert RULES.facts(state) == before


def rank(*codes: str) -> tuple[str, int]:
    _, name, points = rank_hand(FRENCH.cards(codes))
    return name, points


def strength(*codes: str) -> int:
    return rank_hand(FRENCH.cards(codes)).strength


@pytest.mark.clause("CC-01")
def test_the_pack_is_ace_to_six_of_each_suit() -> None:
    codes = {f"{rank}{suit}" for rank in "A23456" for suit in "SHDC"}
    assert {FRENCH.code(card) for card in PACK} == codes
    assert len(PACK) == 24


@pytest.mark.clause("CC-30", "CC-31", "CC-32")
@pytest.mark.parametrize(
    ("codes", "worth"),
    [
        ("6S 6H 6D", ("sixes", 0)),
        ("AD 4D 5D", ("cacho", 30)),
        ("4S 2S 6D", ("flush", 26)),
        ("AS 2S 6D", ("flush", 23)),
        ("6S 6H 5S", ("flush", 31)),
        ("AS 3H 5C", ("high", 5)),
        ("5S 5H 5C", ("high", 5)),
        ("6S 6H 2C", ("high", 6)),
    ],
)
def test_what_three_cards_are_worth(codes: str, worth: tuple[str, int]) -> None:
    assert rank(*codes.split()) == worth


@pytest.mark.clause("CC-30", "CC-31")
def test_every_sixes_beats_every_cacho_every_flush_every_high_card() -> None:
    order = ["high", "flush", "cacho", "sixes"]
    ranges: dict[str, list[int]] = {name: [] for name in order}
    for cards in combinations(PACK, 3):
        ranking = rank_hand(cards)
        ranges[ranking.name].append(ranking.strength)
    for worse, better in pairwise(order):
        assert max(ranges[worse]) < min(ranges[better])


@pytest.mark.clause("CC-30")
def test_how_many_hands_there_are_of_each_kind() -> None:
    kinds = Counter(rank_hand(cards).name for cards in combinations(PACK, 3))
    assert kinds == {"sixes": 4, "cacho": 80, "flush": 1080, "high": 860}


@pytest.mark.clause("CC-31", "CC-32")
def test_points_decide_within_a_kind() -> None:
    assert strength("2S", "3S", "6S") > strength("AD", "4D", "5D")
    assert strength("5S", "6S", "AD") > strength("4S", "6S", "5D")
    assert strength("4S", "2S", "6D") == strength("4H", "2H", "AD")
    assert strength("6S", "2H", "AD") == strength("6H", "5D", "4C")


def test_fewer_cards_are_worth_what_they_make_so_far() -> None:
    assert rank("6S") == ("high", 6)
    assert rank("6S", "6H") == ("high", 6)
    assert rank("6S", "AS") == ("flush", 27)


def test_odds_are_exact_with_three_cards() -> None:
    hand = FRENCH.cards(["4S", "2S", "6D"])
    own = rank_hand(hand).strength
    others = [
        rank_hand(cards).strength
        for cards in combinations([card for card in PACK if card not in hand], 3)
    ]
    (odds,) = outcomes(hand)
    assert odds.worse * len(others) == pytest.approx(sum(each < own for each in others))
    assert odds.equal * len(others) == pytest.approx(sum(each == own for each in others))
    assert odds.against(elder=True) == odds.worse + odds.equal
    assert odds.against(elder=False) == odds.worse


def test_the_best_hand_wins_for_sure() -> None:
    (odds,) = outcomes(FRENCH.cards(["6S", "6H", "6D"]))
    assert odds.against(elder=False) == 1


@pytest.mark.clause("CC-10")
def test_a_seat_without_a_hand_has_passed() -> None:
    facts = RULES.facts(position(3, hands=[None, ["5S"], ["4S"]]))
    assert (facts["passed"], facts["eldest"], facts["to_act"]) == ([0], 0, [1])


@pytest.mark.clause("CC-03")
def test_a_seat_with_an_empty_hand_is_not_dealt_in() -> None:
    facts = RULES.facts(position(3, hands=[[], ["5S"], ["4S"]]))
    assert (facts["passed"], facts["eldest"], facts["to_act"]) == ([], 1, [1])


@pytest.mark.clause("CC-10")
def test_who_has_folded_keeps_the_cards() -> None:
    hands = [["6S", "6D"], ["5S"], ["4S", "4D"]]
    facts = RULES.facts(position(3, hands=hands, folded=[1]))
    assert (facts["passed"], facts["phase"], facts["pot"]) == ([1], "second", 2)
    assert facts["hands"][1] == ["5S"]


@pytest.mark.clause("CC-12", "CC-14")
@pytest.mark.parametrize(
    ("count", "phase", "pot"), [(1, "first", 0), (2, "second", 2), (3, "third", 6)]
)
def test_the_number_of_cards_tells_round_and_pot(count: int, phase: str, pot: int) -> None:
    hands = [["6S", "5D", "4H"][:count], ["6H", "5S", "4D"][:count]]
    facts = RULES.facts(position(2, hands=hands))
    assert (facts["phase"], facts["pot"], facts["chips"]) == (phase, pot, [50, 50])
    assert RULES.facts(position(2, hands=hands, pot=9))["pot"] == 9


@pytest.mark.clause("CC-21")
def test_a_position_with_nothing_left_to_bet_is_a_showdown_already() -> None:
    hands = [["6S", "5S", "4S"], ["6H", "5H", "3D"]]
    facts = RULES.facts(position(2, hands=hands, chips=[4, 0]))
    assert facts["last"]["winners"] == [0]
    assert (facts["phase"], facts["chips"]) == ("over", [10, 0])


def test_named_stock_comes_first_and_the_rest_in_a_fixed_order() -> None:
    setup: dict[str, Any] = {"hands": [["6S"], ["5S"]], "stock": ["AD", "2C"]}
    states = [position(2, **setup) for _ in range(2)]
    for state in states:
        second = act(act(state, 0, "bet"), 1, "bet")
        assert RULES.facts(second)["hands"] == [["6S", "AD"], ["2C", "5S"]]
    assert states[0] == states[1]
    assert sorted(sum(states[0].hands, states[0].stock)) == sorted(RULES.pack)


TWO = [["6S"], ["5S"]]


@pytest.mark.parametrize(
    ("key", "setup"),
    [
        ("dealer", {"dealer": 2}),
        ("dealer", {"dealer": None}),
        ("hand", {"hand": 0}),
        ("chips", {"chips": [10]}),
        ("chips", {"chips": [10, -1]}),
        ("chips", {"chips": [10, True]}),
        ("chips", {"chips": [10, 2]}),
        ("chips", {"chips": [10, 2], "hands": TWO}),
        ("chips", {"chips": [10, 1], "hands": [["6S", "5D"], ["5S", "4D"]]}),
        ("pot", {"pot": 3}),
        ("pot", {"pot": -1, "hands": TWO}),
        ("stock", {"stock": ["6S"]}),
        ("stock", {"stock": ["9S"], "hands": TWO}),
        ("hands", {"hands": [["6S"]]}),
        ("hands", {"hands": [["6S"], ["6S"]]}),
        ("hands", {"hands": [["6S"], ["5S"]], "stock": ["6S"]}),
        ("hands", {"hands": [["6S"], ["5S", "4S"]]}),
        ("hands", {"hands": [["6S"], ["KS"]]}),
        ("hands", {"hands": [["6S"], ["zz"]]}),
        ("hands", {"hands": [["6S"], 5]}),
        ("hands", {"hands": [["6S"], []]}),
        ("hands", {"hands": [None, None]}),
        ("hands", {"hands": [["6S", "5S"], None]}),
        ("hands", {"hands": [["6S", "5S", "4S", "3S"], ["6H", "5H", "4H", "3H"]]}),
        ("hands", {"hands": [["6S"], ["5S", "4S"]], "folded": [1]}),
        ("folded", {"hands": TWO, "folded": [2]}),
        ("folded", {"hands": TWO, "folded": 1}),
        ("flip", {"flip": "6S"}),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_names_the_key(
    key: str, setup: dict[str, Any]
) -> None:
    with pytest.raises(BadSetup, match=f"^{key}: "):
        position(2, **setup)


@pytest.mark.clause("CC-03")
@pytest.mark.parametrize("buy_in", [2, 0, -1, True, "50", [50, 2], [50], [50, 50, 50]])
def test_a_buy_in_is_three_chips_or_more_for_each(buy_in: Any) -> None:
    with pytest.raises(BadOption):
        RULES.options({"buy_in": buy_in}, 2)


@pytest.mark.clause("CC-03")
def test_players_may_start_with_different_chips() -> None:
    options = RULES.options({"buy_in": [3, 70]}, 2)
    state = RULES.start(options, 2, 0)
    assert RULES.facts(state)["chips"] == [3, 70]


def test_the_presets_are_options_of_the_game() -> None:
    for preset in RULES.presets:
        assert RULES.options(preset.values, 4)
    assert RULES.presets[0].values == {}
