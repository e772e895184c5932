"""Positions to start from: the start of a match, and what a scenario's ``setup`` describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.reading import check_keys, read_number
from cardtui_engine.families.truco.eleven import Kind
from cardtui_engine.families.truco.laid import LaidCards, LaidTrick
from cardtui_engine.families.truco.setup import (
    check_hands_given,
    read_dealt,
    read_scores,
    read_tricks,
)
from cardtui_engine.families.truco.tricks import best_of_three
from cardtui_engine.games.truco_brasileiro.cards import PACK
from cardtui_engine.games.truco_brasileiro.hand import of_kind
from cardtui_engine.games.truco_brasileiro.state import (
    ELEVEN,
    IRON,
    PLAY,
    RAISED_BY_ELEVEN,
    SEATS,
    TARGET,
    Hand,
    State,
)
from cardtui_engine.refusals import BadSetup

_KEYS: Final = frozenset(
    {"dealer", "hand", "deck", "decks", "hands", "scores", "tricks", "leader", "begin"}
)


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that a scenario's ``setup`` describes, without its packs.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, _KEYS)
    if setup.get("begin") not in (None, PLAY):
        raise BadSetup('begin: it can only be "play"')
    state = start._replace(hand=read_number(setup, "hand", 1, 1), scores=_scores(setup))
    if setup.get("hands") is None:
        check_hands_given(setup, ("tricks", "leader", "begin"))
        return state
    tricks = _tricks(setup)
    hands = _hands(setup, len(tricks))
    named = {card for hand in hands for card in hand}
    leader = read_number(setup, "leader", state.cards.leader, 0, SEATS - 1)
    state = of_kind(state)._replace(
        stub=tuple([card for card in PACK if card not in named]),
        dealt=hands,
        cards=LaidCards(hands, leader, tricks=tricks),
    )
    chosen = bool(tricks) or setup.get("begin") is not None
    if state.kind is Kind.IRON:
        return state._replace(phase=IRON)
    if state.kind is Kind.ELEVEN and not chosen:
        return state._replace(phase=ELEVEN)
    raises = RAISED_BY_ELEVEN if state.kind is Kind.ELEVEN else state.raises
    return state._replace(phase=PLAY, raises=raises)


def _scores(setup: Mapping[str, Any]) -> tuple[int, int]:
    scores = read_scores(setup)
    if max(scores) >= TARGET:
        raise BadSetup("scores: the match would be over")
    return scores


def _tricks(setup: Mapping[str, Any]) -> tuple[LaidTrick, ...]:
    teams = read_tricks(setup)
    if len(teams) > 2 or best_of_three(teams) is not None:
        raise BadSetup("tricks: the hand would be decided")
    return tuple([LaidTrick(team, ()) for team in teams])


def _hands(setup: Mapping[str, Any], played: int) -> tuple[Hand, ...]:
    named = read_dealt(setup, SEATS, FRENCH, PACK)
    if not all(3 - played <= len(hand) <= 3 for hand in named):
        raise BadSetup("hands: three cards are needed, or as many as there are tricks left")
    return named
