"""Characters: who a bot is, chosen or by itself, kept in the log, and known to everybody."""

from itertools import islice

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import CHARACTERS
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level, Manner
from cardtui_engine.events import Acted
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_server.characters import NATURES, Character
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import AddBot, Leave
from cardtui_server.table.actor import Table
from tests.support.nights import by_night, games_and_by_night
from tests.support.playing import House


def bots_of(table: Table) -> list[tuple[str, int, int]]:
    """Return name, level and character of each bot at the table."""
    return [
        (sitter.name, sitter.bot, sitter.character)
        for sitter in table.state.sitters
        if sitter is not None and sitter.bot
    ]


async def test_bots_come_one_after_the_other_and_the_one_that_is_wanted_comes(house: House) -> None:
    table = await house.table("truco-argentino", 4, people=1, start=False, bots=2)
    assert bots_of(table) == [("Alba", 2, 1), ("Beto", 2, 2), ("Chela", 2, 3)]
    other = await house.table("truco-argentino", 4, people=1, start=False)
    assert len(bots_of(other)) == 3


async def test_somebody_who_sits_there_already_comes_with_a_number(house: House) -> None:
    wanted = NewTable.of(
        game="cacho",
        seats=4,
        options={},
        name="table",
        seat=0,
        bots=1,
        wanted_bots=((3, Character.HUGO), (2, Character.HUGO)),
    )
    table = await house.lobby.create("p0", "P0", wanted)
    assert bots_of(table) == [
        ("Hugo", 3, Character.HUGO),
        ("Hugo 2", 2, Character.HUGO),
        ("Alba", 1, Character.ALBA),
    ]
    shown = tables_pb2.Table.FromString(table.shown)
    assert [seat.character for seat in shown.seats] == [0, 8, 8, 1]


async def test_the_bot_that_is_wanted_is_told_from_a_person_of_its_name(house: House) -> None:
    wanted = NewTable.of(
        game="cacho",
        seats=3,
        options={},
        name="table",
        seat=0,
        bots=1,
        wanted_bots=((2, Character.BETO),),
    )
    table = await house.lobby.create("p0", "beto", wanted)
    assert bots_of(table) == [
        ("Beto bot", 2, Character.BETO),
        ("Alba", 1, Character.ALBA),
    ]


async def test_more_bots_than_seats_and_bots_that_are_not_there_are_refused(house: House) -> None:
    wanted = NewTable.of(
        game="cacho", seats=2, options={}, name="table", seat=0, wanted_bots=((1, 1), (1, 2))
    )
    with pytest.raises(Refused, match="room for 1"):
        await house.lobby.create("p0", "P0", wanted)
    table = await house.table(people=1, start=False, seats=3)
    for character in (-1, 9):
        with pytest.raises(Refused, match="no such bot"):
            await table.ask(AddBot("p0", 2, None, character))


async def test_who_a_bot_is_survives_a_restart_and_who_takes_over_is_somebody(house: House) -> None:
    table = await house.table(people=1, start=False)
    await table.ask(Leave("p0"))
    table = await house.table(people=2)
    await table.ask(Leave("p1"))
    before = bots_of(table)
    assert before == [("Alba", Level.NORMAL, Character.ALBA)]
    await house.restart()
    assert bots_of(house.lobby.tables[table.id]) == before


def raises_of(game: str, manner: Manner, matches: int) -> float:
    """Return how many of its acts are bets or raises, of a bot with that manner."""
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options(
        {spec.name: spec.short[1] for spec in rules.specs if spec.short is not None}, seats
    )
    make = get_bot_maker(game)
    bots = [make(options, seats, Level.NORMAL, manner) for _ in range(seats)]
    acts = raised = 0
    for seed in range(matches):
        for step in play(rules, options, bots, Bits(seed)):
            for event in step.events:
                if isinstance(event, Acted):
                    acts += 1
                    raised += event.action.verb in RAISES
    return raised / acts


RAISES = frozenset({"truco", "retruco", "vale_cuatro", "raise", "envido", "bet"})


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["truco-argentino", *by_night("truco-brasileiro", "truco-paulista")]
)
def test_who_bluffs_raises_more_often_and_who_never_does_less(game: str) -> None:
    often, never = (raises_of(game, Manner(bluff=bluff), 3) for bluff in (0.3, -1.0))
    assert often > never


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_every_character_plays_every_game_and_the_same_bits_give_the_same(game: str) -> None:
    rules = get_rules(game)
    seats = rules.seats[0]
    options = rules.options(
        {spec.name: spec.short[1] for spec in rules.specs if spec.short is not None}, seats
    )
    make = get_bot_maker(game)
    for character in Character:
        manner = NATURES[character].manner
        once, again = (
            [
                step.events
                for step in islice(
                    play(
                        rules,
                        options,
                        [make(options, seats, Level.EASY, manner) for _ in range(seats)],
                        Bits(character),
                    ),
                    most,
                )
            ]
            for most in (120, 60)
        )
        assert once[:60] == again


def test_the_client_calls_a_character_by_the_same_name() -> None:
    ours = {int(character): nature.name for character, nature in NATURES.items()}
    assert {int(character): person.name for character, person in CHARACTERS.items()} == ours
