"""The best hands of matches: largest envido, longest straight, boldest bluff that held (`Kind`).

A bluff held where a raise or a bet won a hand because all others gave up, and the best card left to
them, or at Cacho their hand, was higher. The boldest one won the most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.events import EnvidoSettled, HandEnded, HandStarted, PointsScored, PotWon
from cardtui_engine.games.cacho.ranking import rank_hand
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.library.records import Act, Step
from cardtui_engine.rules import AnyRules
from cardtui_server.wire.codec import codec_for

_RAISES: Final = frozenset(["truco", "retruco", "vale_cuatro", "raise", "bet"])
_GIVES_UP: Final = frozenset(["run", "no_quiero", "resign", "fold", "pass", "estou_fora"])
_COMPARED: Final = frozenset(["cacho", "truco-argentino", "truco-brasileiro", "truco-paulista"])
"""The games in which a raise can win with the lower cards."""

_LEAST_STRAIGHT: Final = 3


class Kind(StrEnum):
    """What a hand was best at."""

    ENVIDO = "envido"
    STRAIGHT = "straight"
    BLUFF = "bluff"


class BestHand(NamedTuple):
    """A hand that was worth telling.

    Attributes:
        kind: at what.
        game: the game's id.
        seat: who held it.
        worth: the number of the envido, the cards of the straight, what the bluff won.
        cards: those that it was done with, as the protocol numbers them.
    """

    kind: Kind
    game: str
    seat: int
    worth: int
    cards: tuple[int, ...] = ()


class _Raised(NamedTuple):
    """A raise that waits for all others to give up, and the cards that each seat then held."""

    seat: int
    hands: Sequence[Sequence[Card]]
    state: Any


def hands_of(rules: AnyRules, steps: Iterable[Step]) -> Iterator[BestHand]:
    """Yield what was worth telling in a match."""
    raised: _Raised | None = None
    for step in steps:
        for event in step.events:
            match event:
                case HandStarted():
                    raised = None
                case EnvidoSettled(_, _, int(seat), int(number), False):
                    yield BestHand(Kind.ENVIDO, rules.id, seat, number)
                case HandEnded(winners) if winners:
                    yield from _straights(rules, step, winners[0])
                    if raised is not None:
                        yield from _bluffs(rules, step, raised, winners)
                case _:
                    pass
        if isinstance(step.entry, Act) and step.entry.action.verb not in _GIVES_UP:
            raised = _raised(rules, step, step.entry)


def _raised(rules: AnyRules, step: Step, act: Act) -> _Raised | None:
    if rules.id not in _COMPARED or act.action.verb not in _RAISES:
        return None
    codes = rules.facts(step.state)["hands"]
    return _Raised(act.seat, [rules.deck.cards(each) for each in codes], step.state)


def _straights(rules: AnyRules, step: Step, seat: int) -> Iterator[BestHand]:
    """Yield the sequences with which a seat went out."""
    last = getattr(rules.view(step.state, None).game, "last", None)
    write = codec_for(rules.id).cards.write
    for meld in getattr(last, "melds", ()):
        codes = [rules.deck.code(card) for card in meld.cards]
        ranks, suits = (Counter(code[at] for code in codes) for at in (0, -1))
        if len(codes) >= _LEAST_STRAIGHT and max(suits.values()) > max(ranks.values()):
            cards = tuple([write(card) for card in meld.cards])
            yield BestHand(Kind.STRAIGHT, rules.id, seat, len(cards), cards)


def _bluffs(
    rules: AnyRules, step: Step, raised: _Raised, winners: Sequence[int]
) -> Iterator[BestHand]:
    seat, hands, _state = raised
    if not (isinstance(step.entry, Act) and step.entry.action.verb in _GIVES_UP):
        return
    if seat not in winners or not hands[seat]:
        return
    team = rules.team_of(seat)
    ours = {each for each in range(len(hands)) if each == seat or _same(rules, each, team)}
    heights = [_height(rules, raised, cards) if cards else 0 for cards in hands]
    if max(heights[each] for each in ours) < max(
        (height for each, height in enumerate(heights) if each not in ours), default=0
    ):
        won = sum(
            event.points if isinstance(event, PointsScored) else event.chips
            for event in step.events
            if isinstance(event, PointsScored | PotWon)
        )
        write = codec_for(rules.id).cards.write
        cards = tuple([write(card) for card in hands[seat]])
        yield BestHand(Kind.BLUFF, rules.id, seat, won, cards)


def _same(rules: AnyRules, seat: int, team: int | None) -> bool:
    return team is not None and rules.team_of(seat) == team


def _height(rules: AnyRules, raised: _Raised, cards: Sequence[Card]) -> int:
    """Return how high cards are that a seat held as it was raised."""
    if rules.id == "cacho":
        return rank_hand(cards).strength
    if rules.id == "truco-argentino":
        return max(STRENGTH[card] for card in cards)
    strength: Sequence[int] = raised.state.game.strength
    return max(strength[card] for card in cards)
