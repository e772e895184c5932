"""A field in the client: what you are told while it goes on, and what came of its promise."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import grpc
import pytest
from click.testing import CliRunner

from cardtui.v1 import errors_pb2, shuffle_pb2, tables_pb2
from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.commands import tournament
from cardtui_client.faces.arrival import table_lines
from cardtui_client.faces.record_words import kept_words, mark_words
from cardtui_client.faces.tournament_words import (
    call_words,
    list_line,
    next_words,
    packs_words,
    standings_lines,
    waiting_words,
    whole_lines,
)
from cardtui_client.history.kept_records import Verdict
from cardtui_client.lines.tournament import Player
from cardtui_client.lines.typed_lines import Teller
from cardtui_client.model.chain_check import code_of
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import code_words
from cardtui_client.model.tournament import Promise, TournamentModel
from cardtui_client.net import field_packs
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.field_packs import FieldPacks
from cardtui_client.net.record_keeper import Kept, RecordKeeper
from cardtui_client.settings import Settings
from cardtui_client.tui.projector import parts_of
from cardtui_server.fairness.commitments import server_commitment
from cardtui_studio.club_evening import _rows

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
    assert whole_lines(told())[1:3] == [next_words(told()), "Entered: Ana."]
    assert next_words(told(next_milliseconds=0)) == "The last matches are played."
    assert next_words(told(over=True)) == ""


def record_of(secret: bytes = SECRET, *more: str, seats: int = 3, table: str = "k7mnpq") -> str:
    """Return the lines of a field's record that say what was given."""
    given = [f"{word} {seat} absent" for word in ("seat_commit", "reveal") for seat in range(seats)]
    return "\n".join([f"table {table} 1", "commit aa", *given, f"secret {secret.hex()}", *more])


@pytest.fixture(autouse=True)
def verdict(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """What verifying a record finds: nothing."""
    found = AsyncMock(return_value=Verdict(holds=True))
    monkeypatch.setattr(field_packs, "keep_verified", found)
    return found


def sits(folder: Path, *, over: bool = False, commitment: bytes = b"\xaa") -> None:
    """Have Ana's client see her table, during the match and, if need be, after it."""
    there = packs(folder)
    keeper = RecordKeeper(there._connection, there._settings, Mock())
    keeper._start = lambda work: work.close()  # type: ignore[method-assign,assignment,return-value]
    model = TableModel()
    model.table.id, model.table.state = "k7mnpq", tables_pb2.TABLE_STATE_PLAYING
    model.table.seats.add(seat=0, name="Ana")
    model.table.seats.add(seat=1, name="Alba", bot=1)
    model._seat, empty = 0, shuffle_pb2.SeatBits()
    model.shuffle = shuffle_pb2.Shuffle(
        match=1, begun=True, commitment=commitment, seats=[empty, empty, empty]
    )
    keeper.look(model)
    if over:
        model.table.state = tables_pb2.TABLE_STATE_OVER
        model._chain.head = b"\xbb"
        keeper.look(model)


@pytest.mark.parametrize(
    ("first", "fields", "record", "held"),
    [
        (COMMITMENT, {}, record_of(), Promise.PACKS),
        (b"", {}, record_of(), Promise.UNKNOWN),
        (bytes(64), {}, record_of(), Promise.BROKEN),
        (COMMITMENT, {"secret": bytes(64)}, record_of(), Promise.BROKEN),
        (COMMITMENT, {"secret": b""}, record_of(), Promise.BROKEN),
        (COMMITMENT, {"commitment": bytes(64)}, record_of(), Promise.BROKEN),
        (COMMITMENT, {}, record_of(bytes(64)), Promise.BROKEN),
        (COMMITMENT, {}, record_of().replace("commit 2 absent", "commit 2 aa"), Promise.BROKEN),
        (COMMITMENT, {}, record_of().replace("reveal 2 absent", "reveal 2 aa"), Promise.BROKEN),
        (COMMITMENT, {}, record_of(seats=4), Promise.BROKEN),
        (COMMITMENT, {}, record_of(seats=2), Promise.BROKEN),
        (COMMITMENT, {}, record_of(table="another"), Promise.BROKEN),
        (COMMITMENT, {}, record_of().replace("commit aa", "commit ab"), Promise.BROKEN),
    ],
    ids=[
        *("kept", "not seen before", "another", "of another", "untold", "changed", "other packs"),
        *("an invented seat", "its bits", "two invented", "no shared packs", "another table"),
        "not what the table showed",
    ],
)
async def test_a_field_is_held_to_what_it_promised_when_you_first_saw_it(
    tmp_path: Path, first: bytes, fields: dict[str, Any], record: str, held: Promise
) -> None:
    packs(tmp_path).look(told(commitment=first))
    sits(tmp_path)
    known = packs(tmp_path, record)
    known.look(told(over=True, **fields))
    assert await known.held(told(over=True, **fields)) is held


async def test_what_your_table_showed_at_the_end_is_in_your_record(tmp_path: Path) -> None:
    packs(tmp_path).look(told())
    sits(tmp_path, over=True)
    for chain, held in (("bb", Promise.PACKS), ("bc", Promise.BROKEN)):
        known = packs(tmp_path, record_of(SECRET, f"chain {chain}"))
        assert await known.held(told(over=True)) is held


async def test_a_table_that_showed_two_commitments_broke_its_promise(tmp_path: Path) -> None:
    packs(tmp_path).look(told())
    sits(tmp_path)
    sits(tmp_path, commitment=b"\xab")
    assert await packs(tmp_path, record_of()).held(told(over=True)) is Promise.BROKEN


async def test_the_packs_are_vouched_for_only_where_they_were_compared(
    tmp_path: Path, verdict: AsyncMock
) -> None:
    packs(tmp_path).look(told())
    away = told(over=True, players=[pb.TournamentPlayer(player="b", name="Bia")])
    assert await packs(tmp_path, record_of()).held(told(over=True)) is Promise.KEPT
    sits(tmp_path)
    assert await packs(tmp_path).held(away) is Promise.KEPT
    verdict.return_value = None
    assert await packs(tmp_path, record_of()).held(told(over=True)) is Promise.KEPT
    verdict.return_value = Verdict(holds=False)
    assert await packs(tmp_path, record_of()).held(told(over=True)) is Promise.BROKEN
    assert packs_words(Promise.KEPT).startswith("The secret is the one")


async def test_a_record_that_cannot_be_had_says_nothing_against_it(tmp_path: Path) -> None:
    refused = Refused(errors_pb2.Refusal(), grpc.StatusCode.NOT_FOUND)
    known = packs(tmp_path, refused)
    known.look(told())
    assert await known.held(told()) is Promise.UNKNOWN
    assert await known.held(told(over=True)) is Promise.KEPT
    assert "trust no result" in packs_words(Promise.BROKEN)
    assert packs_words(Promise.UNKNOWN) == ""


async def test_the_newest_of_many_fields_is_kept(tmp_path: Path) -> None:
    for number in range(203):
        packs(tmp_path).look(told(id=f"cup{number}"))
    last = packs(tmp_path)
    assert last._notes.read(last._place("cup202")) == [COMMITMENT.hex()]
    assert last._notes.read(last._place("cup0")) == []


def test_an_honest_record_of_a_field_alarms_nobody(tmp_path: Path) -> None:
    row = {"kind": "field", "fault": False}
    honest, cheated = (Verdict(holds=True, findings=(row,)) for _ in range(2))
    cheated = cheated.with_fault("field_bits")
    said = kept_words(Kept(tmp_path, honest))
    assert said.startswith("The record of this match holds. It is of a field")
    assert "do not trust this match" in kept_words(Kept(tmp_path, cheated))
    marks = [mark_words(Mock(verdict=each)) for each in (honest, cheated)]
    assert marks == ["of a field", "DOES NOT HOLD"]


def test_a_field_shows_a_code_by_which_players_compare_what_they_were_told() -> None:
    line = f"Code of the packs, the same for all who enter: {code_of(COMMITMENT)}"
    assert line in whole_lines(told())
    assert line not in whole_lines(told(commitment=bytes(64)))


def test_the_standings_of_a_field_have_only_what_counts_there() -> None:
    lines = [pb.TournamentLine(place=1, players=[1], points=2, wins=1, played=1)]
    model = told(over=True, standings=lines)
    heads, line = standings_lines(model)
    assert heads.split() == ["Points", "Diff.", "Played"]
    assert line.split() == ["1", "Ana", "2", "0", "1"]
    (part,) = parts_of(model)
    assert (part.heads, part.rows[0].cells) == (("Points", "Diff.", "Played"), ("2", "0", "1"))
    assert next(_rows(model)) == ("1. Ana", "Points 2", "Diff. 0", "Played 1")


def test_at_a_table_of_a_tournament_nobody_joins_and_the_match_begins_by_itself() -> None:
    model = TableModel()
    model.table.CopyFrom(tables_pb2.Table(id="k7mnpq", private=True, tournament="cup0a"))
    model.table.state = tables_pb2.TABLE_STATE_WAITING
    model.take_seat(0)
    assert code_words(model.table) == ""
    assert any("it begins by itself" in each for each in table_lines(model))
    model.table.tournament = ""
    assert "k7mnpq" in code_words(model.table)
    assert any("Type ready when you are" in each for each in table_lines(model))


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ({}, "takes nobody any more"),
        ({"next_milliseconds": 0}, "is over"),
        ({"paused": True}, "is over"),
    ],
)
def test_a_field_that_is_ended_once_more_is_over(
    monkeypatch: pytest.MonkeyPatch, before: dict[str, Any], said: str
) -> None:
    def direct(_there: object, _cup: str, act: Any) -> TournamentModel:
        assert act(told(**before)) == {"end": True}
        return told(next_milliseconds=0)

    monkeypatch.setattr(tournament, "_direct", direct)
    done = CliRunner().invoke(tournament.end, ["Week48"])
    assert said in done.output


@pytest.mark.parametrize("left", [True, False])
def test_who_has_left_in_mid_match_is_told_that_it_goes_on(left: bool, tmp_path: Path) -> None:
    there = packs(tmp_path)
    output = StringIO()
    player = Player(there._connection, "cup0a", Mock(), Teller(output), there._settings)
    player._model, player._been, player._left = told(), "k7mnpq", left
    assert player._tell() == ""
    assert ("Your match goes on: join takes you back." in output.getvalue()) is left
