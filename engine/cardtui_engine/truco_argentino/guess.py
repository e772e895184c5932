"""Guesses at hidden cards, and rounds played out with them, to see who would win."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.truco_argentino.cards import PACK, STRENGTH, best_pair
from cardtui_engine.truco_argentino.options import Terms
from cardtui_engine.truco_argentino.public import TrucoArgentinoPublic
from cardtui_engine.views import View

_TIE: Final = -1
_TRIES: Final = 8


class Table(NamedTuple):
    """What of a view matters for the cards.

    Attributes:
        seat: whose eyes they are.
        hand: its cards.
        hidden: what cannot be seen from there.
        ring: the seats still in the round, in order, from the one to play next.
        left: how many of them have yet to play to the trick on the table.
        counts: by seat, how many cards it holds.
        best: the strength that wins the trick so far, -1 if there is none.
        winner: whose card that is.
        tied: whether both sides have it.
        leader: who leads the next trick if this one is tied.
        done: the finished tricks: team, or -1 for a tie.
        mano: the mano's team.
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
    tied: bool
    leader: int
    done: tuple[int, ...]
    mano: int
    strong: frozenset[int]
    numbers: dict[int, tuple[tuple[Card, ...], int]]


def table_of(view: View, strong: frozenset[int]) -> Table:
    """Read the table from a seat's view.

    Args:
        view: the view, with its own part.
        strong: the seats that are believed to hold strong cards.
    """
    game: TrucoArgentinoPublic = view.game
    own = view.own
    assert own is not None
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
    best, winner, tied = -1, -1, False
    for seat, card in game.trick:
        value = STRENGTH[card]
        if seat in game.resigned or value < best:
            continue
        if value > best:
            best, winner, tied = value, seat, False
        elif (seat ^ winner) & 1:
            tied = True
    numbers = {}
    if game.envido is not None:
        for claim in game.envido.claims:
            if claim.number is not None and claim.seat != own.seat:
                known = tuple(card for seat, card in shown if seat == claim.seat)
                numbers[claim.seat] = (known, claim.number)
    return Table(
        own.seat,
        own.hand,
        tuple(card for card in PACK if card not in seen),
        ring,
        len(waiting),
        view.common.cards,
        best,
        winner,
        tied,
        after[0],
        tuple(_TIE if trick.team is None else trick.team for trick in game.tricks),
        game.mano & 1,
        strong,
        numbers,
    )


def win_chances(
    table: Table, terms: Terms, samples: int, bits: Bits, cards: tuple[Card, ...]
) -> list[float]:
    """Return how often the seat's side wins the round, for each card it could play now.

    Args:
        table: the table.
        terms: the options.
        samples: how many guesses to play out.
        bits: where the guesses come from.
        cards: the cards to try; empty if it is not the seat's turn: one chance then.
    """
    wins = [0] * max(len(cards), 1)
    mine = [STRENGTH[card] for card in table.hand]
    others = [seat for seat in table.ring if seat != table.seat]
    for _ in range(samples):
        guess = _guess(table, terms, others, bits)
        for place in range(len(wins)):
            hands = {seat: hand.copy() for seat, hand in guess.items()}
            held = mine.copy()
            first = held.pop(table.hand.index(cards[place])) if cards else -1
            held.sort()
            hands[table.seat] = held
            if _play_out(table, terms, hands, first) == table.seat & 1:
                wins[place] += 1
    return [won / samples for won in wins]


def _guess(table: Table, terms: Terms, others: list[int], bits: Bits) -> dict[int, list[int]]:
    """Return strengths, in ascending order, that the other seats could hold."""
    pool = list(table.hidden)
    hands: dict[int, list[int]] = {}
    for seat in others:
        count = table.counts[seat]
        cards = _draw(pool, count, bits)
        if seat in table.numbers:
            known, number = table.numbers[seat]
            for _ in range(_TRIES):
                if best_pair((*known, *cards), terms.highest_alone)[0] == number:
                    break
                cards = _draw(pool, count, bits)
        elif seat in table.strong:
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
    """Move so many random cards of the pool to its end; return them."""
    source = bits.next64()
    end = len(pool)
    for _ in range(count):
        # What the remainders of 64 bits favour is far below what guesses can tell apart.
        source, at = divmod(source, end)
        end -= 1
        pool[at], pool[end] = pool[end], pool[at]
    return pool[end:]


def _play_out(table: Table, terms: Terms, hands: dict[int, list[int]], first: int) -> int:
    """Return the team that wins the round if all play on sensibly.

    Args:
        table: the table.
        terms: the options.
        hands: by seat, strengths in ascending order; played from.
        first: the strength that the next seat plays, -1 if it may choose.
    """
    ring, left = table.ring, table.left
    best, winner, tied, leader = table.best, table.winner, table.tied, table.leader
    done = list(table.done)
    while True:
        for seat in ring[:left]:
            hand = hands[seat]
            if first >= 0:
                value, first = first, -1
            elif best < 0:
                value = hand.pop()
            elif not tied and not (seat ^ winner) & 1:
                value = hand.pop(0)
            else:
                value = _answer_to(hand, best)
            if value > best:
                best, winner, tied = value, seat, False
            elif value == best and (seat ^ winner) & 1:
                tied = True
        done.append(_TIE if tied else winner & 1)
        takes = _decided(done, terms, table.mano)
        if takes != _TIE:
            return takes
        leader = leader if tied else winner
        at = ring.index(leader)
        ring = ring[at:] + ring[:at]
        left = len(ring)
        best, winner, tied = -1, -1, False


def _answer_to(hand: list[int], best: int) -> int:
    """Win as cheaply as possible; else tie; else throw the lowest."""
    for place, value in enumerate(hand):
        if value > best:
            return hand.pop(place)
    if best in hand:
        hand.remove(best)
        return best
    return hand.pop(0)


def _decided(done: list[int], terms: Terms, mano: int) -> int:
    """Return the team that the tricks give the round to, -1 if it goes on (TA-12)."""
    first = done[0]
    if len(done) == 1:
        return _TIE
    if len(done) == 2:
        if done[1] == _TIE:
            return first if terms.second_to_first else _TIE
        return done[1] if first in (_TIE, done[1]) else _TIE
    if done[2] != _TIE:
        return done[2]
    return first if terms.third_to_first and first != _TIE else mano
