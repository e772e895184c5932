"""Who cuts the pack at a rummy game for a pot (`cutter`), and the most you may bet (`bet_limit`).
The position of such a game, as a value.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.betting import Betting, begin_round, out_of_the_hand
from cardtui_engine.families.chips import with_most
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import Declared, melder_for
from cardtui_engine.families.rummy.cards.play import Phase, Play, no_play
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.melder import Melder

BETTING: Final = (phases.BETTING, phases.MATCHING)
"""The phases in which seats bet."""

PHASES_IN_HAND: Final = (*BETTING, phases.DRAW, phases.DISCARD, phases.CONTEST)


class Terms(NamedTuple):
    """The options that the table chose; no action changes them.

    Attributes:
        ante: the chips that it costs to be dealt in.
        least: the least chips with which a seat stays in the match.
        low: the least chips that a first bet may be.
        high: the most chips that a seat may bet; ``None`` if the number of players decides it.
        hands: the number of hands after which the match ends; 0 for no limit.
        chip_value: what a chip stands for.
        form: which melds are allowed.
        jokers: how many jokers the pack has.
    """

    ante: int
    least: int
    low: int
    high: int | None
    hands: int
    chip_value: str
    form: Form
    jokers: int


class PotResult(NamedTuple):
    """How a hand ended; ``declared`` is ``None`` if all others left it."""

    winner: int
    pot: int
    declared: Declared | None

    @property
    def reason(self) -> str:
        """The sheet's word for it."""
        return "folds" if self.declared is None else "out"


class PotState(NamedTuple):
    """A position.

    Attributes:
        terms: the options that the table chose.
        phase: what the game waits for.
        hand: the hand's number.
        dealer: the seat that deals it.
        played: whether that hand has been played; then the next pack is for another hand.
        dealt: the seats dealt in, the one at the dealer's left first; between hands, those of the
            hand that ended.
        betting: chips, pot, bets, and the seats still in.
        step: how much the last bet or raise added (PP-13).
        play: the cards, and whose turn it is.
        pack: the pack that waits for the cut (PT-03).
        last: how the last hand ended.
    """

    terms: Terms
    phase: Phase
    hand: int
    dealer: int
    played: bool
    dealt: tuple[int, ...]
    betting: Betting
    step: int
    play: Play
    pack: tuple[Card, ...]
    last: PotResult | None

    @property
    def melder(self) -> Melder:
        """The melder for this table."""
        return melder_for(self.terms.form, jokers=self.terms.jokers)

    @property
    def jokers(self) -> int:
        """How many jokers the pack has."""
        return self.terms.jokers

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that were dealt in and have left the hand, sorted."""
        if self.phase not in PHASES_IN_HAND:
            return ()
        return out_of_the_hand(self.dealt, self.betting.live)

    @property
    def cap(self) -> int:
        """The most that a seat may bet; 0 outside the betting (PP-11, PP-12, PT-13)."""
        return bet_limit(self) if self.phase in BETTING else 0

    @property
    def stock(self) -> int:
        """The number of cards left to draw; before the cut, the whole pack."""
        return len(self.pack) if self.phase is phases.CUT else len(self.play.stock)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match with the most chips; empty before its end (PP-04, PT-05)."""
        if self.phase is not phases.OVER:
            return ()
        return with_most(self.betting.chips)


def bet_limit(state: PotState) -> int:
    """Return the most that a seat may bet: the table's limit, or what the poorest can cover."""
    terms = state.terms
    limit = terms.ante * len(state.dealt) if terms.high is None else terms.high
    return min(limit, state.betting.covered)


def cutter(state: PotState) -> int:
    """Return the seat that cuts: the one at the dealer's right (PT-03)."""
    return state.dealt[-2]


def before_the_match(terms: Terms, chips: tuple[int, ...], dealer: int) -> PotState:
    """Return the start of a match, waiting for its first pack."""
    seats = len(chips)
    nobody = begin_round(chips, 0, ())
    return PotState(
        terms=terms,
        phase=phases.DEAL,
        hand=1,
        dealer=dealer,
        played=False,
        dealt=(),
        betting=nobody,
        step=0,
        play=no_play(seats),
        pack=(),
        last=None,
    )
