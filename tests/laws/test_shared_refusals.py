"""What every game refuses before its own rules are asked, in one order and in the same words."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardtui_engine.actions import Action, Kind, Param
from cardtui_engine.bits import Bits
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rules import AnyRules
from cardtui_engine.shared_refusals import (
    CUT_LONG_AGO,
    ITS_TURN,
    MATCH_OVER,
    NO_SEAT,
    NOT_CUT,
    NOT_DEALT,
    TAPPED_LONG_AGO,
)

every_game = pytest.mark.parametrize("game", game_ids())

NO_SEATS: tuple[Any, ...] = (True, False, 1.0, "1", None, -1, 99, (0,), float("nan"))


def value_of(rules: AnyRules, param: Param) -> Any:
    """A value of the right form for an argument."""
    match param.kind:
        case Kind.CARD:
            return rules.pack[0]
        case Kind.NUMBER:
            return 1
        case Kind.NUMBERS:
            return (1,)
        case Kind.TEXT:
            return "hola"
        case Kind.WORD:
            return param.words[0]
        case Kind.FLAG:
            return True
        case Kind.MELDS:
            return ()


def well_formed(rules: AnyRules, state: Any) -> Iterator[Action]:
    """Every verb, with and without the arguments that it can do without."""
    for verb in rules.verbs.values():
        for params in (verb.params, [param for param in verb.params if param.required]):
            values = {param.field: value_of(rules, param) for param in params}
            action = Action(verb.name, **values)
            try:
                rules.check_form(state, action)
            except IllegalAction as refusal:
                assert refusal.code is Code.MALFORMED
                continue
            yield action


def positions(game: str) -> Iterator[tuple[AnyRules, int, Any]]:
    """Positions from the first pack to the end of a random match."""
    rules = get_rules(game)
    seats = rules.seats[0]
    bits = Bits(3)
    options = random_options(rules, seats, bits)
    last = rules.start(options, seats, 0)
    for number, step in enumerate(random_match(rules, seats, bits, options)):
        last = step.state
        if number < 40 or number % 16 == 0:
            yield rules, seats, step.before
    assert rules.turn(last).over
    yield rules, seats, last


def refused(rules: AnyRules, state: Any, seat: Any, action: Action) -> IllegalAction | None:
    try:
        rules.apply(state, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


@every_game
def test_who_holds_no_seat_is_told_so_in_the_same_words_whatever_the_game(game: str) -> None:
    for rules, seats, state in positions(game):
        for action in well_formed(rules, state):
            for seat in (*NO_SEATS, seats):
                refusal = refused(rules, state, seat, action)
                assert refusal is not None, (seat, action)
                assert (refusal.code, refusal.template) == (Code.NOT_SEATED, NO_SEAT)


@every_game
def test_a_malformed_action_is_refused_as_such_from_any_seat(game: str) -> None:
    for rules, _, state in positions(game):
        for seat in (0, *NO_SEATS):
            refusal = refused(rules, state, seat, Action("no such verb"))
            assert refusal is not None
            assert refusal.code is Code.MALFORMED


@every_game
def test_a_verb_without_a_place_in_the_phase_is_refused_as_such_to_any_seat(game: str) -> None:
    common = {"deal": NOT_DEALT, "cut": NOT_CUT}
    for rules, seats, state in positions(game):
        phase = rules.turn(state).phase
        to_act = rules.turn(state).to_act
        for action in well_formed(rules, state):
            if action.verb in rules.places[phase]:
                continue
            for seat in range(seats):
                refusal = refused(rules, state, seat, action)
                assert refusal is not None
                if phase == "over":
                    assert (refusal.code, refusal.template) == (Code.MATCH_OVER, MATCH_OVER)
                    continue
                assert refusal.code is Code.WRONG_PHASE
                if phase != "deal" and action.verb in rules.places.get("cut", ()):
                    assert refusal.template in (CUT_LONG_AGO, TAPPED_LONG_AGO)
                elif seat not in to_act:
                    wait = common.get(phase, rules.notes[phase].wait)
                    assert refusal.template == wait
                assert refusal.sentence


@every_game
def test_who_is_not_waited_for_is_told_whose_turn_it_is(game: str) -> None:
    told = 0
    for rules, seats, state in positions(game):
        turn = rules.turn(state)
        for action in well_formed(rules, state):
            for seat in range(seats):
                refusal = refused(rules, state, seat, action)
                if refusal is not None and refusal.code is Code.NOT_YOUR_TURN:
                    assert action.verb in rules.places[turn.phase]
                    assert seat not in turn.to_act
                    if "seat" in refusal.args_:
                        assert refusal.template == ITS_TURN
                        assert turn.to_act == (int(refusal.args_["seat"]),)
                        told += 1
    assert told


@every_game
def test_what_is_offered_has_a_place_and_may_be_done(game: str) -> None:
    for rules, seats, state in positions(game):
        phase = rules.turn(state).phase
        for seat in range(seats):
            for choice in rules.legal(state, seat):
                assert choice.verb in rules.places[phase]
                assert rules.may(state, seat, choice.verb)
        for verb in rules.verbs:
            assert not rules.may(state, seats, verb)
            if verb not in rules.places[phase]:
                assert not any(rules.may(state, seat, verb) for seat in range(seats))


@every_game
def test_every_verb_has_a_place_and_every_phase_says_what_it_waits_for(game: str) -> None:
    rules = get_rules(game)
    assert {"deal", "over"} < set(rules.places)
    assert set().union(*rules.places.values()) == set(rules.verbs)
    for phase in set(rules.places) - {"over"}:
        assert rules.notes[phase].wait or set(rules.places[phase]) == set(rules.verbs)
