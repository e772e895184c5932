"""Who acts where several may: the first who does anything, and partners run only together."""

from __future__ import annotations

from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.library.asking import first_act
from cardtui_engine.library.records import Act
from tests.engine.truco_paulista.table import RULES, act, position

RUN, ACCEPT = Action("run"), Action("accept")


def asked(answers: dict[int, Action | None]) -> tuple[Act | None, list[int]]:
    """Return what is done in answer to a truco of seat 1, and who was asked."""
    state, _ = act(position(dealer=0), 1, "truco")
    seen: list[int] = []

    def decide(seat: int, view: Any) -> Action | None:
        assert view.own.seat == seat
        seen.append(seat)
        return answers[seat]

    return first_act(RULES, state, RULES.turn(state).asked, decide), seen


@pytest.mark.parametrize(
    ("answers", "done", "seats"),
    [
        ({0: ACCEPT, 2: RUN}, Act(0, ACCEPT), [0]),
        ({0: RUN, 2: ACCEPT}, Act(2, ACCEPT), [0, 2]),
        ({0: RUN, 2: RUN}, Act(0, RUN), [0, 2]),
        ({0: None, 2: RUN}, Act(2, RUN), [0, 2]),
        ({0: None, 2: None}, None, [0, 2]),
    ],
)
def test_a_side_runs_only_if_each_of_it_would(
    answers: dict[int, Action | None], done: Act | None, seats: list[int]
) -> None:
    """TP-31: either partner's answer binds."""
    assert asked(answers) == (done, seats)


def test_where_partners_do_not_run_together_the_first_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(RULES), "runs_together", False)
    assert asked({0: RUN, 2: ACCEPT}) == (Act(0, RUN), [0])
