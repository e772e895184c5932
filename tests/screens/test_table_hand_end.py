"""The end of a hand on the screen: your cards stay until its summary has gone."""

from textual.pilot import Pilot

from cardtui_client.scene.commands import Bare
from cardtui_client.settings import Settings
from tests.screens.conftest import LookRight
from tests.support.rummy_tables import move, ready_for_nine, rummy
from tests.support.screen import SMALL, shown, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, truco


async def after(pilot: Pilot[None], table: ScriptedTable, *moves: str) -> str:
    """Play moves before somebody's eyes; return what is on the screen after them."""
    await pilot.pause()
    move(table, *moves)
    return await shown(pilot, table)


@small_and_wide
async def test_own_cards_stay_beside_the_summary_of_a_hand_that_was_declined(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco(4)
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        shown = await after(pilot, table, "0 truco", "1 no_quiero")
        assert "Truco: 1 point" in shown
        assert all(card in shown for card in ("1E", "7C", "11●"))
        looks_right(app)
        assert "rule TA-" not in shown, "the log and F2 have it"
        await pilot.press("f2")
        assert app.rules_opened == ["TA-21"]
        await pilot.press("1")  # nothing is picked of what can no longer be played
        assert app.table_screen.controller.ui.cards.picked is None
        table.deal("4E", "4B", "5O")
        shown = await after(pilot, table)
        assert not any("11●" in line.partition("▊")[0] for line in shown.splitlines())
        assert not app.table_screen.controller.ui.cards.given.unplayed


async def test_own_cards_stand_large_while_the_word_that_ended_the_hand_is_shown(
    looks_right: LookRight,
) -> None:
    table = truco(2)
    app = TableApp(table, Settings(name="Ana", animation=True))
    async with app.run_test(size=SMALL) as pilot:
        controller = app.table_screen.controller
        await after(pilot, table, "0 truco")
        controller.press(Bare.SKIP)
        await after(pilot, table, "1 no_quiero")
        assert controller.pacer.behind
        looks_right(app)


async def test_who_lays_all_cards_down_has_none_left() -> None:
    table = ready_for_nine()
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await after(pilot, table, "0 knock KD")
        assert not pilot.app.table_screen.controller.model.unplayed  # type: ignore[attr-defined]


async def test_the_cards_of_who_did_not_go_out_stay_beside_the_summary() -> None:
    hands = [
        "2H 3H 4H TD JD QD 9S 9H KC", "3S 4S 5S 7H 7C 7D 9C TC KD", "5D 5H 6C 7C 8C JS QS AS 2D",
    ]  # fmt: skip
    table = rummy(
        "cacheta", flip="2D", stock=["JC"], hands=[hand.split() for hand in hands], dealer=0
    )
    async with TableApp(table).run_test(size=SMALL) as pilot:
        shown = await after(pilot, table, "1 draw stock", "1 knock KD")
        assert "a knock with 9 cards" in shown
        assert all(card in shown for card in ("2♥", "10♦", "K♣"))
