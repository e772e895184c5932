"""Bots: legal, repeatable, quick, and stronger from level to level."""

from collections import Counter
from time import process_time
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.games.truco_brasileiro.bot import TrucoBrasileiroBot
from cardtui_engine.views import SeatView
from tests.engine.brazilian_bots import RandomPlayer, Spoken, check_raises
from tests.engine.truco_brasileiro.table import RULES, act, cut_pack, play_match, position

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

DENEXA = {"won_tricks": "face_down"}
MESA = {"shuffle": "full", "accepted_decides": "hand"}


def player(level: Level | None, **options: str) -> Bot:
    if level is None:
        return RandomPlayer()
    return TrucoBrasileiroBot(RULES.options(options, 4), 4, level)


def wins(one: Level, other: Level | None, matches: int, **options: str) -> int:
    """Return how many matches partners of one level win against partners of another."""
    won = 0
    for seed in range(matches):
        team = seed & 1
        bots = [player(one if seat & 1 == team else other, **options) for seat in range(4)]
        over = play_match(bots, Bits(seed), **options)
        won += over.winners[0] == team
    return won


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [DENEXA, pytest.param(MESA, marks=pytest.mark.nightly)], ids=["denexa", "mesa"]
)
def test_hard_beats_chance_nearly_always(options: dict[str, str]) -> None:
    """One as good as chance would pass twice in a thousand times."""
    assert wins(Level.HARD, None, 16, **options) >= 14


@pytest.mark.nightly
def test_hard_beats_easy() -> None:
    """Enough to notice levels mixed up; by how much they win, tests/laws/test_levels.py says."""
    assert wins(Level.HARD, Level.EASY, 30) >= 18


@pytest.mark.nightly
@pytest.mark.parametrize("options", [DENEXA, MESA], ids=["denexa", "mesa"])
@pytest.mark.parametrize("level", Level)
def test_raises_are_an_event_and_all_answers_to_them_are_heard(
    level: Level, options: dict[str, str]
) -> None:
    words: Counter[str] = Counter()
    for seed in range(15 if level is Level.EASY else 9):  # those that think do so less often
        play_match([Spoken(player(level, **options), words)] * 4, Bits(seed), **options)
    check_raises(level, words, 0.2)


def raises(view: SeatView[Any, Any], level: Level = Level.HARD) -> int:
    """Return how often of 120 times the bot calls truco rather than play."""
    return sum(player(level).decide(view, Bits(seed)) == Action("truco") for seed in range(120))


@pytest.mark.slow
def test_it_raises_on_good_cards_more_readily_and_on_nothing_sometimes() -> None:
    high = (("4C", "7H", "AS"), ("KS", "QS", "JS"), ("7S", "6S", "5S"), ("4S", "4H", "4D"))
    low = (high[3], high[1], high[2], high[0])
    middle = (("3S", "KH", "6H"), high[1], high[2], high[3])
    good, fair, bad = (raises(RULES.seat_view(position(hands), 0)) for hands in (high, middle, low))
    assert good > 2 * fair
    assert 0 < bad < good / 4


def test_who_is_not_asked_does_nothing() -> None:
    assert player(Level.HARD).decide(RULES.seat_view(position(), 1), Bits(1)) is None


def test_the_best_three_cards_are_not_rejected_and_the_worst_are() -> None:
    hard = player(Level.HARD)
    for seed in range(20):
        best = hard.decide(RULES.seat_view(cut_pack("4C", "7H", "AS"), 0), Bits(seed))
        assert best is not None
        assert best.verb in ("keep", "pass")
        assert hard.decide(RULES.seat_view(cut_pack("4S", "5H", "6S"), 0), Bits(seed)) == Action(
            "reject"
        )


@pytest.mark.parametrize(("best", "verbs"), [("4C", {"run"}), ("4S", {"accept", "raise"})])
def test_against_an_unbeatable_card_it_runs_and_with_one_it_does_not(
    best: str, verbs: set[str]
) -> None:
    """Seat 1 has led the last trick with the best card, or seat 0 still holds it."""
    mine = "4C" if best == "4S" else "4S"
    state = position(((mine,), (best,), ("5S",), ("5H",)), tricks=[0, 1], leader=1)
    state, _ = act(state, 1, "play", card=best)
    state, _ = act(state, 2, "play", card="5S")
    state, _ = act(state, 3, "truco")
    for seed in range(20):
        action = player(Level.HARD).decide(RULES.seat_view(state, 0), Bits(seed))
        assert action is not None
        assert action.verb in verbs | {"raise"}
    decided = [
        player(Level.HARD).decide(RULES.seat_view(state, 0), Bits(seed)) for seed in range(20)
    ]
    assert sum(each is not None and each.verb in verbs for each in decided) >= 17


def test_the_cheapest_card_that_wins_is_played_last() -> None:
    hands = (("7H", "3S", "5H"), ("KS", "QS", "JS"), ("7S", "6S", "5S"), ("2S", "4H", "4D"))
    state = position(hands, dealer=0, options=MESA)
    for seat, card in ((1, "KS"), (2, "7S"), (3, "2S")):
        state, _ = act(state, seat, "play", card=card)
    state, _ = act(state, 0, "truco")
    state, _ = act(state, 1, "accept")
    for seed in range(10):
        action = player(Level.HARD, **MESA).decide(RULES.seat_view(state, 0), Bits(seed))
        assert action == Action("play", card=RULES.deck.card("3S"))


def test_a_card_that_loses_anyway_is_hidden() -> None:
    hands = (("4C", "6H"), ("KS", "QS"), ("5H", "5S"), ("4S", "4H"))
    state = position(hands, tricks=["tie"], leader=0, scores=[11, 3])
    state, _ = act(state, 0, "play", card="4C")
    action = player(Level.HARD).decide(RULES.seat_view(state, 1), Bits(2))
    assert action is not None
    assert action.verb == "play"
    assert action.face_down


def test_a_decision_takes_no_time_to_speak_of() -> None:
    views = [RULES.seat_view(position(), 0), RULES.seat_view(act(position(), 0, "truco")[0], 1)]
    bot = player(Level.HARD)
    began = process_time()
    for seed in range(20):
        for view in views:
            bot.decide(view, Bits(seed))
    assert (process_time() - began) / 40 < 0.05


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
def test_no_bot_rejects_the_card_that_beats_all(level: Level) -> None:
    """TB-02, TB-05: a weak player plays badly, but knows the four of clubs."""
    state = cut_pack("4C", "4H", "5S")
    mao = RULES.view(state, None).common.to_act[0]
    bot, view = player(level), RULES.seat_view(state, mao)
    done = [bot.decide(view, Bits(seed)) for seed in range(60)]
    assert {each.verb for each in done if each is not None} <= {"keep", "pass"}
