"""Reads positions of Argentinean truco from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import SPANISH
from cardtui_engine.families.scenario_values import check_keys, read_number
from cardtui_engine.families.truco.ladder import Raises
from cardtui_engine.families.truco.seats import SEATS_IN, TEAM_MASKS, has, others
from cardtui_engine.families.truco.setup import (
    check_cards_left,
    check_hands_given,
    read_dealt,
    read_finished,
    read_scores,
)
from cardtui_engine.families.truco.view import FinishedTrick
from cardtui_engine.games.truco_argentino.calls import NO_CALLS, TRUCO, Calls
from cardtui_engine.games.truco_argentino.cards import PACK
from cardtui_engine.games.truco_argentino.hand import begin_round, in_duels
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.state import PLAY, Deal, State, new_deal, waiting
from cardtui_engine.games.truco_argentino.tricks import course_of
from cardtui_engine.refusals import BadSetup

_KEYS: Final = frozenset(
    {
        "dealer",
        "hand",
        "deck",
        "decks",
        "hands",
        "scores",
        "stake",
        "accepted",
        "tricks",
        "leader",
        "deal",
        "begin",
    }
)


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that a scenario's ``setup`` describes, without its packs.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, _KEYS)
    if "begin" in setup and setup["begin"] != PLAY:
        raise BadSetup("begin: there is no betting phase to skip")
    terms = start.terms
    scores = _scores(terms, setup)
    state = waiting(terms, _deal(start, setup, scores), scores)
    if setup.get("hands") is None:
        check_hands_given(setup, ("stake", "accepted", "tricks", "leader"))
        return state
    hands = read_dealt(setup, terms.seats, SPANISH, PACK)
    for team in (0, 1):
        if not any(hand for seat, hand in enumerate(hands) if has(TEAM_MASKS[team], seat)):
            raise BadSetup("hands: each side needs a hand that is not empty")
    begun = begin_round(state, state.deal.with_cards(hands), hands, scores, [])
    return _with_tricks(begun.with_calls(PLAY, _calls(setup)), setup)


def _deal(start: State, setup: Mapping[str, Any], scores: tuple[int, int]) -> Deal:
    terms = start.terms
    second = _second(terms, setup)
    return new_deal(
        terms.seats,
        start.deal.dealer,
        read_number(setup, "hand", 1, 1),
        second=second,
        duels=in_duels(terms, second, scores),
    )


def _second(terms: Terms, setup: Mapping[str, Any]) -> bool:
    deal = setup.get("deal")
    if deal not in (None, "team", "duels"):
        raise BadSetup('deal: it is "team" or "duels"')
    if deal == "duels" and terms.seats != 6:
        raise BadSetup("deal: only six players have duels")
    return bool(deal == "duels")


def _scores(terms: Terms, setup: Mapping[str, Any]) -> tuple[int, int]:
    scores = read_scores(setup)
    if max(scores) >= terms.target and scores[0] != scores[1]:
        raise BadSetup("scores: the match would be over")
    return scores


def _calls(setup: Mapping[str, Any]) -> Calls:
    stake = read_number(setup, "stake", 1, 1, TRUCO.stakes[-1])
    if stake == 1:
        if setup.get("accepted") is not None:
            raise BadSetup("accepted: it needs a stake above 1")
        return NO_CALLS
    if setup.get("accepted") is None:
        return NO_CALLS.with_raises(Raises(stake, open_to=()))
    accepted = read_number(setup, "accepted", 0, 0, 1)
    return NO_CALLS.with_raises(Raises(stake, raiser=others(accepted), open_to=(accepted,)))


def _with_tricks(state: State, setup: Mapping[str, Any]) -> State:
    """Add the finished tricks and the leader, and check that there are cards for the rest."""
    tricks = state.tricks
    teams = read_finished(setup, course_of(state.terms, state.round.mano, tricks.live))
    finished = tuple([FinishedTrick(team, ()) for team in teams])
    check_cards_left([tricks.hands[seat] for seat in SEATS_IN[tricks.live]], len(finished))
    leader = read_number(setup, "leader", tricks.leader, 0, state.terms.seats - 1)
    if not has(tricks.live, leader):
        raise BadSetup("leader: that seat does not play in this round")
    return state.with_tricks(tricks.after(finished, leader), state.calls)
