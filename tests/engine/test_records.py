"""Records: what is written is read back, and what cannot be read or replayed says where."""

from __future__ import annotations

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.library.records import (
    Act,
    Pack,
    Record,
    RecordError,
    ReplayError,
    read,
    replay,
    write,
)
from cardtui_engine.library.registry import get_rules

RULES = get_rules("truco-argentino")
OPTIONS = RULES.options({"target": 15}, 2)


def record(*entries: Pack | Act, players: tuple[str, ...] = ("Ana", "")) -> Record:
    return Record(RULES.id, 2, OPTIONS, 1, players, (Pack(RULES.pack), *entries))


@pytest.mark.parametrize("text", ["hola", "a\u2028b", "a\u0085b", "a\nb", "a\rb", 'x="1" y=2', "#"])
def test_whatever_was_said_is_read_back(text: str) -> None:
    whole = record(Act(0, Action("say", text=text)))
    assert read(write(whole)) == whole


def test_comments_and_blank_lines_are_passed_over() -> None:
    head, rest = write(record()).split("\n", 1)
    assert read(f"# a match\n\n{head}\n# more\n{rest}\n\n") == record()


@pytest.mark.parametrize(
    ("line", "bad", "reason"),
    [
        (1, "cardtui-record 9", "a record begins with"),
        (2, "game chess", "unknown game 'chess'"),
        (3, "seats many", "'many' is no number"),
        (4, "option target 15x", "'15x' is no value"),
        (7, "pack ZZ", "there is no card 'ZZ'"),
        (8, "0 dance", "dance"),
        (8, "0 play card", "There is no card “card”."),
        (8, "0 play card=7E 1B", "“play” takes no “1B”."),
        (8, "one envido", "'one' is no number"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: int, bad: str, reason: str) -> None:
    lines = write(record(Act(0, Action("envido")))).split("\n")
    assert lines[7] == "0 envido"
    lines[line - 1] = bad
    with pytest.raises(RecordError) as caught:
        read("\n".join(lines))
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    assert caught.value.line == line


def test_an_entry_against_the_rules_is_counted() -> None:
    steps = replay(record(Act(0, Action("quiero"))))
    next(steps)
    next(steps)
    with pytest.raises(ReplayError, match="entry 2: ") as caught:
        next(steps)
    assert caught.value.entry == 2


def test_a_pack_that_is_no_pack_is_counted() -> None:
    short = record()
    steps = replay(Record(short.game, 2, OPTIONS, 1, (), (Pack(RULES.pack[1:]),)))
    next(steps)
    with pytest.raises(ReplayError) as caught:
        next(steps)
    assert caught.value.entry == 1
