"""What people notice of a shuffle: nothing, unless it takes long, then a mark that stays."""

import asyncio
from typing import Any

import pytest

from cardtui.v1 import events_pb2, shuffle_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.narration import sentences
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.plain_table import ShuffleWarning
from cardtui_client.model.table import TableModel
from cardtui_server.fairness.commitments import seat_commitment, server_commitment
from tests.support.positions import waiting
from tests.support.seated import Seated, seated
from tests.support.table_driver import truco

BITS = b"\1" * 32
GAVE = shuffle_pb2.SeatBits(commitment=seat_commitment(BITS), bits=BITS)
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
    monkeypatch.setattr("cardtui_client.faces.standing.SHUFFLE_SECONDS", 0.0)
    model, said = TableModel(), asyncio.Event()
    wait = ShuffleWarning(model, said.set)
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
async def test_beside_the_log_stands_that_players_and_server_found_the_key_together(
    seats: tuple[shuffle_pb2.SeatBits, ...], together: bool
) -> None:
    async with seated(truco()) as at:
        tells(at, *seats, begun=True)
        await at.settle()
        rows = [words for note in at.picture.notes for words, _keys in note.rows]
        assert ("Shuffled together: the cards are nobody’s choice" in rows) is together


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


# --- a server that lies ----------------------------------------------------------------------

SECRET = bytes(range(64))
WARNING = "Look out: do not trust this match. "
DISTRUST = WARNING + "The server did not stay with what it had committed to."
HONEST = shuffle_pb2.Shuffle(
    match=3, commitment=server_commitment("t1", 3, SECRET), seats=[GAVE, NONE], begun=True
)


def changed(**fields: Any) -> shuffle_pb2.Shuffle:
    """Return the same shuffle, as it is told later."""
    shuffle = shuffle_pb2.Shuffle()
    shuffle.CopyFrom(HONEST)
    for name, value in fields.items():
        if name == "seats":
            shuffle.ClearField("seats")
            shuffle.seats.extend(value)
        else:
            setattr(shuffle, name, value)
    return shuffle


def lines_of(*shuffles: shuffle_pb2.Shuffle) -> list[str]:
    """Return what lines tell of what a server says of a shuffle, one after the other."""
    narrator, lines = Narrator(TableModel()), list[str]()
    table = tables_pb2.Table(id="t1", game="cacho")
    snapshot = table_service_pb2.Snapshot(seq=1, table=table)
    narrator.tell(table_service_pb2.Frame(snapshot=snapshot))
    for seq, shuffle in enumerate(shuffles, start=2):
        update = table_service_pb2.Update(seq=seq, shuffle=shuffle)
        lines += narrator.tell(table_service_pb2.Frame(update=update))
    return lines


MISSING = shuffle_pb2.SeatBits(commitment=GAVE.commitment)
OPEN = changed(begun=False, seats=[MISSING, NONE])
ANOTHER = changed(match=4, commitment=server_commitment("t1", 4, BITS), seats=[NONE, GAVE])


def test_an_honest_server_is_trusted_to_the_end_and_in_the_next_match() -> None:
    asked = shuffle_pb2.Shuffle()
    asked.CopyFrom(ANOTHER)
    asked.begun = False
    assert lines_of(OPEN, HONEST, changed(secret=SECRET), asked, ANOTHER) == []


def test_who_comes_to_a_match_that_has_begun_misses_nothing() -> None:
    model = TableModel()
    table = tables_pb2.Table(id="t1", game="cacho")
    snapshot = table_service_pb2.Snapshot(seq=1, table=table, shuffle=HONEST)
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    assert not model.broken()


def test_a_match_that_began_unasked_or_never_began_is_told() -> None:
    unasked = WARNING + "The match began although nobody had been asked for their bits."
    assert lines_of(HONEST) == [unasked]
    assert lines_of(OPEN, HONEST, changed(secret=SECRET), ANOTHER) == [unasked]
    called_off = lines_of(OPEN, ANOTHER)
    assert len(called_off) == 1
    assert called_off[0].startswith(WARNING)


@pytest.mark.parametrize(
    "lie",
    [
        changed(secret=SECRET[::-1]),
        changed(commitment=server_commitment("t1", 3, BITS)),
        changed(seats=[GAVE, OWES]),
        changed(seats=[GAVE]),
        changed(seats=[shuffle_pb2.SeatBits(commitment=GAVE.commitment, bits=bytes(32)), NONE]),
        changed(seats=[MISSING, NONE]),
        changed(begun=False),
        changed(match=2),
    ],
    ids=[
        *("secret", "commitment", "a_seats_commitment", "a_seat_less", "a_seats_bits"),
        *("bits_taken_back", "begun_taken_back", "an_earlier_match"),
    ],
)
def test_a_server_that_changes_what_it_committed_to_is_called_so_once(
    lie: shuffle_pb2.Shuffle,
) -> None:
    assert lines_of(OPEN, HONEST, lie, lie) == [DISTRUST]


def test_bits_that_come_after_all_or_another_secret_are_lies_too() -> None:
    missed = changed(seats=[MISSING, NONE])
    assert lines_of(OPEN, missed, HONEST) == [DISTRUST]
    shown = changed(secret=SECRET)
    assert lines_of(OPEN, HONEST, shown, HONEST) == [DISTRUST]


async def test_the_top_line_warns_of_such_a_server() -> None:
    async with seated(waiting()) as at:
        at.scripted.seq += 1
        lie = changed(secret=BITS)
        update = table_service_pb2.Update(seq=at.scripted.seq, shuffle=lie)
        at.scripted.queue.put_nowait(table_service_pb2.Frame(update=update))
        await at.settle()
        assert at.picture.banner.startswith(WARNING)
        assert at.picture.banner.endswith(DISTRUST.removeprefix(WARNING))
