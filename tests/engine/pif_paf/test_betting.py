"""The betting of Pif Paf where the shared scenarios say nothing more."""

from typing import Any

import pytest

from cardtui_engine.domains import Range
from cardtui_engine.events import HandEnded, PhaseBegan, PotWon
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.refusals import Code
from tests.engine.rummy.table import JUNK, Table


def table(seats: int = 3, /, options: dict[str, Any] | None = None, **setup: Any) -> Table:
    hands = [*JUNK, ["2D", "5D", "8D", "JD", "3S", "6S", "9S", "QS", "4C"]][:seats]
    return Table(PifPaf(), seats, options or {}, {"hands": hands, **setup})


@pytest.mark.clause("PP-13")
def test_after_a_short_raise_the_next_one_adds_as_much_as_the_short_one() -> None:
    # The cap is six until the poorest folds, then it is the antes' eight.
    game = table(4, {"ante": 2}, chips=[50, 50, 6, 50])
    game.act(0, "bet", to=5).act(1, "raise", to=6)
    assert game.choice(2, "raise") is None
    game.act(2, "fold")
    raising = game.choice(3, "raise")
    assert raising is not None
    assert raising.arguments == (Range("to", 7, 8),)
    assert game.code(3, "raise", to=6) is Code.BAD_AMOUNT


@pytest.mark.clause("PP-13")
def test_any_raise_from_the_least_to_the_cap_is_taken() -> None:
    for to in (4, 5, 6):
        game = table(3, {"ante": 2}).act(0, "bet", to=2).act(1, "raise", to=to)
        assert game.facts["bets"] == [2, to, 0]
    assert table(3, {"ante": 2}).act(0, "bet", to=2).code(1, "raise", to=3) is Code.BAD_AMOUNT


@pytest.mark.clause("PP-10")
def test_the_price_of_a_call_is_what_it_still_costs() -> None:
    game = table().act(0, "bet", to=1).act(1, "raise", to=2)
    call = game.choice(2, "call")
    assert call is not None
    assert call.price == 2
    call = game.act(2, "call").choice(0, "call")
    assert call is not None
    assert call.price == 1


@pytest.mark.clause("PP-10")
@pytest.mark.parametrize("verb", ["call", "raise"])
def test_nothing_can_be_called_or_raised_before_a_bet(verb: str) -> None:
    arguments = {"to": 2} if verb == "raise" else {}
    assert table().code(0, verb, **arguments) is Code.NOT_ALLOWED


@pytest.mark.clause("PP-10")
def test_with_a_bet_nobody_checks_or_bets() -> None:
    game = table().act(0, "bet", to=1)
    assert game.code(1, "check") is Code.NOT_ALLOWED
    assert game.code(1, "bet", to=2) is Code.NOT_ALLOWED


@pytest.mark.clause("PP-11")
def test_when_the_bets_have_reached_the_cap_there_is_no_raise() -> None:
    game = table().act(0, "bet", to=3)
    assert game.code(1, "raise", to=3) is Code.BAD_AMOUNT
    assert game.code(1, "raise", to=4) is Code.BAD_AMOUNT


@pytest.mark.clause("PP-14", "PP-16")
def test_the_last_one_left_wins_without_a_card_being_shown() -> None:
    game = table().act(0, "fold").act(1, "fold")
    assert game.events[1:] == (PotWon(2, 3), HandEnded((2,), "folds"))
    assert game.facts["last"]["melds"] is None
    assert game.view(0).game.last.melds == ()


@pytest.mark.clause("PP-15", "PP-20")
def test_the_play_begins_with_the_first_one_still_in() -> None:
    game = table(4).act(0, "fold").act(1, "check").act(2, "check").act(3, "check")
    assert PhaseBegan("draw") in game.events
    assert (game.facts["to_act"], game.facts["bets"], game.facts["cap"]) == ([1], [0] * 4, 0)


@pytest.mark.clause("PP-10")
def test_everybody_hears_what_was_said_last() -> None:
    game = table().act(0, "check").act(1, "bet", to=2)
    assert [tuple(said) for said in game.view(None).game.spoken] == [
        (0, "check", None),
        (1, "bet", 2),
    ]
    assert game.act(2, "fold").act(0, "fold").view(None).game.spoken == ()
