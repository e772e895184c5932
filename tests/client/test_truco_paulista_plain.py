"""Truco Paulista as lines of text: the vira, the hand at eleven or ten, games won."""

from typing import Any

import pytest

from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import TableModel
from tests.support.table_driver import ScriptedTable

GAME = "truco-paulista"
HANDS = (
    ["3S", "2S", "AH"],
    ["KS", "JD", "JS"],
    ["7S", "6S", "QH"],
    ["4S", "4C", "6D"],
)
PACK = ["3D", "3H", "3S", "QD", "QH", "QS", "JD", "JH", "JS", "5D", "5H", "5S", "7C"]


class Told:
    """A table whose lines are kept; Ana, on the first seat, is mão."""

    def __init__(self, setup: Any = None, seats: int = 4, **options: Any) -> None:
        setup = {"dealer": seats - 1, **({"hands": HANDS[:seats]} if setup is None else setup)}
        if "hands" in setup and options.get("manilha") != "fixed":
            setup.setdefault("flip", "4H")
        self.table = ScriptedTable(GAME, seats, setup, viewer=0, options=options)
        self.model = TableModel()
        self.narrator = Narrator(self.model)
        self.first = self.narrator.tell(self.table.snapshot())

    def do(self, *moves: str) -> list[str]:
        for move in moves:
            seat, verb, *card = move.split()
            self.table.do(int(seat), verb, **({"card": card[0]} if card else {}))
        return [line for frame in self.table.sent() for line in self.narrator.tell(frame)]


def test_the_vira_is_told_with_the_manilhas_from_the_top() -> None:
    """TP-03, TP-04, TP-08."""
    told = Told({"hand": 1})
    told.table.deal(*PACK)
    lines = told.do("2 tap")
    vira = (
        "The vira is seven of clubs (7♣); manilhas are queen of clubs (Q♣), queen of hearts (Q♥),"
        " queen of spades (Q♠) and queen of diamonds (Q♦)."
    )
    assert "Carla taps the pack." in lines
    assert vira in lines
    assert vira in told.narrator.table_lines()


def test_where_the_manilhas_are_fixed_no_vira_is_told() -> None:
    """TP-05."""
    assert not any("vira" in line for line in Told(manilha="fixed").first)


def test_at_eleven_one_is_told_what_the_partner_holds_and_for_how_much_one_plays() -> None:
    """TP-40, TP-41, TP-42."""
    told = Told({"hands": HANDS, "scores": [11, 4]})
    assert "Ana and Carla are at eleven." in told.first
    cards = "seven of spades (7♠), six of spades (6♠) and queen of hearts (Q♥)"
    assert f"Your partner was dealt {cards}." in told.first
    assert told.first[-2:] == ["1) run (they get 1 tento)", "2) play on (for 3 tentos)"]


@pytest.mark.parametrize(
    ("seats", "cutter", "side"), [(2, 0, "Beto"), (4, 2, "Beto and Dani")], ids=["one", "two"]
)
def test_who_is_to_choose_at_eleven_is_told_of_one_as_of_two(
    seats: int, cutter: int, side: str
) -> None:
    """TP-40."""
    told = Told({"hand": 1, "scores": [4, 11]}, seats=seats)
    told.table.deal(*PACK)
    lines = told.do(f"{cutter} tap")
    words = f"At eleven, it is for {side} to see the cards of their side, and choose."
    assert words in lines


def test_of_six_seats_one_is_told_what_both_partners_hold() -> None:
    """TP-41."""
    hands = (*HANDS, ["5D", "5H", "5S"], ["QS", "QC", "KD"])
    told = Told({"hands": hands, "scores": [11, 4]}, seats=6)
    (line,) = [line for line in told.first if "dealt seven" in line]
    assert line.startswith("Your partners were dealt seven of spades (7♠), six of spades (6♠)")
    assert line.endswith("and five of spades (5♠).")


def test_in_minas_a_side_is_at_ten() -> None:
    """TP-50, TP-51."""
    told = Told({"hands": HANDS, "scores": [10, 4]}, manilha="fixed", stakes="mineiro")
    assert "Ana and Carla are at ten." in told.first
    assert told.first[-2:] == ["1) run (they get 2 tentos)", "2) play on (for 4 tentos)"]


def test_a_truco_that_nobody_may_call_is_told_as_the_foul_that_it_is() -> None:
    """TP-44."""
    told = Told({"hands": HANDS, "scores": [11, 4]}, raise_while_eleven="game")
    lines = told.do("0 play_on", "0 truco")
    assert "You call truco when nobody may: a foul." in lines
    assert any("The match is over" in line for line in lines)


def test_a_game_of_several_is_told_with_how_many_each_side_has_won() -> None:
    """TP-61, TP-62."""
    told = Told(
        {"hands": HANDS[:2], "scores": [11, 5], "begin": "play", "tricks": [0]}, seats=2, best_of=3
    )
    lines = told.do("0 play 3S", "1 play KS")
    assert "Score: you 0; Beto 0. Games: you 1; Beto 0." in lines
    assert any("The game goes to you" in line for line in lines)
