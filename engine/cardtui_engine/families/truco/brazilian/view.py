"""What viewers may know of every Brazilian truco: the stake, the tricks and whose card is winning
(`tricks_shown`), own cards, and what a seat has seen (`remembered`).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.events import Viewer
from cardtui_engine.families.truco.brazilian.laid import (
    faces,
    finished_faces,
    laid_face_down,
    strengths,
)
from cardtui_engine.families.truco.brazilian.state import G, Hand, T, Truco, to_act
from cardtui_engine.families.truco.seats import mao
from cardtui_engine.families.truco.tricks import winning_seat
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard
from cardtui_engine.views import Common, common_part


def common_of(state: Truco[T, G]) -> Common:
    """Return the public fields that every game has."""
    return common_part(
        phase=state.phase,
        to_act=to_act(state),
        dealer=state.dealer,
        hand=state.hand,
        scores=state.scores,
        cards=tuple([len(hand) for hand in state.cards.hands]),
        winners=state.winners,
    )


def kind_of_hand(state: Truco[T, G]) -> tuple[int, str, int | None]:
    """Return the mão, the kind of the hand, and the team at eleven."""
    return mao(state.dealer, state.terms.seats), state.kind or "", state.eleven


def stakes_shown(state: Truco[T, G]) -> tuple[int, int | None, int | None, int | None]:
    """Return the stake, the one that waits, who proposed it, and the team that raised last."""
    stake, proposed, raiser, _, caller = state.raises
    return stake, proposed, caller, raiser


def tricks_shown(
    state: Truco[T, G], *, in_view: bool = True
) -> tuple[tuple[FinishedTrick, ...], tuple[PlayedCard, ...], int, int | None]:
    """Return the finished tricks, the one on the table, its leader, and who is winning it.

    Args:
        in_view: whether finished tricks stay in view.
    """
    _, leader, trick, tricks = state.cards
    winning = winning_seat(strengths(trick, state.game.strength))
    return finished_faces(tricks, in_view=in_view), faces(trick), leader, winning


def own_hand(state: Truco[T, G], seat: int) -> Hand:
    """Return the seat's hand, as its owner may know it."""
    hand = state.cards.hands[seat]
    return (UNKNOWN,) * len(hand) if state.blind else hand


def hidden_by(state: Truco[T, G], seat: int, *, in_view: bool = True) -> tuple[Card, ...]:
    """Return the cards of this hand that the seat played face down.

    Args:
        in_view: whether finished tricks stay in view.
    """
    laid = list(state.cards.trick)
    if in_view:
        laid = [card for trick in state.cards.tricks for card in trick.cards] + laid
    return laid_face_down(laid, seat)


def remembered(state: Truco[T, G], viewer: Viewer) -> Iterator[Card]:
    """Yield the cards that the viewer has seen in this hand: its own, and those that lay open."""
    if viewer is not None and not state.blind:
        yield from state.dealt[viewer]
    for trick in state.cards.tricks:
        for laid in trick.cards:
            if not laid.face_down:
                yield laid.card
