"""Builds positions of Cacheta from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.setup import check_keys, dealt_hands, read_play
from cardtui_engine.families.scenario_values import read_cards, read_number, read_numbers
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.refusals import BadSetup


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that the setup describes, given the start of its match.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, ("scores",), ("flip",))
    seats = len(start.scores)
    scores = read_numbers(setup, "scores", seats) or start.scores
    if sum([points > 0 for points in scores]) < 2:
        raise BadSetup("scores: two players must have points")
    hand = read_number(setup, "hand", 1, 1)
    gone = tuple([seat for seat in range(seats) if not scores[seat]])
    state = start._replace(
        hand=hand,
        scores=scores,
        eliminated=(gone,) if gone else (),
        # CA-51: the seats still in were dealt into every earlier hand.
        rounds=tuple([hand - 1 if points else 0 for points in scores]),
    )
    return state if setup.get("hands") is None else _dealt(state, setup)


def _dealt(state: State, setup: Mapping[str, Any]) -> State:
    """Return the position at the first draw."""
    code = setup.get("flip")
    aside = () if code is None else read_cards([code], "flip", FRENCH)
    play = read_play(setup, len(state.scores), aside)
    if not aside:
        if not play.stock:
            raise BadSetup("flip: no card is left for it")
        *stock, flip = play.stock
        play, aside = play._replace(stock=tuple(stock)), (flip,)
    dealt = dealt_hands(play, state.dealer)
    if any(not state.scores[seat] for seat in dealt):
        raise BadSetup("hands: who has no points is not dealt in")
    return state._replace(
        phase=phases.DRAW,
        play=play.begin(dealt),
        dealt=dealt,
        flip=aside[0],
        rounds=tuple([each + (seat in dealt) for seat, each in enumerate(state.rounds)]),
    )
