"""What the table waits for, as those are told who have to wait: by whom, and for what."""

from collections.abc import Callable

import pytest

from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.standing import prompt
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.table import TableModel
from tests.support import rummy_tables
from tests.support.brazilian_tables import playing
from tests.support.nights import games_and_by_night
from tests.support.seat_matches import matches
from tests.support.table_driver import ScriptedTable, cacho, played, truco


def watched(*moves: str) -> Callable[[], ScriptedTable]:
    return lambda: played(truco(viewer=None, setup={"dealer": 1}), *moves)


def drawn() -> ScriptedTable:
    return rummy_tables.move(rummy_tables.drawing(), "2 draw stock")


CASES = {
    "a card": (watched(), "You are watching. Ana to act: a card."),
    "a call": (
        watched("0 truco"),
        "You are watching. Beto to act: an answer to “¡Truco!”.",
    ),
    "a number of envido": (
        watched("0 envido", "1 quiero"),
        "You are watching. Ana to act: the number of their envido.",
    ),
    "a raise in Brazil": (
        lambda: playing("0 play 7S", "1 truco", "2 raise"),
        "Waiting for Beto and Dani: an answer to “Seis!”.",
    ),
    "chips": (lambda: played(cacho(), "0 bet"), "Waiting for Beto: a bet or a pass."),
    "a draw": (rummy_tables.drawing, "Waiting for Carla: a draw."),
    "a discard": (drawn, "Waiting for Carla: a discard."),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_who_waits_is_told_for_what(case: tuple[Callable[[], ScriptedTable], str]) -> None:
    made, said = case
    model = TableModel()
    model.fold(made().snapshot())
    assert prompt(model)[0] == said


@pytest.mark.parametrize("game", games_and_by_night())
def test_at_every_step_of_every_game_it_is_told_what_is_awaited(game: str) -> None:
    for model, _events in matches(game):
        view = model.view
        assert view is not None
        if view.to_act and view.phase not in (Phase.PHASE_CUT, Phase.PHASE_DEAL):
            assert face_of(game).awaits(view, model)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it(language: str) -> None:
    set_language(language)
    try:
        said = set()
        for made, english in CASES.values():
            model = TableModel()
            model.fold(made().snapshot())
            told = prompt(model)[0]
            assert (told == english) is (language == "en")
            said.add(told)
        assert len(said) == len(CASES)
    finally:
        set_language("en")
