"""Records: what is written is read back, and what cannot be read or replayed says where."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import (
    Act,
    Pack,
    Record,
    RecordError,
    ReplayError,
    replay,
)
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import OptionValue

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
        (1, "cardtui-record 9", "A record that this version can read"),
        (2, "game chess", "Unknown game 'chess'."),
        (3, "seats many", "'many' is not a number"),
        (4, "option target 15x", "'15x' is not a value"),
        pytest.param(4, f"option target {'1' * 5000}", "is not a value", id="a long number"),
        pytest.param(4, f"option target {'[' * 10_000}", "is not a value", id="a deep option"),
        pytest.param(6, f'player 0 {"[" * 10_000}"', "is not a value", id="a deep name"),
        (6, "player 0 7", "'7' is not a name"),
        (6, 'player 7 "Ana"', "There is no seat 7."),
        (6, 'player -1 "Ana"', "There is no seat -1."),
        (7, "pack ZZ", "There is no card 'ZZ'."),
        (8, "0 dance", "dance"),
        (8, "0 play card", "There is no card “card”."),
        (8, "0 play card=7E 1B", "“play” takes no “1B”."),
        (8, "one envido", "'one' is not a number"),
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


@pytest.mark.parametrize("options", [{"target": "many"}, {"colour": 3}])
def test_options_that_the_game_does_not_take_are_told_before_the_first_entry(
    options: dict[str, OptionValue],
) -> None:
    with pytest.raises(ReplayError) as caught:
        next(replay(Record(RULES.id, 2, options, 0)))
    assert caught.value.entry == 0


def test_a_game_that_does_not_exist_is_told_before_the_first_entry() -> None:
    with pytest.raises(ReplayError, match="Unknown game 'chess'") as caught:
        next(replay(Record("chess", 2, {}, 0)))
    assert caught.value.entry == 0


def test_options_that_a_record_leaves_out_have_their_defaults() -> None:
    (begun,) = replay(Record("cacho", 2, {}, 0))
    rules = get_rules("cacho")
    assert begun.state == rules.start(rules.options({}, 2), 2, 0)


def test_a_pack_that_is_no_pack_is_counted() -> None:
    short = record()
    steps = replay(Record(short.game, 2, OPTIONS, 1, (), (Pack(RULES.pack[1:]),)))
    next(steps)
    with pytest.raises(ReplayError) as caught:
        next(steps)
    assert caught.value.entry == 1


def test_a_list_in_lists_is_no_option_however_deep() -> None:
    for depth in range(100, 1100, 10):
        text = write(record()).replace("target 15", f"target {'[' * depth}{']' * depth}")
        with pytest.raises(RecordError):
            read(text)
