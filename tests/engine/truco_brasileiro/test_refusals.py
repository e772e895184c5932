"""What a refusal says to who is waited for, and to everybody else."""

import pytest

from cardtui_engine.refusals import IllegalAction
from tests.engine.truco_brasileiro.table import RULES, act, cut_pack


@pytest.mark.clause("TB-05")
def test_a_refusal_speaks_to_the_mao_as_the_one_whom_the_others_wait_for() -> None:
    state = cut_pack("3S", "2S", "AH")
    mao = RULES.view(state, None).common.to_act[0]
    with pytest.raises(IllegalAction, match="First decide about your three cards"):
        act(state, mao, "truco")
    with pytest.raises(IllegalAction, match="Wait until the mão has kept three cards"):
        act(state, (mao + 1) % 4, "truco")


@pytest.mark.clause("TB-09")
def test_once_the_rejections_are_used_up_a_refusal_says_so() -> None:
    state = cut_pack("3S", "2S", "AH")
    (mao,) = RULES.turn(state).to_act
    for _ in range(3):
        state, _events = act(state, mao, "reject")
    for verb in ("reject", "run", "truco"):
        with pytest.raises(IllegalAction, match="Cards have been rejected three times"):
            act(state, mao, verb)
    with pytest.raises(IllegalAction, match="Wait until the mão has kept three cards"):
        act(state, (mao + 1) % 4, "truco")
