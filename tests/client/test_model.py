"""The model folds frames by the delta rule, and asks for a snapshot when one is missing."""

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.model.table import MOST_TALK, Gap, Status, TableModel
from tests.support.tables import card, choice, model_of, snapshot_of, table, update_of

View = views_pb2.PublicView


def test_a_snapshot_replaces_everything() -> None:
    model = model_of("truco-argentino", hand=["7E"], phase=Phase.PHASE_PLAY, to_act=[0])
    assert model.status is Status.LIVE
    assert (model.seq, model.position, model.seat) == (10, 10, 0)
    assert model.is_my_turn
    model.fold(snapshot_of("cacho", seat=None, phase=Phase.PHASE_FIRST))
    assert model.own is None
    assert model.seat is None
    assert model.view is not None
    assert model.view.WhichOneof("game") == "cacho"
    assert not model.is_my_turn


def test_named_fields_are_replaced_whole_and_others_stay() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY, to_act=[0], dealer=1, cards=[3, 3])
    change = View(cards=[2, 3], to_act=[1])
    events = model.fold(update_of(11, view=change, changed=[2, 9]))
    assert events == []
    assert model.view is not None
    assert list(model.view.cards) == [2, 3]
    assert list(model.view.to_act) == [1]
    assert model.view.phase == Phase.PHASE_PLAY
    assert model.view.dealer == 1


def test_a_named_field_without_a_value_is_cleared() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY, pot=4, to_act=[0, 1])
    model.fold(update_of(11, view=View(), changed=[2, 8]))
    assert model.view is not None
    assert list(model.view.to_act) == []
    assert model.view.pot == 0


def test_a_value_that_is_not_named_changes_nothing() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY, cards=[3, 3])
    model.fold(update_of(11, view=View(cards=[9], phase=Phase.PHASE_OVER), changed=[1]))
    assert model.view is not None
    assert list(model.view.cards) == [3, 3]
    assert model.view.phase == Phase.PHASE_OVER


def test_fields_of_the_games_part_are_replaced_by_their_own_numbers() -> None:
    model = model_of(
        "truco-argentino",
        phase=Phase.PHASE_PLAY,
        inside={"call": TrucoWord.TRUCO_WORD_TRUCO, "winning": 1},
    )
    change = View()
    change.truco_argentino.stake = 2
    change.truco_argentino.tricks.add(team=0)
    model.fold(update_of(11, view=change, changed_game=[2, 3, 6, 10]))
    assert model.view is not None
    truco = model.view.truco_argentino
    assert truco.stake == 2
    assert truco.call == TrucoWord.TRUCO_WORD_UNSPECIFIED
    assert not truco.HasField("winning")
    assert len(truco.tricks) == 1
    assert truco.target == 30


def test_the_games_part_as_a_whole_begins_with_a_match() -> None:
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=table_service_pb2.Snapshot(seq=10)))
    nothing_yet = model.view is None
    assert nothing_yet
    change = View(phase=Phase.PHASE_CUT, hand=1)
    change.truco_argentino.target = 30
    model.fold(update_of(11, view=change, changed=[1, 5, 20]))
    assert model.view is not None
    assert model.view.truco_argentino.target == 30


def test_the_own_part_is_replaced_by_numbers() -> None:
    model = model_of("truco-argentino", hand=["7E", "6E"], choices=[choice("truco")])
    change = views_pb2.OwnView(hand=[card("6E")])
    model.fold(update_of(11, own=change, changed_own=[2, 3]))
    assert model.own is not None
    assert list(model.own.hand) == [card("6E")]
    assert list(model.choices()) == []
    assert model.own.seat == 0


def test_fields_that_a_newer_server_names_are_passed_over() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY)
    model.fold(
        update_of(11, view=View(phase=Phase.PHASE_CUT), changed=[1, 19, 4000], changed_game=[99])
    )
    assert model.view is not None
    assert model.view.phase == Phase.PHASE_CUT


def test_what_was_before_an_update_is_kept_for_telling() -> None:
    model = model_of(
        "truco-argentino", phase=Phase.PHASE_PLAY, inside={"call": TrucoWord.TRUCO_WORD_TRUCO}
    )
    model.fold(update_of(11, view=View(phase=Phase.PHASE_ANSWER), changed=[1], changed_game=[3]))
    assert model.before is not None
    assert model.before.phase == Phase.PHASE_PLAY
    assert model.before.truco_argentino.call == TrucoWord.TRUCO_WORD_TRUCO


def test_a_gap_is_told_and_changes_nothing() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY)
    with pytest.raises(Gap):
        model.fold(update_of(12, view=View(phase=Phase.PHASE_OVER), changed=[1]))
    assert model.view is not None
    assert (model.seq, model.view.phase) == (10, Phase.PHASE_PLAY)


def test_a_heartbeat_beyond_the_last_update_is_a_gap() -> None:
    model = model_of("truco-argentino")
    model.fold(table_service_pb2.Frame(heartbeat=table_service_pb2.Heartbeat(seq=10)))
    with pytest.raises(Gap):
        model.fold(table_service_pb2.Frame(heartbeat=table_service_pb2.Heartbeat(seq=11)))


def test_an_update_that_is_known_already_is_passed_over() -> None:
    model = model_of("truco-argentino", phase=Phase.PHASE_PLAY)
    again = update_of(10, events_pb2.Event(redealt=events_pb2.Redealt()), changed=[1])
    assert model.fold(again) == []
    assert model.view is not None
    assert model.view.phase == Phase.PHASE_PLAY


def test_talk_is_kept_within_bounds() -> None:
    model = model_of("truco-argentino")
    for number in range(MOST_TALK + 20):
        said = events_pb2.Said(seat=0, name="Ana", text=str(number))
        model.fold(update_of(11 + number, events_pb2.Event(said=said)))
    assert len(model.talk) == MOST_TALK
    assert model.talk[-1].text == str(MOST_TALK + 19)


def test_presence_and_the_table_are_replaced() -> None:
    model = model_of("truco-argentino")
    presence = tables_pb2.Presence(connected=[1], spectators=3)
    model.fold(table_service_pb2.Frame(presence=presence))
    assert model.presence.spectators == 3
    model.fold(update_of(11, table=table("truco-argentino", 4)))
    assert len(model.table.seats) == 4


@pytest.mark.parametrize(
    ("reason", "status"),
    [
        (table_service_pb2.END_REASON_CLOSED, Status.ENDED),
        (table_service_pb2.END_REASON_REPLACED, Status.ENDED),
        (table_service_pb2.END_REASON_LEFT, Status.ENDED),
        (table_service_pb2.END_REASON_SHUTDOWN, Status.RECONNECTING),
        (table_service_pb2.END_REASON_SLOW, Status.RECONNECTING),
    ],
)
def test_an_end_is_for_good_or_to_come_back_from(
    reason: table_service_pb2.EndReason.ValueType, status: Status
) -> None:
    model = model_of("truco-argentino")
    model.fold(table_service_pb2.Frame(end=table_service_pb2.StreamEnd(reason=reason)))
    assert model.status is status
    assert model.end is not None


def test_a_seat_is_told_by_the_server_and_not_guessed_from_names() -> None:
    model = TableModel()
    snapshot = table_service_pb2.Snapshot(seq=1, table=table("truco-argentino", 2), seat=0)
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    assert model.seat == 0
    snapshot.ClearField("seat")
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    assert model.seat is None


def test_who_swaps_seats_is_followed_by_connection_wish_for_a_pause_and_vote() -> None:
    model = model_of("truco-argentino", seats=4)
    model.presence = tables_pb2.Presence(
        connected=[0, 3],
        spectators=2,
        asking_pause=[1, 3],
        votes=[tables_pb2.SitInVotes(seat=1, by=[0, 3], needed=3)],
        swaps=[tables_pb2.SwapAsked(seat=1, other=2)],
    )
    model.fold(
        update_of(11, events_pb2.Event(seats_swapped=events_pb2.SeatsSwapped(seat=1, other=0)))
    )
    assert model.presence == tables_pb2.Presence(
        connected=[1, 3],
        spectators=2,
        asking_pause=[0, 3],
        votes=[tables_pb2.SitInVotes(seat=0, by=[1, 3], needed=3)],
    )


def test_names_are_safe_to_draw_and_a_free_seat_has_one_too() -> None:
    model = model_of("truco-argentino")
    model.table.seats[0].name = "A\x1b[2Jna\u202e"
    model.table.seats[1].name = ""
    assert model.name_of(0) == "A[2Jna"
    assert model.name_of(1) == "seat 2"
    assert model.name_of(7) == "seat 8"


def test_sides_are_teams_at_truco_and_seats_at_cacho() -> None:
    truco = model_of("truco-argentino", seats=4)
    assert truco.side_seats(1) == [1, 3]
    cacho = model_of("cacho", seats=3)
    assert cacho.side_seats(2) == [2]
