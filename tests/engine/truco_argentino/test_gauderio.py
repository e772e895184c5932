"""Truco gaudério: what the preset ``gauderio`` says is what the sheet's sources say."""

from typing import Any

import pytest

from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.state import State
from tests.engine.truco_argentino.table import RULES, after, position

[GAUDERIO] = [each.values for each in RULES.presets if each.name == "gauderio"]
FLOR, HIGHER = ("4E", "5E", "1E"), ("7C", "6C", "5C")
PLAIN, OTHER = ("3B", "2C", "4O"), ("3E", "2O", "4B")


def table(*hands: tuple[str, ...], **setup: Any) -> State:
    return position(*hands, options=GAUDERIO, **setup)


@pytest.mark.clause("TA-90")
def test_twenty_four_points_win_and_twelve_are_malas() -> None:
    terms = terms_of(RULES.options(GAUDERIO, 4), 4)
    assert (terms.target, terms.malas, terms.flor) == (24, 12, True)
    state = after(table(PLAIN, OTHER, scores=[23, 20]), (0, "truco"), (1, "no_quiero"))
    assert state.scores == (24, 20)
    assert RULES.outcome(state) is not None


@pytest.mark.clause("TA-90")
def test_a_flor_must_be_called_and_a_contraflor_wins_six() -> None:
    begun = table(FLOR, HIGHER)
    assert "play" not in [each.verb for each in RULES.legal(begun, 0)]
    state = after(begun, (0, "flor"), (1, "contraflor"), (0, "quiero"))
    assert state.scores == (0, 6)


MANO = ("3B", "4C", "5O")


@pytest.mark.clause("TA-91")
@pytest.mark.parametrize(
    ("other", "leads", "scores"),
    [
        (("3E", "2O", "4B"), (0, 0), (0, 1)),  # the first is tied
        (("2E", "4O", "1B"), (0, 0), (1, 0)),  # the second
        (("2E", "6O", "5B"), (0, 0, 1), (1, 0)),  # the third
        (("3E", "4O", "5B"), (0, 0, 0), (1, 0)),  # all three
    ],
)
def test_who_wins_a_hand_with_a_tie(
    other: tuple[str, ...], leads: tuple[int, ...], scores: tuple[int, int]
) -> None:
    state = table(MANO, other)
    for number, leader in enumerate(leads):
        assert state.scores == (0, 0)
        played = {0: MANO[number], 1: other[number]}
        state = after(state, *((seat, "play", played[seat]) for seat in (leader, 1 - leader)))
    assert state.scores == scores


@pytest.mark.clause("TA-92")
def test_a_hand_of_three_suits_counts_its_highest_card_for_the_envido() -> None:
    assert RULES.seat_view(table(("7E", "6B", "5O"), OTHER), 0).own.game.number == 7


@pytest.mark.clause("TA-93")
@pytest.mark.parametrize(
    ("hands", "calls", "scores"),
    [
        ((PLAIN, OTHER), ("falta_envido", "quiero"), (5 + 14, 10)),
        ((FLOR, HIGHER), ("flor", "contraflor_al_resto", "quiero"), (5, 10 + 14)),
    ],
)
def test_a_falta_and_a_contraflor_al_resto_are_what_the_leaders_lack(
    hands: tuple[tuple[str, ...], ...], calls: tuple[str, ...], scores: tuple[int, int]
) -> None:
    state = table(*hands, scores=[5, 10])
    state = after(state, *((number % 2, call) for number, call in enumerate(calls)))
    if calls[0] == "falta_envido":
        state = after(state, (0, "declare", 4), (1, "son_buenas"))
    assert state.scores == scores
