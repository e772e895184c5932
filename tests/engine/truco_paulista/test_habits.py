"""What a match shows of a seat is counted from what was heard and seen, and from nothing else."""

from __future__ import annotations

from typing import Any, get_type_hints

import pytest

from cardtui.v1 import truco_paulista_pb2, truco_pb2
from cardtui_engine.families.truco.brazilian.habits import REMEMBERED_HANDS, counted, together
from cardtui_engine.games.truco_paulista import view
from cardtui_engine.games.truco_paulista.state import State
from tests.engine.truco_paulista.table import RULES, act, position

TWO = (("3S", "2S", "4D"), ("KS", "JD", "6S"))
"""Hands for two, the better one first; with the four of hearts turned up, no manilha."""


def after(*script: tuple[int, str], hands: Any = TWO, **setup: Any) -> State:
    """Return the position after a script of seats and verbs; a card's code plays it."""
    state = position(hands, **setup)
    for seat, word in script:
        card = {"card": word} if word[0].isdigit() or word[0].isupper() else {}
        state, _ = act(state, seat, "play" if card else word, **card)
    return state


def habits(*script: tuple[int, str], **setup: Any) -> tuple[str, ...]:
    """Return the habits after a hand that a script has ended."""
    state = after(*script, **setup)
    assert state.played
    return state.habits


@pytest.mark.parametrize("name", ["TrucoSaid", "TrucoPaulistaPublic"])
def test_values_are_named_as_on_the_wire(name: str) -> None:
    home = truco_pb2 if hasattr(truco_pb2, name) else truco_paulista_pb2
    cls = getattr(view, name)
    assert set(cls._fields) == {field.name for field in getattr(home, name).DESCRIPTOR.fields}
    assert set(get_type_hints(cls)) == set(cls._fields)


def test_a_hand_counts_once_it_is_over() -> None:
    state = after((0, "truco"))
    assert RULES.view(state, None).game.habits == ()
    state, _ = act(state, 1, "run")
    assert RULES.view(state, None).game.habits == ("F", "1-")


def test_places_tell_who_has_won_the_first_trick() -> None:
    lost_first = ((0, "4D"), (1, "KS"), (1, "JD"))
    assert habits(*lost_first, (0, "truco"), (1, "run")) == ("fL", "fs2-")
    third = (*lost_first, (0, "2S"), (0, "truco"), (1, "run"))
    assert habits(*third) == ("flT", "fs3-")  # nobody let it raise in the third


def test_after_a_raise_nobody_can_be_the_first() -> None:
    hand = ((0, "truco"), (1, "accept"), (0, "3S"), (1, "6S"), (0, "2S"), (1, "JD"))
    assert habits(*hand) == ("Fw", "1=")


def test_a_raise_that_is_played_and_lost_is_counted_so() -> None:
    first = ((0, "4D"), (1, "truco"), (0, "accept"), (1, "KS"))
    assert habits(*first, (1, "6S"), (0, "2S"), (0, "3S"), (1, "JD")) == ("f1=", "Fx")


def test_a_raise_is_an_answer_to_a_raise_and_a_later_one_is_none() -> None:
    assert habits((0, "truco"), (1, "raise"), (0, "run")) == ("F1-", "1+")
    later = ((0, "truco"), (1, "accept"), (0, "3S"), (1, "6S"), (0, "4D"), (1, "raise"), (0, "run"))
    assert habits(*later) == ("F2-", "1=")


def test_the_last_hands_are_remembered() -> None:
    state = after((0, "truco"))
    heard = state._heard((1,), "run")
    shown: tuple[str, ...] = ()
    for _ in range(REMEMBERED_HANDS + 3):
        shown = counted(shown, heard)
    assert shown == (" ".join(["F"] * REMEMBERED_HANDS), " ".join(["."] * REMEMBERED_HANDS))


def test_partners_are_read_together() -> None:
    assert together(["f fS1-", "fl ."]) == "ffl fS1-."


@pytest.mark.parametrize("scores", [[11, 3], [11, 11]])
def test_hands_without_raises_do_not_count(scores: list[int]) -> None:
    state = position(TWO, scores=scores)
    while not state.played and not RULES.turn(state).over:
        seat = RULES.turn(state).to_act[0]
        state, _ = RULES.apply(state, seat, RULES.legal(state, seat)[0].first())
    assert not any(state.habits)


def test_what_was_said_is_gone_with_the_hand_and_habits_stay() -> None:
    state = after((0, "3S"), (1, "truco"), (0, "accept"))
    assert RULES.view(state, 0).game.said == ((1, "truco", 1), (0, "accept", 1))
    ended = after((0, "truco"), (1, "run"))
    assert ended.said == ()
    again, _ = RULES.deal(ended, RULES.pack_of(ended))
    assert RULES.view(again, 1).game.habits == ended.habits


def test_hidden_cards_change_nothing_in_what_is_shown() -> None:
    def shown(hand: tuple[str, ...]) -> tuple[str, ...]:
        return habits((0, "3S"), (1, "6S"), (0, "truco"), (1, "run"), hands=(TWO[0], hand))

    assert shown(("KS", "JD", "6S")) == shown(("AH", "7C", "6S"))


def test_scenarios_do_not_tell_habits() -> None:
    assert not {"said", "habits"} & set(RULES.facts(after((0, "truco"))))
