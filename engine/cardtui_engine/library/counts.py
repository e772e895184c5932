"""What is counted of a match (`Counts`): hands, envidos, raises that the other side took up and
beat, claims, folds; and which acts are raises, folds and claims (`RAISE_VERBS`, `_FOLD_VERBS`,
`_CLAIM_VERBS`). What a bluff is by the cards: `client/cardtui_studio/deeds.py`.

Only what everybody knows is counted, so that everybody may be told: the same for who watched from
the first hand on, who came in the middle, and who reads the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.events import (
    Acted,
    CardsShown,
    Checked,
    EnvidoSettled,
    Event,
    FlorSettled,
    HandEnded,
    HandStarted,
    PhaseBegan,
    TrickEnded,
)
from cardtui_engine.library.deciding_clause import Course, Decision, decision_of
from cardtui_engine.rules import AnyRules

RAISE_VERBS: Final = frozenset(["truco", "retruco", "vale_cuatro", "raise"])
_ACCEPT_VERBS: Final = frozenset(["accept", "quiero"])
_ENVIDO_AND_FLOR_VERBS: Final = frozenset(
    ["envido", "real_envido", "falta_envido", "flor", "contraflor", "contraflor_al_resto"]
)
_FOLD_VERBS: Final = frozenset(["fold", "estou_fora", "pass"])
_CLAIM_VERBS: Final = frozenset(["claim", "cut", "waive"])
"""The verbs by which a hand ends for a seat whose turn it is not."""
_GOING_OUT_REASONS: Final = frozenset(["out", "knock", "cut"])
"""The reasons of a hand that ends as a seat goes out."""
_TEN_CARDS: Final = 10

_Numbers = tuple[int, ...]


class Counts(NamedTuple):
    """How many of each there have been, by side: by team, or by seat where each plays alone.

    Attributes:
        hands: the hands that it won; each duel of a six-handed deal is one.
        envidos: the envidos that it won.
        bluffs: the hands that it won after it had accepted or raised the others' raise: bluffs that
            it called.
        outs: the hands that it won by going out.
        claims: those of them that it ended with a discard taken out of turn.
        tens: those of them that it ended with all ten cards in melds.
        folds: the hands that it left before their end.
        decided: what decided the hand that has ended, until the next one begins; each duel of a
            six-handed deal by itself.
    """

    hands: _Numbers
    envidos: _Numbers
    bluffs: _Numbers
    outs: _Numbers
    claims: _Numbers
    tens: _Numbers
    folds: _Numbers
    decided: tuple[Decision, ...] = ()


class Counted(NamedTuple):
    """A match as it is being counted.

    Attributes:
        counts: what it has come to.
        caller: the side whose raise waits for an answer; ``None`` if none does.
        raiser: the side whose raise was answered last in this hand; ``None`` for neither.
        aside: whether an envido or a flor waits for an answer, so that the next one is not to the
            raise.
        taken: whether the last act took a discard out of turn.
        course: what else of this hand may decide it.
        calls: by seat and verb, how often the seat has said or done that without a card.
    """

    counts: Counts
    caller: int | None = None
    raiser: int | None = None
    aside: bool = False
    taken: bool = False
    course: Course = Course()
    calls: Mapping[tuple[int, str], int] = MappingProxyType({})


def nothing_counted(rules: AnyRules, seats: int) -> Counted:
    """Return the counts of a match before its first hand."""
    sides = len({_side(rules, seat) for seat in range(seats)})
    none = (0,) * sides
    return Counted(Counts(none, none, none, none, none, none, none))


def counted(before: Counted, events: Sequence[Event], rules: AnyRules) -> Counted:
    """Return the counts after something happened.

    >>> from cardtui_engine.library.registry import get_rules
    >>> cacho = get_rules("cacho")
    >>> after = counted(nothing_counted(cacho, 2), [HandEnded((1,), "passes")], cacho)
    >>> after.counts.hands
    (0, 1)

    Args:
        before: the counts before it.
        events: what happened, in order.
    """
    now = before
    for event in events:
        match event:
            case Acted(seat, action):
                now = _acted(now, action, seat, rules)
                if action.verb in _FOLD_VERBS and Checked(seat) not in events:
                    now = _more(now, "folds", _side(rules, seat))
            case HandStarted():
                now = Counted(now.counts._replace(decided=()), calls=now.calls)
            case CardsShown() | PhaseBegan() | TrickEnded():
                now = now._replace(course=now.course.with_event(event))
            case EnvidoSettled(team, wrong=wrong):
                now = _more(now._replace(aside=False), "envidos", team)
                if wrong:  # it was the others' before
                    now = _more(now, "envidos", 1 - team, -1)
            case FlorSettled():
                now = now._replace(aside=False)
            case HandEnded(winners, reason):
                decision = decision_of(rules, now.course, winners, reason, taken=now.taken)
                now = _ended(now, _side(rules, winners[0]) if winners else None, reason)
                counts = now.counts
                decided = (*counts.decided, decision)
                now = Counted(counts._replace(decided=decided), calls=now.calls)
            case _:
                pass
    return now


def _acted(now: Counted, action: Action, seat: int, rules: AnyRules) -> Counted:
    verb, side = action.verb, rules.team_of(seat)
    if action.card is None:
        said = (seat, verb)
        now = now._replace(calls={**now.calls, said: now.calls.get(said, 0) + 1})
    if side is None:
        taken = verb in _CLAIM_VERBS
        return now if taken == now.taken else now._replace(taken=taken)
    if verb in _ENVIDO_AND_FLOR_VERBS:
        return now._replace(aside=True)
    if verb in RAISE_VERBS:
        # A raise in answer to a raise takes it up.
        raiser = now.raiser if now.caller is None else now.caller
        return now._replace(caller=side, raiser=raiser)
    if verb in _ACCEPT_VERBS:
        if now.aside:
            return now._replace(aside=False)
        return now._replace(caller=None, raiser=now.caller)
    return now


def _ended(now: Counted, side: int | None, reason: str) -> Counted:
    """Count a hand that has ended; nobody may have won it."""
    if side is not None:
        if now.raiser not in (None, side):
            now = _more(now, "bluffs", side)
        now = _more(now, "hands", side)
        if reason in _GOING_OUT_REASONS:
            now = _more(now, "outs", side)
            now = _more(now, "claims", side, int(now.taken))
            now = _more(now, "tens", side, int(now.course.melded >= _TEN_CARDS))
    return now


def _more(now: Counted, what: str, side: int, by: int = 1) -> Counted:
    if not by:
        return now
    numbers = list(getattr(now.counts, what))
    numbers[side] += by
    return now._replace(counts=now.counts._replace(**{what: tuple(numbers)}))


def _side(rules: AnyRules, seat: int) -> int:
    team = rules.team_of(seat)
    return seat if team is None else team
