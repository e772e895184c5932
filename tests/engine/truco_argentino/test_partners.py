"""Bots with partners: what a partner says counts, and what is of no use stays unsaid."""

from collections import Counter
from typing import Any

import pytest

from bench.argentino_fixed import FIXED_STRATEGIES
from bench.argentino_probes import GAME
from bench.duels import bot_named, score, setting_of
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.games.truco_argentino.bot.envido_game import CLASS_SHARES, CLASSES
from cardtui_engine.games.truco_argentino.bot.envido_sides import sides_of
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.library.registry import get_bot_maker
from tests.engine.truco_argentino.table import RULES, after, position

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

LOW = ("4E", "11B", "10O")  # 4
GOOD = ("7E", "6E", "1B")  # 33
FAIR = ("5C", "2C", "3O")  # 27
NEXT_TO_NOTHING = ("1O", "12C", "11E")  # 1

BETS = {"envido", "real_envido", "falta_envido"}


def hard(seats: int, **options: Any) -> Bot:
    return get_bot_maker(GAME)(RULES.options(options, seats), seats, Level.HARD)


def said(state: State, seat: int, times: int = 60) -> Counter[str]:
    """Return what the hard level does over many seeds."""
    player = hard(len(state.tricks.hands))
    view = RULES.seat_view(state, seat)
    done = [player.decide(view, Bits(seed)) for seed in range(times)]
    return Counter("wait" if action is None else action.verb for action in done)


def test_a_better_number_beats_more_and_more_partners_make_it_better() -> None:
    for mates, others in ((1, 1), (2, 2)):
        chances = [
            sides_of(own, [CLASS_SHARES] * mates, [CLASS_SHARES] * others, mano=True).beats(
                CLASS_SHARES
            )
            for own in range(CLASSES)
        ]
        assert chances == sorted(chances)
        assert 0.2 < chances[0] < 0.6
        assert chances[-1] <= 1.0
        alone = sides_of(9, [], [CLASS_SHARES] * others, mano=True).beats(CLASS_SHARES)
        assert alone < chances[9]


def test_sides_that_nothing_is_known_of_have_even_chances() -> None:
    for mates in (1, 2):
        chance = sum(
            share
            * sides_of(own, [CLASS_SHARES] * mates, [CLASS_SHARES] * mates, mano=mano).beats(
                CLASS_SHARES
            )
            / 2
            for own, share in enumerate(CLASS_SHARES)
            for mano in (False, True)
        )
        assert chance == pytest.approx(0.5, abs=0.01)


def test_a_partner_who_bet_is_believed_when_the_others_raise() -> None:
    hands = (LOW, FAIR, GOOD, NEXT_TO_NOTHING)
    by_partner = after(position(*hands), (2, "envido"), (1, "real_envido"))
    by_nobody = after(position(*hands), (1, "real_envido"))
    assert said(by_partner, 0)["no_quiero"] < said(by_nobody, 0)["no_quiero"] - 10


@pytest.mark.nightly
def test_nobody_bluffs_at_envido_before_a_partner_who_may_know_better() -> None:
    hands = (LOW, FAIR, GOOD, NEXT_TO_NOTHING)
    first = position(*hands)
    assert not BETS & set(said(first, 0))
    last = after(first, (0, "play", "4E"), (1, "play", "5C"), (2, "play", "1B"))
    assert BETS & set(said(last, 3, 200))


@pytest.mark.clause("TA-42")
def test_a_number_is_not_told_once_a_partner_has_won_with_another() -> None:
    hands = (FAIR, NEXT_TO_NOTHING, GOOD, LOW)
    state = after(
        position(*hands), (3, "envido"), (0, "quiero"), (3, "declare", 4), (0, "declare", 27)
    )
    waits = after(state, (1, "son_buenas"))
    # The other side has nothing left to say: 33 would win no more than 27 does.
    assert hard(4).decide(RULES.seat_view(waits, 2), Bits(1)) == Action("son_buenas")
    # While an opponent may still beat the partner, the better number is told.
    early = after(position(*hands, dealer=1), (1, "envido"), (0, "quiero"), (1, "declare", 1))
    assert hard(4).decide(RULES.seat_view(early, 2), Bits(1)) == Action("declare", points=33)


def lost(name: str, seats: int, matches: int) -> float:
    """Return the part of the matches that a side of the hard level loses against a strategy."""
    setting = setting_of(GAME, "tradicional", seats, target=15)
    player = bot_named("hard", setting)
    return 1 - score(setting, player, FIXED_STRATEGIES[name], matches, first=1).won / matches


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("name", FIXED_STRATEGIES)
def test_a_side_with_a_fixed_strategy_takes_less_than_half(name: str, seats: int) -> None:
    assert lost(name, seats, 100) < 0.5
