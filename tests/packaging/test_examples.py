"""The examples run as they stand."""

import runpy
from pathlib import Path

import pytest

from tests.support.nights import by_night

# They show the library; that it works, each Python proves elsewhere.
pytestmark = pytest.mark.once

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


LONG = {"bots_compared", "learn_cacho"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [next(by_night(path)) if path.stem in LONG else path for path in EXAMPLES],
    ids=lambda path: path.stem,
)
def test_an_example_runs_and_shows_something(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [str(path)])  # not what pytest was called with
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_there_are_examples() -> None:
    assert EXAMPLES
