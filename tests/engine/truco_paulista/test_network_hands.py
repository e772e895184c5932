"""What the network learns from are hands by the rules, told as the bots are told them."""

from typing import Any

import numpy as np
import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.bot.deciding import game_odds
from cardtui_engine.families.truco.brazilian.bot.inputs import INPUT_COUNT, Terms, inputs_of
from cardtui_engine.families.truco.brazilian.cards import OLD_MANILHAS, RANKS
from cardtui_engine.families.truco.brazilian.phases import ELEVEN
from cardtui_engine.games.truco_paulista.bot import TrucoPaulistaBot
from cardtui_engine.games.truco_paulista.state import State
from tests.engine.truco_paulista.table import RULES
from tools.truco_network.hands import ACCEPT, LADDERS, RAISE, RUN, Hands

pytestmark = pytest.mark.once

FIXED, FIRST_CLEAN = 0, 11
"""Packs by number: with fixed manilhas, then full ones by manilha, then clean ones by manilha."""


def ranks_of(pack: int) -> str:
    return RANKS if pack < FIRST_CLEAN else RANKS[4:]


def options_of(hands: Hands, at: int) -> dict[str, Any]:
    pack = hands.packs[at]
    return {
        "manilha": "fixed" if pack == FIXED else "vira",
        "deck": "clean" if pack >= FIRST_CLEAN else "full",
        "stakes": "mineiro" if hands.ladder[at] else "paulista",
        "raise_limit": "needed" if hands.limited[at] else "none",
    }


def cards_of(hands: Hands, at: int) -> tuple[list[list[str]], str | None]:
    """Return cards with the heights that were dealt, and the card turned up."""
    pack = hands.packs[at]
    if pack == FIXED:
        tops, flip = list(OLD_MANILHAS), None
    else:
        ranks = ranks_of(pack)
        place = pack - (FIRST_CLEAN if pack >= FIRST_CLEAN else 1)
        tops = [ranks[place] + suit for suit in "DSHC"]
        flip = ranks[place - 1] + "D"
    free = {
        height: [rank + suit for suit in "DSHC" if rank + suit not in (*tops, flip)]
        for height, rank in enumerate(RANKS, 1)
    }
    dealt = [
        [tops[height - 11] if height > 10 else free[height].pop() for height in hand]
        for hand in hands.dealt[at].tolist()
    ]
    return dealt, flip


def start(hands: Hands, at: int) -> State:
    dealt, flip = cards_of(hands, at)
    leader = int(hands.leader[at])
    setup: dict[str, Any] = {
        "dealer": (leader - 1) % 4,
        "hands": dealt,
        "scores": hands.scores[at].tolist(),
    }
    if flip is not None:
        setup["flip"] = flip
    return RULES.setup(RULES.options(options_of(hands, at), 4), 4, setup)


def done(state: State, seat: int, choice: int, laid: int) -> Action | None:
    """Return the action that a choice stands for; ``None`` for a first partner who would run."""
    if choice == ACCEPT:
        return Action("play_on" if state.phase == ELEVEN else "accept")
    if choice == RUN:
        return Action("run") if seat == max(RULES.turn(state).to_act) else None
    if choice == RAISE:
        verbs = RULES.verbs_legal(state, seat)
        return Action("truco" if "truco" in verbs else "raise")
    strength = state.game.strength
    held: list[Card] = sorted(state.cards.hands[seat], key=lambda card: strength[card])
    card = held[0 if choice == 0 else 1 if choice == 1 else -1]
    return Action("play", card=card, face_down=True if laid == 0 else None)


@pytest.mark.slow
def test_the_engine_plays_the_same_hands_and_tells_bots_the_same() -> None:
    chance = np.random.default_rng(5)
    hands = Hands(120, chance)
    states = [start(hands, at) for at in range(120)]
    bots = [
        TrucoPaulistaBot(RULES.options(options_of(hands, at), 4), 4, Level.HARD)
        for at in range(120)
    ]
    seen: set[str] = set()
    while len(hands.going):
        going, seats = hands.going.copy(), hands.seats()
        told, legal = hands.inputs(), hands.legal()
        # Runs end hands early, so only few of them are drawn.
        lots = chance.random(legal.shape) * np.array([1, 1, 1, 0.8, 1, 0.6])
        choices = np.where(legal, lots, -1).argmax(1)
        for row, at in enumerate(going.tolist()):
            state, seat, bot = states[at], int(seats[row]), bots[at]
            turn = RULES.turn(state)
            assert seat in turn.to_act
            verbs = set(RULES.verbs_legal(state, seat))
            assert (RAISE in np.flatnonzero(legal[row])) == bool(verbs & {"truco", "raise"})
            assert bool(verbs & {"accept", "play_on"}) == legal[row, ACCEPT]
            view = RULES.seat_view(state, seat)
            terms = Terms(bot.ladder, bool(hands.limited[at]))
            knowledge = bot.know(view)
            counted = np.bincount(
                inputs_of(
                    knowledge,
                    view.common,
                    view.game,
                    terms,
                    may_raise=bool(legal[row, RAISE]),
                ),
                minlength=INPUT_COUNT,
            )
            assert counted.tolist() == told[row].tolist()
        hands.act(choices)
        for row, at in enumerate(going.tolist()):
            seat = int(seats[row])
            laid = hands.last_laid(at, seat)
            action = done(states[at], seat, int(choices[row]), laid)
            if action is not None:
                seen.add(action.verb)
                states[at], _ = RULES.apply(states[at], seat, action)
    for at, state in enumerate(states):
        assert RULES.turn(state).wants_pack or RULES.turn(state).over
        last = state.game.last
        assert last is not None
        odds = game_odds(LADDERS[hands.ladder[at]])
        before, least = hands.scores[at].tolist(), LADDERS[hands.ladder[at]].ladder.stakes[0]
        won, lost = odds(before[0] + least, before[1]), odds(before[0], before[1] + least)
        after = list(before)
        for team in {seat & 1 for seat in last.winners}:
            after[team] += last.points
        even = (won + lost) / 2
        now = odds(*after) if last.winners else even
        assert hands.brought[at] == pytest.approx(
            max(min(2 * (now - even) / (won - lost), 13), -13)
        )
    assert seen == {"play", "truco", "raise", "accept", "run", "play_on"}
