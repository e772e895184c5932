"""How the benchmarks tell what they found: in the same form, a line for people and one to be kept.
The goals stand in the scripts, by `at_most` and `at_least`.

Every script hands in what each round measured; medians, ratios and verdicts are made here alone.
Rounds of two contenders are pairs, taken in turns, so the ratio is the median of the pairs' ratios;
where one of them is measured less often, it is the ratio of their medians.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

ROWS_FILE_VARIABLE: Final = "CARDTUI_BENCH_ROWS"
"""The variable that names the file to which rows are added, if they are to be kept."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure is to be at most, or at least; of the ratio, or of our own figure ``alone``."""

    bound: float
    at_least: bool = False
    alone: bool = False

    def met(self, figure: float) -> bool:
        return figure >= self.bound if self.at_least else figure <= self.bound


def at_most(bound: float, *, alone: bool = False) -> Goal:
    """Return the goal that what is measured is that or less."""
    return Goal(bound, alone=alone)


def at_least(bound: float, *, alone: bool = False) -> Goal:
    """Return the goal that what is measured is that or more."""
    return Goal(bound, at_least=True, alone=alone)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table.

    Attributes:
        file: the script that has measured it, without its ending.
        name: what was measured, and against what.
        unit: of both figures; empty for a bare number, ``%`` for a part of one.
        ours: our figure by round, or nothing where there is none.
        theirs: the other contender's in the same rounds.
        goal: what is to be reached, if anything.
        note: what has to be known besides; where nothing was measured, why.
    """

    file: str
    name: str
    unit: str = ""
    ours: tuple[float, ...] = ()
    theirs: tuple[float, ...] = ()
    goal: Goal | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours by theirs."""
        if not self.ours or not all(self.theirs or [0]):
            return None
        if len(self.ours) != len(self.theirs):
            return statistics.median(self.ours) / statistics.median(self.theirs)
        pairs = zip(self.ours, self.theirs, strict=True)
        return statistics.median([mine / other for mine, other in pairs])

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; ``None`` without a goal or a figure."""
        if self.goal is None or not self.ours:
            return None
        ratio = self.ratio
        if self.goal.alone or ratio is None:
            return self.goal.met(statistics.median(self.ours))
        return self.goal.met(ratio)

    @property
    def cells(self) -> list[str]:
        """What stands in the columns: its name, ours, theirs, the ratio, the goal."""
        ratio, verdict = self.ratio, {None: "", True: ", met", False: ", **missed**"}[self.met]
        goal = ""
        if self.goal is not None:
            alone = self.goal.alone or (bool(self.ours) and ratio is None)
            bound = _figure(self.goal.bound, self.unit if alone else "")
            goal = f"{'≥' if self.goal.at_least else '≤'} {bound}{verdict}"
        return [
            self.name + (f" ({self.note})" if self.note and self.ours else ""),
            _median(self.ours, self.unit) or f"not measured: {self.note}",
            _median(self.theirs, self.unit),
            "" if ratio is None else _figure(ratio, ""),
            goal,
        ]

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> Self:
        values = json.loads(line)
        goal = values.pop("goal")
        for name in ("ours", "theirs"):
            values[name] = tuple(values[name])
        return cls(**values, goal=None if goal is None else Goal(**goal))


def report(
    name: str,
    ours: Sequence[float],
    theirs: Sequence[float] = (),
    *,
    unit: str = "",
    goal: Goal | None = None,
    note: str = "",
) -> None:
    """Tell a figure by rounds, beside the other contender's in the same rounds."""
    _tell(Row(_script(), name, unit, tuple(ours), tuple(theirs), goal, note))


def missing(name: str, why: str) -> None:
    """Tell what cannot be measured here, and why."""
    _tell(Row(_script(), name, note=why))


def p99(values: Sequence[float]) -> float:
    """Return the value that 99 of 100 do not exceed."""
    return sorted(values)[len(values) * 99 // 100]


def _script() -> str:
    return Path(sys.argv[0]).stem


def _tell(row: Row) -> None:
    name, *figures = row.cells
    print(f"{name}: {' | '.join(filter(None, figures))}".replace("**", ""), flush=True)
    if kept_in := os.environ.get(ROWS_FILE_VARIABLE):
        with Path(kept_in).open("a", encoding="utf-8") as file:
            file.write(row.to_json() + "\n")


def _median(values: Sequence[float], unit: str) -> str:
    return _figure(statistics.median(values), unit) if values else ""


def _figure(value: float, unit: str) -> str:
    """Return a number with three digits that count, and its unit."""
    if unit == "%":
        return f"{value:.1%}".replace("%", " %")
    digits = f"{value:,.0f}" if abs(value) >= 100 or not value else f"{value:.3g}"
    return f"{digits} {unit}".rstrip()
