"""Strategies for Truco argentino that never change (`FIXED_STRATEGIES`), or do in a match
(`ADAPTIVE_STRATEGIES`).

They play cards plainly: a leader plays the highest, who follows wins as cheaply as possible or
throws the lowest, and nobody beats a partner's winning card as the last to play. What they bet,
call and accept are thresholds, of which some are *always* and *never*; each partner goes by its own
cards. None draws lots in a hand. They are yardsticks for bots, of which the worst case counts:

    from bench.argentino_fixed import FIXED_STRATEGIES, RealAlways
    FIXED_STRATEGIES["real always"].decide(view, bits)  # RealAlways() does the same
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bench.changing import (
    Changing,
    LastHand,
    Which,
    after,
    ahead,
    at_score,
    every,
    lots,
    of_others,
    rated,
)
from cardtui_engine import Action, Bits
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.verbs import FLOR_BETS
from cardtui_engine.views import SeatView

ALWAYS: Final = -1
NEVER: Final = 99

_GOOD_FLOR: Final = 30
"""The least flor with which everybody here accepts a bet on it; nobody raises one."""

_CALLS: Final = ("truco", "retruco", "vale_cuatro")


class Plan(NamedTuple):
    """What a strategy does; a bet, a call or an answer has the least that it needs.

    Numbers of envido go from 0 to 33, hands from 0 to 100 (`power`).

    Attributes:
        opens: how it opens the envido: pairs of a bet and the least number for it, best first.
        takes: the least number with which it accepts an envido; two more for a real envido, and
            five more for a falta.
        lifts: how it raises an envido: pairs as in ``opens``.
        calls: the least power with which it calls truco, retruco and vale cuatro.
        wants: the least power with which it accepts each of the three.
        since: the trick from which it calls, from 0.
        ahead: whether it calls only when it won a trick more than the other.
        poor: the most power with which it calls truco after the first trick as well, to bluff.
        flat: whether a real or a falta needs no more than an envido to be accepted.
    """

    opens: tuple[tuple[str, int], ...] = ()
    takes: int = 24
    lifts: tuple[tuple[str, int], ...] = ()
    calls: tuple[int, int, int] = (65, 80, 92)
    wants: tuple[int, int, int] = (45, 60, 75)
    since: int = 0
    ahead: bool = False
    poor: int = ALWAYS
    flat: bool = False


class Fixed:
    """A player with a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:  # noqa: ARG002 - as bots are asked
        """See `cardtui_engine.bots.Bot.decide`."""
        if view.own.seat not in view.common.to_act:
            return None
        choices = {choice.verb: choice for choice in view.own.choices}
        game, number = view.game, view.own.game.number
        match view.common.phase:
            case "cut":
                return Action("tap")
            case "show":
                return Action("ask")
            case "envido":
                return _declared(view, choices)
            case _:
                pass
        if "flor" in choices:
            return Action("flor")
        if game.call in FLOR_BETS:
            return Action("quiero" if (view.own.game.flor or 0) >= _GOOD_FLOR else "no_quiero")
        if (
            view.common.phase == "answer"
            and game.envido is not None
            and game.envido.state == "open"
        ):
            return self._answer_bet(choices, game.envido.bets[-1], number)
        for bet, least in self.plan.opens:
            if bet in choices and number >= least:
                return Action(bet)
        if view.common.phase == "answer":
            return self._answer_call(view, choices)
        call = self._call(view, choices)
        return call or Action("play", card=_card(view, choices["play"].domain(Cards).cards))

    def _answer_bet(self, choices: Mapping[str, Choice], bet: str, number: int) -> Action:
        for higher, least in self.plan.lifts:
            if higher in choices and number >= least:
                return Action(higher)
        more = 0 if self.plan.flat else {"real_envido": 2, "falta_envido": 5}.get(bet, 0)
        wants = self.plan.takes in (ALWAYS, NEVER) or number >= self.plan.takes + more
        return Action("quiero" if wants and self.plan.takes != NEVER else "no_quiero")

    def _answer_call(self, view: SeatView[Any, Any], choices: Mapping[str, Choice]) -> Action:
        rung = _CALLS.index(view.game.call)
        has = power(view)
        if rung < 2 and _CALLS[rung + 1] in choices and has >= self.plan.calls[rung + 1]:
            return Action(_CALLS[rung + 1])
        return Action("quiero" if has >= self.plan.wants[rung] else "no_quiero")

    def _call(self, view: SeatView[Any, Any], choices: Mapping[str, Choice]) -> Action | None:
        call = next((each for each in _CALLS if each in choices), None)
        won = [trick.team for trick in view.game.tricks]
        team = view.own.seat & 1
        if call is None or len(won) < self.plan.since:
            return None
        if self.plan.ahead and won.count(team) <= won.count(1 - team):
            return None
        has = power(view)
        bluffs = call == "truco" and won and has <= self.plan.poor
        return Action(call) if bluffs or has >= self.plan.calls[_CALLS.index(call)] else None


def power(view: SeatView[Any, Any]) -> int:
    """Return what a plain player thinks of its cards, from 0 to 100.

    After a trick won it needs one good card more, after one lost it needs two; what has been played
    to the trick on the table is counted as won or lost.
    """
    seat = view.own.seat
    team = seat & 1
    hand = sorted(STRENGTH[card] for card in view.own.hand)
    won = [trick.team for trick in view.game.tricks]
    ours, theirs = (
        max((STRENGTH[card] for by, card in view.game.trick if by & 1 == side), default=0)
        for side in (team, 1 - team)
    )
    if ours > theirs:
        won.append(team if ours >= 10 else 1 - team)
    elif theirs:
        played = any(by == seat for by, _ in view.game.trick)
        beating = [each for each in hand if each >= theirs and not played]
        if beating:
            won.append(team if beating[0] > theirs else None)
            hand.remove(beating[0])
        else:
            won.append(None if ours == theirs else 1 - team)
            hand = hand if played else hand[1:]
    lead = sum((1 if each == team else -1) for each in won if each is not None)
    if len(won) >= 2 and abs(lead) == 2:
        return 100 if lead > 0 else 0
    best = hand[-1] if hand else 0
    second = hand[-2] if len(hand) > 1 else 0
    if len(won) == 3 or not hand:
        return 100 if lead > 0 else 0
    if lead > 0:
        return min(100, 25 + 6 * best)
    if lead < 0:
        return max(0, 3 * best + 4 * second - 25) if len(won) == 1 else 7 * best
    return min(100, 4 * best + 3 * second) if not won else 7 * best


def _declared(view: SeatView[Any, Any], choices: Mapping[str, Choice]) -> Action:
    number, mano = view.own.game.number, view.own.seat == view.game.mano
    highest = max((claim.number or 0 for claim in view.game.envido.claims), default=-1)
    if "son_buenas" in choices and (highest > number or (highest == number and not mano)):
        return Action("son_buenas")
    return Action("declare", points=number)


def _card(view: SeatView[Any, Any], cards: tuple[Any, ...]) -> Any:
    ordered = sorted(cards, key=STRENGTH.__getitem__)
    if not view.game.trick:
        return ordered[-1]
    best = max(STRENGTH[card] for _, card in view.game.trick)
    winning = view.game.winning
    last = len(view.game.trick) == len(view.game.active) - len(view.game.resigned) - 1
    if last and winning is not None and (winning ^ view.own.seat) & 1 == 0:
        return ordered[0]
    return next((card for card in ordered if STRENGTH[card] > best), ordered[0])


_BETS_BY_NUMBER: Final = (("falta_envido", 31), ("real_envido", 28), ("envido", 25))
_LOUD_BETS: Final = (("falta_envido", 29), ("real_envido", 26), ("envido", 23))
_FREQUENT_CALLS: Final = (40, 60, 80)

PLANS: Final[Mapping[str, Plan]] = {
    "plain": Plan(),
    "never bets, never calls": Plan(calls=(NEVER, NEVER, NEVER)),
    "never wants anything": Plan(takes=NEVER, wants=(NEVER, NEVER, NEVER)),
    "wants everything": Plan(takes=ALWAYS, wants=(ALWAYS, ALWAYS, ALWAYS)),
    "envido always": Plan(opens=(("envido", ALWAYS),)),
    "real always": Plan(opens=(("real_envido", ALWAYS),)),
    "falta always": Plan(opens=(("falta_envido", ALWAYS),)),
    "envido from 20": Plan(opens=(("envido", 20),)),
    "envido from 23": Plan(opens=(("envido", 23),)),
    "envido from 26": Plan(opens=(("envido", 26),)),
    "envido from 29": Plan(opens=(("envido", 29),)),
    "real from 20": Plan(opens=(("real_envido", 20),)),
    "real from 25": Plan(opens=(("real_envido", 25),)),
    "real from 28": Plan(opens=(("real_envido", 28),)),
    "falta from 24": Plan(opens=(("falta_envido", 24),)),
    "falta from 28": Plan(opens=(("falta_envido", 28),)),
    "falta from 31": Plan(opens=(("falta_envido", 31),)),
    "bets by the number": Plan(
        opens=_BETS_BY_NUMBER, lifts=(("falta_envido", 31), ("real_envido", 29))
    ),
    "bets loudly by the number": Plan(opens=_LOUD_BETS, lifts=_LOUD_BETS),
    "raises every envido": Plan(
        opens=_BETS_BY_NUMBER, lifts=(("envido", ALWAYS), ("real_envido", ALWAYS))
    ),
    "real on every envido": Plan(opens=_BETS_BY_NUMBER, lifts=(("real_envido", ALWAYS),)),
    "falta on every envido": Plan(opens=_BETS_BY_NUMBER, lifts=(("falta_envido", ALWAYS),)),
    "wants every envido": Plan(opens=_BETS_BY_NUMBER, takes=ALWAYS),
    "wants no envido": Plan(opens=_BETS_BY_NUMBER, takes=NEVER),
    "wants envido from 20": Plan(opens=_BETS_BY_NUMBER, takes=20, flat=True),
    "wants envido from 23": Plan(opens=_BETS_BY_NUMBER, takes=23),
    "wants envido from 27": Plan(opens=_BETS_BY_NUMBER, takes=27),
    "truco always": Plan(opens=_BETS_BY_NUMBER, calls=(ALWAYS, 80, 92)),
    "truco from the second trick": Plan(opens=_BETS_BY_NUMBER, calls=(ALWAYS, 80, 92), since=1),
    "truco in the third trick": Plan(opens=_BETS_BY_NUMBER, calls=(ALWAYS, 80, 92), since=2),
    "truco when ahead": Plan(opens=_BETS_BY_NUMBER, calls=(ALWAYS, 80, 92), ahead=True),
    "truco never": Plan(opens=_BETS_BY_NUMBER, calls=(NEVER, NEVER, NEVER)),
    "truco on little": Plan(opens=_BETS_BY_NUMBER, calls=_FREQUENT_CALLS),
    "truco on much": Plan(opens=_BETS_BY_NUMBER, calls=(80, 92, 96)),
    "wants every truco": Plan(opens=_BETS_BY_NUMBER, wants=(ALWAYS, ALWAYS, ALWAYS)),
    "wants no truco": Plan(opens=_BETS_BY_NUMBER, wants=(NEVER, NEVER, NEVER)),
    "wants truco on little": Plan(opens=_BETS_BY_NUMBER, wants=(25, 40, 60)),
    "wants truco on much": Plan(opens=_BETS_BY_NUMBER, wants=(65, 80, 90)),
    "retruco always": Plan(opens=_BETS_BY_NUMBER, calls=(65, ALWAYS, 92)),
    "retruco on little": Plan(opens=_BETS_BY_NUMBER, calls=(65, 55, 80)),
    "vale cuatro always": Plan(opens=_BETS_BY_NUMBER, calls=(65, 75, ALWAYS)),
    "raises every truco": Plan(opens=_BETS_BY_NUMBER, calls=(ALWAYS, ALWAYS, ALWAYS)),
    "bully": Plan(opens=(("envido", ALWAYS),), calls=(ALWAYS, 80, 92)),
    "bully with real": Plan(opens=(("real_envido", ALWAYS),), calls=(ALWAYS, 80, 92)),
    "bully with falta": Plan(opens=(("falta_envido", ALWAYS),), calls=(ALWAYS, 80, 92)),
    "maniac": Plan(
        opens=(("real_envido", ALWAYS),),
        takes=ALWAYS,
        lifts=(("falta_envido", ALWAYS),),
        calls=(ALWAYS, ALWAYS, ALWAYS),
        wants=(ALWAYS, ALWAYS, ALWAYS),
    ),
    "real always, wants truco on little": Plan(
        opens=(("real_envido", ALWAYS),), calls=_FREQUENT_CALLS, wants=(30, 45, 60)
    ),
    "envido always, wants every truco": Plan(
        opens=(("envido", ALWAYS),), takes=21, calls=_FREQUENT_CALLS, wants=(ALWAYS, 45, 60)
    ),
    "loud": Plan(
        opens=_LOUD_BETS, lifts=_LOUD_BETS, takes=22, calls=_FREQUENT_CALLS, wants=(30, 45, 60)
    ),
    "quiet": Plan(opens=_BETS_BY_NUMBER, takes=26, calls=(80, 92, 96), wants=(60, 75, 90)),
}
"""By name, what each strategy does."""

_SOLID: Final = Plan(opens=_BETS_BY_NUMBER, takes=20, flat=True)
_THIRD_BLUFF: Final = _SOLID._replace(calls=(ALWAYS, 80, 92), since=1)
_FREE: Final = _SOLID._replace(calls=(ALWAYS, 80, 92))
_POLES: Final = _SOLID._replace(poor=25)
_WANTS_ON_LITTLE: Final = _SOLID._replace(wants=(25, 40, 60))
_PRESSES: Final = Plan(opens=(("real_envido", ALWAYS),), calls=_FREQUENT_CALLS, wants=(30, 45, 60))

_LATER_PLANS: Final = {
    "third-bluff, wants on much": _THIRD_BLUFF._replace(wants=(60, 75, 90)),
    "third-bluff": _THIRD_BLUFF,
    "third-bluff on half": _SOLID._replace(calls=(40, 80, 92), since=1),
    "third-bluff when ahead": _THIRD_BLUFF._replace(ahead=True),
    "free": _FREE,
    "poles": _POLES,
    "poles on less": _SOLID._replace(poor=40, wants=(70, 85, 95)),
}

FIXED_STRATEGIES: Final = {name: Fixed(plan) for name, plan in {**PLANS, **_LATER_PLANS}.items()}


def _calls(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how often the others called truco after the first trick, and could have."""
    habits = of_others(view)
    return sum(sum(each.called[1:]) for each in habits), sum(
        sum(each.reached[1:]) for each in habits
    )


def _wants(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how often the others accepted truco, and were asked."""
    habits = of_others(view)
    return sum(each.truco_wanted for each in habits), sum(each.truco_asked for each in habits)


def _takes(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how often the others accepted an envido, and were asked."""
    habits = of_others(view)
    return sum(each.wanted for each in habits), sum(each.asked for each in habits)


_CHANGING_PLANS: Final[Mapping[str, tuple[Which, Sequence[Plan]]]] = {
    "solid, then third-bluff": (every(4), [_SOLID, _THIRD_BLUFF]),
    "free, then solid": (every(4), [_FREE, _SOLID]),
    "every second hand": (every(1), [_SOLID, _THIRD_BLUFF]),
    "four ways": (every(2, 4), [_SOLID, _THIRD_BLUFF, _WANTS_ON_LITTLE, _PRESSES]),
    "solid at first": (after(5), [_SOLID, _FREE]),
    "third-bluff at first": (after(4), [_THIRD_BLUFF, _SOLID]),
    "presses at first": (after(4), [_PRESSES, _SOLID]),
    "desperate": (ahead(4), [_PRESSES, _SOLID, _SOLID]),
    "bold when behind": (ahead(1), [_THIRD_BLUFF, _SOLID, _SOLID]),
    "bold when ahead": (ahead(1), [_SOLID, _SOLID, _THIRD_BLUFF]),
    "bold at the end": (at_score(10), [_SOLID, _THIRD_BLUFF]),
    "bold after wins": (LastHand(), [_SOLID, _THIRD_BLUFF]),
    "bold after losses": (LastHand(), [_THIRD_BLUFF, _SOLID]),
    "half free": (lots(0.5), [_SOLID, _FREE]),
    "a third presses": (lots(0.33), [_SOLID, _PRESSES]),
    "bluffs folders": (rated(_wants, 0.5, few=3), [_FREE, _SOLID]),
    "takes from raisers": (rated(_calls, 0.4, few=3), [_SOLID, _WANTS_ON_LITTLE]),
    "mirrors": (
        rated(_calls, 0.25, 0.5, few=3),
        [_SOLID._replace(calls=(least, 80, 92)) for least in (85, 60, 30)],
    ),
    "bets at folders": (
        rated(_takes, 0.5, few=2),
        [_SOLID._replace(opens=(("real_envido", ALWAYS),)), _SOLID],
    ),
    "bets small at takers": (
        rated(_takes, 0.6, few=2, at_first=1),
        [_SOLID._replace(opens=(("envido", ALWAYS),)), _SOLID],
    ),
}

ADAPTIVE_STRATEGIES: Final = {
    name: Changing(which, *map(Fixed, plans)) for name, (which, plans) in _CHANGING_PLANS.items()
}

BEGINNER: Final = Fixed(
    Plan(opens=(("envido", 27),), takes=25, calls=(75, NEVER, NEVER), wants=(50, 70, 85))
)
"""Somebody who knows the rules and the order of the cards, and plays what the cards are worth.

It bets envido from 27 and accepts it from 25, calls truco on good cards and accepts it on middling
ones; it never raises, and never bluffs.
"""


def __getattr__(name: str) -> type[Fixed]:
    """Return a strategy as a class that needs no plan: `RealAlways` for ``real always``."""
    for each, player in {**FIXED_STRATEGIES, "beginner": BEGINNER}.items():
        if "".join(word.capitalize() for word in each.replace(",", "").split()) == name:
            return _as_class(name, player.plan)
    raise AttributeError(name)


def _as_class(name: str, plan: Plan) -> type[Fixed]:
    def init(self: Fixed) -> None:
        Fixed.__init__(self, plan)

    return type(name, (Fixed,), {"__init__": init})
