"""``cardtui bot`` and ``cardtui arena`` say at once what cannot be started, named or written."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardtui_client.commands.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"
NOWHERE = ("--connect", "127.0.0.1:1")
"""No server is asked: what is refused is refused before."""


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run([*arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("{here}/nosuch", "there is no program"),
        ("{here}", "is a folder"),
        ("{here}/plain.sh", "is not executable"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused_at_once(
    program: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plain.sh").write_text("echo\n", encoding="utf-8")
    named = program.format(here=tmp_path)
    assert why in refused(capsys, "bot", "Robo", *NOWHERE, "--", named)
    assert why in refused(capsys, "arena", "cacho", named, "easy")


@pytest.mark.parametrize("name", ["", "\n", "bot-", "  "])
def test_a_bot_needs_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "a name that can be read" in refused(capsys, "bot", name, *NOWHERE, "--", sys.executable)


def test_a_name_that_would_be_cut_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "bot", "thirteen-long", *NOWHERE, "--", sys.executable)
    assert "at most 12 letters" in said


@pytest.mark.parametrize("option", ["--records", "--logs", "--picture"])
def test_an_arena_that_cannot_write_names_the_option(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    place = str(tmp_path / "file" / "there")
    asked = ["arena", "cacho", "easy", "easy", "--matches", "2", "--workers", "1"]
    assert run([*asked, "--option", "hands=1", option, place]) == 1
    assert f"choose another place with {option}." in capsys.readouterr().err


def test_the_learner_refuses_to_learn_from_nothing() -> None:
    for option in ("--deals", "--matches"):
        asked = [sys.executable, str(EXAMPLES / "learn_cacho.py"), option, "0"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "0 is less than 1" in done.stderr
