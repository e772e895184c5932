"""Simulation: bots play a match from start to end, for statistics, records and tests; the pack for
the next hand (`next_pack`), and which bot acts if partners may answer for each other
(`first_act`).

A match needs three things in turn: a pack when one is wanted, the decisions of seats that may
interrupt, and the decisions of seats whose turn it is. `play` sees to all three, and draws every
random choice from the bits it is given::

    rules, bits = get_rules("cacheta"), Bits(7)
    options = rules.options({"points": 3}, seats=4)
    bots = [get_bot_maker("cacheta")(options, 4, Level.HARD) for _ in range(4)]
    for step in play(rules, options, bots, bits):
        print(step.entry, step.events)
    print(rules.facts(step.state)["over"])

Bots are asked one after the other, until one acts (`first_act`). Where partners may answer for each
other, the answer of the first binds. So a bot that would give up waits: its partners are asked,
too, and only if all of them would give up, it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits, riffle
from cardtui_engine.bots import Bot
from cardtui_engine.cards import Card
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.library.records import Act, Pack, Step
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView


def gives_up(view: SeatView[Any, Any], action: Action) -> bool:
    """Return whether an action gives away what is played for."""
    return any(
        choice.kind is ChoiceKind.GIVES_UP and action in choice for choice in view.own.choices
    )


def first_act(
    rules: AnyRules,
    state: Any,
    seats: Iterable[int],
    decide: Callable[[int, SeatView[Any, Any]], Action | None],
) -> Act | None:
    """Return what the first of these seats does that does anything; ``None`` if none does.

    Args:
        seats: the seats to ask, in order.
        decide: returns what a seat does with its view; ``None`` for nothing.
    """
    waits: Act | None = None
    for seat in seats:
        view = rules.seat_view(state, seat)
        action = decide(seat, view)
        if action is None:
            continue
        if not rules.runs_together or not gives_up(view, action):
            return Act(seat, action)
        waits = waits or Act(seat, action)
    return waits


def play(
    rules: AnyRules,
    options: Mapping[str, OptionValue],
    bots: Sequence[Bot],
    bits: Bits,
    dealer: int = 0,
) -> Iterator[Step]:
    """Play until the match is over; the first step is the start, and has no entry.

    The entries of the steps are those of a record. A match may be long, or endless where the
    options set no limit: stop when you have seen enough.

    Args:
        options: as `Rules.options` returned them.
        bots: one bot for each seat.
        bits: the source of packs and of the bots' choices.

    Raises:
        BadSetup: the game cannot be played with that many seats, or there is no such dealer.
        IllegalAction: a bot did what the rules forbid.
    """
    state = rules.start(options, len(bots), dealer)
    yield Step(state, None, ())
    while not (turn := rules.turn(state)).over:
        if turn.wants_pack:
            pack = next_pack(rules, state, bits)
            state, events = rules.deal(state, pack)
            yield Step(state, Pack(pack), events)
        else:
            act = next_act(rules, state, bots, bits)
            state, events = rules.apply(state, act.seat, act.action)
            yield Step(state, act, events)


def next_pack(rules: AnyRules, state: Any, bits: Bits) -> tuple[Card, ...]:
    """Return the pack for the next hand: shuffled, or riffled where the game wants a riffle."""
    chance = rules.turn(state).chance
    if chance is not None and chance.gathered is not None:
        return riffle(chance.gathered, [bits.below(2) for _ in chance.gathered])
    pack = list(rules.pack_of(state))
    bits.shuffle(pack)
    return tuple(pack)


def next_act(rules: AnyRules, state: Any, bots: Sequence[Bot], bits: Bits) -> Act:
    """Return the next action of the bots.

    Bots are asked in this order, and from seat 0 up: the seats that may interrupt, those that may
    declare something, and those whose turn it is. Partners may leave it to each other to give up
    (`first_act`).

    Raises:
        RuntimeError: a bot whose turn it is did nothing.
    """
    turn = rules.turn(state)
    act = first_act(rules, state, turn.asked, lambda seat, view: bots[seat].decide(view, bits))
    if act is not None:
        return act
    raise RuntimeError(f"no bot of seats {turn.to_act} acts in phase {str(turn.phase)!r}")
