"""`cardtui play GAME DEAL` in lines: a table that ends with the program, and says so."""

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


def test_a_deal_without_a_game_is_told_to_be_one(cardtui: Cardtui) -> None:
    result = cardtui("play", "#maria", "--plain")
    assert (result.code, result.out) == (2, "")
    assert (
        "There is no game “#maria”. What begins with # is a deal, which comes after " in result.err
    )
    assert "Choose from truco-argentino, " in result.err


def test_a_deal_cannot_be_rated(cardtui: Cardtui) -> None:
    result = cardtui("play", "cacho", "#maria", "--rated", "--plain")
    assert (result.code, result.out) == (2, "")
    assert result.err == "cardtui: A deal is played alone, against bots: leave --rated out.\n"
