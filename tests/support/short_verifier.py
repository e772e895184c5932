"""The verifier of the documents, as a script and as what is in it."""

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

SCRIPT = Path(__file__).parents[2] / "docs" / "verify.py"

_names: dict[str, Any] = {}
with patch.object(sys, "argv", [str(SCRIPT)]), suppress(SystemExit):
    exec(SCRIPT.read_text(encoding="utf-8"), _names)


def faults(text: str) -> list[str]:
    """Return what it finds wrong with a record."""
    return list(_names["faults"](text))


def told(line: str) -> str:
    """Return what it takes spectators to have been told of a line of a record."""
    return re.sub(_names["HIDE"], lambda found: found[1] or "??", line)


def run(file: Path) -> tuple[int, list[str]]:
    """Return its exit code and what it prints of a file, by a Python without anything else."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, [line.strip() for line in done.stdout.splitlines()[1:]]
