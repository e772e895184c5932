"""What choices cost, burn and know; that they list what they know is one of the `LAWS`."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Flag, Numbers, Range, Words
from cardtui_engine.events import Burned, CardsDealt, Checked, ChipsBet, PointsScored, PotWon
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import AnyRules

MOST = 400
"""Actions of one choice that are tried one by one; of more, some are drawn."""

every_game = pytest.mark.parametrize("game", game_ids())

ANYTHING = (
    None,
    True,
    False,
    0,
    1,
    7,
    -1,
    10**9,
    1.0,
    "stock",
    "",
    (),
    (1,),
    ((1, 2, 3),),
    object(),
)
"""Values of all types."""

DOMAINS: tuple[Domain, ...] = (
    Cards("card", (Card(1), Card(7))),
    Cards("discard", ()),
    Range("to", 1, 1),
    Range("at", -2, 5),
    Numbers("at", 1, 4, most=3),
    Words("source", ("stock", "discards")),
    Flag("face_down"),
)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_a_domain_lists_counts_knows_and_draws_the_same_values(domain: Domain) -> None:
    values, bits = [*domain.values()], Bits(1)
    assert len(values) == len(set(values)) == domain.size()
    assert all(domain.has(value) for value in values)
    for value in ANYTHING:
        known = any(type(value) is type(each) and value == each for each in values)
        assert domain.has(value) == known
    if values:
        assert {domain.draw(bits) for _ in range(len(values) * 20)} == set(values)


@cache
def offered(game: str) -> list[tuple[AnyRules, Any, int, Choice]]:
    """Return the choices of random matches, with where they were met.

    Equal ones are offered in many positions: each is given where it is met for the first time, the
    second, the fourth, the eighth, and so on.
    """
    rules, bits, met = get_rules(game), Bits(1), Counter[Choice]()
    found = []
    for seats in rules.seats:
        options = random_options(rules, seats, bits)
        for step in random_match(rules, seats, bits, options, limit=1200 // len(rules.seats)):
            for seat in range(seats):
                for choice in rules.legal(step.state, seat):
                    met[choice] += 1
                    if met[choice].bit_count() == 1:
                        found.append((rules, step.state, seat, choice))
    return found


def some_of(choice: Choice, bits: Bits) -> list[Action]:
    """Return the actions of a choice, or some of them if they are many."""
    return [*choice] if len(choice) <= MOST else [choice.sample(bits) for _ in range(20)]


@pytest.mark.slow
@every_game
def test_a_choice_knows_its_own_whatever_an_argument_is(game: str) -> None:
    """Arguments are left out, exchanged with those of other actions, and put in another order."""
    bits = Bits(4)
    for rules, state, seat, choice in offered(game):
        fields = [argument.field for argument in choice.arguments]
        for action in some_of(choice, bits)[:8]:
            other = choice.sample(bits)
            for field in fields:
                for value in (None, getattr(other, field), _turned(getattr(action, field))):
                    values: dict[str, Any] = {field: value}
                    changed = action._replace(**values)
                    try:
                        rules.apply(state, seat, changed)
                    except IllegalAction:
                        assert changed not in choice
                    else:
                        assert changed in choice


def _turned(value: Any) -> Any:
    """Return melds or numbers the other way round."""
    return value[::-1] if isinstance(value, tuple) else value


@every_game
def test_chips_are_paid_at_the_price_or_as_the_amount_chosen(game: str) -> None:
    bits = Bits(9)
    for rules, state, seat, choice in offered(game):
        before = rules.view(state, None).common.chips
        if not before:
            continue
        chosen = any(argument.field == "to" for argument in choice.arguments)
        assert (choice.kind is ChoiceKind.STAYS) == (choice.price is not None)
        for action in (choice.first(), *some_of(choice, bits)[:5]):
            after, events = rules.apply(state, seat, action)
            if any(isinstance(event, PotWon | CardsDealt) for event in events):
                continue  # chips move by themselves, too
            paid = before[seat] - rules.view(after, None).common.chips[seat]
            told = [event for event in events if isinstance(event, ChipsBet)]
            assert sum(event.chips for event in told) == paid
            if chosen:
                assert paid >= (choice.price or 1)
            if not chosen or (choice.price is not None and action == choice.first()):
                assert paid == (choice.price or 0)
            assert (Checked(seat) in events) == (choice.kind is ChoiceKind.CHECK)


@every_game
def test_what_takes_costs_each_of_the_others_the_price(game: str) -> None:
    bits = Bits(10)
    for rules, state, seat, choice in offered(game):
        if choice.kind is not ChoiceKind.TAKES:
            continue
        before, thrown = rules.view(state, None).common.scores, choice.domain(Cards).price
        for action in (choice.first(), *some_of(choice, bits)[:5]):
            if action.melds is not None:
                continue  # melds may leave a card to throw without naming it
            price = choice.price if action.discard is None or thrown is None else thrown
            assert price is not None
            _, events = rules.apply(state, seat, action)
            lost = {each.team: -each.points for each in events if isinstance(each, PointsScored)}
            assert seat not in lost
            assert all(points == min(price, before[each]) for each, points in lost.items())


@every_game
def test_what_burns_burns_and_nothing_else_does(game: str) -> None:
    bits = Bits(8)
    for rules, state, seat, choice in offered(game):
        for action in some_of(choice, bits)[:5]:
            _, events = rules.apply(state, seat, action)
            assert (Burned(seat) in events) == (choice.kind is ChoiceKind.BURNS)
