"""How a hand of a Brazilian truco begins, who deals it, what follows the deal, and how it ends:
the points (`win`), the score, the game and the match.
"""

from __future__ import annotations

from cardtui_engine.cards import UNKNOWN
from cardtui_engine.events import (
    CardsDealt,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PointsScored,
)
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind, kind_of
from cardtui_engine.families.truco.brazilian.state import G, Hand, T, Truco
from cardtui_engine.families.truco.game import added
from cardtui_engine.families.truco.seats import TEAM_SEATS, mao
from cardtui_engine.outcome import Ending


def begin(state: Truco[T, G], game: G, pack: Hand, events: list[Event]) -> Truco[T, G]:
    """Begin a hand with a pack that has yet to be cut; the mão of the last hand deals.

    Args:
        state: the position that waits for the pack.
        game: what only this game has, as it is at the start of a hand.
        events: what happened is appended.
    """
    dealer, hand = state.dealer, state.hand
    if state.played:
        dealer, hand = mao(dealer, state.terms.seats), hand + 1
    events.append(HandStarted(hand, dealer))
    return state.to_cut(dealer, hand, pack, game)


def of_kind(state: Truco[T, G]) -> Truco[T, G]:
    """Set the kind of the hand by the scores as they are now."""
    return state.of_kind(*kind_of(state.scores, state.terms.stakes.eleven))


def serve(
    state: Truco[T, G], seat: int, cards: Hand, stub: Hand, events: list[Event]
) -> Truco[T, G]:
    """Give a seat its hand; the stub is what is left of the pack."""
    # Of a hand that is played blind not even the owner may know; `seen` has no position to look at.
    events.append(CardsDealt(seat, (UNKNOWN,) * len(cards) if state.blind else cards))
    return state.served(seat, cards, stub)


def begin_play(state: Truco[T, G], events: list[Event]) -> Truco[T, G]:
    """Begin what comes once all cards are dealt: play, or what a side at eleven has to decide."""
    if state.blind:
        phase = phases.IRON
    elif state.kind is Kind.ELEVEN:
        phase = phases.ELEVEN
    else:
        return state.in_phase(phases.PLAY)
    events.append(PhaseBegan(phase))
    return state.in_phase(phase)


def win(
    state: Truco[T, G], team: int, points: int, reason: str, events: list[Event]
) -> Truco[T, G]:
    """End the hand for a team, at that stake; its score stops at what wins the game."""
    state = score(state, team, min(points, TARGET - state.scores[team]), events)
    return end(state, TEAM_SEATS[state.terms.seats][team], points, reason, events)


def end_drawn(state: Truco[T, G], events: list[Event]) -> Truco[T, G]:
    """End a hand that nobody has won."""
    return end(state, (), 0, "drawn", events)


def score(state: Truco[T, G], team: int, points: int, events: list[Event]) -> Truco[T, G]:
    """Add points to a team's score."""
    if not points:
        return state
    events.append(PointsScored(team, points))
    return state.with_scores(added(state.scores, team, points))


def end(
    state: Truco[T, G], winners: tuple[int, ...], points: int, reason: str, events: list[Event]
) -> Truco[T, G]:
    """End the hand, and with it perhaps the match."""
    after = state.ended(winners, points, reason)
    events.append(HandEnded(winners, reason))
    if after.winners:
        events.append(MatchEnded(after.winners, Ending.POINTS))
    elif after.games != state.games:
        events.append(GameEnded(state.scores.index(TARGET)))
    return after
