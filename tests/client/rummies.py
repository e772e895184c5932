"""The rummy games for tests of the client."""

import pytest

from cardtui_engine import bots, registry

HOMES = {
    "pif-paf": ("cardtui_engine.pif_paf", "PifPaf"),
    "pif-paf-tradicional": ("cardtui_engine.pif_paf_tradicional", "PifPafTradicional"),
    "cacheta": ("cardtui_engine.cacheta", "Cacheta"),
}


@pytest.fixture(autouse=True)
def rummy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game be found by its id."""
    for game, (home, name) in HOMES.items():
        monkeypatch.setitem(registry._HOMES, game, (f"{home}.rules", name))
        monkeypatch.setitem(bots._HOMES, game, (f"{home}.bot", f"{name}Bot"))
