"""What a seat knows about hidden cards at a truco of Brazil (`Knowledge`), and guesses at them;
with how few hidden cards every possible hand is looked at: `_MOST_HIDDEN_CARDS`.

Cards are reduced to their strengths, since nothing else decides a trick. Every seat stays in the
hand to its end. All that is known about a hand is cards that it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from cardtui_engine.bits import Bits
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.families.truco.brazilian.bot.prospect import Spot, spot_of
from cardtui_engine.families.truco.brazilian.laid import seen_strengths
from cardtui_engine.families.truco.playout import Hands, Progress, progress_of
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard

_MOST_HIDDEN_CARDS: Final = 2
"""The most hidden cards for which all possible hands are looked at."""


class Moment(NamedTuple):
    """A card that a seat has played, and how things stood before it did.

    Attributes:
        seat: the seat.
        strength: the card's; `FACE_DOWN` if it lies face down.
        spot: how things stood for that seat.
    """

    seat: int
    strength: int
    spot: Spot


class Knowledge(NamedTuple):
    """What a seat knows, as far as it matters for the play of cards.

    Attributes:
        seat: the seat.
        hand: the strengths of its cards, in their order.
        held: by seat, the strengths that it is known to hold.
        counts: by seat, the number of cards it holds.
        pool: the strengths that may be anywhere else.
        progress: how far the tricks have come.
        hidden: by seat, the number of cards in view that it has laid face down; the seat's own
            are not hidden from it.
        moments: the cards that have been played, as far as they are in view.
    """

    seat: int
    hand: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    pool: tuple[int, ...]
    progress: Progress
    hidden: tuple[int, ...]
    moments: tuple[Moment, ...]


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
        cards: the cards that it has seen.
        heights: the pack, with the height of each card.
        counts: by seat, the number of cards it holds.
    """
    pack, strength = heights
    laid = [played for trick in table.tricks for played in trick.cards] + list(table.trick)
    hidden = [0] * len(counts)
    for played in laid:
        hidden[played.seat] += played.card == UNKNOWN and played.seat != seat
    placed = {*cards.hand, *cards.gone, *[played.card for played in laid]}
    held: list[list[int]] = [[] for _ in counts]
    for other, card in cards.dealt:
        if card not in placed:
            placed.add(card)
            held[other].append(strength[card])
    teams = tuple([trick.team for trick in table.tricks])
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
            teams,
        ),
        tuple(hidden),
        tuple(_moments(table, strength, len(counts))),
    )


def _moments(table: TricksPart, strength: Sequence[int], seats: int) -> Iterator[Moment]:
    """Yield the cards that have been played, and how things stood before each."""
    done: tuple[int | None, ...] = ()
    for number, cards in enumerate([*[trick.cards for trick in table.tricks], table.trick]):
        laid = seen_strengths(cards, strength)
        for at, (seat, height) in enumerate(laid):
            leader = laid[0][0]
            before = progress_of(range(seats), leader, laid[:at], done)
            yield Moment(seat, height, spot_of(before, seat))
        if number < len(table.tricks):
            done = (*done, table.tricks[number].team)


def guess(knowledge: Knowledge, bits: Bits) -> Hands:
    """Return hands by seat as they may be: what lies face down was the lowest of its hand."""
    pool = list(knowledge.pool)
    hidden = knowledge.hidden
    needed = sum(knowledge.counts) + sum(hidden)
    for place in range(min(needed, len(pool) - 1)):
        other = place + bits.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    free = iter(pool)
    hands: Hands = []
    for seat, count in enumerate(knowledge.counts):
        if seat == knowledge.seat:
            hands.append(sorted(knowledge.hand))
            continue
        had = count + hidden[seat]
        cards = list(knowledge.held[seat][:had])
        cards += [next(free) for _ in range(had - len(cards))]
        cards.sort()
        hands.append(cards[hidden[seat] :])
    return hands


def every_guess(knowledge: Knowledge) -> tuple[list[Hands], list[int]]:
    """Return all hands of the only other seat, and how many deals each stands for.

    There are none if several seats are hidden, or more than `_MOST_HIDDEN_CARDS` cards, or cards
    that lie face
    down: then one has to `guess`.
    """
    seat, counts = knowledge.seat, knowledge.counts
    if len(counts) > 2 or counts[1 - seat] > _MOST_HIDDEN_CARDS or any(knowledge.hidden):
        return [], []
    held = knowledge.held[1 - seat]
    wanted = counts[1 - seat] - len(held)
    often = sorted(Counter(knowledge.pool).items())
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    if wanted == 1:
        found = [((height,), times) for height, times in often]
    elif wanted:
        found = [((one, one), times * (times - 1) // 2) for one, times in often if times > 1]
        found += [
            ((one, other), times * more)
            for at, (one, times) in enumerate(often)
            for other, more in often[at + 1 :]
        ]
    own = sorted(knowledge.hand)
    guesses = []
    for cards, _ in found:
        other = sorted((*held, *cards))
        guesses.append([own, other] if seat == 0 else [other, own])
    return guesses, [times for _, times in found]
