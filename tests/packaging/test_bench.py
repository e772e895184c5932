"""What the benchmarks make of what they measured, and the table in which it stands."""

import os
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import table
from bench.__main__ import PARTS, Part
from bench.reporting import Goal, Row, at_least, at_most, p99

README = table.README.read_text(encoding="utf-8")


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    row = Row("server", "moves", "moves/s", (10.0, 30.0, 90.0), (10.0, 10.0, 10.0))
    assert row.ratio == 3.0
    assert row.cells == ["moves", "30 moves/s", "10 moves/s", "3", ""]


def test_who_is_measured_less_often_is_compared_by_medians() -> None:
    assert Row("resting", "start", "s", (1.0, 2.0, 3.0), (8.0,)).ratio == 0.25


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [
        (at_most(0.5), "≤ 0.5, met"),
        (at_most(0.4), "≤ 0.4, **missed**"),
        (at_least(0.5), "≥ 0.5, met"),
        (at_most(5, alone=True), "≤ 5 ms, met"),
        (at_most(4, alone=True), "≤ 4 ms, **missed**"),
    ],
)
def test_a_goal_is_for_the_ratio_or_for_our_own_figure(goal: Goal, verdict: str) -> None:
    row = Row("server", "an act", "ms", (5.0,), (10.0,), goal)
    assert row.cells[-1] == verdict


def test_what_could_not_be_measured_says_why() -> None:
    row = Row("peers", "against Colyseus", note="there is no node here")
    assert row.cells == ["against Colyseus", "not measured: there is no node here", "", "", ""]
    assert row.met is None


def test_a_line_that_is_kept_says_the_same() -> None:
    row = Row("melds", "mean", "µs", (1.5,), (3.0,), at_most(0.25), "a note")
    assert Row.from_json(row.to_json()) == row


def test_one_of_a_hundred_is_beyond_the_p99() -> None:
    assert p99(range(1000)) == 990


def test_a_table_takes_the_place_of_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n\n{table.BEGIN}\nold\n{table.END}\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(table, "README", readme)
    for _ in range(2):
        table.write_table(["facts"], [Row("acts", "an act", "ms", (5.0,))])
    written = readme.read_text(encoding="utf-8")
    assert written.count("| `acts` | an act | 5 ms |  |  |  |") == 1
    assert written.startswith("before\n")
    assert written.endswith("\n\nafter\n")
    assert "old" not in written


def test_the_readme_has_a_place_for_the_table_and_names_every_script() -> None:
    assert README.count(table.BEGIN) == README.count(table.END) == 1
    for part in PARTS:
        assert f"| `{part.script}.py` |" in README


def test_a_part_that_hangs_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "END_SECONDS", 0)
    os.mkfifo(tmp_path / "alive")
    script = tmp_path / "bench/hangs.py"
    script.parent.mkdir()
    script.write_text(
        "import subprocess, time\n"
        "subprocess.Popen(['sleep', '60'], stdout=open('alive', 'w'))\n"
        "time.sleep(60)\n",
        encoding="utf-8",
    )
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    wrong = bench.run(Part("hangs", 2, "", ""), "", 2, tmp_path / "rows")
    os.set_blocking(alive, True)
    assert wrong == "took longer than 2 s"
    assert os.read(alive, 1) == b""  # nobody could write there any more
    os.close(alive)
