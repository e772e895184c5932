"""What everybody saw a seat take and throw stands in the view, and follows from nothing else."""

from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from tests.engine.rummy.table import JUNK, Table, codes

every_game = pytest.mark.parametrize("rules", [Cacheta(), PifPaf(), PifPafTradicional()])


def table(rules: Any, stock: list[str], hands: Any = JUNK) -> Table:
    setup: dict[str, Any] = {"hands": [*hands], "stock": stock}
    if not isinstance(rules, Cacheta):
        setup["begin"] = "play"
    return Table(rules, 3, {}, setup)


def shown(at: Table) -> list[tuple[list[str], list[str], int]]:
    """Return what a spectator is told: by seat, cards taken, cards thrown, how many throws."""
    told = at.view(None).game.shown
    return [(codes(taken), codes(thrown), throws) for taken, thrown, throws in told]


@every_game
def test_nothing_is_shown_before_the_first_throw(rules: Any) -> None:
    assert shown(table(rules, ["KD"]).draw(0)) == []


@every_game
def test_a_card_is_with_who_threw_it_until_somebody_takes_it(rules: Any) -> None:
    at = table(rules, ["KD"]).draw(0).act(0, "discard", card="2S")
    assert shown(at) == [([], ["2S"], 1), ([], [], 0), ([], [], 0)]
    at.draw(1, "discards")
    assert shown(at) == [([], [], 1), (["2S"], [], 0), ([], [], 0)]
    at.act(1, "discard", card="2C")
    assert shown(at) == [([], [], 1), (["2S"], ["2C"], 1), ([], [], 0)]


@every_game
@pytest.mark.parametrize("held", ["KD", "2S"])
def test_a_throw_of_a_taken_card_may_be_that_one_whatever_else_is_held(
    rules: Any, held: str
) -> None:
    """Nobody else can tell whether the other 2S is still there."""
    other = [held if card == "2C" else card for card in JUNK[1]]
    at = table(rules, ["TD"], [JUNK[0], other, JUNK[2]]).draw(0).act(0, "discard", card="2S")
    at.draw(1, "discards").act(1, "discard", card="2S")
    assert shown(at) == [([], [], 1), ([], ["2S"], 1), ([], [], 0)]


@every_game
def test_everybody_is_told_the_latest_six_throws_of_each_and_no_earlier_one(rules: Any) -> None:
    at = table(rules, [])
    threw: list[list[str]] = [[], [], []]
    for _ in range(8):
        for seat, thrown in enumerate(threw):
            thrown.append(codes(at.draw(seat).state.play.hands[seat])[0])
            at.act(seat, "discard", card=thrown[-1])
    assert shown(at) == [([], thrown[2:], 8) for thrown in threw]
    for viewer in range(3):
        assert at.view(viewer).game.shown == at.view(None).game.shown
        for seed in range(5):
            other = rules.resample(at.state, viewer, Bits(seed))
            assert repr(rules.view(other, viewer)) == repr(at.view(viewer))


@every_game
def test_what_was_thrown_may_come_again_once_the_pile_is_turned_over(rules: Any) -> None:
    third = ["2S", *JUNK[2][1:]]
    at = table(rules, ["KD"], [*JUNK[:2], third]).draw(0).act(0, "discard", card="2S")
    at.draw(1, "discards").act(1, "discard", card="2C")
    while at.view(None).game.stock:
        seat = at.turn.to_act[0]
        at.draw(seat).act(seat, "discard", card=codes(at.state.play.hands[seat])[-1])
    assert all(0 < len(thrown) <= 6 for _, thrown, _ in shown(at))
    throws = [each for _, _, each in shown(at)]
    at.draw(at.turn.to_act[0])
    assert shown(at) == [
        ([], [], throws[0]),
        (["2S"], [], throws[1]),
        ([], [], throws[2]),
    ]


@every_game
def test_a_card_that_was_taken_stays_where_everybody_saw_it_go(rules: Any) -> None:
    at = table(rules, ["KD"]).draw(0).act(0, "discard", card="2S").draw(1, "discards")
    at.act(1, "discard", card="2C")
    (two,) = at.view(None).game.shown[1].taken
    for seed in range(20):
        other = rules.resample(at.state, 0, Bits(seed))
        assert two in other.play.hands[1]
        assert rules.view(other, 0) == at.view(0)


@every_game
def test_scenarios_do_not_tell_it(rules: Any) -> None:
    assert "shown" not in table(rules, ["KD"]).draw(0).act(0, "discard", card="2S").facts
