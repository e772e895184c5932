"""`cardtui config`: where the settings are, and what beats what."""

import os
import pty
import re
import socket
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from cardtui_client.command_line.profile import keep_first_name
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.net.address import DEFAULT_PORT
from cardtui_client.net.discovery import port_to_open, running_servers, usual_port
from cardtui_client.settings import CHOICES, SETTING_NAMES, Settings
from cardtui_client.settings.config_file import template
from cardtui_server.limits import MEANINGS
from tests.cli.conftest import Cardtui


def line(text: str, name: str) -> str:
    [found] = [each for each in text.splitlines() if each.startswith(f"{name} = ")]
    return found


def test_path_prints_where_the_file_is(cardtui: Cardtui, tmp_path: Path) -> None:
    assert cardtui("config", "path").out == f"{tmp_path / 'config.toml'}\n"


def test_the_settings_of_a_club_in_the_operators_guide_are_settings(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    guide = Path(__file__).parents[2] / "docs" / "operations.md"
    (block, *_) = re.findall(r"```toml\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "config.toml").write_text(textwrap.dedent(block), encoding="utf-8")
    shown = cardtui("config", "limits")
    assert shown.code == 0
    assert re.search(r"^talk_days += 14 ", shown.out, re.MULTILINE)
    assert 'server_name = "Club Almagro"' in cardtui("config", "show").out


def test_a_flag_names_another_file(cardtui: Cardtui, tmp_path: Path) -> None:
    other = str(tmp_path / "other.toml")
    assert cardtui("--config", other, "config", "path").out == f"{other}\n"


def test_show_says_where_each_setting_comes_from(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text('name = "Ana"\nbell = false\n', encoding="utf-8")
    monkeypatch.setenv("CARDTUI_NAME", "Bia")
    shown = cardtui("config", "show").out
    assert line(shown, "name").split() == ["name", "=", '"Bia"', "#", "CARDTUI_NAME"]
    assert line(shown, "bell").endswith(f"# {file}")
    assert line(shown, "theme").endswith("# default")


def test_set_changes_a_setting_in_the_file_and_says_what_it_does_not_take(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_THEME", "light")
    file = tmp_path / "config.toml"
    assert cardtui("config", "set", "theme", "light").out == f'theme = "light"  # {file}\n'
    cardtui("config", "set", "bell", "no")
    kept = tomllib.loads(file.read_text(encoding="utf-8"))
    assert (kept["theme"], kept["bell"]) == ("light", False)
    refused = cardtui("config", "set", "theme", "pink")
    assert (refused.code, "theme takes one of" in refused.err) == (2, True)
    assert "Did you mean “theme”?" in cardtui("config", "set", "thme", "light").err
    assert "table of numbers" in cardtui("config", "set", "limits", "3").err


def test_keys_says_where_they_are_and_prints_a_keymap_file(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    (tmp_path / "keys.toml").write_text('verb.truco = "y"\n', encoding="utf-8")
    shown = cardtui("config", "keys").out
    assert shown.startswith(f"# {tmp_path / 'keys.toml'}\n")
    printed = tomllib.loads(shown)
    assert (printed["verb.truco"], printed["verb.quiero"]) == ("y", "q")
    (tmp_path / "keys.toml").write_text('verb.truco = "e"\n', encoding="utf-8")
    wrong = cardtui("config", "keys")
    assert wrong.code == 2
    assert "keys.toml:1: “e” is the key of verb.envido already." in wrong.err


def test_a_flag_beats_the_environment(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTUI_LANGUAGE", "pt_BR")
    shown = cardtui("--language", "es_AR", "config", "show").out
    assert '"es_AR"' in line(shown, "language")


def test_a_wrong_file_is_a_sentence_with_file_and_line(cardtui: Cardtui, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('name = "Ana"\ntheme = "plaid"\n', encoding="utf-8")
    result = cardtui("config", "show")
    assert result.code == 2
    assert result.err.startswith(f"cardtui: {file}:2: ")


def test_editing_without_a_terminal_says_where_the_file_is(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    result = cardtui("config", "edit")
    assert result.code == 2
    assert str(tmp_path / "config.toml") in result.err


def test_a_wrong_flag_is_called_by_its_own_name(cardtui: Cardtui) -> None:
    result = cardtui("--language", "xx", "rules", "cacho")
    assert result.code == 2
    assert result.err.startswith("cardtui: --language: language takes one of auto, ")


@pytest.mark.parametrize(("said", "meant"), [("es", "es_AR"), ("pt-BR", "pt_BR"), ("pt", "pt_BR")])
def test_a_language_may_be_named_by_its_first_letters(
    cardtui: Cardtui, said: str, meant: str
) -> None:
    short, whole = (cardtui("--language", each, "rules", "cacho") for each in (said, meant))
    assert short.code == 0
    assert short.out == whole.out


def test_a_settings_file_that_is_named_must_be_there(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("--config", str(tmp_path / "none.toml"), "rules", "cacho")
    assert result.code == 2
    assert "none.toml cannot be read" in result.err


def test_the_first_name_given_is_kept_and_no_later_one(cardtui: Cardtui) -> None:
    keep_first_name("Ana")
    keep_first_name("Bia")
    assert line(cardtui("config", "show").out, "name").startswith('name = "Ana"')


def test_a_server_at_the_usual_port_is_found_without_a_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = somebody.getsockname()[1]
        monkeypatch.setenv("CARDTUI_PORT", str(port))
        assert [server.address for server in running_servers(tmp_path)] == [f"127.0.0.1:{port}"]
        assert port_to_open() == 0
        monkeypatch.setenv("CARDTUI_PORT", "0")
        assert running_servers(tmp_path) == []
    monkeypatch.setenv("CARDTUI_PORT", str(port))
    assert running_servers(tmp_path) == []
    assert port_to_open() == port


@pytest.mark.parametrize("value", ["", "seven", "-1", "65536"])
def test_what_is_no_port_leaves_the_usual_one_as_it_is(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("CARDTUI_PORT", value)
    assert usual_port() == DEFAULT_PORT


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_template_explains_every_setting_and_sets_none(tag: str) -> None:
    set_language(tag)
    text = template()
    assert tomllib.loads(text) == {}
    offered = tomllib.loads(
        "\n".join(
            each.removeprefix("# ")
            for each in text.splitlines()
            if " = " in each or each.startswith("# [")
        )
    )
    assert offered.keys() == {*SETTING_NAMES, "limits", "evening"}
    default = Settings(path=Path())
    for name in SETTING_NAMES:
        assert offered[name] == getattr(default, name)
        assert f"# {name} = " in text
    for values in CHOICES.values():
        assert ", ".join(f'"{value}"' for value in values) in text


def edit(tmp_path: Path, editor: str) -> tuple[int, str]:
    """Run `cardtui config edit` on a terminal, with a script of the shell for the editor."""
    program = tmp_path / "editor"
    program.write_text(f"#!/bin/sh\n{editor}\n", encoding="utf-8")
    program.chmod(0o755)
    return edit_with(VISUAL=str(program))


def edit_with(**env: str) -> tuple[int, str]:
    """Run `cardtui config edit` on a terminal."""
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [Path(sys.executable).with_name("cardtui"), "config", "edit"],
        env={**os.environ, **env},
        stdin=theirs,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    os.close(ours)
    os.close(theirs)
    return done.returncode, done.stdout


def test_where_there_is_no_file_a_template_is_edited(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDTUI_LANGUAGE", "pt_BR")
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "new" / "config.toml"))
    code, said = edit(tmp_path, 'sed -i \'s/^# theme = .*/theme = "light"/\' "$1"; sleep 0.01')
    assert (code, said) == (0, "")
    written = (tmp_path / "new" / "config.toml").read_text(encoding="utf-8")
    assert "# O tema de cores.\n" in written
    assert tomllib.loads(written) == {"theme": "light"}


@pytest.mark.parametrize("editor", ["true", 'touch -d tomorrow "$1"'])
def test_a_template_that_is_left_as_it_was_makes_no_file(tmp_path: Path, editor: str) -> None:
    assert edit(tmp_path, editor) == (0, "Nothing was changed, so there is no file.\n")
    assert not (tmp_path / "config.toml").exists()


def test_a_mistake_in_the_edited_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    code, said = edit(tmp_path, 'printf \'name = "Ana"\\ntheme = plaid\\n\' > "$1"')
    assert code == 2
    assert said.startswith(f"cardtui: {file}:2: this is not TOML")
    assert file.read_text(encoding="utf-8") == 'name = "Ana"\ntheme = plaid\n'
    code, said = edit(tmp_path, 'sed -i \'s/plaid/"plaid"/\' "$1"')
    assert code == 2
    assert said.startswith(f"cardtui: {file}:2: theme takes one of dark, ")


def test_an_editor_that_fails_is_said_to_have_failed(tmp_path: Path) -> None:
    code, said = edit(tmp_path, "exit 1")
    assert code == 1
    assert said.startswith("cardtui: ")
    assert "editor" in said
    assert not (tmp_path / "config.toml").exists()


def test_a_settings_file_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "taken" / "config.toml"))
    code, said = edit(tmp_path, 'echo \'name = "Ana"\' > "$1"')
    assert code == 1
    assert str(tmp_path / "taken" / "config.toml") in said
    assert "--config" in said


def test_limits_says_every_limit_and_where_it_comes_from(cardtui: Cardtui, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('profile = "club"\n[limits]\ntables = 50\n', encoding="utf-8")
    assert cardtui("config", "show").out.endswith('\n[limits]\n"tables" = 50\n')
    shown = cardtui("config", "limits").out
    assert tomllib.loads(shown).keys() == MEANINGS.keys()
    assert line(shown, "tables").endswith(f"# Tables. ({file})")
    assert line(shown, "joins_rate").startswith('joins_rate = "10/s"')
    assert line(shown, "joins_rate").endswith("(club)")


@pytest.mark.parametrize(
    ("style", "locale", "said"),
    [("auto", "C", True), ("auto", "C.UTF-8", False), ("unicode", "C", False)],
)
def test_why_cards_are_codes_by_themselves_is_said(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, style: str, locale: str, *, said: bool
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.setenv("CARDTUI_CARD_STYLE", style)
    assert ("ASCII, because" in cardtui("config", "show").out) is said


@pytest.mark.parametrize(
    ("name", "value"),
    [("VISUAL", "'vi"), ("EDITOR", 'code "--wait'), ("EDITOR", "vi \\"), ("VISUAL", "  ")],
)
def test_a_variable_that_names_no_editor_is_said_to_be_wrong(name: str, value: str) -> None:
    code, said = edit_with(**{"VISUAL": "", "EDITOR": "", name: value})
    assert (code, said) == (2, f"cardtui: {name} names no editor: “{value}”.\n")
