"""The record of a match is fetched at its end, kept, and verified in another process."""

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import grpc
import pytest

from cardtui.v1 import errors_pb2, shuffle_pb2, tables_pb2
from cardtui_client.exit_codes import OK
from cardtui_client.faces.record_words import kept_words
from cardtui_client.history.kept_records import Verdict, kept_records, note
from cardtui_client.history.results import Results
from cardtui_client.json_file import telling
from cardtui_client.model.table import TableModel
from cardtui_client.net import record_keeper
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.given_bits import GivenBits, SeenTable
from cardtui_client.net.record_keeper import RecordKeeper, Shown, shown_by
from cardtui_client.net.signing import is_signed
from cardtui_client.settings import Settings
from cardtui_server.fairness.signatures import OVER, message, signed_by_player
from tests.client.people import House, number, plays_the_first_choice, plays_to_the_end, table_of

Lie = Callable[[Connection], None]
IN_ANOTHER_PROCESS = record_keeper._verified


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of the person who plays lines here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return Settings()


@pytest.mark.slow
async def test_a_match_that_ends_is_kept_verified_and_told(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_keeper, "_verified", IN_ANOTHER_PROCESS)
    ana = await house.comes("Ana", GivenBits())
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    with pytest.raises(Refused):
        await ana.get_record(table)
    terminal = house.sits(ana, table, seat=True, until_over=True)
    await plays_to_the_end(terminal)
    (kept,) = kept_records(settings).records
    assert (kept.game, kept.players[0], kept.own) == ("cacho", "Ana", 0)
    assert kept.verdict is not None
    assert kept.verdict.holds
    assert kept.won is not None
    assert str(kept.path) in terminal.screen.lines[-1]
    assert terminal.screen.lines[-1].startswith("The match was fair")
    back = house.sits(ana, table, seat=True)
    await back.screen.shows("Code of this match, the same for all who saw the same: ")
    await back.screen.shows("The match was fair")
    back.types("leave")
    await back.code()


@pytest.mark.nightly
async def test_damaged_results_are_told_where_the_match_is_counted(
    house: House, settings: Settings
) -> None:
    file = settings.data_folder() / "results.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("{")
    ana = await house.comes("Ana")
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    told: list[str] = []
    with telling(told.append):
        terminal = house.sits(ana, table, seat=True, until_over=True, settings=settings)
        await plays_to_the_end(terminal)
    (said,) = told
    assert f"{file}.damaged-1. Earlier results are in there." in said
    assert Results(settings).scores().keys() == {"cacho"}


@pytest.mark.slow
async def test_a_table_that_closes_gives_its_match(house: House, settings: Settings) -> None:
    ana = await house.comes("Ana")
    table = await table_of(ana, "truco-argentino", bots=tables_pb2.BOT_LEVEL_EASY)
    terminal = house.sits(ana, table, seat=True)
    await terminal.screen.shows("has not started")
    terminal.types("start")
    await terminal.screen.shows("1)")
    await ana.close_table(table)
    await terminal.code()
    (kept,) = kept_records(settings).records
    assert "closed" in kept.path.read_text(encoding="utf-8").split("\n")


def test_a_record_must_be_of_the_match_that_was_shown() -> None:
    model = TableModel()
    assert shown_by(model, closed=False) == Shown()
    model.table.id = "k7mnpq"
    model.shuffle = shuffle_pb2.Shuffle(
        match=3,
        begun=True,
        commitment=b"\x01" * 64,
        seats=[shuffle_pb2.SeatBits(commitment=b"\x02" * 32), shuffle_pb2.SeatBits()],
    )
    model._chain.head = b"\x03" * 32
    shown = shown_by(model, closed=False)
    lines = [
        "table k7mnpq 3",
        "commit " + "01" * 64,
        "seat_commit 0 " + "02" * 32,
        "seat_commit 1 absent",
        "reveal 0 absent",
        "reveal 1 absent",
        "chain " + "03" * 32,
    ]
    heads = frozenset({b"\x03" * 32})
    assert shown == Shown(3, frozenset(lines), heads)
    shown = Shown(3, frozenset(lines))
    assert shown.is_told_by("\n".join(["cardtui-record 2", *lines, "secret 00"]))
    for line in lines:
        assert not shown.is_told_by("\n".join(each for each in lines if each != line))
    # The chain has gone on since the head was told, where a table is closed.
    assert shown_by(model, closed=True) == Shown(3, frozenset(lines[:-1]), heads)
    model.shuffle.begun = False
    assert shown_by(model, closed=False) == Shown(2)


def test_what_was_shown_during_a_match_counts_once_the_next_one_is_told() -> None:
    during = Shown(2, frozenset({"commit 01"}), frozenset({b"\x03" * 32}))
    assert Shown(2).after(during) == during
    assert Shown(3).after(during) == Shown(3)


def test_a_record_with_a_chain_is_not_of_a_match_whose_chain_was_lost() -> None:
    commit = "commit " + "01" * 64
    lost = Shown(1, frozenset({commit}), frozenset({b""}))
    assert not lost.is_told_by(f"cardtui-record 2\n{commit}\nchain 00")
    assert lost.is_told_by(f"cardtui-record 2\n{commit}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (Shown, "The record is not that of the match that you were shown"),
        (SeenTable, "The record says otherwise than the table did"),
    ],
)
async def test_a_record_of_another_match_is_told_and_stays_so(
    house: House,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    shown: type[Shown | SeenTable],
    sentence: str,
) -> None:
    def tells_nothing(_shown: object, _record: object) -> bool:
        return False

    monkeypatch.setattr(shown, "is_told_by", tells_nothing)
    ana = await house.comes("Ana")
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    terminal = house.sits(ana, table, seat=True, until_over=True)
    plays_the_first_choice(terminal)
    terminal.types("start")
    assert await terminal.code() == OK
    assert sentence in terminal.screen.lines[-1]
    (kept,) = kept_records(settings).records
    note(kept.path, Verdict(holds=True))
    (again,) = kept_records(settings).records
    assert again.verdict is not None
    assert not again.verdict.holds


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([Refused(errors_pb2.Refusal(), grpc.StatusCode.UNIMPLEMENTED)], "to verify it by: "),
        ([Unreachable("Nobody answers.")] * 3, "to verify it by: Nobody answers."),
        ([Unreachable("Nobody answers."), "no record"], "what the server gave is none"),
    ],
)
async def test_a_match_without_a_record_is_told_with_the_reason(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str | Exception],
    sentence: str,
) -> None:
    monkeypatch.setattr(record_keeper, "_RECORD_WAITS", (0.0, 0.0, 0.0))
    told: list[str] = []
    calls = Mock(get_record=AsyncMock(side_effect=answers))
    keeper = RecordKeeper(calls, settings, lambda kept: told.append(kept_words(kept)))
    model = TableModel()
    model._seat = 0
    model.table.state = tables_pb2.TABLE_STATE_PLAYING
    keeper.look(model)
    model.table.state = tables_pb2.TABLE_STATE_OVER
    keeper.look(model)
    await keeper.stop(5)
    assert calls.get_record.await_count == len(answers)
    (line,) = told
    assert line.startswith("There is no record of this match")
    assert sentence in line
    assert not kept_records(settings).records


@pytest.mark.slow
async def test_a_client_signs_each_hand_that_it_saw_and_the_end(
    house: House, settings: Settings
) -> None:
    ana = await house.comes("Ana", GivenBits(settings.data_folder()))
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    terminal = house.sits(ana, table, seat=True, until_over=True)
    await plays_to_the_end(terminal)
    state = house.server.tables[table].state
    key = await ana.key()
    sitter = state.sitters[0]
    assert sitter is not None
    assert sitter.key == key != b""
    assert state.vouched[key].hand == 0
    text = message(table, 1, OVER, 0, state.chain)
    assert signed_by_player(key, text, state.vouched[key].signature)


async def plays_and_signs(house: House, settings: Settings, lie: Lie) -> str:
    """Have Ana play a match in which there is something to find; return the last line told."""
    ana = await house.comes("Ana", GivenBits(settings.data_folder()))
    hands = {"hands": number(2)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=hands)
    lie(ana)
    terminal = house.sits(ana, table, seat=True, until_over=True)
    await plays_to_the_end(terminal)
    return terminal.screen.lines[-1]


@pytest.mark.slow
async def test_two_courses_under_a_servers_signatures_are_kept_as_proof(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_keeper, "heads_of", Mock(return_value=[bytes(32)]))
    told = await plays_and_signs(house, settings, lambda _ana: None)
    assert "The server has signed another course of this match than the record has" in told
    (kept,) = kept_records(settings).records
    proof = json.loads(kept.path.with_suffix(".proof").read_text(encoding="utf-8"))
    signed = (bytes.fromhex(proof[each]) for each in ("text", "signature"))
    assert is_signed(proof["certificate"].encode(), *signed)
    assert kept.verdict is not None
    assert not kept.verdict.holds


@pytest.mark.slow
async def test_a_record_signed_by_another_server_is_told(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_keeper, "key_in", Mock(return_value=bytes(33)))
    told = await plays_and_signs(house, settings, lambda _ana: None)
    assert "The record is signed by another server’s key" in told


@pytest.mark.slow
async def test_a_false_signature_during_the_match_is_told(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_keeper, "is_signed", Mock(return_value=False))
    told = await plays_and_signs(house, settings, lambda _ana: None)
    assert "The record is signed by another server’s key" in told


@pytest.mark.slow
async def test_a_key_that_is_not_yours_at_your_seat_is_told(
    house: House, settings: Settings
) -> None:
    def other_after_the_first(ana: Connection) -> None:
        first = ana.key

        async def key() -> bytes:
            ana.key = AsyncMock(return_value=bytes(32))  # type: ignore[method-assign]
            return await first()

        ana.key = key  # type: ignore[method-assign]

    told = await plays_and_signs(house, settings, other_after_the_first)
    assert "The table named a key for you that this machine does not have" in told
