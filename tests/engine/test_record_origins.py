"""Records of a server's matches: where they come from is read back, and checked line by line."""

from dataclasses import replace

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.gestures import Gesture, Sign
from cardtui_engine.library.record_reading import MOST_BYTES, read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import (
    Act,
    BotsOf,
    Origin,
    Pack,
    Record,
    RecordError,
    SeenSign,
    Sitting,
)
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
        replace(ORIGIN, bots=(BotsOf(0, 12), BotsOf(2, 13))),
        replace(ORIGIN, rated=True),
        replace(ORIGIN, grammar=1),
        replace(
            ORIGIN,
            signs=(
                SeenSign(1, Sign(0, Gesture.WINK, (1,))),
                SeenSign(2, Sign(1, Gesture.EYES, ())),
            ),
        ),
        replace(ORIGIN, chain=b""),
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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("table k7mnpq 3", "table k7mnpq", "is not a number"),
        ("table k7mnpq 3", "table ../x 3", "is not a table"),
        ("table k7mnpq 3", "table k7mnpq 0", "is not a table"),
        ("began 2026-11-24T20:15:00Z", "began yesterday", "is not a time"),
        ("began 2026-11-24T20:15:00Z", "began 2026-13-45T20:15:00Z", "is not a time"),
        ("own 0", "own 2", "There is no seat 2."),
        ("own 0", "own 0\nown 1", "is said twice"),
        ("high_card dealer", "high_card low", "is not drawn by high card"),
        ("own 0", "own 0\nsignal 0 smile 1", "'smile' is not a signal"),
        ("own 0", "own 0\nsignal 0", "'' is not a signal"),
        ("own 0", "own 0\nsignal 0 WINK", "'WINK' is not a signal"),
        ("own 0", "own 0\nsignal 0 wink 2", "There is no seat 2."),
        ("own 0", "own 0\nsignal 3 wink 0", "There is no seat 3."),
        ("own 0", "own 0\nsignal 0 wink me", "is not a number"),
        ('player 1 "Chispa" 3 5', 'player 1 "Chispa" 3', "is not a name, a level and a character"),
        ('player 1 "Chispa" 3 5', 'player 1 "Chispa" 3 x', "is not a number"),
        ('player 1 "Chispa" 3 5', 'player 1 "\\ud800"', "name cannot be shown"),
        ('player 1 "Chispa" 3 5', 'player 1 "\\u001b[2J"', "name cannot be shown"),
        pytest.param('player 1 "Chispa" 3 5', f'player 1 "{"x" * 200}"', "be shown", id="long"),
        ("seat_commit 1 absent", "# nothing", "'seat_commit' of every seat"),
        ("seat_commit 1 absent", "seat_commit 0 absent", "said twice of seat 0"),
        ("seat_commit 1 absent", "seat_commit 1 0", "not bytes"),
        ("reveal 1 absent", "reveal 1 none", "not bytes"),
        ("0 envido", "0 envido\ngathered 1E", "where an entry is expected"),
        ("0 envido", "gathered 1E\n0 envido", "none is dealt"),
        ("0 envido", '0 say "\\udc80"', "not text in UTF-8"),
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


@pytest.mark.parametrize("gone", ["table k7mnpq 3", "began 2026-11-24T20:15:00Z"])
def test_an_origin_says_table_and_time(gone: str) -> None:
    with pytest.raises(RecordError, match="does not say"):
        read("\n".join(line for line in LINES if line != gone))


@pytest.mark.parametrize("version", ["0", "3", "11", "x"])
def test_a_grammar_that_is_not_known_is_refused(version: str) -> None:
    with pytest.raises(RecordError, match="begins with cardtui-record 2"):
        read("\n".join([f"cardtui-record {version}", *LINES[1:]]))


def test_what_is_no_text_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match="line 3: This is not text in UTF-8"):
        read(b"cardtui-record 2\ngame cacho\n\xff\n")
    with pytest.raises(RecordError, match="line 1: A record that this version can read"):
        read(b"\x00\x7fELF")
    with pytest.raises(RecordError, match="at most"):
        read(b"#" * (MOST_BYTES + 1))
