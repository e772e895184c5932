"""How a match ended is said by every game, and agrees with what it was played for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtui_engine.library import records
from cardtui_engine.library.record_reading import read as read_record
from cardtui_engine.library.registry import get_rules
from cardtui_engine.outcome import Ending, outcome_of

TRANSCRIPTS = sorted(Path(__file__).parent.glob("transcripts/*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_match_has_an_outcome_once_it_is_over_and_not_before(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    rules = get_rules(record.game)
    *before, last = records.replay(record)
    assert {rules.outcome(step.state) for step in before} == {None}
    outcome = rules.outcome(last.state)
    assert outcome is not None
    assert outcome.winners == rules.view(last.state, None).common.winners
    assert sum(outcome.returns) == 0
    assert {seat for seat, each in enumerate(outcome.returns) if each > 0} == {*outcome.winners}
    limit = record.options.get("hands") or record.options.get("rounds")
    if rules.teams:
        assert outcome.reason is Ending.POINTS
    elif limit != rules.view(last.state, None).common.hand:
        assert outcome.reason is Ending.LAST
    else:
        assert outcome.reason in (Ending.LIMIT, Ending.LAST)


def test_both_ends_of_a_match_that_bankrupts_or_a_limit_ends_occur() -> None:
    reasons: set[Ending] = set()
    for path in TRANSCRIPTS:
        record = read_record(path.read_text(encoding="utf-8"))
        *_, last = records.replay(record)
        outcome = get_rules(record.game).outcome(last.state)
        assert outcome is not None
        reasons.add(outcome.reason)
    assert reasons == {*Ending}


def test_those_who_are_level_share_what_the_others_staked() -> None:
    assert outcome_of((0, 2), 4, Ending.POINTS).returns == (1, -1, 1, -1)
    assert outcome_of((1, 2), 3, Ending.LIMIT).returns == (-1, 0.5, 0.5)
    assert outcome_of((0, 1), 2, Ending.LIMIT).returns == (0, 0)
