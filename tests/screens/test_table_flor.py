"""A flor at the table: it is asked for, told, answered and shown (TA-80 to TA-89)."""

import pytest

from cardtui_client.faces.offers import offers
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import Understood, understand
from cardtui_client.model.table import TableModel
from tests.screens.conftest import LookRight
from tests.support.screen import SMALL, shown, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, played, truco

MINE, THEIRS, NONE = ["5E", "6E", "4E"], ["7O", "6O", "5O"], ["5B", "4C", "1C"]


def with_flor(*hands: list[str], viewer: int = 0) -> ScriptedTable:
    setup = {"hands": list(hands)}
    return truco(len(hands), setup=setup, options={"flor": "obligatory"}, viewer=viewer)


def told(table: ScriptedTable, *moves: str) -> list[str]:
    """Return what the lines tell of those moves."""
    narrator = Narrator(TableModel())
    narrator.tell(table.snapshot())
    played(table, *moves)
    return [line for frame in table.sent() for line in narrator.tell(frame)]


@pytest.mark.clause("TA-81")
@small_and_wide
async def test_you_are_asked_to_announce_it_before_you_play(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = with_flor(MINE, NONE)
    async with TableApp(table).run_test(size=size) as pilot:
        seen = await shown(pilot, table)
        assert "You have a flor: announce it before you play." in seen
        assert "flor 35" in seen
        looks_right(pilot.app)
        await pilot.press("f")
        seen = await shown(pilot, table)
        assert "12 +3" in seen
        assert "Your turn: play a card" in seen


@pytest.mark.clause("TA-81")
async def test_nobody_else_is_told_of_it_before() -> None:
    table = with_flor(NONE, THEIRS)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        assert "flor" not in (await shown(pilot, table)).lower()


@pytest.mark.clause("TA-82")
async def test_a_call_waits_until_you_have_announced_it() -> None:
    table = with_flor(MINE, NONE)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        played(table, "1 truco")
        assert "You have a flor: announce it." in await shown(pilot, table)
        await pilot.press("f")
        assert "Beto: ¡Truco! What do you say?" in await shown(pilot, table)


@pytest.mark.clause("TA-85")
async def test_a_flor_of_both_sides_is_answered_by_key() -> None:
    table = with_flor(MINE, THEIRS)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.press("f")
        played(table, "1 contraflor")
        seen = await shown(pilot, table)
        assert "║ contraflor  6 ║" in seen
        assert "║ declined: 4   ║" in seen
        await pilot.press("r")  # al resto is what the others need, so this is asked about
        assert "Beto wins the match" in await shown(pilot, table)
        await pilot.press("escape", "q")
        assert "flor: Beto with 38" in await shown(pilot, table)


@pytest.mark.clause("TA-85")
async def test_an_answer_to_it_has_words_and_a_rule_of_its_own() -> None:
    table = played(with_flor(THEIRS, MINE, viewer=1), "0 flor")
    async with TableApp(table).run_test(size=SMALL) as pilot:
        seen = await shown(pilot, table)
        assert "Con flor quiero 4" in seen
        assert "Con flor me achico" in seen
        await pilot.press("question_mark", "q")
        seen = await shown(pilot, table)
        assert "TA-85" in seen
        await pilot.press("escape", "escape", "q")
        assert "¡Con flor quiero!" in await shown(pilot, table)


@pytest.mark.clause("TA-83")
@pytest.mark.parametrize(
    ("viewer", "whose"), [(0, "you, Beto and Carla"), (2, "you, Ana and Beto")]
)
async def test_all_who_have_one_are_named_and_say_so_at_their_seats_once_one_is_announced(
    viewer: int, whose: str
) -> None:
    table = with_flor(MINE, ["7C", "6C", "5C"], THEIRS, NONE, viewer=viewer)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        played(table, "0 flor")
        seen = await shown(pilot, table)
        assert f"flor: {whose}" in seen
        assert seen.count("▐ ¡Flor! ▌") == 3
        played(table, "1 quiero", "0 play 4E")
        assert "¡Flor!" not in await shown(pilot, table)


@pytest.mark.clause("TA-87")
async def test_to_lay_the_cards_down_asks_first() -> None:
    table = with_flor(MINE, NONE)
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.press("x")
        assert "you lose your flor" in await shown(pilot, table)


@pytest.mark.clause("TA-85", "TA-86", "TA-88")
def test_lines_tell_who_has_one_who_wins_and_show_it_after_the_hand() -> None:
    first = told(with_flor(MINE, THEIRS), "0 flor", "1 contraflor", "0 quiero")
    assert first[:2] == ["You: “¡Flor!”", "Beto has a flor, too."]
    assert "You have a flor, too." in told(with_flor(MINE, THEIRS, viewer=1), "0 flor")
    assert "Beto: “¡Contraflor!” For 6 points." in first
    assert "You: “¡Con flor quiero!” The flor is worth 6 points." in first
    assert "Beto wins the flor with 38: 6 points for Beto." in first
    assert not [line for line in first if "7 of" in line]
    after = told(with_flor(MINE, THEIRS), "0 flor", "1 quiero", "0 resign")
    assert [line for line in after if line.startswith("Flor: 4 points for Beto. Beto had")]


@pytest.mark.clause("TA-82", "TA-84")
def test_lines_tell_that_an_envido_is_off_and_what_a_flor_alone_is_worth() -> None:
    heard = told(with_flor(MINE, NONE), "1 real_envido", "0 flor")
    assert "Beto: “¡Real envido!”" in heard
    at = heard.index("You: “¡Flor!”")
    assert heard[at + 1 : at + 3] == [
        "The envido is off: flor comes first.",
        "Flor: 3 points for you.",
    ]


@pytest.mark.clause("TA-85")
def test_lines_tell_a_declined_one() -> None:
    heard = told(with_flor(MINE, THEIRS), "0 flor", "1 no_quiero")
    at = heard.index("Beto: “Con flor me achico”")
    assert heard[at + 1] == "Flor declined: 3 points for you."


def test_to_fold_is_offered_last() -> None:
    table, model = with_flor(MINE, THEIRS), TableModel()
    offered = Narrator(model).tell(table.snapshot())
    assert offered[-2:] == ["1) flor (for 3 points)", "2) fold (Beto gets 1 point)"]
    table.viewer = 1
    played(table, "0 flor")
    offered = Narrator(model).tell(table.snapshot())
    assert offered[-2:] == ["4) contraflor al resto (for 8 points)", "5) fold (Ana gets 4 points)"]


@pytest.mark.parametrize("line", ["flor", "f"])
def test_it_is_typed_as_it_is_said(line: str) -> None:
    table, model = with_flor(MINE, NONE), TableModel()
    Narrator(model).tell(table.snapshot())
    meant = understand(line, offers(model), model)
    assert isinstance(meant, Understood)
    assert meant.action.HasField("flor")


def test_what_is_called_on_top_of_it_is_typed_in_words() -> None:
    table, model = played(with_flor(MINE, THEIRS), "0 flor"), TableModel()
    table.viewer = 1
    Narrator(model).tell(table.snapshot())
    meant = understand("contraflor al resto", offers(model), model)
    assert isinstance(meant, Understood)
    assert meant.action.HasField("contraflor_al_resto")
