"""Builds positions of Cacheta from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.setup import check_keys, dealt_hands, read_play
from cardtui_engine.families.scenario_values import (
    read_cards,
    read_folded,
    read_number,
    read_numbers,
)
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.refusals import BadSetup


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that the setup describes, given the start of its match.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, ("scores",), ("flip", "folded", "begin"))
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
    """Return the position at the first decision: a draw, or whether to stay (CA-63)."""
    code = setup.get("flip")
    aside = () if code is None else read_cards([code], "flip", FRENCH)
    if aside and state.terms.wild == "none":
        raise BadSetup("flip: no card is turned up at this table")
    seats = len(state.scores)
    play = read_play(setup, seats, aside, jokers=state.terms.jokers)
    if not aside and state.terms.wild != "none":
        if not play.stock:
            raise BadSetup("flip: no card is left for it")
        *stock, flip = play.stock
        play, aside = play._replace(stock=tuple(stock)), (flip,)
    dealt = dealt_hands(play, state.dealer)
    if any(not state.scores[seat] for seat in dealt):
        raise BadSetup("hands: who has no points is not dealt in")
    folded = _folded(state, setup, dealt)
    asked = state.terms.fold and not (setup.get("discards") or folded or "begin" in setup)
    return state._replace(
        phase=phases.STAYING if asked else phases.DRAW,
        play=play.begin(tuple([seat for seat in dealt if seat not in folded])),
        folded=folded,
        dealt=dealt,
        flip=aside[0] if aside else None,
        rounds=tuple([each + (seat in dealt) for seat, each in enumerate(state.rounds)]),
    )


def _folded(state: State, setup: Mapping[str, Any], dealt: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that have left the hand, sorted."""
    if setup.get("begin") not in (None, "play"):
        raise BadSetup('begin: it can be "play" only')
    folded = read_folded(setup, len(state.scores))
    if folded and not state.terms.fold:
        raise BadSetup("folded: nobody leaves a hand at this table")
    if any(seat not in dealt for seat in folded):
        raise BadSetup("folded: only who was dealt in can have left the hand")
    if len(dealt) - len(folded) < 2:
        raise BadSetup("folded: the last one left would have won the hand")
    return tuple(sorted(folded))
