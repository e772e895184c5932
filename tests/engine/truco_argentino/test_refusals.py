"""What a refusal says to who is waited for, and to everybody else."""

import pytest

from cardtui_engine.refusals import IllegalAction
from tests.engine.truco_argentino.table import TWO, act, after, position


@pytest.mark.clause("TA-42")
def test_a_refusal_speaks_to_who_is_to_declare_as_the_one_the_others_wait_for() -> None:
    state = after(position(*TWO), (0, "envido"), (1, "quiero"))
    with pytest.raises(IllegalAction, match="First say your envido"):
        act(state, 0, "truco")
    with pytest.raises(IllegalAction, match="Wait until the envidos have been said"):
        act(state, 1, "truco")
