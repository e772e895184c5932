"""Help, usage errors and what keeps a server from starting, in the reader's language."""

import os
import re
import string
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from cardtui_client import i18n
from cardtui_client.command_line import localize
from cardtui_client.commands import main
from tests.cli.conftest import Cardtui

COMMANDS = main.cli.list_commands(click.Context(main.cli))
HEAVY = ("grpc", "google.protobuf", "textual", "rich")


@pytest.mark.parametrize(
    ("tag", "usage", "options", "examples", "help_"),
    [
        ("pt_BR", "Uso: cardtui", "Opções:", "Exemplos:", "Mostre esta mensagem e saia."),
        ("es_AR", "Uso: cardtui", "Opciones:", "Ejemplos:", "Mostrá este mensaje y salí."),
        ("en", "Usage: cardtui", "Options:", "Examples:", "Show this message and exit."),
    ],
)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_the_language_asked_for(
    cardtui: Cardtui, name: str, tag: str, usage: str, options: str, examples: str, help_: str
) -> None:
    shown = cardtui("--language", tag, *name.split(), "--help").out
    assert shown.startswith(usage)
    for words in (options, examples, help_):
        assert words in shown


@pytest.mark.parametrize("tag", ["en", "pt_BR", "es_AR"])
@pytest.mark.parametrize("name", ["account", "config", "records"])
def test_no_line_of_a_list_of_commands_is_cut(cardtui: Cardtui, name: str, tag: str) -> None:
    assert "..." not in re.sub(r"\[.*?\]\.\.\.", "", cardtui("--language", tag, name, "--help").out)


@pytest.mark.parametrize(
    ("tag", "headings"),
    [
        ("en", ["Play", "With others", "Look back", "Tools"]),
        ("pt_BR", ["Jogar", "Com outras pessoas", "Rever", "Ferramentas"]),
        ("es_AR", ["Jugar", "Con otras personas", "Repasar", "Herramientas"]),
    ],
)
def test_the_list_of_commands_stands_in_groups(
    cardtui: Cardtui, tag: str, headings: list[str]
) -> None:
    shown = cardtui("--language", tag, "--help").out
    found = re.findall(r"^([^\W\d_][^\n]*):\n  (\w+) ", shown, re.MULTILINE)
    assert found == list(zip(headings, ["play", "host", "results", "config"], strict=True))
    listed = re.findall(r"^  (\w+) +\S", shown.partition(f"{headings[0]}:\n")[2], re.MULTILINE)
    assert listed[: len(COMMANDS)] == COMMANDS


def test_the_flag_may_stand_behind_the_help_it_is_for(cardtui: Cardtui) -> None:
    assert cardtui("--help", "--language", "pt_BR").out.startswith("Uso:")


@pytest.mark.slow
def test_no_command_is_described_in_english_elsewhere(cardtui: Cardtui) -> None:
    english = {line.strip() for name in COMMANDS for line in cardtui(name, "-h").out.splitlines()}
    for tag in ("pt_BR", "es_AR"):
        for name in COMMANDS:
            shown = cardtui("--language", tag, name, "-h").out.splitlines()
            same = {line.strip() for line in shown} & english - {""}
            words = {line for line in same if re.search(r"[a-z]{2} [a-z]{2}", line)}
            assert {line for line in words if "cardtui" not in line} == set()


@pytest.mark.parametrize("group", [[], ["cluster"], ["games"]])
def test_commands_are_described_to_argentines_as_vos(cardtui: Cardtui, group: list[str]) -> None:
    shown = cardtui("--language", "es_AR", *group, "--help").out
    first = re.findall(r"^  [a-z]\w* {2,}(\w+)", shown, re.MULTILINE)
    assert len(first) > 1
    assert [word for word in first if not re.search("([áéí]|ate)$", word)] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["brisca"], "Erro: Não há o comando 'brisca'."),
        (["rules", "--alto"], "Erro: Não há a opção '--alto'."),
        (["play", "--seats", "dois"], "Valor errado para '--seats': 'dois' não é um número."),
        (["play", "--seats", "9"], "9 deve ficar entre 2 e 8."),
        (["replay", "x", "--to-hand", "0"], "0 deve ficar em 1 ou mais."),
        (["play", "--bots", "deus"], "Não há robô “deus”; escolha entre easy, normal, hard, alba,"),
        (["play", "--name"], "Erro: A opção '--name' precisa de um valor."),
        (["rules", "cacho", "CC-01", "truco"], "Erro: Argumento a mais (truco)"),
        (["conform"], "Erro: Falta o argumento 'CAMINHO...'."),
        (["play", "cacho", "--option", "buy_in=1"], "buy_in: Dê um número inteiro de 3 a 1000000."),
        (["conform", "nada.json"], "cardtui: Não existe nada.json."),
    ],
)
def test_a_wrong_command_line_is_answered_in_the_language_of_the_locale(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    result = cardtui(*arguments)
    assert result.code == 2
    assert said in result.err


def test_flags_of_every_command_may_stand_after_it(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cardtui("--language", "pt_BR", "rules", "cacho")
    assert cardtui("rules", "cacho", "--language", "pt_BR").out == before.out
    assert cardtui("rules", "--language=pt_BR", "cacho").out == before.out
    assert cardtui("play", "--help", "--language", "es_AR").out.startswith("Uso:")
    missing = cardtui("rules", "cacho", "--language")
    assert (missing.code, "--language" in missing.err) == (2, True)
    monkeypatch.delenv("CARDTUI_LANGUAGE")  # flags are handed on in the environment
    file = tmp_path / "other.toml"
    file.write_text('language = "pt_BR"\n', encoding="utf-8")
    assert cardtui("rules", "cacho", "--config", str(file)).out == before.out
    there = cardtui("conform", "--", "--language")
    assert "--language" in there.err
    assert there.code == 2


def test_the_language_of_the_settings_is_spoken_in_help(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('language = "es_AR"\n', encoding="utf-8")
    assert cardtui("play", "--help").out.startswith("Uso:")
    (tmp_path / "config.toml").write_text("language = es_AR\n", encoding="utf-8")
    assert cardtui("play", "--help").out.startswith("Usage:")


def test_what_a_command_starts_finds_the_language_of_the_locale(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []

    @click.command()
    def probe() -> None:
        seen.append(os.environ.get("LANGUAGE"))

    module = type(sys)("probe")
    module.command = probe  # type: ignore[attr-defined]
    monkeypatch.setattr(main, "import_module", Mock(return_value=module))
    monkeypatch.setenv("LANGUAGE", "de")
    cardtui("--language", "pt_BR", "play")
    cardtui("--language", "pt_BR", "--help")
    assert [*seen, os.environ["LANGUAGE"]] == ["de", "de"]


def fields(text: str) -> set[str]:
    return {f"{name}!{how}" for _text, name, _spec, how in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("tag", ["pt_BR", "es_AR"])
def test_clicks_sentences_keep_their_places(tag: str) -> None:
    catalogue = i18n._catalogue(tag)
    for word in localize.CLICK_WORDS:
        said = catalogue.gettext(word)
        assert fields(said) == fields(word)


@pytest.mark.parametrize(
    ("arguments", "completed"),
    [
        (["--help"], ""),
        (["--version"], ""),
        (["play", "--help"], ""),
        (["host", "--help"], ""),
        (["config", "path"], ""),
        ([], "cardtui play cacho --option b"),
        ([], "cardtui connect --new cacheta --preset c"),
    ],
)
def test_help_and_completion_load_neither_screens_nor_network(
    arguments: list[str], completed: str
) -> None:
    script = (
        "import sys\n"
        "from cardtui_client.commands.main import run\n"
        "try: run(sys.argv[1:])\n"
        f"finally: print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    completing = {
        "_CARDTUI_COMPLETE": "bash_complete",
        "COMP_WORDS": completed,
        "COMP_CWORD": str(len(completed.split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **(completing if completed else {})},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == "\n"
    assert done.stdout
