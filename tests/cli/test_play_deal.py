"""`cardtui play GAME DEAL` in lines: a table that ends with the program, and says so."""

from __future__ import annotations

import io

import pytest

from tests.cli.conftest import Cardtui


def test_nobody_is_told_that_a_seat_is_kept(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nquit\n"))
    result = cardtui("play", "cacho", "#maria", "--plain", "--name", "Ana")
    assert result.code == 0
    assert "quit: leave; the table ends." in result.out
    assert result.out.splitlines()[-1] == "You leave the table. It ends here."
    assert "is kept" not in result.out
