"""A store that a parent keeps does for its workers what the contract of stores says."""

import socket
from pathlib import Path

import pytest
import structlog

from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.parent import Link, ParentStore, SharedStore
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


class UnreliableParent(Repeated, Unreliable, ParentStore):
    """Comes late, twice, or not at all."""


class TestUnreliableParentLog(TestParentLog):
    kind = UnreliableParent
