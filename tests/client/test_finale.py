"""The page at the end of a match where there is room: its digits, and what they leave out."""

import pytest

from cardtui_client.scene.middle import SMALLEST, Finale, Line, Score
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


def test_on_a_low_felt_are_the_digits_and_the_lines_are_below() -> None:
    paper = (Line("It is over."), Line(""), Line("points", is_score=True), Line("x"))
    scene = Scene(paper=paper)
    felt, own = with_finale(scene, scene, page(TWO), **LOW)
    assert felt.finale == page(TWO)._replace(lines=(), cells=SMALLEST)
    assert own.finale is None
    assert [line.text for line in own.paper] == ["hands won"]


def test_where_more_is_told_than_a_low_window_has_room_for_the_small_paper_lies_below() -> None:
    scene = Scene(paper=(Line("It is over."), Line(""), Line("points", is_score=True), Line("x")))
    long = page(TWO)._replace(lines=tuple(Line(f"{n}") for n in range(8)))
    felt, own = with_finale(scene, scene, long, **LOW)
    assert felt.finale is not None
    assert own.paper == (Line("x"),)


def test_how_the_last_hand_was_won_goes_before_the_digits_do() -> None:
    """A title among the columns says that there was no line for more."""
    scene = Scene(paper=(HEADED, Line("x")))
    long = page(TWO)._replace(lines=(Line("by tricks"), *(HEADED,) * 7))
    felt, own = with_finale(scene, scene, long, **LOW)
    assert felt.finale is not None
    assert own.paper == (HEADED,) * 7


@pytest.mark.parametrize(
    ("paper", "finale", "size"),
    [
        ((HEADED, Line("x")), page(TWO)._replace(lines=(HEADED,) * 8), LOW),
        ((Line("It is over."), Line("x")), page(()), LOW),
        ((Line("It is over."), Line("x")), page(TWO), {"height": 20, "width": 80}),
        ((Line("It is over."), Line("x")), page(TWO), {"height": 24, "width": 43}),
    ],
    ids=["title among the columns", "no score", "too low", "too narrow"],
)
def test_where_digits_have_no_place_all_of_the_paper_lies_below(
    paper: tuple[Line, ...], finale: Finale, size: dict[str, int]
) -> None:
    scene = Scene(paper=paper)
    assert with_finale(scene, scene, finale, **size) == (scene, scene)


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
