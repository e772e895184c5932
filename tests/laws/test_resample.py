"""Positions that a viewer cannot tell apart, drawn at random: laws for every game."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.games.truco_argentino.cards import best_pair
from cardtui_engine.library.laws import cards_of
from cardtui_engine.library.match import Match
from cardtui_engine.library.random_play import random_action, random_match, random_options
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.rules import AnyRules

pytestmark = pytest.mark.once

CASES = [
    pytest.param(game, seats, id=f"{game}-{seats}")
    for game in game_ids()
    for seats in sorted({get_rules(game).seats[0], min(6, get_rules(game).seats[-1])})
]
every_case = pytest.mark.parametrize(("game", "seats"), CASES)


def positions(game: str, seats: int, every: int, limit: int) -> Iterator[tuple[Any, Bits, Any]]:
    """Yield the rules, chance, and each so-manieth position of a random match."""
    rules, bits = get_rules(game), Bits(seats)
    options = random_options(rules, seats, bits)
    for number, step in enumerate(random_match(rules, seats, bits, options, limit=limit)):
        if number % every == 0:
            yield rules, bits, step.state


@every_case
def test_the_viewer_sees_no_difference_and_no_card_is_lost_or_doubled(
    game: str, seats: int
) -> None:
    moved = 0
    for rules, bits, state in positions(game, seats, every=5, limit=200):
        viewer = bits.pick((None, *range(seats)))
        other = rules.resample(state, viewer, bits)
        assert repr(rules.view(other, viewer)) == repr(rules.view(state, viewer))
        assert rules.turn(other)._replace(chance=None) == rules.turn(state)._replace(chance=None)
        before, after = [*cards_of(state)], [*cards_of(other)]
        if len(set(rules.pack)) < len(rules.pack):
            assert Counter(before) == Counter(after)
        else:
            stands_for = dict(zip(before, after, strict=True))
            assert after == [stands_for[card] for card in before]
            assert len({*stands_for.values()}) == len(stands_for)
        moved += before != after
    assert moved


@every_case
def test_play_goes_on_from_there_by_the_rules(game: str, seats: int) -> None:
    played = 0
    for rules, bits, state in positions(game, seats, every=29, limit=200):
        turn = rules.turn(state)
        if turn.over or turn.wants_pack:
            continue
        hand = rules.view(state, None).common.hand
        other = rules.resample(state, turn.to_act[0], bits)
        for _ in range(60):
            if not rules.turn(other).to_act or rules.view(other, None).common.hand != hand:
                break
            seat, action = random_action(rules, other, bits)
            other, _ = rules.apply(other, seat, action)
            played += 1
    assert played


@every_case
def test_every_card_that_nobody_has_seen_moves(game: str, seats: int) -> None:
    for rules, bits, state in positions(game, seats, every=1, limit=12):
        if rules.turn(state).wants_pack or rules.said(state, 0):
            continue
        known = Counter(_known(rules, state))
        there: dict[int, set[Card]] = defaultdict(set)
        for _ in range(25):
            for place, card in enumerate(cards_of(rules.resample(state, 0, bits))):
                there[place].add(card)
        for place, card in enumerate(cards_of(state)):
            if not known[card]:
                assert len(there[place]) > 1, (place, rules.deck.code(card))


def _known(rules: AnyRules, state: Any) -> Iterator[Card]:
    """Yield what seat 0 may know, in doubt too much."""
    view = rules.seat_view(state, 0)
    yield from cards_of(view.game)
    yield from view.own.hand
    yield from cards_of(view.own.game)
    yield from rules.remembered(state, 0)


@pytest.mark.slow
def test_what_is_drawn_depends_on_nothing_that_the_viewer_cannot_see() -> None:
    """From two positions that look alike, all hands of the other are drawn equally often."""
    rules, bits = get_rules("truco-argentino"), Bits(5)
    match = Match("truco-argentino", seed=3)
    match.act("tap")
    one = match.state
    other = rules.resample(one, 0, bits)
    assert one != other
    drawn = [
        Counter(rules.resample(each, 0, bits).tricks.hands[1][0] for _ in range(1500))
        for each in (one, other)
    ]
    for counter in drawn:
        assert len(counter) == 37
        assert max(counter.values()) < 75  # 40 of each are to be expected; 75 is 5.5 sigma
        assert min(counter.values()) > 12


def test_numbers_that_were_declared_stay_true_and_all_hands_that_make_them_are_drawn() -> None:
    match = Match("truco-argentino", seats=2, seed=11)
    for act in ("tap", "envido"):
        match.act(act)
    match.act("quiero")
    teller = match.turn.to_act[0]
    hand = match.seat_view(teller).own.game.number
    match.act(Action("declare", points=hand))
    bits, viewer = Bits(1), 1 - teller
    seen = set()
    for _ in range(100):
        world = match.rules.resample(match.state, viewer, bits)
        dealt = world.deal.dealt[teller]
        assert best_pair(dealt, match.state.terms.highest_alone)[0] == hand
        seen.add(frozenset(dealt))
    assert len(seen) > 50


def test_a_number_that_no_cards_could_make_is_not_believed() -> None:
    match = Match("truco-argentino", seats=2, seed=11)
    for act in ("tap", "envido", "quiero"):
        match.act(act)
    teller = match.turn.to_act[0]
    match.act(Action("declare", points=8))
    bits, viewer = Bits(1), 1 - teller
    world = match.rules.resample(match.state, viewer, bits)
    assert match.rules.view(world, viewer) == match.view(viewer)


@pytest.mark.slow
def test_a_match_at_such_a_position_goes_on_by_itself() -> None:
    match, bits = Match("cacho", seats=3, seed=2), Bits(1)
    seat = match.turn.to_act[0]
    other = match.resample(seat, bits)
    assert other.view(seat) == match.view(seat)
    assert other.state != match.state
    while not other.over:
        other.act(bits.pick(other.choices()).first())
    assert not match.over
    with pytest.raises(ValueError, match="no record"):
        other.record()


@pytest.mark.parametrize("game", game_ids())
def test_there_is_nothing_to_draw_for_a_seat_that_is_not_there(game: str) -> None:
    rules = get_rules(game)
    state = rules.start(rules.options({}, rules.seats[0]), rules.seats[0], 0)
    for nobody in (-1, rules.seats[0]):
        with pytest.raises(ValueError, match="no seat"):
            rules.resample(state, nobody, Bits(1))


def test_while_a_claim_waits_its_cards_are_drawn_anew_too() -> None:
    """PP-43: who is asked knows its own hand alone, and whatever it says, play goes on."""
    sets = ("AS 2S 3S 7H 8H 9H KS KH TD", "2C 5C 8C JC 3D 6D 9D QD 4H")
    others = ("2H 5H 8H JH 3C 6C 9C QC 4S", "AD 2D 3D 7C 8C 9C KS KH TH")
    hands = [codes.split() for codes in (*sets, *others)]
    setup = {"dealer": 3, "hands": hands, "stock": ["4D", "KD"], "begin": "play"}
    match = Match.at("pif-paf", setup, seats=4)
    for act in ("draw stock", "discard 4D", "draw stock", "discard KD"):
        match.act(act)
    match.act("claim", 0)
    assert match.turn.to_act == (3,)
    rules, bits = match.rules, Bits(2)
    laid = set()
    for _ in range(20):
        world = rules.resample(match.state, 3, bits)
        assert rules.view(world, 3) == match.view(3)
        contest = world.play.contest
        named = [card for meld in contest.declared.melds for card in meld]
        assert Counter(named) <= Counter((*world.play.hands[0], world.play.discards[-1]))
        laid.add(tuple(named))
        for answer in (Action("claim"), Action("waive")):
            after, _ = rules.apply(world, 3, answer)
            assert rules.view(after, None).game.last is not None
    assert len(laid) > 10
