"""How many points a lost hand of Cacheta costs: `LOST_TO_NINE`, or `LOST_TO_TEN` against ten cards,
and one more where players may leave (`lost`). The position, built here alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import JOKER, Card
from cardtui_engine.families.chips import dealt_in, with_most
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import Declared, melder_for
from cardtui_engine.families.rummy.cards.play import Phase, Play, no_play
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.games.cacheta.melds import trumps_of

LOST_TO_NINE: Final = 1
"""What each of the others loses when the winner lays down nine cards (CA-31)."""

LOST_TO_TEN: Final = 2
"""The same when the winner lays down ten."""


class Terms(NamedTuple):
    """The options that the table chose; no action changes them.

    Attributes:
        points: the points that each seat starts with.
        rounds: the number of hands after which the match ends; 0 for no limit.
        wild: which cards the flip makes wild (CA-04).
        jokers: how many jokers the pack has (CA-15).
        fold: whether players may leave the hand before play (CA-60).
        natural_trumps: whether a trump in its own place is an ordinary card.
        form: which melds are allowed.
    """

    points: int
    rounds: int
    wild: str
    jokers: int
    fold: bool
    natural_trumps: bool
    form: Form


class Result(NamedTuple):
    """How a hand ended.

    Attributes:
        winner: the seat that won.
        by: whether by a knock or a cut, or because all others folded.
        declared: what it laid down; ``None`` if all others folded.
        lost: the points that each of the others lost, or as many as it had left.
        trumps: the wild cards of that hand.
    """

    winner: int
    by: str
    declared: Declared | None
    lost: int
    trumps: tuple[Card, ...]


class State(NamedTuple):
    """A position.

    Attributes:
        terms: the options that the table chose.
        phase: what the game waits for.
        hand: the hand's number.
        dealer: the seat that deals it.
        played: whether that hand has been played; then the next pack is for another hand.
        play: the cards, and whose turn it is.
        folded: the seats that have left the hand before play, sorted.
        dealt: the seats dealt in, the one at the dealer's left first; between hands, those of the
            hand that ended.
        flip: the card laid aside that determines the trumps; ``None`` between hands, and where
            nothing is wild.
        scores: by seat, the points it has left.
        declared_good: the seats that are na boa.
        burned: the seats that may not cut again in this hand.
        eliminated: the seats without points, grouped by the hand in which they went out.
        rounds: by seat, the number of hands that it was dealt into.
        last: how the last hand ended.
    """

    terms: Terms
    phase: Phase
    hand: int
    dealer: int
    played: bool
    play: Play
    folded: tuple[int, ...]
    dealt: tuple[int, ...]
    flip: Card | None
    scores: tuple[int, ...]
    declared_good: tuple[int, ...]
    burned: tuple[int, ...]
    eliminated: tuple[tuple[int, ...], ...]
    rounds: tuple[int, ...]
    last: Result | None

    @property
    def trumps(self) -> tuple[Card, ...]:
        """The trumps, sorted by code."""
        jokers = (JOKER,) if self.terms.jokers and self.play.order else ()
        if self.flip is None or self.flip == JOKER:
            return jokers
        return (*trumps_of(self.flip, suit_alone=self.terms.wild == "suit"), *jokers)

    @property
    def jokers(self) -> int:
        """How many jokers the pack has."""
        return self.terms.jokers

    @property
    def lost(self) -> tuple[int, int]:
        """What those who lose the hand pay to nine cards, and to ten (CA-31, CA-62)."""
        more = int(self.terms.fold)
        return LOST_TO_NINE + more, LOST_TO_TEN + more

    @property
    def melder(self) -> Melder:
        """The melder for this hand."""
        terms = self.terms
        return melder_for(
            terms.form, self.trumps, natural=terms.natural_trumps, jokers=terms.jokers
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match with the most points; empty before its end (CA-32)."""
        if self.phase is not phases.OVER:
            return ()
        return with_most(self.scores)


def before_the_match(terms: Terms, seats: int, dealer: int) -> State:
    """Return the start of a match, waiting for its first pack."""
    return State(
        terms=terms,
        phase=phases.DEAL,
        hand=1,
        dealer=dealer,
        played=False,
        play=no_play(seats),
        folded=(),
        dealt=(),
        flip=None,
        scores=(terms.points,) * seats,
        declared_good=(),
        burned=(),
        eliminated=(),
        rounds=(0,) * seats,
        last=None,
    )


def still_in(scores: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Return the seats that have points, in the order of play, the dealer last."""
    return dealt_in(scores, dealer, 1)
