"""Text from other people is safe to draw, however it was made."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui_server.safe_text import NAME_CELLS, TALK_CELLS, cell_width, safe_text

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x00\x07\x1b\x9b\u200b\u202e\u2028\ufe0f\u0301\u0489\ud83d\ue000 \t\n"),
    ),
    max_size=400,
)


@pytest.mark.slow
@given(NASTY, st.sampled_from([NAME_CELLS, TALK_CELLS]))
def test_no_forbidden_character_passes(text: str, cells: int) -> None:
    for char in safe_text(text, cells):
        assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.slow
@given(NASTY, st.sampled_from([NAME_CELLS, TALK_CELLS]))
def test_the_text_fits_its_cells(text: str, cells: int) -> None:
    assert sum(map(cell_width, safe_text(text, cells))) <= cells


def test_signs_without_width_make_no_text_long() -> None:
    text = "\U0001d400\U0001d167\U0001d168" * NAME_CELLS
    assert len(safe_text(text, NAME_CELLS).encode()) <= 4 * NAME_CELLS


@pytest.mark.slow
@given(NASTY)
def test_the_text_is_normal_and_its_blanks_are_single(text: str) -> None:
    safe = safe_text(text, TALK_CELLS)
    assert unicodedata.is_normalized("NFC", safe)
    assert safe == " ".join(safe.split(" "))
    assert safe == safe.strip()
    assert "  " not in safe


@given(NASTY)
def test_nobody_stacks_more_than_two_marks(text: str) -> None:
    marks = 0
    for char in safe_text(text, TALK_CELLS):
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        assert marks <= 2


@given(NASTY, st.sampled_from([NAME_CELLS, TALK_CELLS]))
def test_doing_it_twice_changes_nothing_more(text: str, cells: int) -> None:
    once = safe_text(text, cells)
    assert safe_text(once, cells) == once


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  José  \t da\nSilva ", "José da Silva"),
        ("e\u0301", "é"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]52;c;aGk=\x07", "]52;c;aGk="),
        ("a\u202eb", "ab"),
        ("♥\ufe0f", "♥"),
        ("[/nope]", "[/nope]"),
        ("\u3164\u2800", ""),
        ("\u0301\u0301", ""),
        ("漢" * 20, "漢" * 8),
    ],
)
def test_what_is_typed_and_what_is_shown(typed: str, shown: str) -> None:
    assert safe_text(typed, NAME_CELLS) == shown
