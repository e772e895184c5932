"""Guesses at hidden cards, and hands played out with them, to see which team would win."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.truco import playout
from cardtui_engine.families.truco.playout import Hands, Progress, progress_of, sensibly
from cardtui_engine.games.truco_argentino.cards import PACK, STRENGTH, best_pair
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.tricks import course_of
from cardtui_engine.games.truco_argentino.view import ArgentinoView

_PLAYS: Final = sensibly(trusted=0)
"""How every seat plays in a played-out hand; partners' cards are never beaten."""

_TRIES: Final = 8


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
        strong: the seats whose side called truco last, so that they may hold strong cards.
        numbers: by seat, the cards that it is known to have been dealt, and the number that it
            declared.
    """

    seat: int
    hand: tuple[Card, ...]
    hidden: tuple[Card, ...]
    counts: tuple[int, ...]
    progress: Progress
    live: int
    mano: int
    strong: frozenset[int]
    numbers: dict[int, tuple[tuple[Card, ...], int]]


def knowledge_of(view: ArgentinoView, strong: frozenset[int]) -> Knowledge:
    """Return what a seat knows, read from its view.

    Args:
        view: the view, with its own part.
        strong: the seats that are assumed to hold strong cards.
    """
    game = view.game
    own = view.own
    shown = [(each.seat, each.card) for trick in game.tricks for each in trick.cards]
    shown += [(each.seat, each.card) for each in game.trick]
    seen = {card for _, card in shown} | {each.card for each in game.earlier} | set(own.hand)
    seen.update(own.game.pair)
    live = [seat for seat in game.active if seat not in game.resigned]
    counting = [(seat, STRENGTH[card]) for seat, card in game.trick if seat in live]
    numbers = {}
    if game.envido is not None:
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
        strong=strong,
        numbers=numbers,
    )


def win_chances(
    knowledge: Knowledge, terms: Terms, samples: int, bits: Bits, cards: tuple[Card, ...]
) -> list[float]:
    """Return how likely the seat's team is to win the hand, for each card it could play.

    Args:
        knowledge: what the seat knows.
        terms: the options.
        samples: the number of guesses to play out.
        bits: the source of the guesses.
        cards: the cards to try; if it is not the seat's turn, empty: then a single chance is
            returned.
    """
    return playout.win_chances(
        knowledge.progress,
        course_of(terms, knowledge.mano, knowledge.live),
        [_guess(knowledge, terms, bits) for _ in range(samples)],
        knowledge.seat & 1,
        openings=[STRENGTH[card] for card in cards],
        choose=_PLAYS,
    )


def _guess(knowledge: Knowledge, terms: Terms, bits: Bits) -> Hands:
    """Return one possible distribution of the hands; empty for seats that take no part now."""
    pool = list(knowledge.hidden)
    hands: Hands = [[] for _ in knowledge.counts]
    for seat in knowledge.progress.ring:
        if seat == knowledge.seat:
            hands[seat] = sorted([STRENGTH[card] for card in knowledge.hand])
            continue
        count = knowledge.counts[seat]
        cards = _draw(pool, count, bits)
        if seat in knowledge.numbers:
            known, number = knowledge.numbers[seat]
            for _ in range(_TRIES):
                if best_pair((*known, *cards), terms.highest_alone)[0] == number:
                    break
                cards = _draw(pool, count, bits)
        elif seat in knowledge.strong:
            again = _draw(pool, count, bits)
            if _power(again) > _power(cards):
                cards = again
        for card in cards:
            pool.remove(card)
        hands[seat] = sorted([STRENGTH[card] for card in cards])
    return hands


def _power(cards: list[Card]) -> int:
    return sum([STRENGTH[card] ** 2 for card in cards])


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
