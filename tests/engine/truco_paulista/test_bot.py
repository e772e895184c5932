"""Bots: legal, repeatable, quick, and stronger from level to level."""

from collections import Counter
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.games.truco_paulista.bot import TrucoPaulistaBot
from cardtui_engine.views import SeatView
from tests.engine.brazilian_bots import RandomPlayer, Spoken, check_raises
from tests.engine.truco_paulista.table import RULES, act, codes, play_match, position
from tests.support.nights import by_night

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

PRESETS: dict[str, dict[str, Any]] = {preset.name: dict(preset.values) for preset in RULES.presets}


def player(level: Level | None, /, *, seats: int = 4, **options: Any) -> Bot:
    if level is None:
        return RandomPlayer()
    return TrucoPaulistaBot(RULES.options(options, seats), seats, level)


def wins(one: Level, other: Level | None, matches: int, seats: int, **options: Any) -> int:
    """Return how many matches one level wins against the other."""
    won = 0
    for seed in range(matches):
        team = seed & 1
        bots = [
            player(one if seat & 1 == team else other, seats=seats, **options)
            for seat in range(seats)
        ]
        won += play_match(bots, Bits(seed), **options).winners[0] == team
    return won


@pytest.mark.nightly
@pytest.mark.parametrize("seats", [*by_night(2, 4, 6)])
def test_hard_beats_chance_nearly_always(seats: int) -> None:
    """Under all presets; one as good as chance would pass once in a thousand times."""
    won = [wins(Level.HARD, None, 8, seats, **options) for options in PRESETS.values()]
    assert min(won) >= 5
    assert sum(won) >= 20


@pytest.mark.nightly
def test_hard_beats_easy() -> None:
    """Enough to notice levels mixed up; by how much they win, tests/laws/test_levels.py says."""
    assert wins(Level.HARD, Level.EASY, 30, 4) >= 18


@pytest.mark.nightly
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", Level)
def test_raises_are_an_event_and_all_answers_to_them_are_heard(level: Level, preset: str) -> None:
    words: Counter[str] = Counter()
    options = PRESETS[preset]
    for seed in range(15 if level is Level.EASY else 9):  # those that think do so less often
        play_match([Spoken(player(level, **options), words)] * 4, Bits(seed), **options)
    check_raises(level, words, 0.15)


def raises(view: SeatView[Any, Any]) -> int:
    """Return how often of 120 times the bot calls truco rather than play."""
    bot = player(Level.HARD)
    return sum(bot.decide(view, Bits(seed)) == Action("truco") for seed in range(120))


def test_it_knows_the_manilhas_of_the_hand() -> None:
    """TP-03: the same cards are the best with one card turned up, and poor with another."""
    hands = (("QC", "QH", "QS"), ("KS", "JD", "2S"), ("7S", "6S", "2H"), ("4S", "4C", "6D"))
    good, bad = (raises(RULES.seat_view(position(hands, flip=flip), 0)) for flip in ("7H", "AH"))
    assert good > 2 * bad


def test_it_runs_at_eleven_with_nothing_and_plays_with_its_partners_good_cards() -> None:
    poor = (("4S", "4C", "6S"), ("3S", "3D", "2S"), ("4D", "6D", "6H"), ("3C", "2D", "2C"))
    rich = (poor[0], ("7S", "7D", "QS"), ("5C", "5H", "5S"), ("QD", "QH", "JS"))
    for hands, verb in ((poor, "run"), (rich, "play_on")):
        view = RULES.seat_view(position(hands, scores=[11, 4]), 0)
        decided = Counter(player(Level.HARD).decide(view, Bits(seed)) for seed in range(20))
        assert decided[Action(verb)] >= 18


def test_against_an_unbeatable_card_it_runs() -> None:
    state = position((("7D",), ("5C",), ("6S",), ("6H",)), tricks=[0, 1], leader=1)
    state, _ = act(state, 1, "play", card="5C")
    state, _ = act(state, 2, "play", card="6S")
    state, _ = act(state, 3, "truco")
    decided = [player(Level.HARD).decide(RULES.seat_view(state, 0), Bits(n)) for n in range(20)]
    assert sum(each == Action("run") for each in decided) >= 17


def test_in_an_iron_hand_it_turns_up_and_never_calls_where_nobody_may() -> None:
    iron = RULES.seat_view(position(scores=[11, 11]), 0)
    assert player(Level.HARD).decide(iron, Bits(1)) == Action("turn_up")
    options: dict[str, Any] = {"raise_while_eleven": "game"}
    best = (("5C", "5H", "5S"), ("KS", "JD", "2S"), ("7S", "6S", "2H"), ("4S", "4C", "6D"))
    view = RULES.seat_view(position(best, scores=[11, 4], begin="play", options=options), 0)
    for seed in range(60):
        action = player(Level.HARD, **options).decide(view, Bits(seed))
        assert action is not None
        assert action.verb == "play"


def test_who_is_not_asked_does_nothing() -> None:
    assert player(Level.HARD).decide(RULES.seat_view(position(), 1), Bits(1)) is None


def test_what_it_knows_leaves_out_the_card_turned_up() -> None:
    bot = TrucoPaulistaBot(RULES.options({}, 4), 4, Level.HARD)
    knowledge = bot.know(RULES.seat_view(position(), 0))
    assert len(knowledge.pool) == 40 - 3 - 1
    [flip] = codes("4H")
    assert position().game.strength[flip] == 1


def test_who_seems_weak_waits_with_a_raise_at_two() -> None:
    """It has lost the first trick: with both cards sure to win, it takes the second in silence."""
    hands = (("6D", "7S"), ("5C", "5H"))
    state = position(hands, tricks=[0], leader=0)
    state, _ = act(state, 0, "play", card="6D")
    view = RULES.seat_view(state, 1)
    two = TrucoPaulistaBot(RULES.options({}, 2), 2, Level.HARD)
    said = Counter(action.verb for n in range(20) if (action := two.decide(view, Bits(n))))
    assert said == {"play": 20}
