"""What the palette offers at a table: all that one may do there, in every game."""

from collections.abc import Callable

import pytest

from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.scene.commands import Bare, Do, Talk
from cardtui_client.tui.table.screen import table_commands
from tests.support import rummy_tables
from tests.support.positions import POSITIONS
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, truco


def offered(at: Seated) -> dict[str, str]:
    return {each.words: each.about for each in table_commands(at.controller.ui, at.controller.now)}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_button_is_in_the_palette_with_its_key_and_nothing_twice(
    position: Callable[[], ScriptedTable],
) -> None:
    async with seated(position()) as at:
        found = table_commands(at.controller.ui, at.controller.now)
        commands = [each.command for each in found]
        assert [each.command for each in at.controller.now.offered] == commands[
            : len(at.controller.now.offered)
        ]
        assert len({*commands}) == len(commands)
        if position is not POSITIONS["closed"]:
            assert {Bare.LEAVE, Bare.TOGGLE_LOG, Talk()} <= {*commands}


async def test_an_action_of_the_game_has_its_price_in_words() -> None:
    async with seated(truco()) as at:
        found = offered(at)
        assert found["¡Truco!"] == "for 2 points · key t"
        assert found["Show or hide the log"] == "key l"
        assert "Sort your cards" not in found, "there is nothing to sort"
    async with seated(rummy_tables.throwing()) as at:
        assert Bare.SORT in {
            each.command for each in table_commands(at.controller.ui, at.controller.now)
        }


async def test_who_only_watches_is_offered_no_action() -> None:
    async with seated(truco(4, viewer=None), name="Zoe") as at:
        found = table_commands(at.controller.ui, at.controller.now)
        assert not any(isinstance(each.command, Do) for each in found)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_words_for_it(language: str) -> None:
    set_language(language)
    try:
        async with seated(truco()) as at:
            assert len(offered(at)) == len(table_commands(at.controller.ui, at.controller.now)), (
                "two things have the same words"
            )
    finally:
        set_language("en")
