"""Wishes that the command refuses by itself: addresses and tables that cannot be."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cardtui


def said(cardtui: Cardtui, *arguments: str) -> str:
    """Check that the command line is refused in one line; return it."""
    result = cardtui(*arguments)
    assert (result.code, result.out) == (2, "")
    [line] = result.err.splitlines()
    assert line.startswith("cardtui: ")
    return line


@pytest.mark.parametrize("address", ["", "a b", "host:0", "host:99999", "[::1", "-x-:3", "1:2:3:x"])
def test_an_address_that_is_none_is_a_wrong_command_line(cardtui: Cardtui, address: str) -> None:
    said(cardtui, "connect", "--plain", "--name", "Ana", "--", address)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bridge"], "truco-argentino, "),
        (["cacho", "--seats", "5"], "2 to 4"),
        (["cacho", "--preset", "fuente"], "preset “fuente”"),
        (["cacho", "--option", "buy_in"], "NAME=VALUE"),
        (["cacho", "--option", "target=3"], "no option “target”"),
        (["cacho", "--option", "buy_in=lots"], "buy_in"),
        (["cacho", "--option", "buy_in=2"], "buy_in"),
        (["cacho", "--option", "buy_in=9,9,9"], "2: one for each seat"),
        (
            ["cacho", "--option", "third_round_check=maybe"],
            "third_round_check takes one of yes or no.",
        ),
        (["cacho", "--patience", "3601"], "--patience: Enter seconds from 0 to 3600, such as 1.5."),
        (["cacho", "--clock", "soon"], "--clock takes seconds such as 30+60"),
        (
            ["truco-argentino", "--option", "second_tie=never"],
            "second_tie takes one of third or first.",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anything_starts(
    cardtui: Cardtui, tmp_path: Path, arguments: list[str], reason: str
) -> None:
    assert reason in said(cardtui, "play", *arguments, "--plain")
    assert not (tmp_path / "data").exists()
