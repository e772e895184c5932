"""The events of an action: the action itself first, then its consequences in order."""

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.events import (
    Acted,
    CardsShown,
    EnvidoSettled,
    HandEnded,
    MatchEnded,
    PointsScored,
    ScoreReason,
    TrickEnded,
)
from cardtui_engine.outcome import Ending
from tests.engine.truco_argentino.table import RULES, TWO, act, after, codes, position


@pytest.mark.clause("TA-10")
def test_a_trick_tells_who_won_it_and_who_leads() -> None:
    state = after(position(*TWO), (0, "play", "7E"))
    _, events = act(state, 1, "play", "5B")
    assert events == (Acted(1, Action("play", card=codes("5B")[0])), TrickEnded(0, 0, 0))


@pytest.mark.clause("TA-11")
def test_a_tied_trick_has_no_winner() -> None:
    state = after(position(("4E", "5E", "6E"), ("4B", "5B", "6B")), (0, "play", "4E"))
    _, events = act(state, 1, "play", "4B")
    assert events[1:] == (TrickEnded(None, None, 0),)


@pytest.mark.clause("TA-44", "TA-50")
def test_the_envido_is_proved_and_counted_after_the_round() -> None:
    state = after(position(*TWO), (0, "envido"), (1, "quiero"), (0, "declare", 33))
    state, events = act(state, 1, "son_buenas")
    assert events[1:] == (EnvidoSettled(0, 2, 0, 33),)
    _, events = act(state, 1, "resign")
    assert events == (
        Acted(1, Action("resign")),
        CardsShown(0, codes("6E", "7E")),
        PointsScored(0, 2, ScoreReason.ENVIDO),
        PointsScored(0, 1),
        HandEnded((0,), "resigned"),
    )


@pytest.mark.clause("TA-44")
def test_a_wrong_number_is_told_as_settled_for_the_others() -> None:
    state = after(
        position(*TWO), (0, "envido"), (1, "quiero"), (0, "declare", 30), (1, "son_buenas")
    )
    _, events = act(state, 1, "resign")
    assert events[1:4] == (
        EnvidoSettled(1, 2, 0, 30, wrong=True),
        PointsScored(1, 2, ScoreReason.ENVIDO),
        PointsScored(0, 1),
    )


@pytest.mark.clause("TA-52")
def test_as_called_the_points_come_with_the_answer_and_may_end_the_match() -> None:
    state = position(*TWO, options={"scoring": "as_called"}, scores=[29, 0])
    state = after(state, (0, "envido"))
    _, events = act(state, 1, "no_quiero")
    assert events == (
        Acted(1, Action("no_quiero")),
        EnvidoSettled(0, 1, None, None),
        PointsScored(0, 1, ScoreReason.ENVIDO),
        HandEnded((0,), "envido"),
        MatchEnded((0,), Ending.POINTS),
    )


@pytest.mark.clause("TA-44", "TA-52")
def test_as_called_no_card_is_told_before_the_round_has_ended() -> None:
    state = position(*TWO, options={"scoring": "as_called"})
    state = after(state, (0, "envido"), (1, "quiero"), (0, "declare", 33))
    state, events = act(state, 1, "son_buenas")
    assert events[1:] == (EnvidoSettled(0, 2, 0, 33), PointsScored(0, 2, ScoreReason.ENVIDO))
    _, events = act(state, 1, "resign")
    assert events[1:] == (
        CardsShown(0, codes("6E", "7E")),
        PointsScored(0, 1),
        HandEnded((0,), "resigned"),
    )


@pytest.mark.clause("TA-44", "TA-52")
def test_as_called_a_wrong_number_gives_its_points_back_before_the_truco_counts() -> None:
    state = position(*TWO, options={"scoring": "as_called"})
    state = after(state, (0, "envido"), (1, "quiero"), (0, "declare", 30), (1, "son_buenas"))
    _, events = act(state, 1, "resign")
    assert events[1:] == (
        EnvidoSettled(1, 2, 0, 30, wrong=True),
        PointsScored(0, -2, ScoreReason.ENVIDO),
        PointsScored(1, 2, ScoreReason.ENVIDO),
        PointsScored(0, 1),
        HandEnded((0,), "resigned"),
    )


@pytest.mark.clause("TA-52")
@pytest.mark.parametrize("true", [True, False])
def test_as_called_views_are_the_same_whether_the_number_is_true_until_the_round_ends(
    true: bool,
) -> None:
    hands = (("7E", "6E" if true else "6B", "4O"), ("5B", "4B", "1C"))
    shown = after(
        position(*hands, options={"scoring": "as_called"}),
        (0, "envido"), (1, "quiero"), (0, "declare", 33), (1, "son_buenas"), (0, "play", "4O"),
    )  # fmt: skip
    known = after(
        position(("7E", "6E", "4O"), ("5B", "4B", "1C"), options={"scoring": "as_called"}),
        (0, "envido"), (1, "quiero"), (0, "declare", 33), (1, "son_buenas"), (0, "play", "4O"),
    )  # fmt: skip
    for viewer in (None, 1):
        assert RULES.view(shown, viewer) == RULES.view(known, viewer)


@pytest.mark.clause("TA-70")
def test_a_line_that_commits_is_talk_first_and_the_call_after() -> None:
    _, events = act(position(*TWO), 1, "say", "¡Truco!")
    assert events == (Acted(1, Action("say", text="¡Truco!")), Acted(1, Action("truco")))


@pytest.mark.clause("TA-70")
def test_mere_talk_changes_nothing() -> None:
    state = position(*TWO)
    same, events = act(state, 1, "say", "hola")
    assert same is state
    assert events == (Acted(1, Action("say", text="hola")),)


@pytest.mark.clause("TA-62")
def test_the_points_of_the_duels_come_after_the_last() -> None:
    hands = [(f"{number}E", f"{number}B", f"{number}O") for number in range(1, 7)]
    state = position(*hands, deal="duels")
    state, events = act(state, 0, "resign")
    assert HandEnded((3,), "resigned") in events
    assert not any(isinstance(event, PointsScored) for event in events)
    state, _ = act(state, 4, "resign")
    _, events = act(state, 5, "resign")
    assert events[1:] == (
        PointsScored(0, 1, ScoreReason.DUELS),
        PointsScored(1, 2, ScoreReason.DUELS),
        HandEnded((2,), "resigned"),
    )
