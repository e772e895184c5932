"""The position of a rummy game that is played for a pot, as a value."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.betting import Betting, begin_round, out_of_the_hand, with_most
from cardtui_engine.families.rummy.cards import phases
from cardtui_engine.families.rummy.cards.declaring import Declared, melder_for
from cardtui_engine.families.rummy.cards.phases import Phase
from cardtui_engine.families.rummy.cards.table_cards import Play, no_play
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.melder import Melder

BETTING: Final = (phases.BETTING, phases.MATCHING)
"""The phases in which there are bets."""

IN_HAND: Final = (*BETTING, phases.DRAW, phases.DISCARD, phases.CONTEST)
"""The phases in which cards are out."""


class Terms(NamedTuple):
    """What the table chose, which no action changes.

    Attributes:
        ante: what it costs to be dealt in.
        least: the chips without which a player is out of the match.
        low: the least that a first bet may be.
        high: the most that anybody may bet; ``None`` where the number of players says it.
        hands: how many hands end the match; 0 if none do.
        chip_value: what a chip stands for.
        form: what makes a meld.
    """

    ante: int
    least: int
    low: int
    high: int | None
    hands: int
    chip_value: str
    form: Form


class PotResult(NamedTuple):
    """How a hand ended; ``declared`` is ``None`` if the others left it."""

    winner: int
    pot: int
    declared: Declared | None

    @property
    def reason(self) -> str:
        """The sheet's word."""
        return "folds" if self.declared is None else "out"


class PotState(NamedTuple):
    """A position.

    Attributes:
        terms: what the table chose.
        phase: what the game waits for.
        hand: the hand's number.
        dealer: who deals it.
        played: whether that hand has been played, so that the next pack is for another one.
        dealt: the seats dealt in, the one at the dealer's left first; those of the hand that
            ended between hands.
        betting: chips, pot, bets, and the seats still in.
        step: how much the last bet or raise added (PP-13).
        play: the cards, and whose turn it is.
        pack: the pack that waits to be cut (PT-03).
        last: how the hand that ended last ended.
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
        """What answers questions about melds at this table."""
        return melder_for(self.terms.form)

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats dealt in that are out of the hand, sorted."""
        if self.phase not in IN_HAND:
            return ()
        return out_of_the_hand(self.dealt, self.betting.live)

    @property
    def cap(self) -> int:
        """What nobody may bet beyond; 0 outside the betting (PP-11, PP-12, PT-13)."""
        return bet_limit(self) if self.phase in BETTING else 0

    @property
    def stock(self) -> int:
        """How many cards are left to draw; before the cut, the whole pack."""
        return len(self.pack) if self.phase is phases.CUT else len(self.play.stock)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match: most chips; empty before its end (PP-04, PT-05)."""
        if self.phase is not phases.OVER:
            return ()
        return with_most(self.betting.chips)


def bet_limit(state: PotState) -> int:
    """Return what nobody may bet beyond: the table's limit, or what the poorest can cover."""
    terms = state.terms
    limit = terms.ante * len(state.dealt) if terms.high is None else terms.high
    return min(limit, state.betting.covered)


def cutter(state: PotState) -> int:
    """Return who cuts: the player at the dealer's right (PT-03)."""
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
