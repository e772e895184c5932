"""`cardtui config`: where the settings are, and what beats what."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cardtui_client.commands.person import keep_first_name
from cardtui_client.local_servers import running_servers
from tests.cli.conftest import Cardtui


def line(text: str, name: str) -> str:
    [found] = [each for each in text.splitlines() if each.startswith(f"{name} = ")]
    return found


def test_path_prints_where_the_file_is(cardtui: Cardtui, tmp_path: Path) -> None:
    assert cardtui("config", "path").out == f"{tmp_path / 'config.toml'}\n"


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
        monkeypatch.setattr("cardtui_client.local_servers.DEFAULT_PORT", port)
        assert [server.address for server in running_servers(tmp_path)] == [f"127.0.0.1:{port}"]
    assert running_servers(tmp_path) == []
