"""Positions to start from: the start of a match, and what a scenario's ``setup`` describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import FRENCH
from cardtui_engine.families.reading import check_keys, read_number
from cardtui_engine.families.truco.eleven import Kind
from cardtui_engine.families.truco.setup import (
    check_hands_given,
    read_laid_cards,
    read_scores,
)
from cardtui_engine.games.truco_brasileiro.cards import PACK
from cardtui_engine.games.truco_brasileiro.hand import of_kind
from cardtui_engine.games.truco_brasileiro.stakes import RAISED_BY_ELEVEN
from cardtui_engine.games.truco_brasileiro.state import ELEVEN, IRON, PLAY, TARGET, State
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
    cards = read_laid_cards(setup, state.cards, FRENCH, PACK)
    named = {card for hand in cards.hands for card in hand}
    state = of_kind(state)._replace(
        stub=tuple([card for card in PACK if card not in named]),
        dealt=cards.hands,
        cards=cards,
    )
    chosen = bool(cards.tricks) or setup.get("begin") is not None
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
