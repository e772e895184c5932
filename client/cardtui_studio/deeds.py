"""What was done in a match (`deeds_in`), with whom (`others_of`), what counts as a bluff
(`_is_bluff`), which bluffs and best hands are told (`hands_of`), and for which moment it is
remembered (`moment_of`, first of several: `chosen`). What a great envido and a straight are:
`_GREAT_ENVIDO_POINTS`, `_SHORTEST_STRAIGHT`.

A bluff held where a raise or a bet won a hand because all others gave up, and the best card left to
them, or at Cacho their hand, was higher. The boldest one won the most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, NamedTuple

from cardtui_client.faces.person_words import company_words
from cardtui_client.history.kept_records import NO_DEEDS, Deeds, KeptRecord, Moment, Remembered
from cardtui_engine.cards import Card
from cardtui_engine.events import (
    EnvidoSettled,
    Event,
    HandEnded,
    HandStarted,
    PointsScored,
    PotWon,
    ScoreReason,
)
from cardtui_engine.library.counts import RAISE_VERBS
from cardtui_engine.library.records import Act, Record, ReplayError, Step, replay
from cardtui_engine.library.registry import get_rules
from cardtui_engine.rules import AnyRules
from cardtui_server.wire.codec import codec_for

_RAISE_OR_BET_VERBS: Final = RAISE_VERBS | {"bet"}
_GIVE_UP_VERBS: Final = frozenset(["run", "no_quiero", "resign", "fold", "pass", "estou_fora"])
_CALL_VERBS: Final = _RAISE_OR_BET_VERBS | {"quiero", "accept", "call"}
"""How others show that they do not believe a raise."""

_SHORTEST_STRAIGHT: Final = 3


class BestHand(NamedTuple):
    """A hand that was worth telling.

    Attributes:
        kind: what for: an envido, a straight, a bluff.
        game: the game's id.
        seat: who held it.
        worth: the number of the envido, the cards of the straight, what the bluff won.
        cards: those that it was done with, as the protocol numbers them.
    """

    kind: Remembered
    game: str
    seat: int
    worth: int
    cards: tuple[int, ...] = ()


class _Raised(NamedTuple):
    """A raise that waits for all others to give up.

    Attributes:
        seat: who raised.
        hands: the cards that each seat then held.
        heights: how high they were; 0 for no cards.
    """

    seat: int
    hands: Sequence[Sequence[Card]]
    heights: Sequence[int]


def hands_of(rules: AnyRules, steps: Iterable[Step]) -> Iterator[BestHand]:
    """Yield what was worth telling in a match."""
    raised: _Raised | None = None
    for step in steps:
        for event in step.events:
            match event:
                case HandStarted():
                    raised = None
                case EnvidoSettled(_, _, int(seat), int(number), False):
                    yield BestHand(Remembered.ENVIDO, rules.id, seat, number)
                case HandEnded(winners) if winners:
                    yield from _straights(rules, step, winners[0])
                    if raised is not None:
                        yield from _bluffs(rules, step, raised, winners)
                case _:
                    pass
        if isinstance(step.entry, Act) and step.entry.action.verb not in _GIVE_UP_VERBS:
            raised = _raised(rules, step, step.entry)


def _raised(rules: AnyRules, step: Step, act: Act) -> _Raised | None:
    if act.action.verb not in _RAISE_OR_BET_VERBS:
        return None
    hands = [rules.deck.cards(each) for each in rules.facts(step.state)["hands"]]
    heights = [rules.height(step.state, cards) if cards else 0 for cards in hands]
    known = [each for each in heights if each is not None]
    return _Raised(act.seat, hands, known) if len(known) == len(hands) else None


def _straights(rules: AnyRules, step: Step, seat: int) -> Iterator[BestHand]:
    """Yield the sequences with which a seat went out."""
    last = getattr(rules.view(step.state, None).game, "last", None)
    write = codec_for(rules.id).cards.write
    for meld in getattr(last, "melds", ()):
        codes = [rules.deck.code(card) for card in meld.cards]
        ranks, suits = (Counter(code[at] for code in codes) for at in (0, -1))
        if len(codes) >= _SHORTEST_STRAIGHT and max(suits.values()) > max(ranks.values()):
            cards = tuple([write(card) for card in meld.cards])
            yield BestHand(Remembered.STRAIGHT, rules.id, seat, len(cards), cards)


def _bluffs(
    rules: AnyRules, step: Step, raised: _Raised, winners: Sequence[int]
) -> Iterator[BestHand]:
    if not (isinstance(step.entry, Act) and step.entry.action.verb in _GIVE_UP_VERBS):
        return
    if raised.seat in winners and _is_bluff(rules, raised):
        paid = sum(
            event.points if isinstance(event, PointsScored) else event.chips
            for event in step.events
            if isinstance(event, PointsScored | PotWon)
        )
        won = max(paid, _worth(rules, step))
        write = codec_for(rules.id).cards.write
        cards = tuple([write(card) for card in raised.hands[raised.seat]])
        yield BestHand(Remembered.BLUFF, rules.id, raised.seat, won, cards)


def _is_bluff(rules: AnyRules, raised: _Raised) -> bool:
    """Return whether others held higher cards than who raised, and their partners."""
    seat, hands, heights = raised
    if not hands[seat]:
        return False
    team = rules.team_of(seat)
    ours = {each for each in range(len(hands)) if each == seat or _same(rules, each, team)}
    return max(heights[each] for each in ours) < max(
        (height for each, height in enumerate(heights) if each not in ours), default=0
    )


def called_bluffs(rules: AnyRules, steps: Iterable[Step]) -> Iterator[int]:
    """Yield the seat of each bluff that others did not believe, and that lost its hand."""
    raised: _Raised | None = None
    called: list[int] = []
    for step in steps:
        if isinstance(step.entry, Act):
            verb = step.entry.action.verb
            if (
                raised is not None
                and verb in _CALL_VERBS
                and not _same_side(rules, raised, step.entry)
            ):
                called += [raised.seat] if _is_bluff(rules, raised) else []
            if verb not in _GIVE_UP_VERBS:
                raised = _raised(rules, step, step.entry)
        for event in step.events:
            match event:
                case HandStarted():
                    raised, called = None, []
                case HandEnded(winners) if winners:
                    yield from {seat for seat in called if seat not in winners}
                    raised, called = None, []
                case _:
                    pass


def _same_side(rules: AnyRules, raised: _Raised, act: Act) -> bool:
    return act.seat == raised.seat or _same(rules, act.seat, rules.team_of(raised.seat))


def _same(rules: AnyRules, seat: int, team: int | None) -> bool:
    return team is not None and rules.team_of(seat) == team


def moment_of(rules: AnyRules, steps: Sequence[Step]) -> Moment | None:
    """Return what a match is remembered for."""
    return chosen([*_moments(rules, steps)])


def chosen(found: Sequence[Moment]) -> Moment | None:
    """Return the moment that is worth telling.

    That is the boldest bluff that held, or the envido that won most of those that turned the score
    or won `_GREAT_ENVIDO_POINTS`, if it won more than half of what the largest hand did; else the
    largest of several hands; else the longest straight, if it had more cards than any must have.
    """
    several = len({each.hand for each in found}) > 1
    largest = max((each.worth for each in found if each.kind == Remembered.HAND), default=0)
    for kind in (Remembered.BLUFF, Remembered.ENVIDO, Remembered.HAND, Remembered.STRAIGHT):
        least = {Remembered.STRAIGHT: _SHORTEST_STRAIGHT, Remembered.HAND: 1}.get(
            kind, largest // 2
        )
        among = [each for each in found if each.kind == kind and each.worth > least]
        if among and (several or kind != Remembered.HAND):
            return max(among, key=lambda each: (each.worth, each.hand))
    return None


_GREAT_ENVIDO_POINTS: Final = 4
"""The points of an envido that was more than usual."""


def _moments(rules: AnyRules, steps: Sequence[Step]) -> Iterator[Moment]:
    """Yield what was worth remembering, hand by hand."""
    for number, hand in _by_hand(steps):
        for best in hands_of(rules, hand):
            if best.kind is not Remembered.ENVIDO:
                yield Moment(best.kind, best.seat, number, best.worth)
        yield from _turning(rules, hand, number)
        events = [event for step in hand for event in step.events]
        won = [each.winners[0] for each in events if isinstance(each, HandEnded) and each.winners]
        if len(won) == 1:
            worth = max(sum(map(_stake, events)), *[_worth(rules, step) for step in hand])
            yield Moment(Remembered.HAND, won[0], number, worth)


def _by_hand(steps: Sequence[Step]) -> Iterator[tuple[int, Sequence[Step]]]:
    """Yield the number of each hand, and its steps from the one on that begins it."""
    begins = [
        (at, event.hand)
        for at, step in enumerate(steps)
        for event in step.events
        if isinstance(event, HandStarted)
    ]
    for (begin, number), (end, _next) in pairwise([*begins, (len(steps), 0)]):
        yield number, steps[begin:end]


def _turning(rules: AnyRules, hand: Sequence[Step], number: int) -> Iterator[Moment]:
    """Yield an envido that won much, or brought the side that was behind ahead."""
    scores = rules.view(hand[0].state, None).common.scores
    for step in hand:
        for event in step.events:
            match event:
                case EnvidoSettled(team, points, int(seat), int(envido), False):
                    behind = scores[1 - team] - scores[team]
                    if 0 < behind < points or points >= _GREAT_ENVIDO_POINTS:
                        yield Moment(Remembered.ENVIDO, seat, number, points, envido)
                case _:
                    pass


def _worth(rules: AnyRules, end: Step) -> int:
    """Return what a hand that a step ended was worth; 0 where nothing says it.

    Where a score stops at the target (TB-35, TP-60), less of it may have been counted.
    """
    if not any(isinstance(each, HandEnded) for each in end.events):
        return 0
    last = getattr(rules.view(end.state, None).game, "last", None)
    scored = any(isinstance(each, PointsScored) for each in end.events)
    return (getattr(last, "points", None) or 0) if scored else 0


def _stake(event: Event) -> int:
    """Return what an event pays for the hand itself."""
    match event:
        case PointsScored(_, points, ScoreReason.HAND):
            return points
        case PotWon(_, chips):
            return chips
        case _:
            return 0


def deeds_in(record: Record) -> Deeds:
    """Return what its owner did; nothing, if it has no owner or cannot be replayed."""
    own = None if record.origin is None else record.origin.own
    if own is None:
        return NO_DEEDS
    try:
        steps = list(replay(record))
    except ReplayError:
        return NO_DEEDS
    rules = get_rules(record.game)
    envidos = [each for step in steps for each in step.events if isinstance(each, EnvidoSettled)]
    side = rules.team_of(own)
    won = [each for each in envidos if each.team == (own if side is None else side)]
    numbers = [each.number for each in won if each.seat == own and each.number is not None]
    return Deeds(
        _score(rules, steps[-1].state, own),
        len(won),
        max(numbers, default=0),
        sum(each.kind is Remembered.BLUFF and each.seat == own for each in hands_of(rules, steps)),
        sum(seat == own for seat in called_bluffs(rules, steps)),
        moment_of(rules, steps),
    )


def _score(rules: AnyRules, state: object, own: int) -> str:
    """Return points or chips, those of the owner's side first."""
    common = rules.view(state, None).common
    team = rules.team_of(own)
    numbers = [*(common.chips or common.scores)]
    at = own if common.chips or team is None else team
    return "–".join(map(str, [numbers.pop(at), *numbers])) if at < len(numbers) else ""


def others_of(record: KeptRecord) -> str:
    """Return against whom the match of a record was played, and with whom."""
    allied = _allied(record)
    others = [(seat, name) for seat, name in enumerate(record.players) if seat != record.own]
    return company_words(
        [name for seat, name in others if seat not in allied],
        [name for seat, name in others if seat in allied],
    )


def _allied(record: KeptRecord) -> set[int]:
    """Return the seats of the owner's team; none where everybody plays alone."""
    with suppress(KeyError):  # a game that is not installed here
        team_of = get_rules(record.game).team_of
        if record.own is not None and (team := team_of(record.own)) is not None:
            return {seat for seat in range(len(record.players)) if team_of(seat) == team}
    return set()
