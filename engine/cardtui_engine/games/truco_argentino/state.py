"""The position of Argentinean truco: a value in parts, so that a move rebuilds only the part that
it changes.

Sets of seats are bit masks (`families.truco.seats`). A team is 0 or 1. Only this file builds
`State`, `Deal` and `Round`, and only the files of those names build `Tricks` and `Calls`, by
methods whose names say what happens.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from cardtui_engine.families.truco.seats import SEATS_IN, TEAM_MASKS, everybody, mao, next_from
from cardtui_engine.families.truco.view import PlayedCard
from cardtui_engine.games.truco_argentino.calls import (
    NO_CALLS,
    Calls,
    Envido,
    EnvidoResult,
    FlorResult,
    only_spoken,
)
from cardtui_engine.games.truco_argentino.habits import ArgentinoHabit
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.tricks import Hand, Tricks, before_tricks


class Phase(StrEnum):
    """What the game waits for: a pack, its cut, a card, a flor, an answer, a number, a proof."""

    DEAL = "deal"
    CUT = "cut"
    PLAY = "play"
    FLOR = "flor"
    ANSWER = "answer"
    ENVIDO = "envido"
    SHOW = "show"
    OVER = "over"


# Looking these up is three times as fast as looking up the members of the class.
DEAL: Final = Phase.DEAL
CUT: Final = Phase.CUT
PLAY: Final = Phase.PLAY
FLOR: Final = Phase.FLOR
ANSWER: Final = Phase.ANSWER
ENVIDO: Final = Phase.ENVIDO
SHOW: Final = Phase.SHOW
OVER: Final = Phase.OVER

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__


class TrucoResult(NamedTuple):
    """How a hand, or a duel, of those seats ended.

    ``team`` is ``None`` if an envido or a flor ended the match.
    """

    winners: tuple[int, ...]
    team: int | None
    points: int
    envido: EnvidoResult | None
    reason: str
    seats: tuple[int, ...]
    flor: FlorResult | None


class Deal(NamedTuple):
    """What belongs to a single deal.

    Attributes:
        dealer: the seat that deals.
        hand: the number of the deal, from 1.
        second: whether it is this dealer's second deal (with six seats, TA-60).
        duels: whether it is played in three duels.
        dealt: by seat, its cards as they were dealt; empty before the deal.
        pack: the pack while it waits for the cut; otherwise empty.
        results: the results of its finished duels.
        earlier: the cards played in them that still lie open.
        pending: by team, the points of finished duels that have yet to be added (TA-62).
        played: whether it has been played; then the next pack is for another deal.
    """

    dealer: int
    hand: int
    second: bool
    duels: bool
    dealt: tuple[Hand, ...]
    pack: Hand
    results: tuple[TrucoResult, ...]
    earlier: tuple[PlayedCard, ...]
    pending: tuple[int, int]
    played: bool

    def with_cards(self, dealt: tuple[Hand, ...]) -> Deal:
        """Return the deal after its cards were dealt."""
        dealer, hand, second, duels, _, _, results, earlier, pending, played = self
        return _new(
            Deal, (dealer, hand, second, duels, dealt, (), results, earlier, pending, played)
        )

    def with_pending(self, pending: tuple[int, int]) -> Deal:
        """Return the deal with points that wait for its last duel (TA-62)."""
        return self._replace(pending=pending)

    def with_duel(self, result: TrucoResult, lying_open: tuple[PlayedCard, ...]) -> Deal:
        """Return the deal after another of its duels."""
        return self._replace(results=(*self.results, result), earlier=self.earlier + lying_open)

    def finished(self, result: TrucoResult) -> Deal:
        """Return the deal after its last hand, without cards; the results of duels stay."""
        dealer, hand, second, duels, dealt, _, results, _, _, _ = self
        results = (*results, result) if duels else ()
        bare = _no_hands(len(dealt))
        return _new(Deal, (dealer, hand, second, duels, bare, (), results, (), (0, 0), True))


def new_deal(
    seats: int, dealer: int, hand: int, pack: Hand = (), *, second: bool, duels: bool
) -> Deal:
    """Return a deal for that many seats, waiting for the cut, or without a pack for its pack."""
    dealt = _no_hands(seats)
    return _new(Deal, (dealer, hand, second, duels, dealt, pack, (), (), (0, 0), False))


class Round(NamedTuple):
    """What stays the same in a hand, or in a duel; the ``active`` seats take part.

    ``falta`` is what a falta envido is worth to each team (TA-46, TA-53).
    """

    mano: int
    active: int
    falta: tuple[int, int]


class RoundEnd(NamedTuple):
    """The team that won a hand, at what stake, and why."""

    team: int
    points: int
    reason: str

    def result(
        self, envido: EnvidoResult | None, flor: FlorResult | None, active: int
    ) -> TrucoResult:
        """Return how the hand ended for the active seats, with its envido and its flor."""
        team, points, reason = self
        winners = SEATS_IN[active & TEAM_MASKS[team]]
        return _new(TrucoResult, (winners, team, points, envido, reason, SEATS_IN[active], flor))


class State(NamedTuple):
    """The whole position.

    ``pending_end`` is set while the hand is decided, but the cards of a won envido may still
    be asked for. ``winners`` are the winning seats once the match is over. ``habits`` tell, by
    seat, what everybody has seen of it in the finished hands of the match; before one is finished,
    it is empty.
    """

    terms: Terms
    deal: Deal
    round: Round
    phase: Phase
    scores: tuple[int, int]
    tricks: Tricks
    calls: Calls
    last: TrucoResult | None
    pending_end: RoundEnd | None
    winners: tuple[int, ...]
    habits: tuple[ArgentinoHabit, ...]

    def in_phase(self, phase: Phase) -> State:
        """Return the position in another phase."""
        terms, deal, round_, _, scores, tricks, calls, last, end, winners, habits = self
        return _new(
            State,
            (terms, deal, round_, phase, scores, tricks, calls, last, end, winners, habits),
        )

    def with_calls(self, phase: Phase, calls: Calls) -> State:
        """Return the position after something was said, in that phase."""
        terms, deal, round_, _, scores, tricks, _, last, end, winners, habits = self
        return _new(
            State,
            (terms, deal, round_, phase, scores, tricks, calls, last, end, winners, habits),
        )

    def with_envido(self, envido: Envido) -> State:
        """Return the position after its envido has advanced."""
        return self.with_calls(self.phase, self.calls.with_envido(envido))

    def with_tricks(self, tricks: Tricks, calls: Calls) -> State:
        """Return the position after something happened to the cards."""
        terms, deal, round_, phase, scores, _, _, last, end, winners, habits = self
        return _new(
            State,
            (terms, deal, round_, phase, scores, tricks, calls, last, end, winners, habits),
        )

    def with_scores(self, scores: tuple[int, int]) -> State:
        """Return the position after points were added."""
        return self._replace(scores=scores)

    def with_habits(self, habits: tuple[ArgentinoHabit, ...]) -> State:
        """Return the position after what a hand has shown of its seats was counted."""
        return self._replace(habits=habits)

    def with_last(self, last: TrucoResult) -> State:
        """Return the position with the result of the previous hand."""
        return self._replace(last=last)

    def to_show(self, ending: RoundEnd) -> State:
        """Return the position in which the hand is won, but the envido may still be asked for."""
        return self._replace(phase=SHOW, pending_end=ending)

    def to_cut(self, deal: Deal) -> State:
        """Return the position in which a new deal waits for its cut; the last words are gone."""
        terms, _, _, _, scores, _, _, last, _, _, habits = self
        round_, tricks = _idle(terms.seats, deal.dealer)
        return _new(
            State, (terms, deal, round_, CUT, scores, tricks, NO_CALLS, last, None, (), habits)
        )

    def in_round(
        self, deal: Deal, round_: Round, hands: tuple[Hand, ...], scores: tuple[int, int]
    ) -> State:
        """Return the position in which a hand, or a duel, begins with those cards."""
        terms, _, _, _, _, _, calls, last, _, _, habits = self
        tricks = before_tricks(hands, round_.active, next_from(round_.mano, round_.active))
        return _new(
            State,
            (terms, deal, round_, PLAY, scores, tricks, only_spoken(calls), last, None, (), habits),
        )

    def between(self, deal: Deal, scores: tuple[int, int], last: TrucoResult) -> State:
        """Return the position that waits for the next pack, with no cards dealt."""
        terms, _, _, _, _, _, calls, _, _, _, habits = self
        round_, tricks = _idle(terms.seats, deal.dealer)
        return _new(
            State,
            (terms, deal, round_, DEAL, scores, tricks, only_spoken(calls), last, None, (), habits),
        )

    def decided(self, winners: tuple[int, ...]) -> State:
        """Return the position of a match that those seats have won."""
        return self._replace(phase=OVER, winners=winners)


def waiting(terms: Terms, deal: Deal, scores: tuple[int, int]) -> State:
    """Return a position that waits for that deal's pack."""
    round_, tricks = _idle(terms.seats, deal.dealer)
    return State(
        terms=terms,
        deal=deal,
        round=round_,
        phase=DEAL,
        scores=scores,
        tricks=tricks,
        calls=NO_CALLS,
        last=None,
        pending_end=None,
        winners=(),
        habits=(),
    )


@cache
def _idle(seats: int, dealer: int) -> tuple[Round, Tricks]:
    """Return the parts of a position in which no cards are dealt."""
    mano = mao(dealer, seats)
    everyone = everybody(seats)
    round_ = Round(mano=mano, active=everyone, falta=(1, 1))
    return round_, before_tricks(_no_hands(seats), everyone, mano)


def _no_hands(seats: int) -> tuple[Hand, ...]:
    return ((),) * seats
