"""Play strategies that keep to a plan against hard bots of Cacho, with two, three or four seats.

Each of `PLANS` sits alone among hard bots, who all have as many chips, for single hands. Only hands
in which its first card lets it enter are dealt, since it wins and loses nothing in the others: a
hand counts for the part of all hands that it stands for. Every place is taken as often. ``learnt``
enters where, in as many other hands, a hard bot in its place won by it.

    python -m bench.cacho_probes [--seats N ...] [--hands N] [--chips N] [--seed S] [PLAN ...]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import Bot
from cardtui_engine.cards import Card
from cardtui_engine.games.cacho.bot.odds import outcomes
from cardtui_engine.games.cacho.ranking import PACK, card_rank
from cardtui_engine.games.cacho.state import FIRST, SECOND, STAKES
from cardtui_engine.games.cacho.view import CachoView

RULES: Final = get_rules("cacho")
_GOOD_CHANCE: Final = 0.6


class Plan(NamedTuple):
    """A strategy; where it has no plan, it does what a hard bot does.

    Attributes:
        enters: the least first card with which it enters.
        stays: whether it always bets in the second round.
        says: what it says in the third round, by the bot's own word, the view and its chance to
            beat any hand.
    """

    enters: int
    stays: bool = False
    says: Callable[[Action, CachoView, float], Action] | None = None


def _raised(view: CachoView, part: float) -> Action:
    """Return a bet, or a raise, by that part of the pot; a call where neither is possible."""
    top, cap = max(view.game.bets), view.game.cap
    assert cap is not None
    if top >= cap:
        return Action("call")
    return Action(
        "raise" if top else "bet", to=min(cap, top + max(1, round(part * view.common.pot)))
    )


def _steals(said: Action, view: CachoView, _chance: float) -> Action:
    return _raised(view, 1) if not any(view.game.bets) else said


def _goes_all_in(said: Action, view: CachoView, chance: float) -> Action:
    return _raised(view, 100) if chance > _GOOD_CHANCE else said


def _punishes(said: Action, view: CachoView, _chance: float) -> Action:
    return _raised(view, 1.5) if any(view.game.bets) and said.verb != "raise" else said


def _waits(said: Action, view: CachoView, chance: float) -> Action:
    """Pay for good cards alone, and never bluff."""
    if any(view.game.bets):
        return said if chance > _GOOD_CHANCE or said.verb == "pass" else Action("pass")
    return said if chance > _GOOD_CHANCE or said.verb in ("pass", "check") else Action("bet", to=1)


PLANS: Final[Mapping[str, Plan]] = {
    "tight6": Plan(6),
    "tight5": Plan(5),
    "loose": Plan(3),
    "steal6": Plan(6, stays=True, says=_steals),
    "steal5": Plan(5, stays=True, says=_steals),
    "allin6": Plan(6, says=_goes_all_in),
    "allin5": Plan(5, says=_goes_all_in),
    "punish6": Plan(6, stays=True, says=_punishes),
    "wait6": Plan(6, says=_waits),
    "wait5": Plan(5, says=_waits),
}


class Table:
    """Single hands at a table where all have as many chips; places count from the eldest."""

    def __init__(self, seats: int, chips: int) -> None:
        self.seats = seats
        self._options = RULES.options({"buy_in": chips, "hands": 1}, seats)
        self.bot: Bot = get_bot_maker("cacho")(self._options, seats, Level.HARD)

    def dealt(self, place: int, least: int, bits: Bits) -> tuple[Any, int]:
        """Return a hand in which the first card at that place is that at least; and its rank."""
        pack: list[Card] = list(PACK)
        bits.shuffle(pack)
        good = [card for card in pack if card_rank(card) >= least]
        at = pack.index(good[bits.below(len(good))])
        pack[place], pack[at] = pack[at], pack[place]
        state = RULES.start(self._options, self.seats, self.seats - 1)
        return RULES.deal(state, pack)[0], card_rank(pack[place])

    def won(self, state: Any, place: int, plan: Plan, bits: Bits) -> tuple[int, int]:
        """Play it; return what a plan wins at that place, and how many had entered before it."""
        before, entered = state.betting.chips[place], 0
        while not (turn := RULES.turn(state)).over and not turn.wants_pack:
            seat = turn.to_act[0]
            view: CachoView = RULES.seat_view(state, seat)
            if seat != place:
                action = self.bot.decide(view, bits)
            else:
                if state.phase == FIRST:
                    entered = sum(view.game.bets)
                action = self._planned(view, plan, bits)
            assert action is not None
            state, _ = RULES.apply(state, seat, action)
        return state.betting.chips[place] - before, entered

    def _planned(self, view: CachoView, plan: Plan, bits: Bits) -> Action:
        phase = view.common.phase
        if phase == FIRST or (phase == SECOND and plan.stays):
            return Action("bet")
        said = self.bot.decide(view, bits)
        assert said is not None
        if phase in STAKES or plan.says is None:
            return said
        odds = outcomes(tuple(sorted(view.own.hand)))[0]
        return plan.says(said, view, odds.worse + odds.equal / 2)


def brings(table: Table, plan: Plan, hands: int, seed: int) -> tuple[float, float]:
    """Return what a plan brings in chips a hand, and half of the interval of 95 %."""
    bits, won = Bits(seed), []
    for number in range(hands):
        place = number % table.seats
        state, _ = table.dealt(place, plan.enters, bits)
        won.append(table.won(state, place, plan, bits)[0])
    part = (7 - plan.enters) / 6
    return part * fmean(won), part * 1.96 * stdev(won) / sqrt(len(won))


def learnt(table: Table, hands: int, seed: int) -> tuple[float, float]:
    """Return the same of who enters where half of the hands say that it pays, in the others."""
    bits, plan = Bits(seed), Plan(1)
    learns: Counter[tuple[int, int, int]] = Counter()
    won: list[float] = []
    for number in range(2 * hands):
        place = number % table.seats
        state, rank = table.dealt(place, plan.enters, bits)
        brought, entered = table.won(state, place, plan, bits)
        if number < hands:
            learns[place, entered, rank] += brought
        else:
            won.append(brought if learns[place, entered, rank] > 0 else 0)
    return fmean(won), 1.96 * stdev(won) / sqrt(len(won))


def main() -> None:
    """Print a line for each number of seats and plan."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("plans", nargs="*", metavar="PLAN", help="by default all, and learnt")
    parser.add_argument("--seats", nargs="+", type=int, default=(2, 3, 4), metavar="N")
    parser.add_argument("--hands", type=int, default=20_000, metavar="N")
    parser.add_argument("--chips", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    args = parser.parse_args()
    for seats in args.seats:
        table = Table(seats, args.chips)
        for name in args.plans or (*PLANS, "learnt"):
            if name == "learnt":
                mean, half = learnt(table, args.hands, args.seed)
            else:
                mean, half = brings(table, PLANS[name], args.hands, args.seed)
            print(f"{seats} seats  {name:8} {mean:+.3f} ± {half:.3f} chips a hand", flush=True)


if __name__ == "__main__":
    main()
