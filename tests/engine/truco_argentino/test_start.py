"""How a match starts, and positions that cannot be."""

from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN
from cardtui_engine.events import Acted, CardsDealt, HandStarted, PhaseBegan
from cardtui_engine.refusals import BadSetup
from tests.engine.truco_argentino.table import RULES, TWO, act, codes, position


@pytest.mark.clause("TA-06")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_any_seat_can_be_drawn_as_the_first_dealer(seats: int) -> None:
    for dealer in range(seats):
        start = RULES.start(RULES.options({}, seats), seats, dealer)
        assert RULES.turn(start).wants_pack
        cut, events = RULES.deal(start, RULES.pack)
        assert events == (HandStarted(1, dealer),)
        assert RULES.turn(cut).to_act == ((dealer - 1) % seats,)


@pytest.mark.clause("TA-04")
def test_each_seat_is_told_of_its_own_cards_alone() -> None:
    start = RULES.start(RULES.options({}, 4), 4, 0)
    cut, _ = RULES.deal(start, RULES.pack)
    _, events = act(cut, 3, "tap")
    assert events[0] == Acted(3, Action("tap"))
    dealt = [event for event in events if isinstance(event, CardsDealt)]
    assert [event.seat for event in dealt] == [1, 2, 3, 0]
    assert dealt[0].cards == codes("1E", "5E", "11E")
    assert RULES.seen(dealt[0], 1) is dealt[0]
    for viewer in (0, 2, 3, None):
        assert RULES.seen(dealt[0], viewer) == CardsDealt(1, (UNKNOWN,) * 3)


@pytest.mark.clause("TA-61")
def test_every_duel_is_announced() -> None:
    start = RULES.setup(RULES.options({}, 6), 6, {"dealer": 0, "deal": "duels"})
    cut, _ = RULES.deal(start, RULES.pack)
    state, events = act(cut, 5, "tap")
    assert events[-1] == PhaseBegan("duel")
    _, events = act(state, 1, "resign")
    assert events[-1] == PhaseBegan("duel")


def test_the_presets_are_the_source_and_the_tradition() -> None:
    fuente, tradicional, *others = RULES.presets
    assert fuente.values == {}
    assert RULES.options(tradicional.values, 2) == {
        "target": 30,
        "second_tie": "first",
        "third_tie": "first",
        "envido_after_truco": False,
        "duels": "middle",
        "envido_pair": "highest",
        "envido_fold": "traditional",
        "envido_first": "raiser",
        "real_envido_many": False,
        "falta": "leader",
        "won_tricks": "open",
        "scoring": "as_called",
        "envido_show": "always",
        "flor": "none",
        "reserved_words": True,
        "own_signals": False,
    }
    assert {each.name: dict(each.values) for each in others} == {
        "con-flor": {**tradicional.values, "flor": "obligatory"},
        "a-quince": {**tradicional.values, "target": 15},
        "a-quince-con-flor": {**tradicional.values, "target": 15, "flor": "obligatory"},
        "gauderio": {**tradicional.values, "target": 24, "flor": "obligatory"},
    }


def test_a_pack_comes_only_when_one_is_wanted() -> None:
    with pytest.raises(BadSetup, match="no pack is wanted"):
        RULES.deal(position(*TWO), RULES.pack)


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        ({"dealer": 2}, "dealer"),
        ({"dealer": True}, "dealer"),
        ({"hand": 0}, "hand"),
        ({"scores": [0]}, "scores"),
        ({"scores": [0, -1]}, "scores"),
        ({"scores": [31, 3]}, "scores"),
        ({"stake": 5}, "stake"),
        ({"accepted": 1}, "accepted"),
        ({"stake": 2, "accepted": 2}, "accepted"),
        ({"tricks": [2]}, "tricks"),
        ({"tricks": "tie"}, "tricks"),
        ({"tricks": [0, 0]}, "tricks"),
        ({"tricks": ["tie", 1]}, "tricks"),
        ({"leader": 2}, "leader"),
        ({"deal": "duels"}, "deal"),
        ({"deal": "duel"}, "deal"),
        ({"begin": "betting"}, "begin"),
        ({"chips": [1, 1]}, "chips"),
        ({"hands": [["4E", "5E", "6E"]]}, "hands"),
        ({"hands": [["4E", "5E", "6E"], ["4E", "5B", "6B"]]}, "hands"),
        ({"hands": [["4E", "5E", "6E"], ["8E", "5B", "6B"]]}, "hands"),
        ({"hands": [["4E", "5E", "6E"], []]}, "hands"),
        ({"hands": [["4E", "5E", "6E"], ["4B", "5B"]]}, "hands"),
        ({"hands": [["4E", "5E", "6E", "7E"], ["4B", "5B", "6B"]]}, "hands"),
        ({"hands": None, "stake": 2}, "stake"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_its_key(setup: dict[str, Any], key: str) -> None:
    whole = {"dealer": 1, "hands": [list(hand) for hand in TWO], **setup}
    with pytest.raises(BadSetup, match=f"^{key}:"):
        RULES.setup(RULES.options({}, 2), 2, whole)
