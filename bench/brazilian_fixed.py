"""Strategies for the trucos of Brazil (`FIXED_STRATEGIES`), and what a bot wins against each.

They play cards plainly: a leader plays the highest, who follows wins as cheaply as possible or
throws the lowest, and nobody beats a partner's winning card as the last to play. What they raise
and accept are thresholds, of which some are *always* and *never*; each partner goes by its own
cards. None draws lots, and most never change; the last of them do, by what they have seen in the
match. They are yardsticks, of which the worst case counts.

No pack is cut. Printed are the part of the matches that the bot wins, with the bounds of 95 %
(Wilson's), and what it wins in points a hand; `duels` plays them.

    python -m bench.brazilian_fixed [--preset P] [--seats S] [--matches N] [--from M] [NAME ...]
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
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
    of_mine,
    of_others,
    rated,
)
from bench.duels import bot_named, setting_of, tell
from cardtui_engine import Action, Bits, get_rules
from cardtui_engine.bots import Bot
from cardtui_engine.cards import FRENCH, UNKNOWN, Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK, RANKS
from cardtui_engine.views import SeatView

ALWAYS: Final = -1
NEVER: Final = 101

_MOST_AFTER_ONE_RAISE: Final = 4
"""The most that a hand is worth after one raise."""


class Plan(NamedTuple):
    """What a strategy does; a raise or an answer has the least `power` that it needs.

    Attributes:
        calls: the least for truco, by trick.
        raises: the least for raises above truco.
        wants: the least to accept truco, and to accept more.
        ahead: whether it says truco only when its side won a trick more than the other.
        poor: the most with which it says truco after the first trick as well, to bluff.
        plays_on: the least to play on at eleven.
    """

    calls: tuple[int, int, int] = (70, 65, 70)
    raises: int = 90
    wants: tuple[int, int] = (45, 60)
    ahead: bool = False
    poor: int = ALWAYS
    plays_on: int = 50


class Fixed:
    """A player with a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:  # noqa: ARG002 - as bots are asked
        """See `cardtui_engine.bots.Bot.decide`."""
        if view.own.seat not in view.common.to_act:
            return None
        verbs = {choice.verb: choice for choice in view.own.choices}
        plan = self.plan
        match view.common.phase:
            case "cut":
                return Action("tap") if "tap" in verbs else verbs["cut"].first()
            case "mao":
                return Action("keep")
            case "iron":
                return Action("turn_up")
            case "eleven":
                return Action("play_on" if power(view) >= plan.plays_on else "run")
            case "answer":
                return _answer(plan, view, raises="raise" in verbs)
            case _:
                pass
        won = [trick.team for trick in view.game.tricks]
        team = view.own.seat & 1
        least = plan.calls[len(won)]
        if plan.ahead and won.count(team) <= won.count(1 - team):
            least = NEVER
        has = power(view)
        if "truco" in verbs and (has >= least or (won and has <= plan.poor)):
            return Action("truco")
        if "raise" in verbs and has >= plan.raises:
            return Action("raise")
        return Action("play", card=_card(view))


def _answer(plan: Plan, view: SeatView[Any, Any], *, raises: bool) -> Action:
    has = power(view)
    if raises and has >= plan.raises:
        return Action("raise")
    return Action(
        "accept" if has >= plan.wants[view.game.proposed > _MOST_AFTER_ONE_RAISE] else "run"
    )


def power(view: SeatView[Any, Any]) -> int:
    """Return what a plain player thinks of its cards, from 0 to 100.

    It is the chance of its cards against as many of one opponent's, drawn from the whole pack; a
    trick that it can take with what lies on the table counts as won.
    """
    heights = _heights(view)
    seat = view.own.seat
    team = seat & 1
    hand = sorted(heights[card] for card in view.own.hand if card != UNKNOWN)
    won = [
        0 if trick.team is None else 1 if trick.team == team else -1 for trick in view.game.tricks
    ]
    ours, theirs = (_best(view, side, heights) for side in (team, 1 - team))
    if any(each.seat == seat for each in view.game.trick):
        chance = _odds(ours) if theirs < 0 else 1.0 if ours > theirs else 0.5 * (ours == theirs)
        return round(100 * _won(won, [chance, *map(_odds, reversed(hand))]))
    if theirs >= 0 and hand:
        beats = next((each for each in hand if each > theirs), None)
        spent = hand[0] if beats is None and ours <= theirs else beats or hand[0]
        hand.remove(spent)
        chance = 1.0 if max(ours, spent) > theirs else 0.5 * (spent == theirs)
        return round(100 * _won(won, [chance, *map(_odds, reversed(hand))]))
    return round(100 * _won(won, [_odds(each) for each in reversed(hand)]))


def _won(won: Sequence[int], chances: Sequence[float]) -> float:
    """Return the chance to win the hand, given what is won, and the chances of what is left."""
    lead = sum(won)
    if abs(lead) == 2 or not chances:
        return 0.5 + lead / 4 if abs(lead) == 2 else 0.5 + lead / 2
    if not won:
        rest = chances[1:]
        if len(rest) < 2:
            return chances[0]
        one, other = rest[:2]
        return chances[0] * (one + other - one * other) + (1 - chances[0]) * one * other
    first, *rest = chances
    if len(won) == 2 or won[0] == 0:
        return first
    other = rest[0] if rest else 0.0
    return first + other - first * other if lead > 0 else first * other


def _odds(height: int) -> float:
    """Return how many of the pack's cards are lower; of equal ones, half."""
    if height > len(RANKS):
        return (36 + height - len(RANKS) - 1) / len(PACK)
    return (3.6 * (height - 0.5)) / len(PACK)


def _best(view: SeatView[Any, Any], team: int, heights: Sequence[int]) -> int:
    """Return the highest card that a side has in the trick on the table; -1 for none."""
    laid = [each for each in view.game.trick if each.seat & 1 == team]
    return max([0 if each.card == UNKNOWN else heights[each.card] for each in laid], default=-1)


def _heights(view: SeatView[Any, Any]) -> Sequence[int]:
    """Return by card how high it is in this hand."""
    manilhas = getattr(view.game, "manilhas", ())
    return _with(manilhas) if manilhas else OLD_STRENGTH


@cache
def _with(manilhas: tuple[Card, ...]) -> Sequence[int]:
    """Return by card how high it is with those manilhas, the highest first."""
    ranks = {rank: height for height, rank in enumerate(RANKS, 1)}
    common = [ranks.get(code[0], 0) for code in FRENCH.codes]
    for lower, card in enumerate(manilhas):
        common[card] = len(RANKS) + len(manilhas) - lower
    return common


def _card(view: SeatView[Any, Any]) -> Card:
    heights = _heights(view)
    hand = sorted(view.own.hand, key=heights.__getitem__)
    if not view.game.trick:
        return hand[-1]
    winning, seats = view.game.winning, len(view.common.cards)
    last = len(view.game.trick) == seats - 1
    if last and winning is not None and not (winning ^ view.own.seat) & 1:
        return hand[0]
    best = max(_best(view, side, heights) for side in (0, 1))
    return next((card for card in hand if heights[card] > best), hand[0])


_WANTS_TIGHT: Final = (75, 85)
_WANTS_TIGHTER: Final = (88, 92)
_WANTS_ALL: Final = (ALWAYS, ALWAYS)
_WANTS_HALF: Final = (35, 50)
_CALLS_FREELY: Final = (ALWAYS, ALWAYS, ALWAYS)
_CALLS_LATE: Final = (NEVER, ALWAYS, ALWAYS)
_CALLS_IN_THIRD: Final = (NEVER, NEVER, ALWAYS)
_CALLS_NEVER: Final = (NEVER, NEVER, NEVER)

_PLAIN: Final = Plan()
_LATE_TIGHT: Final = Plan(_CALLS_LATE, wants=_WANTS_TIGHT)
_MANIAC: Final = Plan(_CALLS_FREELY, ALWAYS, _WANTS_ALL)
_STRONG: Final = Plan((85, 80, 85), 95, _WANTS_TIGHT)

FIXED_STRATEGIES: Final[Mapping[str, Bot]] = {
    name: Fixed(plan)
    for name, plan in {
        "plain": _PLAIN,
        "quiet": Plan((85, 85, 90), 97, (60, 80)),
        "loud": Plan((45, 45, 50), 75, (35, 50)),
        "louder": Plan((35, 30, 35), 60, (30, 40)),
        "never-calls": Plan(_CALLS_NEVER, NEVER),
        "never-calls-all": Plan(_CALLS_NEVER, NEVER, _WANTS_ALL),
        "never-calls-tight": Plan(_CALLS_NEVER, 95, _WANTS_TIGHT),
        "never-wants": Plan(wants=(NEVER, NEVER)),
        "wants-all": Plan(wants=_WANTS_ALL),
        "wants-half": Plan(wants=_WANTS_HALF),
        "wants-tight": Plan(wants=_WANTS_TIGHT),
        "truco-always": Plan(_CALLS_FREELY),
        "always-tight": Plan(_CALLS_FREELY, wants=_WANTS_TIGHT),
        "first-tight": Plan((60, 80, 85), wants=_WANTS_TIGHT),
        "truco-late": Plan(_CALLS_LATE),
        "late-tight": _LATE_TIGHT,
        "late-tighter": Plan(_CALLS_LATE, 97, _WANTS_TIGHTER),
        "late-all": Plan(_CALLS_LATE, wants=_WANTS_ALL),
        "late-half": Plan((NEVER, 35, 35), wants=_WANTS_TIGHT),
        "late-most": Plan((NEVER, 20, 20), wants=_WANTS_TIGHT),
        "late-some": Plan((NEVER, 50, 50), wants=_WANTS_TIGHT),
        "late-half-plain": Plan((NEVER, 35, 35)),
        "second-half": Plan((NEVER, 35, 85), wants=_WANTS_TIGHT),
        "truco-third": Plan(_CALLS_IN_THIRD),
        "third-tight": Plan(_CALLS_IN_THIRD, wants=_WANTS_TIGHT),
        "third-solid": Plan((70, 65, ALWAYS)),
        "truco-ahead": Plan(_CALLS_LATE, ahead=True),
        "ahead-tight": Plan(_CALLS_LATE, wants=_WANTS_TIGHT, ahead=True),
        "ahead-half": Plan((NEVER, 40, 40), wants=_WANTS_TIGHT, ahead=True),
        "raises-back": Plan(raises=ALWAYS),
        "late-raises-back": Plan(_CALLS_LATE, 45, _WANTS_TIGHT),
        "strong-raises-back": Plan((85, 80, 85), 55, (60, 60)),
        "maniac": _MANIAC,
        "strong": _STRONG,
        "strongest": Plan((93, 93, 96), 98, (80, 90)),
        "traps": Plan(_CALLS_NEVER, 55, (50, 60)),
        "poles": Plan((85, 80, 85), poor=25),
        "poles-tight": Plan((85, 80, 85), wants=_WANTS_TIGHT, poor=25),
        "poles-late": Plan((NEVER, 80, 85), wants=_WANTS_TIGHT, poor=40),
        "poles-back": Plan((80, 75, 80), 80, (55, 65), poor=15),
    }.items()
}

_TAKES: Final = Plan(wants=_WANTS_HALF)
_RUNS: Final = Plan(wants=_WANTS_TIGHTER)
_FREE: Final = Plan(_CALLS_FREELY, wants=_WANTS_TIGHT)
_BLUFFS: Final = Plan((NEVER, 20, 20), wants=_WANTS_TIGHT)
_SEARCH_RATES: Final = (0.2, 0.4, 0.6)


def _counted(habits: Sequence[str], done: str, else_done: str) -> tuple[int, int]:
    """Return how often something was done, and how often that or something else."""
    words = "".join(habits)
    times = sum(map(words.count, done))
    return times, times + sum(map(words.count, else_done))


def _calls(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how often the others said truco after the first trick, and could have."""
    return _counted(of_others(view), "LST", "lst")


def _wants(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how often the others accepted or raised, and were asked."""
    return _counted(of_others(view), "=+", "-")


def _burnt(view: SeatView[Any, Any]) -> tuple[int, int]:
    """Return how many of its own raises that were played to the end it lost."""
    return _counted(of_mine(view), "x", "w")


_CHANGING_PLANS: Final[Mapping[str, tuple[Which, Sequence[Plan]]]] = {
    # by the number of the hand
    "late-then-plain": (every(8), [_LATE_TIGHT, _PLAIN]),
    "plain-then-late": (every(8), [_PLAIN, _LATE_TIGHT]),
    "strong-then-free": (every(6), [_STRONG, _FREE]),
    "free-then-strong": (every(6), [_FREE, _STRONG]),
    "every-second": (every(1), [Plan((NEVER, 75, 80), wants=_WANTS_TIGHT), _LATE_TIGHT]),
    "every-third": (every(1, 3), [_STRONG, _STRONG, _FREE]),
    "four-ways": (every(4, 4), [_STRONG, _LATE_TIGHT, _PLAIN, _FREE]),
    "strong-at-first": (after(8), [_STRONG, _FREE]),
    "late-at-first": (after(5), [_LATE_TIGHT, _STRONG]),
    "plain-at-first": (after(10), [_PLAIN, _LATE_TIGHT]),
    "wants-at-first": (after(6), [_TAKES, _LATE_TIGHT]),
    "runs-at-first": (after(6), [_RUNS, Plan(wants=_WANTS_ALL)]),
    # by the score
    "desperate": (ahead(3), [Plan(_CALLS_FREELY, 60, (30, 45)), _PLAIN, _PLAIN]),
    "bold-when-behind": (
        ahead(1),
        [_LATE_TIGHT, Plan(wants=_WANTS_TIGHT), Plan(wants=_WANTS_TIGHT)],
    ),
    "bold-when-ahead": (ahead(1), [_STRONG, _STRONG, _LATE_TIGHT]),
    "free-when-ahead": (ahead(2), [_PLAIN, _PLAIN, _FREE]),
    "tight-when-ahead": (ahead(2), [_PLAIN, _LATE_TIGHT, _STRONG]),
    "bold-at-the-end": (at_score(8), [_STRONG, _LATE_TIGHT]),
    "tight-at-the-end": (at_score(7), [_LATE_TIGHT, _STRONG]),
    "free-at-the-end": (at_score(9), [_PLAIN, _FREE]),
    # by the last hand
    "bold-after-wins": (LastHand(), [_STRONG, _LATE_TIGHT]),
    "bold-after-losses": (LastHand(), [_LATE_TIGHT, _STRONG]),
    "free-after-wins": (LastHand(), [_PLAIN, _FREE]),
    "free-after-losses": (LastHand(), [_FREE, _PLAIN]),
    # by lots
    "a-third-late": (lots(0.33), [Plan(wants=_WANTS_TIGHT), _LATE_TIGHT]),
    "half-late": (lots(0.5), [_STRONG, _LATE_TIGHT]),
    "half-free": (lots(0.5), [_STRONG, _FREE]),
    "two-thirds-late": (lots(0.67), [Plan(wants=_WANTS_TIGHT), _LATE_TIGHT]),
    # by how often the others accept
    "bluffs-folders": (rated(_wants, 0.4), [_LATE_TIGHT, _PLAIN]),
    "bluffs-folders-soon": (rated(_wants, 0.5, few=2), [_BLUFFS, _STRONG]),
    "bluffs-folders-free": (rated(_wants, 0.45, at_first=1), [_FREE, _STRONG]),
    "three-by-folds": (rated(_wants, 0.3, 0.5, at_first=1), [_FREE, _LATE_TIGHT, _STRONG]),
    # by how often the others say truco
    "takes-from-raisers": (rated(_calls, 0.4), [Plan(wants=_WANTS_TIGHT), _TAKES]),
    "takes-and-bluffs": (
        rated(_calls, 0.4),
        [_LATE_TIGHT, Plan((NEVER, 20, 20), wants=_WANTS_HALF)],
    ),
    "raises-raisers": (rated(_calls, 0.45), [_LATE_TIGHT, Plan(raises=50, wants=_WANTS_HALF)]),
    "mirrors": (
        rated(_calls, *_SEARCH_RATES),
        [Plan((NEVER, least, least), wants=_WANTS_TIGHT) for least in (90, 65, 35, 10)],
    ),
    "opposes": (
        rated(_calls, *_SEARCH_RATES),
        [Plan((NEVER, least, least), wants=_WANTS_TIGHT) for least in (10, 35, 65, 90)],
    ),
    "mirrors-answers": (
        rated(_wants, *_SEARCH_RATES),
        [Plan(wants=(least, least + 8)) for least in (90, 70, 45, 20)],
    ),
    # by what its own raises came to
    "once-burnt": (rated(_burnt, 0.5, few=2), [_LATE_TIGHT, _STRONG]),
    "never-burnt": (rated(_burnt, 0.4, few=1), [_FREE, Plan(wants=_WANTS_TIGHT)]),
}

ADAPTIVE_STRATEGIES: Final[Mapping[str, Bot]] = {
    name: Changing(which, *map(Fixed, plans)) for name, (which, plans) in _CHANGING_PLANS.items()
}


def main() -> None:
    """Play, and print a line for each strategy."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--preset", default="paulista")
    parser.add_argument("--seats", type=int, choices=(2, 4, 6), default=2)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first pack")
    parser.add_argument("--bot", default="hard", help="a level, or module:Class")
    args = parser.parse_args()
    games = ("truco-paulista", "truco-brasileiro")
    [game] = [
        game for game in games if args.preset in [each.name for each in get_rules(game).presets]
    ]
    setting = setting_of(game, args.preset, args.seats)
    bot = bot_named(args.bot, setting)
    players = {**FIXED_STRATEGIES, **ADAPTIVE_STRATEGIES}
    for name in args.names or players:
        other = players.get(name) or bot_named(name, setting)
        tell(name, setting, bot, other, matches=args.matches, first=args.first)


if __name__ == "__main__":
    main()
