"""Cardtui without what it depends on: the rules play, and the program says what to install."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui_client.commands import main
from cardtui_client.extras import what_to_install

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]

PLAYS = """
from cardtui_engine import Bits, Match
match, bits = Match("cacho", seats=4, seed=7), Bits(1)
while not match.over:
    match.act(bits.pick(match.choices()).sample(bits))
print(match.outcome.winners)
"""


def alone(code: str, *roots: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run code with parts of cardtui, and nothing else that is not Python's own."""
    places = os.pathsep.join([str(ROOT / root) for root in roots])
    return subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={**os.environ, "PYTHONPATH": places, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_rules_need_nothing_but_python() -> None:
    done = alone(PLAYS, "engine")
    assert done.stdout == "(2,)\n"
    assert not done.stderr


@pytest.mark.parametrize(
    ("language", "said"), [("C", "is not installed"), ("pt_BR.UTF-8", "não está instalado")]
)
def test_the_program_says_in_a_sentence_what_to_install(language: str, said: str) -> None:
    code = "from cardtui_client.__main__ import main; main()"
    done = alone(code, "engine", "client", LC_ALL=language, PYTHONIOENCODING="utf-8")
    assert done.returncode == 1
    assert done.stderr.startswith("cardtui: click ")
    assert said in done.stderr
    assert "pip install cardtui" in done.stderr
    assert "Traceback" not in done.stderr


def test_so_does_a_command_that_lacks_something(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacks_textual(_name: str) -> None:
        raise ModuleNotFoundError("No module named 'textual.app'", name="textual.app")

    monkeypatch.setattr(main, "import_module", lacks_textual)
    assert main.run(["play"]) == 1
    assert capsys.readouterr().err.startswith("cardtui: textual is not installed.")


def test_a_missing_part_of_cardtui_is_a_fault() -> None:
    assert not what_to_install(ModuleNotFoundError("", name="cardtui_client.nowhere"))
    assert not what_to_install(ModuleNotFoundError(""))
