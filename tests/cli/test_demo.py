"""`cardtui demo`: a whole match over a real server, and a check that all saw the same."""

import re
import threading

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Patience
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.table.actor import Table
from tests.cli.conftest import Cardtui
from tests.support.nights import by_night


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    ["cacho", *by_night(*sorted({*game_ids()} - {"cacho"}))],
)
def test_a_whole_match_is_told_and_all_views_agreed(cardtui: Cardtui, game: str) -> None:
    result = cardtui("demo", game, "--seed", "1")
    assert result.code == 0
    assert result.err == ""
    lines = result.out.splitlines()
    assert "You are watching." in lines
    assert any(line.startswith("Hand 1") for line in lines)
    assert any(line.startswith("The match is over.") for line in lines[-9:])
    assert lines[-1].startswith("All 4 seats and the spectators agreed on all ")


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["cacho", "cacheta", "truco-brasileiro"])
def test_a_seed_is_the_same_text_again_on_a_busy_machine_too(cardtui: Cardtui, game: str) -> None:
    first = cardtui("demo", game, "--seed", "1").out
    stop = threading.Event()
    busy = threading.Thread(target=_spin, args=[stop])
    busy.start()
    try:
        assert cardtui("demo", game, "--seed", "1").out == first
    finally:
        stop.set()
        busy.join()


def _spin(stop: threading.Event) -> None:
    """Keep the interpreter busy."""
    while not stop.is_set():
        sum(range(1000))


@pytest.mark.slow
@pytest.mark.clause("TA-06", "CC-02")
@pytest.mark.parametrize("number", [2, *by_night(4)])
def test_with_another_seed_the_lot_falls_on_another_first_dealer(
    cardtui: Cardtui, number: int
) -> None:
    dealers = set()
    for seed in range(12):
        found = re.search(r"Hand 1\. (\w+) deals", cardtui("demo", "--seed", str(seed)).out)
        assert found is not None
        dealers.add(found[1])
        if len(dealers) == number:
            break
    assert len(dealers) == number


def test_a_seat_that_folds_to_another_view_than_a_fresh_one_fails_the_demo(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Table.snapshot

    def forged(self: Table, viewer: str | None) -> bytes:
        snapshot = table_service_pb2.Snapshot.FromString(honest(self, viewer))
        snapshot.view.pot += 1
        return snapshot.SerializeToString()

    monkeypatch.setattr(Table, "snapshot", forged)
    result = cardtui("demo", "cacho", "--seed", "1")
    assert result.code == 1
    assert "differed from a fresh one" in result.err


def test_a_viewer_who_sees_another_table_than_the_others_fails_the_demo(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = TableModel.fold

    def forged(self: TableModel, frame: table_service_pb2.Frame) -> object:
        events = honest(self, frame)
        if self.view is not None and self.own is None:
            self.view.pot += 1
        return events

    monkeypatch.setattr(TableModel, "fold", forged)
    result = cardtui("demo", "cacho", "--seed", "1")
    assert result.code == 1
    assert re.search(r"saw a different table|differed from a fresh one", result.err)


def test_a_match_that_breaks_off_ends_the_demo(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("cardtui_client.net.call_errors._DEFAULT_PATIENCE", Patience(tries=2))
    monkeypatch.setattr(type(get_rules("cacho")), "deal", fail)
    assert cardtui("demo", "cacho").code == 1
