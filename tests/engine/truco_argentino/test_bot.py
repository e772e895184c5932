"""The bots: always legal, the same for the same bits, and the stronger the better they play."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Bot, Level, Reason
from cardtui_engine.games.truco_argentino.bot import TrucoArgentinoBot
from cardtui_engine.games.truco_argentino.bot.odds import (
    DECIDED_LEAD_WORTH,
    TOLD_LEAD_WORTHS,
    at_most,
    match_chance,
)
from cardtui_engine.games.truco_argentino.cards import PACK, best_pair
from cardtui_engine.games.truco_argentino.habits import NO_HABIT, ArgentinoHabit
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.library.advising import advice_for
from cardtui_engine.options import OptionKind
from cardtui_engine.views import SeatView
from tests.engine.truco_argentino.table import RULES, TWO, act, after, position, shuffled
from tests.support.nights import by_night

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

EVERYTHING = {
    "second_tie": "first",
    "envido_after_truco": False,
    "duels": "middle",
    "envido_pair": "highest",
    "envido_first": "mano",
    "real_envido_many": True,
    "falta": "halves",
    "flor": "obligatory",
    "won_tricks": "face_down",
    "scoring": "as_called",
    "envido_show": "on_request",
}


class RandomPlayer:
    """Plays anything that is legal, but never gives up."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        if view.own.seat not in view.common.to_act:
            return None
        offered = [choice for choice in view.own.choices if choice.verb != "resign"]
        choice = offered[bits.below(len(offered))]
        if choice.verb == "declare":
            return Action("declare", points=view.own.game.number)
        return choice.sample(bits)


def bot(level: Level, seats: int = 2, **options: Any) -> TrucoArgentinoBot:
    return TrucoArgentinoBot(RULES.options(options, seats), seats, level)


def play(players: list[Bot], seed: int, **options: Any) -> Iterator[tuple[State, int, Action]]:
    """Play a match; every action must be legal, and a seat that must act must answer."""
    seats = len(players)
    chance, bits = Bits(seed), [Bits(seed * 100 + seat) for seat in range(seats)]
    state = RULES.start(RULES.options(options, seats), seats, seed % seats)
    while not (turn := RULES.turn(state)).over:
        if turn.wants_pack:
            state, _ = RULES.deal(state, shuffled(chance))
            continue
        for seat in turn.may_act + turn.to_act:
            action = players[seat].decide(RULES.seat_view(state, seat), bits[seat])
            if action is not None:
                yield state, seat, action
                state, _ = RULES.apply(state, seat, action)
                break
            assert seat in turn.may_act
    yield state, state.winners[0], Action("tap")


def wins(one: Level, other: Level | None, matches: int, seats: int = 2) -> float:
    """Return how many of the matches the first wins; each deal is played from both sides."""
    won = 0
    for number in range(matches):
        sides: list[Bot] = [
            bot(one, seats),
            RandomPlayer() if other is None else bot(other, seats),
        ]
        if number % 2:
            sides.reverse()
        players = [sides[seat % 2] for seat in range(seats)]
        *_, (over, _, _) = play(players, number // 2 + 1)
        won += over.winners[0] % 2 == number % 2
    return won / matches


@pytest.mark.nightly
def test_hard_beats_random_play() -> None:
    """One as good as chance would pass once in twenty thousand times."""
    assert wins(Level.HARD, None, 26) >= 23 / 26


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 4])
def test_each_level_beats_the_one_below(seats: int) -> None:
    assert wins(Level.HARD, None, 400, seats) >= 0.85
    assert wins(Level.NORMAL, Level.EASY, 400, seats) > 0.53
    assert wins(Level.HARD, Level.EASY, 400, seats) > 0.57


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["defaults", "other options"])
@pytest.mark.parametrize("seats", [2, *by_night(4, 6)])
def test_all_levels_play_whole_matches_and_never_give_up(
    seats: int, options: dict[str, Any]
) -> None:
    verbs: Counter[str] = Counter()
    for seed in range(3):  # each seat has each level once
        levels = [list(Level)[(seat + seed) % 3] for seat in range(seats)]
        players: list[Bot] = [bot(level, seats, **options) for level in levels]
        verbs.update(action.verb for _, _, action in play(players, seed, **options))
    assert "resign" not in verbs
    assert verbs["play"] > 0


def test_they_declare_the_truth_and_admit_what_they_cannot_beat() -> None:
    for level in Level:
        state = after(position(*TWO), (0, "envido"), (1, "quiero"))
        assert bot(level).decide(RULES.seat_view(state, 0), Bits(1)) == Action("declare", points=33)
        state, _ = act(state, 0, "declare", 33)
        assert bot(level).decide(RULES.seat_view(state, 1), Bits(1)) == Action("son_buenas")


@pytest.mark.clause("TA-43")
def test_equal_numbers_are_good_for_who_is_nearer_to_the_mano() -> None:
    hands = (("7E", "6E", "4O"), ("7B", "6B", "4C"))
    state = after(position(*hands), (0, "envido"), (1, "quiero"), (0, "declare", 33))
    assert bot(Level.HARD).decide(RULES.seat_view(state, 1), Bits(1)) == Action("son_buenas")
    state = after(position(*hands, dealer=0), (0, "envido"), (1, "quiero"), (0, "declare", 33))
    assert bot(Level.HARD).decide(RULES.seat_view(state, 1), Bits(1)) == Action(
        "declare", points=33
    )


def test_they_ask_to_see_since_asking_costs_nothing() -> None:
    state = position(*TWO, options={"envido_show": "on_request"})
    state = after(
        state, (0, "envido"), (1, "quiero"), (0, "declare", 33), (1, "son_buenas"), (1, "resign")
    )
    player = bot(Level.NORMAL, envido_show="on_request")
    assert player.decide(RULES.seat_view(state, 1), Bits(1)) == Action("ask")


def decisions(level: Level, state: State, seat: int) -> Counter[str]:
    """Return what a level does over many seeds."""
    player = bot(level)
    view = RULES.seat_view(state, seat)
    done = [player.decide(view, Bits(seed)) for seed in range(60)]
    return Counter("wait" if action is None else action.verb for action in done)


def test_hard_wins_a_trick_as_cheaply_as_it_can() -> None:
    state = after(position(("4E", "5E", "6E"), ("1E", "2B", "7C"), stake=4), (0, "play", "6E"))
    player = bot(Level.HARD)
    played = [player.decide(RULES.seat_view(state, 1), Bits(seed)) for seed in range(40)]
    cards = Counter(action.card for action in played if action and action.verb == "play")
    assert cards.most_common(1)[0][0] == RULES.deck.card("7C")


@pytest.mark.slow
def test_they_fold_the_worst_cards_and_raise_the_best() -> None:
    weak = position(("1B", "7E"), ("4B", "4C"), tricks=[0], leader=0)
    strong = position(("4B", "4C"), ("1B", "7E"), tricks=[1], leader=0)
    for level in (Level.NORMAL, Level.HARD):
        assert decisions(level, after(weak, (0, "truco")), 1)["no_quiero"] > 40
        assert decisions(level, after(strong, (0, "truco")), 1)["no_quiero"] == 0


def test_they_accept_an_envido_by_their_number() -> None:
    state = after(position(*TWO), (1, "real_envido"))
    assert decisions(Level.HARD, state, 0)["no_quiero"] == 0
    low = after(position(("4E", "11B", "10O"), ("5B", "4B", "1C")), (1, "real_envido"))
    assert decisions(Level.HARD, low, 0)["no_quiero"] > 50


def test_easy_is_honest_at_envido_and_curious_when_others_bet() -> None:
    fair = (("6O", "10O", "1C"), ("5B", "4B", "1O"))
    assert "envido" not in decisions(Level.EASY, position(*fair), 0)  # 26 is too little for it
    best = (("7E", "6E", "4O"), ("5B", "4B", "1C"))
    assert decisions(Level.EASY, position(*best), 0)["play"] == 0
    middling = (("4O", "1O", "12E"), ("5B", "4B", "1C"))
    said = decisions(Level.EASY, after(position(*middling), (1, "envido")), 0)
    assert min(said["quiero"], said["no_quiero"]) >= 10


def test_easy_never_bluffs_at_truco_and_leads_its_best_card() -> None:
    weak = position(("4B", "5C"), ("1B", "7E"), tricks=[1], leader=0)
    assert decisions(Level.EASY, weak, 0) == {"play": 60}
    view = RULES.seat_view(position(("2B", "5E", "6O"), ("1E", "3B", "4C")), 0)
    actions = [bot(Level.EASY).decide(view, Bits(seed)) for seed in range(60)]
    best = RULES.deck.card("2B")
    assert sum(action == Action("play", card=best) for action in actions) > 30


def test_hard_raises_what_it_cannot_lose() -> None:
    leads = position(("1E", "4B"), ("7O", "3B"), tricks=[0], leader=0)
    assert decisions(Level.HARD, leads, 0) == {"truco": 60}
    asked = after(leads, (1, "truco"))
    assert decisions(Level.HARD, asked, 0) == {"retruco": 60}
    last = position(("1B",), ("3B",), tricks=[0, 1], leader=1, stake=2, accepted=0)
    assert decisions(Level.HARD, after(last, (1, "play", "3B")), 0) == {"retruco": 60}


def test_hard_says_why() -> None:
    sure = position(("1E", "4B"), ("7O", "3B"), tricks=[0], leader=0)
    assert bot(Level.HARD).advise(RULES.seat_view(sure, 0), Bits(1)) == Advice(
        Action("truco"), Reason.SURE
    )
    asked = after(position(*TWO), (0, "envido"))
    advice = bot(Level.HARD).advise(RULES.seat_view(asked, 1), Bits(1))
    assert advice.reason is (Reason.CHANCE if advice.action == Action("quiero") else Reason.MIX)
    shown = after(asked, (1, "quiero"), (0, "declare", 33))
    assert bot(Level.HARD).advise(RULES.seat_view(shown, 1), Bits(1)).reason is Reason.ONLY


@pytest.mark.slow
def test_every_advice_is_what_is_done_with_the_numbers_that_its_reason_names() -> None:
    numbers = {Reason.CHANCE: 2, Reason.MATCH: 2, Reason.BLUFF: 2, Reason.MIX: 1}
    seen = set()
    players: list[Bot] = [bot(Level.HARD), bot(Level.HARD)]
    for state, seat, action in islice(play(players, 3), 150):
        for choice in RULES.turn(state).to_act:
            view = RULES.seat_view(state, choice)
            advice = bot(Level.HARD).advise(view, Bits(seat))
            assert advice.action == bot(Level.HARD).decide(view, Bits(seat))
            assert len(advice.numbers) == numbers.get(advice.reason, 0), action
            if advice.reason in (Reason.CHANCE, Reason.MATCH, Reason.BLUFF, Reason.MIX):
                assert all(0 <= each <= 1 for each in advice.numbers)
            seen.add(advice.reason)
    assert {Reason.ONLY, Reason.CHANCE, Reason.MATCH, Reason.MIX} <= seen


def test_hard_learns_within_a_match_who_bets_only_on_much() -> None:
    asked = after(position(("5B", "6O", "1O"), ("2E", "1E", "4O")), (0, "real_envido"))
    loud = ArgentinoHabit(openings=9, reals=8, bet_numbers=(4, 2, 1, 1))
    quiet = ArgentinoHabit(openings=14, reals=3, bet_numbers=(0, 0, 0, 3))
    folds = [
        decisions(Level.HARD, asked.with_habits((habit, NO_HABIT)), 1)["no_quiero"]
        for habit in (loud, quiet)
    ]
    assert folds[0] < 5
    assert folds[1] > 50


@pytest.mark.slow
def test_folding_that_loses_the_match_is_no_choice() -> None:
    state = position(("1E", "1B", "7E"), ("4B", "4C", "5O"), scores=[29, 10])
    state = after(state, (0, "play", "1E"), (0, "truco"))
    for level in Level:
        assert decisions(level, state, 1)["no_quiero"] == 0


def test_out_of_turn_they_speak_only_to_call() -> None:
    state = after(position(*TWO), (0, "truco"), (1, "quiero"), (0, "play", "7E"))
    assert decisions(Level.HARD, state, 0) == {"wait": 60}
    # The last card is out and wins: nothing is left but to raise.
    sure = position(("1E",), ("4B",), tricks=[0, 1], leader=0, stake=2, accepted=0)
    sure = after(sure, (0, "play", "1E"))
    assert decisions(Level.HARD, sure, 0) == {"retruco": 60}


@pytest.mark.clause("TA-30")
@pytest.mark.parametrize("highest", [False, True])
def test_the_odds_of_the_numbers_are_those_of_the_pack(highest: bool) -> None:
    counts = Counter(best_pair(cards, highest)[0] for cards in combinations(PACK, 3))
    total = 0
    for number, chance in enumerate(at_most(highest)):
        total += counts[number]
        assert chance == pytest.approx(total / 9880)
    assert total == 9880


def test_the_chance_of_a_match_is_that_of_its_score() -> None:
    assert match_chance(30, 29, 30) == 1.0
    assert match_chance(3, 30, 30) == 0.0
    assert match_chance(30, 30, 30) == 0.5
    assert match_chance(20, 10, 30) == pytest.approx(1.0 - match_chance(10, 20, 30))
    assert match_chance(20, 10, 30) > match_chance(19, 10, 30)


def test_with_four_seats_a_lead_is_told_to_be_worth_less_than_bots_decide_by() -> None:
    four = position(("1E", "4B", "5B"), ("7O", "3B", "4C"), ("6E", "6B", "5C"), ("2E", "2B", "4O"))
    view = RULES.seat_view(four._replace(scores=(20, 10)), 0)
    told = bot(Level.HARD, 4).match_chance(view)
    assert told == match_chance(20, 10, 30, TOLD_LEAD_WORTHS[4])
    assert 0.5 < told < match_chance(20, 10, 30)
    two = RULES.seat_view(position(*TWO)._replace(scores=(20, 10)), 0)
    assert bot(Level.HARD).match_chance(two) == match_chance(20, 10, 30)


def test_what_is_told_of_the_match_changes_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> tuple[list[Action | None], list[tuple[float, ...]]]:
        hard = bot(Level.HARD, 4)
        players: list[Bot] = [hard] * 4
        views = [RULES.seat_view(state, seat) for state, seat, _ in islice(play(players, 3), 60)]
        advices = [hard.advise(view, Bits(1)) for view in views]
        matches = [each.numbers for each in advices if each.reason is Reason.MATCH]
        return [each.action for each in advices], matches

    decided, told = said()
    assert all(worth >= rest for worth, rest in told)
    monkeypatch.setitem(TOLD_LEAD_WORTHS, 4, DECIDED_LEAD_WORTH)
    as_decided, otherwise = said()
    assert decided == as_decided
    assert told != otherwise


def test_every_option_is_one_the_bots_are_tried_with() -> None:
    tried = set(EVERYTHING)
    choices = {
        spec.name for spec in RULES.specs if spec.kind in (OptionKind.CHOICE, OptionKind.FLAG)
    }
    # How a fold is reckoned comes as a price; talk and signals are no bot's business; ties third
    # are TA-12's.
    untried = {"envido_fold", "reserved_words", "third_tie", "own_signals"}
    assert choices - tried == untried


def test_below_hard_a_falta_envido_waits_for_the_score() -> None:
    said = {}
    for scores in ((0, 0), (27, 20), (3, 14)):
        state = after(
            position(("7E", "6E", "1C"), ("7O", "6O", "2C"), scores=scores), (0, "envido")
        )
        view = RULES.seat_view(state, 1)
        players = [bot(level) for level in (Level.EASY, Level.NORMAL)]
        words = {each.decide(view, Bits(at)) for each in players for at in range(60)}
        said[scores] = Action("falta_envido") in words
    assert said == {(0, 0): False, (27, 20): True, (3, 14): False}


def test_normal_opens_an_envido_on_a_number_that_bears_it_and_seldom_on_less() -> None:
    said = {}
    for number, hand in ((11, ("7E", "12C", "4O")), (31, ("7E", "4E", "3C"))):
        words = decisions(Level.NORMAL, position(hand, TWO[1]), 0)
        said[number] = sum(words[bet] for bet in ("envido", "real_envido")) / sum(words.values())
    assert 0 < said[11] < 0.2
    assert said[31] > 0.4


@pytest.mark.parametrize(
    ("hand", "scores", "advised"),
    [
        (("2E", "10E", "4O"), (0, 0), "play"),  # 22
        (("2E", "10E", "4O"), (9, 20), "play"),
        (("7E", "12C", "4O"), (0, 0), "play"),  # 7
        (("7E", "10E", "4O"), (0, 0), "envido"),  # 27
        (("5E", "4E", "10O"), (0, 0), "real_envido"),  # 29
        (("7E", "6E", "4O"), (0, 0), "falta_envido"),  # 33, and mano
        (("2E", "10E", "4O"), (20, 29), "play"),
    ],
)
def test_a_learner_is_told_to_bet_what_the_number_bears(
    hand: tuple[str, ...], scores: tuple[int, int], advised: str
) -> None:
    """Hard bots bet on nothing, too: that some fold to it is no reason for a learner."""
    state = position(hand, TWO[1], scores=list(scores))
    options = RULES.options({}, 2)
    advice = advice_for("truco-argentino", options, 2, RULES.seat_view(state, 0))
    assert advice.action is not None
    assert advice.action.verb == advised


def test_a_learner_who_has_little_is_told_to_decline() -> None:
    state = after(position(TWO[1], ("2E", "4C", "10O")), (0, "real_envido"))
    advice = advice_for("truco-argentino", RULES.options({}, 2), 2, RULES.seat_view(state, 1))
    assert advice.action == Action("no_quiero")
