"""What a seat knows of the hidden cards, guesses at them, and how likely each card wins the hand.

Cards are reduced to their strengths here, since nothing else decides a trick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.families.truco import playout
from cardtui_engine.families.truco.playout import Hands, Progress, progress_of, sensibly
from cardtui_engine.families.truco.tricks import FACE_DOWN
from cardtui_engine.games.truco_brasileiro.cards import PACK, STRENGTH
from cardtui_engine.games.truco_brasileiro.state import SEATS
from cardtui_engine.games.truco_brasileiro.tricks import BEST_OF_THREE, LAST_DECIDES
from cardtui_engine.games.truco_brasileiro.view import BrasileiroView

_PLAYS: Final = sensibly(trusted=10)
"""How everybody plays in a hand that is played out: threes of partners are left alone."""


class Knowledge(NamedTuple):
    """What a seat knows, as far as it matters.

    Attributes:
        seat: the seat.
        hand: its strengths, in the order of its cards.
        held: by seat, strengths that it is known to hold.
        counts: by seat, how many cards it holds.
        pool: the strengths that may be anywhere else.
        progress: how far the tricks have come.
    """

    seat: int
    hand: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    pool: tuple[int, ...]
    progress: Progress


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
    laid_now = [
        (each.seat, FACE_DOWN if each.card == UNKNOWN else STRENGTH[each.card])
        for each in game.trick
    ]
    return Knowledge(
        seat,
        tuple([STRENGTH[card] for card in own.hand]),
        tuple([tuple([STRENGTH[card] for card in cards]) for cards in known]),
        view.common.cards,
        tuple([STRENGTH[card] for card in PACK if card not in placed]),
        progress_of(
            range(SEATS), game.leader, laid_now, tuple([trick.team for trick in game.tricks])
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
    for seat in range(SEATS):
        if seat == knowledge.seat:
            hands.append(sorted(knowledge.hand))
            continue
        cards = list(knowledge.held[seat][: knowledge.counts[seat]])
        cards += [next(free) for _ in range(knowledge.counts[seat] - len(cards))]
        hands.append(sorted(cards))
    return hands


def win_chances(
    knowledge: Knowledge, openings: Sequence[int], samples: int, decides: bool, bits: Bits
) -> list[float]:
    """Return how likely the seat's side wins the hand, for each strength it could play now.

    Args:
        knowledge: what the seat knows.
        openings: strengths of its hand; empty if it is not its turn: one chance is returned then.
        samples: how many guesses are played out.
        decides: whether the trick in progress wins the hand (TB-46).
        bits: where the guesses come from.
    """
    return playout.win_chances(
        knowledge.progress,
        LAST_DECIDES if decides else BEST_OF_THREE,
        [guess(knowledge, bits) for _ in range(samples)],
        knowledge.seat & 1,
        openings=openings,
        choose=_PLAYS,
    )
