"""Tokens: one comes back as the same player, and nobody else does."""

import stat
from pathlib import Path

import pytest

from cardtui_client.net.known_servers import Tokens


def test_a_token_is_found_again_by_server_and_name(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "data")
    assert tokens.get("127.0.0.1:8782", "Ana") == ""
    tokens.keep("127.0.0.1:8782", "Ana", "secret")
    assert Tokens(tmp_path / "data").get("127.0.0.1:8782", "Ana") == "secret"
    assert tokens.get("127.0.0.1:8782", "Eva") == ""
    assert tokens.get("127.0.0.1:9999", "Ana") == ""


def test_tokens_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    Tokens(tmp_path).keep("here", "Ana", "secret")
    file = tmp_path / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.slow
def test_of_too_many_tokens_the_longest_unused_goes(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    for number in range(200):
        tokens.keep(str(number), "Ana", "t")
    tokens.keep("0", "Ana", "t")
    tokens.keep("new", "Ana", "t")
    assert tokens.get("0", "Ana")
    assert not tokens.get("1", "Ana")


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"Ana@here": 3}', "\x00"])
def test_a_damaged_token_file_makes_one_a_stranger_and_no_more(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokens.json").write_text(text, encoding="utf-8")
    tokens = Tokens(tmp_path)
    assert tokens.get("here", "Ana") == ""
    tokens.keep("here", "Ana", "secret")
    assert tokens.get("here", "Ana") == "secret"


def test_what_can_be_had_only_once_is_not_begun_where_nothing_can_be_kept(tmp_path: Path) -> None:
    Tokens(tmp_path / "data").need_place()
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        Tokens(tmp_path / "file").need_place()
