"""The page at the end of a match where there is room: its digits, and what they leave out."""

from typing import Any

import pytest

from cardtui_client.scene.middle import Finale, Line, Score
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.paper import draw_finale, finale_fits, height_of, place_of
from cardtui_client.tui.table.board import with_finale
from tests.support.colours import PALETTE

ROOM = Place(0, 0, 84, 26)
TWO = (Score("Ana", "14", 0), Score("Beto", "30", 1, won=True))
FOUR = tuple(Score(name, "1250", won=name == "Ana") for name in ("Ana", "Beto", "Carla", "Dani"))


def page(scores: tuple[Score, ...]) -> Finale:
    """Return a page that tells the score, and one thing more."""
    return Finale("It is over.", 1, scores, (Line("points", is_score=True), Line("hands won")))


def painted(finale: Finale) -> Canvas:
    """Return the page as it is painted."""
    canvas = Canvas(ROOM.width, ROOM.height, PALETTE)
    draw_finale(canvas, place_of(finale, ROOM), finale)
    return canvas


def digits(canvas: Canvas, finale: Finale) -> int:
    """Count what stands apart from each other in the lines where the digits are."""
    left, top, width, _height = place_of(finale, ROOM)
    paper = canvas.styles[top + 4][left].bgcolor
    inked = {
        x
        for y in range(top + 5, top + 10)
        for x in range(left, left + width)
        if canvas.styles[y][x].bgcolor != paper
    }
    return sum(x - 1 not in inked for x in inked)


def ink_cells(canvas: Canvas, finale: Finale) -> int:
    """Count the cells that digits fill."""
    left, top, width, height = place_of(finale, ROOM)
    paper = canvas.styles[top + 4][left].bgcolor
    return sum(
        canvas.styles[y][x].bgcolor != paper
        for y in range(top + 5, top + height - 1)
        for x in range(left, left + width)
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "█▀▄█"),
        ({"cheer": "Você ganhou!"}, "█▀▄█"),
        ({"close": True}, "★ It is over. ★"),
        ({"cheer": ""}, "It is over."),
    ],
)
def test_the_page_of_who_has_won_says_so_in_large_letters_and_has_a_frame(
    change: dict[str, Any], said: str
) -> None:
    finale = page(TWO)._replace(cheer="¡Ganaste!")._replace(**change)
    canvas = painted(finale)
    x, y, width, height = place_of(finale, ROOM)
    band = canvas.styles[y][x].bgcolor
    edges = {canvas.styles[row][at].bgcolor for row in (y + 7,) for at in (x, x + width - 1)}
    assert said in canvas.plain()
    assert (edges == {band}) is bool(finale.cheer)
    assert height == height_of(finale)


def test_digits_say_the_score_of_all() -> None:
    finale = page(TWO)
    canvas = painted(finale)
    assert digits(canvas, finale) == 4
    assert "points" not in canvas.plain()
    for told in ("hands won", "Ana", "Beto"):
        assert told in canvas.plain()


@pytest.mark.parametrize("scores", [(), FOUR], ids=["none", "too many for all"])
def test_without_digits_the_score_stands_among_the_lines(scores: tuple[Score, ...]) -> None:
    assert "points" in painted(page(scores)).plain()


def test_a_page_fits_where_all_of_it_has_room() -> None:
    finale = page(TWO)
    _x, _y, width, height = place_of(finale, ROOM)
    assert height == height_of(finale)
    assert finale_fits(finale, width, height)
    assert not finale_fits(finale, width - 1, height)
    assert not finale_fits(finale, width, height - 1)


HEADED = Line("Won", columns=("a", "b"))
LOW = {"height": 24, "width": 80}


OUTCOME, BLANK = Line("by tricks"), Line("")
TOLD = (OUTCOME, BLANK, HEADED)


@pytest.mark.parametrize(
    ("rows", "lines", "scores"),
    [
        (3, (*TOLD, *(HEADED,) * 3), TWO),
        (5, (OUTCOME, *(HEADED,) * 6), TWO),
        (6, (HEADED,) * 7, TWO),
        (8, (*TOLD, *(HEADED,) * 8), ()),
        (12, (OUTCOME, *(HEADED,) * 13), ()),
    ],
)
def test_a_page_in_a_low_window_gives_up_blank_lines_then_the_outcome_then_its_digits(
    rows: int, lines: tuple[Line, ...], scores: tuple[Score, ...]
) -> None:
    scene = Scene()
    long = page(TWO)._replace(lines=(*TOLD, *(HEADED,) * rows))
    felt, own = with_finale(scene, scene, long, **LOW)
    assert (
        felt.finale == own.finale == long._replace(lines=lines, scores=scores, close=True, cells=60)
    )


def test_the_outcome_stays_before_the_digits_of_several_if_the_small_paper_tells_it() -> None:
    scene = Scene(paper=(Line("It is over."), OUTCOME))
    three = (*TWO, Score("Carla", "2"))
    long = page(three)._replace(lines=(*TOLD, *(HEADED,) * 6))
    felt, _own = with_finale(scene, scene, long, **LOW)
    assert felt.finale is not None
    assert felt.finale.lines[0] == OUTCOME
    assert not felt.finale.scores


@pytest.mark.parametrize("size", [{"height": 9, "width": 80}, {"height": 24, "width": 43}])
def test_where_no_page_has_room_the_paper_stays(size: dict[str, int]) -> None:
    scene = Scene(paper=(Line("It is over."), Line("x")))
    assert with_finale(scene, scene, page(TWO), **size) == (scene, scene)


def test_on_a_large_felt_the_digits_are_twice_as_large() -> None:
    scene = Scene()
    finale = page(TWO)
    felt, own = with_finale(scene, scene, finale, height=60, width=150)
    assert felt.finale == own.finale == finale._replace(scale=2)
    assert felt.finale is not None
    small, large = (ink_cells(painted(each), each) for each in (finale, felt.finale))
    assert large == 4 * small > 0, "twice as wide and twice as high"
    felt, _own = with_finale(scene, scene, finale, height=40, width=77)
    assert felt.finale == finale
