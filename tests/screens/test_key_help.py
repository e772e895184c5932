"""The keys, over the table: what may be done now first; closed by any key that one would try."""

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from cardtui_client import i18n
from cardtui_client.tui.help import KeyHelp, key_groups
from tests.screens.brazilian_screen import press, shown
from tests.screens.conftest import LookRight
from tests.support.brazilian_tables import cut
from tests.support.rummy_tables import going_out, throwing
from tests.support.screen import WIDE, lines, small_and_wide
from tests.support.table_driver import ScriptedTable, cacho, truco


async def opened(pilot: Pilot[None]) -> None:
    pilot.app.push_screen(KeyHelp(pilot.app.screen))
    await press(pilot)


@small_and_wide
async def test_the_keys_of_a_table(size: tuple[int, int], looks_right: LookRight) -> None:
    async with shown(truco(4), size) as pilot:
        await opened(pilot)
        looks_right(pilot.app)


async def test_what_may_be_done_now_comes_first_and_the_programs_keys_last() -> None:
    async with shown(cut()) as pilot:
        groups = key_groups(pilot.app.screen)
    assert [group.title for group in groups] == [
        "What you may do now",
        "Marks on the table",
        "On this screen",
        "Not available now (press to see why)",
        "Everywhere",
    ]
    now = [line.words for line in groups[0].lines]
    assert now == ["Cut here 20", "Cut here, and once more", "Deal from the bottom"]
    later = [line.words for line in groups[3].lines]
    assert "Truco!" in later, "as Brazilians write it"
    here = {line.words for line in groups[2].lines}
    assert {"Leave", "Say something", "Show or hide the log"} <= here
    assert not here & {"Sort your cards", "Move the card left"}, "those are of other games"


@pytest.mark.parametrize("table", [truco(4), truco(2), cut(), cacho(3), throwing(), going_out()])
async def test_who_plays_sees_how_to_hear_the_spectators_without_scrolling(
    table: ScriptedTable,
) -> None:
    async with shown(table) as pilot:
        await opened(pilot)
        told = next(line for line in lines(pilot.app) if "hear spectators" in line)
        assert " f3 " in told


async def test_who_watches_hears_them_anyway() -> None:
    async with shown(truco(4, viewer=None)) as pilot:
        groups = key_groups(pilot.app.screen)
    assert not any("spectators" in line.words for group in groups for line in group.lines)


async def test_no_key_is_named_twice() -> None:
    async with shown(truco(4)) as pilot:
        named = [line.keys for group in key_groups(pilot.app.screen) for line in group.lines]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("key", ["escape", "question_mark", "f1", "q"])
async def test_it_closes_with_every_key_that_one_would_try(key: str) -> None:
    table = truco(4)
    async with shown(table) as pilot:
        await opened(pilot)
        await press(pilot, key)
        assert pilot.app.screen is pilot.app.table_screen  # type: ignore[attr-defined]
        assert not table.acts
        assert "Leave?" not in "\n".join(lines(pilot.app))


async def test_it_closes_with_a_click_beside_it() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        await pilot.click(offset=(40, 10))
        assert isinstance(pilot.app.screen, KeyHelp)
        await pilot.click(offset=(1, 1))
        await press(pilot)
        assert pilot.app.screen is pilot.app.table_screen  # type: ignore[attr-defined]


async def test_it_scrolls_where_there_are_more_keys_than_lines() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        assert "Everywhere" not in "\n".join(lines(pilot.app))
        await press(pilot, "end")
        scroll = pilot.app.screen.query_one(VerticalScroll)
        assert scroll.scroll_y == scroll.max_scroll_y > 0
        assert "Everywhere" in "\n".join(lines(pilot.app))


async def test_it_speaks_another_language_at_once() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        i18n.set_language("pt_BR")
        pilot.app.screen.retell()  # type: ignore[attr-defined]
        await press(pilot)
        assert "O que você pode fazer agora" in "\n".join(lines(pilot.app))


async def test_who_may_not_talk_to_the_team_now_is_told_when() -> None:
    async with shown(truco(4)) as pilot:
        await press(pilot, "f8")
        told = "Partners talk apart before a match, and in some games over a"
        assert told in "\n".join(lines(pilot.app))
        groups = {group.title: group for group in key_groups(pilot.app.screen)}
    later = groups["Not available now (press to see why)"]
    assert "Say something to your team" in {line.words for line in later.lines}


# --- what an action is -------------------------------------------------------------------


@pytest.mark.clause("TA-20")
async def test_the_key_of_an_action_shows_its_price_its_rule_and_its_clause() -> None:
    table = truco(4)
    async with shown(table, WIDE) as pilot:
        await opened(pilot)
        assert "a key of an action: its rule" in "\n".join(lines(pilot.app))
        await press(pilot, "t")
        told = " ".join(" ".join(lines(pilot.app)).split())
        assert "¡Truco!: for 2 points" in told
        assert "TA-20" in told
        await press(pilot, "escape")
        assert "What you may do now" in "\n".join(lines(pilot.app))
        await press(pilot, "escape")
        assert pilot.app.screen is pilot.app.table_screen  # type: ignore[attr-defined]
        assert not table.acts


async def test_what_is_at_stake_is_shown_with_it() -> None:
    async with shown(truco(2), WIDE) as pilot:
        await opened(pilot)
        await press(pilot, "f")
        told = " ".join(" ".join(lines(pilot.app)).split())
        assert "¡Falta envido!: for 8 points; with 8, Beto wins the" in told
