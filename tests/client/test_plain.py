"""The client as lines of text, against a real server: played, watched, left and come back to."""

import asyncio
import io
import os
import pty
import signal
import termios
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.exit_codes import FAILED, INTERRUPTED, OK
from cardtui_client.i18n import set_language
from cardtui_client.lines.parser import may_be_act
from cardtui_client.lines.plain_table import run_plain
from cardtui_client.lines.typed_lines import TypedLines, writable, write_lines
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings as ServerSettings
from tests.client.people import (
    House,
    Terminal,
    number,
    plays_the_first_choice,
    plays_to_the_end,
    table_of,
)
from tests.support.lasting_port import lasting_port
from tests.support.nights import by_night


async def two_at_truco(
    house: House, *, tty: bool = False, **fields: Any
) -> tuple[Terminal, Terminal, str]:
    """Seat Ana and Beto, deal, and return who is mano, who has dealt, and the table."""
    ana, beto = await house.comes("Ana"), await house.comes("Beto")
    table = await table_of(ana, "truco-argentino", **fields)
    await beto.join(table, 1)
    terminals = [house.sits(who, table, seat=True, tty=tty) for who in (ana, beto)]
    for terminal in terminals:
        await terminal.screen.shows("The match has not started")
        terminal.types("ready")
    # At a terminal both are newcomers, and nobody is asked to cut.
    word = "1) play" if tty else "tap"
    asked = [asyncio.create_task(each.screen.shows(word)) for each in terminals]
    done, _rest = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    # With two at the table the one at the dealer's left is also the one at the right (TA-03).
    mano, dealer = terminals if asked[0] in done else terminals[::-1]
    for task in asked:
        task.cancel()
    if not tty:
        mano.types("tap")
    await mano.screen.shows("1) play")
    await dealer.screen.shows("You get ")
    return mano, dealer, table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "fields", "told"),
    [
        ("truco-argentino", {"options": {"target": number(3)}}, ()),
        ("cacho", {"options": {"hands": number(3)}}, ()),
        ("truco-brasileiro", {"seats": 4}, (" mão.", " cuts the pack at ", " plays ")),
        *by_night(("truco-brasileiro", {"seats": 4, "preset": "mesa"}, (" mão.",))),
    ],
)
async def test_a_match_is_played_to_its_end_by_typing_numbers(
    house: House, game: str, fields: dict[str, Any], told: tuple[str, ...]
) -> None:
    ana = await house.comes("Ana")
    table = await table_of(ana, game, bots=tables_pb2.BOT_LEVEL_EASY, **fields)
    terminal = house.sits(ana, table, seat=True, until_over=True)
    await plays_to_the_end(terminal)
    shown = terminal.screen.lines
    assert "You are Ana, in seat 1." in shown
    assert any(line.startswith("You get ") for line in shown)
    assert any(line.startswith("The match is over.") for line in shown)
    assert not any("for another match" in line for line in shown)  # it ends with this one
    assert not any("{" in line for line in shown)
    assert [each for each in told if not any(each in line for line in shown)] == []


@pytest.mark.slow
async def test_who_watches_sees_a_whole_match_without_typing(house: House) -> None:
    ana, zoe = await house.comes("Ana"), await house.comes("Zoe")
    table = await table_of(
        ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options={"hands": number(2)}
    )
    watcher = house.sits(zoe, table, seat=False, until_over=True)
    watcher.hang_up()
    await watcher.screen.shows("You are watching.")
    player = house.sits(ana, table, seat=True, until_over=True)
    plays_the_first_choice(player)
    player.types("start")
    assert await player.code() == OK
    assert await watcher.code() == OK
    assert not any(line.startswith(("1)", "You get")) for line in watcher.screen.lines)
    told = [line[:7] for line in player.screen.lines if line.startswith("Hand ")]
    assert told == [line[:7] for line in watcher.screen.lines if line.startswith("Hand ")]


async def test_a_player_hears_the_spectators_only_on_request(house: House) -> None:
    ana, zoe = await house.comes("Ana"), await house.comes("Zoe")
    beto = await house.comes("Beto")
    table = await table_of(beto, "cacho")
    host = house.sits(beto, table, seat=True)  # who hears them always
    await host.screen.shows("The match has not started")
    await ana.join(table, 1)
    player = house.sits(ana, table, seat=True)
    watcher = house.sits(zoe, table, seat=False)
    await player.screen.shows("The match has not started")
    await watcher.screen.shows("You are watching.")
    watcher.types("say one")
    await watcher.screen.shows("Zoe (watching): one")
    player.types("say hello")
    await player.screen.shows("Ana: hello")  # what Zoe said before that is not told any more
    player.types("spectators")
    await player.screen.shows("What spectators say is shown now.")
    watcher.types("say two")
    await player.screen.shows("Zoe (watching): two")
    player.types("spectators")
    await player.screen.shows("What spectators say is hidden now.")
    watcher.types("say three")
    await watcher.screen.shows("Zoe (watching): three")
    player.types("say four")
    await player.screen.shows("Ana: four")
    await watcher.screen.shows("Ana: four")
    assert [line for line in player.screen.lines if "Zoe" in line] == ["Zoe (watching): two"]
    watcher.types("spectators")
    await watcher.screen.shows("You are watching: spectators always hear everybody.")
    # So does the host, and who is the host no more hears them as before.
    host.types("spectators")
    await host.screen.shows("The host always hears spectators")
    host.types("host Ana")
    await player.screen.shows("You are the host of this table now.")
    await host.screen.shows("Ana is the host of this table now.")
    host.types("say I hear you no more")
    await watcher.screen.shows("Beto: I hear you no more")
    watcher.types("say five")
    await player.screen.shows("Zoe (watching): five")
    host.types("say six")
    await host.screen.shows("Beto: six")
    assert "Zoe (watching): five" not in host.screen.lines


async def test_phrases_and_reactions_are_told_and_who_is_muted_is_not(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    ana, zoe = await house.comes("Ana"), await house.comes("Zoe")
    table = await table_of(ana, "truco-argentino")
    player = house.sits(ana, table, seat=True)
    watcher = house.sits(zoe, table, seat=False)
    await player.screen.shows("The match has not started")
    await watcher.screen.shows("You are watching.")
    await player.asks("!", "!yawn zzz")
    assert "!5 Liar, liar!" in player.screen.lines
    await player.asks("!10", "There is no such phrase.")
    player.types("!5")
    await watcher.screen.shows("Ana: Liar, liar!")
    player.types("!laugh")
    await watcher.screen.shows("Ana: :D (laugh)")
    await watcher.asks("mute nobody", "Nobody here is called “nobody”, only Ana.")
    await player.asks("mute nobody", "Nobody here is called “nobody”.")
    await watcher.asks("mute ana", "Ana is muted.")
    since = len(watcher.screen.lines)
    player.types("say unheard")
    await player.screen.shows("Ana: unheard")
    watcher.types("say later")
    await watcher.screen.shows("Zoe (watching): later")  # what was said before has come by
    await watcher.asks("unmute 1", "Ana is no longer muted.")
    player.types("say heard")
    await watcher.screen.shows("Ana: heard", since)
    assert not any("unheard" in line for line in watcher.screen.lines)
    await watcher.asks("mute all", "Everybody is muted")
    await watcher.asks("mute spectators", "Spectators are muted")
    await watcher.asks("mute", "Spectators are muted")
    await watcher.asks("mute ana", "Ana is muted.")
    await watcher.asks("unmute all", "Nobody is muted any more.")
    await watcher.asks("mute", "Nobody is muted.")


@pytest.mark.clause("TA-70")
async def test_words_that_call_are_asked_about_until_one_says_yes(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    mano, _other, _table = await two_at_truco(house, tty=True)
    await mano.asks("say nothing to call", ": nothing to call")
    await mano.asks("say ¡falta   envido!", "this calls “¡Falta envido!”")
    await mano.asks("no", "Cancelled.")
    await mano.asks("say falta envido", "this calls “¡Falta envido!”")
    await mano.asks("yes", ": falta envido")
    assert "ask_words = false" in (tmp_path / "config.toml").read_text()


@pytest.mark.clause("TA-22")
async def test_truco_may_be_called_while_waiting_and_answered(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    other.types("truco")
    await mano.screen.shows("“¡Truco!” For 2 points.")
    await mano.screen.shows("1) quiero (for 2 points)")
    mano.types("quiero")
    await other.screen.shows("“¡Quiero!” The hand is worth 2 points.")


async def test_what_the_rules_forbid_is_answered_with_the_rule(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    assert "There is no call to answer" in await other.asks("quiero", "[TA-10]")
    assert "’s turn: wait." in await other.asks("play 1E", "[TA-10]")
    assert "that is truco" in await mano.asks("vale cuatro", "[TA-20]")


async def test_what_is_not_understood_is_answered_with_what_to_type(house: House) -> None:
    mano, _other, _table = await two_at_truco(house)
    await mano.asks("xyzzy", "Type ? for help")
    await mano.asks("99", "no such number")
    await mano.asks("play", "Say which card: play")
    await mano.asks("say", "Type what you want to say")
    await mano.asks("say " + "é" * 201, "That is too long: at most 200 letters.")
    assert "Enter" in await mano.asks("?", "Enter: what you can do")
    await mano.asks("? all", "kick SEAT: ")
    assert "TA-20" in await mano.asks("? truco", "TA-20")
    assert "TA-42" in await mano.asks("? ta-42", "TA-42")
    await mano.asks("? xyzzy", "No such rule")
    await mano.asks("hand", "Your cards: ")
    await mano.asks("table", "The table waits for ")
    await mano.asks("", "1) play")


async def test_talk_reaches_the_others(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    mano.types("say hola che")
    assert (await other.screen.shows("hola che")).endswith(": hola che")


async def test_before_a_match_partners_talk_to_their_team_alone(house: House) -> None:
    people = [await house.comes(name) for name in ("Ana", "Beto", "Carla")]
    table = await table_of(people[0], "truco-brasileiro", seats=4)
    for seat, who in enumerate(people[1:], 1):
        await who.join(table, seat)
    ana, beto, carla = (house.sits(who, table, seat=True) for who in people)
    for terminal in (ana, beto, carla):
        await terminal.screen.shows("Type ? for help.")
    ana.types("team psst")
    for terminal in (ana, carla):
        await terminal.screen.shows("Ana (to the team): psst")
    ana.types("say hola")
    await beto.screen.shows("Ana: hola")
    assert not any("psst" in line for line in beto.screen.lines)
    await beto.asks("team psst", "a bot does not listen")


async def test_seats_are_swapped_by_asking_and_agreeing(house: House) -> None:
    ana, beto = await house.comes("Ana"), await house.comes("Beto")
    table = await table_of(ana, "cacho", seats=3)
    await beto.join(table, 1)
    first, second = house.sits(ana, table, seat=True), house.sits(beto, table, seat=True)
    for terminal in (first, second):
        await terminal.screen.shows("Type ? for help.")
    await first.asks("swap 9", "Type the seat that you want")
    await first.asks("swap beto", "Asked; they must agree.")
    await second.screen.shows("Ana asks you to swap seats; you agree by asking for seat 1.")
    second.types("swap 1")
    await first.screen.shows("You sit in seat 2 now.")
    await second.screen.shows("Ana sits in seat 2 now.")
    await first.asks("swap 3", "You sit in seat 3 now.")


async def test_partners_give_signals_to_those_who_look_at_them(house: House) -> None:
    people = [await house.comes(name) for name in ("Ana", "Beto", "Carla")]
    table = await table_of(people[0], "truco-argentino", seats=4)
    for seat, who in enumerate(people[1:], 1):
        await who.join(table, seat)
    ana, beto, carla = (house.sits(who, table, seat=True) for who in people)
    for terminal in (ana, beto, carla):
        await terminal.screen.shows("Type ? for help.")
    ana.types("start")
    await beto.screen.shows("Hand 1.")
    ana.types("signal wink")
    await carla.screen.shows("(o.-) Ana winks. (the 1 of clubs)")
    await ana.screen.shows("Your signal: wink. Seen by Carla.")
    await beto.asks("look ana", "You look at Ana.")
    ana.types("signal 4")
    await beto.screen.shows("(o=o) Ana bites the lip. (a 3)")
    assert not any("winks" in line for line in beto.screen.lines)


async def test_an_amount_can_be_asked_for_and_typed_alone(house: House) -> None:
    ana, beto = await house.comes("Ana"), await house.comes("Beto")
    table = await table_of(ana, "truco-argentino")
    await beto.join(table, 1)
    terminals = house.sits(ana, table, seat=True), house.sits(beto, table, seat=True)
    for terminal in terminals:
        terminal.types("ready")
    asked = [asyncio.create_task(each.screen.shows(") cut N")) for each in terminals]
    done, rest = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    cutter = terminals[asked.index(done.pop())]
    await cutter.asks("cut", "How many? Type a number from 1 to 39.")
    await cutter.asks("77", "How many? Type a number from 1 to 39.")
    cutter.types("cut")
    await cutter.asks("12", "You cut 12 cards off the top of the pack")


async def test_the_end_of_the_input_leaves_and_keeps_the_seat(house: House) -> None:
    mano, other, table = await two_at_truco(house)
    await other.screen.shows(" is here.")
    mano.hang_up()
    assert await mano.code() == OK
    assert mano.screen.lines[-1].startswith("You leave the table. Your seat is kept")
    await other.screen.shows(" is away.")
    (shown,) = (await (await house.comes("Zoe")).list_tables()).tables
    assert shown.id == table
    assert sorted(seat.name for seat in shown.seats) == ["Ana", "Beto"]


async def test_every_line_of_a_pipe_is_answered_before_the_match_and_its_end_leaves(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    table = await table_of(ana, "cacho")
    ended = "You leave the table. Your seat is kept."
    unknown = "There is no “garbage” here. Type ? for help."
    for typed, answers in (
        (
            ("garbage", "7", "pass", ""),
            [
                unknown,
                "There is nothing for you to do now.",
                "There is nothing for you to do now.",
                "The match has not started: say that you are ready.",
            ],
        ),
        (("ready", "garbage"), [unknown]),
        (("garbage",), [unknown]),  # still ready
    ):
        terminal = house.sits(ana, table, seat=True)
        for line in typed:
            terminal.types(line)
        terminal.hang_up()
        assert await terminal.code() == OK
        assert {*answers} <= {*terminal.screen.lines}
        assert terminal.screen.lines[-1] == ended


@pytest.mark.parametrize("line", ["7", "7H", "check", "bet 3", "hide 4C", "take the discard", ""])
def test_what_a_pipe_brings_for_the_match_is_told_from_what_means_nothing(line: str) -> None:
    model = TableModel()
    model.table.game = "pif-paf"
    model.table.deck = tables_pb2.DECK_FRENCH
    assert may_be_act(line, model)
    assert not may_be_act(f"q{line}q", model)


async def test_who_watches_is_told_only_what_a_spectator_can_do(house: House) -> None:
    ana, zoe = await house.comes("Ana"), await house.comes("Zoe")
    watcher = house.sits(zoe, await table_of(ana, "cacho"), seat=False)
    await watcher.screen.shows("You are watching.")
    since = len(watcher.screen.lines)
    await watcher.asks("? all", "quit: leave.")
    words = [line.partition(":")[0] for line in watcher.screen.lines[since:]]
    assert words == [
        "say TEXT", "!", "mute NAME, or bots, or all", "report NAME WHY", "table", "ledger",
        "repeat", "hold", "describe", "about NAME", "ranking", "friends",
        "friend NAME, ignore NAME", "tell NAME TEXT", "? WORD", "join SEAT", "quit",
    ]  # fmt: skip


async def test_what_was_typed_before_the_end_of_the_input_is_still_done(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    mano.types("1")
    mano.hang_up()
    assert await mano.code() == OK
    await other.screen.shows(" plays ")


async def test_what_a_pipe_brings_at_once_waits_for_the_table(house: House) -> None:
    ana = await house.comes("Ana")
    terminal = house.sits(ana, await table_of(ana, "cacho"), seat=True)
    terminal.types("table")
    terminal.types("quit")
    assert await terminal.code() == OK
    assert terminal.screen.lines[0] == "Table Ana: Cacho."
    assert terminal.screen.lines.count("Players: 1 Ana (you), 2 free.") == 2
    assert "Your seat is kept" in terminal.screen.lines[-1]


async def test_at_a_terminal_the_table_is_given_a_moment_before_what_was_typed_ahead_of_it(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    terminal = house.sits(ana, await table_of(ana, "cacho"), seat=True, tty=True)
    terminal.types("ready")
    await terminal.screen.shows("You are ready")
    assert not [line for line in terminal.screen.lines if "not shown the table" in line]


@pytest.mark.nightly
async def test_a_pipe_uses_each_line_once_when_it_may_be_done(house: House) -> None:
    ana = await house.comes("Ana")
    table = await table_of(
        ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options={"hands": number(2)}
    )
    terminal = house.sits(ana, table, seat=True, until_over=True)
    terminal.types("start")
    for _line in range(300):
        terminal.types("pass")
    assert await terminal.code() == OK
    shown = terminal.screen.lines
    assert not [line for line in shown if line.startswith(("Wait ", "It is the turn of"))]
    turns = [line for line in shown if line.startswith("It is your turn")]
    assert len([line for line in shown if line.startswith("You pass")]) == len(turns)


@pytest.mark.slow
async def test_another_match_can_be_played_at_a_terminal(house: House) -> None:
    ana = await house.comes("Ana")
    options = {"hands": number(1)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=options)
    terminal = house.sits(ana, table, seat=True, until_over=True, tty=True)
    plays_the_first_choice(terminal)
    await terminal.screen.shows("has not started")
    terminal.types("start")
    await terminal.screen.shows("Type ready for another match, or quit to leave.")
    since = len(terminal.screen.lines)
    terminal.types("start")
    await terminal.screen.shows("Hand 1.", since)
    terminal.types("quit")
    assert await terminal.code() == OK


async def test_words_behind_what_takes_you_away_are_another_wish(house: House) -> None:
    mano, _other, _table = await two_at_truco(house)
    await mano.asks("leave the hand", "There is no “leave the hand” here.")
    await mano.asks("stand by", "There is no “stand by” here.")
    await mano.asks("quit it", "There is no “quit it” here.")
    mano.types("quit")
    assert await mano.code() == OK


async def test_quit_leaves_politely(house: House) -> None:
    mano, _other, _table = await two_at_truco(house)
    mano.types("quit")
    mano.hang_up()  # as a pipe does, whose last line it was
    assert await mano.code() == OK
    assert "Your seat is kept" in mano.screen.lines[-1]
    assert sum("Your seat is kept" in line for line in mano.screen.lines) == 1


async def test_an_interrupt_leaves_politely(house: House) -> None:
    ana = await house.comes("Ana")
    terminal = house.sits(ana, await table_of(ana, "cacho"), seat=True)
    await terminal.screen.shows("has not started")
    os.kill(os.getpid(), signal.SIGINT)
    assert await terminal.code() == INTERRUPTED
    assert "Your seat is kept" in terminal.screen.lines[-1]


async def test_a_closed_table_ends_well_and_an_unknown_one_does_not(house: House) -> None:
    ana = await house.comes("Ana")
    table = await table_of(ana, "cacho")
    terminal = house.sits(ana, table, seat=True)
    await terminal.screen.shows("has not started")
    await ana.close_table(table)
    assert await terminal.code() == OK
    assert terminal.screen.lines[-1] == "The table was closed."
    lost = house.sits(ana, "nowhere", seat=True)
    assert await lost.code() == FAILED
    assert lost.screen.lines == ["There is no table “nowhere” any more: choose one from the list."]


@pytest.mark.slow
async def test_a_lost_server_is_said_and_come_back_to(tmp_path: Any) -> None:
    settings = ServerSettings(port=lasting_port(), data=tmp_path, note=False, limits=Limits.open())
    first = await serve(settings)
    ana = await Connection.open(first.address, "Ana")
    table = await table_of(ana, "cacho")
    terminal = Terminal(partial(run_plain, ana, table, True))
    try:
        await terminal.screen.shows("has not started")
        await first.stop(grace=0)
        await terminal.screen.shows("Reconnecting… Your seat is kept.")
        second = await serve(settings)
        try:
            await terminal.screen.shows("Reconnected.")
            await terminal.asks("table", "Players: 1 Ana (you)")
        finally:
            await second.stop(grace=0)
    finally:
        await terminal.close()
        await ana.close()


async def test_it_speaks_the_readers_language_and_hears_it(house: House) -> None:
    set_language("es_AR")
    ana = await house.comes("Ana")
    table = await table_of(ana, "truco-argentino", bots=tables_pb2.BOT_LEVEL_EASY)
    terminal = house.sits(ana, table, seat=True)
    await terminal.screen.shows("Sos Ana, en el lugar 1.")
    terminal.types("empezar")
    await terminal.screen.shows("Ronda 1. Da")
    terminal.types("salir")
    assert await terminal.code() == OK


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("utf-8", "¡Envido! “corazón”: 2 – 3…"),
        ("ascii", 'Envido! "corazon": 2 - 3...'),
        ("latin-1", 'Envido! "corazon": 2 - 3...'),
    ],
)
def test_lines_are_written_as_the_terminal_can_show_them(encoding: str, written: str) -> None:
    assert writable("¡Envido! “corazón”: 2 – 3…", encoding) == written


async def test_lines_are_read_from_what_is_no_file_too() -> None:
    assert [line async for line in TypedLines(io.StringIO("one\ntwo"))] == ["one", "two"]


async def test_lines_of_a_pipe_may_come_in_pieces_and_in_any_bytes() -> None:
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as source:
        for piece in (
            "on",
            "e\ntw\u00f3".encode()[:-1],
            "\u00f3".encode()[-1:],
            b"\r\n\xff\n",
            "x",
        ):
            os.write(write, piece.encode() if isinstance(piece, str) else piece)
        os.close(write)
        assert [line async for line in TypedLines(source)] == ["one", "twó", "\ufffd", "x"]


def test_lines_are_wrapped_at_words_at_a_terminal_and_nowhere_else() -> None:
    said = "The game waits for nobody, but the table waits for you."
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 20))
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        write_lines(terminal, [said])
        came = b""
        while not came.rstrip().endswith(said[-4:].encode()):  # it may come in pieces
            came += os.read(ours, 4096)
    os.close(ours)
    shown = came.decode().splitlines()
    assert " ".join(shown) == said
    assert max(map(len, shown)) <= 20
    pipe = io.StringIO()
    write_lines(pipe, [said])
    assert pipe.getvalue() == f"{said}\n"


async def test_the_state_is_said_again_on_request(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    since = len(mano.screen.lines)
    await mano.asks("repeat", "2) ")
    said = mano.screen.lines[since:]
    assert any(line.startswith("Your cards: ") for line in said)
    assert any(line == "The table waits for you." for line in said)
    assert "The table waits for " in await other.asks("repeat", "The table waits")


async def test_what_happens_is_held_back_until_enter(house: House) -> None:
    mano, other, _table = await two_at_truco(house)
    await mano.asks("hold", "kept back until you press Enter")
    since = len(mano.screen.lines)
    other.types("say hola")
    await other.screen.shows(": hola")
    assert mano.screen.lines[since:] == []
    while not any(": hola" in line for line in mano.screen.lines[since:]):
        await mano.asks("hand", "Your cards: ")  # the line may reach others first
    await mano.asks("hold", "told at once again")
    other.types("say chau")
    await mano.screen.shows(": chau")


async def test_a_pipe_that_asks_too_early_is_told_so_and_goes_on_being_heard(house: House) -> None:
    ana, beto = await house.comes("Ana"), await house.comes("Beto")
    table = await table_of(ana, "cacho")
    await beto.join(table, 1)
    early, other = house.sits(ana, table, seat=True), house.sits(beto, table, seat=True)
    early.types("ready")
    await early.asks("pass", "Too early for “pass”: it is done as soon as it can be.")
    await early.asks("hand", "You have no cards now.")
    await early.asks("xyz", "There is no “xyz” here.")
    await other.screen.shows("has not started")
    early.types("say meanwhile")
    await other.screen.shows(": meanwhile")
    plays_the_first_choice(other)
    other.types("ready")
    await other.screen.shows("Ana passes")
    await early.asks("quit", "You leave the table. Your seat is kept.")
    assert await early.code() == OK


@pytest.mark.slow
async def test_what_a_pipe_asks_too_early_after_a_match_is_done_in_the_next_one(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    options = {"hands": number(1)}
    table = await table_of(ana, "cacho", bots=tables_pb2.BOT_LEVEL_EASY, options=options)
    early = house.sits(ana, table, seat=True)
    early.types("ready")
    for _ in range(20):  # more than one match takes: what is left is no longer kept
        early.types("1")
    await early.screen.shows("Type ready for another match, or quit to leave.")
    await early.asks("pass", "[CC-03]")
    since = len(early.screen.lines)
    early.types("ready")
    early.types("pass")
    early.hang_up()
    assert await early.code() == OK
    after = early.screen.lines[since:]
    # Alba may have to act first, and end the hand by it.
    assert any(line.startswith(("You pass", "Alba passes")) for line in after)
    assert not any("[CC-03]" in line for line in after)


async def test_who_leaves_is_told_what_has_not_been_done(house: House) -> None:
    ana = await house.comes("Ana")
    terminal = house.sits(ana, await table_of(ana, "cacho"), seat=True)
    terminal.types("ready")
    await terminal.asks("pass", "Too early for “pass”")
    terminal.types("check")
    await terminal.asks("quit", "Not done: pass, check (you had left).")
    assert await terminal.code() == OK


async def test_at_a_terminal_what_is_typed_too_early_is_refused_and_nothing_waits(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    terminal = house.sits(ana, await table_of(ana, "truco-argentino"), seat=True, tty=True)
    await terminal.screen.shows("has not started")
    await terminal.asks("truco", "The match has not started")
    await terminal.asks("hand", "You have no cards now")
