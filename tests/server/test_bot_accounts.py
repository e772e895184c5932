"""What a bot account may do at a table, and what nobody waits for it to do."""

import pytest

from cardtui_server.lobby.unused_tables import UnusedTables
from cardtui_server.match.bot_accounts import account_name, is_bot_account
from cardtui_server.match.entries import RatedSet
from cardtui_server.match.requests import (
    AddBot,
    ChangeTerms,
    Disuse,
    Leave,
    RemoveBot,
    Request,
    Say,
    SetReady,
    Sit,
    Start,
    TransferHost,
)
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, SystemDealer
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from tests.server.at_table import refuses
from tests.support.playing import House

ROBO = "bot-robo"
INVITE = AddBot("p0", 0, 1, account=ROBO, account_name="bot-Robo")


async def invited(house: House) -> Table:
    """Return a table of Cacho for two, with its host and a bot account."""
    table = await house.table(start=False, people=1)
    await table.ask(RemoveBot("p0", 1))
    await table.ask(INVITE)
    return table


def life_of(table: Table) -> Life:
    return table.state.life


def sitter_of(state: TableState, seat: int) -> str:
    sitter = state.sitters[seat]
    return sitter.name if sitter else ""


def test_no_person_has_the_id_of_a_bot_account() -> None:
    dealer = SystemDealer()
    assert not any(is_bot_account(dealer.new_id(PLAYER_ID_LETTERS)) for _ in range(200))


@pytest.mark.parametrize(
    ("asked", "name"),
    [("Robo", "bot-Robo"), ("bot-Robo", "bot-Robo"), ("\x1b[1m", "bot-[1m"), ("\n", ""), ("", "")],
)
def test_the_name_of_a_bot_account_says_what_it_is(asked: str, name: str) -> None:
    assert account_name(asked) == name


async def test_a_match_begins_once_the_people_and_the_account_are_ready(house: House) -> None:
    table = await invited(house)
    assert sitter_of(table.state, 1) == "bot-Robo"
    await table.ask(SetReady(ROBO, ready=True))
    assert life_of(table) is Life.WAITING
    await table.ask(SetReady("p0", ready=True))
    assert life_of(table) is Life.PLAYING


async def test_bots_by_themselves_begin_no_match(house: House) -> None:
    table = await invited(house)
    await table.ask(Leave("p0"))
    assert table.state.host == ""  # nor does a bot account become the host
    await table.ask(SetReady(ROBO, ready=True))
    assert table.state.life is Life.WAITING


async def test_a_bot_account_is_taken_away_like_a_bot(house: House) -> None:
    table = await invited(house)
    await table.ask(RemoveBot("p0", 1))
    assert table.state.sitters[1] is None


@pytest.mark.parametrize(
    "wish",
    [Sit(ROBO, "bot-Robo"), Say(ROBO, "bot-Robo", "hello"), Start(ROBO), AddBot(ROBO, 1)],
)
async def test_a_bot_account_may_do_nothing_else(house: House, wish: Request) -> None:
    table = await invited(house)
    with refuses("REASON_NOT_ALLOWED"):
        await table.ask(wish)


async def test_only_the_host_invites_and_no_account_becomes_the_host(house: House) -> None:
    table = await house.table(start=False, people=1)
    await table.ask(RemoveBot("p0", 1))
    with refuses("REASON_NOT_HOST"):
        await table.ask(INVITE._replace(player="p1"))
    await table.ask(INVITE)
    with refuses("REASON_BAD_REQUEST"):
        await table.ask(TransferHost("p0", 1))


async def test_a_bot_account_plays_at_casual_tables_alone(house: House) -> None:
    table = await invited(house)
    with refuses("REASON_TABLE_STATE"):
        await table.ask(ChangeTerms("p0", RatedSet(rated=True)))
    await table.ask(RemoveBot("p0", 1))
    await table.ask(ChangeTerms("p0", RatedSet(rated=True)))
    with refuses("REASON_TABLE_STATE"):
        await table.ask(INVITE)


async def test_a_seat_is_swapped_with_an_account_at_once(house: House) -> None:
    table = await invited(house)
    assert await table.agreements.ask_swap("p0", 1, take_back=False)
    assert sitter_of(table.state, 0) == "bot-Robo"


async def test_nobody_waits_for_the_consent_of_an_account_to_a_pause(house: House) -> None:
    table = await house.table(start=False, seats=3, people=2)
    await table.ask(RemoveBot("p0", 2))
    await table.ask(INVITE._replace(seat=2))
    for player in ("p1", ROBO):
        table.attach(Reader(player))
    for player in ("p0", "p1", ROBO):
        await table.ask(SetReady(player, ready=True))
    assert await table.agreements.ask_pause("p1", pause=True)  # the host is not here


async def test_a_table_with_bots_and_accounts_alone_counts_as_empty(house: House) -> None:
    table = await invited(house)
    await table.ask(Leave("p0"))
    closed: list[Disuse] = []
    unused = UnusedTables(3600, lambda _table, request: closed.append(request.disuse))
    unused.check(table, 0.0)
    unused.check(table, 601.0)
    assert closed == [Disuse.EMPTY]
