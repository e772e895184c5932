"""Runs the two verifiers of the documents, ``docs/verify.py`` and the one in JavaScript, on
records.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.must_have import missing

SCRIPT = Path(__file__).parents[2] / "docs" / "verify.py"
IN_NODE = SCRIPT.with_suffix(".js")

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


def judged_in_node(texts: Mapping[str, str], folder: Path) -> dict[str, list[str]]:
    """Return what the one in JavaScript says of each record, after one run over all of them."""
    node = shutil.which("node")
    if node is None:
        missing("node", "There is no Node on this machine.")
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    files = [f"{name}.txt" for name in texts]
    command = [node, str(IN_NODE), *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not done.stderr
    said: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("  "):
            said[next(reversed(said))].append(line.strip())
        else:
            said[line.removesuffix(".txt")] = []
    faulty = any(not each.startswith(("ok", "note")) for found in said.values() for each in found)
    assert done.returncode == int(faulty)
    return said
