"""The line of a match that is over deals its packs again, and no others."""

import shlex
from dataclasses import replace

import click
import pytest

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.table_options import TableOptions
from cardtui_client.commands.play import command as play
from cardtui_client.deals.deal import CODE_LETTERS, Deal, code_of, deal_named, line_of
from cardtui_client.deals.table import DealTable, table_of
from cardtui_client.tui.film import NotShared
from cardtui_engine.cards import Card
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Pack
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness.verification import key_of
from cardtui_server.match.entries import Packed
from cardtui_studio.match_film import MatchFilm
from tests.support.fair_matches import played
from tests.support.films import NAMES, record_of
from tests.support.nights import games_and_by_night

RULES = get_rules("truco-argentino")


def typed(line: str) -> DealTable:
    """Return the table of a line, read as the command reads it."""
    program, command, *arguments = shlex.split(line)
    assert (program, command) == ("cardtui", "play")
    said = play.make_context("play", arguments, resilient_parsing=False).params
    wanted = TableOptions.taken_from(said)
    return table_of(said["deal"], said["game"], wanted, said["bots"])


async def first_pack(table: DealTable, name: str) -> tuple[Card, ...]:
    """Return the pack that was dealt first at a table of that name, from its log."""
    assert table.played is not None
    env = table.played.server._lobby._env
    rows = (await env.store.read(name, 0))[1:]
    entries = [env.journal.read(row, table.deal.game).entry for row in rows]
    return next(each.cards for each in entries if isinstance(each, Packed))


@pytest.mark.parametrize("game", games_and_by_night())
async def test_a_player_who_types_the_line_of_a_match_is_dealt_its_cards(game: str) -> None:
    film = MatchFilm(read(await played(game)))
    record = film.record
    seat = record.seats - 1
    table = typed(film.shared(seat))
    _connection, name = await table.begin("Beto")
    try:
        assert table.played is not None
        state = table.played.server.tables[name].state
        assert state.seat_of(next(iter(state.players()))) == seat
        assert record.origin is not None
        assert state.key == key_of(record.origin, record.seats), (
            "all packs follow from it, and the riffle"
        )
        assert (state.rules.id, state.made.seats) == (game, record.seats)
        assert dict(state.made.options) == dict(record.options)
        packs = [each.cards for each in record.entries if isinstance(each, Pack)]
        assert await first_pack(table, name) == packs[0]
    finally:
        await table.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_line_says_all_rules_of_a_match(name: str) -> None:
    record = record_of(name)
    deal = Deal(record.game, record.seats, record.options, record.dealer, 1, bytes(64))
    assert typed(line_of(deal)).deal == deal


@pytest.mark.parametrize("game", games_and_by_night())
async def test_two_friends_with_one_word_are_dealt_the_same_cards(game: str) -> None:
    packs = []
    for word in ("#Maria", "#  maria", "#mario"):
        table = typed(f"cardtui play {game} '{word}'")
        _connection, name = await table.begin("Ana")
        packs.append(await first_pack(table, name))
        await table.close()
    assert packs[0] == packs[1] != packs[2]


def test_a_record_that_says_nothing_of_its_packs_has_no_line() -> None:
    with pytest.raises(NotShared, match="does not say what its packs follow from"):
        MatchFilm(record_of("cacho-2")).shared(0)


async def test_packs_that_do_not_follow_from_the_key_have_no_line() -> None:
    record = read(await played("cacho"))
    assert record.origin is not None
    lied = replace(record, origin=replace(record.origin, secret=bytes(64)))
    with pytest.raises(NotShared, match="do not follow"):
        MatchFilm(lied).shared(0)


def test_a_slip_in_a_code_is_told() -> None:
    options = RULES.options({}, 2)
    code = code_of(Deal(RULES.id, 2, options, 1, 0, bytes(range(64))), RULES)
    assert len(code) == 2 + CODE_LETTERS
    assert deal_named(code, RULES, 2, options).key == bytes(range(64))
    slips = [
        code[:40] + ("A" if code[40] != "A" else "B") + code[41:],
        code[:10] + code[11] + code[10] + code[12:],
        code.swapcase(),
        code[:-1] + "0",
        "#=" + "z" * CODE_LETTERS,
    ]
    for slip in slips:
        with pytest.raises(Failed, match="has a slip, or is not for truco-argentino"):
            deal_named(slip, RULES, 2, options)
    for other, seats in ((RULES.options({"target": 15}, 2), 2), (RULES.options({}, 4), 4)):
        with pytest.raises(Failed, match="has a slip, or is not for"):
            deal_named(code, RULES, seats, other)
    with pytest.raises(Failed, match="there are 94 of 95 letters"):
        deal_named(code[:-1], RULES, 2, options)


@pytest.mark.parametrize("text", ["#", "# ", "#" + "a" * 61])
def test_a_text_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Failed, match="1 to 60 letters"):
        deal_named(text, RULES, 2, RULES.options({}, 2))


def test_what_a_shell_passes_on_that_is_no_text_names_a_deal_too() -> None:
    options = RULES.options({}, 2)
    keys = {deal_named(text, RULES, 2, options).key for text in ("#a", "#a\udcff", "#a\udcfe")}
    assert len(keys) == 3


def test_a_deal_is_for_one_alone() -> None:
    for option in (
        "--partners=lot",
        "--first-dealer=lot",
        "--private",
        "--buy-ins=50-200",
        "--rated",
    ):
        with pytest.raises(click.ClickException, match="A deal is played alone"):
            typed(f"cardtui play truco-argentino '#a' {option}")
