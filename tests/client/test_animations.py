"""What games let one see between two positions, without a terminal."""

from cardtui.v1 import events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.presenter import Change
from cardtui_client.faces.truco.brazilian import RIBBONS, announced, offered
from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import HandScene, Laid, Print
from cardtui_client.scene.scene import NOTHING_FRESH, Fresh, Scene
from tests.support.tables import card

OWN = tuple(card(code, "FRENCH") for code in ("4C", "7H", "JD"))
FIRST = tuple(card(code, "FRENCH") for code in ("AS", "2H", "5C"))
SECOND = tuple(card(code, "FRENCH") for code in ("3D", "KC", "6H"))


def change(scene: Scene, phase: Phase.ValueType, *happened: events_pb2.Event) -> Change:
    model = TableModel()
    model.take_seat(0)
    view = views_pb2.PublicView(phase=phase)

    def staged(_view: views_pb2.PublicView | None, _fresh: Fresh) -> Scene:
        return scene

    return Change(model, view, views_pb2.PublicView(), happened, NOTHING_FRESH, staged)


def dealt(seat: int) -> events_pb2.Event:
    return events_pb2.Event(cards_dealt=events_pb2.CardsDealt(seat=seat, cards=OWN))


def test_the_hands_of_two_partners_are_turned_up_side_by_side() -> None:
    scene = Scene(middle=Laid((*FIRST, *SECOND), partner=True), hand=HandScene(cards=OWN))
    shots = offered(change(scene, Phase.PHASE_ELEVEN, dealt(0)), [Phase.PHASE_ELEVEN])
    up = [[c != HIDDEN_CARD for c in shot.scene.middle.cards] for shot in shots]  # type: ignore[union-attr]
    assert up == [[False] * 6, [True, False, False] * 2, [True, True, False] * 2]
    assert [shot.scene.hand.cards.count(HIDDEN_CARD) for shot in shots] == [3, 2, 1]


def test_nothing_is_turned_up_for_who_was_dealt_nothing_or_decides_nothing() -> None:
    scene = Scene(hand=HandScene(cards=OWN))
    assert not offered(change(scene, Phase.PHASE_ELEVEN, dealt(1)), [Phase.PHASE_ELEVEN])
    assert not offered(change(scene, Phase.PHASE_PLAY, dealt(0)), [Phase.PHASE_ELEVEN])


def test_a_ribbon_lies_on_the_bare_felt_as_the_first_phase_says() -> None:
    scene = Scene(middle=Laid(FIRST), caption="rejected", hand=HandScene(cards=OWN))
    began = [
        events_pb2.Event(phase_began=events_pb2.PhaseBegan(phase=phase))
        for phase in (Phase.PHASE_IRON, Phase.PHASE_ELEVEN)
    ]
    (shot,) = announced(change(scene, Phase.PHASE_IRON, *began), RIBBONS)
    assert shot.scene.ribbon is not None
    assert shot.scene.ribbon.title == "The iron hand"
    assert isinstance(shot.scene.middle, Print)
    assert not shot.scene.hand.cards
    assert not announced(change(scene, Phase.PHASE_PLAY), RIBBONS)
