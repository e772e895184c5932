"""How the bot of Cacho plays: legally, the same each time, and better at each level."""

from collections import Counter
from itertools import pairwise
from time import process_time
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Bot, Level, Manner, Reason
from cardtui_engine.games.cacho.bot import CachoBot, solved
from cardtui_engine.games.cacho.bot.deciding import CHANCE_CORRECTIONS
from cardtui_engine.games.cacho.bot.odds import strength_place
from cardtui_engine.games.cacho.bot.sizes import PASS
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.views import SeatView
from tests.engine.cacho.players import RandomPlayer, bot, play
from tests.engine.cacho.positions import RULES, acts, position

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

LEVELS = list(Level)


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("level", LEVELS)
def test_it_plays_whole_matches_legally(level: Level, seats: int) -> None:
    for seed, check in enumerate((False, True, False, True)):
        options = {"third_round_check": check, "buy_in": 12}
        players: list[Bot] = [
            bot(level, seats, **options),
            *[RandomPlayer() for _ in range(seats - 1)],
        ]
        assert RULES.turn(play(players, seed, hands=20, **options)).over


@pytest.mark.parametrize("level", LEVELS)
def test_bots_among_themselves_come_to_an_end(level: Level) -> None:
    for seats in RULES.seats:
        state = play([bot(level, seats)] * seats, seats, hands=25)
        assert state.hand == 25 or sum(chips >= 3 for chips in state.betting.chips) < 2


def test_it_lets_others_have_their_turn() -> None:
    state = position(2, hands=[["6S"], ["5S"]])
    assert bot(Level.HARD, 2).decide(RULES.seat_view(state, 1), Bits(1)) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("check", [False, True])
def test_it_never_passes_what_is_sure_to_win(level: Level, check: bool) -> None:
    options = {"third_round_check": check}
    hands = [["2S", "3H", "4D"], ["6S", "6H", "6D"]]
    state = position(2, hands=hands, chips=[20, 20], options=options)
    for to in (1, 5, 20):
        view = RULES.seat_view(acts(state, (0, "bet", to)), 1)
        for seed in range(100):
            action = bot(level, 2, **options).decide(view, Bits(seed))
            assert action is not None
            assert action.verb != "pass"


@pytest.mark.clause("CC-16")
@pytest.mark.parametrize("level", LEVELS)
def test_the_last_one_left_takes_the_pot(level: Level) -> None:
    state = position(3, hands=[["6S", "5S"], ["4H", "3H"], ["2S", "AH"]])
    view = RULES.seat_view(acts(state, (0, "pass"), (1, "pass")), 2)
    for seed in range(100):
        assert bot(level, 3).decide(view, Bits(seed)) == Action("bet")


@pytest.mark.parametrize("level", LEVELS)
def test_it_bets_good_first_cards_more_readily_than_bad_ones(level: Level) -> None:
    bets = []
    for card in ("AS", "3S", "6S"):
        view = RULES.seat_view(position(2, hands=[[card], ["5H"]]), 0)
        bets.append(
            sum(bot(level, 2).decide(view, Bits(seed)) == Action("bet") for seed in range(200))
        )
    assert all(worse <= better for worse, better in pairwise(bets))
    assert bets[0] < bets[-1]


def test_who_has_nerve_enters_with_less() -> None:
    view = RULES.seat_view(position(2, hands=[["3S"], ["5H"]]), 0)
    bets = [
        sum(
            CachoBot(RULES.options({}, 2), 2, Level.HARD, manner).decide(view, Bits(seed))
            == Action("bet")
            for seed in range(100)
        )
        for manner in (PLAIN, Manner(nerve=0.8))
    ]
    assert bets[0] == 0 < bets[1]


@pytest.mark.parametrize(
    ("seats", "card", "enters"), [(2, "4S", True), (3, "4S", False), (4, "5S", False)]
)
def test_against_more_others_hard_passes_on_more_first_cards(
    seats: int, card: str, enters: bool
) -> None:
    hands = [[card], *[[other] for other in ("5H", "4H", "3H")[: seats - 1]]]
    view = RULES.seat_view(position(seats, hands=hands), 0)
    bets = [bot(Level.HARD, seats).decide(view, Bits(seed)) == Action("bet") for seed in range(50)]
    assert all(bets) if enters else not all(bets)


def test_it_gives_up_a_hopeless_hand_to_a_great_bet() -> None:
    hands = [["6S", "5S", "4S"], ["2H", "3D", "AC"]]
    view = RULES.seat_view(acts(position(2, hands=hands), (0, "bet", 40)), 1)
    passes = sum(
        bot(Level.HARD, 2).decide(view, Bits(seed)) == Action("pass") for seed in range(100)
    )
    assert passes >= 90


@pytest.mark.parametrize(("own", "stays"), [(["6H", "4H", "AC"], 100), (["2H", "3D", "AC"], 0)])
def test_normal_meets_a_bet_of_more_than_the_pot_by_the_odds_of_its_cards(
    own: list[str], stays: int
) -> None:
    hands = [["6S", "5S", "4S"], own]
    view = RULES.seat_view(acts(position(2, hands=hands), (0, "bet", 40)), 1)
    said = [bot(Level.NORMAL, 2).decide(view, Bits(seed)) for seed in range(100)]
    assert len(said) - said.count(Action("pass")) == stays


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_it_bluffs_now_and_then(level: Level) -> None:
    hands = [["6S", "5S", "4S"], ["2H", "3D", "AC"]]
    view = RULES.seat_view(acts(position(2, hands=hands), (0, "bet", 3)), 1)
    said = [bot(level, 2).decide(view, Bits(seed)) for seed in range(300)]
    raises = sum(action is not None and action.verb == "raise" for action in said)
    assert 0 < raises < 120


def third_view(*said: tuple[Any, ...], hand: list[str], **setup: Any) -> SeatView[Any, Any]:
    """Return what the younger of two sees with that hand, after what the elder said."""
    setup.setdefault("chips", [47, 47])
    state = acts(position(2, hands=[["2S", "4S", "5D"], hand], **setup), *said)
    return RULES.seat_view(state, state.betting.to_act or 0)


@pytest.mark.parametrize("to", [1, 7, 12, 47])
def test_hard_says_each_word_as_often_as_the_table_does(to: int) -> None:
    view = third_view((0, "bet", to), hand=["5H", "4H", "AC"])
    place = strength_place(view.own.hand)
    told = solved.third(6, 47, 0, to, place, elder=False, check=False)
    said = Counter(bot(Level.HARD, 2).decide(view, Bits(seed)) for seed in range(600))
    for action, count in said.items():
        assert action is not None
        word = {"pass": PASS, "call": to}.get(action.verb, action.to)
        assert word is not None
        assert count / 600 == pytest.approx(told.mix[word], abs=0.08)


def test_what_it_does_is_what_it_advises() -> None:
    for level in LEVELS:
        for to in (1, 9):
            view = third_view((0, "bet", to), hand=["5H", "4H", "AC"])
            for seed in range(20):
                advice = bot(level, 2).advise(view, Bits(seed))
                assert advice.action == bot(level, 2).decide(view, Bits(seed))


def reasons(view: SeatView[Any, Any]) -> dict[str, Advice]:
    """Return what it says, by verb, and why."""
    advices = [bot(Level.HARD, 2).advise(view, Bits(seed)) for seed in range(400)]
    return {each.action.verb: each for each in advices if each.action is not None}


def test_it_tells_a_seat_that_cannot_lose_that_it_is_sure() -> None:
    view = third_view((0, "bet", 5), hand=["6S", "6H", "6D"])
    assert {each.reason for each in reasons(view).values()} == {Reason.SURE}


def test_it_tells_what_a_call_needs_and_what_it_has() -> None:
    view = third_view((0, "bet", 6), hand=["6H", "5H", "AC"])
    call = reasons(view)["call"]
    assert call.reason is Reason.CHANCE
    chance, even = call.numbers
    assert even == pytest.approx(6 / 18)
    assert chance > even


@pytest.mark.parametrize(("card", "verb"), [("3S", "pass"), ("4S", "bet")])
def test_it_enters_with_what_beats_half_of_all_others(card: str, verb: str) -> None:
    view = RULES.seat_view(position(2, hands=[[card], ["5H"]]), 0)
    advice = bot(Level.HARD, 2).advise(view, Bits(1))
    assert advice.action == Action(verb)
    assert advice.reason is Reason.CHANCE
    chance, even = advice.numbers
    assert (round(chance, 2) >= even) == (verb == "bet")


def test_it_tells_the_chance_of_a_first_card_against_all_who_may_still_be_in() -> None:
    told, firsts = {}, ("6S", "5H", "4H", "3H")
    for seats in (2, 3, 4):
        view = RULES.seat_view(position(seats, hands=[[card] for card in firsts[:seats]]), 0)
        told[seats] = bot(Level.HARD, seats).advise(view, Bits(1)).numbers
    assert [even for _chance, even in told.values()] == pytest.approx([1 / 2, 1 / 3, 1 / 4])
    chances = [chance for chance, _even in told.values()]
    assert chances == sorted(chances, reverse=True)
    assert all(chance > even for chance, even in told.values())


def test_it_tells_how_often_a_bluff_must_work() -> None:
    view = third_view((0, "bet", 3), hand=["4H", "2D", "AC"])
    bluff = reasons(view)["raise"]
    assert bluff.action is not None
    assert bluff.action.to is not None
    assert bluff.reason is Reason.BLUFF
    folds, even = bluff.numbers
    assert even == pytest.approx(bluff.action.to / (9 + bluff.action.to))
    assert folds == pytest.approx(even, abs=0.2)


def test_a_bluff_that_hard_bots_call_too_often_is_told_as_a_mix_alone() -> None:
    """The table has others fold in 53 of 100, which is enough; they have folded in 44."""
    view = third_view((0, "bet", 1), hand=["4H", "2D", "AC"])
    assert reasons(view)["raise"].reason is Reason.MIX


def test_it_tells_what_two_cards_bring() -> None:
    view = RULES.seat_view(position(2, hands=[["6S", "5S"], ["4H", "3D"]]), 0)
    advice = bot(Level.HARD, 2).advise(view, Bits(1))
    assert advice.action == Action("bet")
    assert advice.reason is Reason.VALUE
    brings, instead = advice.numbers
    assert brings > instead


def test_what_a_bet_brings_is_told_by_what_such_bets_came_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = RULES.seat_view(position(2, hands=[["6S", "5S"], ["4H", "3D"]]), 0)
    told = bot(Level.HARD, 2).advise(view, Bits(1))
    monkeypatch.delitem(CHANCE_CORRECTIONS, "brings")
    believed = bot(Level.HARD, 2).advise(view, Bits(1))
    assert told.action == believed.action
    assert told.numbers[0] != believed.numbers[0]
    assert told.numbers[1] == believed.numbers[1]


def test_who_has_nerve_bets_more_and_who_bluffs_raises_more() -> None:
    def raises(hand: list[str], manner: Manner) -> int:
        view = third_view((0, "bet", 3), hand=hand)
        player = CachoBot(RULES.options({}, 2), 2, Level.HARD, manner)
        said = [player.decide(view, Bits(seed)) for seed in range(300)]
        return sum(action is not None and action.verb == "raise" for action in said)

    air = ["3H", "2D", "AC"]
    assert raises(air, Manner(bluff=-1)) < raises(air, PLAIN) < raises(air, Manner(bluff=0.3))
    good = ["6H", "5H", "AC"]
    assert raises(good, Manner(nerve=-1)) < raises(good, Manner(nerve=1))


def test_a_decision_takes_few_milliseconds() -> None:
    """What is asked for is 50; the first look at a stack unpacks its table."""
    view = third_view((0, "bet", 9), hand=["5H", "4H", "AC"])
    player = bot(Level.HARD, 2)
    player.decide(view, Bits(0))
    begun = process_time()
    for seed in range(100):
        player.decide(view, Bits(seed))
    assert process_time() - begun < 100 * 0.005


def test_the_registry_knows_it() -> None:
    assert isinstance(get_bot_maker("cacho")(RULES.options({}, 2), 2, Level.EASY), CachoBot)
