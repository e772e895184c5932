"""What a match came to is counted as one sees it, whichever truco it is."""

from cardtui.v1 import events_pb2, views_pb2
from cardtui_client.model.match_tally import MatchTally, counted

TEAMS = {0: 0, 1: 1}


def begun() -> events_pb2.Event:
    event = events_pb2.Event()
    event.hand_started.hand = 1
    return event


def won(seat: int) -> events_pb2.Event:
    event = events_pb2.Event()
    event.hand_ended.winners.append(seat)
    return event


def accepted() -> events_pb2.Event:
    event = events_pb2.Event()
    event.acted.seat = 1
    event.acted.action.quiero.SetInParent()
    return event


def stakes(stake: int, proposed: int = 0) -> views_pb2.PublicView:
    view = views_pb2.PublicView()
    view.truco_argentino.stake = stake
    if proposed:
        view.truco_argentino.proposed = proposed
        view.truco_argentino.caller = 0
    return view


def test_a_match_that_one_came_to_late_is_not_counted() -> None:
    assert counted(None, None, None, [won(0)], TEAMS) is None


def test_a_raise_that_was_accepted_and_lost_is_a_bluff_called() -> None:
    tally = counted(None, None, None, [begun()], TEAMS)
    tally = counted(tally, stakes(1, 2), stakes(2), [accepted()], TEAMS)
    tally = counted(tally, stakes(2), None, [won(1)], TEAMS)
    assert tally == MatchTally(hands={1: 1}, called={1: 1})


def test_a_raise_that_was_accepted_and_won_is_none() -> None:
    tally = counted(None, None, None, [begun()], TEAMS)
    tally = counted(tally, stakes(1, 2), stakes(2), [accepted()], TEAMS)
    tally = counted(tally, stakes(2), None, [won(0)], TEAMS)
    assert tally == MatchTally(hands={0: 1})


def test_an_envido_that_was_accepted_is_no_raise() -> None:
    settled = events_pb2.Event()
    settled.envido_settled.team = 1
    tally = counted(None, None, None, [begun()], TEAMS)
    tally = counted(tally, stakes(1, 2), stakes(1), [accepted(), settled], TEAMS)
    tally = counted(tally, stakes(1), None, [won(1)], TEAMS)
    assert tally == MatchTally(hands={1: 1}, envidos={1: 1})
