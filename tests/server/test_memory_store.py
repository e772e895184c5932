"""The store in memory keeps the contract of stores."""

from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.memory import MemoryStore
from tests.server.store_contract import StoreContract


class TestMemoryLog(StoreContract):
    keeps = False

    def make(self) -> LogStore:
        return MemoryStore()

    def fill(self, store: LogStore, *, full: bool) -> None:
        assert isinstance(store, MemoryStore)
        store.full = full
