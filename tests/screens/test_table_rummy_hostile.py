"""A hostile server at a rummy game: whatever it sends, the table is drawn and nothing else."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import cards_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import act_again
from cardtui_client.faces.laying import lay_action
from cardtui_client.faces.offers import Keys, buttons
from cardtui_client.faces.staging import stage
from cardtui_client.faces.standing import prompt
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import CardZone, Target
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.table.ui_state import HeldCards
from tests.support.colours import PALETTE
from tests.support.hostile import filled, whole
from tests.support.nights import few_examples

GAMES = ("pif_paf", "pif_paf_tradicional", "cacheta")
PHASES = (*Phase.values(), 999)


@few_examples()
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(GAMES),
    st.sampled_from(PHASES),
    st.sampled_from([(80, 11), (67, 24), (30, 5), (1, 1), (0, 0)]),
    st.sampled_from(["auto", "big", "small", "line"]),
)
def test_whatever_a_server_sends_of_a_rummy_game_is_drawn(
    chance: Random, game: str, phase: Phase.ValueType, size: tuple[int, int], wanted: str
) -> None:
    snapshot = filled(table_service_pb2.Snapshot, chance)
    snapshot.table.state = tables_pb2.TABLE_STATE_PLAYING
    for message in (snapshot.view, snapshot.own):
        kind = type(getattr(message, game))
        getattr(message, game).CopyFrom(filled(kind, chance))
        getattr(message, game).SetInParent()
    snapshot.view.phase = phase
    snapshot.own.hand.extend([chance.randrange(100) for _ in range(chance.randrange(12))])
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    model.name = model.table.host
    prompt(model)
    buttons(model, Keys({}), seen=0)
    scene = stage(model)
    held = HeldCards().given_anew(scene.hand._replace(own_order=True))
    for index in (None, 0, 3):
        scene = scene._replace(hand=held.hand)
        held = held.sort().pick(index or 0).shift(1)
        board = Canvas(*size, PALETTE)
        paint_felt(board, scene, frozenset({0}))
        whole(board)
        laid_down(scene, model, chance, held, size, wanted)
        board = Canvas(*size, PALETTE)
        paint_hand(board, scene, Pointed(index, CardZone(1)), wanted=wanted)
        whole(board)
    narrator = Narrator(model)
    for lines in (narrator.table_lines(), narrator.hand_lines(), narrator.offer_lines()):
        assert not any(char < " " for line in lines for char in line)


def laid_down(
    scene: Scene,
    model: TableModel,
    chance: Random,
    held: HeldCards,
    size: tuple[int, int],
    wanted: str,
) -> None:
    """Lay whatever cards there are down by hand, and draw that."""
    hand = scene.hand._replace(own_order=True, lays=scene.hand.lays or "go_out")
    held = held.given_anew(hand).begin_laying()
    for _ in range(chance.randrange(8)):
        held = held.toggle(chance.randrange(12))
        if not chance.randrange(3):
            held = held.meld()
    hand, laid = held.hand, held.laid
    assert laid is not None
    assert sum(map(len, (*laid.melds, laid.selected, laid.loose))) == len(hand.cards)
    if scene.hand.lays:
        lay_action(scene.hand.lays, laid, model)
    board = Canvas(*size, PALETTE)
    target = Target(laid.melds, "Lay them", ready=True)
    paint_felt(board, scene._replace(middle=target))
    whole(board)
    board = Canvas(*size, PALETTE)
    paint_hand(board, scene._replace(hand=hand), Pointed(2, CardZone(1)), wanted=wanted)
    whole(board)


def test_a_server_that_tells_of_thousands_of_melds_is_shown_a_handful() -> None:
    snapshot = table_service_pb2.Snapshot(seq=1)
    snapshot.table.state = tables_pb2.TABLE_STATE_PLAYING
    snapshot.view.phase = Phase.PHASE_DEAL
    last = snapshot.view.cacheta.last
    last.winners.append(0)
    for _ in range(3000):
        last.melds.add().cards.extend([cards_pb2.CARD_FRENCH_AS] * 50)
    snapshot.own.CopyFrom(views_pb2.OwnView(seat=0))
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    scene = stage(model)
    assert sum(len(line.cards) for line in scene.paper) <= 400


def test_a_bet_that_no_act_can_hold_is_not_told_again() -> None:
    assert act_again(0, "bet", to=5) is not None
    assert act_again(0, "bet", to=(1 << 32) - 1) is None
    assert act_again(0, "fly") is None
