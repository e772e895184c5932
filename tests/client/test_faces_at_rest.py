"""Faces at the seats: one for each person, always the same, and never the face of a gesture."""

import pytest

from cardtui_client.faces.staging import stage
from cardtui_client.model.quick_talk import FACES_AT_REST, GESTURES, face_at_rest
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import SeatScene
from cardtui_client.text import cell_width, in_ascii
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size
from cardtui_client.tui.paint.plates import draw_plate
from tests.support.colours import PALETTE
from tests.support.table_driver import ScriptedTable, truco


def test_no_face_at_rest_is_that_of_a_gesture() -> None:
    drawn = {each.face for each in GESTURES.values()} | {each.form for each in GESTURES.values()}
    assert not drawn & {*FACES_AT_REST, *map(in_ascii, FACES_AT_REST)}
    assert len(set(FACES_AT_REST)) == len(FACES_AT_REST)
    assert {cell_width(each) for each in FACES_AT_REST} == {5}
    assert all(in_ascii(each).isascii() for each in FACES_AT_REST)


def test_bots_look_different_and_people_as_their_names_say() -> None:
    assert len({face_at_rest("Alba", character) for character in range(1, 9)}) == 8
    assert face_at_rest("Ana", 0) == face_at_rest("ana", 0)
    assert face_at_rest("Ana", -5) in FACES_AT_REST
    assert face_at_rest("Ana", 10**9) in FACES_AT_REST


def faces(table: ScriptedTable) -> list[str]:
    model = TableModel()
    model.fold(table.snapshot())
    return [each.face for each in stage(model).seats]


@pytest.mark.parametrize("seats", [2, 4])
def test_it_tells_nothing_of_the_cards_or_the_play(seats: int) -> None:
    table = truco(seats)
    before = faces(table)
    table.do(0, "truco")
    table.do(1, "quiero")
    assert faces(table) == before
    assert all(before)


NAMES = ["N" * cells for cells in range(1, 17)]


@pytest.mark.parametrize("turn", [False, True])
def test_a_face_takes_no_cell_of_a_name_or_a_mark(turn: bool) -> None:
    for name in NAMES:
        faceless = SeatScene(1, name, dealer=True, mark="mano", clock="0:09", turn=turn)
        seat = faceless._replace(face=FACES_AT_REST[0])
        for width in range(8, 40):
            before, drawn = plate(faceless, width), plate(seat, width)
            if FACES_AT_REST[0] in drawn:
                assert drawn.endswith(" " + FACES_AT_REST[0])
                assert name in drawn
                drawn = drawn.removesuffix(FACES_AT_REST[0])
            assert drawn.rstrip() == before.rstrip()
        assert FACES_AT_REST[0] in plate(seat, 40)


@pytest.mark.parametrize("cards", range(5))
def test_in_a_plate_of_one_line_a_face_takes_no_cell_of_the_cards_or_a_note(cards: int) -> None:
    for name in NAMES:
        faceless = SeatScene(1, name, mark="mano", turn=True, cards=cards, notes=("bot",))
        for width in range(24, 40):
            before, drawn = (
                plate(each, width, 1)
                for each in (faceless, faceless._replace(face=FACES_AT_REST[0]))
            )
            assert drawn.removesuffix(FACES_AT_REST[0]).rstrip() == before.rstrip()
        assert FACES_AT_REST[0] in plate(
            faceless._replace(name="N", cards=1, face=FACES_AT_REST[0]), 30, 1
        )


def test_the_cards_that_are_left_what_was_said_and_who_plays_are_thoughts_of_their_own() -> None:
    """ "10 na boa, robô" would read as one."""
    canvas = Canvas(40, 2, PALETTE)
    notes = ("na boa", "robô")
    draw_plate(canvas, Place(0, 0, 40, 2), SeatScene(1, "Beto", cards=10, notes=notes))
    assert canvas.plain().splitlines()[1].strip().endswith("10 · na boa · robô")


@pytest.mark.parametrize("beyond", [0, 2])
def test_beside_large_backs_a_note_takes_the_room_of_some_of_them_and_hides_none(
    beyond: int,
) -> None:
    notes = ("correu", "robô")
    canvas = Canvas(18, 9, PALETTE)
    seat = SeatScene(1, "Beto", cards=9, notes=notes)
    place = Place(0, 0, 18 - beyond, 8)
    draw_plate(canvas, place, seat, backs=Size.SMALL, beyond=beyond)
    lines = canvas.plain().splitlines()
    assert lines[1].split() == ["▏▏▏─────╮", "9"]
    assert [line.split("▌")[-1] for line in lines[2:4]] == [*notes]
    assert all(line.strip().startswith("▏▏▏") for line in lines[1:6])


def plate(seat: SeatScene, width: int, height: int = 2) -> str:
    """Return the first line of a seat's plate."""
    canvas = Canvas(width, height, PALETTE)
    draw_plate(canvas, Place(0, 0, width, height), seat)
    return "".join(canvas.chars[0])
