"""A store that a parent keeps does for its workers what the contract of stores says."""

import asyncio
import socket
from pathlib import Path

import pytest
import structlog

from cardtui_server.ports.bus import Row
from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.parent import Link, ParentStore, Said, SharedStore
from cardtui_server.store.sqlite import SqliteStore
from tests.server.store_contract import SharedStoreContract
from tests.support.unreliable import Repeated, Unreliable


class TestParentLog(SharedStoreContract):
    kind: type[ParentStore] = ParentStore

    @pytest.fixture(autouse=True)
    def place(self, tmp_path: Path) -> None:
        self.kept = SqliteStore(tmp_path / "cardtui.db")
        self.shared = SharedStore(self.kept, structlog.get_logger())

    def make(self) -> LogStore:
        return self.kind(Link())

    async def opened(self) -> LogStore:
        store, beside = self.make(), Link()
        assert isinstance(store, ParentStore)
        self.shared.serve(beside)
        for link, end in zip((store._link, beside), socket.socketpair(), strict=True):
            await link.attach(end)
        return store

    def fill(self, store: LogStore, *, full: bool) -> None:
        pages = 1 if full else 1_000_000
        self.kept._writer.connection.execute(f"PRAGMA max_page_count = {pages}")


async def test_hints_are_left_out_for_who_reads_none_and_answers_are_not() -> None:
    link, (ours, theirs) = Link(), socket.socketpair()
    await link.attach(ours)
    hint = Said(Row("k7mnpq", "t", bytes(10_000)))
    for _ in range(1000):
        link.hint(hint)
        await asyncio.sleep(0)
    assert link._transport is not None
    waits = link._transport.get_write_buffer_size()
    assert 1_000_000 < waits < 1_100_000
    link.send(hint)
    await asyncio.sleep(0)
    assert link._transport.get_write_buffer_size() > waits
    link._transport.abort()
    theirs.close()


class UnreliableParent(Repeated, Unreliable, ParentStore):
    """Comes late, twice, or not at all."""


class TestUnreliableParentLog(TestParentLog):
    kind = UnreliableParent
