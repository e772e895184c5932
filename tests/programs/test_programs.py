"""Programs that play: good ones, slow ones, dead ones, and those that write what nobody asked."""

import os
import resource
import select
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardtui_engine import Match
from cardtui_engine.library.bot_lines import Clock
from cardtui_studio.bot_process import MOST_LOGGED_BYTES, Fault, GaveUp, ProgramPlayer
from tests.programs.programs import GOOD, answering, player, started


@contextmanager
def seated(program: ProgramPlayer) -> Generator[tuple[ProgramPlayer, Match]]:
    """Seat a program at a match of Cacho, in which it is to bet or pass."""
    match = Match("cacho", seats=2, seed=7)
    program.begin(match.rules, match.options, ["Ana", "Robo"], 1)
    try:
        yield program, match
    finally:
        program.close()


def decide(program: ProgramPlayer, match: Match, *, optional: bool = False) -> str | None:
    action = program.decide(match.seat_view(1), optional=optional)
    return None if action is None else action.verb


def gave_up(program: ProgramPlayer, match: Match) -> str:
    """Ask until the program plays no further; return why."""
    for _ in range(500):
        try:
            with suppress(Fault):
                decide(program, match)
        except GaveUp as error:
            return str(error)
    raise AssertionError("it plays on")


def test_a_program_plays() -> None:
    with seated(player(answering(GOOD))) as (program, match):
        assert decide(program, match) == match.choices(1)[0].verb
        program.end([0])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("print('what?', flush=True)", "number of the question"),
        ("print(rest.split()[0], 'fly', flush=True)", "no action"),
        ("print(rest.split()[0], 'bet 1000', flush=True)", "not among"),
        ("print(rest.split()[0], 'say \"\\\\u00\"', flush=True)", ""),
        ("print(int(rest.split()[0]) + 1, may[0], flush=True)", "Nobody has asked"),
        ("print(rest.split()[0], '-', flush=True)", ""),
        ("print(flush=True)", "number of the question"),
    ],
)
def test_an_answer_that_is_no_good_is_a_fault_and_the_program_is_told(
    answer: str, why: str, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    # After the fault it answers well, and notes the error that it was told.
    source = (
        "import sys\n"
        "asked = 0\n"
        "may = []\n"
        "for line in sys.stdin:\n"
        "    word, _, rest = line.strip().partition(' ')\n"
        "    if word == 'may': may.append(rest)\n"
        f"    if word == 'error': open({str(told)!r}, 'w').write(rest)\n"
        "    if word == 'go':\n"
        "        asked += 1\n"
        f"        if asked == 1: {answer}\n"
        "        else: print(rest.split()[0], may[0], flush=True)\n"
        "        may = []\n"
    )
    with seated(player([sys.executable, "-c", source])) as (program, match):
        with pytest.raises(Fault) as fault:
            decide(program, match)
        assert not fault.value.late
        assert why in str(fault.value)
        assert decide(program, match) == match.choices(1)[0].verb
        assert program.faults == 1
        assert str(fault.value) in told.read_text()


def test_a_program_that_may_do_nothing_is_told_so_and_may_say_so() -> None:
    with seated(player(answering("print(rest.split()[0], may[-1], flush=True)"))) as (bot, match):
        assert decide(bot, match, optional=True) is None


def test_a_program_that_is_late_is_not_waited_for_and_its_late_answer_is_passed_over() -> None:
    answer = "import time; time.sleep(0.4 if rest.startswith('1 ') else 0); " + GOOD
    with seated(player(answering(answer), Clock(100, 100))) as (program, match):
        with pytest.raises(Fault) as fault:
            decide(program, match)
        assert fault.value.late
        time.sleep(0.5)
        assert decide(program, match) == match.choices(1)[0].verb


def test_the_reserve_of_a_match_is_used_up_and_comes_back_with_the_next_one() -> None:
    answer = "import time; time.sleep(0.15); " + GOOD
    with seated(player(answering(answer), Clock(50, 1000))) as (program, match):
        decide(program, match)
        assert 500 < program.reserve < 950
        program.begin(match.rules, match.options, ["Ana", "Robo"], 1)
        assert program.reserve == 1000


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["/nowhere/at/all"], "cannot be started"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "exit code 3"),
        ([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], "signal 9"),
        (answering("print('x' * 5000, flush=True)"), "more than 4096 bytes"),
        (answering("sys.stdout.write('1' * 100000); sys.stdout.flush()"), "more than 4096 bytes"),
        (answering("sys.stdout.write('1\\n' * 100); sys.stdout.flush()"), "far more"),
        ([sys.executable, "-c", "while True: print('1 -')"], "far more"),
        ([sys.executable, "-c", "import os; os.close(1); input(); input()"], "exit code"),
    ],
)
def test_a_program_that_ends_or_floods_gives_up(command: list[str], why: str) -> None:
    with seated(player(command)) as (program, match):
        assert why in gave_up(program, match)


def test_a_program_that_never_reads_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_studio.bot_process._READING_SECONDS", 0.2)
    deaf = [sys.executable, "-c", "import time; time.sleep(60)"]
    with seated(player(deaf, Clock(1, 0))) as (program, match):
        assert "does not read" in gave_up(program, match)


def test_nothing_is_left_of_a_program_and_of_what_it_has_started(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    answer = (
        "import subprocess; child = subprocess.Popen(['sleep', '60']); "
        f"open({str(note)!r}, 'w').write(str(child.pid)); " + GOOD
    )
    with seated(player(answering(answer))) as (program, match):
        decide(program, match)
    child = int(note.read_text())
    for _ in range(100):
        if not Path(f"/proc/{child}").exists() or _is_zombie(child):
            return
        time.sleep(0.02)
    os.kill(child, 9)
    raise AssertionError("the child lives")


LEAVES_A_CHILD = """
import os, signal, sys
alive = os.open(sys.argv[1], os.O_WRONLY)
if os.fork() == 0:
    os.close(1)
    signal.pause()
"""


@pytest.mark.parametrize(
    ("ending", "why"),
    [("raise SystemExit(3)", "exit code 3"), ("os.kill(os.getpid(), 9)", "signal 9")],
)
def test_where_only_reaping_tells_how_a_program_ended_its_group_ends_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, why: str
) -> None:
    monkeypatch.setattr("cardtui_studio.bot_process.sys", SimpleNamespace(platform="darwin"))
    os.mkfifo(tmp_path / "alive")
    held = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    command = [sys.executable, "-c", LEAVES_A_CHILD + ending, str(tmp_path / "alive")]
    try:
        with seated(player(command)) as (program, match):
            assert why in gave_up(program, match)
        # Its end of the pipe closes once the child has gone.
        os.set_blocking(held, True)
        assert select.select([held], [], [], 20)[0]
        assert os.read(held, 1) == b""
    finally:
        os.close(held)


def _is_zombie(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"


MANY = """
import os, signal, sys
alive = os.open(sys.argv[1], os.O_WRONLY)
for _ in range(60):
    if os.fork() == 0:
        os.setsid()
        signal.pause()
print("ready", flush=True)
signal.pause()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a test find what left a group")
def test_more_processes_than_descriptors_are_ended_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "alive")
    alive = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    program = started([sys.executable, "-c", MANY, str(tmp_path / "alive")])()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert program.read(60) == "ready"
        highest = max(int(each.name) for each in Path("/proc/self/fd").iterdir())
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 8, hard))
    finally:
        program.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with os.fdopen(alive, "rb") as pipe:
        gone = select.poll()
        gone.register(pipe, 0)  # that nobody holds the other end
        assert gone.poll(60_000), "one of them lives on"


def test_what_goes_to_the_standard_error_is_kept_up_to_a_bound(tmp_path: Path) -> None:
    log = tmp_path / "log"
    answer = "sys.stderr.write('e' * 3_000_000); sys.stderr.flush(); " + GOOD
    with seated(player(answering(answer), log=log)) as (program, match):
        assert decide(program, match)
    assert log.stat().st_size == MOST_LOGGED_BYTES


def test_a_program_that_has_ended_is_started_again_for_the_next_match(tmp_path: Path) -> None:
    note = tmp_path / "note"
    answer = f"open({str(note)!r}, 'a').write('x'); raise SystemExit(1)"
    with seated(player(answering(answer))) as (program, match):
        for _ in range(2):
            program.begin(match.rules, match.options, ["Ana", "Robo"], 1)
            with pytest.raises(GaveUp):
                decide(program, match)
    assert note.read_text() == "xx"
