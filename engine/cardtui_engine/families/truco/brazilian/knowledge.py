"""What a seat knows about hidden cards, guesses at them, and how likely each card wins the hand.

Cards are reduced to their strengths, since nothing else decides a trick. Every seat stays in the
hand to its end. All that is known about a hand is cards that it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.truco import playout
from cardtui_engine.families.truco.brazilian.laid import seen_strengths
from cardtui_engine.families.truco.playout import Hands, Progress, progress_of, sensibly
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard

_PLAYS: Final = sensibly(trusted=10)
"""How every seat plays in a played-out hand; partners' threes, and higher cards, are not beaten."""


class Knowledge(NamedTuple):
    """What a seat knows, as far as it matters for the play of cards.

    Attributes:
        seat: the seat.
        hand: the strengths of its cards, in their order.
        held: by seat, the strengths that it is known to hold.
        counts: by seat, the number of cards it holds.
        pool: the strengths that may be anywhere else.
        progress: how far the tricks have come.
    """

    seat: int
    hand: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    pool: tuple[int, ...]
    progress: Progress


class TricksPart(Protocol):
    """What a public part says about the tricks."""

    @property
    def tricks(self) -> tuple[FinishedTrick, ...]:
        """The finished tricks."""

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick on the table."""

    @property
    def leader(self) -> int:
        """The seat that leads, or led, the trick on the table."""


class Cards(NamedTuple):
    """The cards that a seat has seen besides those in the tricks.

    Attributes:
        hand: the cards that it holds.
        dealt: cards that others were dealt, and to whom; they may have been played.
        gone: cards that nobody holds any more.
    """

    hand: tuple[Card, ...]
    dealt: Iterable[tuple[int, Card]]
    gone: Iterable[Card]


class Heights(NamedTuple):
    """The pack of a hand: its cards, and the height of each by card."""

    pack: tuple[Card, ...]
    strength: Sequence[int]


def knowledge_from(
    seat: int, cards: Cards, heights: Heights, counts: tuple[int, ...], table: TricksPart
) -> Knowledge:
    """Return what a seat knows, given the cards that it has seen.

    Args:
        seat: the seat.
        cards: the cards that it has seen.
        heights: the pack, with the height of each card.
        counts: by seat, the number of cards it holds.
        table: the tricks.
    """
    pack, strength = heights
    laid = [played for trick in table.tricks for played in trick.cards] + list(table.trick)
    placed = {*cards.hand, *cards.gone, *[played.card for played in laid]}
    held: list[list[int]] = [[] for _ in counts]
    for other, card in cards.dealt:
        if card not in placed:
            placed.add(card)
            held[other].append(strength[card])
    return Knowledge(
        seat,
        tuple([strength[card] for card in cards.hand]),
        tuple(map(tuple, held)),
        counts,
        tuple([strength[card] for card in pack if card not in placed]),
        progress_of(
            range(len(counts)),
            table.leader,
            seen_strengths(table.trick, strength),
            tuple([trick.team for trick in table.tricks]),
        ),
    )


def guess(knowledge: Knowledge, bits: Bits) -> Hands:
    """Return hands by seat as they may be."""
    pool = list(knowledge.pool)
    needed = sum(knowledge.counts)
    for place in range(min(needed, len(pool) - 1)):
        other = place + bits.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    free = iter(pool)
    hands: Hands = []
    for seat, count in enumerate(knowledge.counts):
        if seat == knowledge.seat:
            hands.append(sorted(knowledge.hand))
            continue
        cards = list(knowledge.held[seat][:count])
        cards += [next(free) for _ in range(count - len(cards))]
        hands.append(sorted(cards))
    return hands


def win_chances(
    knowledge: Knowledge, course: Course, openings: Sequence[int], samples: int, bits: Bits
) -> list[float]:
    """Return how likely the seat's side wins the hand, for each strength it could play now.

    Args:
        knowledge: what the seat knows.
        course: how the hand continues after a trick.
        openings: strengths of its hand; if it is not the seat's turn, empty: then a single chance
            is returned.
        samples: the number of guesses to play out.
        bits: the source of the guesses.
    """
    return playout.win_chances(
        knowledge.progress,
        course,
        [guess(knowledge, bits) for _ in range(samples)],
        knowledge.seat & 1,
        openings=openings,
        choose=_PLAYS,
    )
