"""Keys at random in the real client at a busy server: it never fails, and ends when told to."""

from pathlib import Path
from typing import Final

import pytest

from tests.fingers.crowd import busy
from tests.fingers.fingers import run_all
from tests.fingers.hands import Beginning, Ending, session

_SESSIONS: Final = 12
_TOGETHER: Final = 6
"""Sessions that share a server, so that two workers have something to do."""
_STROKES: Final = 7
_SEEDS: Final = range(13, 13 + _SESSIONS)
"""The first such row in which sessions begin everywhere."""


@pytest.mark.proof
@pytest.mark.timeout(300)
@pytest.mark.parametrize("first", _SEEDS[::_TOGETHER])
async def test_restless_fingers_leave_the_client_in_order_and_the_terminal_as_it_was(
    first: int, tmp_path: Path
) -> None:
    sessions = (session(seed, _STROKES) for seed in range(first, first + _TOGETHER))
    async with busy(tables=12) as crowd:
        outcomes = [each async for each in run_all(sessions, crowd, tmp_path, at_once=3)]
    assert len(outcomes) == _TOGETHER
    wrong = [str(each) for each in outcomes if each.faults]
    assert not wrong, "\n\n".join(wrong)


def test_the_sessions_begin_everywhere_and_half_of_them_are_told_to_end() -> None:
    all_of_them = [session(seed, _STROKES) for seed in _SEEDS]
    assert {each.beginning for each in all_of_them} == set(Beginning)
    assert {each.ending for each in all_of_them} == set(Ending)
    assert sum(each.ending is Ending.QUIT for each in all_of_them) == _SESSIONS // 2
    assert any(each.early for each in all_of_them)
