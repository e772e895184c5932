"""A field in the client: what you are told while it goes on, and what came of its promise."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import grpc
import pytest

from cardtui.v1 import errors_pb2
from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.faces.tournament_words import (
    call_words,
    list_line,
    next_words,
    packs_words,
    waiting_words,
    whole_lines,
)
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.field_packs import FieldPacks
from cardtui_client.settings import Settings
from cardtui_server.fairness.commitments import server_commitment

SECRET = bytes(range(64))
COMMITMENT = server_commitment("cup0a", 0, SECRET)
ENDS = 1_796_000_000_000


def told(*, played: bool = False, over: bool = False, **fields: Any) -> TournamentModel:
    """Return a field that Ana has entered, with her match."""
    scores = [pb.TournamentScore(place=1, points=2)] * 2 if over else []
    own = pb.TournamentFixture(
        number=1,
        round=1,
        players=[1, 0],
        table="k7mnpq",
        match=int(over),
        scores=scores,
        played=played,
    )
    made_with: dict[str, Any] = {
        "id": "cup0a",
        "terms": pb.TournamentTerms(name="Week48", form=pb.TOURNAMENT_FORM_FIELD),
        "stage": pb.TOURNAMENT_STAGE_OVER if over else pb.TOURNAMENT_STAGE_RUNNING,
        "players": [pb.TournamentPlayer(player="a", name="Ana")],
        "round": 1,
        "fixtures": [own],
        "next_milliseconds": 0 if over else ENDS,
        "commitment": COMMITMENT,
        "secret": SECRET if over else b"",
        **fields,
    }
    return TournamentModel(pb.Tournament(**made_with))


def packs(folder: Path, record: str | Exception = "") -> FieldPacks:
    """Return what Ana's client knows of fields at a server that has that record."""
    asked = AsyncMock(side_effect=[record])
    there = Mock(server=Mock(identity="here"), get_record=asked)
    there.name = "Ana"
    return FieldPacks(there, Settings(name="Ana", data=str(folder), path=folder / "config.toml"))


def test_a_table_calls_you_until_you_have_played() -> None:
    assert told().table_of("Ana") == "k7mnpq"
    assert call_words(told(), "Ana") == "Your match: you play with a bot."
    assert told(played=True).table_of("Ana") == ""
    assert waiting_words(told(played=True), "Ana").startswith("You have played. The standings come")
    last = told(played=True, next_milliseconds=0)
    assert "once the last matches are over" in waiting_words(last, "Ana")


def test_who_did_not_come_is_told_to_enter_again() -> None:
    away = told(fixtures=[], players=[pb.TournamentPlayer(player="a", name="Ana", rests=True)])
    assert waiting_words(away, "Ana") == "You did not come to your table: enter again to play."
    assert waiting_words(told(fixtures=[]), "Ana") == "Your table opens at once."


def test_while_it_goes_on_there_are_no_standings_and_no_matches() -> None:
    assert list_line(told()).startswith("Week48: field, ")
    assert next_words(told()).startswith("Each plays once, by ")
    assert whole_lines(told())[1:] == [next_words(told()), "Entered: Ana."]
    assert next_words(told(next_milliseconds=0)) == "The last matches are played."
    assert next_words(told(over=True)) == ""


@pytest.mark.parametrize(
    ("first", "fields", "record", "held"),
    [
        (COMMITMENT, {}, SECRET, True),
        (b"", {}, SECRET, None),
        (bytes(64), {}, SECRET, False),
        (COMMITMENT, {"secret": bytes(64)}, SECRET, False),
        (COMMITMENT, {"secret": b""}, SECRET, False),
        (COMMITMENT, {"commitment": bytes(64)}, SECRET, False),
        (COMMITMENT, {}, bytes(64), False),
    ],
    ids=["kept", "not seen before", "another", "of another", "untold", "changed", "other packs"],
)
async def test_a_field_is_held_to_what_it_promised_when_you_first_saw_it(
    tmp_path: Path, first: bytes, fields: dict[str, Any], record: bytes, held: bool | None
) -> None:
    packs(tmp_path).look(told(commitment=first))
    known = packs(tmp_path, f"cardtui record\nsecret {record.hex()}\n")
    known.look(told(over=True, **fields))
    assert await known.held(told(over=True, **fields)) is held


async def test_a_record_that_cannot_be_had_says_nothing_against_it(tmp_path: Path) -> None:
    refused = Refused(errors_pb2.Refusal(), grpc.StatusCode.NOT_FOUND)
    known = packs(tmp_path, refused)
    known.look(told())
    assert await known.held(told()) is None
    assert await known.held(told(over=True)) is True
    assert "trust no result" in packs_words(held=False)
    assert packs_words(None) == ""
