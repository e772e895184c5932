"""What a shell completes after Tab: commands, games, presets, options and their values."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardtui_client.commands.main import run
from cardtui_engine.library.registry import game_ids, get_rules
from tests.cli.conftest import Cardtui

PROGRAM = Path(sys.executable).with_name("cardtui")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_completion_script(cardtui: Cardtui, shell: str) -> None:
    result = cardtui("completion", shell)
    assert result.code == 0
    assert f"_CARDTUI_COMPLETE={shell}_complete" in result.out


@cache
def script_for_bash() -> str:
    """Return the script that we print for bash."""
    done = subprocess.run(
        [PROGRAM, "completion", "bash"], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout


def by_bash(*words: str) -> list[str]:
    """Return what bash itself offers for the last word, by the script that we print for it."""
    script = """
        eval "$SCRIPT"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _cardtui_completion cardtui
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", "cardtui", *words],
        env={
            **os.environ,
            "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}",
            "SCRIPT": script_for_bash(),
        },
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout.split()


@pytest.fixture
def offer(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., list[str]]:
    """Return what bash is told for the last of some words, as it asks for it."""

    def offer(*words: str) -> list[str]:
        monkeypatch.setenv("_CARDTUI_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["cardtui", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        with pytest.raises(SystemExit, match="0"):
            run()
        said = (line.partition(",")[2] for line in capfd.readouterr().out.splitlines())
        return [each for each in said if each]

    return offer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["con"], ["connect", "config", "conform"]),
        # Bash makes three words of name=value.
        (["play", "cacho", "--option", "third_round_check", "=", "f"], ["false"]),
    ],
)
def test_bash_asks_by_our_script_and_takes_the_answer(words: list[str], offered: list[str]) -> None:
    assert by_bash(*words) == offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["con"], ["connect", "config", "conform"]),
        (["rules", "ca"], [each for each in game_ids() if each.startswith("ca")]),
        (["play", "pif-paf", "--seats", ""], ["3", "4", "5", "6", "7", "8"]),
        (["play", "--bots", "e"], ["easy", "elsa"]),
        (["play", "--bots", "chela,h"], ["chela,hard", "chela,hugo"]),
        (["play", "--preset", "f"], ["fuente"]),
        (["play", "--clock", "6"], ["60+180"]),
        (["play", "--first-dealer", "h"], ["high-card"]),
        (["play", "cacho", "--option", "b"], ["buy_in="]),
        (["play", "cacho", "--option", "third_round_check", "="], ["true", "false"]),
        (["play", "--option", "second_tie", "=", "t"], ["third"]),
        (["play", "truco-paulista", "--option", "best_of", "="], ["1", "3", "5"]),
        (["connect", "127.0.0.1", "--new", "cacho", "--option", "h"], ["hands="]),
        (["play", "cacho", "--option", "nonsense", "="], []),
        (["--language", ""], ["en", "pt_BR", "es_AR"]),
        (["config", ""], ["edit", "keys", "limits", "path", "set", "show"]),
    ],
)
def test_what_is_offered_fits(
    offer: Callable[..., list[str]], words: list[str], offered: list[str]
) -> None:
    assert offer(*words) == offered


@pytest.mark.parametrize("game", game_ids())
def test_presets_and_options_are_those_of_the_game(
    offer: Callable[..., list[str]], game: str
) -> None:
    rules = get_rules(game)
    assert offer("play", game, "--preset", "") == [preset.name for preset in rules.presets]
    assert offer("play", game, "--option", "") == [f"{spec.name}=" for spec in rules.specs]


def test_fish_is_told_in_the_readers_language_what_an_option_does() -> None:
    env = {
        **os.environ,
        "CARDTUI_LANGUAGE": "pt_BR",
        "_CARDTUI_COMPLETE": "fish_complete",
        "COMP_WORDS": "cardtui play --sea",
        "COMP_CWORD": "--sea",
    }
    done = subprocess.run([PROGRAM], env=env, check=True, capture_output=True, timeout=60)
    assert done.stdout.decode() == "plain,--seats\tO número de lugares.\n"
