"""Every clause of the sheet is held to by a scenario or a test that cites it."""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "conformance" / "truco-paulista"

CLAUSES = [
    *(f"TP-{number:02}" for number in (*range(1, 10), *range(20, 27), *range(30, 36))),
    *(f"TP-{number}" for number in (*range(40, 48), 50, 51, *range(60, 64), 70, 71)),
]


def test_every_clause_is_cited() -> None:
    cited: set[str] = set()
    for path in SCENARIOS.glob("*.json"):
        for scenario in json.loads(path.read_text("utf-8")):
            cited.update(scenario["clauses"])
    for path in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.clause\(([^)]*)\)", path.read_text("utf-8")):
            cited.update(re.findall(r"TP-\d\d", marks))
    assert cited == set(CLAUSES)
