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
    ITS_TURN,
    NO_SEAT,
    NOT_CUT,
    NOT_DEALT,
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
def test_a_verb_without_a_place_may_not_be_done_and_phases_of_all_games_wait_in_the_same_words(
    game: str,
) -> None:
    for rules, seats, state in positions(game):
        for verb in rules.verbs:
            assert not rules.may(state, seats, verb)
            if verb not in rules.places[rules.turn(state).phase]:
                assert not any(rules.may(state, seat, verb) for seat in range(seats))
    notes = get_rules(game).notes
    for phase, wait in (("deal", NOT_DEALT), ("cut", NOT_CUT)):
        assert phase not in notes or notes[phase].wait in (wait, "")
