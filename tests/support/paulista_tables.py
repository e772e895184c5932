"""Truco Paulista at the moments that matter (`SCENES`), as scripted tables to look at."""

from collections.abc import Callable
from typing import Any

from tests.support.table_driver import ScriptedTable

GAME = "truco-paulista"
HANDS = ("3S 2S AH", "KS JD JS", "7S 6S QH", "4S 4C 6D", "5D 5H 5S", "QS QC KD")


def paulista(seats: int = 4, setup: Any = None, **options: Any) -> ScriptedTable:
    """Return a table; Ana, on the first seat, is mão."""
    hands = [hand.split() for hand in HANDS[:seats]]
    setup = {"dealer": seats - 1, "hand": 3, "hands": hands} | (setup or {})
    if options.get("manilha") != "fixed":
        setup = {"flip": "4H"} | setup
    bots = [seat for seat in (1, 3) if seat < seats]
    return ScriptedTable(GAME, seats, setup, bots=bots, options=options, preset="paulista")


def cut() -> ScriptedTable:
    table = ScriptedTable(GAME, 2, {"dealer": 1, "scores": [3, 6]}, bots=[1])
    table.deal()
    return table


def raised() -> ScriptedTable:
    table = paulista()
    table.do(0, "play", card="3S")
    table.do(1, "truco")
    table.do(2, "raise")
    return table


def six() -> ScriptedTable:
    table = paulista(6, {"scores": [5, 8]})
    for seat in range(5):
        table.do(seat, "play", card=HANDS[seat].split()[0])
    return table


def six_at_eleven() -> ScriptedTable:
    return paulista(6, {"scores": [11, 8]})


def iron_in_minas() -> ScriptedTable:
    table = paulista(4, {"scores": [10, 10]}, manilha="fixed", stakes="mineiro")
    table.do(0, "turn_up")
    return table


def second_game() -> ScriptedTable:
    table = paulista(2, {"scores": [11, 5], "games": [1, 0]}, best_of=3)
    table.do(0, "run")
    return table


SCENES: dict[str, Callable[[], ScriptedTable]] = {
    each.__name__: each for each in (cut, raised, six, six_at_eleven, iron_in_minas, second_game)
}
