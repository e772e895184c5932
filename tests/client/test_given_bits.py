"""What one gives for shuffles: drawn anew for each match, revealed once, and kept until then."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

from cardtui.v1 import lobby_service_pb2, shuffle_pb2, table_service_pb2
from cardtui_client.model.shuffle_check import Broken
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.given_bits import GivenBits
from cardtui_server.ports.commitments import seat_commitment
from tests.server.calling import running


def shuffle(*seats: bytes, match: int = 1, **fields: object) -> shuffle_pb2.Shuffle:
    """Return a shuffle that waits for the bits of those who gave these commitments."""
    given = [shuffle_pb2.SeatBits(commitment=each) for each in seats]
    return shuffle_pb2.Shuffle(match=match, commitment=bytes(64), seats=given, **fields)  # type: ignore[arg-type] # fields of any type


def test_each_match_gets_bits_of_its_own_which_are_what_one_has_committed_to() -> None:
    bits = GivenBits()
    one, other = bits.commit(), bits.commit()
    assert one != other
    for commitment in (one, other):
        assert seat_commitment(bits.wanted("t1", shuffle(commitment))) == commitment


def test_nothing_is_revealed_before_the_server_has_committed_or_for_others() -> None:
    bits = GivenBits()
    own = bits.commit()
    hasty = shuffle(own)
    hasty.ClearField("commitment")
    assert bits.wanted("t1", hasty) == b""
    assert bits.wanted("t1", shuffle(b"", seat_commitment(b"another's"))) == b""


def test_the_same_bits_are_revealed_again_for_the_same_match_and_for_no_other() -> None:
    bits = GivenBits()
    own = bits.commit()
    first = bits.wanted("t1", shuffle(own))
    assert bits.wanted("t1", shuffle(own)) == first
    assert bits.wanted("t1", shuffle(own, match=2)) == b""
    assert bits.wanted("t2", shuffle(own)) == b""
    changed = shuffle(own)
    changed.commitment = b"\1" * 64
    assert bits.wanted("t1", changed) == b""


def test_what_has_been_revealed_or_came_too_late_is_not_wanted_any_more() -> None:
    bits = GivenBits()
    own = bits.commit()
    told = shuffle(own)
    told.seats[0].bits = bits.wanted("t1", told)
    assert bits.wanted("t1", told) == b""
    assert bits.wanted("t1", shuffle(own, begun=True)) == b""
    assert bits.wanted("t1", shuffle(own)) == b"", "they are forgotten"


def test_a_client_that_is_started_again_still_reveals_them(tmp_path: Path) -> None:
    own = GivenBits(tmp_path).commit()
    assert seat_commitment(GivenBits(tmp_path).wanted("t1", shuffle(own))) == own
    path = tmp_path / "bits.json"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    again = GivenBits(tmp_path)
    again.wanted("t1", shuffle(own, begun=True))
    assert json.loads(path.read_text())["bits"] == {}


def test_the_file_has_what_several_programs_gave_and_no_more_than_is_needed(
    tmp_path: Path,
) -> None:
    one, other = GivenBits(tmp_path), GivenBits(tmp_path)
    mine, theirs = one.commit(), other.commit()
    for commitment in (mine, theirs):
        assert GivenBits(tmp_path).wanted("t1", shuffle(commitment))
    latest = [one.commit() for _ in range(70)][-1]
    kept = json.loads((tmp_path / "bits.json").read_text())["bits"]
    assert len(kept) == 64
    assert latest.hex() in kept
    assert mine.hex() not in kept


def test_a_damaged_file_costs_only_what_was_in_it(tmp_path: Path) -> None:
    for text in ("", "[]", '{"a": 1}', '{"a": "xyz"}'):
        (tmp_path / "bits.json").write_text(text)
        bits = GivenBits(tmp_path)
        assert bits.wanted("t1", shuffle(bits.commit()))


def test_a_match_that_goes_without_what_the_server_has_taken_is_found_out() -> None:
    others = seat_commitment(b"another's")
    for told in (shuffle(b"", others), shuffle(others, others), shuffle(begun=True)):
        bits = GivenBits()
        model = TableModel(leaves_out=bits.left_out)
        bits.accept("t1", bits.commit(), bits.announced("t1"))
        snapshot = table_service_pb2.Snapshot(seat=0, shuffle=told)
        snapshot.table.id = "t1"
        model.fold(table_service_pb2.Frame(snapshot=snapshot))
        assert model.is_distrusted


def test_what_was_not_taken_for_a_match_may_be_missing_in_it(tmp_path: Path) -> None:
    def missed(bits: GivenBits, told: shuffle_pb2.Shuffle, *, seated: bool = True) -> bool:
        return bool(bits.left_out("t1", told, seated=seated))

    own = (bits := GivenBits(tmp_path)).commit()
    assert not missed(bits, shuffle(match=3)), "nothing was given"
    after = bits.announced("t1")
    assert after == 3
    bits.accept("t1", own, after)
    assert not missed(bits, shuffle(match=3, begun=True)), "it is for the next match"
    assert not missed(bits, shuffle(own, match=4))
    bits.accept("t1", own, 4)
    assert not missed(bits, shuffle(match=6)), "the match that it was for has passed"
    bits.accept("t1", own, 6)
    assert not missed(bits, shuffle(GivenBits(tmp_path).commit(), match=7)), "one's other window"
    bits.accept("t1", own, 7)
    assert not missed(bits, shuffle(match=8), seated=False), "one's seat was taken away"
    bits.accept("t1", own, 8)
    bits.accept("t1", b"", 8)
    assert not missed(bits, shuffle(match=9)), "it was taken back"


def test_an_answer_that_comes_after_the_match_was_told_finds_it_out_all_the_same() -> None:
    bits = GivenBits()
    own, after = bits.commit(), bits.announced("t1")
    assert not bits.left_out("t1", shuffle(), seated=True)
    bits.accept("t1", own, after)
    assert bits.left_out("t1", shuffle(begun=True), seated=True)


def test_whoever_sent_theirs_knows_it_when_the_match_goes_without(tmp_path: Path) -> None:
    """By itself, after a restart, in a record; and what was confirmed is no delay."""
    for confirmed, kind in ((False, Broken.SWALLOWED), (True, Broken.TAKEN_BACK)):
        folder = tmp_path / kind
        bits = GivenBits(folder)
        own = bits.commit()
        mine = bits.wanted("t1", shuffle(own))
        bits.sent("t1", shuffle(own))
        assert bits.left_out("t1", shuffle(own), seated=True) == ()
        if confirmed:
            told = shuffle(own)
            told.seats[0].bits = mine
            assert bits.left_out("t1", told, seated=True) == ()
        for each in (bits, GivenBits(folder)):
            each.wanted("t1", shuffle(own, begun=True))
            assert each.found_in("t1", 1, [(own, b"")]) == [kind], "told so by the record alone"
            assert each.left_out("t1", shuffle(own, begun=True), seated=True) == (kind,)
        honest = shuffle(own, begun=True)
        honest.seats[0].bits = mine
        assert GivenBits(folder).left_out("t1", honest, seated=True) == (kind,), "it stays broken"
        assert GivenBits(folder).found_in("t1", 2, [(b"", b"")]) == []


def test_what_was_sent_just_before_a_restart_was_sent(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    own = bits.commit()
    assert bits.wanted("t1", shuffle(own))
    bits.sent("t1", shuffle(own))
    again = GivenBits(tmp_path)
    assert again.left_out("t1", shuffle(own, begun=True), seated=True) == (Broken.SWALLOWED,)


def test_bits_that_another_commitment_stands_for_in_a_record_are_missed(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    own = bits.commit()
    mine = bits.wanted("t1", shuffle(own))
    bits.sent("t1", shuffle(own))
    assert bits.found_in("t1", 1, [(own, mine)]) == []
    assert bits.found_in("t1", 1, [(seat_commitment(b"x"), b"x")]) == [Broken.LEFT_OUT]
    assert bits.found_in("t1", 1, [(own, b"x")]) == [Broken.SWALLOWED]


def test_whoever_never_got_to_send_theirs_was_late_and_that_is_no_lie(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    own = bits.commit()
    bits.accept("t1", own, 0)
    assert bits.wanted("t1", shuffle(own, begun=True)) == b""
    for each in (bits, GivenBits(tmp_path)):
        assert each.left_out("t1", shuffle(own, begun=True), seated=True) == ()
        assert each.found_in("t1", 1, [(own, b"")]) == ["own_late"]


async def test_what_has_arrived_by_then_says_that_it_is_too_late_to_send() -> None:
    bits = GivenBits()
    own = bits.commit()
    feed, sent = TableFeed(Mock(bits=bits), "t1", seat=True), list[object]()

    async def send(request: table_service_pb2.PlayRequest) -> bool:
        sent.append(request)
        return True

    feed._send = send  # type: ignore[method-assign] # what would go up
    for begun in (False, True):  # as they lie in wait for a client that has stood still
        update = table_service_pb2.Update(seq=1, shuffle=shuffle(own, begun=begun))
        assert feed._look_at(table_service_pb2.Frame(update=update)) is not begun
    await feed._reveal()
    assert not sent
    assert bits.left_out("t1", shuffle(own, begun=True), seated=True) == ()


async def test_what_could_not_go_out_was_not_sent(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    own = bits.commit()
    feed = TableFeed(Mock(bits=bits), "t1", seat=True)  # it has no stream
    update = table_service_pb2.Update(seq=1, shuffle=shuffle(own))
    assert feed._look_at(table_service_pb2.Frame(update=update))
    await feed._reveal()
    for each in (bits, GivenBits(tmp_path)):
        assert each.left_out("t1", shuffle(own, begun=True), seated=True) == ()


def test_a_damaged_file_of_matches_is_no_reason_to_crash(tmp_path: Path) -> None:
    for matches in ('{"t1 1": 3}', '{"t1": ["", 1, []]}', '{"t1 1": ["", 9, []]}', "[1]", "[[1]]"):
        (tmp_path / "bits.json").write_text(f'{{"bits": {{}}, "matches": {matches}}}')
        assert GivenBits(tmp_path).broken("t1", 1) == ()


# --- at a server -----------------------------------------------------------------------------


@asynccontextmanager
async def two_at_a_table() -> AsyncGenerator[tuple[Connection, Connection, str]]:
    async with running() as server:
        ana = await Connection.open(server.address, "Ana", bits=GivenBits())
        bea = await Connection.open(server.address, "Bea", bits=GivenBits())
        request = lobby_service_pb2.CreateTableRequest(
            game="cacho", seats=2, seat=0, pause_milliseconds=0, thinking_milliseconds=0
        )
        table = (await ana.create_table(request)).table.id
        await bea.join(table)
        try:
            yield ana, bea, table
        finally:
            await ana.close()
            await bea.close()


class Follower:
    """Follows a table from one's seat."""

    def __init__(self, connection: Connection, table: str) -> None:
        self.feed = TableFeed(connection, table, seat=True)
        self.model = TableModel(leaves_out=connection.leaves_out)
        self.changed = asyncio.Event()

    async def follow(self) -> None:
        async for item in self.feed.frames():
            if not isinstance(item, FeedStatus):
                self.model.fold(item)
            self.changed.set()

    async def begun(self) -> shuffle_pb2.Shuffle:
        """Wait until a match has begun, and return its shuffle."""
        async with asyncio.timeout(30):
            while self.model.shuffle is None or self.model.is_shuffling:
                self.changed.clear()
                await self.changed.wait()
        return self.model.shuffle


@asynccontextmanager
async def following(connection: Connection, table: str) -> AsyncGenerator[Follower]:
    follower = Follower(connection, table)
    task = asyncio.create_task(follower.follow())
    try:
        yield follower
    finally:
        await follower.feed.close()
        await task


async def test_two_clients_find_the_key_of_a_match_together() -> None:
    async with (
        two_at_a_table() as (ana, bea, table),
        following(ana, table) as one,
        following(bea, table) as other,
    ):
        await ana.set_ready(table)
        await bea.set_ready(table)
        found = await one.begun()
        assert found == await other.begun()
        assert [seat_commitment(seat.bits) for seat in found.seats] == [
            seat.commitment for seat in found.seats
        ]
        assert found.secret == b""
        assert not one.model.broken()
        assert not other.model.broken()


async def test_who_starts_a_match_before_following_the_table_reveals_in_time() -> None:
    async with two_at_a_table() as (ana, _bea, table):
        await ana.start(table)
        async with following(ana, table) as follower:
            found = await follower.begun()
        assert [bool(seat.bits) for seat in found.seats] == [True, False]


async def test_a_program_without_a_stream_reveals_by_a_call() -> None:
    async with two_at_a_table() as (ana, bea, table):
        await bea.set_ready(table)
        async with following(ana, table) as follower:
            await ana.start(table)
            await bea.reveal_own(table)
            found = await follower.begun()
        assert all(seat.bits for seat in found.seats)


async def test_what_a_lost_stream_may_not_have_brought_is_revealed_again() -> None:
    async with two_at_a_table() as (ana, bea, table):
        feed = TableFeed(ana, table, seat=True)
        sent: list[bytes] = []

        async def lose(request: table_service_pb2.PlayRequest) -> bool:
            sent.append(request.reveal.bits)
            del feed._send  # from now on it arrives
            assert feed._stream is not None
            feed._stream.cancel()
            return True

        model = TableModel()
        arrived = feed.frames()
        feed._send = lose  # type: ignore[method-assign] # what goes up is lost
        await ana.set_ready(table)
        await bea.set_ready(table)
        async for item in arrived:
            if isinstance(item, FeedStatus):
                continue
            model.fold(item)
            if model.shuffle is not None and model.shuffle.begun:
                break
        await feed.close()
        assert model.shuffle is not None
        assert model.shuffle.seats[0].bits == sent[0]
