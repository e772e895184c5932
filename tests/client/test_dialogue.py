"""What a typed number means: the line of the list that the person has seen."""

from typing import Any

from cardtui.v1 import actions_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.offers import offers
from cardtui_client.lines.acting import Dialogue
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import TableModel
from tests.support.tables import card, choice, model_of


def at_truco(*choices: actions_pb2.Choice) -> TableModel:
    now: dict[str, Any] = {"phase": Phase.PHASE_PLAY, "to_act": [0], "choices": choices}
    return model_of("truco-argentino", **now)


def test_a_number_of_an_older_list_does_what_that_line_said_or_nothing() -> None:
    six, seven = choice("play", cards=[card("6E")]), choice("play", cards=[card("7E")])
    heard = [*offers(at_truco(seven)), *offers(at_truco(six))]
    dialogue = Dialogue(Narrator(at_truco(six)), careful=False)
    gone = dialogue.meant("1", heard)
    assert gone.action is None
    assert gone.lines == ["The table has changed.", "1) play six of swords (6E)"]
    still = dialogue.meant("2", heard)
    assert still.action is not None
    assert still.action.play.card == card("6E")
