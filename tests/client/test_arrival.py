"""Who comes to a running hand is told what happened last there, as those were who saw it."""

from collections.abc import Iterator

import pytest

from cardtui.v1 import events_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import PlayedCard, TrucoSaid, TrucoWord
from cardtui_client.faces.arrival import passed, table_lines
from cardtui_client.faces.narration import deed_of
from cardtui_client.model.table import TableModel
from tests.support.nights import games_and_by_night
from tests.support.seat_matches import matches
from tests.support.tables import card, snapshot_of

# Words for many positions, which are values.
pytestmark = pytest.mark.once

CALLS = {"truco", "envido", "real_envido", "quiero", "no_quiero", "retruco", "declare", "accept"}
BETS = {"bet", "call", "raise", "fold", "pass", "vou", "estou_fora", "pagar"}

SETTLED = {
    *("hand_ended", "trick_ended", "hand_started", "phase_began", "fouled", "cards_shown"),
    *("envido_settled", "flor_settled", "points_scored"),
}
"""After these, what was done before is settled."""


def as_newcomer(model: TableModel) -> TableModel:
    """Return the table as a snapshot shows it: nothing is known of how it came there."""
    coming = model.frozen()
    coming.before = coming.own_before = None
    return coming


def acts(game: str) -> Iterator[tuple[TableModel, events_pb2.Event, list[events_pb2.Event]]]:
    """Yield what was done last, where a newcomer can know of it."""
    for model, events in matches(game):
        act = next((each for each in events if each.HasField("acted")), None)
        if act is None or any(each.WhichOneof("event") in SETTLED for each in events):
            continue
        verb = act.acted.action.WhichOneof("action")
        if verb in {"play", "discard"} | CALLS | BETS and not act.acted.action.play.face_down:
            yield model, act, events


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
def test_who_comes_later_is_told_what_was_done_last_as_those_who_saw_it(game: str) -> None:
    compared = 0
    for model, act, events in acts(game):
        seen = deed_of(act, model, events)
        told = [deed for _line, deed in passed(as_newcomer(model)) if deed is not None]
        assert seen is not None
        # The bets of a round are known, and not which of them came last.
        bet = act.acted.action.WhichOneof("action") in BETS and "truco" not in game
        latest = told if bet else told[-1:]
        assert (seen.actor, seen.act) in [(deed.actor, deed.act) for deed in latest], (act, told)
        compared += 1
    assert compared


def test_a_call_that_waits_says_who_made_it_and_what_for_and_an_answered_one_only_who() -> None:
    said = [
        TrucoSaid(seat=1, verb=TrucoWord.TRUCO_WORD_TRUCO),
        TrucoSaid(seat=0, verb=TrucoWord.TRUCO_WORD_RETRUCO, laid=1),
    ]
    trick = [PlayedCard(seat=1, card=card("4B"))]
    inside = {"said": said, "trick": trick, "proposed": 3, "stake": 2, "caller": 0}
    model = TableModel()
    model.fold(snapshot_of("truco-argentino", phase=Phase.PHASE_ANSWER, to_act=[1], inside=inside))
    told = passed(model)
    assert [(deed.actor, deed.act, deed.effect) for _line, deed in told if deed is not None] == [
        ("Beto:", ("¡Truco!",), ""),
        ("Beto", (card("4B"),), ""),
        ("You:", ("¡Quiero retruco!",), "→ 3"),
    ]
    lines = [
        "Beto: “¡Truco!”",
        "Beto has played four of clubs (4B).",
        "You: “¡Quiero retruco!” For 3 points.",
    ]
    assert [line for line, _deed in told] == lines
    assert [line for line in table_lines(model) if line in lines] == lines
