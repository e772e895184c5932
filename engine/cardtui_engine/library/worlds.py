"""Worlds: positions that a seat could not tell from the one it is in, drawn at random by exchanging
cards: how many at a time (`_EXCHANGE_SIZES`), how often before the first world
(`_FIRST_EXCHANGES`), and from one to the next (`_NEXT_EXCHANGES`).

A hand is played again with other cards where the viewer saw none: the same packs but for cards that
have changed places, and the same actions. Where all that the viewer was told comes out the same, it
is a world that might have been. Worlds follow from one another by such exchanges, each of them as
likely as its reverse, so that in the long run all worlds are equally likely; or, where the caller
says how likely each is, come as often as that (the method of Metropolis and Hastings).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.events import Event, Viewer
from cardtui_engine.library.records import Act, Pack, Step
from cardtui_engine.options import OptionValue
from cardtui_engine.plain import known_cards
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import View

_EXCHANGE_SIZES: Final = (2, 2, 3, 4)
"""How many cards change places, where not all of the hidden ones do."""

_FIRST_EXCHANGES: Final = 24
"""How many exchanges are tried before the first world: the true one is to be no likelier."""

_NEXT_EXCHANGES: Final = 4
"""How many exchanges are tried from one world to the next."""


class Course(NamedTuple):
    """A hand as far as it has been played.

    Attributes:
        rules: the game.
        options: all options of the match.
        start: the position that waited for its pack.
        pack: its pack, top first.
        acts: what was done since.
        state: the position that all of this led to.
    """

    rules: AnyRules
    options: Mapping[str, OptionValue]
    start: Any
    pack: tuple[Card, ...]
    acts: tuple[Act, ...]
    state: Any

    @classmethod
    def of(cls, rules: AnyRules, options: Mapping[str, OptionValue], steps: Sequence[Step]) -> Self:
        """Return the hand that the last of a match's steps belongs to.

        Args:
            steps: the steps, from the start of the match.

        Raises:
            ValueError: no pack has been dealt in these steps.
        """
        for place in range(len(steps) - 1, 0, -1):
            entry = steps[place].entry
            if isinstance(entry, Pack):
                acts = tuple([e.entry for e in steps[place + 1 :] if isinstance(e.entry, Act)])
                start = steps[place - 1].state
                return cls(rules, options, start, entry.cards, acts, steps[-1].state)
        raise ValueError("no pack has been dealt yet")


class World(NamedTuple):
    """A hand as it might have been.

    Attributes:
        state: its last position.
        before: the position before each of the hand's actions.
        acts: the actions; cards that lie face down are those of this world.
    """

    state: Any
    before: tuple[Any, ...]
    acts: tuple[Act, ...]


def worlds(
    course: Course, viewer: Viewer, bits: Bits, likelihood: Callable[[World], float] | None = None
) -> Iterator[World]:
    """Yield, without end, hands that the viewer cannot tell from this one.

    Where the viewer has seen all cards, it is always the same one.

    Args:
        viewer: a seat; ``None`` for a spectator.
        bits: the source of what changes places.
        likelihood: how likely a hand is beside others, above 0; by default all are equally so.
    """
    told = _told(course, viewer)
    hidden = [place for place, card in enumerate(course.pack) if card not in told.seen]
    pack = course.pack
    world = _played_again(course, viewer, pack, told)
    assert world is not None
    weight = 1.0 if likelihood is None else likelihood(world)
    exchanges = _FIRST_EXCHANGES
    while True:
        for _ in range(exchanges if len(hidden) > 1 else 0):
            other = _exchanged(pack, hidden, bits)
            again = _played_again(course, viewer, other, told)
            if again is None:
                continue
            heavier = 1.0 if likelihood is None else likelihood(again)
            if bits.chance() * weight < heavier:
                pack, world, weight = other, again, heavier
        exchanges = _NEXT_EXCHANGES
        yield world


class _Told(NamedTuple):
    """What a viewer is told of a hand.

    Attributes:
        events: of the deal and of each act, as the viewer may know them.
        view: of the last position.
        seen: the cards that it has seen.
    """

    events: list[tuple[Event, ...]]
    view: View[Any, Any]
    seen: set[Card]


def _told(course: Course, viewer: Viewer) -> _Told:
    rules = course.rules
    state, happened = rules.deal(course.start, course.pack)
    events = [_seen(rules, happened, viewer)]
    seen = known_cards(rules.view(state, viewer))
    for act in course.acts:
        state, happened = rules.apply(state, act.seat, act.action)
        events.append(_seen(rules, happened, viewer))
        seen |= known_cards(rules.view(state, viewer))
    return _Told(events, rules.view(state, viewer), seen)


def _played_again(
    course: Course, viewer: Viewer, pack: tuple[Card, ...], told: _Told
) -> World | None:
    """Return the hand with another pack; ``None`` if the viewer is told otherwise."""
    rules, now = course.rules, dict(zip(course.pack, pack, strict=True))
    before, acts = [], []
    state, happened = rules.deal(course.start, pack)
    if _seen(rules, happened, viewer) != told.events[0]:
        return None
    for (seat, action), heard in zip(course.acts, told.events[1:], strict=True):
        if action.face_down and action.card is not None:
            action = action._replace(card=now[action.card])  # noqa: PLW2901 - what lies there now
        before.append(state)
        acts.append(Act(seat, action))
        try:
            state, happened = rules.apply(state, seat, action)
        except IllegalAction:
            return None
        if _seen(rules, happened, viewer) != heard:
            return None
    if rules.view(state, viewer) != told.view:
        return None
    return World(state, tuple(before), tuple(acts))


def _seen(rules: AnyRules, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple([rules.seen(event, viewer) for event in events])


def _exchanged(pack: tuple[Card, ...], hidden: Sequence[int], bits: Bits) -> tuple[Card, ...]:
    """Return the pack with some or all of the hidden cards in other places."""
    places = list(hidden)
    if bits.below(2):
        bits.shuffle(places)
        del places[bits.pick(_EXCHANGE_SIZES) :]
    cards = [pack[place] for place in places]
    bits.shuffle(cards)
    changed = list(pack)
    for place, card in zip(places, cards, strict=True):
        changed[place] = card
    return tuple(changed)
