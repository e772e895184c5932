"""Reads positions of Brazilian trucos from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.scenario_values import read_number, read_numbers
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.hand import begin_play, of_kind
from cardtui_engine.families.truco.brazilian.laid import LaidCards, LaidTrick
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind
from cardtui_engine.families.truco.brazilian.state import G, Hand, T, Truco
from cardtui_engine.families.truco.setup import (
    check_cards_left,
    check_hands_given,
    read_dealt,
    read_finished,
    read_scores,
)
from cardtui_engine.families.truco.tricks import BEST_OF_THREE
from cardtui_engine.refusals import BadSetup

KEYS: Final = frozenset(
    {"dealer", "hand", "deck", "decks", "hands", "scores", "tricks", "leader", "begin"}
)
"""The keys that every game takes; one whose match may have several games takes ``games``, too."""


def read_position(start: Truco[T, G], setup: Mapping[str, Any], pack: Hand) -> Truco[T, G]:
    """Return the position that a setup describes, without its packs.

    Args:
        start: the start of the match.
        pack: the cards that hands may hold.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    if setup.get("begin") not in (None, phases.PLAY):
        raise BadSetup('begin: it can only be "play"')
    scores = read_scores(setup)
    if max(scores) >= TARGET:
        raise BadSetup("scores: the game would be over")
    one, other = read_numbers(setup, "games", 2) or (0, 0)
    if 2 * max(one, other) > start.terms.best_of:
        raise BadSetup("games: the match would be over")
    number = read_number(setup, "hand", 1, 1)
    state = start._replace(hand=number, scores=scores, games=(one, other))
    if setup.get("hands") is None:
        check_hands_given(setup, ("tricks", "leader", "begin"))
        return state
    cards = _cards(setup, state.cards, pack)
    named = {card for hand in cards.hands for card in hand}
    state = of_kind(state)._replace(
        stub=tuple([card for card in pack if card not in named]),
        dealt=cards.hands,
        cards=cards,
    )
    if state.kind is Kind.ELEVEN and (cards.tricks or setup.get("begin") is not None):
        return state._replace(phase=phases.PLAY, raises=state.terms.stakes.played_on)
    return begin_play(state, [])


def _cards(setup: Mapping[str, Any], start: LaidCards, pack: Hand) -> LaidCards:
    seats = len(start.hands)
    tricks = read_finished(setup, BEST_OF_THREE)
    hands = read_dealt(setup, seats, FRENCH, pack)
    check_cards_left(hands, len(tricks))
    leader = read_number(setup, "leader", start.leader, 0, seats - 1)
    return LaidCards(hands, leader, tricks=tuple([LaidTrick(team, ()) for team in tricks]))
