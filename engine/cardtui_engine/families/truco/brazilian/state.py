"""The position of a Brazilian truco, as a value: whose turn it is (`to_act`), and when a game or
the match is won (`ended`); games add their own parts.

A team is 0 or 1, ``seat & 1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.habits import Heard, counted
from cardtui_engine.families.truco.brazilian.laid import LaidCards
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind, Stakes
from cardtui_engine.families.truco.game import added
from cardtui_engine.families.truco.ladder import Raises
from cardtui_engine.families.truco.seats import TEAM_SEATS, cutter, mao
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.families.truco.view import SpokenCall, TrucoSaid, heard

Hand = tuple[Card, ...]

_PLAYED_TO_THE_END: Final = ("tricks", "drawn")
"""The reasons for which a hand ends with its cards."""


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
        said: all raises and answers of the hand, in order.
        habits: by seat, what its last hands have shown, as words; empty before the first is over.
        winners: the winning seats once the match is over.
        game: what only this game has.
    """

    terms: T
    phase: phases.Phase
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
    said: tuple[TrucoSaid, ...]
    habits: tuple[str, ...]
    winners: tuple[int, ...]
    game: G

    @property
    def blind(self) -> bool:
        """Whether nobody may look at the cards of this hand."""
        return self.kind is Kind.IRON and not self.terms.sees_iron

    def in_phase(self, phase: phases.Phase) -> Truco[T, G]:
        """Return the position in another phase."""
        fields = [*self]
        fields[_PHASE] = phase
        return _new(Truco, fields)

    def of_kind(self, kind: Kind, eleven: int | None) -> Truco[T, G]:
        """Return the position once the kind of the hand is known."""
        fields = [*self]
        fields[_KIND], fields[_ELEVEN] = kind, eleven
        return _new(Truco, fields)

    def with_pack(self, pack: Hand, game: G) -> Truco[T, G]:
        """Return the position after the pack was cut; the last words are gone."""
        fields = [*self]
        fields[_STUB], fields[_SPOKEN], fields[_GAME] = pack, (), game
        return _new(Truco, fields)

    def served(self, seat: int, hand: Hand, stub: Hand) -> Truco[T, G]:
        """Return the position after a seat got a hand; the stub is what is left of the pack."""
        fields = [*self]
        fields[_STUB] = stub
        fields[_DEALT] = (*self.dealt[:seat], hand, *self.dealt[seat + 1 :])
        fields[_CARDS] = self.cards.with_hand(seat, hand)
        return _new(Truco, fields)

    def with_cards(self, cards: LaidCards) -> Truco[T, G]:
        """Return the position after a card was played; the last words are no longer news."""
        fields = [*self]
        fields[_CARDS], fields[_SPOKEN] = cards, ()
        return _new(Truco, fields)

    def with_words(
        self, phase: phases.Phase, raises: Raises, seat: int, verb: str, number: int | None = None
    ) -> Truco[T, G]:
        """Return the position after a word about the stake, with what that led to.

        Args:
            phase: what the game waits for now.
            raises: the state of the stake.
            seat: the seat that spoke.
            verb: what it said.
            number: the stake that it proposed.
        """
        fields = [*self]
        fields[_PHASE], fields[_RAISES] = phase, raises
        fields[_SPOKEN] = heard(self.spoken, seat, verb, number)
        fields[_SAID] = (*self.said, _new(TrucoSaid, (seat, verb, self.cards.laid)))
        return _new(Truco, fields)

    def with_choice(self, game: G, spoken: tuple[SpokenCall, ...]) -> Truco[T, G]:
        """Return the position after a seat has said what it does with its cards."""
        fields = [*self]
        fields[_SPOKEN], fields[_GAME] = spoken, game
        return _new(Truco, fields)

    def with_scores(self, scores: tuple[int, int]) -> Truco[T, G]:
        """Return the position after points were added."""
        fields = [*self]
        fields[_SCORES] = scores
        return _new(Truco, fields)

    def with_word(self, seat: int, verb: str) -> tuple[SpokenCall, ...]:
        """Return the last words of all seats, once that seat has said this."""
        return heard(self.spoken, seat, verb)

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
        bare = [*waiting(self.terms, game, self.dealer, self.hand, scores=scores, games=games)]
        bare[_PLAYED], bare[_SPOKEN] = True, self.spoken
        bare[_HABITS] = counted(self.habits, self._heard(winners, reason))
        if over:
            bare[_PHASE], bare[_WINNERS] = phases.OVER, winners
        return _new(Truco, bare)

    def to_cut(self, dealer: int, hand: int, pack: Hand, game: G) -> Truco[T, G]:
        """Return the position in which the pack of that hand waits for the cut."""
        fresh = [*waiting(self.terms, game, dealer, hand, scores=self.scores, games=self.games)]
        fresh[_PHASE], fresh[_STUB], fresh[_SPOKEN] = phases.CUT, pack, self.spoken
        fresh[_HABITS] = self.habits
        return _new(Truco, fresh)

    def _heard(self, winners: tuple[int, ...], reason: str) -> Heard:
        """Return what everybody has heard and seen of the hand, which ended so."""
        tricks = [*[trick.cards for trick in self.cards.tricks], self.cards.trick]
        return Heard(
            seats=len(self.dealt),
            ordinary=self.kind is Kind.ORDINARY,
            played=tuple([laid.seat for cards in tricks for laid in cards]),
            first=self.cards.tricks[0].team if self.cards.tricks else None,
            said=self.said,
            winners=winners if reason in _PLAYED_TO_THE_END else None,
        )


# Where each field is. To change a list at these places and to build the value from it costs a third
# as much as `_replace`: this is a hot path.
_new: Final = tuple.__new__
_PHASE: Final = Truco._fields.index("phase")
_PLAYED: Final = Truco._fields.index("played")
_SCORES: Final = Truco._fields.index("scores")
_KIND: Final = Truco._fields.index("kind")
_ELEVEN: Final = Truco._fields.index("eleven")
_STUB: Final = Truco._fields.index("stub")
_DEALT: Final = Truco._fields.index("dealt")
_CARDS: Final = Truco._fields.index("cards")
_RAISES: Final = Truco._fields.index("raises")
_SPOKEN: Final = Truco._fields.index("spoken")
_SAID: Final = Truco._fields.index("said")
_HABITS: Final = Truco._fields.index("habits")
_WINNERS: Final = Truco._fields.index("winners")
_GAME: Final = Truco._fields.index("game")


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
        phases.DEAL,
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
    if phase is phases.PLAY or phase is phases.IRON:
        return (state.cards.to_play,)
    if phase is phases.ANSWER:
        return TEAM_SEATS[len(state.dealt)][state.raises.answering]
    if phase is phases.MAO:
        return (mao(state.dealer, len(state.dealt)),)
    if phase is phases.CUT:
        return (cutter(state.dealer, len(state.dealt)),)
    if phase is phases.ELEVEN:
        assert state.eleven is not None
        return TEAM_SEATS[len(state.dealt)][state.eleven]
    if phase is phases.DEAL or phase is phases.OVER:
        return ()
    assert_never(phase)
