"""The store in memory keeps the contract of stores, also where its answers get lost."""

import pytest

from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.memory import MemoryStore
from tests.server.store_contract import SharedStoreContract
from tests.support.unreliable import Repeated, Unreliable


class TestMemoryLog(SharedStoreContract):
    kind: type[MemoryStore] = MemoryStore

    @pytest.fixture(autouse=True)
    def place(self) -> None:
        self.made = self.kind()

    def make(self) -> LogStore:
        return self.made

    def fill(self, store: LogStore, *, full: bool) -> None:
        assert isinstance(store, MemoryStore)
        store.full = full


class UnreliableMemory(Repeated, Unreliable, MemoryStore):
    """Comes late, twice, or not at all."""


class TestUnreliableMemoryLog(TestMemoryLog):
    kind = UnreliableMemory
