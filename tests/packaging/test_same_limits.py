"""Client and server share no module, so a test holds that they go by the same numbers and words."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardtui_client import i18n, limits, text
from cardtui_client.command_line import options
from cardtui_client.faces import characters as people
from cardtui_client.faces import registry, tiles, typed
from cardtui_client.faces import terms as client_terms
from cardtui_client.faces.rummy import view
from cardtui_client.history import kept_records
from cardtui_client.model import person, quick_talk, table
from cardtui_client.net import address, discovery, given_bits, services
from cardtui_client.settings.values import MEANINGS
from cardtui_client.tui import dialogs, screens
from cardtui_client.tui.table import animations
from cardtui_client.tui.table.sending import HOLD_SECONDS
from cardtui_engine import game
from cardtui_engine.bots import Level
from cardtui_engine.families.rummy.melding import forms
from cardtui_engine.games.truco_brasileiro import verbs
from cardtui_engine.library import record_reading, record_writing
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server import app, characters, safe_text, settings
from cardtui_server import quick_talk as spoken
from cardtui_server.fairness import commitments
from cardtui_server.lobby import password
from cardtui_server.match import bot_accounts, ledger
from cardtui_server.network import announcer
from cardtui_server.ratings import rankings
from cardtui_server.rpc import listening, parsing
from cardtui_server.rpc import terms as server_terms
from cardtui_server.table import pace
from cardtui_studio import bot, match_film
from cardtui_web import command
from tools import messages

PAGE = Path(__file__).parents[2] / "client/cardtui_web/page/cardtui.js"


def test_names_and_talk_are_as_wide_for_the_client_as_for_the_server() -> None:
    assert limits.NAME_CELLS == safe_text.NAME_CELLS
    assert limits.TABLE_NAME_CELLS == safe_text.TABLE_NAME_CELLS
    assert limits.TALK_CELLS == safe_text.TALK_CELLS


@pytest.mark.parametrize(
    "typed",
    [
        "e" + 9 * "\u0301",
        "a\u3164\uffa0b",
        "\x1b[2J\u2028\u200b\u202e",
        "日本 \ue000",
        "👨\u200d👩",
    ],
)
def test_what_was_typed_is_as_safe_for_the_client_as_for_the_server(typed: str) -> None:
    assert text.safe_text(typed, 16) == safe_text.safe_text(typed, 16)
    assert unicodedata.is_normalized("NFC", safe_text.safe_text(typed, 16))


def test_the_longest_times_are_those_that_the_server_takes() -> None:
    taken = {each.field: each for each in server_terms.TERMS}
    for term in client_terms.TERMS:
        if term.kind is client_terms.Kind.NUMBER:
            (field,) = term.fields
            assert taken[field].most == term.most * 1000, field
            with pytest.raises(typed.BadValue):
                term.read(str(term.most + 1))
    clock, reserve = taken["clock_milliseconds"], taken["reserve_milliseconds"]
    shortest, longest = limits.SHORTEST_CLOCK_SECONDS * 1000, limits.LONGEST_CLOCK_SECONDS * 1000
    assert (clock.least, clock.most) == (shortest, longest)
    assert reserve.most == limits.LONGEST_RESERVE_SECONDS * 1000
    assert limits.LONGEST_DELAY_SECONDS * 1000 == server_terms.LONGEST_DELAY_MILLISECONDS
    assert limits.LONGEST_DELAY_HANDS == server_terms.MOST_DELAY_HANDS


def test_a_table_with_a_long_clock_is_one_for_people_who_need_time() -> None:
    assert typed.clock("long")[0] == pace.LONG_CLOCK_MILLISECONDS


def test_the_most_chips_are_those_that_the_games_take() -> None:
    assert {get_rules(game).most_chips for game in game_ids()} == {0, limits.MOST_BUY_IN}


def test_the_client_looks_for_servers_where_they_are() -> None:
    assert address.DEFAULT_PORT == settings.DEFAULT_PORT
    assert address.DOOR_HOST == listening.DOOR_HOST
    assert discovery.SERVICE_TYPE == announcer.SERVICE_TYPE
    assert (discovery._MDNS_IPV4, discovery._MDNS_IPV6) == (
        announcer._MDNS_IPV4,
        announcer._MDNS_IPV6,
    )
    assert command.ADDRESSES_EVERY == app.ADDRESSES_EVERY


def test_a_newcomer_has_the_points_that_the_server_begins_with() -> None:
    assert person.FIRST_POINTS == rankings.FIRST_POINTS


def test_secrets_and_passwords_are_as_long_for_the_client_as_for_the_server() -> None:
    assert given_bits.BITS_BYTES == commitments.BITS_BYTES
    assert dialogs.PASSWORD_CELLS == password.MOST_PASSWORD_BYTES


def test_what_a_server_may_tell_is_believed() -> None:
    assert limits.LONGEST_ID == parsing._LONGEST_ID
    assert person._MOST_ACCOUNTS == ledger.MOST_ACCOUNTS
    assert animations._MOST_CUTS == verbs.MOST_CUTS
    assert view._FEWEST_IN_GROUP == forms.SHORTEST_MELD


def test_both_take_the_same_seats_for_out_of_play() -> None:
    assert table.OUT_OF_PLAY == pace.OUT_OF_PLAY


def by_number(words: Mapping[Any, str]) -> dict[int, str]:
    """Return words by the number that the protocol has for each."""
    return {int(key): each for key, each in words.items()}


def test_each_phrase_and_reaction_is_the_same_in_english() -> None:
    said = {**quick_talk.PHRASES, **quick_talk.BOT_PHRASES}
    assert {int(key): each for key, each in said.items()} == by_number(spoken.PHRASES)
    assert len(quick_talk.PHRASES) == spoken.LAST_HUMAN_PHRASE
    shown = {int(key): each.form for key, each in quick_talk.REACTIONS.items()}
    assert shown == by_number(spoken.REACTIONS)


def test_each_character_has_its_name_and_each_level_its_word() -> None:
    names = {int(key): each.name for key, each in characters.NATURES.items()}
    assert {int(key): each.name for key, each in people.CHARACTERS.items()} == names
    assert tuple(people.LEVELS) == options.LEVELS == tuple(each.name.lower() for each in Level)


def test_bot_accounts_begin_their_names_as_the_server_wants() -> None:
    assert bot.BOT_NAME_PREFIX == bot_accounts.NAME_PREFIX


def test_the_games_stand_in_one_order() -> None:
    assert [tile.game for tile in tiles.TILES] == list(game_ids())
    assert len(registry._BY_ID) == len(tiles.TILES)


def test_all_speak_the_same_languages() -> None:
    assert i18n.LANGUAGES == game.LANGUAGES == ("en", *messages.LANGUAGES)


def test_a_record_begins_the_same_and_is_as_long_for_all() -> None:
    assert kept_records.RECORD_HEADERS == record_writing.HEADERS
    assert kept_records._BEGAN == record_reading._BEGAN
    assert kept_records.MOST_RECORD_BYTES == record_reading.MOST_BYTES
    assert match_film.MOST_UPDATES == services.MOST_FRAMES


def test_the_setting_says_how_long_a_move_waits() -> None:
    assert f" {HOLD_SECONDS:g} seconds later" in MEANINGS["take_back"]


def test_the_page_for_browsers_knows_the_smallest_terminals() -> None:
    found = re.findall(
        r"const (UPRIGHT|ACROSS) = \{ cols: (\d+), rows: (\d+) \}", PAGE.read_text("utf-8")
    )
    sizes = {name: (int(wide), int(high)) for name, wide, high in found}
    assert sizes == {"UPRIGHT": screens.LEAST_UPRIGHT_WINDOW, "ACROSS": screens.LEAST_WINDOW}
