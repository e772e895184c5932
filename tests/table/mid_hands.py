"""Tables of every game and every number of players in the middle of a hand, to look at."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

from cardtui_engine.library.registry import game_ids, get_rules
from tests.support.brazilian_tables import FIRST, playing
from tests.support.paulista_tables import HANDS as FRENCH
from tests.support.paulista_tables import paulista
from tests.support.positions import POSITIONS
from tests.support.rummy_tables import HANDS as RUMMY
from tests.support.rummy_tables import move, rummy
from tests.support.table_driver import HANDS as SPANISH
from tests.support.table_driver import ScriptedTable, cacho, truco


def argentino(seats: int) -> ScriptedTable:
    """Half of the first trick lies there."""
    table = truco(seats)
    for seat in range(seats // 2):
        table.do(seat, "play", card=SPANISH[seat][0])
    return table


def brasileiro(_seats: int) -> ScriptedTable:
    """Half of the second trick lies there."""
    return playing(*FIRST, "1 play 3S", "2 play 2H")


def of_paulista(seats: int) -> ScriptedTable:
    """Half of the first trick lies there."""
    table = paulista(seats)
    for seat in range(seats // 2):
        table.do(seat, "play", card=FRENCH[seat].split()[0])
    return table


def of_rummy(game: str, seats: int) -> ScriptedTable:
    """Two have drawn and thrown."""
    setup: dict[str, Any] = {"flip": "8C"} if game == "cacheta" else {"begin": "play"}
    hands = [hand.split() for hand in RUMMY[:seats]]
    if seats < len(RUMMY):
        setup["stock"] = ["9S", "TS", "QS"]
    table = rummy(game, seats, hands=hands, **setup)
    thrown = [RUMMY[seat].split()[-1] for seat in range(2)]
    return move(
        table, "0 draw stock", f"0 discard {thrown[0]}", "1 draw stock", f"1 discard {thrown[1]}"
    )


def of_cacho(seats: int) -> ScriptedTable:
    """One seat has bet."""
    table = cacho(seats)
    table.do(0, "bet")
    return table


_MADE: Final[dict[str, Callable[[int], ScriptedTable]]] = {
    "truco-argentino": argentino,
    "truco-brasileiro": brasileiro,
    "truco-paulista": of_paulista,
    "cacho": of_cacho,
}

MID_HANDS: Final[dict[str, Callable[[], ScriptedTable]]] = {
    f"{game} {seats}": partial(_MADE.get(game, partial(of_rummy, game)), seats)
    for game in game_ids()
    for seats in get_rules(game).seats
}
"""By game and number of players."""

_FULLEST: Final = {f"{game} {max(get_rules(game).seats)}" for game in game_ids()}

most_by_day: Final = pytest.mark.parametrize(
    "position",
    [
        pytest.param(made, id=name, marks=() if name in by_day else pytest.mark.nightly)
        for tables, by_day in ((POSITIONS, POSITIONS.keys()), (MID_HANDS, _FULLEST))
        for name, made in tables.items()
    ],
)
"""Every position, and every game with as many players as it takes; with fewer by night."""
