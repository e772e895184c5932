"""Tricks that cannot be lost, whatever the hidden cards are."""

from __future__ import annotations

from cardtui_engine.families.truco.brazilian.knowledge import Knowledge


def winning_card(knowledge: Knowledge) -> int | None:
    """Return the place of a card with which a seat's side has won the hand for certain.

    Args:
        knowledge: what the seat knows, in a hand at best of three.

    Returns:
        The place in its hand: of the lowest such card, or of its lowest card where its side has won
        the trick already; 0 if it has none left. ``None`` if the trick on the table does not decide
        the hand, or could be lost.
    """
    seat, hand = knowledge.seat, knowledge.hand
    ring, left, _, (best, first, tied), done = knowledge.progress
    team = seat & 1
    if not done or (len(done) == 1 and done[0] == 1 - team):
        return None
    waiting = ring[:left]
    beat = 0
    if any(other & 1 != team for other in waiting):
        others = [each for at, held in enumerate(knowledge.held) if at & 1 != team for each in held]
        beat = max([*knowledge.pool, *others], default=0)
    places = sorted(range(len(hand)), key=hand.__getitem__)
    if best > beat and not tied and first & 1 == team:
        return places[0] if places else 0
    if seat not in waiting:
        return None
    return next((at for at in places if hand[at] > max(best, beat)), None)
