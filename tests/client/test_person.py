"""What a player has won and lost on a server, in words and as a plot."""

from __future__ import annotations

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.person_words import person_lines
from cardtui_client.faces.verdict_words import rated_lines, short_words
from cardtui_client.model.person import Person, read_person
from cardtui_client.model.plot import plot


def told(**more: object) -> Person:
    """Return what a server tells of Ana, who plays truco."""
    game = lobby_service_pb2.PersonGame(game="truco-argentino", preset="tradicional", **more)  # type: ignore[arg-type] # fields by name
    return read_person(lobby_service_pb2.GetPersonResponse(name="Ana", games=[game]))


def test_of_others_one_is_told_what_they_won_and_lost() -> None:
    lines = person_lines(told(won=3, lost=2, streak=2, best_streak=2))
    assert lines[0] == "Ana, on this server:"
    assert lines[1].endswith("3 won, 2 lost.")
    assert lines[2] == "The last 2 were won; most in a row won: 2."
    assert len(lines) == 3


def test_of_oneself_one_is_told_how_one_plays() -> None:
    calls = {"truco": 4, "quiero": 9, "play": 70, "tap": 99, "envido": 6, "no_quiero": 1}
    lines = person_lines(told(won=0, lost=1, streak=-1, hands=5, bluffs=1, chips=-7, calls=calls))
    assert lines[2:] == [
        "5 hands won.",
        "1 bluff called.",
        "Lost altogether: 7 chips.",
        "Favourite calls: ¡Quiero! 9×, ¡Envido! 6× and ¡Truco! 4×.",
    ]


def test_who_has_played_nothing_is_told_so() -> None:
    person = read_person(lobby_service_pb2.GetPersonResponse(name="Ana"))
    assert person_lines(person) == ["Ana has finished no match on this server."]


def test_how_it_went_is_added_up_from_match_to_match() -> None:
    (game,) = told(course=[True, True, False], chips_course=[5, -9, 1]).games
    assert game.course == (1, 2, 1)
    assert game.chips_course == (5, -4, -3)


def test_what_a_server_makes_up_is_cut_short() -> None:
    games = [lobby_service_pb2.PersonGame(game="g" * 999, preset="p" * 999, chips=2**62)] * 999
    name = "A\x1b[31m" * 99
    person = read_person(lobby_service_pb2.GetPersonResponse(name=name, games=games))
    assert len(person.games) == 50
    assert len(person.name) <= 16
    assert "\x1b" not in person.name
    assert max(map(len, person_lines(person))) < 200


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 50, 1000])
def test_a_plot_has_room_and_shows_the_last_number(count: int, ascii_only: bool) -> None:
    lines = plot([*range(count)], 20, 4, ascii_only=ascii_only)
    assert len(lines) == 4
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 20
    if count > 1:
        assert lines[0][-1] != " "
        assert lines[-1][0] != " "
    assert not ascii_only or all(line.isascii() for line in lines)


def test_of_nothing_there_is_no_plot() -> None:
    assert plot([], 20, 4) == []


@pytest.mark.parametrize(
    ("rated", "state", "counts", "said"),
    [
        (False, tables_pb2.TABLE_STATE_PLAYING, False, ""),
        (True, tables_pb2.TABLE_STATE_WAITING, False, "rated"),
        (True, tables_pb2.TABLE_STATE_PLAYING, True, "rated"),
        (True, tables_pb2.TABLE_STATE_PLAYING, False, "not rated"),
    ],
)
def test_a_table_says_whether_its_match_is_rated(
    rated: bool, state: tables_pb2.TableState.ValueType, counts: bool, said: str
) -> None:
    table = tables_pb2.Table(rated=rated, state=state, match_rated=counts)
    assert " ".join(short_words(table)) == said
    assert bool(rated_lines(table)) is rated
