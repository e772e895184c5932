"""Client and server share no module, so a test holds that they go by the same numbers."""

from cardtui_client import limits
from cardtui_client.net.address import DEFAULT_PORT
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server import safe_text, settings
from cardtui_server.table import pace


def test_names_and_talk_are_as_wide_for_the_client_as_for_the_server() -> None:
    assert limits.NAME_CELLS == safe_text.NAME_CELLS
    assert limits.TABLE_NAME_CELLS == safe_text.TABLE_NAME_CELLS
    assert limits.TALK_CELLS == safe_text.TALK_CELLS


def test_the_longest_times_are_those_that_the_server_takes() -> None:
    assert limits.LONGEST_PAUSE * 1000 == pace.LONGEST_HAND_PAUSE
    assert limits.LONGEST_WINDOW * 1000 == pace.LONGEST_CLAIM_WINDOW
    assert limits.SHORTEST_CLOCK * 1000 == pace.LEAST_CLOCK
    assert limits.LONGEST_CLOCK * 1000 == pace.LONGEST_CLOCK
    assert limits.LONGEST_RESERVE * 1000 == pace.LONGEST_RESERVE
    assert limits.LONGEST_PATIENCE * 1000 == pace.LONGEST_PATIENCE


def test_the_most_chips_are_those_that_the_games_take() -> None:
    assert {get_rules(game).most_chips for game in game_ids()} == {0, limits.MOST_BUY_IN}


def test_the_client_looks_for_servers_at_the_port_at_which_they_listen() -> None:
    assert settings.PORT == DEFAULT_PORT
