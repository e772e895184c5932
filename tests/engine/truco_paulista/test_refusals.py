"""What a refusal says, and which clause it cites."""

from typing import Any

import pytest

from cardtui_engine.refusals import Code, IllegalAction
from tests.engine.truco_paulista.table import RULES, act, position


def refused(state: Any, seat: int, verb: str, **arguments: Any) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        act(state, seat, verb, **arguments)
    return caught.value


@pytest.mark.clause("TP-33", "TP-35", "TP-71")
def test_a_raise_that_is_not_ones_own_to_make_says_why() -> None:
    state = position()
    first = refused(state, 0, "raise")
    assert (first.code, first.clause) == (Code.NOT_ALLOWED, "TP-35")
    assert first.sentence == "That is not the next raise: it is “truco”."
    state, _ = act(state, 0, "truco")
    state, _ = act(state, 1, "accept")
    for verb in ("truco", "raise"):
        mine = refused(state, 0, verb)
        assert (mine.code, mine.clause) == (Code.NOT_ALLOWED, "TP-33")
    state, _ = act(state, 0, "play", card="3S")
    again = refused(state, 1, "truco")
    assert (again.clause, again.args_) == ("TP-35", {"verb": "raise"})


@pytest.mark.clause("TP-34")
def test_a_limited_raise_is_refused_with_its_clause() -> None:
    state = position(options={"raise_limit": "needed"}, scores=[9, 0])
    state, _ = act(state, 0, "truco")
    state, _ = act(state, 1, "raise")
    refusal = refused(state, 0, "raise")
    assert (refusal.code, refusal.clause) == (Code.NOT_ALLOWED, "TP-34")


@pytest.mark.clause("TP-44")
@pytest.mark.parametrize("foul", ["refuse", "hand", "game"])
def test_at_eleven_a_raise_is_refused_in_any_case(foul: str) -> None:
    state = position(options={"raise_while_eleven": foul}, scores=[11, 4], begin="play")
    refusal = refused(state, 0, "raise")
    assert (refusal.code, refusal.clause) == (Code.NOT_ALLOWED, "TP-44")
    assert ("truco" in RULES.verbs_legal(state, 0)) is False


@pytest.mark.clause("TP-70")
def test_who_is_waited_for_is_told_so_and_the_others_too() -> None:
    state = position(scores=[11, 4])
    assert "First choose" in refused(state, 0, "truco").sentence
    assert "Wait until the side at eleven" in refused(state, 1, "truco").sentence
    assert "Only the side at eleven" in refused(state, 1, "run").sentence
