"""Lines that a pipe types ahead wait for what they are about, and for nothing else."""

from typing import Any

from cardtui.v1.hands_pb2 import Phase
from cardtui_client.lines.acting import TypedAhead
from tests.support.tables import card, choice, model_of

MINE: dict[str, Any] = {
    "phase": Phase.PHASE_PLAY,
    "to_act": [0],
    "choices": [choice("play", cards=[card("7E")])],
}
THEIRS: dict[str, Any] = {"phase": Phase.PHASE_PLAY, "to_act": [1]}


def ahead(*, seat: bool = True, **fields: Any) -> TypedAhead:
    return TypedAhead(model_of("truco-argentino", **fields), seat=seat)


def test_a_word_and_a_number_wait_for_ones_turn() -> None:
    assert not ahead(**THEIRS).may_use("play 7E")
    assert not ahead(**THEIRS).may_use("1")
    assert ahead(**MINE).may_use("play 7E")
    assert ahead(**MINE).may_use("1")


def test_what_was_done_is_waited_for_until_the_table_shows_it() -> None:
    typed = ahead(**MINE)
    typed.done = 10_000
    assert not typed.may_use("play 7E")


def test_enter_goes_on_once_after_each_hand() -> None:
    between = ahead(phase=Phase.PHASE_DEAL)
    assert between.may_use("")
    assert not between.may_use("play 7E")
    between.went_on = 1
    assert not between.may_use("")


def test_after_the_match_and_for_who_watches_nothing_is_worth_waiting_for() -> None:
    assert ahead(phase=Phase.PHASE_OVER).may_use("play 7E")
    assert ahead(seat=False, **THEIRS).may_use("play 7E")


def test_after_a_match_what_is_for_the_next_one_waits_once_that_was_asked_for() -> None:
    over = ahead(phase=Phase.PHASE_OVER)
    over.wished = over.next_match
    assert not over.may_use("play 7E")
    over.wished = 7  # a match of before: one has to ask anew
    assert over.may_use("play 7E")
