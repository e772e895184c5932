"""What a match is remembered for, and how you stand with the other side, in words."""

import pytest

from cardtui.v1 import views_pb2
from cardtui_client.faces.memory import moment_words
from cardtui_client.faces.seats import rematch
from cardtui_client.history.kept_records import Moment, Remembered
from cardtui_client.model.table import Rivalry, TableModel
from tests.support.table_driver import ScriptedTable


def model(game: str = "truco-argentino") -> TableModel:
    """Return a table of Ana, who looks, and Beto."""
    table = ScriptedTable(game, 2, names=("Ana", "Beto"))
    model = TableModel(name="Ana")
    model.fold(table.snapshot())
    return model


@pytest.mark.parametrize("kind", Remembered)
def test_each_moment_tells_its_hand_and_who_did_it(kind: Remembered) -> None:
    own, other = (moment_words(Moment(kind, seat, 7, 4, 31), model()) for seat in (0, 1))
    assert own != other
    assert "Beto" in other
    assert "you" in own
    assert "Ana" not in own
    assert all("hand 7" in words and "4" in words for words in (own, other))


def test_chips_are_told_as_chips() -> None:
    table = model("cacho")
    table.view = views_pb2.PublicView(chips=[20, 60])
    told = moment_words(Moment(Remembered.HAND, 1, 2, 40), table)
    assert told == "Remember hand 2, which brought most: 40 chips for Beto."


@pytest.mark.parametrize("game", ["truco-brasileiro", "truco-paulista"])
def test_where_tentos_are_counted_a_moment_was_worth_tentos(game: str) -> None:
    told = moment_words(Moment(Remembered.BLUFF, 1, 7, 3), model(game))
    assert told == "Remember hand 7: Beto won 3 tentos with a bluff."


@pytest.mark.parametrize(
    ("won", "lost", "told"),
    [
        (3, 2, "3–2 for you against Fito."),
        (2, 3, "3–2 for Fito against you."),
        (2, 2, "2–2 against Fito: you are even."),
    ],
)
def test_beside_the_rematch_stands_who_leads_who_leads(won: int, lost: int, told: str) -> None:
    table = model()
    table.rivalry = Rivalry(("Fito",), won, lost)
    assert rematch(table) == f"{told} Rematch?"
