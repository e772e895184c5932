"""The lab: worlds that a seat cannot tell apart, and what its choices are worth in them."""

from collections import Counter
from itertools import islice

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import SPANISH
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.lab import (
    Ruse,
    Tried,
    Worth,
    appraise,
    appraised,
    decisions,
    mistake,
    ruse_of,
    suspects,
)
from cardtui_engine.library.match import Match
from cardtui_engine.library.records import Act, Pack, Step
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.library.worlds import Course, worlds
from cardtui_engine.rules import AnyRules
from tests.support.nights import games_and_by_night


def played(game: str, seats: int, steps: int = 40, seed: int = 5) -> tuple[AnyRules, list[Step]]:
    """Return the first steps of a match of bots."""
    rules = get_rules(game)
    options = rules.options({}, seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    return rules, list(islice(play(rules, options, bots, Bits(seed)), steps))


def courses(game: str, seats: int) -> list[tuple[Course, int]]:
    """Return hands until some decisions of a match, and whose they are."""
    rules, steps = played(game, seats)
    options = rules.options({}, seats)
    return [
        (Course.of(rules, options, steps[:place]), steps[place].entry.seat)  # type: ignore[union-attr] # an act
        for place in decisions(rules, steps)[::6]
    ]


ALL = [(game, seats) for game in game_ids() for seats in {get_rules(game).seats[0], 4}]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), ALL)
def test_a_seat_cannot_tell_worlds_apart(game: str, seats: int) -> None:
    differ = 0
    for course, seat in courses(game, seats):
        rules = course.rules
        for world in islice(worlds(course, seat, Bits(3)), 8):
            assert rules.view(world.state, seat) == rules.view(course.state, seat)
            assert rules.turn(world.state) == rules.turn(course.state)
            differ += rules.facts(world.state) != rules.facts(course.state)
    assert differ


@pytest.mark.slow
def test_all_worlds_are_equally_likely() -> None:
    course, seat = courses("cacho", 2)[0]
    rules = course.rules
    cards = [
        tuple(rules.facts(world.state)["hands"][1 - seat])
        for world in islice(worlds(course, seat, Bits(1)), 2300)
    ]
    held = Counter(cards)
    assert len(held) == 23  # one card each, without the viewer's own
    assert tuple(rules.facts(course.state)["hands"][seat]) not in held
    assert all(60 < count < 140 for count in held.values())  # 100 on average


@pytest.mark.slow
@pytest.mark.once
def test_what_others_said_of_their_cards_is_weighed() -> None:
    rules, steps = played("truco-argentino", 2, 400, seed=7)
    course, seat = next(
        (course, seat)
        for course, seat, envido in (
            (
                Course.of(rules, rules.options({}, 2), steps[:place]),
                seat,
                rules.facts(steps[place - 1].state)["envido"],
            )
            for place in decisions(rules, steps)
            for seat in rules.turn(steps[place - 1].state).to_act
        )
        if envido and envido["declared"][1 - seat] is not None
    )
    other = 1 - seat
    said = rules.facts(course.state)["envido"]["declared"][other]
    ranks = [
        rules.contests(world.state)["envido"] for world in islice(worlds(course, seat, Bits(1)), 60)
    ]
    ahead = sum(each[seat] > each[other] for each in ranks) / len(ranks)
    own = rules.seat_view(course.state, seat).own.game.number
    weighed = appraised(course, seat, Bits(1), worlds=8).contests["envido"]
    assert len({each[other] for each in ranks}) > 1  # who says a number need not have it
    assert (weighed < ahead - 0.1) if said > own else (weighed > ahead)


def test_no_pack_no_course() -> None:
    rules, steps = played("cacho", 2)
    with pytest.raises(ValueError, match="no pack"):
        Course.of(rules, rules.options({}, 2), steps[:1])


def test_whose_turn_it_is_not_has_no_choices() -> None:
    (course, seat), *_ = courses("truco-argentino", 2)
    with pytest.raises(ValueError, match="does not wait"):
        next(appraise(course, 1 - seat, Bits(1)))
    with pytest.raises(ValueError, match="at least 1"):
        appraised(course, seat, Bits(1), worlds=0)


def with_the_highest_card() -> tuple[Course, int]:
    """Return a hand in which the seat to act holds the highest card, and may give up."""
    rules, steps = played("truco-argentino", 2, 400, seed=7)
    for place in decisions(rules, steps):
        before, entry = steps[place - 1].state, steps[place].entry
        assert isinstance(entry, Act)
        hand = rules.own_view(before, entry.seat).hand
        if SPANISH.card("1E") in hand and "resign" in rules.verbs_legal(before, entry.seat):
            return Course.of(rules, rules.options({}, 2), steps[:place]), entry.seat
    raise AssertionError("nobody held it")


@pytest.mark.nightly
@pytest.mark.once
def test_to_give_up_a_good_hand_is_worth_less_than_to_play_it() -> None:
    course, seat = with_the_highest_card()
    seen = appraised(course, seat, Bits(1), worlds=8)
    given_up = seen.of(Action("resign"))
    assert seen.worlds == 8
    assert seen.choices[0].loss == 0.0
    assert given_up.loss > given_up.loss_margin > 0
    assert given_up.wins == given_up.chosen == 0.0
    assert sum(each.chosen for each in seen.choices) == pytest.approx(1)
    with pytest.raises(LookupError):
        seen.of(Action("vale_cuatro"))


def test_the_same_bits_give_the_same_appraisal() -> None:
    (course, seat), *_ = courses("cacho", 3)
    assert appraised(course, seat, Bits(2), worlds=6) == appraised(course, seat, Bits(2), worlds=6)


@pytest.mark.slow
@pytest.mark.once
def test_a_blunder_is_found_and_a_sound_act_is_none() -> None:
    course, seat = with_the_highest_card()
    found = mistake(course, 7, Act(seat, Action("resign")), Bits(1), worlds=8)
    assert found is not None
    assert (found.step, found.done.action) == (7, Action("resign"))
    assert found.best.mean > found.done.mean
    sound = Act(seat, found.best.action)
    assert mistake(course, 7, sound, Bits(1), worlds=8) is None


def decided_by_a_point(game: str, scores: list[int]) -> tuple[Course, int]:
    """Return a hand that has just been dealt at that score, and who begins."""
    rules = get_rules(game)
    options = rules.options({}, 2)
    start = rules.setup(options, 2, {"dealer": 1, "scores": scores})
    state, events = rules.deal(start, rules.pack)
    steps = [Step(start, None, ()), Step(state, Pack(rules.pack), events)]
    while rules.turn(state).phase == "cut":
        (seat,) = rules.turn(state).to_act
        state, events = rules.apply(state, seat, Action("tap"))
        steps.append(Step(state, Act(seat, Action("tap")), events))
    return Course.of(rules, options, steps), rules.turn(state).to_act[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "scores"), [("truco-argentino", [29, 29]), ("truco-paulista", [10, 9])]
)
def test_what_decides_the_match_is_weighed_by_the_chance_to_win_it(
    game: str, scores: list[int]
) -> None:
    """At 29 all, a hand that is won wins the match; three points of it win no more."""
    course, seat = decided_by_a_point(game, scores)
    seen = appraised(course, seat, Bits(1), worlds=3)
    assert seen.of_match
    assert all(0 <= each.mean <= 1 for each in seen.choices)
    if game == "truco-argentino":
        truco, envido = seen.of(Action("truco")), seen.of(Action("envido"))
        assert truco.mean == envido.mean == 1, "what wins the match: more points win no more of it"


def test_where_bots_do_not_reckon_the_match_chips_are_weighed() -> None:
    course, seat = courses("cacho", 2)[0]
    assert not appraised(course, seat, Bits(1), worlds=1).of_match


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_hints_mistakes_and_what_choices_are_worth_speak_of_one_advice(game: str) -> None:
    seats = get_rules(game).seats[0]
    rules, steps = played(game, seats, 30)
    options = rules.options({}, seats)
    places = decisions(rules, steps)
    looked_at = places[:: len(places) // 2 + 1]
    suspected = suspects(rules, options, steps, looked_at)
    for place in looked_at:
        course, act = Course.of(rules, options, steps[:place]), steps[place].entry
        assert isinstance(act, Act)
        view = rules.seat_view(course.state, act.seat)
        advised = advice_for(game, options, seats, view).action
        seen = appraised(course, act.seat, Bits(1), worlds=1)
        assert seen.advised == advised
        assert seen.of(seen.advised).chosen == max(each.chosen for each in seen.choices)
        if act.action == advised:
            assert place not in suspected
            assert mistake(course, place, act, Bits(1), worlds=1) is None
        elif found := mistake(course, place, act, Bits(1), worlds=1):
            assert found.best.action == advised


@pytest.mark.parametrize(
    ("raised", "left", "advised", "ruse"),
    [
        ((1.0, -2.0), (True, False), "play", Ruse.BLUFF),
        ((2.0, 2.0), (True, False), "play", None),
        ((0.0, 3.0), (True, False), "truco", Ruse.TRAP),
        ((0.0, -3.0), (True, False), "truco", None),
    ],
    ids=["a bluff", "a good raise", "a trap", "a bad raise"],
)
def test_a_choice_that_pays_only_while_others_do_not_know_the_cards_is_a_ruse(
    raised: tuple[float, ...], left: tuple[bool, ...], advised: str, ruse: Ruse | None
) -> None:
    """In the first world others give up to a truco, and in the second nobody does."""
    tried = [
        Tried(Action("truco"), [*raised], [*left]),
        Tried(Action("play"), [1.0, 1.0], [False, False]),
    ]
    choices = [
        Worth(each.action, 0.0, 0.0, loss, 0.1, 0.0, 0.0)
        for each, loss in zip(tried, (0.0, 1.0) if advised == "play" else (1.0, 0.0), strict=True)
    ]
    choices.sort(key=lambda each: each.loss)
    price = {"truco": 2, "play": 0}
    assert ruse_of(tried, choices, Action(advised), lambda each: price[each.verb]) is ruse


def test_envido_is_a_contest_of_the_sides_that_play() -> None:
    match = Match("truco-argentino", seats=4, seed=2)
    match.act(next(match.actions()))
    ranks = match.rules.contests(match.state)["envido"]
    numbers = [match.seat_view(seat).own.game.number for seat in range(4)]
    assert [(rank - 1) // 4 for rank in ranks] == numbers
    assert len(set(ranks)) == 4
    assert match.rules.contests(match.rules.start(match.options, 4, 0)) == {}
