"""The position: a value in parts, so that a move makes anew only the part it changes.

Sets of seats are bit masks (`cardtui_engine.truco.ring`). A team is 0 or 1, ``seat & 1``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.truco.ladder import Ladder
from cardtui_engine.truco.public import FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.truco.ring import FIRST
from cardtui_engine.truco_argentino.options import Terms
from cardtui_engine.truco_argentino.public import EnvidoClaim, EnvidoResult, TrucoResult

DEAL: Final = "deal"
CUT: Final = "cut"
PLAY: Final = "play"
ANSWER: Final = "answer"
ENVIDO: Final = "envido"
SHOW: Final = "show"
OVER: Final = "over"

OPEN: Final = "open"
DECLARING: Final = "declaring"
FOLDED: Final = "folded"
WON: Final = "won"

TRUCO: Final = Ladder(("truco", "retruco", "vale_cuatro"), (1, 2, 3, 4))
"""TA-20"""

Hand = tuple[Card, ...]


class Deal(NamedTuple):
    """What belongs to one deal.

    Attributes:
        dealer: who deals.
        hand: the number of the deal, from 1.
        second: whether it is this dealer's second (six players, TA-60).
        duels: whether it is played in three duels.
        dealt: by seat, the cards as they were dealt; empty while none are out.
        pack: the pack while it is being cut, else empty.
        results: how its finished duels ended.
        earlier: what was played in them, as far as it lies open.
        pending: by team, points of finished duels that have not been added yet (TA-62).
        begun: whether a pack has come for it; else the next pack is for this very deal.
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
    begun: bool


class Round(NamedTuple):
    """What stays the same in a round, or in a duel: ``active`` seats take part.

    ``falta`` is what a falta envido is worth in it (TA-53).
    """

    mano: int
    active: int
    falta: int


class Tricks(NamedTuple):
    """The cards of a round.

    Attributes:
        hands: by seat, in the order dealt.
        live: the seats that take part and have not resigned.
        played: the seats that have played a card in this round.
        leader: who leads, or led, the trick on the table.
        down: the seats with a card in the trick on the table.
        trick: that trick.
        done: the finished tricks.
    """

    hands: tuple[Hand, ...]
    live: int
    played: int
    leader: int
    down: int
    trick: tuple[PlayedCard, ...]
    done: tuple[FinishedTrick, ...]


class Envido(NamedTuple):
    """The envido of a round.

    Attributes:
        line: the bets made, as an index of `bets.LINES`.
        state: `OPEN`, `DECLARING`, `FOLDED` or `WON`.
        raiser: the seat that bet last.
        claims: what was declared, in the order of speaking.
        result: who gets what; ``None`` before it is settled.
        checked: whether nothing is left to be proved or asked for.
    """

    line: int
    state: str
    raiser: int
    claims: tuple[EnvidoClaim, ...]
    result: EnvidoResult | None
    checked: bool


class Calls(NamedTuple):
    """What was called in a round.

    Attributes:
        stake: the agreed truco points.
        raisers: the teams that may raise, as a mask.
        called: which truco call waits for an answer, from 1; 0 if none.
        caller: the team that made it.
        envido: ``None`` before one is called.
        spoken: the last word of each seat since a card was played.
    """

    stake: int
    raisers: int
    called: int
    caller: int
    envido: Envido | None
    spoken: tuple[SpokenCall, ...]


class Outcome(NamedTuple):
    """Who won the tricks of a round, at what stake, and why."""

    team: int
    points: int
    reason: str


class State(NamedTuple):
    """The whole position.

    ``ended`` is set while the round is decided but a won envido may still be asked for;
    ``winners`` are the winning seats once the match is over.
    """

    terms: Terms
    deal: Deal
    round: Round
    phase: str
    scores: tuple[int, int]
    tricks: Tricks
    calls: Calls
    last: TrucoResult | None
    ended: Outcome | None
    winners: tuple[int, ...]


NO_CALLS: Final = Calls(1, 0b11, 0, 0, None, ())
"""The start of every round: either side may call truco."""


def to_play(tricks: Tricks) -> int:
    """Return whose card the trick on the table waits for, -1 if it is complete."""
    return FIRST[tricks.leader][tricks.live & ~tricks.down]
