"""`cardtui account` makes one the same player on another machine, by a code."""

import asyncio
import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardtui_client.command_line.profile import load_settings
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from tests.cli.conftest import Cardtui


def code_in(text: str) -> str:
    found = re.search(r"^  cardtui account use (\S+)$", text, re.MULTILINE)
    assert found is not None
    return found[1]


async def name_there(address: str, folder: Path, name: str) -> str:
    """Return the name that the server gives somebody who comes with that folder's tokens."""
    connection = await Connection.open(address, name, tokens=Tokens(folder))
    await connection.close()
    return connection.name


@pytest.mark.slow
def test_a_name_goes_to_another_machine_and_is_recovered_by_the_operator(
    cardtui: Cardtui, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, third = tmp_path / "away", tmp_path / "third"
    asyncio.run(name_there(address, tmp_path / "data", "Ana"))
    made = cardtui("account", "code", "--name", "Ana")
    assert made.code == 0
    assert "within 10 minutes, to be Ana there" in made.out
    code = code_in(made.out)
    use = ("--data", str(away), "account", "use")
    unsure = cardtui(*use, code, "--at", address)
    assert unsure.code == 3
    assert f"The server at {address} is new to you" in unsure.err  # so it was not sent the code
    used = cardtui(*use, code.upper(), "--at", address, "--trust")
    assert used.out == f"You are Ana on the server at {address}.\n"
    assert load_settings().name == "Ana"
    assert asyncio.run(name_there(address, away, "Ana")) == "Ana"
    again = cardtui("--data", str(third), "account", "use", code, "--at", address, "--trust")
    assert again.code == 1
    assert "cannot be used" in again.err
    # Another name in the settings is kept, and what to type is said.
    monkeypatch.setenv("CARDTUI_NAME", "Bia")
    code = code_in(cardtui("--data", str(tmp_path / "data"), "account", "recover", "ana").out)
    used = cardtui("--data", str(third), "account", "use", code, "--at", address)
    assert "add --name" in used.out
    assert asyncio.run(name_there(address, third, "Ana")) == "Ana"
    # The earlier machines are locked out: there the player is a newcomer.
    assert asyncio.run(name_there(address, away, "Ana")) == "Ana 2"


def keys_in(folder: Path) -> list[str]:
    """Return the private keys for signing that are kept in a folder."""
    return [*json.loads((folder / "keys.json").read_text()).values()]


@pytest.mark.slow
def test_an_account_code_moves_the_key_by_a_half_that_the_server_is_not_told(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    here, away, third = (tmp_path / each for each in ("data", "away", "third"))
    asyncio.run(name_there(address, here, "Ana"))
    code = code_in(cardtui("account", "code", "--name", "Ana").out)
    assert len(code.split("-")) == 4
    use = ("account", "use", "--at", address, "--trust")
    used = cardtui("--data", str(away), *use, code)
    assert used.out == f"You are Ana on the server at {address}.\n"
    assert keys_in(away) == keys_in(here)
    # With the server's half alone, or a wrong one, one is the same player with another key.
    code = code_in(cardtui("--data", str(here), "account", "code", "--name", "Ana").out)
    used = cardtui("--data", str(third), *use, code[:-11] + "aaaaa-aaaaa")
    assert "The second half of the code is wrong or missing" in used.out
    assert not (third / "keys.json").exists()
    assert asyncio.run(name_there(address, third, "Ana")) == "Ana"


def test_nobody_becomes_a_new_player_by_asking_for_a_code(cardtui: Cardtui, address: str) -> None:
    refused = cardtui("account", "code", "--name", "Hal", "--at", address)
    assert refused.code == 1
    assert f"Hal has not been at the server at {address} from this machine." in refused.err
    assert cardtui("account", "recover", "Hal").code == 1  # nobody of that name is known


def test_only_the_operator_recovers_and_only_who_is_known(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    nobody = cardtui("account", "recover", "Eva")
    assert nobody.code == 1
    assert "Eva" in nobody.err
    elsewhere = cardtui("--data", str(tmp_path / "elsewhere"), "account", "recover", "Eva")
    assert elsewhere.code == 3
    assert "--data" in elsewhere.err
    assert address


@pytest.mark.nightly
def test_machines_are_listed_and_a_younger_one_is_ended(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    home = ("--data", str(tmp_path / "data"))
    away = ("--data", str(tmp_path / "away"))
    asyncio.run(name_there(address, tmp_path / "data", "Ana"))
    alone = cardtui(*home, "account", "devices", "--name", "Ana")
    assert alone.out.startswith("You are known here from this machine alone. To add another")
    code = code_in(cardtui(*home, "account", "code", "--name", "Ana").out)
    assert cardtui(*away, "account", "use", code, "--at", address, "--trust").code == 0
    told = cardtui(*home, "account", "devices", "--name", "Ana", "--json")
    first, second = json.loads(told.out)
    assert (first["this"], second["this"], second["can_end"]) == (True, False, True)
    listed = cardtui(*home, "account", "devices", "--name", "Ana").out.splitlines()
    assert re.match(rf"{first['id']}: this machine, added \w+ \d", listed[0])
    assert re.search(r"last used \w+ \d", listed[1])
    older = cardtui(*away, "account", "devices", "--end", first["id"], "--at", address)
    assert older.code == 1
    assert "added after this one" in older.err
    ended = cardtui(*home, "account", "devices", "--name", "Ana", "--end", second["id"])
    assert ended.out == f"{second['id']} is no longer one of your machines here.\n"
    assert asyncio.run(name_there(address, tmp_path / "away", "Ana")) == "Ana 2"
    assert cardtui(*home, "account", "devices", "--name", "Ana", "--end", "?").code == 1


def test_a_name_that_no_seat_would_show_is_refused(cardtui: Cardtui, address: str) -> None:
    told = cardtui("account", "devices", "--name", "Maria das Dores e Silva", "--at", address)
    assert (told.code, told.out) == (2, "")
    assert "A name has at most 16 letters" in told.err


@pytest.mark.nightly
def test_without_a_name_you_are_who_you_were_there_and_of_several_you_choose(
    cardtui: Cardtui, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    folder = tmp_path / "data"
    asyncio.run(name_there(address, folder, "Ana"))
    code = cardtui("account", "code", "--at", address)
    assert "to be Ana there" in code.out
    asyncio.run(name_there(address, folder, "Bia"))
    asked = cardtui("account", "code", "--at", address)
    assert (asked.code, asked.out) == (2, "")
    assert "You played there under several names: Ana, Bia. Choose one with --name." in asked.err
    refused = json.loads(cardtui("connect", address, "--json").err)
    assert refused["error"].startswith("You played there under several names: Ana, Bia.")
    assert "to be Bia there" in cardtui("account", "code", "--at", address, "--name", "Bia").out
    monkeypatch.setattr("cardtui_client.command_line.profile.can_ask", lambda: True)
    typed = Mock(return_value="Bia")
    monkeypatch.setattr("click.prompt", typed)
    assert "to be Bia there" in cardtui("account", "code", "--at", address).out
    typed.assert_called_once()
