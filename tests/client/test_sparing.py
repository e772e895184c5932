"""Sparing updates: a terminal that is told less of a change shows the same."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from cardtui_client.text import cell_width
from cardtui_client.tui.sparing import Look, Shown, SparingUpdate, look_of

_PIECE = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|\x1b\[(\d*)([ABCD])|(\x08)|(.)", re.DOTALL)


ENDED = {"22": ("1", "2"), "23": ("3",), "24": ("4",), "27": ("7",), "29": ("9",)}
"""What codes end, by the marks."""


@dataclass
class Terminal:
    """What a terminal shows: letters with their looks, by line and cell."""

    cells: dict[tuple[int, int], tuple[str, Look]] = field(default_factory=dict)

    def take(self, sent: str) -> "Terminal":
        x = y = 0
        codes: list[str] = []
        for line, column, style, count, way, back, letter in _PIECE.findall(sent):
            steps = int(count or 1)
            if line:
                x, y = int(column) - 1, int(line) - 1
            elif way in ("A", "B"):
                y += steps if way == "B" else -steps
            elif way or back:
                x += steps if way == "C" else -steps
            elif letter and letter != "\n":
                self.cells[y, x] = (letter, look_of(";".join(codes)))
                x += cell_width(letter)
            elif not letter:
                for part in re.findall(r"[34]8;2;\d+;\d+;\d+|\d+", style):
                    ended = ENDED.get(part, ())
                    codes = [] if part == "0" else [each for each in codes if each not in ended]
                    codes += [] if part == "0" or ended else [part]
        return self

    def seen(self) -> dict[tuple[int, int], tuple[str, Look]]:
        """Return what an eye sees: of a plain blank only the ground."""
        return {
            place: (
                letter,
                look if letter != " " or look.seen_on_blanks else Look(ground=look.ground),
            )
            for place, (letter, look) in self.cells.items()
        }


REVERSE = Style(reverse=True)
COLOURS = st.sampled_from(["", "#ff0000", "#00ff00", "#102030"])
STYLES = st.builds(
    Style,
    color=COLOURS.map(lambda colour: colour or None),
    bgcolor=COLOURS.map(lambda colour: colour or None),
    bold=st.sampled_from([None, True]),
    dim=st.sampled_from([None, None, True]),
    strike=st.sampled_from([None, None, True]),
    italic=st.sampled_from([None, True]),
    underline=st.sampled_from([None, None, True]),
    reverse=st.sampled_from([None, None, True]),
)
PIECES = st.tuples(st.text("ab 7♠●", min_size=1, max_size=6), STYLES)
LINES = st.lists(PIECES, min_size=1, max_size=6).map(
    lambda pieces: [Segment(text, style) for text, style in pieces]
)


CONSOLE = Console(color_system="truecolor", force_terminal=True)


def update_of(lines: list[list[Segment]]) -> ChopsUpdate:
    """Return the change in which those lines are drawn whole."""
    strips = [Strip(line) for line in lines]
    widths = [strip.cell_length for strip in strips]
    spans = [(y, 0, width) for y, width in enumerate(widths)]
    return ChopsUpdate([{0: strip} for strip in strips], spans, [[width] for width in widths])


GREEN = Style(bgcolor="#00ff00")


@pytest.mark.slow
@example([[[Segment("7")]], [[Segment("7"), Segment(" ", GREEN), Segment("7", GREEN + REVERSE)]]])
@given(st.lists(st.lists(LINES, min_size=1, max_size=3), min_size=2, max_size=4))
def test_after_many_changes_the_same_is_seen(changes: list[list[list[Segment]]]) -> None:
    whole, sparing, shown = Terminal(), Terminal(), Shown()
    for lines in changes:
        update = update_of(lines)
        whole.take(update.render_segments(CONSOLE))
        sparing.take(SparingUpdate(update, shown).render_segments(CONSOLE))
        assert sparing.seen() == whole.seen()


def test_what_is_there_already_is_not_sent_again() -> None:
    shown = Shown()
    line = [Segment("seven of cups", Style(bold=True, bgcolor="#102030"))]
    assert SparingUpdate(update_of([line]), shown).render_segments(CONSOLE)
    assert not SparingUpdate(update_of([line]), shown).render_segments(CONSOLE)
    shown.forget()
    assert SparingUpdate(update_of([line]), shown).render_segments(CONSOLE)


def test_a_new_layout_sends_what_differs() -> None:
    shown = Shown()
    lines: list[Iterable[Strip]] = [[Strip([Segment("the felt")])], [Strip([Segment("a hand")])]]
    region = Region(0, 0, 8, 2)
    first = SparingUpdate(LayoutUpdate(lines, region), shown).render_segments(CONSOLE)
    lines[1] = [Strip([Segment("a hint")])]
    second = SparingUpdate(LayoutUpdate(lines, region), shown).render_segments(CONSOLE)
    assert ("the felt" in first, "the felt" in second) == (True, False)
    assert second == "\x1b[2;4Hint"


def test_a_wide_letter_is_sent_whole() -> None:
    shown = Shown()
    style, other = Style(color="#ff0000"), Style(color="#00ff00")
    SparingUpdate(update_of([[Segment("a牌b", style)]]), shown).render_segments(CONSOLE)
    sent = SparingUpdate(update_of([[Segment("a牌b", other)]]), shown).render_segments(CONSOLE)
    assert "牌" in sent


def test_a_style_is_told_once_however_often_it_comes() -> None:
    frame, face = Style(color="#ff0000"), Style(color="#00ff00")
    line = [Segment("|", frame), Segment("seven", face), Segment("|", frame)]
    sent = SparingUpdate(update_of([line, line, line]), Shown()).render_segments(CONSOLE)
    assert sent.count("38;2") == 2


def test_a_cell_between_that_is_the_same_is_sent_rather_than_stepped_over() -> None:
    shown = Shown()
    SparingUpdate(update_of([[Segment("abcd")]]), shown).render_segments(CONSOLE)
    sent = SparingUpdate(update_of([[Segment("xbcy")]]), shown).render_segments(CONSOLE)
    assert sent == "\x1b[1;1Hxbcy"


def test_behind_the_last_column_the_cursor_is_told_where_to_go() -> None:
    narrow = Console(color_system="truecolor", force_terminal=True, width=3)
    frame, face = Style(color="#ff0000"), Style(color="#00ff00")
    lines = [[Segment("ab", face), Segment("|", frame)], [Segment("c", face), Segment("|", frame)]]
    sent = SparingUpdate(update_of(lines), Shown()).render_segments(narrow)
    assert "|\x1b[2;2H|" in sent


def test_it_ends_in_the_terminals_own_style() -> None:
    update = update_of([[Segment("a", Style(bold=True, bgcolor="#102030"))]])
    assert SparingUpdate(update, Shown()).render_segments(CONSOLE).endswith("\x1b[0m")


@pytest.mark.parametrize("colours", ["standard", "256", "truecolor"])
def test_every_terminal_is_told_its_own_colours(
    colours: Literal["standard", "256", "truecolor"],
) -> None:
    console = Console(color_system=colours, force_terminal=True)
    update = update_of([[Segment("a", Style(color="#ff0000", bgcolor="#00ff00", bold=True))]])
    sent = SparingUpdate(update, Shown()).render_segments(console)
    assert look_of(sent.split("m")[0].rpartition("[")[2]).ink
    assert ("38;2" in sent) == (colours == "truecolor")


def test_a_link_stays_a_link_and_ends() -> None:
    line = [Segment("a", Style(bold=True)), Segment("b", Style(link="https://example.org"))]
    sent = SparingUpdate(update_of([line]), Shown()).render_segments(CONSOLE)
    link = r"\x1b\]8;id=\d+-?\d*;https://example.org\x1b\\[^a]*b[^a]*\x1b\]8;;\x1b\\"
    assert re.search(link, sent)
    assert "a" in sent


@pytest.mark.slow
@given(LINES, st.data())
def test_only_what_was_drawn_is_sent(line: list[Segment], data: st.DataObject) -> None:
    strip = Strip(line)
    width = strip.cell_length
    first = data.draw(st.integers(0, width - 1))
    last = data.draw(st.integers(first + 1, width))
    update = ChopsUpdate([{0: strip}], [(0, first, last)], [[width]])
    sent = SparingUpdate(update, Shown()).render_segments(CONSOLE)
    assert sorted(Terminal().take(sent).cells) == [(0, x) for x in range(first, last)]
