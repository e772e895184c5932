"""What each seat and the spectators may know of a match of Cacho."""

from typing import Any

import pytest

from cardtui.v1 import betting_pb2, cacho_pb2
from cardtui_engine.cards import FRENCH
from cardtui_engine.families.betting import SpokenBet
from cardtui_engine.games.cacho.state import CachoResult, ShownHand
from cardtui_engine.games.cacho.view import CachoOwn, CachoPublic
from cardtui_engine.plain import cards_in, field_types
from tests.engine.cacho.positions import RULES, acts, position, third


@pytest.mark.parametrize("record", [CachoPublic, CachoOwn, CachoResult, ShownHand, SpokenBet])
def test_the_records_of_a_view_mirror_the_messages_of_their_name(record: Any) -> None:
    home = betting_pb2 if record is SpokenBet else cacho_pb2
    message = getattr(home, record.__name__).DESCRIPTOR
    assert set(field_types(record)) == {field.name for field in message.fields}
    for name, hint in field_types(record).items():
        field = message.fields_by_name[name]
        may_be_unset = field.has_presence
        assert (type(None) in getattr(hint, "__args__", ())) == may_be_unset, name


def test_the_table_is_there_for_all_and_the_hand_for_its_seat_alone() -> None:
    state = position(3, hands=[["6S", "5S"], ["4H", "3D"], None], chips=[10, 9, 8])
    state = acts(state, (0, "bet"))
    views = [RULES.view(state, viewer) for viewer in (0, 1, 2, None)]
    assert len({(view.common, view.game) for view in views}) == 1
    common, public, _ = views[0]
    assert (common.chips, common.pot, common.cards) == ((8, 9, 8), 4, (2, 2, 0))
    assert (common.phase, common.to_act, common.dealer) == ("second", (1,), 2)
    assert public == CachoPublic(
        bets=(2, 0, 0),
        stake=2,
        cap=None,
        passed=(2,),
        eldest=0,
        last=None,
        dealt=(0, 1, 2),
        out=(),
        chip_value="",
        spoken=(SpokenBet(0, "bet", 2),),
        hands=0,
    )
    own = views[0].own
    assert own is not None
    assert own.hand == FRENCH.cards(["6S", "5S"])
    assert own.game == CachoOwn("flush", 31)
    assert own.choices == ()
    assert views[1].own is not None
    assert [choice.verb for choice in views[1].own.choices] == ["pass", "bet"]
    assert views[2].own is not None
    assert views[2].own.game == CachoOwn("", 0)
    assert views[3].own is None


@pytest.mark.clause("CC-10")
def test_who_has_passed_sees_the_own_cards_still_and_nobody_else_does() -> None:
    state = acts(position(3, hands=[["6S"], ["5S"], ["4S"]]), (0, "pass"))
    assert cards_in(RULES.view(state, 0), FRENCH) == {"6S"}
    assert cards_in(RULES.view(state, 1), FRENCH) == {"5S"}
    assert cards_in(RULES.view(state, None), FRENCH) == set()


@pytest.mark.clause("CC-34")
def test_after_a_showdown_all_see_the_hands_that_were_shown() -> None:
    state = acts(third(), (0, "bet", 1), (1, "pass"), (2, "call"))
    for viewer in (0, 1, 2, None):
        view = RULES.view(state, viewer)
        assert cards_in(view, FRENCH) == {"5D", "6S", "AS", "3D", "4S", "AC"}
        assert view.game.last == CachoResult(
            winners=(0,),
            pot=11,
            reason="showdown",
            rank="flush",
            points=27,
            hands=(
                ShownHand(0, FRENCH.cards(["5D", "6S", "AS"]), "flush", 27),
                ShownHand(2, FRENCH.cards(["3D", "4S", "AC"]), "high", 4),
            ),
        )


@pytest.mark.clause("CC-34")
def test_after_passes_nobody_sees_anything() -> None:
    state = acts(third(), (0, "bet", 1), (1, "pass"), (2, "pass"))
    for viewer in (0, 1, 2, None):
        view = RULES.view(state, viewer)
        assert cards_in(view, FRENCH) == set()
        assert view.game.last == CachoResult((0,), 10, "passes", "", None, ())


@pytest.mark.clause("CC-14", "CC-20")
def test_what_was_said_last_stands_until_the_round_is_over() -> None:
    state = acts(third(), (0, "bet", 1), (1, "raise", 4), (2, "pass"))
    public = RULES.view(state, None).game
    assert public.spoken == (
        SpokenBet(0, "bet", 1),
        SpokenBet(1, "raise", 4),
        SpokenBet(2, "pass", None),
    )
    assert (public.cap, public.bets, public.passed) == (10, (1, 4, 0), (2,))


def test_the_winners_stand_in_the_view_once_the_match_is_over() -> None:
    state = third(options={"hands": 1, "chip_value": "R$ 1"})
    assert RULES.view(state, None).common.winners == ()
    state = acts(state, (0, "bet", 1), (1, "pass"), (2, "pass"))
    view = RULES.view(state, None)
    assert (view.common.phase, view.common.winners) == ("over", (0,))
    assert (view.common.pot, view.common.cards) == (0, (0, 0, 0))
    assert (view.game.chip_value, view.game.hands) == ("R$ 1", 1)
