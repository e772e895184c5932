"""How often a table is judged and drawn: once a change, and an act is sent before that."""

import pytest

from cardtui.v1 import actions_pb2, table_service_pb2
from cardtui_client.scene.scene import Button
from cardtui_client.tui.table.board import Board
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.modes.stack import buttons_of
from cardtui_client.tui.table.picture import Picture, picture_of
from cardtui_client.tui.table.ui_state import TableUi
from tests.screens.at_table import sits
from tests.support.table_driver import ScriptedTable, truco


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done, in order: what is offered is judged, pictures are made and shown, acts sent."""
    found: list[str] = []
    shown, sent = Board.show, ScriptedTable.act

    def judge(ui: TableUi, shown: tuple[Button, ...], now: Situation) -> tuple[Button, ...]:
        found.append("judged")
        return buttons_of(ui, shown, now)

    def make(*arguments: object, **named: object) -> Picture:
        found.append("made")
        return picture_of(*arguments, **named)  # type: ignore[arg-type]

    def show(board: Board, picture: Picture) -> None:
        found.append("shown")
        shown(board, picture)

    async def send(
        table: ScriptedTable, action: actions_pb2.Action, expected: int | None = None
    ) -> table_service_pb2.ActReply:
        found.append("sent")
        return await sent(table, action, expected)

    monkeypatch.setattr("cardtui_client.tui.table.controller.buttons_of", judge)
    monkeypatch.setattr("cardtui_client.tui.table.controller.picture_of", make)
    monkeypatch.setattr(Board, "show", show)
    monkeypatch.setattr(ScriptedTable, "act", send)
    return found


async def test_a_key_sends_its_act_first_and_is_drawn_twice_at_most(done: list[str]) -> None:
    async with sits(truco()) as table:
        await table.press("1")
        done.clear()
        await table.press("1")
        assert table.said == ["play"]
        assert done.index("sent") < done.index("made")
        assert done.count("judged") <= 3
        assert 1 <= done.count("made") <= 2
        assert done.count("shown") <= 2


async def test_a_key_that_asks_for_nothing_is_drawn_once(done: list[str]) -> None:
    async with sits(truco()) as table:
        done.clear()
        await table.press("right")
        assert done == ["judged", "made", "shown"]
