"""A hostile or newer server can send anything: it is drawn, and it stays in its place."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import hands_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import span_of
from cardtui_client.faces.offers import Keys, buttons
from cardtui_client.faces.staging import stage
from cardtui_client.faces.standing import prompt
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import CardZone
from cardtui_client.scene.scene import Amount, Fresh
from cardtui_client.tui.paint.actions import paint_amount, paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.widgets.table_parts import paint_top
from tests.support.colours import PALETTE
from tests.support.hostile import filled, whole
from tests.support.nights import few_examples


@few_examples()
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([(80, 11), (67, 24), (30, 5), (1, 1), (0, 0)]),
)
def test_whatever_a_server_sends_is_drawn_and_nothing_else(
    chance: Random, size: tuple[int, int]
) -> None:
    draw(filled(table_service_pb2.Snapshot, chance), size)


def test_numbers_that_are_said_after_no_bet_are_drawn() -> None:
    snapshot = filled(table_service_pb2.Snapshot, Random(1))
    snapshot.table.game = "truco-argentino"
    snapshot.table.state = tables_pb2.TABLE_STATE_PLAYING
    snapshot.view.phase = hands_pb2.PHASE_PLAY
    truco = snapshot.view.truco_argentino
    truco.CopyFrom(filled(type(truco), Random(1)))
    truco.envido.ClearField("bets")
    truco.envido.worth = 2
    draw(snapshot, (80, 11))


def draw(snapshot: table_service_pb2.Snapshot, size: tuple[int, int]) -> None:
    """Draw all of a table, in a window of that size."""
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    model.name = model.table.host
    scene = stage(model, Fresh(frozenset({0, 1}), frozenset({1}), frozenset({0})))
    prompt(model)
    for board in (Canvas(*size, PALETTE), Canvas(size[0], max(size[1] - 2, 0), PALETTE)):
        paint_felt(board, scene, frozenset({0}))
        whole(board)
        paint_hand(board, scene, Pointed(0, CardZone(1)), fresh=True)
        whole(board)
        paint_top(board, scene.top, "")
        whole(board)
    bar = Canvas(size[0], 2, PALETTE)
    paint_buttons(bar, buttons(model, Keys({}), seen=0))
    whole(bar)
    for choice in model.choices():
        low, high, _most = span_of(choice)
        amount = Amount("Bet", low, high, low)
        paint_amount(Canvas(size[0], 2, PALETTE), amount, ())
