"""`cardtui replay` tells a match again as lines, from any eyes, and refuses what is no record."""

from pathlib import Path

import pytest

from cardtui_engine.library.record_writing import write
from tests.cli.conftest import Cardtui
from tests.support.films import record_of


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.txt"
    path.write_text(write(record_of("truco-argentino-2")), encoding="utf-8")
    return str(path)


def test_a_whole_match_is_told_as_a_spectator_saw_it(cardtui: Cardtui, match: str) -> None:
    told = cardtui("replay", match, "--eyes", "spectator").out.splitlines()
    assert told[0] == "Truco argentino."
    assert "Hand 6." in "\n".join(told)
    assert "The match is over. Ana wins!" in told
    assert not any("holds" in line or "You" in line for line in told)


def test_who_played_sees_their_own_cards(cardtui: Cardtui, match: str) -> None:
    told = cardtui("replay", match, "--eyes", "ana").out
    assert "You see what Ana saw." in told
    assert "You get five of cups (5C), seven of cups (7C) and six of clubs (6B)." in told
    assert "Type" not in told, "nothing can be done there"
    assert told == cardtui("replay", match, "--eyes", "1").out


def test_whose_name_one_has_is_whose_eyes_one_looks_with(
    cardtui: Cardtui, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_NAME", "Beto")
    assert "You see what Beto saw." in cardtui("replay", match).out


def test_all_cards_are_told_as_they_are_dealt(cardtui: Cardtui, match: str) -> None:
    told = cardtui("replay", match, "--eyes", "all").out
    assert "Ana holds five of cups (5C), seven of cups (7C) and six of clubs (6B)." in told
    assert "Beto holds" in told


def test_some_hands_alone_are_told(cardtui: Cardtui, match: str) -> None:
    told = cardtui("replay", match, "--from-hand", "3", "--to-hand", "4").out
    headings = [
        line[:7]
        for line in told.splitlines()
        if line.startswith("Hand ") and "deal" in line and "dealt" not in line
    ]
    assert headings == ["Hand 3.", "Hand 4."]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--eyes", "Hugo"), "Nobody called Hugo played there. These did: Ana, Beto."),
        (("--eyes", "3"), "Nobody called 3 played there. These did: Ana, Beto."),
        (("--from-hand", "7"), "The match has 6 hands."),
        (("--from-hand", "7", "--to-hand", "8"), "The match has 6 hands."),
        (
            ("--from-hand", "3", "--to-hand", "2"),
            "--from-hand 3 comes after --to-hand 2: nothing lies between them.",
        ),
    ],
)
def test_what_is_not_there_is_said(
    cardtui: Cardtui, match: str, options: tuple[str, ...], sentence: str
) -> None:
    result = cardtui("replay", match, *options)
    assert (result.code, result.err) == (2, f"cardtui: {sentence}\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1: "),
        (b"cardtui-record 2\ngame chess\n", "line 2: Unknown game 'chess'"),
        (b"\xff", "line 1: "),
        (b"cardtui-record 2\ngame cacho\nseats 2\ndealer 0\n0 bet\n", "entry 1: "),
        (b"cardtui-record 2\ngame \x1b[2J\n", "line 2: Unknown game"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_place_and_reason(
    cardtui: Cardtui, tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "no.txt"
    path.write_bytes(content)
    result = cardtui("replay", str(path))
    assert result.code == 1
    assert result.err.startswith(f"cardtui: {path} is not the record of a match: {reason}")
    assert "\x1b" not in result.err


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("es_AR", "no es la planilla de un partido: línea 2: Juego desconocido: 'chess'."),
        ("pt_BR", "não é o registro de uma partida: linha 2: Jogo desconhecido: 'chess'."),
    ],
)
def test_why_a_file_is_no_record_is_told_in_the_readers_language(
    cardtui: Cardtui, tmp_path: Path, language: str, reason: str
) -> None:
    path = tmp_path / "no.txt"
    path.write_text("cardtui-record 2\ngame chess\n")
    told = cardtui("--language", language, "replay", str(path))
    assert told.err == f"cardtui: {path} {reason}\n"
    assert reason.partition(": ")[2] in cardtui("--language", language, "verify", str(path)).out


def test_a_file_without_end_is_not_read_whole(cardtui: Cardtui) -> None:
    result = cardtui("replay", "/dev/zero")
    assert (result.code, result.out) == (2, "")
    assert "/dev/zero cannot be read: Not a regular file." in result.err


def test_a_file_that_is_not_there_is_said(cardtui: Cardtui, tmp_path: Path) -> None:
    result = cardtui("replay", str(tmp_path / "none.txt"))
    assert result.code == 2
    assert "No such file" in result.err


def test_a_position_is_printed_as_a_scenario_that_conforms(
    cardtui: Cardtui, match: str, tmp_path: Path
) -> None:
    path = tmp_path / "position.json"
    path.write_text(cardtui("replay", match, "--scenario", "3.2").out, encoding="utf-8")
    result = cardtui("conform", str(path))
    assert (result.code, result.out) == (0, "ok    truco-argentino/hand-3-step-2\n")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("three", "three is not a position: write HAND.STEP."),
        ("0.1", "The match has 6 hands."),
        ("9", "The match has 6 hands."),
        ("1.50", "Hand 1 has 5 steps."),
    ],
)
def test_a_position_that_is_not_there_is_said(
    cardtui: Cardtui, match: str, wanted: str, sentence: str
) -> None:
    result = cardtui("replay", match, "--scenario", wanted)
    assert (result.code, result.err) == (2, f"cardtui: {sentence}\n")


def test_a_match_of_ones_own_is_named_by_its_number(
    cardtui: Cardtui, match: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "records"
    folder.mkdir(parents=True)
    (folder / "one.txt").write_bytes(Path(match).read_bytes())
    assert cardtui("replay", "1").out == cardtui("replay", match).out
    result = cardtui("replay", "2")
    assert (result.code, result.err) == (
        2,
        "cardtui: There is no match number 2 in the list.\n",
    )
