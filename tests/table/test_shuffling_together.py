"""What people notice of a shuffle: nothing, unless it takes long, then a mark that stays."""

from __future__ import annotations

import asyncio

import pytest

from cardtui.v1 import events_pb2, shuffle_pb2, table_service_pb2, tables_pb2
from cardtui_client.games.narration import sentences
from cardtui_client.games.staging import TOGETHER, stage
from cardtui_client.lines.shuffling import ShuffleWait as WaitInLines
from cardtui_client.model.table import TableModel
from cardtui_client.tui.table.legend import legend_of
from tests.screens.table_driver import truco
from tests.table.positions import waiting
from tests.table.seated import Seated, seated

GAVE = shuffle_pb2.SeatBits(commitment=bytes(32), bits=b"\1" * 32)
OWES = shuffle_pb2.SeatBits(commitment=bytes(32))
NONE = shuffle_pb2.SeatBits()


def told(model: TableModel, *seats: shuffle_pb2.SeatBits, begun: bool) -> None:
    """Tell the model of a shuffle."""
    shuffle = shuffle_pb2.Shuffle(match=1, commitment=bytes(64), seats=seats, begun=begun)
    seq = model.seq + 1
    model.fold(table_service_pb2.Frame(update=table_service_pb2.Update(seq=seq, shuffle=shuffle)))


def tells(at: Seated, *seats: shuffle_pb2.SeatBits, begun: bool) -> None:
    """Have the server tell one who sits at a table of a shuffle."""
    at.scripted.seq += 1
    shuffle = shuffle_pb2.Shuffle(match=1, commitment=bytes(64), seats=seats, begun=begun)
    update = table_service_pb2.Update(seq=at.scripted.seq, shuffle=shuffle)
    at.scripted.queue.put_nowait(table_service_pb2.Frame(update=update))


async def test_a_shuffle_is_told_only_after_a_while_and_until_the_match_begins() -> None:
    async with seated(waiting()) as at:
        before = at.picture.sentence
        at.display.alarms.clear()
        tells(at, GAVE, OWES, begun=False)
        tells(at, GAVE, OWES, begun=False)
        await at.settle()
        assert at.picture.sentence == before
        assert [alarm.seconds for alarm in at.display.alarms] == [0.3]
        at.display.run_down(0.3)
        assert at.picture.sentence == "Shuffling together…"
        tells(at, GAVE, GAVE, begun=True)
        await at.settle()
        assert at.picture.sentence == before


async def test_nothing_is_told_of_a_shuffle_that_is_quick() -> None:
    async with seated(waiting()) as at:
        before = at.picture.sentence
        at.display.alarms.clear()
        tells(at, OWES, GAVE, begun=False)
        tells(at, GAVE, GAVE, begun=True)
        await at.settle()
        at.display.run_down()
        assert all(picture.sentence == before for picture in at.display.pictures[-2:])


async def test_lines_tell_it_after_the_same_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_client.lines.shuffling._SECONDS", 0.0)
    model, said = TableModel(), asyncio.Event()
    wait = WaitInLines(model, said.set)
    told(model, OWES, begun=False)
    wait.look()
    told(model, GAVE, begun=True)
    wait.look()
    await asyncio.sleep(0.01)
    assert not said.is_set(), "it was quick"
    told(model, OWES, begun=False)
    wait.look()
    async with asyncio.timeout(5):
        await said.wait()
    wait.stop()


@pytest.mark.parametrize(
    ("seats", "together"),
    [
        ((GAVE, GAVE), True),
        ((GAVE, NONE), True),
        ((GAVE, OWES), False),
        ((NONE, NONE), False),
        ((), False),
    ],
)
def test_a_mark_says_that_players_and_server_found_the_key_together(
    seats: tuple[shuffle_pb2.SeatBits, ...], together: bool
) -> None:
    model = TableModel()
    model.fold(truco().snapshot())
    told(model, *seats, begun=True)
    scene = stage(model)
    assert (TOGETHER in scene.top.facts) is together
    marks = dict(legend_of(scene))
    words = "Shuffled together: the cards are nobody’s choice"
    assert (marks.get(TOGETHER) == words) is together


def test_the_mark_stands_only_where_a_match_is() -> None:
    model = TableModel()
    told(model, GAVE, begun=True)
    assert TOGETHER not in stage(model).top.facts


def test_a_forgotten_match_has_no_shuffle() -> None:
    model = TableModel()
    told(model, GAVE, begun=True)
    forgotten = table_service_pb2.Update(seq=2, shuffle=shuffle_pb2.Shuffle())
    model.fold(table_service_pb2.Frame(update=forgotten))
    assert model.shuffle is None


def test_whose_bits_did_not_come_is_named() -> None:
    model = TableModel()
    model.table.CopyFrom(tables_pb2.Table(id="t1", seats=[tables_pb2.Seat(seat=0, name="Ana")]))
    missed = events_pb2.Event(bits_missed=events_pb2.BitsMissed(seat=0))
    assert sentences(missed, model) == ["The bits of Ana did not come: a hash stands for them."]
