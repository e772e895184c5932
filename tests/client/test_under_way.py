"""What is awaited is said until it is answered, and not a moment longer."""

from __future__ import annotations

from collections.abc import Callable

from cardtui_client.tui.under_way import UnderWay


class Timer:
    """A timer that cannot be stopped any more."""

    def stop(self) -> None:
        pass


def test_a_turn_that_was_due_already_says_nothing_after_the_answer() -> None:
    due, said = list[Callable[[], None]](), list[str]()

    def after(_seconds: float, turn: Callable[[], None]) -> Timer:
        due.append(turn)
        return Timer()

    under_way = UnderWay(after, lambda: said.append(under_way.words), turns=lambda: True)
    with under_way.waiting(lambda: "Connecting…"):
        due[0]()
        assert said == ["Connecting…", "/ Connecting…"]
    assert said[-1] == ""
    said.append("Nobody answers.")  # by whoever waited
    due[-1]()
    assert said[-1] == "Nobody answers."
    with under_way.waiting(lambda: "Once more…"):
        due[-2]()
        assert said[-1] == "Once more…", "only the turns of its own wait count"
