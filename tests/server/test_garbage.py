"""Garbage is looked for among what is new, and among everything only while nobody plays."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from cardtui_server.__main__ import run
from cardtui_server.garbage import (
    IDLE_SHARE,
    MOST_YOUNG_LOOKS,
    REST_SECONDS,
    YOUNG_OBJECTS,
    Garbage,
)


class Collector:
    """Stands in for ``gc``; counts looks through everything."""

    def __init__(self) -> None:
        self.looks = 0
        self.whole = 0
        self.frozen = False

    def freeze(self) -> None:
        self.frozen = True

    def enable(self) -> None: ...

    def set_threshold(self, *numbers: int) -> None:
        assert numbers[0] == YOUNG_OBJECTS

    def get_count(self) -> tuple[int, int, int]:
        return 0, self.looks, 0

    def collect(self) -> None:
        self.looks = 0
        self.whole += 1


class Process:
    """A process that works for a part of each second."""

    def __init__(self) -> None:
        self.collector = Collector()
        self.time = self.worked = 0.0
        self.garbage = Garbage(
            collector=self.collector, now=lambda: self.time, worked=lambda: self.worked
        )

    def pass_seconds(self, seconds: int, share: float) -> None:
        for _ in range(seconds):
            self.time += 1
            self.worked += share
            self.garbage.glance()


@pytest.fixture(autouse=True)
def _leave_as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_everything_is_looked_through_once_at_rest() -> None:
    process = Process()
    assert process.collector.frozen
    process.collector.looks = 1
    process.pass_seconds(REST_SECONDS - 1, IDLE_SHARE / 2)
    assert process.collector.whole == 0
    process.pass_seconds(1000, IDLE_SHARE / 2)
    assert process.collector.whole == 1


def test_a_busy_server_is_left_alone() -> None:
    process = Process()
    process.collector.looks = MOST_YOUNG_LOOKS - 1
    process.pass_seconds(1000, 0.5)
    assert process.collector.whole == 0


def test_a_server_that_never_rests_looks_at_last() -> None:
    process = Process()
    process.collector.looks = MOST_YOUNG_LOOKS
    process.pass_seconds(1, 0.5)
    assert process.collector.whole == 1


def test_a_moment_of_work_ends_the_rest() -> None:
    process = Process()
    process.collector.looks = 1
    for _ in range(10):
        process.pass_seconds(REST_SECONDS - 1, IDLE_SHARE / 2)
        process.pass_seconds(1, 0.5)
    assert process.collector.whole == 0


def test_what_was_loaded_is_never_looked_through() -> None:
    async def work() -> None:
        await asyncio.sleep(0)  # the task that looks has begun
        assert gc.get_threshold()[0] == YOUNG_OBJECTS
        assert gc.get_freeze_count() > 10_000

    run(work())


class Ring:
    """Something that holds itself, as gRPC's objects of a call hold one another."""

    def __init__(self) -> None:
        self.itself = self


def test_python_finds_what_is_new_by_itself_and_counts_the_looks() -> None:
    Garbage()
    found: list[int] = []
    gc.collect()
    for number in range(3):
        weakref.finalize(Ring(), found.append, number)
        others = [[each] for each in range(2 * YOUNG_OBJECTS)]
        assert len(others) == 2 * YOUNG_OBJECTS
    assert found == [0, 1, 2]
    assert gc.get_count()[1] >= 3
    gc.collect()
    assert gc.get_count()[1] == 0
