"""`cardtui results` tells what was won and lost, as lines."""

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest

from cardtui_client.history.daily_attempts import Attempts
from cardtui_client.history.kept_records import Deeds, Verdict, keep, note
from cardtui_client.history.ledgers import Balance, Debt, Ledger, Ledgers
from cardtui_client.history.results import Results
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_client.settings import Settings
from tests.cli.conftest import Cardtui
from tests.support.fair_matches import played


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(Settings(data=str(tmp_path / "data")))


def test_each_game_is_told_then_the_latest_matches(cardtui: Cardtui, results: Results) -> None:
    assert cardtui("results").out.startswith("No match has ended yet.")
    results.add("cacho", won=True, against=["Beto"])
    told = cardtui("results").out.splitlines()
    assert told[:2] == ["Cacho: 1 won, 0 lost.", "The latest matches:"]
    assert told[2].endswith("Cacho: won against Beto.")
    assert cardtui("results", "--plain").out.splitlines() == told
    assert cardtui("results", "--plain", "--json").code == 2
    assert "Cacho: 1 ganha, 0 perdidas." in cardtui("--language", "pt_BR", "results").out


def test_the_deals_of_the_day_are_told(
    cardtui: Cardtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=str(tmp_path / "data"), name="Ana")
    attempts = Attempts(settings)
    attempts.note("2026-11-24", "cacho", "cacho 2026-11-24 61-39 abcd")
    attempts.note("2026-11-25", "truco-paulista", "truco-paulista 2026-11-25 12-7 ef01")
    attempts.note("2026-11-26", "cacho")
    monkeypatch.setattr("cardtui_client.faces.person_words.today", lambda: date(2026, 11, 26))
    told = cardtui("results", "--name", settings.name).out.splitlines()
    assert told[0] == "The deal of the day: 2 days in a row."
    assert [line.split(", ", 1)[1] for line in told[1:4]] == [
        "Cacho: not finished.",
        "Truco paulista: 12-7 (ef01).",
        "Cacho: 61-39 (abcd).",
    ]
    assert json.loads(cardtui("results", "--name", settings.name, "--json").out)["daily"] == [
        {"day": "2026-11-26", "game": "cacho", "score": None, "letters": None},
        {"day": "2026-11-25", "game": "truco-paulista", "score": "12-7", "letters": "ef01"},
        {"day": "2026-11-24", "game": "cacho", "score": "61-39", "letters": "abcd"},
    ]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_damaged_file_is_told_at_once_and_once(
    cardtui: Cardtui, tmp_path: Path, form: tuple[str, ...]
) -> None:
    file = tmp_path / "data" / "results.json"
    file.parent.mkdir()
    file.write_text("{")
    told = cardtui("results", *form)
    assert told.err == (
        f"cardtui: {file} is damaged, and was set aside as {file}.damaged-1."
        " Earlier results are in there.\n"
    )
    assert cardtui("results", *form) == (0, told.out, "")


def test_a_kiosk_tells_nobody(cardtui: Cardtui, results: Results) -> None:
    results.add("cacho", won=True, against=["Beto"])
    result = cardtui("--kiosk", "results")
    assert result.code == 2
    assert "Cacho" not in result.out


def test_a_server_tells_what_somebody_has_won_and_lost_there(
    cardtui: Cardtui, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes(address, tmp_path / "data", "Ana")
    monkeypatch.setenv("CARDTUI_NAME", "Ana")
    own = cardtui("results", "--at", address)
    assert own.out == "Ana has finished no match on this server.\n"
    assert cardtui("results", "--person", "ana", "--at", address).out == own.out
    nobody = cardtui("results", "--person", "Zoe", "--at", address)
    assert nobody.code == 1
    assert "Zoe" in nobody.err


def comes(address: str, folder: Path, name: str) -> str:
    """Return the name that the server gives somebody who comes with that folder's tokens."""

    async def come() -> str:
        connection = await Connection.open(address, name, tokens=Tokens(folder))
        await connection.close()
        return connection.name

    return asyncio.run(come())


def test_one_asks_a_server_under_the_name_that_is_given(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    comes(address, tmp_path / "data", "Ana")
    own = cardtui("results", "--at", address, "--name", "Ana")
    assert own.out == "Ana has finished no match on this server.\n"
    local = address.replace("127.0.0.1", "localhost")
    assert cardtui("results", "--at", local, "--name", "Ana").out == own.out


@pytest.mark.parametrize("asked", [(), ("--ranking",), ("--person", "Ana")])
def test_who_only_asks_takes_no_name(
    cardtui: Cardtui, address: str, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    for at in (address, ""):
        refused = cardtui("results", "--name", "Hal", "--at", at, *asked)
        assert (refused.code, refused.out) == (1, "")
        assert f"Hal has not been at the server at {address} from this machine." in refused.err
    assert comes(address, tmp_path / "another", "Hal") == "Hal"


def test_a_server_tells_its_ranking_and_people_as_json_too(
    cardtui: Cardtui, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes(address, tmp_path / "data", "Ana")
    monkeypatch.setenv("CARDTUI_NAME", "Ana")
    told = cardtui("results", "--ranking", "--at", address)
    assert told.out == "No rated match was played on this server yet.\n"
    assert json.loads(cardtui("results", "--ranking", "--json", "--at", address).out) == []
    own = json.loads(cardtui("results", "--at", address, "--json").out)
    assert own == {"name": "Ana", "games": []}
    both = cardtui("results", "--json", "--ledger")
    assert (both.code, both.out) == (2, "")
    assert "--ledger goes with neither --json nor --at" in both.err


def test_who_owed_whom_is_told(cardtui: Cardtui, tmp_path: Path) -> None:
    assert cardtui("results", "--ledger").out == "You have played for chips at no table yet.\n"
    settings = Settings(data=str(tmp_path / "data"))
    ledger = Ledger((Balance("Ana", 50, 9), Balance("Bia", 50, -9)), (Debt("Bia", "Ana", 9, ""),))
    Ledgers(settings).keep("s", "t", "Kitchen", "cacho", ledger)
    told = cardtui("results", "--ledger").out
    assert "Kitchen, Cacho:" in told
    assert told.endswith("Bia owes Ana 9 chips.\n")


async def test_a_match_has_the_number_of_its_record(
    cardtui: Cardtui, results: Results, tmp_path: Path
) -> None:
    path = keep(Settings(data=str(tmp_path / "data")), await played("cacho"))
    assert path is not None
    note(path, Verdict(True, (0,), (), Deeds("60–20", held=2, called=1)))
    table = path.stem.split("-")[-2]
    results.add("cacho", won=False, against=["Beto"])
    results.add("cacho", won=True, against=["Chispa"], place=(table, 1))
    told = cardtui("results").out.splitlines()
    assert told[1:3] == [
        "The last one was won; most in a row won: 1.",
        "2 bluffs of yours held, 1 was called.",
    ]
    assert told[-2].endswith("Cacho: won against Chispa. 60–20. Record 1.")
    assert told[-1].endswith("Cacho: lost against Beto.")
    said = json.loads(cardtui("results", "--json").out)
    assert said["games"] == [
        {
            "game": "cacho",
            "won": 1,
            "lost": 1,
            "streak": 1,
            "best_streak": 1,
            "course": [-1, 0],
            "envidos": 0,
            "largest_envido": None,
            "bluffs_held": 2,
            "bluffs_called": 1,
        }
    ]
    assert [each["score"] for each in said["latest"]] == ["60–20", None]
    first, second = said["latest"]
    assert (first["record"], first["path"]) == (1, str(path))
    assert (second["record"], second["path"]) == (None, None)
    assert cardtui("results", "--json", "--ledger").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--person", "Ana", "--ranking"),
        ("--ranking", "--ledger"),
        ("--ledger", "--at", "127.0.0.1:1"),
    ],
)
def test_what_does_not_go_together_is_refused(cardtui: Cardtui, arguments: tuple[str, ...]) -> None:
    told = cardtui("results", *arguments)
    assert (told.code, told.out) == (2, "")


@pytest.mark.parametrize(
    ("name", "form"),
    [("results.json", ()), ("results.json", ("--json",)), ("ledgers.json", ("--ledger",))],
)
def test_what_cannot_be_read_is_not_called_none(
    cardtui: Cardtui, tmp_path: Path, name: str, form: tuple[str, ...]
) -> None:
    file = tmp_path / "data" / name
    file.mkdir(parents=True)
    told = cardtui("results", *form)
    assert (told.code, told.out) == (2, "")
    assert f"{file} cannot be read: Is a directory." in told.err
