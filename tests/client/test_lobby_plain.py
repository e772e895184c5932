"""The lobby in lines of text, against a real server: looked at, left for tables, come back to."""

import os
import random
import signal
from collections.abc import AsyncGenerator

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.exit_codes import INTERRUPTED, OK
from cardtui_client.faces.registry import FACES
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.lines.lobby import Going
from cardtui_client.lines.typed_words import (
    LOBBY_COMMANDS,
    TABLE_COMMANDS,
    Typed,
    command_of,
    typed,
)
from cardtui_client.net import moved
from cardtui_client.net.address import Address
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.trust import Found
from cardtui_server.app import RunningServer
from cardtui_server.limits import Limits
from cardtui_server.rpc.addresses import AddressRules
from cardtui_server.settings import Reload
from tests.client.people import House, made, shown
from tests.support.playing import play


async def test_nobody_is_seated_unasked_and_the_end_of_the_input_ends_the_visit(
    house: House,
) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    visitor = house.visits(bia)
    visitor.hang_up()
    assert await visitor.code() == OK
    assert visitor.screen.lines[0].endswith("1 table.")
    assert visitor.screen.lines[1:] == [
        "You are Bia, in the lobby.",
        "1) Ana: Cacho; 1/3 Ana; waiting; 2 more are needed",
        "Type “join 1” to sit down at table 1, or “watch 1” to watch it.",
        "Type ? for help.",
    ]
    assert [seat.name for seat in (await shown(ana)).seats] == ["Ana", "", ""]


async def test_the_message_of_the_server_is_told_to_those_who_come(
    house: House, server: RunningServer
) -> None:
    server.reload(Reload(Limits.open(), AddressRules(), "Tournament on Friday at eight."))
    visitor = house.visits(await house.comes("Ana"))
    visitor.hang_up()
    assert await visitor.code() == OK
    assert visitor.screen.lines[1] == "Message of the server: Tournament on Friday at eight."


async def test_one_asks_in_the_lobby_and_at_a_table_what_people_have_won(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(bia, seat=0)
    visitor = house.visits(ana)
    await visitor.screen.shows("You are Ana")
    await visitor.asks("about", "Ana has finished no match on this server.")
    await visitor.asks("about bia", "Bia has finished no match on this server.")
    await visitor.asks("about zoe", "zoe")
    await visitor.asks("join 1", "You are Ana, in seat 2.")
    await visitor.asks("about bia", "Bia has finished no match on this server.")
    await visitor.asks("ledger", "No chips have been won or lost at this table.")
    visitor.hang_up()
    assert await visitor.code() == OK


async def test_a_word_that_is_nearly_one_is_answered_with_that_one(house: House) -> None:
    set_language("es_AR")
    visitor = house.visits(await house.comes("Ana"))
    await visitor.screen.shows("Ana")
    await visitor.asks("lista", "¿Quisiste decir “listar”?")
    await visitor.asks("maquinaz", "¿Quisiste decir “máquinas”?")
    await visitor.asks("xyzzy", "No hay “xyzzy” acá")
    await visitor.asks("maquinas", "Acá te conocen solo desde esta máquina.")
    set_language("en")


async def test_the_lobby_follows_a_server_that_has_gone_elsewhere(
    house: House, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await house.comes("Ana")
    there, lost = ana.server, ana.server._replace(address=Address("127.0.0.1", 9), at=None)

    async def found_again(server: Found) -> Found:
        assert server == lost
        return there

    monkeypatch.setattr(moved, "found_again", found_again)
    ana.follows = True
    visitor = house.visits(ana)
    await visitor.screen.shows("You are Ana")
    await ana.move(lost)
    await visitor.asks("list", f"The server is at {server.address} now.")
    await visitor.asks("list", "You are Ana, in the lobby.")


async def test_the_machines_of_a_player_are_told_in_the_lobby(house: House) -> None:
    visitor = await house.in_lobby("Ana")
    await visitor.asks("devices", "You are known here from this machine alone.")
    await visitor.asks("devices 123456", "You have no machine “123456” here.")


@pytest.mark.slow
async def test_a_rated_match_is_told_from_the_wish_to_the_ranking(
    house: House, server: RunningServer
) -> None:
    first, second = await house.in_lobby("Ana"), await house.in_lobby("Bia")
    await second.asks("ranking", "No rated match was played on this server yet.")
    await first.asks("create cacho rated=maybe", "rated takes one of yes or no.")
    await first.asks("create cacho rated=yes hands=3", "Only matches by the rules of a preset")
    await first.asks("create cacho rated=yes pause=0", "Matches between people are rated here.")
    await second.asks("list", "1) Ana: Cacho, 20 hands; 1/2 Ana; waiting; 1 more is needed; rated")
    await second.asks("join 1", "You are Bia, in seat 2.")
    await first.asks("change rated=no", "Matches at this table are not rated any more.")
    await second.screen.shows("Matches at this table are not rated any more.")
    await first.asks("change rated=yes", "Matches at this table are rated now.")
    await first.asks("start", "Still missing: Bia.")
    await second.asks("ready", "You are ready.")
    first.types("start")
    await second.screen.shows("This match is rated.")
    await first.asks("change rated=no", "A match is being played")
    await first.asks("close", "A rated match goes on to its end")
    (table,) = server.tables.values()
    await play(table, random.Random(1))
    await first.asks("about", "Rating: 1")
    third = await house.in_lobby("Caio")
    await third.asks("watch 1", "This match is rated.")
    await second.asks("ranking", "Cacho, 20 hands:")
    (line,) = [line for line in second.screen.lines if line.startswith("1. ")]
    assert line.endswith(" ± 207, 1 rated match that counts as 0.25")


async def test_a_quick_match_seats_people_together_and_tells_how_long_it_waits(
    house: House,
) -> None:
    first, second = await house.in_lobby("Ana"), await house.in_lobby("Bia")
    await first.asks("quick poker", "There is no game “poker” here")
    await first.asks("quick cacho", "You are Ana, in seat 1.")
    await first.screen.shows("Waiting for people; in 30 seconds bots take the free seats.")
    await second.asks("quick", "You are Bia, in seat 2.")
    await first.screen.shows("Bia is ready.")
    await second.asks("ready", "You are not ready.")
    await first.screen.shows("Bots wait until everybody is ready.")


async def test_before_a_match_a_friend_takes_a_bots_seat(house: House) -> None:
    first, second = [house.visits(await house.comes(name)) for name in ("Ana", "Bia")]
    await second.screen.shows("You are Bia")
    await first.asks("create cacho seats=3 bots=easy", "You are Ana, in seat 1.")
    await second.asks("join Ana 3", "You are Bia, in seat 3.")


async def test_where_players_buy_their_own_chips_one_types_how_many(house: House) -> None:
    first, second = await house.in_lobby("Ana"), await house.in_lobby("Bia")
    await first.asks("create cacho buyins=200-50", "buyins takes the least and the most chips")
    await first.asks("create cacho buyins=20-80", "Each player buys 20 to 80 chips.")
    await second.asks("join Ana", "You are Bia, in seat 2.")
    await second.asks("buy many", "Type how many chips you want to have, such as buy 100.")
    await second.asks("buy 81", "At this table each player buys 20 to 80 chips.")
    second.types("buy 33")
    await first.screen.shows("Bia brings 33 chips.")
    await first.asks("describe", "Seats: 1 Ana (brings 50 chips), 2 Bia (brings 33 chips).")
    first.types("ready")
    await second.screen.shows("Ana is ready.")
    await first.screen.shows("You are ready.")
    second.types("buy 44")
    await first.screen.shows("Bia brings 44 chips.")
    await first.screen.shows("Everybody is asked again.")


async def test_a_table_is_created_with_options_hosted_played_left_and_gone_back_to(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    visitor = house.visits(ana)
    await visitor.screen.shows("such as create cacho; there, start has bots take the free seats.")
    await visitor.asks("create cacho seats=9", "seats takes one of 2, 3 or 4")
    await visitor.asks('create cacho seats=3 hands=5 name="Mesa dos Três"', "Created: Mesa dos")
    await visitor.screen.shows("You are Ana, in seat 1.")
    await visitor.asks("bot hard 3", "A bot sits down.")
    await visitor.asks("bot", "A bot sits down.")
    await visitor.asks("bot", "This table is full")
    await visitor.asks("remove 1", "is no bot; kick 1 takes the seat away.")
    await visitor.asks("remove 2", "The bot gets up.")
    await visitor.asks("describe", "Here: ")
    table = await shown(ana)
    assert table.name == "Mesa dos Três"
    assert table.options["hands"].number == 5
    assert [seat.bot for seat in table.seats] == [0, 0, tables_pb2.BOT_LEVEL_HARD]
    await visitor.asks("leave", "You leave the table. Your seat is kept.")
    await visitor.screen.shows("you have a seat here")
    await visitor.asks("join 1", "You are Ana, in seat 1.")
    await visitor.asks("stand", "You get up. Your seat is free.")
    since = len(visitor.screen.lines)
    await visitor.asks("list", "waiting; 2 more are needed")
    assert not any("you have a seat" in line for line in visitor.screen.lines[since:])
    visitor.types("quit")
    assert await visitor.code() == OK


async def test_a_private_table_is_joined_by_its_code_and_by_nothing_else(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    host = house.visits(ana)
    await host.asks("create cacho private=yes", "Private; others join with the code ")
    code = (await shown(ana)).id
    await host.asks(f"join {code}", f"Private; others join with the code {code}.")
    visitor = house.visits(bia)
    await visitor.screen.shows(": 0 tables.")
    await visitor.asks("join Ana", "There is no table “Ana” here.")
    await visitor.asks("code", "Type the code after it, such as code wshpk4.")
    await visitor.asks("code zzzzzz", "No table has the code “zzzzzz”: ask for it once more")
    await visitor.asks("code zzzzzz watch", "No table has the code “zzzzzz”: ask for it once more")
    await visitor.asks(f"code {code} watch", "You are watching.")
    await visitor.asks("leave", ": 0 tables.")
    await visitor.asks(f"code {code[:3].upper()}-{code[3:]}", "You are Bia, in seat 2.")
    await visitor.asks("leave", "You leave the table. Your seat is kept.")
    await visitor.screen.shows("private; you have a seat here")
    await visitor.asks(f"code {code}", "You are Bia, in seat 2.")


async def test_whose_seat_is_taken_away_sits_down_by_the_code_again(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    host, guest = house.visits(ana), house.visits(bia)
    await host.asks("create cacho private=yes", "Private; others join with the code ")
    code = (await shown(ana)).id
    await host.screen.shows("You are Ana, in seat 1.")
    await guest.asks(f"code {code}", "You are Bia, in seat 2.")
    since = len(guest.screen.lines)
    await host.asks("kick 2", "The host takes Bia’s seat away.")
    await guest.screen.shows(": 0 tables.", since)
    await guest.asks(f"code {code}", "You are Bia, in seat 2.")


async def test_one_sits_down_on_the_seat_that_one_names_by_number_or_name(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, name="Rosa Azul")
    visitor = house.visits(bia)
    await visitor.asks("join", "Say which table: type join and its number or its name.")
    await visitor.asks("join Zoe", "There is no table “Zoe” here.")
    await visitor.asks("join Rosa Azul 7", "That table has the seats 1 to 3.")
    await visitor.asks("describe rosa", "Seats: 1 free, 2 free, 3 free.")
    await visitor.asks("join rosa azul 2", "You are Bia, in seat 2.")
    assert [seat.name for seat in (await shown(ana)).seats] == ["", "Bia", ""]


async def test_one_watches_and_comes_back_when_the_table_is_closed(house: House) -> None:
    ana, zoe = await house.comes("Ana"), await house.comes("Zoe")
    table = await made(ana, seat=0)
    visitor = house.visits(zoe, tty=True)
    await visitor.asks("watch 1", "You are watching.")
    since = len(visitor.screen.lines)
    await ana.close_table(table)
    await visitor.screen.shows("The table was closed.", since)
    await visitor.screen.shows("You are Zoe, in the lobby.", since)


async def test_a_host_who_does_not_sit_arranges_the_table_from_the_lobby(house: House) -> None:
    ana = await house.comes("Ana")
    visitor = house.visits(ana)
    await visitor.asks("create cacho sit=no hands=2", "Created: Ana")
    await visitor.asks("bot Ana easy", "A bot sits down.")
    await visitor.asks("close Ana", "The table is closed.")
    await visitor.asks("list", "0 tables.")


async def test_closing_a_table_from_the_lobby_asks_first_where_that_ends_a_match(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    table = await made(ana, seat=0)
    await ana.add_bot(table, tables_pb2.BOT_LEVEL_EASY)
    await ana.start(table)
    visitor = house.visits(ana, tty=True)
    await visitor.asks("close 1", "Close the table? The match ends for everybody.")
    await visitor.asks("no", "Cancelled.")
    await visitor.asks("list", "1 table.")
    await visitor.asks("close 1", "Close the table? The match ends for everybody.")
    await visitor.asks("yes", "The table is closed.")
    await visitor.asks("list", "0 tables.")


async def test_a_host_invites_a_program_by_its_name_and_sends_it_away(house: House) -> None:
    ana = await house.comes("Ana")
    visitor = house.visits(ana)
    await visitor.asks("create cacho seats=3 sit=no", "Created: Ana")
    await visitor.asks("bot Ana robo", "a level (easy, normal or hard), who (")
    robo = await Connection.open(house.server.address, "Robo", bot_account=True)
    changes = robo.tables()
    assert isinstance(changes, AsyncGenerator)
    await anext(changes)  # now it is here
    await visitor.asks("bot Ana rob", "Programs that may be invited: bot-Robo.")
    await visitor.asks("bot Ana robo 2", "The program sits down.")
    table = await shown(ana)
    assert (table.seats[1].name, table.seats[1].bot_account) == ("bot-Robo", True)
    await visitor.asks("bot Ana Robo", "bot-Robo sits at a table already")
    await visitor.asks("remove Ana 2", "The bot gets up.")
    await changes.aclose()
    await robo.close()


async def test_the_host_changes_the_rules_and_the_others_are_told(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    host, other = house.visits(ana), house.visits(bia)
    await host.asks("create cacho hands=5", "You are Ana, in seat 1.")
    await other.asks("join Ana", "You are Bia, in seat 2.")
    await host.asks("change hands=x", "hands: Enter a whole number from")
    await host.asks("change", "Type change and name=value")
    await host.asks("change third_round_check=yes", "The rules of the table are changed.")
    await other.screen.shows("The rules have changed: Check in the third round: yes. Everybody is")
    assert "host" in await other.asks("change hands=1", "host")
    await host.asks("leave", "you have a seat here")
    await host.asks("change Ana rules=cacho", "The rules of the table are changed.")
    table = await shown(ana)
    assert (table.preset, table.options["hands"].number) == ("cacho", 0)


async def test_who_may_not_is_told_so(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    visitor = house.visits(bia)
    await visitor.screen.shows("Type ? for help.")
    assert "host" in await visitor.asks("close 1", "Ana")
    await visitor.asks("xyzzy", "There is no “xyzzy” here. Type ? for help.")
    await visitor.asks("jion 1", "There is no “jion” here. Did you mean “join”?")
    await visitor.asks("?", "join TABLE SEAT")


async def test_the_way_to_a_table_is_that_which_there_is(house: House) -> None:
    ana = await house.comes("Ana")
    table = await made(ana, seat=0)
    for name in ("Bia", "Caro"):
        await (await house.comes(name)).join(table)
    visitor = house.visits(await house.comes("Dora"))
    await visitor.screen.shows("Table 1 is full. Type “watch 1” to watch it.")
    await house.visits(ana).screen.shows(
        "Your seat at table 1 is kept: type “join 1” to go on there."
    )
    await ana.start(await made(ana, seat=0, bots=tables_pb2.BOT_LEVEL_EASY))
    await visitor.asks("list", "2) ")
    eva = await house.comes("Eva")
    await made(eva, seat=0)
    await house.visits(eva).screen.shows("Your seat at table 3 is kept: type “join 3”")
    await visitor.asks(
        "2", "Type “join 2” to ask for a bot’s seat at table 2, or “watch 2” to watch it."
    )


async def test_a_number_or_a_word_of_a_table_is_answered_in_the_lobby_with_the_way_there(
    house: House,
) -> None:
    await made(await house.comes("Ana"), seat=0)
    visitor = house.visits(await house.comes("Bia"))
    await visitor.screen.shows("Type ? for help.")
    await visitor.asks("1", "Type “join 1” to sit down at table 1, or “watch 1” to watch it.")
    await visitor.asks("2", "There is no “2” here. Type ? for help.")
    for word in ("hand", "ready", "say", "leave"):
        there = f"“{word}” is for a table: go to one first, with join."
        await visitor.asks(f"{word} hola", there)


async def test_who_hosts_from_the_lobby_is_told_to_name_the_table_before_the_seat(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    await ana.add_bot((await made(ana, seat=0)), tables_pb2.BOT_LEVEL_EASY, 1)
    host = house.visits(ana)
    await host.screen.shows("Type ? for help.")
    await host.asks("kick 1 Zoe", "Type a player’s seat or name, such as kick Ana 2.")
    await host.asks("kick 1 2", "a bot; before a match remove Ana 2 removes it.")
    await host.asks("remove 1 9", "Type the seat of the bot to remove, such as remove Ana 2.")
    await host.asks("remove 1 1", "Ana is no bot; kick Ana 1 takes the seat away.")


async def test_games_and_their_options_are_told_as_one_types_them(house: House) -> None:
    visitor = house.visits(await house.comes("Ana"))
    await visitor.asks("games", "truco-argentino: Truco argentino; seats: 2, 4 or 6; rules: ")
    told = await visitor.asks("games cacho", "hands=")
    assert "[CA-" in told or "[" in told
    await visitor.asks("games xyzzy", "There is no game “xyzzy” here")


async def test_who_came_for_a_table_from_a_pipe_is_done_when_it_is(house: House) -> None:
    ana = await house.comes("Ana")
    table = await made(ana, seat=0)
    visitor = house.visits(ana, Going(table, seat=True))
    await visitor.screen.shows("You are Ana")
    await ana.close_table(table)
    assert await visitor.code() == OK
    assert visitor.screen.lines[-1] == "The table was closed."


async def test_one_sits_down_and_gets_up_at_a_table_without_leaving_it(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    table = await made(ana, seat=0)
    visitor = house.visits(bia)
    await visitor.asks("watch 1", "You are watching")
    await visitor.asks("join 9", "That table has the seats 1 to 3.")
    await visitor.asks("join Mesa", "“join Mesa” is for the lobby: type leave first")
    await visitor.asks("sit 3", "You are Bia, in seat 3.")
    await visitor.asks("join", "You have a seat at this table.")
    await visitor.asks("watch", "You get up. Your seat is free.")
    await visitor.asks("watch", "You are watching: there is no seat to give up.")
    await visitor.asks("sit", "You are Bia, in seat 2.")
    seats = (await ana.get_view(table)).snapshot.table.seats
    assert [seat.name for seat in seats] == ["Ana", "Bia", ""]


async def test_an_interrupt_leaves_the_lobby_politely(house: House) -> None:
    visitor = house.visits(await house.comes("Ana"))
    await visitor.screen.shows("Type ? for help.")
    os.kill(os.getpid(), signal.SIGINT)
    assert await visitor.code() == INTERRUPTED


async def test_a_server_that_has_forgotten_everybody_is_come_to_anew(house: House) -> None:
    ana = await house.comes("Ana")
    visitor = house.visits(ana)
    await visitor.screen.shows("Type ? for help.")
    ana.token = "forgotten"
    await visitor.asks("list", "0 tables.")


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("among", [LOBBY_COMMANDS, TABLE_COMMANDS])
def test_each_word_means_one_thing_in_each_language(tag: str, among: frozenset[Typed]) -> None:
    set_language(tag)
    for command in among:
        assert command_of(typed(command), among) is command
    # A word of a game is its own while it may be done, and a command otherwise.
    words = {verb.typed().casefold() for face in FACES for verb in face.verbs.values()} - {""}
    doubled = {typed(each).casefold() for each in among} & words
    assert doubled <= {"mesa"}, doubled


async def test_what_cannot_be_done_at_a_table_says_where_it_can(house: House) -> None:
    host = house.visits(await house.comes("Ana"))
    await host.asks("create cacho", "You are Ana, in seat 1.")
    await host.asks("create cacho", "“create” is for the lobby: type leave first.")
    await host.asks("list", "“list” is for the lobby: type leave first.")
    for line in ("join Kitchen", "watch Kitchen", "watch 1"):
        await host.asks(line, f"“{line}” is for the lobby: type leave first.")
    await host.asks("join 2", "You have a seat at this table.")
    await host.asks(
        "change partners=lot",
        "“partners” is chosen when a table is made: make another one with create.",
    )


async def test_a_host_kicks_bans_announces_and_hands_the_table_on(house: House) -> None:
    ana, bia, caio = [await house.comes(name) for name in ("Ana", "Bia", "Caio")]
    table = await made(ana, seat=0)
    host, guest = house.visits(ana), house.visits(bia)
    await host.asks("join 1", "You are Ana, in seat 1.")
    await guest.asks("join 1 2", "You are Bia, in seat 2.")
    await guest.asks("kick 1", "Only Ana, the host of this table, may do that.")
    since = len(guest.screen.lines)
    await host.asks("announce The pizza is here", "Everybody at the table is told.")
    await guest.screen.shows("Ana announces: The pizza is here", since)
    await host.asks("change spectators=no", "The table takes no spectators.")
    await guest.screen.shows("The table takes no spectators.", since)
    with pytest.raises(Refused, match="takes no spectators"):
        await caio.get_view(table)
    await host.asks("change spectators=apart", "only spectators and the host hear")
    await host.asks("change delay=2h", "Spectators see a match 2 hands later than it is played.")
    assert (await caio.get_view(table)).snapshot.table.watching.delay_hands == 2
    await host.asks("change spectators=silent", "Spectators see a match 2 hands later")
    await host.asks("change delay=30s", "Spectators see a match 30 seconds later")
    await host.asks("change delay=soon", "delay takes one of 1h, 2h, 30s or off.")
    await host.asks("change delay=off spectators=apart", "only spectators and the host hear")
    await host.asks("kick Bia", "The host takes Bia’s seat away.")
    await guest.screen.shows("The host has taken your seat away: you can watch", since)
    await guest.screen.shows("1) Ana: Cacho; 1/3 Ana", since)
    at_host = len(host.screen.lines)
    await guest.asks("join Ana 2", "You are Bia, in seat 2.")
    await host.screen.shows("Bia sits down.", at_host)
    since = len(guest.screen.lines)
    await host.asks("ban 2", "Bia is banned from this table for the evening.")
    await guest.screen.shows("The host has banned you from this table for the evening", since)
    await guest.screen.shows("1) Ana: Cacho; 1/3 Ana", since)
    await guest.asks("join Ana", "The host has banned you")
    await host.asks("unban Bia", "Bia is no longer banned from this table.")
    await guest.asks("join Ana 2", "You are Bia, in seat 2.")
    await caio.join(table, 2)
    await host.screen.shows("Caio sits down.", at_host)
    await host.asks("host caio", "Caio is the host of this table now.")
    assert "Bia gets up." not in host.screen.lines, "the kick was told"
    await host.asks("kick 2", "Only Caio, the host of this table, may do that.")
    assert (await shown(ana)).host == "Caio"
