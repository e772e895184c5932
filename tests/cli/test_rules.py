"""`cardtui rules`: the sheets, in the reader's language."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui_engine.library.registry import game_ids
from tests.cli.conftest import Cardtui

PROGRAM = Path(sys.executable).with_name("cardtui")


def test_without_a_game_the_games_are_listed(cardtui: Cardtui) -> None:
    listed = cardtui("rules").out.splitlines()
    assert [line.split()[0] for line in listed] == list(game_ids())
    assert "truco-argentino     Truco argentino" in listed


def test_the_beginning_of_a_games_name_will_do(cardtui: Cardtui) -> None:
    assert cardtui("rules", "truco-a").out.startswith("# Truco argentino\n")


def test_a_beginning_that_fits_several_games_names_them(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ("pif-paf", "pif-paf-tradicional", "cacho")
    monkeypatch.setattr("cardtui_engine.library.registry.game_ids", lambda: ids)
    assert "Did you mean pif-paf, pif-paf-tradicional?" in cardtui("rules", "pif").err
    # Its own sheet, although another game's name begins with it.
    assert cardtui("rules", "pif-paf").out.startswith("# Pif")


@pytest.mark.parametrize(
    ("language", "beginning"),
    [("en", "A vying game"), ("es_AR", "Un juego de envite"), ("pt_BR", "Um jogo de aposta")],
)
def test_a_sheet_is_in_the_language_asked_for(
    cardtui: Cardtui, language: str, beginning: str
) -> None:
    result = cardtui("--language", language, "rules", "cacho")
    assert result.code == 0
    assert beginning in result.out


def test_the_language_follows_the_locale(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "Um jogo de aposta" in cardtui("rules", "cacho").out


@pytest.mark.parametrize("asked", ["TA-20", "ta-20", "20"])
def test_a_clause_is_shown_alone(cardtui: Cardtui, asked: str) -> None:
    shown = cardtui("rules", "truco-argentino", asked)
    assert (shown.code, len(shown.out.splitlines())) == (0, 1)
    assert shown.out.startswith("TA-20 ")


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "`4C`, `7H`, `AS`, `7D`"),
        ("pt_BR", "`4P`, `7C`, `AE`, `7 ouro`"),
        ("es_AR", "`4T`, `7C`, `AP`, `7D`"),
    ],
)
def test_cards_are_written_as_everywhere_in_that_language(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, language: str, typed: str
) -> None:
    asked = ("--language", language, "rules", "truco-brasileiro")
    assert "`4♣`, `7♥`, `A♠`, `7♦`" in cardtui(*asked).out
    assert typed in cardtui(*asked, "TB-02").out
    monkeypatch.setenv("CARDTUI_CARD_STYLE", "ascii")
    assert typed in cardtui(*asked).out


def test_a_word_leads_to_the_first_clause_that_says_it(cardtui: Cardtui) -> None:
    assert "check" in cardtui("rules", "cacho", "check").out.casefold()
    refused = cardtui("rules", "cacho", "TA-20")
    assert (refused.code, refused.out) == (2, "")
    assert "CC-01" in refused.err


@pytest.mark.slow
def test_a_terminal_gets_the_sheet_laid_out_without_markup() -> None:
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "CARDTUI_LANGUAGE": "en"}
    process = subprocess.Popen(
        [PROGRAM, "rules", "cacho", "--no-pager"], stdin=theirs, stdout=theirs, env=env
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # Linux says so when the other end is closed
    os.close(ours)
    assert process.wait(timeout=60) == 0
    text = shown.decode()
    assert "CC-34" in text
    assert "**" not in text
