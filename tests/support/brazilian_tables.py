"""Truco Brasileiro at the moments that matter (`SCENES`), as scripted tables to look at."""

from collections.abc import Callable
from typing import Any

from tests.support.table_driver import ScriptedTable

GAME = "truco-brasileiro"
HANDS = (
    ["4C", "7S", "JD"],
    ["7H", "3S", "QD"],
    ["AS", "2H", "5C"],
    ["7D", "KC", "6H"],
)


def brasileiro(setup: Any = None, *, viewer: int | None = 0, **options: Any) -> ScriptedTable:
    """Return a table; Ana, on the first seat, is mão unless the setup says otherwise."""
    setup = {"dealer": 3, "hand": 4, "scores": [3, 6]} | (setup or {})
    return ScriptedTable(
        GAME, 4, setup, viewer=viewer, bots=[1, 3], options=options, preset="denexa"
    )


def playing(*moves: str, **setup: Any) -> ScriptedTable:
    table = brasileiro({"hands": HANDS, "begin": "play"} | setup)
    for move in moves:
        seat, verb, *rest = move.split()
        card = {"card": rest[0]} if rest else {}
        hidden = {"face_down": True} if rest[1:] else {}
        table.do(int(seat), verb, **card, **hidden)
    return table


FIRST = ("0 play 7S", "1 play QD", "2 play 5C", "3 play 6H")


def cut() -> ScriptedTable:
    table = brasileiro({"dealer": 1})
    table.deal()
    return table


def mao() -> ScriptedTable:
    table = brasileiro()
    table.deal("5H", "QC", "6D", "4D", "4H", "JS", "KH", "3D", "2C")
    table.do(2, "cut", at=[20, 20], **{"from": "top"})
    table.do(0, "reject")
    table.do(0, "reject")
    return table


def trick() -> ScriptedTable:
    return playing(*FIRST, "1 play 3S hidden", "2 play 2H", "3 play KC")


def answer() -> ScriptedTable:
    return playing("0 play 7S", "1 truco")


def eleven() -> ScriptedTable:
    return brasileiro({"hands": HANDS, "scores": [11, 7]})


def iron() -> ScriptedTable:
    table = brasileiro({"hands": HANDS, "scores": [11, 11], "dealer": 2})
    table.do(3, "turn_up")
    return table


def summary() -> ScriptedTable:
    return playing("0 truco", "1 accept", *FIRST)


SCENES: dict[str, Callable[[], ScriptedTable]] = {
    each.__name__: each for each in (cut, mao, trick, answer, eleven, iron, summary)
}
