"""The rummy games as lines of text, against a real server and its bots."""

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.exit_codes import OK
from tests.client.people import House, Terminal
from tests.support.nights import by_night


def plays(terminal: Terminal) -> None:
    """Do the first thing of each list, which goes out when it can.

    Where somebody else was quicker, the list stands there again.
    """

    def answer(line: str) -> None:
        if line.startswith(("It is your turn", "You may interrupt", "The table has changed")):
            terminal.types("1")
        elif line.startswith("How many?"):
            terminal.types("7")

    terminal.screen.on_line = answer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "length", "number"),
    [
        *by_night(("pif-paf", 3, "hands", 1), ("pif-paf-tradicional", 2, "hands", 1)),
        # One round in twenty is over before this seat has drawn.
        ("cacheta", 3, "rounds", 5),
    ],
)
async def test_a_match_is_played_to_its_end_by_typing_numbers(
    house: House, game: str, seats: int, length: str, number: int
) -> None:
    ana = await house.comes("Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game=game, seats=seats, seat=0, pause_milliseconds=0, window_milliseconds=0,
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        options={length: tables_pb2.OptionValue(number=number)},
    )  # fmt: skip
    table = (await ana.create_table(request)).table.id
    terminal = house.sits(ana, table, seat=True, until_over=True)
    plays(terminal)
    await terminal.screen.shows("has not started")
    terminal.types("start")
    assert await terminal.code() == OK
    shown = terminal.screen.lines
    assert any(line.startswith("You get ") for line in shown)
    if game == "cacheta":  # where nobody can be out before the play
        assert any(line.startswith("You draw ") for line in shown)
        assert any(line.startswith(("Melds: ", "No melds yet.")) for line in shown)
        assert any(" lays down [" in line for line in shown)
    else:
        assert any("takes the pot of " in line or "take the pot of " in line for line in shown)
    over = next(at for at, line in enumerate(shown) if line.startswith("The match is over."))
    if game == "cacheta":
        assert shown[over + 1].startswith("Victory points: ")
        assert shown[over + 2].startswith("Game points: ")
    assert not any("{" in line for line in shown)


async def test_a_draw_that_waits_for_the_others_is_told_in_a_line(house: House) -> None:
    ana = await house.comes("Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game="cacheta", seats=2, seat=0, pause_milliseconds=0, window_milliseconds=600,
        bots=tables_pb2.BOT_LEVEL_EASY,
    )  # fmt: skip
    table = (await ana.create_table(request)).table.id
    terminal = house.sits(ana, table, seat=True, unanswered=0.0)
    plays(terminal)
    await terminal.screen.shows("has not started")
    terminal.types("start")
    await terminal.screen.shows("Drawing… the others may still take the discard.")
