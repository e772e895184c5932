"""What one gives for shuffles: drawn anew for each match, revealed once, and kept until then."""

import asyncio
import json
import os
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardtui.v1 import lobby_service_pb2, shuffle_pb2, table_service_pb2
from cardtui_client.faces.record_words import finding_words
from cardtui_client.history.kept_records import Broken
from cardtui_client.model.table import TableModel
from cardtui_client.net.address import pin_of
from cardtui_client.net.call_errors import Patience
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.given_bits import GivenBits, Told
from cardtui_client.net.known_servers import Tokens
from cardtui_server.fairness.commitments import seat_commitment, server_commitment
from tests.support.calling import running
from tests.support.playing import play


def shuffle(
    *seats: bytes, match: int = 1, of: bytes = bytes(64), **fields: object
) -> shuffle_pb2.Shuffle:
    """Return a shuffle that waits for the bits of those who gave these commitments."""
    given = [shuffle_pb2.SeatBits(commitment=each) for each in seats]
    return shuffle_pb2.Shuffle(match=match, commitment=of, seats=given, **fields)  # type: ignore[arg-type] # fields of any type


def test_each_match_gets_bits_of_its_own_which_are_what_one_has_committed_to() -> None:
    bits = GivenBits()
    one, other = bits.commit(), bits.commit()
    assert one != other
    for match, commitment in enumerate((one, other), 1):
        assert seat_commitment(bits.wanted("t1", shuffle(commitment, match=match))) == commitment


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
    for match, commitment in enumerate((mine, theirs), 1):
        assert GivenBits(tmp_path).wanted("t1", shuffle(commitment, match=match))
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
        bits.accept("t1", bits.commit(), bits.told("t1"))
        snapshot = table_service_pb2.Snapshot(seat=0, shuffle=told)
        snapshot.table.id = "t1"
        model.fold(table_service_pb2.Frame(snapshot=snapshot))
        assert model.broken()


def over(match: int, *seats: bytes) -> shuffle_pb2.Shuffle:
    """Return the shuffle of a match that is over."""
    secret = bytes([match]) * 64
    return shuffle(
        *seats, match=match, begun=True, secret=secret, of=server_commitment("t1", match, secret)
    )


def missed(bits: GivenBits, told: shuffle_pb2.Shuffle, *, seated: bool = True) -> bool:
    return Broken.LEFT_OUT in bits.left_out("t1", told, seated=seated)


def test_what_was_not_taken_for_a_match_may_be_missing_in_it(tmp_path: Path) -> None:
    own = (bits := GivenBits(tmp_path)).commit()
    assert not missed(bits, over(3)), "nothing was given"
    bits.accept("t1", own, bits.told("t1"))
    assert not missed(bits, over(3)), "it is for the next match"
    assert not missed(bits, shuffle(own, match=4))
    assert not missed(bits, shuffle(own, match=4, begun=True))
    other = GivenBits(tmp_path).commit()
    bits.accept("t1", bits.commit(), bits.told("t1"))
    assert not missed(bits, shuffle(other, match=5, begun=True)), "the player's other window"
    bits.accept("t1", bits.commit(), bits.told("t1"))
    bits.take_back("t1")
    assert not missed(bits, shuffle(match=6, begun=True)), "it was taken back"
    bits.accept("t1", bits.commit(), bits.told("t1"))
    bits.put_out("t1")
    assert not missed(bits, shuffle(match=7, begun=True), seated=False), "it was put out"
    assert bits.found_in("t1", 7, [(b"", b"")]) == []
    assert missed(bits, shuffle(match=8, begun=True)), "but sits there all the same"


@pytest.mark.parametrize("number", [1, 2, 7])
def test_what_was_taken_is_missed_in_the_next_match_whatever_is_told_before(
    tmp_path: Path, number: int
) -> None:
    """Its number; a snapshot without a seat; a match told before; a restart of the client."""
    told = shuffle(match=number, begun=True, of=b"\1" * 64)
    earlier = (
        (None, True),
        (shuffle(match=number), False),
        (over(6), False),
        (over(3), True),
        (shuffle(match=1), True),
    )
    for at, (before, seated) in enumerate(earlier):
        folder = tmp_path / str(at)
        bits = GivenBits(folder)
        own = bits.commit()
        if before is not None and not seated:
            bits.left_out("t1", before, seated=True)
        bits.accept("t1", own, bits.told("t1"))
        if before is not None:
            bits.left_out("t1", before, seated=seated)
        if at != 4:
            assert missed(GivenBits(folder), told), at
        assert missed(bits, told if at != 4 else before or told), at
        match = number if at != 4 else 1
        for each in (bits, GivenBits(folder)):
            assert each.found_in("t1", match, [(b"", b"")]) == [Broken.LEFT_OUT]


def test_a_match_that_was_told_of_before_is_no_other_one_when_it_is_played_again(
    tmp_path: Path,
) -> None:
    bits = GivenBits(tmp_path)
    bits.left_out("t1", over(3), seated=True)
    bits.accept("t1", bits.commit(), bits.told("t1"))
    again = over(3)
    again.ClearField("secret")
    assert missed(GivenBits(tmp_path), again)


def test_a_record_of_a_match_that_one_never_saw_has_what_was_taken_for_it(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    bits.left_out("t1", over(3), seated=True)
    own = bits.commit()
    bits.accept("t1", own, bits.told("t1"))
    for match in (4, 5):
        assert bits.found_in("t1", match, [(b"", b"")]) == [Broken.LEFT_OUT]
        assert bits.found_in("t1", match, [(own, b"")]) == ["own_late"]
    assert bits.found_in("t1", 2, [(b"", b"")]) == [], "it was over"
    assert bits.found_in("t2", 4, [(b"", b"")]) == []


def test_another_server_with_a_table_of_that_name_changes_nothing(tmp_path: Path) -> None:
    own = (bits := GivenBits(tmp_path).at("one")).commit()
    bits.accept("t1", own, bits.told("t1"))
    other = GivenBits(tmp_path).at("other")
    other.take_back("t1")
    assert not other.left_out("t1", shuffle(begun=True), seated=True)
    assert other.wanted("t1", shuffle(own)) == b"", "these are not for that server"
    assert bits.left_out("t1", shuffle(begun=True), seated=True)


def test_bits_that_were_told_for_one_match_count_for_no_other_one(tmp_path: Path) -> None:
    """The server may know them by then, and have chosen its secret to go with them."""
    for at, (match, of) in enumerate(((2, bytes(64)), (1, b"\1" * 64))):
        own = (bits := GivenBits(tmp_path / str(at))).commit()
        bits.accept("t1", own, bits.told("t1"))
        mine = bits.wanted("t1", shuffle(own))
        bits.sent("t1", shuffle(own))
        second = shuffle(own, match=match, of=of)
        second.seats[0].bits = mine
        for each in (GivenBits(tmp_path / str(at)), bits):
            assert each.wanted("t1", second) == b""
            assert Broken.PROMISE in each.left_out("t1", second, seated=True)


def test_bits_that_were_taken_at_one_table_are_not_revealed_at_another() -> None:
    own = (bits := GivenBits()).commit()
    bits.accept("t1", own, bits.told("t1"))
    assert bits.wanted("t2", shuffle(own)) == b""
    assert bits.wanted("t1", shuffle(own))


def test_a_match_that_was_announced_and_never_begins_is_missed(tmp_path: Path) -> None:
    own = (bits := GivenBits(tmp_path)).commit()
    bits.accept("t1", own, bits.told("t1"))
    assert bits.wanted("t1", shuffle(own))
    assert missed(GivenBits(tmp_path), shuffle(match=2, begun=True, of=b"\1" * 64))


def test_an_answer_that_comes_after_the_match_was_told_finds_it_out_all_the_same() -> None:
    bits = GivenBits()
    own, before = bits.commit(), bits.told("t1")
    assert not bits.left_out("t1", shuffle(), seated=True)
    bits.accept("t1", own, before)
    assert bits.left_out("t1", shuffle(begun=True), seated=True)


def test_a_player_who_sent_theirs_knows_it_when_the_match_goes_without(tmp_path: Path) -> None:
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


def test_a_player_who_never_got_to_send_theirs_was_late_and_that_is_no_lie(tmp_path: Path) -> None:
    bits = GivenBits(tmp_path)
    own = bits.commit()
    bits.accept("t1", own, Told())
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
    matches = ('{" 1 t": 3}', '{"t": ["", "", 1, []]}', '{" 1 t": ["", "", 9, []]}', "[1]")
    given = ('{"t": []}', '{" t": [[], [0, "", false], false]}', '{" t": [["a"], [0], 1]}')
    for text in (
        *(f'{{"bits": {{}}, "given": {{}}, "matches": {each}}}' for each in matches),
        *(f'{{"bits": {{}}, "given": {each}, "matches": {{}}}}' for each in given),
    ):
        (tmp_path / "bits.json").write_text(text)
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
    """Follows a table from a seat."""

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


@pytest.mark.slow
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
        await bea.reveal_own(table)
        async for item in arrived:
            if isinstance(item, FeedStatus):
                continue
            model.fold(item)
            if model.shuffle is not None and model.shuffle.begun:
                break
        await feed.close()
        assert model.shuffle is not None
        assert model.shuffle.seats[0].bits == sent[0]


async def test_two_windows_on_a_server_of_ones_own_know_what_each_of_them_gave(
    tmp_path: Path,
) -> None:
    async with running() as server:
        bits, tokens = GivenBits(tmp_path), Tokens(tmp_path)
        line = f"{server.address}/{pin_of(server.certificate.fingerprint)}"
        bea = await Connection.open(line, "Bea", bits=GivenBits())
        ana = await Connection.open(line, "Ana", bits=bits)
        tokens.keep("solo", "Ana", ana.token)  # where `play` keeps it
        again = await Connection.open(line, "Ana", tokens=tokens, kept_at="solo", bits=bits)
        request = lobby_service_pb2.CreateTableRequest(
            game="cacho", seats=2, seat=0, pause_milliseconds=0
        )
        table = (await bea.create_table(request)).table.id
        await ana.join(table)
        await ana.set_ready(table)
        await again.set_ready(table)
        async with following(ana, table) as follower:
            await bea.set_ready(table)
            await bea.reveal_own(table)
            found = await follower.begun()
            assert all(seat.commitment for seat in found.seats)
            assert found.seats[1].bits, "either window can reveal what the other one gave"
            assert not follower.model.broken()
        for each in (ana, again, bea):
            await each.close()


async def test_who_was_ready_anew_on_another_machine_is_told_of_that_reason_too() -> None:
    async with two_at_a_table() as (ana, bea, table):
        here = bea.bits
        await bea.set_ready(table)
        bea.bits = GivenBits()  # what another machine knows
        await bea.set_ready(table)
        async with following(bea, table) as there:
            await ana.set_ready(table)
            await ana.reveal_own(table)
            await there.begun()
            assert not there.model.broken()
        bea.bits = here
        async with following(bea, table) as again:
            await again.begun()
            assert again.model.broken() == [Broken.LEFT_OUT]
        assert "another machine" in finding_words(Broken.LEFT_OUT)


async def test_who_was_away_for_a_whole_match_is_not_told_that_the_next_one_is_broken() -> None:
    async with running() as server:
        ana = await Connection.open(server.address, "Ana", bits=GivenBits())
        bea = await Connection.open(server.address, "Bea", bits=GivenBits())
        request = lobby_service_pb2.CreateTableRequest(
            game="truco-argentino", seats=2, seat=0, pause_milliseconds=0
        )
        table = (await ana.create_table(request)).table.id
        await bea.join(table)
        await bea.set_ready(table)
        async with following(ana, table) as follower:
            await ana.start(table)
            await bea.reveal_own(table)
            assert all(seat.commitment for seat in (await follower.begun()).seats)
            await play(server.tables[table], random.Random(1), 5000)
            given, bea.bits = bea.bits, None
            await bea.set_ready(table)  # a bot would sit in for who is gone
            await ana.start(table)
            while (await follower.begun()).match == 1:
                follower.changed.clear()
                await follower.changed.wait()
        bea.bits = given
        async with following(bea, table) as back:
            assert not (await back.begun()).seats[1].commitment
            assert not back.model.broken()
        for each in (ana, bea):
            await each.close()


def test_a_match_before_that_goes_without_what_was_taken_clears_nobody() -> None:
    bits = GivenBits()
    own = bits.commit()
    bits.accept("t1", own, bits.told("t1"))
    assert list(bits.missed("t1", shuffle(own, match=2))) == []
    assert list(bits.missed("t1", shuffle(b"", match=9))) == [1, 2, 3]
    for record in ("table t1 1\ncommit 00", f"table t2 1\ncommit 00\nseat_commit 0 {own.hex()}"):
        bits.learn("t1", 1, record)
    assert bits.left_out("t1", shuffle(b"", match=2), seated=True) == (Broken.LEFT_OUT,)


async def test_a_record_that_does_not_come_keeps_nobody_from_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with two_at_a_table() as (_ana, bea, table):
        await bea.set_ready(table)
        feed = TableFeed(bea, table, seat=True, patience=Patience(silence=0.2))
        asked: list[int] = []

        async def stall(table: str, match: int = 0) -> str:
            del table
            asked.append(match)
            await asyncio.Event().wait()
            return ""

        monkeypatch.setattr(bea, "get_record", stall)  # a server that says nothing
        snapshot = table_service_pb2.Snapshot(seat=1, shuffle=shuffle(b"", match=3))
        await feed._learn(table_service_pb2.Frame(snapshot=snapshot))
        assert asked == [1, 2]
