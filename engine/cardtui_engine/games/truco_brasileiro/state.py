"""The position, as a value; only this file builds it. A team is 0 or 1, ``seat & 1``."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.eleven import Kind
from cardtui_engine.families.truco.ladder import Raises
from cardtui_engine.families.truco.laid import LaidCards
from cardtui_engine.families.truco.view import PlayedCard, SpokenCall
from cardtui_engine.games.truco_brasileiro.options import Terms
from cardtui_engine.games.truco_brasileiro.stakes import UNRAISED


class Phase(StrEnum):
    """What the game waits for."""

    DEAL = "deal"
    CUT = "cut"
    MAO = "mao"
    ELEVEN = "eleven"
    PLAY = "play"
    ANSWER = "answer"
    IRON = "iron"
    OVER = "over"


# Looking these up is three times as fast as looking up the members of the classes.
DEAL: Final = Phase.DEAL
CUT: Final = Phase.CUT
MAO: Final = Phase.MAO
ELEVEN: Final = Phase.ELEVEN
PLAY: Final = Phase.PLAY
ANSWER: Final = Phase.ANSWER
IRON: Final = Phase.IRON
OVER: Final = Phase.OVER
ORDINARY: Final = Kind.ORDINARY

SEATS: Final = 4
TARGET: Final = 12
AT_ELEVEN: Final = TARGET - 1

Hand = tuple[Card, ...]

NO_HANDS: Final[tuple[Hand, ...]] = ((),) * SEATS


class TrucoBrasileiroResult(NamedTuple):
    """How a hand ended; ``reason`` is tricks, run, eleven_run or drawn."""

    winners: tuple[int, ...]
    points: int
    reason: str


class TrucoBrasileiroFoul(NamedTuple):
    """A foul, and the seat that made it; ``kind`` is cut, reject, pass, raise or show."""

    seat: int
    kind: str


class State(NamedTuple):
    """The whole position.

    Attributes:
        terms: the options.
        phase: what the game waits for, in the sheet's word.
        dealer: the seat that deals.
        hand: the number of the hand.
        played: whether it has been played; then the next pack is for another hand.
        scores: the points, by team.
        kind: the kind of the hand; ``None`` before the cut.
        eleven: the team at eleven in a hand of that kind; otherwise ``None``.
        stub: the undealt cards, top first; before the cut, the pack.
        from_bottom: whether cards are dealt from the bottom.
        dealt: by seat, its hand as it was dealt.
        cards: the cards of the hand: those still held, and the tricks.
        passed: the cards that the mão passed to the partner.
        rejected: the rejected cards, in the order in which they were turned up.
        shown: the cards that were shown in a foul, and the seats that showed them.
        raises: the state of the stake.
        last: how the last hand ended.
        last_foul: the last foul of the match.
        spoken: the last word of each seat since a card was played.
        winners: the winning seats once the match is over.
        gathered: the gathered pack of the last hand, between hands; otherwise empty.
    """

    terms: Terms
    phase: Phase
    dealer: int
    hand: int
    played: bool
    scores: tuple[int, int]
    kind: Kind | None
    eleven: int | None
    stub: Hand
    from_bottom: bool
    dealt: tuple[Hand, ...]
    cards: LaidCards
    passed: Hand
    rejected: Hand
    shown: tuple[PlayedCard, ...]
    raises: Raises
    last: TrucoBrasileiroResult | None
    last_foul: TrucoBrasileiroFoul | None
    spoken: tuple[SpokenCall, ...]
    winners: tuple[int, ...]
    gathered: Hand


def waiting(terms: Terms, dealer: int, hand: int, scores: tuple[int, int]) -> State:
    """Return a position without cards that waits for the pack of that hand."""
    return State(
        terms=terms,
        phase=DEAL,
        dealer=dealer,
        hand=hand,
        played=False,
        scores=scores,
        kind=None,
        eleven=None,
        stub=(),
        from_bottom=False,
        dealt=NO_HANDS,
        cards=LaidCards(NO_HANDS, (dealer + 1) % SEATS),
        passed=(),
        rejected=(),
        shown=(),
        raises=UNRAISED,
        last=None,
        last_foul=None,
        spoken=(),
        winners=(),
        gathered=(),
    )


def mao(state: State) -> int:
    """Return the mão: the seat at the dealer's right."""
    return (state.dealer + 1) % SEATS


def cutter(state: State) -> int:
    """Return the seat that cuts: the one at the dealer's left (TB-04)."""
    return (state.dealer + SEATS - 1) % SEATS


def rejections(state: State) -> int:
    """Return how many times the mão has rejected three cards."""
    return len(state.rejected) // 3


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats whose decision the game waits for."""
    phase = state.phase
    if phase is PLAY or phase is IRON:
        return (state.cards.to_play,)
    if phase is ANSWER:
        return _SEATS_OF[state.raises.answering]
    if phase is MAO:
        return (mao(state),)
    if phase is CUT:
        return (cutter(state),)
    if phase is ELEVEN:
        assert state.eleven is not None
        return _SEATS_OF[state.eleven]
    if phase is DEAL or phase is OVER:
        return ()
    assert_never(phase)


_SEATS_OF: Final = ((0, 2), (1, 3))
"""The seats of each team."""
