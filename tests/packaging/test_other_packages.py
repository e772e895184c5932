"""The package that shows how to write a game installs beside cardtui, and its tests pass."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ESCOBA = ROOT / "examples" / "escoba"


@pytest.mark.nightly(reason=".ci/run, in an environment of its own")
@pytest.mark.once
def test_escoba_is_installed_from_its_folder_and_its_own_tests_pass(tmp_path: Path) -> None:
    there = tmp_path / "there"
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    where = ["--no-build-isolation", "--target", str(there), str(ESCOBA)]
    subprocess.run([sys.executable, *pip, *where], check=True, timeout=120)
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", "--rootdir"]
    done = subprocess.run(
        [sys.executable, *tests, str(ESCOBA), str(ESCOBA / "tests")],
        env={**os.environ, "PYTHONPATH": str(there)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert done.returncode == 0, done.stdout


def test_escoba_is_short_enough_to_be_read() -> None:
    lines = [
        line
        for path in (ESCOBA / "cardtui_escoba").glob("*.py")
        for line in path.read_text("utf-8").splitlines()
    ]
    assert len(lines) < 400
