"""Guesses at hidden cards, and rounds played out with them, to see who would win."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.tricks import TIE, best_after
from cardtui_engine.games.truco_argentino.cards import PACK, STRENGTH, best_pair
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.tricks import next_leader, taker
from cardtui_engine.games.truco_argentino.view import ArgentinoView

Choose = Callable[[int, list[int], int, int], int]
"""How somebody plays: seat, hand, the best strength so far and whose it is, as in `Knowledge`, to
the strength that is played; it is taken from the hand."""

_TRIES: Final = 8


class Knowledge(NamedTuple):
    """What of a view matters for the cards.

    Attributes:
        seat: whose eyes they are.
        hand: its cards.
        hidden: what cannot be seen from there.
        ring: the seats still in the round, in order, from the one to play next.
        left: how many of them have yet to play to the trick on the table.
        counts: by seat, how many cards it holds.
        best: the strength that wins the trick so far, -1 if there is none.
        winner: whose card that is, or `TIE`.
        leader: who leads, or led, that trick.
        live: the seats still in the round, as a mask.
        done: the finished tricks: team, or ``None`` for a tie.
        mano: the mano.
        strong: seats whose side has called truco last, so that they may hold more.
        numbers: by seat, the cards it is known to have been dealt and the number declared.
    """

    seat: int
    hand: tuple[Card, ...]
    hidden: tuple[Card, ...]
    ring: tuple[int, ...]
    left: int
    counts: tuple[int, ...]
    best: int
    winner: int
    leader: int
    live: int
    done: tuple[int | None, ...]
    mano: int
    strong: frozenset[int]
    numbers: dict[int, tuple[tuple[Card, ...], int]]


def knowledge_of(view: ArgentinoView, strong: frozenset[int]) -> Knowledge:
    """Read what a seat knows from its view.

    Args:
        view: the view, with its own part.
        strong: the seats that are believed to hold strong cards.
    """
    game = view.game
    own = view.own
    shown = [(each.seat, each.card) for trick in game.tricks for each in trick.cards]
    shown += [(each.seat, each.card) for each in game.trick]
    seen = {card for _, card in shown} | {each.card for each in game.earlier} | set(own.hand)
    seen.update(own.game.pair)
    live = [seat for seat in game.active if seat not in game.resigned]
    after = [seat for seat in live if seat >= game.leader] + [
        seat for seat in live if seat < game.leader
    ]
    down = {each.seat for each in game.trick}
    waiting = [seat for seat in after if seat not in down]
    ring = tuple(waiting + [seat for seat in after if seat in down])
    best, winner = -1, TIE
    for seat, card in game.trick:
        if seat in live:
            best, winner = best_after(best, winner, seat, STRENGTH[card])
    numbers = {}
    if game.envido is not None:
        for claim in game.envido.claims:
            if claim.number is not None and claim.seat != own.seat:
                known = tuple(card for seat, card in shown if seat == claim.seat)
                numbers[claim.seat] = (known, claim.number)
    return Knowledge(
        own.seat,
        own.hand,
        tuple(card for card in PACK if card not in seen),
        ring,
        len(waiting),
        view.common.cards,
        best,
        winner,
        game.leader,
        sum([1 << seat for seat in live]),
        tuple([trick.team for trick in game.tricks]),
        game.mano,
        strong,
        numbers,
    )


def win_chances(
    knowledge: Knowledge, terms: Terms, samples: int, bits: Bits, cards: tuple[Card, ...]
) -> list[float]:
    """Return how often the seat's side wins the round, for each card it could play now.

    Args:
        knowledge: what the seat knows.
        terms: the options.
        samples: how many guesses to play out.
        bits: where the guesses come from.
        cards: the cards to try; empty if it is not the seat's turn: one chance then.
    """
    wins = [0] * max(len(cards), 1)
    mine = [STRENGTH[card] for card in knowledge.hand]
    others = [seat for seat in knowledge.ring if seat != knowledge.seat]
    for _ in range(samples):
        guess = _guess(knowledge, terms, others, bits)
        for place in range(len(wins)):
            hands = {seat: hand.copy() for seat, hand in guess.items()}
            held = mine.copy()
            first = held.pop(knowledge.hand.index(cards[place])) if cards else -1
            held.sort()
            hands[knowledge.seat] = held
            if play_out(knowledge, terms, hands, first) == knowledge.seat & 1:
                wins[place] += 1
    return [won / samples for won in wins]


def _guess(
    knowledge: Knowledge, terms: Terms, others: list[int], bits: Bits
) -> dict[int, list[int]]:
    """Return strengths, in ascending order, that the other seats could hold."""
    pool = list(knowledge.hidden)
    hands: dict[int, list[int]] = {}
    for seat in others:
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
        # What the remainders of 64 bits favour is far below what guesses can tell apart.
        source, at = divmod(source, end)
        end -= 1
        pool[at], pool[end] = pool[end], pool[at]
    return pool[end:]


def sensibly(seat: int, hand: list[int], best: int, winner: int) -> int:
    """Return what is played from a hand in ascending order, and take it from there.

    Leading it is the highest; else win as cheaply as possible, tie, or throw the lowest.
    """
    if best < 0:
        return hand.pop()
    if winner != TIE and not (seat ^ winner) & 1:
        return hand.pop(0)
    for place, value in enumerate(hand):
        if value > best:
            return hand.pop(place)
    if best in hand:
        hand.remove(best)
        return best
    return hand.pop(0)


def play_out(
    knowledge: Knowledge,
    terms: Terms,
    hands: dict[int, list[int]],
    first: int = -1,
    choose: Choose = sensibly,
) -> int:
    """Play the round to its end by its own rules; return the team that takes it.

    Args:
        knowledge: what the seat knows.
        terms: the options.
        hands: by seat, strengths; they are played from.
        first: the strength that the next seat plays, -1 if it may choose.
        choose: how everybody plays.
    """
    ring, left, leader = knowledge.ring, knowledge.left, knowledge.leader
    best, winner = knowledge.best, knowledge.winner
    teams = list(knowledge.done)
    while True:
        for seat in ring[:left]:
            if first >= 0:
                value, first = first, -1
            else:
                value = choose(seat, hands[seat], best, winner)
            best, winner = best_after(best, winner, seat, value)
        teams.append(None if winner == TIE else winner & 1)
        takes = taker(terms, knowledge.mano, teams)
        if takes is not None:
            return takes
        leader = next_leader(winner, leader, knowledge.live)
        at = ring.index(leader)
        ring = ring[at:] + ring[:at]
        left = len(ring)
        best, winner = -1, TIE
