"""Transcripts of every game: as committed, complete, and showing all that a game can do."""

import ast
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import cardtui_engine
from cardtui_engine.events import Event
from cardtui_engine.library import records
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.record_writing import write as write_record
from cardtui_engine.library.records import Act, Record
from cardtui_engine.library.registry import game_ids, get_rules
from tests.laws.composing import FOLDER, Case, cases, shown
from tests.laws.transcript import annotate

CASES = [case for game in game_ids() for case in cases(game)]
every_game = pytest.mark.parametrize("game", game_ids())
KINDS = {kind.__name__ for kind in get_args(Event)}

MOST_BYTES_AN_ACTION = 60


@cache
def kept(path: Path) -> Record:
    return read_record(path.read_text())


@cache
def shown_by(game: str) -> set[str]:
    return set().union(*[shown(kept(case.path)) for case in cases(game)])


@pytest.mark.parametrize("case", CASES, ids=[case.path.stem for case in CASES])
def test_a_match_goes_as_its_transcript_says(case: Case) -> None:
    """After a change that is meant: `make transcripts`, and read the diff."""
    assert case.path.exists(), "there is no transcript: run make transcripts"
    record = kept(case.path)
    assert (record.game, record.seats, record.options) == (case.game, case.seats, case.options)
    *_, last = records.replay(record)
    assert get_rules(case.game).turn(last.state).over
    assert annotate(record).splitlines() == case.path.read_text().splitlines()


@pytest.mark.parametrize("case", CASES, ids=[case.path.stem for case in CASES])
def test_a_record_is_the_same_to_the_byte_once_it_is_read_and_written(case: Case) -> None:
    lines = case.path.read_text().splitlines(keepends=True)
    assert write_record(kept(case.path)) == "".join(
        line for line in lines if line.strip() and not line.startswith("#")
    )


def test_a_record_has_few_bytes_for_an_action() -> None:
    size = acts = 0
    for case in CASES:
        record = kept(case.path)
        size += len(write_record(record).encode())
        acts += sum(isinstance(entry, Act) for entry in record.entries)
    assert size <= MOST_BYTES_AN_ACTION * acts


def test_no_transcript_is_left_of_what_nobody_plays() -> None:
    assert set(FOLDER.iterdir()) == {case.path for case in CASES}


@every_game
def test_the_transcripts_of_a_game_show_each_of_its_verbs(game: str) -> None:
    assert set(get_rules(game).verbs) <= shown_by(game)


@every_game
def test_the_transcripts_of_a_game_show_each_kind_of_its_events(game: str) -> None:
    # Where nobody may take a card out of turn, nobody contests one: that is the family's.
    rules = get_rules(game)
    never = set() if rules.holds_draws else {"ContestOpened"}
    # Where a match is one game, no game ends before it: that is the family's, too.
    several = "games" in rules.facts(
        rules.start(rules.options({}, rules.seats[0]), rules.seats[0], 0)
    )
    never |= set() if several else {"GameEnded"}
    # Chips are bought where the game is played for them.
    never |= set() if rules.chips_option else {"ChipsBought"}
    assert shown_by(game) & KINDS == events_named_by(game) - never


def events_named_by(game: str) -> set[str]:
    """Return the kinds of events that the code of a game, or what it stands on, imports."""
    source = Path(cardtui_engine.__file__).parent.parent
    todo, done, named = [type(get_rules(game)).__module__], set(), set()
    while todo:
        module = todo.pop()
        path = source / (module.replace(".", "/") + ".py")
        if module in done or not path.exists():
            continue
        done.add(module)
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            names = [each.name for each in node.names]
            if node.module == "cardtui_engine.events":
                named |= KINDS.intersection(names)
            todo += [node.module, *(f"{node.module}.{name}" for name in names)]
    return named
