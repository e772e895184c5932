"""Brazilian truco at the table: beans, the rite of the cut and the mão, raises, eleven, iron."""

from random import Random

import pytest

from cardtui.v1 import table_service_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client import i18n
from cardtui_client.faces.staging import stage
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import CardZone
from cardtui_client.scene.scene import Fresh, Tally
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.paint.score import BEAN_COUNT, draw_tentos, in_bowl
from tests.screens.brazilian_screen import press, shown
from tests.screens.conftest import LookRight
from tests.support.brazilian_tables import (
    FIRST,
    GAME,
    HANDS,
    SCENES,
    brasileiro,
    iron,
    mao,
    playing,
    trick,
)
from tests.support.colours import PALETTE
from tests.support.hostile import filled, whole
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines, scenes_at_sizes


@scenes_at_sizes(SCENES, "answer")
async def test_the_table(scene: str, size: tuple[int, int], looks_right: LookRight) -> None:
    async with shown(SCENES[scene](), size) as pilot:
        await pilot.pause()
        looks_right(pilot.app)


async def test_what_the_partner_was_passed_stays_in_sight() -> None:
    """TB-10."""
    table = mao()
    async with shown(table) as pilot:
        await press(pilot, "p")
        assert "K♥  3♦  2♣" in lines(pilot.app)[1]


async def test_the_toggle_is_clickable_and_not_there_in_the_first_trick() -> None:
    """TB-22."""
    async with shown(trick()) as pilot:
        y = next(y for y, line in enumerate(lines(pilot.app)) if "Face down" in line)
        await pilot.click(offset=(lines(pilot.app)[y].index("Face down"), y))
        await pilot.pause()
        assert "Face up" in lines(pilot.app)[y]
    async with shown(playing()) as pilot:
        assert "Face down" not in "\n".join(lines(pilot.app))


async def test_the_status_line_says_that_an_accepted_raise_makes_the_trick_decide() -> None:
    """TB-46."""
    async with shown(playing("0 truco", "1 accept"), SMALL) as pilot:
        shown_at_the_foot = " ".join(lines(pilot.app)[-2:])
        assert "The raise was accepted: this trick decides the hand." in shown_at_the_foot
    table = brasileiro({"hands": HANDS, "begin": "play"}, accepted_decides="hand")
    table.do(0, "truco")
    table.do(1, "accept")
    async with shown(table, SMALL) as pilot:
        assert "Your turn: play a card" in lines(pilot.app)[-1]


async def test_the_last_iron_card_is_seen_before_the_summary() -> None:
    table = iron()
    for seat in (0, 1, 2, 3, 0, 1, 2, 1, 2, 3):
        if seat in table.rules.turn(table.state).to_act:
            table.do(seat, "turn_up")
    async with shown(table, animation=True) as pilot:
        while table.rules.turn(table.state).to_act:
            table.do(table.rules.turn(table.state).to_act[0], "turn_up")
        await pilot.pause()
        assert pilot.app.table_screen.controller.pacer.behind  # type: ignore[attr-defined]


def test_the_bowl_holds_what_the_sides_have_not_taken() -> None:
    assert in_bowl((Tally("a", 3, 12), Tally("b", 6, 12))) == BEAN_COUNT - 9
    assert in_bowl((Tally("a", 11, 12), Tally("b", 11, 12))) == 0
    assert in_bowl((Tally("a", 2**31 - 1, 12), Tally("b", -5, 12))) == BEAN_COUNT - 12


async def test_calls_of_the_hand_before_are_not_heard_at_the_cut() -> None:
    table = playing("0 truco", "1 run")
    async with shown(table) as pilot:
        assert "Corro!" in "\n".join(lines(pilot.app))
        table.deal()
        await pilot.pause()
        told = "\n".join(lines(pilot.app))
        assert "hand 5" in told
        assert "Corro!" not in told
        assert "Truco!" not in told


@pytest.mark.parametrize("points", [1, 9, 10, 12])
def test_a_side_and_its_points_do_not_touch_the_line_between_the_sides(points: int) -> None:
    canvas = Canvas(40, 12, PALETTE)
    draw_tentos(canvas, 0, 0, (Tally("Us", points, 12), Tally("Them", points, 12)))
    mine, theirs = canvas.row_text(0).split("│")
    assert mine.endswith(" ")
    assert theirs.startswith(" ")
    assert theirs.split()[0] == "Them"


PHASES = (*Phase.values(), 999)


@pytest.mark.parametrize("seed", [*range(20), *by_night(*range(20, 60))])
def test_whatever_a_server_sends_is_drawn_and_told(seed: int) -> None:
    chance = Random(seed)
    snapshot = filled(table_service_pb2.Snapshot, chance)
    snapshot.table.game = GAME
    snapshot.view.phase = Phase.ValueType(chance.choice(PHASES))
    part = snapshot.view.truco_brasileiro
    part.CopyFrom(filled(type(part), chance))
    own = snapshot.own.truco_brasileiro
    own.CopyFrom(filled(type(own), chance))
    frame = table_service_pb2.Frame(snapshot=snapshot)
    model = TableModel()
    model.fold(frame)
    scene = stage(model, Fresh(frozenset({0}), frozenset({1}), frozenset({0})))
    for size in ((80, 11), (67, 24), (20, 4), (0, 0)):
        board = Canvas(*size, PALETTE)
        paint_felt(board, scene, frozenset({0}))
        whole(board)
        paint_hand(board, scene, Pointed(0, CardZone(1)), fresh=True)
        whole(board)
    narrator = Narrator(TableModel())
    update = filled(table_service_pb2.Update, chance)
    update.seq = snapshot.seq + 1 if snapshot.seq < 2**62 else snapshot.seq
    told = narrator.tell(frame) + narrator.tell(table_service_pb2.Frame(update=update))
    assert not any("\x1b" in line for line in told)


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
async def test_a_language(language: str, reads_right: LookRight) -> None:
    i18n.set_language(language)
    async with shown(mao()) as pilot:
        reads_right(pilot.app)


async def test_nothing_but_ascii(looks_right: LookRight) -> None:
    async with shown(trick(), card_style="ascii") as pilot:
        looks_right(pilot.app)
        assert "\n".join(lines(pilot.app)).replace("mão", "").isascii()


async def test_who_watches_sees_no_card_that_is_face_down() -> None:
    """TB-22."""
    table = playing(*FIRST, "1 play 3S hidden")
    table.viewer = None
    async with shown(table) as pilot:
        assert "3♠" not in "\n".join(lines(pilot.app))
