"""Rows of the log: what does not fit goes on moved in, and cards are chips wherever they stand."""

import pytest
from rich.segment import Segment

from cardtui_client.scene.scene import Entry, Kind
from cardtui_client.tui.paint.paper import entry_lines
from tests.support.colours import PALETTE

WIDTH = 24
LONG = "As long a line as nobody can say at a table in one breath"


def rows(entry: Entry, *, ascii_only: bool = False) -> list[list[Segment]]:
    return entry_lines(entry, WIDTH, PALETTE, ascii_only=ascii_only)


def text_of(row: list[Segment]) -> str:
    return "".join(segment.text for segment in row)


def chips(row: list[Segment]) -> list[str]:
    """Return what stands on paper."""
    papers = [segment for segment in row if segment.style and segment.style.bgcolor]
    return [
        segment.text
        for segment in papers
        if segment.style and segment.style.bgcolor and segment.style.bgcolor.name == PALETTE.card
    ]


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.HEADING])
def test_what_does_not_fit_into_a_row_goes_on_moved_in(kind: Kind) -> None:
    first, *rest = map(text_of, rows(Entry(kind, LONG, name="Ana")))
    assert not first.startswith(" ")
    assert rest
    assert all(row.startswith("  ") and len(row) <= WIDTH for row in rest)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("The top discard is K♣.", [" K♣ "]),
        ("All discards: 8♦ 10♥.", [" 8♦ ", " 10♥ "]),
        ("Ana shows 7●, 12E and 1B.", [" 7● ", " 12E ", " 1B "]),
        ("Hand 3 is played under TA-7B.", []),
        ("Beto has 8X and 13E.", []),
    ],
)
def test_cards_in_a_sentence_are_chips(text: str, cards: list[str]) -> None:
    painted = rows(Entry(Kind.EVENT, text))
    assert [each for row in painted for each in chips(row)] == cards
    assert "".join("".join(map(text_of, painted)).split()) == "".join(text.split())
    assert all(len(text_of(row)) <= WIDTH for row in painted)


def test_what_somebody_says_stays_as_it_was_said() -> None:
    assert not chips(rows(Entry(Kind.TALK, "Play 7E!", name="Ana"))[0])


def test_without_signs_cards_are_as_one_types_them() -> None:
    (row,) = rows(Entry(Kind.EVENT, "Ana shows K♣."), ascii_only=True)
    assert text_of(row) == "Ana shows KC."
