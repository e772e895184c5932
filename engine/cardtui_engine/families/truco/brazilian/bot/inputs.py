"""A seat's view as `INPUT_COUNT` small numbers, which the network of four seats reads
(`inputs_of`).

Each number counts something: a card in a place, a card that has not been seen, a side's points. It
is told as the list of what is there; what is there twice stands in the list twice. Seats are told
as seen from the seat: itself, who plays next, its partner, who plays last.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.bot.knowledge import Knowledge
from cardtui_engine.families.truco.ladder import Ladder
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard
from cardtui_engine.views import Common

SEATS: Final = 4
HEIGHTS: Final = 15
"""Heights of cards: 0 lies face down, 14 is the highest."""

CARDS: Final = 3
"""How many cards a seat is dealt."""

SCORES: Final = 12
"""Scores at which a game is not over."""

_SIZES: Final = {
    "hand": CARDS * HEIGHTS,
    "laid": CARDS * SEATS * HEIGHTS,
    "unseen": HEIGHTS,
    "partner": HEIGHTS,
    "played": SEATS,
    "trick": CARDS,
    "done": (CARDS - 1) * 3,
    "best": HEIGHTS,
    "standing": 3,
    "stake": 5,
    "raiser": 2,
    "eleven": 2,
    "asked": 1,
    "caller": SEATS,
    "second": 1,
    "limited": 1,
    "mineiro": 1,
    "mine": SCORES,
    "theirs": SCORES,
    "may_raise": 1,
}


def _starts() -> dict[str, int]:
    starts, at = {}, 0
    for name, size in _SIZES.items():
        starts[name] = at
        at += size
    return starts


INPUT_OFFSETS: Final = _starts()
"""By name, the number of its first input:

- hand: the lowest card, the middle one of three, the highest of two or three, by height
- laid: by trick and seat and height, a card on the table
- unseen: by height, the cards that may be anywhere, and those that the others are known to hold
- partner: by height, cards of its partner's that the seat has seen, and that were not played openly
- played: how many have played to the trick
- trick: how many tricks are finished
- done: by finished trick, whether the side won it, the others did, or nobody
- best: the height that is winning the trick; none before its first card
- standing: whether the side has it, the others do, or both
- stake: what the others win if the seat runs, or else the agreed stake, by rung of the ladder
- raiser: whether the side raised last, or the others
- eleven: whether the side is at eleven, or the others alone are
- asked: that the seat answers a raise, or chooses at eleven
- caller: by seat, who made the raise
- second: that the partner is asked before the seat
- limited: that no side may raise what wins the game
- mineiro: that a hand is worth two from the start
- mine, theirs: the scores of the side and of the others
- may_raise: that the seat may raise
"""

INPUT_COUNT: Final = sum(_SIZES.values())

_HAND, _LAID, _UNSEEN = INPUT_OFFSETS["hand"], INPUT_OFFSETS["laid"], INPUT_OFFSETS["unseen"]


class RaisedPart(Protocol):
    """What a public part says about the tricks and the stake."""

    @property
    def tricks(self) -> tuple[FinishedTrick, ...]:
        """The finished tricks."""

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick on the table."""

    @property
    def stake(self) -> int:
        """The agreed stake."""

    @property
    def proposed(self) -> int | None:
        """The stake that waits for an answer; ``None`` if none does."""

    @property
    def caller(self) -> int | None:
        """The seat that proposed it."""

    @property
    def raiser(self) -> int | None:
        """The team that raised last; ``None`` if none has."""

    @property
    def eleven(self) -> int | None:
        """The team at eleven; ``None`` in other hands."""


class Terms(NamedTuple):
    """What of the options matters.

    Attributes:
        ladder: the stakes.
        limited: whether nobody may raise what wins the game.
    """

    ladder: Ladder
    limited: bool


def inputs_of(
    knowledge: Knowledge, common: Common, game: RaisedPart, terms: Terms, *, may_raise: bool
) -> list[int]:
    """Return what the network is told: numbers below `INPUT_COUNT`, each as often as it counts.

    Args:
        knowledge: what the seat knows of the cards.
        common: the public fields that every game has.
        game: the game's own public fields.
        terms: the options that matter.
        may_raise: whether the seat may raise.
    """
    seat = knowledge.seat
    team = seat & 1
    told = _hand(sorted(knowledge.hand))
    places = [
        (4 * number + (played.seat - seat) % SEATS) * HEIGHTS
        for number, cards in enumerate([*[trick.cards for trick in game.tricks], game.trick])
        for played in cards
    ]
    told += [
        _LAID + place + moment.strength
        for place, moment in zip(places, knowledge.moments, strict=True)
    ]
    told += [_UNSEEN + height for height in knowledge.pool]
    told += [
        _UNSEEN + height
        for other, held in enumerate(knowledge.held)
        if (other ^ seat) & 1
        for height in held
    ]
    told += [INPUT_OFFSETS["partner"] + height for height in knowledge.held[(seat + 2) % SEATS]]
    told.append(INPUT_OFFSETS["played"] + min(len(game.trick), SEATS - 1))
    told.append(INPUT_OFFSETS["trick"] + len(game.tricks))
    for number, trick in enumerate(game.tricks):
        result = 2 if trick.team is None else int(trick.team != team)
        told.append(INPUT_OFFSETS["done"] + 3 * number + result)
    if game.trick:
        best, first, tied = knowledge.progress.standing
        told.append(INPUT_OFFSETS["best"] + best)
        told.append(INPUT_OFFSETS["standing"] + (2 if tied else (first ^ seat) & 1))
    stake = game.stake if game.proposed is None else terms.ladder.below(game.proposed)
    told.append(INPUT_OFFSETS["stake"] + terms.ladder.rung(stake))
    if game.raiser is not None:
        told.append(INPUT_OFFSETS["raiser"] + int(game.raiser != team))
    if game.eleven is not None:
        told.append(INPUT_OFFSETS["eleven"] + int(game.eleven != team))
    if common.phase in (phases.ANSWER, phases.ELEVEN):
        told.append(INPUT_OFFSETS["asked"])
        if seat != min(common.to_act):
            told.append(INPUT_OFFSETS["second"])
    if game.caller is not None:
        told.append(INPUT_OFFSETS["caller"] + (game.caller - seat) % SEATS)
    if terms.limited:
        told.append(INPUT_OFFSETS["limited"])
    if terms.ladder.stakes[0] > 1:
        told.append(INPUT_OFFSETS["mineiro"])
    told.append(INPUT_OFFSETS["mine"] + min(common.scores[team], SCORES - 1))
    told.append(INPUT_OFFSETS["theirs"] + min(common.scores[1 - team], SCORES - 1))
    if may_raise:
        told.append(INPUT_OFFSETS["may_raise"])
    return told


def _hand(cards: list[int]) -> list[int]:
    """Return how a hand is told: its cards in ascending order."""
    told = [_HAND + (cards[0] if cards else 0)]
    if len(cards) == CARDS:
        told.append(_HAND + HEIGHTS + cards[1])
    if len(cards) > 1:
        told.append(_HAND + 2 * HEIGHTS + cards[-1])
    return told
