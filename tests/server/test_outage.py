"""A server that cannot write anything down tells everybody, and its log only now and then."""

import json
import os
import sys
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import TextIO, cast

import pytest
import structlog
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui_server.ports.log_store import Gone, NoRoom, Unreadable
from cardtui_server.server_log import printed
from cardtui_server.table.outage import LogRetry, Outage
from tests.support.playing import House, attach
from tests.support.ports import FakeClock


def test_a_full_disk_is_logged_once_a_minute_with_how_much_was_refused() -> None:
    clock, log = FakeClock(), CapturingLogger()
    outage = Outage(clock, cast("FilteringBoundLogger", log))
    for _ in range(2):
        for _ in range(100):
            outage.began(NoRoom("No space."))
            outage.ended()  # a shorter entry found room
            clock.advance(0.5)
        clock.advance(10)
    outage.began(NoRoom("No space."))
    said = [(call.method_name, call.kwargs["refused"]) for call in log.calls]
    assert said == [("warning", 1), ("warning", 100), ("warning", 100)]


def test_a_database_that_is_gone_is_logged_once_and_again_when_it_went_again() -> None:
    clock, log = FakeClock(), CapturingLogger()
    outage = Outage(clock, cast("FilteringBoundLogger", log))
    for times in (1, 2):
        for _ in range(100):
            outage.began(Gone("cardtui.db was deleted."))
            clock.advance(5)
        assert [call.args for call in log.calls] == [("database gone",)] * times
        outage.ended()


def test_what_everybody_is_told_changes_only_with_the_trouble() -> None:
    outage = Outage(FakeClock(), structlog.wrap_logger(structlog.ReturnLogger()))
    told: list[str] = []
    outage.watch(lambda: told.append(str(outage.refusal)))
    for error in (NoRoom("full"), NoRoom("full"), Gone("gone"), Gone("gone")):
        assert outage.began(error) is outage.refusal
    outage.ended()
    outage.ended()
    first, second, third = told
    assert "cannot write its log" in first
    assert "was deleted or replaced" in second
    assert third == "None"


def test_a_host_reads_of_trouble_with_a_log_and_that_it_is_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = FakeClock()
    log = printed()
    log_retry = LogRetry(clock, log, Outage(clock, log), lambda: None)
    log_retry.meet(Unreadable("disk I/O error"))
    log_retry.over()
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [each["event"] for each in said] == ["log cannot be used", "log can be used again"]


@pytest.fixture(params=["full", "unread", "closed", "none"])
def no_log(request: pytest.FixtureRequest) -> Generator[TextIO | None]:
    """Return a standard error that takes no line."""
    if request.param == "none":
        yield None
        return
    if request.param == "full":
        if not Path("/dev/full").exists():
            pytest.skip("no /dev/full")
        taken = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 - to close it fails
    else:
        reads, writes = os.pipe()
        os.close(reads)
        taken = os.fdopen(writes, "w", encoding="utf-8")
    if request.param == "closed":
        taken.close()
    yield taken
    with suppress(OSError):
        taken.close()


@pytest.mark.parametrize("level", ["warning", "error", "exception", "critical"])
def test_a_line_of_the_log_that_cannot_be_written_is_lost_and_nothing_else(
    no_log: TextIO | None, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = printed()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", no_log)
        for _ in range(3):
            getattr(log.bind(table="t"), level)("something", exc_info=OSError("full"))


async def test_who_reads_at_any_table_is_told(house: House) -> None:
    tables = [await house.table() for _ in range(2)]
    readers = [attach(table, viewer, None) for table in tables for viewer in (0, None)]
    await house.passes(1)
    for reader in readers:
        reader.take()
    house.env.outage.began(Gone("gone"))
    for reader in readers:
        assert b"was deleted or replaced" in reader.take()
    # Who comes later is told with all the rest.
    assert b"was deleted or replaced" in attach(tables[0], None, None).take()
    house.env.outage.ended()
    for reader in readers:
        given = reader.take()
        assert given
        assert b"was deleted or replaced" not in given
