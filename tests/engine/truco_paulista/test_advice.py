"""What bots of Brazilian trucos make of raises, plays and partners, and the reasons they give."""

from collections import Counter
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level, Reason
from cardtui_engine.families.truco.brazilian.bot.belief import played
from cardtui_engine.families.truco.brazilian.bot.deciding import game_odds
from cardtui_engine.families.truco.brazilian.bot.knowledge import Moment, guess
from cardtui_engine.families.truco.brazilian.bot.prospect import Spot
from cardtui_engine.families.truco.brazilian.stakes import stakes_of
from cardtui_engine.games.truco_paulista.bot import TrucoPaulistaBot
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.library.simulate import play
from tests.engine.truco_paulista.table import RULES, act, position

pytestmark = pytest.mark.once

VELHA = {"manilha": "fixed"}
HARD = TrucoPaulistaBot(RULES.options(VELHA, 4), 4, Level.HARD)


def last_trick(*cards: str, leader: int = 1, laid: int, **setup: Any) -> State:
    """Return the third trick, each side with one, after so many of the cards have been laid."""
    hands = [(card,) for card in cards]
    state = position(hands, tricks=[0, 1], leader=leader, options=VELHA, **setup)
    for step in range(laid):
        seat = (leader + step) % 4
        state, _ = act(state, seat, "play", card=cards[seat])
    return state


def advice(state: State, seat: int) -> list[Advice]:
    view = RULES.seat_view(state, seat)
    return [HARD.advise(view, Bits(seed)) for seed in range(12)]


@pytest.mark.parametrize("scores", [(0, 0), (5, 2), (2, 9)])
def test_what_cannot_be_lost_is_raised(scores: tuple[int, int]) -> None:
    state = last_trick("3S", "2S", "5S", "KS", laid=3, scores=scores)
    assert {each[:2] for each in advice(state, 0)} == {(Action("truco"), Reason.SURE)}


def test_a_raise_that_cannot_be_won_is_neither_accepted_nor_raised() -> None:
    """The four of clubs has been led, and nothing beats it."""
    state, _ = act(last_trick("3S", "4C", "5S", "KS", laid=2), 3, "truco")
    for each in advice(state, 0):
        assert each.action == Action("run")
        assert each.reason is Reason.MATCH
        run, accept = each.numbers
        assert run == pytest.approx(HARD.told(0, 1), abs=0.01), "what a lost hand leaves"
        assert accept < HARD.told(0, 2)


def test_a_partners_card_on_the_table_counts() -> None:
    state, _ = act(last_trick("4H", "3S", "4C", "KS", laid=2), 3, "truco")
    assert {each.action for each in advice(state, 0)} <= {Action("accept"), Action("raise")}


def test_what_partners_and_others_have_laid_face_down_was_the_lowest_of_their_hands() -> None:
    hands = (("3S", "2S"), ("KS", "QS"), ("7S", "6S"), ("4S", "4D"))
    state = position(hands, tricks=[1], leader=1, options=VELHA)
    open_ones = HARD.know(RULES.seat_view(state, 0))
    state, _ = act(state, 1, "play", card="QS", face_down=True)
    hidden = HARD.know(RULES.seat_view(state, 0))
    assert hidden.hidden == (0, 1, 0, 0)
    bits = Bits(3)
    kept = sum(guess(hidden, bits)[1][-1] for _ in range(300)) / 300
    any_card = sum(guess(open_ones, bits)[1][0] for _ in range(300)) / 300
    assert kept > any_card + 2


def test_who_could_win_last_and_does_not_cannot() -> None:
    last = Spot((), best=8, ours=False, tied=False, opponents=0, partners=False, played=False)
    threw = Moment(3, 2, last)
    assert played(threw, (3, 10)) < 0.2 * played(threw, (3, 7))


def test_scores_are_worth_what_is_left_to_win() -> None:
    for stakes in (stakes_of(1, 3, 6, 9, 12), stakes_of(2, 4, 6, 10, 12)):
        odds = game_odds(stakes)
        for mine in range(12):
            for theirs in range(12):
                assert odds(mine, theirs) == pytest.approx(1 - odds(theirs, mine))
                assert odds(mine + 1, theirs) >= odds(mine, theirs)


def test_with_four_seats_a_lead_is_told_to_be_worth_more_than_bots_decide_by() -> None:
    state = last_trick("3S", "2S", "5S", "KS", laid=0, scores=(9, 3))
    assert HARD.match_chance(RULES.seat_view(state, 0)) == HARD.told(9, 3) > HARD.odds(9, 3)
    two = TrucoPaulistaBot(RULES.options({}, 2), 2, Level.HARD)
    assert two.told(9, 3) == two.odds(9, 3)


def test_what_is_accepted_or_raised_is_told_by_the_match_and_as_good_as_anything_else() -> None:
    """Bots allow for people who raise on little; by what such hands came to they would run."""
    seen: Counter[str] = Counter()
    bots = [TrucoPaulistaBot(RULES.options({}, 2), 2, Level.HARD) for _ in range(2)]
    for step in play(RULES, RULES.options({}, 2), [*bots], Bits(4)):
        for seat in RULES.turn(step.state).to_act:
            view = RULES.seat_view(step.state, seat)
            action, reason, numbers = bots[seat].advise(view, Bits(seat))
            if action is not None and action.verb in ("accept", "truco", "raise"):
                assert reason in (Reason.MATCH, Reason.BLUFF, Reason.SURE)
                if reason is Reason.MATCH:
                    match, rest = numbers
                    assert 0.0 <= rest <= match <= 1.0
                    seen[action.verb] += 1
    assert min(seen["accept"], seen["truco"]) > 1
