"""Guesses at the hidden cards, played out: how likely each card wins the hand.

Cards are reduced to their strengths here, since nothing else decides a trick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.families.truco.tricks import TIE
from cardtui_engine.games.truco_brasileiro.cards import PACK, STRENGTH
from cardtui_engine.games.truco_brasileiro.state import SEATS
from cardtui_engine.games.truco_brasileiro.tricks import (
    DRAWN,
    FACE_DOWN,
    next_leader,
    taker,
    winner_of,
)
from cardtui_engine.games.truco_brasileiro.view import BrasileiroView

Choose = Callable[[int, list[int], list[tuple[int, int]]], int]
"""How somebody plays: of seat, hand and trick, which strength of the hand."""


class Knowledge(NamedTuple):
    """What a seat knows, as far as it matters.

    Attributes:
        seat: the seat.
        hand: its strengths.
        held: by seat, strengths that it is known to hold.
        counts: by seat, how many cards it holds.
        pool: the strengths that may be anywhere else.
        leader: who leads, or led, the trick on the table.
        trick: its cards, seat and strength, or `FACE_DOWN`.
        tricks: the teams of the finished ones.
    """

    seat: int
    hand: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    pool: tuple[int, ...]
    leader: int
    trick: tuple[tuple[int, int], ...]
    tricks: tuple[int | None, ...]


def knowledge_of(view: BrasileiroView) -> Knowledge:
    """Return what the view's seat knows of the cards."""
    own = view.own
    game = view.game
    seat = own.seat
    laid = [played for trick in game.tricks for played in trick.cards] + list(game.trick)
    seen = {played.card for played in laid} | set(game.rejected) | set(own.game.face_down)
    known: list[list[Card]] = [[] for _ in range(SEATS)]
    known[(seat + 2) % SEATS] = [card for card in own.game.partner if card not in seen]
    for shown in game.shown:
        if shown.seat != seat and shown.card not in {*seen, *own.hand, *known[shown.seat]}:
            known[shown.seat].append(shown.card)
    placed = seen | set(own.hand) | {card for cards in known for card in cards}
    return Knowledge(
        seat,
        tuple([STRENGTH[card] for card in own.hand]),
        tuple([tuple([STRENGTH[card] for card in cards]) for cards in known]),
        view.common.cards,
        tuple([STRENGTH[card] for card in PACK if card not in placed]),
        game.leader,
        tuple(
            [
                (each.seat, FACE_DOWN if each.card == UNKNOWN else STRENGTH[each.card])
                for each in game.trick
            ]
        ),
        tuple([trick.team for trick in game.tricks]),
    )


def guess(knowledge: Knowledge, bits: Bits) -> list[list[int]]:
    """Return hands by seat as they may be."""
    pool = list(knowledge.pool)
    needed = sum(knowledge.counts)
    for place in range(min(needed, len(pool) - 1)):
        other = place + bits.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    free = iter(pool)
    hands: list[list[int]] = []
    for seat in range(SEATS):
        if seat == knowledge.seat:
            hands.append(list(knowledge.hand))
            continue
        cards = list(knowledge.held[seat][: knowledge.counts[seat]])
        cards += [next(free) for _ in range(knowledge.counts[seat] - len(cards))]
        hands.append(cards)
    return hands


def win_chances(
    knowledge: Knowledge, first: Sequence[int], samples: int, decides: bool, bits: Bits
) -> list[float]:
    """Return for each strength that the seat may play first how likely its side wins the hand.

    Args:
        knowledge: what the seat knows.
        first: strengths of its hand; empty if it is not its turn: one chance is returned then.
        samples: how many guesses are played out.
        decides: whether the trick in progress wins the hand (TB-46).
        bits: where the guesses come from.
    """
    won = [0.0] * max(len(first), 1)
    mine = knowledge.seat & 1
    for _ in range(samples):
        hands = guess(knowledge, bits)
        for place in range(len(won)):
            copy = [list(hand) for hand in hands]
            team = play_out(knowledge, copy, first[place] if first else None, decides)
            won[place] += 0.5 if team == DRAWN else float(team == mine)
    return [each / samples for each in won]


def plainly(seat: int, hand: list[int], trick: list[tuple[int, int]]) -> int:
    """Return what a plain player plays: the cheapest that wins, the lowest if none does."""
    if not trick:
        return max(hand)
    best = max([strength for _, strength in trick])
    ours = all(at & 1 == seat & 1 for at, strength in trick if strength == best)
    if ours and (len(trick) == 3 or best >= 10):
        return min(hand)
    over = [strength for strength in hand if strength > best]
    if over:
        return min(over)
    return best if best in hand and not ours else min(hand)


def play_out(
    knowledge: Knowledge,
    hands: list[list[int]],
    first: int | None,
    decides: bool,
    choose: Choose = plainly,
) -> int:
    """Play the hand to its end by its own rules; return the side that takes it, or `DRAWN`.

    Args:
        knowledge: what the seat knows.
        hands: by seat, strengths; they are played from.
        first: what the next seat plays, ``None`` if it may choose.
        decides: whether the trick in progress wins the hand (TB-46).
        choose: how everybody plays: of seat, hand and trick, which of the hand.
    """
    trick = list(knowledge.trick)
    teams = list(knowledge.tricks)
    leader = knowledge.leader
    while True:
        for place in range(leader + len(trick), leader + SEATS):
            seat = place % SEATS
            strength = choose(seat, hands[seat], trick) if first is None else first
            first = None
            hands[seat].remove(strength)
            trick.append((seat, strength))
        winner = winner_of(trick)
        teams.append(None if winner == TIE else winner & 1)
        takes = taker(teams, last_decides=decides)
        if takes is not None:
            return takes
        leader = next_leader(trick, winner)
        trick = []
