"""A bot for Argentinean truco: guesses at the hidden cards, and weighs points by the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Level, Manner
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards
from cardtui_engine.games.truco_argentino.calls import OPEN
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.knowledge import Knowledge, knowledge_of, win_chances
from cardtui_engine.games.truco_argentino.odds import envido_chance, folds, match_chance
from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.stakes import TRUCO
from cardtui_engine.games.truco_argentino.state import ANSWER, CUT, ENVIDO, SHOW
from cardtui_engine.games.truco_argentino.view import ArgentinoView, TrucoArgentinoPublic
from cardtui_engine.options import OptionValue


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out, with two players.
        error: the greatest error in its estimate of its chances.
        slip: the chance that it plays a card at random.
        bluff: the chance that it calls as if its cards were good.
        reads: whether it draws conclusions from what others have called and declared.
    """

    samples: int
    error: float
    slip: float
    bluff: float
    reads: bool


STYLES: Final = {
    Level.EASY: Style(8, 0.3, 0.4, 0.0, reads=False),
    Level.NORMAL: Style(16, 0.18, 0.12, 0.03, reads=False),
    Level.HARD: Style(96, 0.0, 0.0, 0.02, reads=True),
}

_BETS: Final = ("envido", "real_envido", "falta_envido")

_CALLS_FROM: Final = {"envido": 23, "real_envido": 26, "falta_envido": 30}
"""By bet, the number from which others are assumed to call it."""

_TAKES_FROM: Final = {"envido": 23, "real_envido": 26, "falta_envido": 30}
"""By bet, the number from which others are assumed to accept it."""

_HONEST: Final = 0.6
"""How often others are assumed to hold what they call."""

_OTHERS_FOLD: Final = 0.15
"""How often others are assumed to fold to a truco call."""

_ACCEPTED: Final = 0.08
"""How much lower the chance is once others have accepted a call, since they had reasons."""

_CARE: Final = 0.003
"""How much a bet must improve the chance to win the match, for each point at risk.

Without it, every other match would be decided by a single falta envido.
"""

_EDGE: Final = 0.008
"""How much an accepted raise must improve that chance."""

_WORTH_IT: Final = 0.004
"""How much a call must improve the chance to win the match."""


class TrucoArgentinoBot:
    """A bot for Argentinean truco: the same view and bits give the same action."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        self._terms = terms_of(options, seats)
        style = STYLES[level]
        self._style = style._replace(bluff=manner.bluffs(style.bluff))
        self._reason = 1 - manner.nerve / 2
        self._samples = self._style.samples * 2 // seats  # more seats mean more hands to guess

    def decide(self, view: ArgentinoView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        own = view.own
        choices = {choice.verb: choice for choice in own.choices}
        if own.seat not in view.common.to_act:
            return self._interrupt(view, choices, bits)
        phase = view.common.phase
        if phase == CUT:
            return Action("cut", at=1 + bits.below(39)) if bits.below(2) else Action("tap")
        if phase == SHOW:
            return Action("ask")
        if phase == ENVIDO:
            return self._declare(view, choices)
        if phase == ANSWER:
            return self._answer(view, choices, bits)
        return self._play(view, choices, bits)

    def _declare(self, view: ArgentinoView, choices: Mapping[str, Choice]) -> Action:
        """Declare the true number if it beats the highest so far (TA-42, TA-43)."""
        game = view.game
        own = view.own
        assert game.envido is not None
        number = own.game.number
        for claim in game.envido.claims:
            if claim.number is None:
                continue
            behind = self._from_mano(game, own.seat) > self._from_mano(game, claim.seat)
            if (claim.number > number or (claim.number == number and behind)) and (
                "son_buenas" in choices
            ):
                return Action("son_buenas")
        return Action("declare", points=number)

    def _interrupt(
        self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits
    ) -> Action | None:
        """Raise out of turn once all own cards are played; until then, a turn is still to come."""
        raised = _raise_in(choices)
        own = view.own
        if raised is None or own.hand or view.common.phase == ANSWER:
            return None
        knowledge = knowledge_of(view, self._strong(view))
        chance = self._felt(win_chances(knowledge, self._terms, self._samples, bits, ())[0], bits)
        return Action(raised.verb) if self._calls(view, raised, chance) else None

    def _play(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Action:
        bet = self._bet(view, choices, bits)
        if bet is not None:
            return bet
        knowledge = knowledge_of(view, self._strong(view))
        cards = choices["play"].domain(Cards).cards
        chances = win_chances(knowledge, self._terms, self._samples, bits, cards)
        raised = _raise_in(choices)
        if raised is not None:
            bluffs = bits.chance() < self._style.bluff
            chance = self._felt(max(chances), bits)
            if bluffs or self._calls(view, raised, chance):
                return Action(raised.verb)
        if bits.chance() < self._style.slip:
            return Action("play", card=cards[bits.below(len(cards))])
        return Action("play", card=_best_card(knowledge, cards, chances))

    def _answer(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Action:
        game = view.game
        if game.envido is not None and game.envido.state == OPEN:
            return self._answer_envido(view, choices, bits)
        bet = self._bet(view, choices, bits)  # TA-32: the envido comes first
        if bet is not None:
            return bet
        knowledge = knowledge_of(view, self._strong(view))
        chance = win_chances(knowledge, self._terms, self._samples, bits, ())[0]
        chance = self._felt(chance - (0.0 if self._style.reads else _ACCEPTED), bits)
        stake = choices["quiero"].price or 0
        accepted = self._worth(view, stake, stake, chance)
        folded = self._worth(view, 0, choices["no_quiero"].price or 0, 0.0)
        raised = _raise_in(choices)
        if raised is not None and accepted > folded and self._calls(view, raised, chance):
            return Action(raised.verb)
        return Action("quiero" if accepted >= folded else "no_quiero")

    def _answer_envido(
        self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits
    ) -> Action:
        game = view.game
        assert game.envido is not None
        least = _CALLS_FROM[game.envido.bets[-1]]
        chance = self._envido_chance(view, least, bits)
        price = choices["quiero"].price or 0
        folded = self._worth(view, 0, choices["no_quiero"].price or 0, 0.0)
        best, action = self._worth(view, price, price, chance), "quiero"
        if best < folded:
            return Action("no_quiero")
        for bet in _BETS:
            if bet in choices:
                worth = self._worth_of_bet(view, choices[bet], price, least, bits)
                risk = (choices[bet].price or 0) - price
                if worth > best + _CARE * self._reason * max(risk, 1):
                    best, action = worth, bet
        return Action(action)

    def _bet(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Action | None:
        """Return the best opening bet of envido; ``None`` to make none."""
        offered = [choices[bet] for bet in _BETS if bet in choices]
        if not offered:
            return None
        if bits.chance() < self._style.bluff:
            return Action("envido")
        best, action = self._worth(view, 0, 0, 0.5) + _WORTH_IT * self._reason, None
        for choice in offered:
            worth = self._worth_of_bet(view, choice, 1, 0, bits)
            if worth > best:
                best, action = worth, Action(choice.verb)
        return action

    def _worth_of_bet(
        self, view: ArgentinoView, bet: Choice, fold: int, least: int, bits: Bits
    ) -> float:
        """Return what a bet is worth: others may fold, or accept with a good number.

        Args:
            view: the view.
            bet: the bet.
            fold: roughly what they give away by folding.
            least: the least number that one of them is known to hold.
            bits: the source of the level's error.
        """
        takes = _TAKES_FROM[bet.verb]
        highest = self._terms.highest_alone
        opponents = self._sides(view)[1]
        fold_chance = folds(opponents, takes, highest)
        before = folds(1, least, highest)
        fold_chance = max(fold_chance - before, 0.0) / max(1.0 - before, 1e-9)
        chance = self._envido_chance(view, max(takes, least), bits)
        price = bet.price or 0
        taken = self._worth(view, price, price, chance)
        if taken < self._worth(view, 0, 0, 0.5) + _CARE * self._reason * price:
            return 0.0  # a bet that would not pay if accepted is only a bluff
        return fold_chance * self._worth(view, fold, 0, 1.0) + (1.0 - fold_chance) * taken

    def _envido_chance(self, view: ArgentinoView, least: int, bits: Bits) -> float:
        """Return the chance to win the envido if an opponent holds at least ``least``."""
        game = view.game
        own = view.own
        sides = self._sides(view)
        highest = self._terms.highest_alone
        tie = 1.0 - self._from_mano(game, own.seat) / (self._terms.seats - 1)
        number = own.game.number
        honest = envido_chance(number, sides, least, tie, highest)
        bluffed = envido_chance(number, sides, 0, tie, highest)
        return self._felt(_HONEST * honest + (1.0 - _HONEST) * bluffed, bits)

    def _sides(self, view: ArgentinoView) -> tuple[int, int]:
        """Return how many partners and how many opponents may still declare."""
        game = view.game
        own = view.own
        live = [seat for seat in game.active if seat not in game.resigned]
        opponents = sum((seat ^ own.seat) & 1 for seat in live)
        return len(live) - opponents - 1, max(opponents, 1)

    def _from_mano(self, game: TrucoArgentinoPublic, seat: int) -> int:
        return (seat - game.mano) % self._terms.seats

    def _calls(self, view: ArgentinoView, raised: Choice, chance: float) -> bool:
        """Return whether a raise improves the chance to win the match."""
        stake = view.game.stake
        price = raised.price or 0
        if view.common.phase == ANSWER:
            stake = price - 1  # TA-23: a raise accepts the call before it
        goes_on = self._worth(view, stake, stake, chance)
        taken = self._worth(view, price, price, max(chance - _ACCEPTED, 0.0))
        folded = self._worth(view, stake, 0, 1.0)
        if taken < goes_on + _EDGE * self._reason:
            return False  # a raise that only pays if they fold is a bluff
        called = _OTHERS_FOLD * folded + (1.0 - _OTHERS_FOLD) * taken
        return called > goes_on + _WORTH_IT * self._reason

    def _worth(self, view: ArgentinoView, gain: int, loss: int, chance: float) -> float:
        """Return the chance to win the match with those points to gain or to lose."""
        own = view.own
        team = own.seat & 1
        mine, theirs = view.common.scores[team], view.common.scores[1 - team]
        target = self._terms.target
        won = match_chance(mine + gain, theirs, target)
        lost = match_chance(mine, theirs + loss, target)
        return chance * won + (1.0 - chance) * lost

    def _strong(self, view: ArgentinoView) -> frozenset[int]:
        """Return the opponents who are assumed to hold strong cards, because they called."""
        if not self._style.reads:
            return frozenset()
        own = view.own
        return frozenset(
            said.seat
            for said in view.game.spoken
            if said.verb in TRUCO.calls and (said.seat ^ own.seat) & 1
        )

    def _felt(self, chance: float, bits: Bits) -> float:
        """Return the chance as this level estimates it."""
        error = self._style.error
        if not error:
            return chance
        return min(max(chance + error * (2.0 * bits.chance() - 1.0), 0.0), 1.0)


def _raise_in(choices: Mapping[str, Choice]) -> Choice | None:
    return next((choices[call] for call in TRUCO.calls if call in choices), None)


def _best_card(knowledge: Knowledge, cards: tuple[Card, ...], chances: list[float]) -> Card:
    """Return the card with the best chance; of equal ones, the lowest that wins the trick."""
    best = knowledge.progress.standing[0]
    wins_trick = [STRENGTH[card] > best >= 0 for card in cards]
    return max(
        zip(chances, wins_trick, cards, strict=True),
        key=lambda each: (each[0], each[1], -STRENGTH[each[2]]),
    )[2]
