"""A duplicate between real clients: two teams in lines, who keep the records of the same packs."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1 import lobby_service_pb2, shuffle_pb2, tables_pb2
from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.exit_codes import OK
from cardtui_client.faces.seats import rematch
from cardtui_client.faces.standing import _prompt_waiting
from cardtui_client.history.kept_records import Broken, kept_records
from cardtui_client.lines.tournament import play_tournament
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.settings import Settings
from tests.client.people import PATIENCE, House, Terminal, number

NAMES = ("Ana", "Bia", "Caio", "Davi")


def test_a_player_is_told_what_the_other_tables_keep_waiting() -> None:
    model = TableModel()
    model.table.CopyFrom(
        tables_pb2.Table(
            tournament="cup0abcde",
            seats=[tables_pb2.Seat(seat=at, name=NAMES[at], ready=at == 0) for at in range(2)],
        )
    )
    model.table.state = tables_pb2.TABLE_STATE_WAITING
    model.take_seat(0)
    assert _prompt_waiting(model) == "Waiting for Bia."
    model.table.seats[1].ready = True
    assert _prompt_waiting(model) == "Waiting for the other tables: all begin together."
    model.shuffle = shuffle_pb2.Shuffle(match=1, begun=True, seats=[shuffle_pb2.SeatBits()] * 4)
    model.table.state = tables_pb2.TABLE_STATE_OVER
    assert rematch(model).startswith("Others still play these cards")
    model._see_state()
    assert model.broken() == []
    model.shuffle.secret = bytes(64)
    assert rematch(model).startswith("The tournament goes on")
    model.shuffle.secret = b""
    del model.shuffle.seats[2:]
    model._see_state()
    assert model.broken() == [Broken.NO_SECRET]


def plays(terminal: Terminal) -> None:
    """Be ready, and play by the first choice at every turn."""

    def answer(line: str) -> None:
        if "has not started" in line:
            terminal.types("ready")
        elif line.startswith("It is your turn"):
            terminal.types("1")

    terminal.screen.on_line = answer


async def keeping_records(
    connection: Connection, cup: str, *, keeps: bool, settings: Settings, **streams: Any
) -> int:
    """Play a tournament; all have one folder, so one team alone keeps records."""
    settings = replace(settings, keep_records=keeps)
    return await play_tournament(connection, cup, settings=settings, **streams)


@pytest.mark.slow
async def test_two_teams_play_the_same_packs_and_each_client_finds_its_match_fair(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    people = [await house.comes(name, GivenBits()) for name in NAMES]
    table = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino", seats=2, clock_milliseconds=60_000, pause_milliseconds=0,
        options={"target": number(6)},
    )  # fmt: skip
    terms = pb.TournamentTerms(
        name="Friday", form=pb.TOURNAMENT_FORM_DUPLICATE, sides=pb.TOURNAMENT_SIDES_TEAMS,
        scoring=pb.TOURNAMENT_SCORING_DIFFERENCE, table=table,
    )  # fmt: skip
    cup = (await people[0].create_tournament(terms)).id
    terminals = []
    for at, player in enumerate(people):
        await player.enter_tournament(cup, f"T{at // 2}")
        run = partial(keeping_records, player, cup, keeps=at < 2)
        terminals.append(house.given(Terminal(run)))
        plays(terminals[-1])
    for each in terminals:
        await each.screen.shows("The tournament has not begun")
    request = pb.DirectTournamentRequest(tournament=cup, begin=pb.TournamentRound())
    await people[0].direct_tournament(request)
    codes = await asyncio.gather(*(each.code() for each in terminals))
    assert codes == [OK] * len(terminals)
    for each in terminals:
        await each.screen.shows("“Friday” is over")
        assert not any("broke" in line or "not fair" in line for line in each.screen.lines)
    keeping = [task for task in asyncio.all_tasks() if "RecordKeeper._keep" in repr(task)]
    if keeping:  # who left before the last table had ended still waits for the record
        await asyncio.wait(keeping, timeout=PATIENCE)
    records = kept_records(Settings()).records
    assert len(records) == 2
    packs = []
    for found in records:
        assert found.verdict is not None
        assert found.verdict.holds, found.verdict
        assert not found.verdict.findings
        lines = found.path.read_text(encoding="utf-8").split("\n")
        assert sum(line.startswith("reveal ") for line in lines) == 4
        packs.append([line for line in lines if line.startswith("pack ")])
    common = min(map(len, packs))
    assert all(dealt[:common] == packs[0][:common] for dealt in packs)
