"""Every clause of the sheet is held to by a scenario or a test that cites it."""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "conformance" / "truco-argentino"

CLAUSES = [
    *(f"TA-{number:02}" for number in (*range(1, 7), *range(10, 16), *range(20, 25))),
    *(f"TA-{number}" for number in (*range(30, 35), *range(40, 46), *range(50, 54))),
    *("TA-60", "TA-61", "TA-62", "TA-70"),
]


def test_every_clause_is_cited() -> None:
    cited: set[str] = set()
    for path in SCENARIOS.glob("*.json"):
        for scenario in json.loads(path.read_text("utf-8")):
            cited.update(scenario["clauses"])
    for path in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.clause\(([^)]*)\)", path.read_text("utf-8")):
            cited.update(re.findall(r"TA-\d\d", marks))
    assert cited == set(CLAUSES)
