"""Data sets: what was decided in recorded matches, as arrays."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardtui_engine import (
    Act,
    Level,
    Match,
    Record,
    get_bot_maker,
    get_rules,
    read_record,
    write_record,
)
from cardtui_engine.bits import Bits
from cardtui_engine.library.registry import game_ids
from cardtui_engine.library.research.decisions import decisions
from cardtui_engine.library.research.episodes import Task
from cardtui_engine.library.simulate import play
from tests.research.adapters import adapter

pytestmark = pytest.mark.once


def a_record(game: str, seed: int, steps: int = 80) -> Record:
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options({}, seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    entries: list[Any] = []
    for step in play(rules, options, bots, Bits(seed)):
        entries += [] if step.entry is None else [step.entry]
        if len(entries) == steps:
            break
    return Record(game, seats, options, 0, (), tuple(entries))


@pytest.mark.parametrize("game", game_ids())
def test_every_act_of_a_bot_is_a_decision_from_what_was_legal(game: str) -> None:
    record = a_record(game, 3)
    task = Task(game)
    found = [*decisions(record, task)]
    acts = [entry for entry in record.entries if isinstance(entry, Act)]
    cuts = [act for act in acts if isinstance(act.action.at, tuple)]
    assert len(acts) - len(cuts) <= len(found) <= len(acts)
    assert all(each.chosen in each.legal for each in found)
    assert all(len(each.numbers) == task.observations.size for each in found)


def test_a_decision_is_worth_what_the_match_brought_to_its_seat() -> None:
    match = Match("cacho", seats=2, options={"buy_in": 6, "hands": 1}, seed=5)
    bits = Bits(1)
    while not match.over:
        match.act(bits.pick(match.choices()).first())
    task = Task("cacho", seats=2, options=match.options)
    assert match.outcome is not None
    for each in decisions(match.record(), task):
        assert each.worth == match.outcome.returns[each.seat]
    with pytest.raises(ValueError, match="other options"):
        next(decisions(match.record(), Task("cacho", seats=3)))


def test_records_become_a_file_of_arrays(tmp_path: Path, capsys: Any) -> None:
    data = adapter("data")
    import numpy as np

    paths = [tmp_path / f"{seed}.txt" for seed in range(2)]
    for seed, path in enumerate(paths):
        path.write_text(write_record(a_record("cacho", seed)), encoding="utf-8")
    out = tmp_path / "decisions.npz"
    assert data.main([str(out), *map(str, paths)]) == 0
    assert "decisions of 2 matches" in capsys.readouterr().out
    with np.load(out) as made:
        task = json.loads(str(made["task"]))
        rows = np.arange(len(made["action"]))
        assert made["action_mask"][rows, made["action"]].all()
        assert made["observation"].shape[0] == len(rows)
        assert {*made["match"]} == {0, 1}
    assert task["game"] == "cacho"
    assert read_record(paths[0].read_text(encoding="utf-8")).game == "cacho"


def test_what_cannot_be_read_or_does_not_fit_is_said_in_a_sentence(
    tmp_path: Path, capsys: Any
) -> None:
    data = adapter("data")
    one, other, none = (tmp_path / name for name in ("one", "other", "none"))
    one.write_text(write_record(a_record("cacho", 1)), encoding="utf-8")
    other.write_text(write_record(a_record("truco-argentino", 1)), encoding="utf-8")
    none.write_text("no record", encoding="utf-8")
    out = str(tmp_path / "out.npz")
    assert data.main([out, str(one), str(other)]) == 1
    assert "another game" in capsys.readouterr().err
    assert data.main([out, str(none)]) == 1
    assert "line 1" in capsys.readouterr().err
    assert data.main([out, str(tmp_path / "nothing")]) == 1
    assert "nothing" in capsys.readouterr().err
