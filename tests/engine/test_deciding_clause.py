"""Which clause has decided a hand: found in what everybody saw of it."""

from collections.abc import Sequence

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH
from cardtui_engine.events import (
    Acted,
    CardsShown,
    Event,
    HandEnded,
    HandStarted,
    PhaseBegan,
    TrickEnded,
)
from cardtui_engine.library.counts import counted, nothing_counted
from cardtui_engine.library.deciding_clause import Decision
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.lobby.games import sheet


def decided(game: str, events: Sequence[Event], seats: int = 2) -> tuple[Decision, ...]:
    rules = get_rules(game)
    return counted(nothing_counted(rules, seats), events, rules).counts.decided


def tricks(*teams: int | None, won: int) -> list[Event]:
    """Return a hand whose tricks those teams win, and which that seat wins."""
    return [*[TrickEnded(team, team, 0) for team in teams], HandEnded((won,), "tricks")]


def shown(*hands: str, won: int = 0) -> list[Event]:
    """Return a showdown of those hands."""
    cards = [FRENCH.cards(hand.split()) for hand in hands]
    each: list[Event] = [CardsShown(seat, hand) for seat, hand in enumerate(cards)]
    return [*each, HandEnded((won,), "showdown")]


@pytest.mark.parametrize(
    ("game", "events", "expected"),
    [
        ("truco-argentino", tricks(0, 1, 0, won=0), Decision("TA-10")),
        ("truco-argentino", tricks(None, 1, won=1), Decision("TA-12", "next")),
        ("truco-argentino", tricks(0, None, won=0), Decision("TA-12", "first")),
        ("truco-argentino", tricks(0, 1, None, won=1), Decision("TA-12", "mano")),
        ("truco-argentino", tricks(None, None, None, won=1), Decision("TA-12", "mano")),
        ("truco-argentino", tricks(0, 1, None, won=0), Decision("TA-12")),
        ("truco-argentino", [HandEnded((1,), "fold")], Decision("TA-21")),
        ("truco-brasileiro", tricks(0, 1, 1, won=1), Decision("TB-26")),
        ("truco-brasileiro", tricks(0, 1, won=1), Decision("TB-46")),
        ("truco-brasileiro", tricks(1, 0, None, won=1), Decision("TB-24", "first")),
        ("truco-brasileiro", [HandEnded((), "drawn")], Decision("TB-25")),
        ("truco-paulista", tricks(None, None, 0, won=0), Decision("TP-25", "next")),
        ("truco-paulista", [HandEnded((0,), "run")], Decision("TP-31")),
        ("cacho", [PhaseBegan("third"), HandEnded((0,), "passes")], Decision("CC-14")),
        ("cacho", [PhaseBegan("first"), HandEnded((0,), "passes")], Decision("CC-16")),
        ("cacho", shown("6S 6H 6D", "AS 2S 3S"), Decision("CC-30")),
        ("cacho", shown("4S 5S 6D", "AS 2S 3D"), Decision("CC-31")),
        ("cacho", shown("AS 2H 6D", "2S 3H 5D"), Decision("CC-32")),
        ("cacho", shown("AS 2H 6D", "2S 3H 6C"), Decision("CC-33")),
        ("pif-paf", [HandEnded((0,), "folds")], Decision("PP-14")),
        ("pif-paf", [Acted(0, Action("go_out")), HandEnded((0,), "out")], Decision("PP-40")),
        ("pif-paf", [Acted(0, Action("claim")), HandEnded((0,), "out")], Decision("PP-42")),
        ("pif-paf-tradicional", [HandEnded((0,), "out")], Decision("PT-40")),
        ("cacheta", [HandEnded((0,), "knock")], Decision("CA-31")),
        ("cacheta", [HandEnded((0,), "cut")], Decision("CA-42")),
    ],
)
def test_a_hand_is_decided_by_a_clause(game: str, events: list[Event], expected: Decision) -> None:
    assert decided(game, events) == (expected,)


def test_it_is_told_until_the_next_hand_and_for_each_duel() -> None:
    duels = [*tricks(0, 0, won=0), *tricks(None, 1, won=1)]
    assert [each.clause for each in decided("truco-argentino", duels)] == ["TA-10", "TA-12"]
    assert decided("truco-argentino", [*duels, HandStarted(2, 0)]) == ()


def test_the_sheets_have_the_clauses() -> None:
    named = {clause for game in game_ids() for clause in get_rules(game).decided_by.values()}
    named |= {clause for game in game_ids() for clause in get_rules(game).tie_clauses if clause}
    named |= {"CC-14", "CC-31", "CC-32", "CC-33"}
    sheets = "".join(sheet(game, "en") for game in game_ids())
    assert not {clause for clause in named if f"**{clause}**" not in sheets}
