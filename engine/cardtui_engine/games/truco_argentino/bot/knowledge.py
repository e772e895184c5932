"""Guesses at the hidden cards of Truco Argentino (`worlds_of`): they fit the envidos, flores and
signals that a seat knows of, and are played out to see who wins (`wins`). How often cards are drawn
until they fit: `_MOST_DRAWS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.playout import (
    Hands,
    Progress,
    play_out,
    progress_of,
    sensibly,
)
from cardtui_engine.families.truco.tricks import DRAWN
from cardtui_engine.games.truco_argentino.bot.signals import (
    SIGNAL_TRUST,
    Shown,
    shown_cards,
    shown_flores,
)
from cardtui_engine.games.truco_argentino.cards import (
    PACK,
    STRENGTH,
    flor_number,
    is_flor,
    pair_number,
    pairs_making,
)
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.tricks import course_of
from cardtui_engine.games.truco_argentino.view import ArgentinoView
from cardtui_engine.gestures import Gesture

_MOST_DRAWS: Final = 8

NO_GESTURES: Final[Mapping[int, Gesture]] = MappingProxyType({})


class Knowledge(NamedTuple):
    """The part of a view that matters for the play of cards.

    Attributes:
        seat: the seat whose view it is.
        hand: its cards.
        hidden: the cards that it cannot see.
        counts: by seat, the number of cards it holds.
        progress: how far the tricks have come.
        live: the seats still in the hand, as a mask.
        mano: the mano.
        numbers: by seat, the cards that it is known to have been dealt, and the number that it
            declared.
        flores: by seat that has announced a flor, or shown its partner one, the cards that it is
            known to have been dealt, and its number if that came out, else -1.
        shown: by partner, what its signal showed that it has not played.
    """

    seat: int
    hand: tuple[Card, ...]
    hidden: tuple[Card, ...]
    counts: tuple[int, ...]
    progress: Progress
    live: int
    mano: int
    numbers: dict[int, tuple[tuple[Card, ...], int]]
    flores: dict[int, tuple[tuple[Card, ...], int]]
    shown: dict[int, Shown]

    def fits(self, seat: int, cards: Sequence[Card], highest: bool) -> bool:
        """Return whether what a seat has said could be so if it held those cards."""
        if seat in self.flores:
            known, number = self.flores[seat]
            dealt = (*known, *cards)  # fewer than three where some were turned face down
            of_one_suit = len({card // 10 for card in dealt}) == 1
            return of_one_suit and (
                number < 0 or not is_flor(dealt) or flor_number(dealt) == number
            )
        if seat in self.numbers:
            known, number = self.numbers[seat]
            return best_number((*known, *cards), highest) == number
        return True


class World(NamedTuple):
    """A guess at all hands, as strengths, and how likely it is beside others."""

    hands: Hands
    weight: float


def knowledge_of(
    view: ArgentinoView, *, forgets: bool = False, gestures: Mapping[int, Gesture] = NO_GESTURES
) -> Knowledge:
    """Return what a seat knows, read from its view with its own part.

    Args:
        forgets: whether it no longer knows what others have declared, and played in tricks that are
            over.
        gestures: by partner, the signal that it believes.
    """
    game = view.game
    own = view.own
    shown = [(each.seat, each.card) for trick in game.tricks for each in trick.cards]
    shown += [(each.seat, each.card) for each in game.trick]
    seen = {card for seat, card in shown if not forgets or seat == own.seat} | set(own.hand)
    seen.update([card for _, card in (*game.trick, *game.earlier)])
    seen.update(own.game.pair)
    live = [seat for seat in game.active if seat not in game.resigned]
    counting = [(seat, STRENGTH[card]) for seat, card in game.trick if seat in live]
    numbers: dict[int, tuple[tuple[Card, ...], int]] = {}
    flores: dict[int, tuple[tuple[Card, ...], int]] = {}
    for each in shown_flores(view, gestures):
        flores[each] = ((), -1)
    if game.flor is not None and not forgets:
        for each in game.flor.seats:
            if each != own.seat:
                known = tuple(card for seat, card in shown if seat == each)
                number = game.flor.number if each == game.flor.winner else None
                flores[each] = (known, -1 if number is None else number)
    if game.envido is not None and not forgets:
        for claim in game.envido.claims:
            if claim.number is not None and claim.seat != own.seat:
                known = tuple(card for seat, card in shown if seat == claim.seat)
                numbers[claim.seat] = (known, claim.number)
    return Knowledge(
        seat=own.seat,
        hand=own.hand,
        hidden=tuple(card for card in PACK if card not in seen),
        counts=view.common.cards,
        progress=progress_of(
            live, game.leader, counting, tuple([trick.team for trick in game.tricks])
        ),
        live=sum([1 << seat for seat in live]),
        mano=game.mano,
        numbers=numbers,
        flores=flores,
        shown=shown_cards(view, gestures),
    )


def all_told(knowledge: Knowledge) -> bool:
    """Return whether the hidden cards are so few that every world can be looked at."""
    holders = _holders(knowledge)
    return not holders or (len(holders) == 1 and knowledge.counts[holders[0]] <= 2)


def _holders(knowledge: Knowledge) -> list[int]:
    """Return the other seats that still hold cards."""
    return [
        seat
        for seat in knowledge.progress.ring
        if seat != knowledge.seat and knowledge.counts[seat]
    ]


def worlds_of(knowledge: Knowledge, terms: Terms, samples: int, bits: Bits) -> list[World]:
    """Return what the hidden cards may be: all there is if that is little, else some of it.

    Args:
        samples: how many guesses to make where there is too much.
        bits: the source of the guesses.
    """
    if all_told(knowledge):
        return _all(knowledge, terms)
    return [World(_guess(knowledge, terms, bits), 1.0) for _ in range(samples)]


def _all(knowledge: Knowledge, terms: Terms) -> list[World]:
    """Return every hand that the only other holder may have; those of equal strengths are one."""
    own = sorted([STRENGTH[card] for card in knowledge.hand])
    bare: Hands = [[] for _ in knowledge.counts]
    bare[knowledge.seat] = own
    if not _holders(knowledge):
        return [World(bare, 1.0)]
    [other] = _holders(knowledge)
    count = knowledge.counts[other]
    highest = terms.highest_alone
    ways: dict[tuple[int, ...], int] = {}
    unlikely: dict[tuple[int, ...], int] = {}
    for cards in combinations(knowledge.hidden, count):
        hand = tuple(sorted([STRENGTH[card] for card in cards]))
        unlikely[hand] = unlikely.get(hand, 0) + 1
        if not knowledge.fits(other, cards, highest):
            continue
        ways[hand] = ways.get(hand, 0) + 1
    found = []
    shown = knowledge.shown.get(other)
    for hand, many in (ways or unlikely).items():
        hands = bare.copy()
        hands[other] = list(hand)
        doubt = 1 if shown is None or shown.fits(hand) else 1 - SIGNAL_TRUST
        found.append(World(hands, many * doubt))
    return found


def best_number(cards: Sequence[Card], highest: bool) -> int:
    """Return the best number of envido that two of the cards make."""
    return max([pair_number(a, b, highest) for a, b in combinations(cards, 2)], default=0)


def wins(
    knowledge: Knowledge, terms: Terms, worlds: Sequence[World], openings: Sequence[int]
) -> list[list[float]]:
    """Return in which worlds the seat's team wins, for each strength that it could play.

    Args:
        worlds: the worlds.
        openings: the strengths to try; if it is not the seat's turn, empty: then there is a single
            row.
    """
    course = course_of(terms, knowledge.mano, knowledge.live)
    rows = []
    tried: Sequence[int | None] = openings or (None,)
    for opening in tried:
        row = []
        for world in worlds:
            copies = [hand.copy() for hand in world.hands]
            takes = play_out(knowledge.progress, course, copies, opening, sensibly)
            row.append(0.5 if takes == DRAWN else float(takes == knowledge.seat & 1))
        rows.append(row)
    return rows


def weighed(worlds: Sequence[World], fits: Callable[[Hands], float]) -> list[World]:
    """Return the worlds with weights by how well they fit, which add up to one."""
    found = [World(hands, weight * fits(hands)) for hands, weight in worlds]
    total = sum([world.weight for world in found]) or 1.0
    return [World(hands, weight / total) for hands, weight in found]


def _guess(knowledge: Knowledge, terms: Terms, bits: Bits) -> Hands:
    """Return one possible distribution of the hands; empty for seats that take no part now."""
    pool = list(knowledge.hidden)
    hands: Hands = [[] for _ in knowledge.counts]
    for seat in _order(knowledge):
        if seat == knowledge.seat:
            hands[seat] = sorted([STRENGTH[card] for card in knowledge.hand])
            continue
        count = knowledge.counts[seat]
        cards = _draw(pool, count, bits)
        if seat in knowledge.flores:
            cards = _with_flor(pool, cards, knowledge, seat, bits)
        elif seat in knowledge.numbers:
            known, number = knowledge.numbers[seat]
            for _ in range(_MOST_DRAWS):
                if best_number((*known, *cards), terms.highest_alone) == number:
                    break
                if known:
                    cards = _draw(pool, count, bits)
                else:
                    cards = _with_number(pool, count, number, terms.highest_alone, bits)
        elif seat in knowledge.shown and bits.chance() < SIGNAL_TRUST:
            cards = _as_shown(pool, cards, knowledge.shown[seat], bits)
        for card in cards:
            pool.remove(card)
        hands[seat] = sorted([STRENGTH[card] for card in cards])
    return hands


def _order(knowledge: Knowledge) -> Sequence[int]:
    """Return the seats as their hands are guessed: first those who have shown something."""
    ring, shown = knowledge.progress.ring, knowledge.shown
    return sorted(ring, key=lambda seat: seat not in shown) if shown else ring


def _as_shown(pool: list[Card], cards: list[Card], shown: Shown, bits: Bits) -> list[Card]:
    """Return random cards as a partner showed them; if there are none, those given."""
    fitting = [card for card in pool if STRENGTH[card] in shown.strengths]
    if shown.every:
        return _draw(fitting, len(cards), bits) if len(fitting) >= len(cards) else cards
    if not fitting or not cards or shown.fits([STRENGTH[card] for card in cards]):
        return cards
    return [bits.pick(fitting), *cards[1:]]


def _with_flor(
    pool: list[Card], cards: list[Card], knowledge: Knowledge, seat: int, bits: Bits
) -> list[Card]:
    """Return as many random cards that make the seat's flor; if there are none, those given."""
    suits: dict[int, list[Card]] = {}
    for card in pool:
        suits.setdefault(card // 10, []).append(card)
    fitting = [
        each
        for suit in suits.values()
        for each in combinations(suit, len(cards))
        if knowledge.fits(seat, each, highest=False)
    ]
    return list(bits.pick(fitting)) if fitting else cards


def _with_number(
    pool: list[Card], count: int, number: int, highest: bool, bits: Bits
) -> list[Card]:
    """Return random cards, with a pair among them that makes the number if there is one."""
    at = {card: place for place, card in enumerate(pool)}
    pairs = [
        sorted([at[one], at[other]])
        for one, other in pairs_making(number, highest)
        if one in at and other in at
    ]
    if not pairs:
        return _draw(pool, count, bits)
    pair = [pool[place] for place in bits.pick(sorted(pairs))]
    rest = [card for card in pool if card not in pair]
    return [*pair, *_draw(rest, count - 2, bits)]


def _draw(pool: list[Card], count: int, bits: Bits) -> list[Card]:
    """Move that many random cards of the pool to its end, and return them."""
    source = bits.next64()
    end = len(pool)
    for _ in range(count):
        # The bias from taking remainders of 64 bits is far below what guesses can tell apart.
        source, at = divmod(source, end)
        end -= 1
        pool[at], pool[end] = pool[end], pool[at]
    return pool[end:]
