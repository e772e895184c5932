"""Rummy games at the moments that matter (`SCENES`), as scripted tables to look at."""

from collections.abc import Callable, Iterable
from typing import Any

from cardtui_client.model.cards import face
from tests.support.table_driver import ScriptedTable

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gabi", "Hugo")
HANDS = (
    "3S 9C 4S 5S KD 7H 7C 7D 8D",
    "2H 3H 4H TD JD QD 9S 9H KC",
    "5D 5H 6C 7C 8C JS QS AS 2D",
    "AD 4C 6S 8S TH TC KS KH 3C",
    "2C 3D 6D 9D JC QC AH 4D 5C",
    "8H 9D TS JH QH KC 2S 6H 7S",
    "3D 4D 6D 8S TD QC AC 5S 2H",
    "AS 2D 5C 6S 7H 9C JD KS TH",
)


def move(table: ScriptedTable, *moves: str) -> ScriptedTable:
    """Play moves such as ``"0 draw stock"``, ``"1 discard 7S"`` or ``"2 bet 3"``."""
    names = {"draw": "from", "discard": "card", "go_out": "discard", "cut": "at"}
    for each in moves:
        seat, verb, *rest = each.split()
        argument: dict[str, Any] = {}
        if rest:
            value = int(rest[0]) if rest[0].isdigit() else rest[0]
            argument[names.get(verb, "discard" if verb in ("bater", "knock") else "to")] = value
        table.do(int(seat), verb, **argument)
    return table


def rummy(
    game: str,
    seats: int = 3,
    *,
    viewer: int | None = 0,
    options: dict[str, Any] | None = None,
    names: tuple[str, ...] = NAMES,
    **setup: Any,
) -> ScriptedTable:
    """Return a hand after the deal; Ana, on the first seat, begins."""
    setup = {"dealer": seats - 1, "hand": 3, "hands": [h.split() for h in HANDS[:seats]]} | setup
    return ScriptedTable(game, seats, setup, viewer=viewer, options=options, bots=[1], names=names)


def betting() -> ScriptedTable:
    return move(rummy("pif-paf", 4, options={"ante": 3}), "0 check", "1 bet 6", "2 call", "3 fold")


def drawing() -> ScriptedTable:
    table = rummy("pif-paf", 4, begin="play", stock=["2S", "TS", "QS"], discards=["JD", "QH", "2C"])
    return move(table, "0 draw stock", "0 discard 2S", "1 draw stock", "1 discard KC")


def throwing() -> ScriptedTable:
    table = rummy("pif-paf", 3, begin="play", stock=["8S"])
    return move(table, "0 draw stock")


MELDS = [["3S", "4S", "5S"], ["7C", "7D", "7H"], ["9C", "TC", "JC"]]
"""What the hand of `going_out` melds; the king of diamonds is left."""


def going_out() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:3]]
    table = rummy("pif-paf", 3, begin="play", stock=["JC"], hands=[hand.split() for hand in hands])
    return move(table, "0 draw stock")


def claiming() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:3]]
    table = rummy(
        "pif-paf", 3, begin="play", stock=["2S", "JC"], dealer=0,
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    return move(table, "1 draw stock", "1 discard 2S", "2 draw stock", "2 discard JC")


def out() -> ScriptedTable:
    return move(going_out(), "0 go_out KD")


def vou() -> ScriptedTable:
    return move(rummy("pif-paf-tradicional", 4), "0 vou 5", "1 vou 9", "2 estou_fora", "3 vou 9")


def cutting() -> ScriptedTable:
    table = ScriptedTable("pif-paf-tradicional", 3, {"dealer": 1, "hand": 2}, names=NAMES, bots=[1])
    table.deal()
    return table


def cacheta() -> ScriptedTable:
    table = rummy("cacheta", 4, flip="8C", stock=["9S", "TS", "QS"], scores=[10, 7, 3, 1])
    return move(table, "0 draw stock", "0 discard KD", "1 draw stock", "1 discard KC")


def na_boa() -> ScriptedTable:
    hands = [
        "3S 4S 5S 7H 7C 7D 9D TD KD", "2H 3H 4H TD JD QD 9S 9H KC", HANDS[2], HANDS[3],
    ]  # fmt: skip
    table = rummy(
        "cacheta", 4, flip="8C", stock=["QS", "AC", "2S"], scores=[10, 7, 3, 0],
        hands=[*[hand.split() for hand in hands[:3]], []], dealer=2,
    )  # fmt: skip
    return move(table, "0 good_one", "0 draw stock", "0 discard QS", "1 draw stock", "1 discard KC")


def knocked() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9D TD KD", *HANDS[1:3]]
    table = rummy(
        "cacheta", 3, flip="8C", stock=["JD"], scores=[10, 7, 1],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    return move(table, "0 draw stock", "0 knock")


def knocked_with_wild_cards() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 9S TD QD KD", *HANDS[1:3]]
    table = rummy(
        "cacheta", 3, flip="8C", stock=["9C"], scores=[10, 7, 1],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    return move(table, "0 draw stock", "0 knock")


def won(seats: int = 3) -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:seats]]
    table = rummy(
        "cacheta", seats, flip="8C", stock=["JC"], scores=[4, *[1] * (seats - 1)],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    return move(table, "0 draw stock", "0 knock")


def won_by_eight() -> ScriptedTable:
    return won(8)


def ready_for_ten(game: str, seats: int = 3) -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC JC", *HANDS[1:seats]]
    extra: dict[str, Any] = {"flip": "8D"} if game == "cacheta" else {"begin": "play"}
    table = rummy(game, seats, stock=["8C"], hands=[hand.split() for hand in hands], **extra)
    return move(table, "0 draw stock")


def ready_for_nine() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC KD", *HANDS[1:3]]
    table = rummy("cacheta", flip="2D", stock=["JC"], hands=[hand.split() for hand in hands])
    return move(table, "0 draw stock")


def cutting_the_line() -> ScriptedTable:
    hands = ["3S 4S 5S 7H 7C 7D 9D TD KD", *HANDS[1:3]]
    table = rummy(
        "cacheta", 3, flip="2C", stock=["QS", "2S", "JD"],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    moves = ("0 good_one", "0 draw stock", "0 discard QS", "1 draw stock", "1 discard 2S")
    return move(table, *moves, "2 draw stock", "2 discard JD")


def eight() -> ScriptedTable:
    hands = [hand.split() for hand in HANDS]
    return move(rummy("cacheta", 8, flip="8C", hands=hands), "0 draw stock", "0 discard KD")


def eight_betting() -> ScriptedTable:
    hands = [hand.split() for hand in HANDS]
    table = rummy("pif-paf", 8, hands=hands)
    return move(table, "0 check", "1 bet 2", "2 call", "3 fold", "4 raise 5", "5 call")


def watched() -> ScriptedTable:
    return move(rummy("cacheta", 3, viewer=None, flip="8C"), "0 draw stock", "0 discard KD")


SCENES: dict[str, Callable[[], ScriptedTable]] = {
    each.__name__: each
    for each in (
        betting, drawing, throwing, going_out, claiming, out, vou, cutting, cacheta, na_boa,
        knocked, won, won_by_eight, eight, eight_betting, watched,
    )
}  # fmt: skip


def codes(cards: Iterable[int]) -> str:
    """Return cards by their codes on the wire."""
    return " ".join(face(card).code for card in cards)


def melds_of(table: ScriptedTable) -> list[list[str]]:
    """Return the melds of the last act."""
    action = table.acts[-1]
    part = getattr(action, action.WhichOneof("action") or "")
    return [codes(meld.cards).split() for meld in part.melds]


def thrown_by(table: ScriptedTable) -> str:
    """Return the card that the last act throws."""
    action = table.acts[-1]
    card = getattr(action, action.WhichOneof("action") or "").discard
    return face(card).code if card else ""
