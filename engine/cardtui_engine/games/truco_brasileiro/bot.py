"""Bots: they see one seat's view, guess at the hidden cards, and weigh stakes by the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.games.truco_brasileiro.cards import STRENGTH
from cardtui_engine.games.truco_brasileiro.knowledge import knowledge_of, win_chances
from cardtui_engine.games.truco_brasileiro.odds import match_chance
from cardtui_engine.games.truco_brasileiro.options import terms_of
from cardtui_engine.games.truco_brasileiro.state import ELEVEN_STAKE, ORDINARY, STAKES, Phase
from cardtui_engine.games.truco_brasileiro.verbs import BOTTOM, CUT_HIGH, MOST_REJECTIONS, TOP
from cardtui_engine.games.truco_brasileiro.view import BrasileiroView
from cardtui_engine.options import OptionValue


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out.
        error: how far its feeling for its chances is off, at most.
        slip: how often it does anything at all, with cards.
        eager: how often it raises when it could hardly stand better.
        bluff: how often it raises as if its cards were good, at an even score.
        picks: whether it picks its side's cards as long as it may reject.
    """

    samples: int
    error: float
    slip: float
    eager: float
    bluff: float
    picks: bool


STYLES: Final = {
    Level.EASY: Style(4, 0.35, 0.5, 0.3, 0.01, picks=False),
    Level.NORMAL: Style(12, 0.1, 0.08, 0.35, 0.03, picks=False),
    Level.HARD: Style(28, 0.0, 0.0, 0.4, 0.03, picks=True),
}

_TOP: Final = max(range(len(STRENGTH)), key=STRENGTH.__getitem__)
"""The four of clubs."""

_GOOD_ENOUGH: Final = (0.0, 17.0, 19.0, 20.5)
"""By rejections left: the worth from which three cards are not rejected."""

_OTHERS_RUN: Final = 0.4
"""How often others are believed to run from a raise."""

_RAISED: Final = 1.3
"""How much likelier others win once they have raised; each raise says it again."""

_ACCEPTED: Final = 1.3
"""How much likelier they win once they have accepted a raise."""

_GREAT: Final = 0.075
"""What a raise adds to the chance to win the match when it could hardly be better."""


def doubted(chance: float, reasons: float) -> float:
    """Return a chance after others did what tells that their odds are so much better.

    >>> doubted(0.5, 2.0), doubted(1.0, 2.0)
    (0.3333333333333333, 1.0)
    """
    return chance / (chance + (1 - chance) * reasons)


def worth(cards: tuple[Card, ...]) -> float:
    """Return what three cards are worth: two good ones win a hand, the third helps."""
    low, middle, high = sorted(STRENGTH[card] for card in cards)
    return high + middle + low / 4


class TrucoBrasileiroBot:
    """A player of Brazilian truco: the same view and bits give the same action."""

    def __init__(self, options: Mapping[str, OptionValue], seats: int, level: Level) -> None:  # noqa: ARG002
        self._terms = terms_of(options)
        self._style = STYLES[level]

    def decide(self, view: BrasileiroView, bits: Bits) -> Action | None:
        """Return what to do now; ``None`` only if nobody waits for this seat."""
        own = view.own
        if own.seat not in view.common.to_act:
            return None
        match view.common.phase:
            case Phase.CUT:
                at = tuple([1 + bits.below(CUT_HIGH) for _ in range(1 + bits.below(3))])
                return Action("cut", at=at, source=BOTTOM if bits.below(4) == 0 else TOP)
            case Phase.MAO:
                return self._choose(view, bits)
            case Phase.ELEVEN:
                return self._at_eleven(view, bits)
            case Phase.ANSWER:
                return self._answer(view, bits)
            case Phase.IRON:
                return Action("turn_up")
            case _:
                return self._play(view, bits)

    def _choose(self, view: BrasileiroView, bits: Bits) -> Action:
        """Keep, pass or reject three cards."""
        own = view.own
        verbs = [choice.verb for choice in own.choices]
        if not self._style.picks and _TOP in own.hand and "reject" in verbs:
            verbs.remove("reject")  # even the weakest player keeps the card that beats all
        if bits.chance() < self._style.slip:
            return Action(verbs[bits.below(len(verbs))])
        left = MOST_REJECTIONS - view.game.rejections
        if "reject" in verbs and worth(own.hand) < _GOOD_ENOUGH[left]:
            return Action("reject")
        # Whoever passes good cards may go on rejecting until the own ones are good, too.
        return Action("pass" if "pass" in verbs and self._style.picks and left else "keep")

    def _at_eleven(self, view: BrasileiroView, bits: Bits) -> Action:
        """Weigh a hand for three against the tento that running costs (TB-51)."""
        chance = self._chance(view, decides=False, bits=bits)
        mine, theirs = self._scores(view)
        if self._terms.runners_lose:
            run = match_chance(mine - 1, theirs)
        else:
            run = match_chance(mine, theirs + 1)
        stay = chance + (1 - chance) * match_chance(mine, theirs + ELEVEN_STAKE)
        return Action("play_on" if stay >= run else "run")

    def _answer(self, view: BrasileiroView, bits: Bits) -> Action:
        """Run, accept, or raise again."""
        own = view.own
        game = view.game
        assert game.proposed is not None
        chance = self._chance(view, decides=self._terms.trick_decides, bits=bits)
        chance = doubted(chance, _RAISED ** STAKES.rung(game.proposed))
        run = self._lost(view, STAKES.below(game.proposed))
        accept = self._weighed(view, chance, game.proposed)
        best, action = max((run, "run"), (accept, "accept"))
        if any(choice.verb == "raise" for choice in own.choices):
            higher = self._raised(view, chance, game.proposed)
            if self._raises(view, chance, higher - best, bits):
                action = "raise"
        return Action(action)

    def _play(self, view: BrasileiroView, bits: Bits) -> Action:
        """Play a card, or raise first."""
        own = view.own
        game = view.game
        if bits.chance() < self._style.slip:
            return Action("play", card=own.hand[bits.below(len(own.hand))])
        knowledge = knowledge_of(view)
        decides = self._terms.trick_decides
        settled = decides and game.kind == ORDINARY and game.stake > 1
        samples = self._style.samples
        chances = win_chances(knowledge, knowledge.hand, samples, settled, bits)
        # Of cards as good as each other the lowest: the others may be needed later.
        best = max(range(len(chances)), key=lambda at: (chances[at], -knowledge.hand[at]))
        call = next((each for each in own.choices if each.verb in ("truco", "raise")), None)
        if call is not None:
            plain = self._felt(chances[best], bits)
            risked = plain
            if decides:
                risked = self._felt(
                    max(win_chances(knowledge, knowledge.hand, samples, True, bits)), bits
                )
            now = self._weighed(view, plain, game.stake)
            gain = self._raised(view, risked, game.stake) - now
            if self._raises(view, plain, gain, bits):
                return Action(call.verb)
        beaten = knowledge.progress.standing[0] > knowledge.hand[best]
        hidden = Action("play", card=own.hand[best], face_down=True)
        if beaten and any(hidden in choice for choice in own.choices):
            return hidden
        return hidden._replace(face_down=None)

    def _chance(self, view: BrasileiroView, decides: bool, bits: Bits) -> float:
        """Return how likely the bot's side wins the hand, whoever's turn it is."""
        [chance] = win_chances(knowledge_of(view), (), self._style.samples, decides, bits)
        return self._felt(chance, bits)

    def _felt(self, chance: float, bits: Bits) -> float:
        felt = chance + self._style.error * (2 * bits.chance() - 1)
        return min(max(felt, 0.0), 1.0)

    def _raises(self, view: BrasileiroView, chance: float, gain: float, bits: Bits) -> bool:
        """Return whether to raise: the more it gains the likelier; or on nothing, when behind."""
        sure = min(max(gain, 0.0) / _GREAT, 1.0)
        if bits.chance() < self._style.eager * sure**4:
            return True
        mine, theirs = self._scores(view)
        daring = self._style.bluff * (1 + max(theirs - mine, 0) / 4)
        return chance < 0.4 and bits.chance() < daring

    def _scores(self, view: BrasileiroView) -> tuple[int, int]:
        mine = view.own.seat & 1
        return view.common.scores[mine], view.common.scores[1 - mine]

    def _won(self, view: BrasileiroView, stake: int) -> float:
        mine, theirs = self._scores(view)
        return match_chance(mine + stake, theirs)

    def _lost(self, view: BrasileiroView, stake: int) -> float:
        mine, theirs = self._scores(view)
        return match_chance(mine, theirs + stake)

    def _weighed(self, view: BrasileiroView, chance: float, stake: int) -> float:
        """Return the chance to win the match if the hand is played out at that stake."""
        return chance * self._won(view, stake) + (1 - chance) * self._lost(view, stake)

    def _raised(self, view: BrasileiroView, chance: float, stands: int) -> float:
        """Return the chance to win the match if the next stake is proposed."""
        accepted = self._weighed(view, doubted(chance, _ACCEPTED), STAKES.above(stands))
        return _OTHERS_RUN * self._won(view, stands) + (1 - _OTHERS_RUN) * accepted
