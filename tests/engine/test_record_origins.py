"""Records of a server's matches: where they come from is read back, and checked line by line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.library.record_reading import MOST_BYTES, read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Act, Origin, Pack, Record, RecordError, Sitting
from cardtui_engine.library.registry import get_rules

RULES = get_rules("truco-argentino")
ORIGIN = Origin(
    "k7mnpq",
    3,
    "2026-11-24T20:15:00Z",
    own=0,
    high_card=("dealer",),
    sittings=(
        Sitting(0, 0, "Ana “la Rápida”"),
        Sitting(0, 1, "Chispa", 3, 5),
        Sitting(2, 0, "Ana “la Rápida”", 2),
    ),
    secret=bytes(range(64)),
    commitment=bytes(64),
    commitments=(bytes(32), b""),
    reveals=(bytes(32), b""),
    chain=bytes(range(32)),
    closed=True,
)
RECORD = Record(
    RULES.id,
    2,
    RULES.options({}, 2),
    1,
    ("Ana “la Rápida”", "Chispa"),
    (Pack(RULES.pack, RULES.pack[::-1]), Act(0, Action("envido"))),
    ORIGIN,
)
LINES = write(RECORD).split("\n")


@pytest.mark.parametrize(
    "origin",
    [
        ORIGIN,
        replace(ORIGIN, sittings=ORIGIN.sittings[:1]),
        replace(ORIGIN, line_chain=True),
        replace(ORIGIN, line_chain=True, bots=12),
        Origin("k7mnpq", 1, "2026-11-24T20:15:00Z"),
    ],
)
def test_an_origin_is_read_back(origin: Origin) -> None:
    names = {each.seat: each.name for each in origin.sittings if not each.after}
    players = tuple(names.get(seat, "") for seat in range(2)) if names else ()
    record = replace(RECORD, players=players, origin=origin)
    text = write(record)
    assert read(text) == read(text.encode()) == record
    assert write(read(text)) == text


def test_a_record_is_of_the_oldest_grammar_that_has_all_it_says() -> None:
    by_line = write(replace(RECORD, origin=replace(ORIGIN, line_chain=True)))
    assert by_line.split("\n") == ["cardtui-record 3", *LINES[1:]]
    assert LINES[0] == "cardtui-record 2"
    assert write(replace(RECORD, origin=replace(ORIGIN, chain=b""))).startswith(LINES[0])
    assert write(replace(RECORD, origin=None, entries=())).startswith("cardtui-record 1\n")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("table k7mnpq 3", "table k7mnpq", "is no number"),
        ("table k7mnpq 3", "table ../x 3", "is no table"),
        ("table k7mnpq 3", "table k7mnpq 0", "is no table"),
        ("began 2026-11-24T20:15:00Z", "began yesterday", "is no time"),
        ("began 2026-11-24T20:15:00Z", "began 2026-13-45T20:15:00Z", "is no time"),
        ("own 0", "own 2", "There is no seat 2."),
        ("own 0", "own 0\nown 1", "is said twice"),
        ("high_card dealer", "high_card low", "is not found by high card"),
        ('player 1 "Chispa" 3 5', 'player 1 "Chispa" 3', "is no name, level and character"),
        ('player 1 "Chispa" 3 5', 'player 1 "Chispa" 3 x', "is no number"),
        ('player 1 "Chispa" 3 5', 'player 1 "\\ud800"', "no name that can be shown"),
        ('player 1 "Chispa" 3 5', 'player 1 "\\u001b[2J"', "no name that can be shown"),
        pytest.param('player 1 "Chispa" 3 5', f'player 1 "{"x" * 200}"', "no name", id="long"),
        ("seat_commit 1 absent", "# nothing", "'seat_commit' of every seat"),
        ("seat_commit 1 absent", "seat_commit 0 absent", "said twice of seat 0"),
        ("seat_commit 1 absent", "seat_commit 1 0", "no bytes"),
        ("reveal 1 absent", "reveal 1 none", "no bytes"),
        ("0 envido", "0 envido\ngathered 1E", "where an entry is expected"),
        ("0 envido", "gathered 1E\n0 envido", "none is dealt"),
        ("0 envido", '0 say "\\udc80"', "no text in UTF-8"),
        ("closed", "closed now", "takes no 'now'"),
        pytest.param("closed", "closed\n0 " + "7" * 20_000, "too long", id="long line"),
    ],
)
def test_a_line_of_an_origin_that_cannot_be_read_is_named(old: str, new: str, reason: str) -> None:
    at = LINES.index(old)
    with pytest.raises(RecordError) as caught:
        read("\n".join([*LINES[:at], new, *LINES[at + 1 :]]))
    assert reason in caught.value.reason
    assert caught.value.line


@pytest.mark.parametrize("gone", ["table k7mnpq 3", "began 2026-11-24T20:15:00Z", "chain"])
def test_an_origin_says_table_and_time_and_from_grammar_3_on_the_chain(gone: str) -> None:
    lines = ["cardtui-record 3", *LINES[1:]]
    with pytest.raises(RecordError, match="does not say"):
        read("\n".join(line for line in lines if not line.startswith(gone)))


def test_what_is_no_text_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match="line 3: This is no text in UTF-8"):
        read(b"cardtui-record 2\ngame cacho\n\xff\n")
    with pytest.raises(RecordError, match="line 1: A record begins with"):
        read(b"\x00\x7fELF")
    with pytest.raises(RecordError, match="at most"):
        read(b"#" * (MOST_BYTES + 1))


def test_grammar_1_knows_no_origin() -> None:
    with pytest.raises(RecordError, match="line 5: 'table' is no number"):
        read("\n".join(["cardtui-record 1", *LINES[1:]]))
