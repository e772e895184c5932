"""Random play for the laws: options, packs and legal actions drawn from seeded bits, and how
seldom giving up or a dear raise is drawn (`random_action`).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardtui_engine.actions import Action, Kind
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.cards import Card
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.events import Event
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.library.simulate import next_act
from cardtui_engine.options import OptionKind, OptionSpec, OptionValue
from cardtui_engine.plain import plain
from cardtui_engine.rules import AnyRules

_PLAYING_KINDS = (ChoiceKind.PLAIN, ChoiceKind.STAYS)


class NobodyCanActError(Exception):
    """A game waits for seats to which it offers nothing, so that nothing ever happens again."""


class Played(NamedTuple):
    """One step of a random match: what was done, and the position after it."""

    before: Any
    seat: int | None
    action: Action | None
    pack: tuple[Card, ...] | None
    events: tuple[Event, ...]
    state: Any


def random_options(rules: AnyRules, seats: int, bits: Bits) -> dict[str, OptionValue]:
    """Return options drawn at random, each left out half of the time where a match stays short."""
    given = {
        spec.name: _value(spec, seats, bits)
        for spec in rules.specs
        if _is_long_by_default(spec) or bits.below(2)
    }
    return rules.options(given, seats)


def _is_long_by_default(spec: OptionSpec) -> bool:
    return spec.short is not None and spec.default not in range(spec.short[0], spec.short[1] + 1)


def _value(spec: OptionSpec, seats: int, bits: Bits) -> Any:
    low, high = spec.short or (spec.low, min(spec.high, spec.low + 20))
    match spec.kind:
        case OptionKind.FLAG:
            return bool(bits.below(2))
        case OptionKind.CHOICE:
            return spec.choices[bits.below(len(spec.choices))]
        case OptionKind.TEXT:
            return "x"
        case OptionKind.NUMBER:
            return low + spec.step * bits.below((high - low) // spec.step + 1)
        case OptionKind.NUMBER_BY_SEAT:
            return [low + bits.below(high - low + 1) for _ in range(seats)]


def random_pack(rules: AnyRules, state: Any, bits: Bits) -> tuple[Card, ...]:
    """Return the pack of the match in random order."""
    pack = list(rules.pack_of(state))
    bits.shuffle(pack)
    return tuple(pack)


def has_melds(rules: AnyRules) -> bool:
    """Whether hands are won by collecting cards, which play at random would never do."""
    return any(param.kind is Kind.MELDS for verb in rules.verbs.values() for param in verb.params)


def random_action(
    rules: AnyRules, state: Any, bits: Bits, bots: Sequence[Bot] = ()
) -> tuple[int, Action]:
    """Return a legal action of somebody; giving up is drawn seldom, so that hands are played.

    With bots, they decide most of the time, in the same turn order as a table asks them.

    Raises:
        NobodyCanActError: nobody whom the game waits for is offered anything.
    """
    turn = rules.turn(state)
    seats = turn.to_act + turn.may_act
    if bots and bits.below(8):
        return next_act(rules, state, bots, bits)
    while True:
        seat = turn.to_act[bits.below(len(turn.to_act))]
        if turn.may_act and not bits.below(4):
            seat = seats[bits.below(len(seats))]
            if not rules.legal(state, seat):  # it may act, but has nothing to act with
                seat = turn.to_act[0]
        choices = rules.legal(state, seat)
        if not choices:
            if any(rules.legal(state, each) for each in turn.to_act):
                continue
            raise NobodyCanActError(
                f"In the phase “{turn.phase}” the game waits for the seats {turn.to_act}, and "
                "offers them nothing"
            )
        choice = choices[bits.below(len(choices))]
        # Raise upon raise, and a match would be over in a hand.
        prices = [each.price for each in choices if each.kind in _PLAYING_KINDS and each.price]
        rash = choice.price is not None and choice.price > min(prices, default=0)
        if not (rash or choice.kind is ChoiceKind.GIVES_UP) or not bits.below(6):
            break
    return seat, choice.sample(bits)


def random_match(
    rules: AnyRules, seats: int, bits: Bits, options: dict[str, OptionValue], limit: int = 1500
) -> Iterator[Played]:
    """Play at random until the match is over (or the limit of steps)."""
    state = rules.start(options, seats, bits.below(seats))
    bots = []
    if has_melds(rules):
        make = get_bot_maker(rules.id)
        bots = [make(options, seats, Level.EASY) for _ in range(seats)]
    for _ in range(limit):
        turn = rules.turn(state)
        if turn.over:
            return
        before = state
        if turn.wants_pack:
            pack = random_pack(rules, state, bits)
            state, events = rules.deal(state, pack)
            yield Played(before, None, None, pack, events, state)
        else:
            seat, action = random_action(rules, state, bits, bots)
            state, events = rules.apply(state, seat, action)
            yield Played(before, seat, action, None, events, state)


def outcome_of(rules: AnyRules, state: Any, events: Any) -> str:
    """Return what the rules make public: who acts, scores and chips, and what was settled."""
    view = rules.view(state, None)
    common = view.common
    settled = [
        plain(event, rules.deck)
        for event in events
        if type(event).__name__
        in ("TrickEnded", "EnvidoSettled", "FlorSettled", "HandEnded", "CardsShown", "Burned")
    ]
    told = [common.phase, common.to_act, common.scores, getattr(view.game, "flor", None)]
    return repr((*told, settled))
