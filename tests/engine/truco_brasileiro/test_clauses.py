"""Every clause of the sheet is held to by a scenario or a test that cites it."""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "conformance" / "truco-brasileiro"

CLAUSES = [
    *(f"TB-{number:02}" for number in (*range(1, 12), *range(20, 28), *range(30, 36))),
    *("TB-46", *(f"TB-{number}" for number in (*range(50, 55), *range(60, 64)))),
]


def test_every_clause_is_cited() -> None:
    cited: set[str] = set()
    for path in SCENARIOS.glob("*.json"):
        for scenario in json.loads(path.read_text("utf-8")):
            cited.update(scenario["clauses"])
    for path in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.clause\(([^)]*)\)", path.read_text("utf-8")):
            cited.update(re.findall(r"TB-\d\d", marks))
    assert cited == set(CLAUSES)
