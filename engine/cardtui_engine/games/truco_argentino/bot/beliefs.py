"""How good a seat took its cards to be at each moment of a hand, from 0 to 1 (`felt`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtui_engine.games.truco_argentino.bot.solved import FRESH, LOST, TIED, WON, beats
from cardtui_engine.games.truco_argentino.calls import TRUCO
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.view import ArgentinoView


class Moment(NamedTuple):
    """When a seat said something about truco, or played a card after another.

    Attributes:
        seat: the seat.
        verb: what it said; ``play`` for a card.
        trick: in which trick, from 0.
        later: the strengths that it played from then on.
        first: how the first trick had gone for it.
        to_beat: the strength on the table that it had to beat; 0 if there was none.
        own: the strength of its own card on the table; 0 if there was none.
    """

    seat: int
    verb: str
    trick: int
    later: tuple[int, ...]
    first: str
    to_beat: int
    own: int


def felt(hand: Sequence[int], first: str, to_beat: int, own: int) -> float:
    """Return the chance to win the hand, as its owner must have judged it.

    Args:
        hand: the strengths in the hand, in ascending order.
        first: how the first trick went for the seat.
        to_beat: the other's strength on the table; 0 if there is none.
        own: the seat's own strength on the table; 0 if there is none.
    """
    if own:
        return beats(sorted([*hand, own]), first)
    if not to_beat or not hand:
        return beats(hand, first)
    best = 0.0
    for at, strength in enumerate(hand):
        if at and strength == hand[at - 1]:
            continue
        rest = [*hand[:at], *hand[at + 1 :]]
        best = max(best, _after(rest, first, (strength > to_beat) - (strength < to_beat)))
    return best


def _after(rest: Sequence[int], first: str, won: int) -> float:
    """Return the chance once a trick was won (1), tied (0) or lost (-1)."""
    if first == FRESH:
        return beats(rest, (TIED, WON, LOST)[won])
    if won > 0:
        return beats(rest, LOST) if rest and first == LOST else 1.0
    if won < 0:
        return beats(rest, WON) if rest and first == WON else 0.0
    if first == TIED:
        return beats(rest, TIED) if rest else 0.5
    return float(first == WON)


def moments(view: ArgentinoView) -> tuple[Moment, ...]:
    """Return when other seats said something about truco in this hand, or played after another.

    Cards that lie face down are not looked at; then there is less to go by.
    """
    game = view.game
    order = [each for trick in game.tricks for each in trick.cards]
    order += game.trick
    if sum([len(trick.cards) == 0 for trick in game.tricks]):
        return ()
    size = len(game.active)
    found: list[Moment] = []
    waiting = list(game.said)
    open_bet = False
    for laid in range(len(order) + 1):
        while waiting and waiting[0].laid <= laid:
            seat, verb, _ = waiting.pop(0)
            about_truco = verb in TRUCO.calls or (verb == "quiero" and not open_bet)
            open_bet = verb not in TRUCO.calls and verb not in ("quiero", "no_quiero")
            if verb == "flor" and game.flor is not None:
                # One side alone is not answered (TA-84).
                open_bet = len({each & 1 for each in game.flor.seats}) == 2
            if about_truco and seat != view.own.seat:
                found.append(_moment(view, seat, verb, order, laid))
        if laid < len(order) and size == 2 and laid % 2 and order[laid].seat != view.own.seat:
            found.append(_moment(view, order[laid].seat, "play", order, laid))
    return tuple(found)


def first_for(view: ArgentinoView, seat: int, done: int) -> str:
    """Return how the first trick went for a seat, once that many tricks were over."""
    if not done:
        return FRESH
    team = view.game.tricks[0].team
    return TIED if team is None else WON if team == seat & 1 else LOST


def _moment(
    view: ArgentinoView, seat: int, verb: str, order: Sequence[tuple[int, int]], laid: int
) -> Moment:
    done, start = 0, 0
    for trick in view.game.tricks:
        if start + len(trick.cards) <= laid:
            done, start = done + 1, start + len(trick.cards)
    to_beat, own = 0, 0
    if len(view.game.active) == 2:
        for other, card in order[start:laid]:
            if other == seat:
                own = STRENGTH[card]
            else:
                to_beat = STRENGTH[card]
    later = tuple([STRENGTH[card] for other, card in order[laid:] if other == seat])
    return Moment(seat, verb, min(done, 2), later, first_for(view, seat, done), to_beat, own)
