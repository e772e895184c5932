"""The position of a Brazilian truco, as a value, and whose turn it is; games add their own parts.

A team is 0 or 1, ``seat & 1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.eleven import Kind
from cardtui_engine.families.truco.brazilian.laid import LaidCards
from cardtui_engine.families.truco.brazilian.phases import (
    ANSWER,
    CUT,
    DEAL,
    ELEVEN,
    IRON,
    MAO,
    OVER,
    PLAY,
    Phase,
)
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Stakes
from cardtui_engine.families.truco.ladder import Raises
from cardtui_engine.families.truco.scores import added
from cardtui_engine.families.truco.seats import SIDES, cutter, mao
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.families.truco.view import SpokenCall, heard

Hand = tuple[Card, ...]


class TrucoHandResult(NamedTuple):
    """How a hand ended.

    Attributes:
        winners: the seats that won it; empty if it was drawn.
        points: the stake that it was won at.
        reason: the sheet's word for it.
        game: the team that won a game with it; ``None`` if neither did.
    """

    winners: tuple[int, ...]
    points: int
    reason: str
    game: int | None


class BrazilianTerms(Protocol):
    """What the options of every game say."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def stakes(self) -> Stakes:
        """What hands may be worth."""

    @property
    def best_of(self) -> int:
        """The games of a match; more than half of them win it."""

    @property
    def limited(self) -> bool:
        """Whether a side may not raise a stake that would win it the game."""

    @property
    def sees_iron(self) -> bool:
        """Whether players look at their cards in an iron hand."""

    def course(self, raised: bool) -> Course:
        """Return how a hand continues after a trick, once its stake was raised or before."""


class GamePart(Protocol):
    """What a position holds that only this game has."""

    @property
    def strength(self) -> Sequence[int]:
        """By card, how high it is in this hand."""

    def after(self, state: AnyTruco, result: TrucoHandResult) -> Self:
        """Return it after the hand of that position has ended so."""


T = TypeVar("T", bound=BrazilianTerms)
G = TypeVar("G", bound=GamePart)


class Truco(NamedTuple, Generic[T, G]):
    """The whole position.

    Attributes:
        terms: the options.
        phase: what the game waits for, in the sheet's word.
        dealer: the seat that deals.
        hand: the number of the hand.
        played: whether it has been played; then the next pack is for another hand.
        scores: the points in this game, by team.
        games: the games won, by team.
        kind: the kind of the hand; ``None`` before the cut.
        eleven: the team at eleven in a hand of that kind; otherwise ``None``.
        stub: the undealt cards, top first; before the cut, the pack.
        dealt: by seat, its hand as it was dealt.
        cards: the cards of the hand: those still held, and the tricks.
        raises: the state of the stake.
        spoken: the last word of each seat since a card was played.
        winners: the winning seats once the match is over.
        game: what only this game has.
    """

    terms: T
    phase: Phase
    dealer: int
    hand: int
    played: bool
    scores: tuple[int, int]
    games: tuple[int, int]
    kind: Kind | None
    eleven: int | None
    stub: Hand
    dealt: tuple[Hand, ...]
    cards: LaidCards
    raises: Raises
    spoken: tuple[SpokenCall, ...]
    winners: tuple[int, ...]
    game: G

    @property
    def blind(self) -> bool:
        """Whether nobody may look at the cards of this hand."""
        return self.kind is Kind.IRON and not self.terms.sees_iron

    def with_word(self, seat: int, verb: str, number: int | None = None) -> tuple[SpokenCall, ...]:
        """Return the last words of all seats, once that seat has said this."""
        return heard(self.spoken, seat, verb, number)

    def ended(self, winners: tuple[int, ...], points: int, reason: str) -> Truco[T, G]:
        """Return the position after the hand, without cards; the game or the match may be over."""
        scores, games = self.scores, self.games
        won, over = None, False
        if TARGET in scores:
            won = scores.index(TARGET)
            games = added(games, won, 1)
            over = 2 * games[won] > self.terms.best_of
            scores = scores if over else (0, 0)
        game = self.game.after(self, TrucoHandResult(winners, points, reason, won))
        bare = waiting(self.terms, game, self.dealer, self.hand, scores=scores, games=games)
        bare = bare._replace(played=True, spoken=self.spoken)
        return bare._replace(phase=OVER, winners=winners) if over else bare


AnyTruco = Truco[Any, Any]
"""A position of any of these games."""


def waiting(
    terms: T,
    game: G,
    dealer: int,
    hand: int,
    *,
    scores: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
) -> Truco[T, G]:
    """Return a position without cards that waits for the pack of that hand."""
    cards = _no_cards(terms.seats, dealer)
    raises = terms.stakes.unraised
    # In the order of the fields, which costs half as much as by name.
    return Truco(
        terms,
        DEAL,
        dealer,
        hand,
        False,
        scores,
        games,
        None,
        None,
        (),
        cards.hands,
        cards,
        raises,
        (),
        (),
        game,
    )


@cache
def _no_cards(seats: int, dealer: int) -> LaidCards:
    return LaidCards(((),) * seats, mao(dealer, seats))


def to_act(state: Truco[T, G]) -> tuple[int, ...]:
    """Return the seats whose decision the game waits for."""
    phase = state.phase
    if phase is PLAY or phase is IRON:
        return (state.cards.to_play,)
    if phase is ANSWER:
        return SIDES[len(state.dealt)][state.raises.answering]
    if phase is MAO:
        return (mao(state.dealer, len(state.dealt)),)
    if phase is CUT:
        return (cutter(state.dealer, len(state.dealt)),)
    if phase is ELEVEN:
        assert state.eleven is not None
        return SIDES[len(state.dealt)][state.eleven]
    if phase is DEAL or phase is OVER:
        return ()
    assert_never(phase)
