"""Play by the network: a table of four, at best of three; tricks that cannot be lost are taken. How
freely it mixes (`TEMPERATURE`), presses (`_PRESSING_BONUS`) and bluffs (`_NERVE_BONUS`,
`_BLUFF_BONUS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any, Final, Protocol

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import HONEST, Advice, Manner, Reason
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.bot.inputs import CARDS, Terms, inputs_of
from cardtui_engine.families.truco.brazilian.bot.knowledge import Knowledge
from cardtui_engine.families.truco.brazilian.bot.network import CHOICES, learned, values
from cardtui_engine.families.truco.brazilian.stakes import TARGET
from cardtui_engine.views import Own, SeatView


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


TEMPERATURE: Final = 0.02
"""How much worse a choice is that is made a third as often, in hands that nobody raised."""

_PRESSING_BONUS: Final = 0.3
"""What a raise brings beyond what the network says, where a side presses: people run from it more
readily than the network does, which was taught among its like."""

_NERVE_BONUS: Final = 0.4
"""What a bot with all the nerve there is takes a raise to bring beyond what it does."""

_BLUFF_BONUS: Final = 1.0
"""The same on little, for one that bluffs on top of what its level does."""

_BLUFF_BELOW: Final = 0.0
"""What a hand brings at most that is little."""

_LOWEST, _MIDDLE, _HIGHEST, _RAISE, _ACCEPT, _RUN = range(len(CHOICES))
_ANSWER_CHOICES: Final = {"accept": _ACCEPT, "play_on": _ACCEPT, "run": _RUN}


TAUGHT_PHASES: Final = (phases.PLAY, phases.ANSWER, phases.ELEVEN)
"""The phases in which it decides; not at eleven all, where nobody raises."""


class Score(Protocol):
    """What points are worth to a side."""

    def told_match(self, view: SeatView[Any, Any], chance: float, stake: int) -> float:
        """Return the chance to win the match if a hand at that stake is won that often."""


class LearnedPlay:
    """Decides by what the network says of each choice."""

    def __init__(self, terms: Terms, manner: Manner, score: Score) -> None:
        """Play under those options, in that manner; ``score`` reckons what points are worth."""
        self._terms = terms
        self._manner = manner
        self._score = score
        first, second = terms.ladder.stakes[:2]
        self._doubles = second == 2 * first

    def advise(self, view: SeatView[Any, Any], knowledge: Knowledge, bits: Bits) -> Advice:
        """Return what to do, and what that brings.

        The better a choice, the likelier it is made, so that nobody can be sure of it.
        """
        actions = self._actions(view, knowledge)
        may_raise = _RAISE in actions
        sure = winning_card(knowledge)
        if sure is not None:
            return Advice(_certainly(view, knowledge, actions, sure), Reason.SURE)
        if len(actions) == 1:
            [action] = actions.values()
            return Advice(action, Reason.ONLY)
        told = inputs_of(knowledge, view.common, view.game, self._terms, may_raise=may_raise)
        worth = values(told, learned())
        felt = {choice: worth[choice] for choice in actions}
        if self._presses(view) and may_raise:
            felt[_RAISE] += _PRESSING_BONUS
        first, second = sorted(felt.values(), reverse=True)[:2]
        if may_raise:
            plain = max(value for choice, value in felt.items() if choice != _RAISE)
            bluffs = self._manner.bluff * _BLUFF_BONUS if plain < _BLUFF_BELOW else 0.0
            felt[_RAISE] += self._manner.nerve * _NERVE_BONUS + bluffs
        best = max(felt.values())
        if self._manner.bluff <= HONEST.bluff:
            chosen = _quietest(felt, best - TEMPERATURE)
            rest = max(value for choice, value in felt.items() if choice != chosen)
            return Advice(actions[chosen], Reason.MATCH, self._matches(view, felt[chosen], rest))
        weights = {choice: exp((value - best) / TEMPERATURE) for choice, value in felt.items()}
        chosen = _drawn(weights, bits)
        action = actions[chosen]
        if felt[chosen] < best:
            return Advice(action, Reason.MIX, (weights[chosen] / sum(weights.values()),))
        return Advice(action, Reason.MATCH, self._matches(view, first, second))

    def _matches(self, view: SeatView[Any, Any], *worth: float) -> tuple[float, ...]:
        """Return as chances to win the match what the network says of choices.

        It says 1 for a hand won at the least stake, and -1 for one lost.
        """
        least = self._terms.ladder.stakes[0]
        return tuple([self._score.told_match(view, (each + 1) / 2, least) for each in worth])

    def _presses(self, view: SeatView[Any, Any]) -> bool:
        """Return whether a raise is taken to bring more than the network says.

        Only while nobody has raised: once the side has won the first trick, and where a raise only
        doubles the stake, also once it was tied, and in any third trick.
        """
        if view.game.raiser is not None:
            return False
        team = view.own.seat & 1
        match [trick.team for trick in view.game.tricks]:
            case [winner]:
                return winner == team or (winner is None and self._doubles)
            case [_, _]:
                return self._doubles
            case _:
                return False

    def _actions(self, view: SeatView[Any, Any], knowledge: Knowledge) -> dict[int, Action]:
        """Return by choice what may be done."""
        own = view.own
        actions: dict[int, Action] = {}
        for choice in own.choices:
            if choice.verb in self._terms.ladder.calls:
                actions[_RAISE] = Action(choice.verb)
            elif choice.verb in _ANSWER_CHOICES:
                actions[_ANSWER_CHOICES[choice.verb]] = Action(choice.verb)
        if view.common.phase == phases.PLAY:
            order = sorted(range(len(own.hand)), key=knowledge.hand.__getitem__)
            kept = {_LOWEST: order[0], _HIGHEST: order[-1]} if len(order) > 1 else {_LOWEST: 0}
            if len(order) == CARDS:
                kept[_MIDDLE] = order[1]
            actions |= {number: _played(own, at, knowledge) for number, at in kept.items()}
        return actions


def _certainly(
    view: SeatView[Any, Any], knowledge: Knowledge, actions: Mapping[int, Action], at: int
) -> Action:
    """Return what to do where the card at that place wins the hand: raise as far as it counts."""
    stake = view.game.proposed or view.game.stake
    if _RAISE in actions and view.common.scores[knowledge.seat & 1] + stake < TARGET:
        return actions[_RAISE]
    return actions[_ACCEPT] if _ACCEPT in actions else _played(view.own, at, knowledge)


def _quietest(felt: Mapping[int, float], least: float) -> int:
    """Return the best choice; a raise only where nothing else brings that much."""
    ordered = sorted(felt, key=lambda choice: (choice == _RAISE, -felt[choice]))
    return next(choice for choice in ordered if felt[choice] >= least)


def _drawn(weights: Mapping[int, float], bits: Bits) -> int:
    """Return a choice, as often as it weighs."""
    lot = bits.chance() * sum(weights.values())
    for choice, weight in weights.items():
        lot -= weight
        if lot < 0:
            return choice
    return next(iter(weights))


def _played(own: Own[Any], at: int, knowledge: Knowledge) -> Action:
    """Return how a card of the hand is played: face down if it cannot win and that is allowed."""
    action = Action("play", card=own.hand[at], face_down=True)
    beaten = knowledge.progress.standing[0] > knowledge.hand[at]
    if not beaten or not any(action in choice for choice in own.choices):
        return action._replace(face_down=None)
    return action
