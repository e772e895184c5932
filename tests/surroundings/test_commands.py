"""Every command in the surroundings of other people's machines: a sentence and a code, never 70."""

import asyncio
import os
import pwd
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

import click
import pytest
from _pytest.mark import ParameterSet

from cardtui_client.commands.main import cli
from cardtui_client.commands.main import run as call
from cardtui_client.history.kept_records import keep
from cardtui_client.settings import Settings
from cardtui_engine.library.record_writing import write
from cardtui_server.store.sqlite import SqliteStore
from tests.support.fair_matches import played
from tests.support.films import record_of
from tests.support.must_have import missing
from tests.support.nights import by_night
from tests.support.playing import House, play
from tests.support.programs import Program
from tests.surroundings.commands import (
    KEEPING,
    LINES,
    OTHERS,
    PROGRAM,
    SECONDS,
    names,
    on_a_terminal,
    plain_environment,
    run,
)

ROOT: Final = Path(__file__).parents[2]
MOUNTED: Final = (
    'mount -t tmpfs -o size=4m none "$CARDTUI_DATA" && cp -r "$KEPT/." "$CARDTUI_DATA" && {then}'
    ' exec "$@"'
)
READ_ONLY: Final = MOUNTED.format(then='mount -o remount,ro "$CARDTUI_DATA" &&')
FULL: Final = MOUNTED.replace("{then}", '{ cat /dev/zero >"$CARDTUI_DATA/all"; } 2>/dev/null;')
GONE: Final = ("sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', "sh")
NOBODY: Final = 54321
STALE: Final = {
    "COLUMNS": "31",
    "LINES": "many",
    "TERM": "no-such-terminal",
    "LANG": "xx_YY.bogus",
    "LC_ALL": "C",
    "LANGUAGE": ":::",
    "TZ": "Nowhere/At_all",
    "EDITOR": "'vi",
    "PAGER": "'less",
    "LESS": '"',
    "BROWSER": "'",
    "NO_COLOR": "yes",
    "FORCE_COLOR": "perhaps",
    "GRPC_VERBOSITY": "LOUD",
    "GRPC_TRACE": "everything",
    "ESCDELAY": "soon",
    "LOGNAME": "\x1b[2J",
    "XDG_DATA_HOME": "relative/data",
    "XDG_CONFIG_HOME": "relative/config",
    "XDG_RUNTIME_DIR": "/nowhere",
    "http_proxy": "http://127.0.0.1:1",
}
"""Variables that other programs own, as old shells, containers and editors leave them."""


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that accounts of any name may enter; those of pytest are its own account's."""
    with TemporaryDirectory(prefix="cardtui-surroundings-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="session")
def places(open_folder: Path) -> Iterator[dict[str, object]]:
    """A server, a record and scenarios; what lines of commands name."""
    folder = open_folder / "server"
    folder.mkdir()
    record = folder / "record.txt"
    record.write_text(write(record_of("truco-argentino-2")), encoding="utf-8")
    scenarios = min((ROOT / "tests" / "conformance" / "cacho").iterdir())
    host = Program("host", "--port", "0", env=plain_environment(folder))
    found = host.lines[host.wait_for("cardtui connect ") - 1].split()[-1]
    kept = folder / "kept"
    kept.mkdir()
    asyncio.run(_play(kept))
    env = plain_environment(folder) | {"CARDTUI_DATA": str(kept), "CARDTUI_NAME": "Ana"}
    came = subprocess.run([PROGRAM, "connect", found, "--plain"], env=env, check=False)
    assert came.returncode == 0
    yield {"server": found, "record": record, "scenarios": scenarios, "kept": kept}
    host.send(signal.SIGINT)
    host.wait()


async def _play(folder: Path) -> None:
    """Keep the record of a match in that folder, and begin another one on a server's disk."""
    assert keep(Settings(data=str(folder)), await played("truco-paulista"))
    store = SqliteStore(folder / "cardtui.db")
    house = House(store)
    await play(await house.table("truco-argentino"), random.Random(1), 20)
    await house.stop()
    await store.close()


@pytest.fixture
def here(open_folder: Path, places: dict[str, object]) -> Path:
    """A folder of a person's own, with a home and a folder for data, who has played before."""
    here = Path(mkdtemp(dir=open_folder))
    for name in ("home/.local/share/cardtui", "data"):
        shutil.copytree(str(places["kept"]), here / name)
    return here


def check(
    name: str,
    code: int,
    env: Mapping[str, str],
    places: Mapping[str, object],
    here: Path,
    *inside: str | Path,
) -> str:
    """Run the command; it must end with the code, and without a fault of its own."""
    data = env.get("CARDTUI_DATA", here)
    got, said = run(name, env=env, inside=inside, places={**places, "here": here, "data": data})
    assert "Traceback" not in said, said
    assert "inside cardtui itself" not in said, said
    assert got == code, said
    return said


def test_no_command_is_forgotten() -> None:
    assert sorted(LINES) == sorted(names())


def test_without_a_home_each_command_that_keeps_something_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    places = dict.fromkeys(("server", "record", "scenarios", "data", "unheard"), "nowhere:1")
    for name in KEEPING:
        line = LINES[name]
        code = call([*name.split(), *line.words.format(**places).split()])
        said = capfd.readouterr().err
        assert (name, code) == (name, line.homeless), said
        assert "no home" in said or line.homeless == line.code, said


def in_turn(first: int, cases: Iterable[tuple[object, ...]]) -> list[ParameterSet]:
    """Return cases: every fourth from that one on is a proof, and the others are tried by night.

    Each surrounding begins at another one, so that by day commands differ.
    """
    marks = (pytest.mark.nightly, pytest.mark.proof)
    return [
        pytest.param(*case, marks=marks[number % 4 == first]) for number, case in enumerate(cases)
    ]


def mounts() -> None:
    """See that file systems can be mounted here, for one process alone."""
    try:
        subprocess.run(
            ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"],
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        missing("netns", f"nothing can be mounted here: {error}")


@pytest.mark.parametrize(
    ("name", "how"),
    [
        *(pytest.param(name, READ_ONLY, marks=pytest.mark.proof) for name in KEEPING),
        *in_turn(0, ((name, FULL) for name in KEEPING)),
    ],
    ids=lambda value: {READ_ONLY: "read-only", FULL: "full"}.get(value, value),
)
def test_a_data_folder_that_cannot_be_written_costs_a_sentence_whatever_variables_say(
    places: dict[str, object], here: Path, how: str, name: str
) -> None:
    mounts()
    stale = STALE if how == READ_ONLY else {}
    env = {**plain_environment(here), **stale, "KEPT": str(places["kept"])}
    inside = ["unshare", "--mount", "sh", "-c", how, "sh"]
    check(name, LINES[name].unkept, env, places, here, *inside)


def nameless() -> list[str]:
    """Return what makes a process one of an account that nobody has, and that may read all."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        missing("netns", "only root may run programs as somebody else")
    who = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    reads = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    return ["setpriv", *who, *reads]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *in_turn(1, ((name, True) for name in KEEPING)),
        *in_turn(1, ((name, False) for name in KEEPING)),
        *(pytest.param(name, False, marks=pytest.mark.proof) for name in OTHERS),
    ],
)
def test_an_account_without_a_name_and_a_home_is_served_in_a_folder_that_is_gone(
    places: dict[str, object], here: Path, name: str, *, kept: bool
) -> None:
    inside = [*GONE, *nameless()]
    env = plain_environment(here)
    del env["HOME"]
    os.chown(here, NOBODY, NOBODY)
    for each in (here / "data", *(here / "data").rglob("*")):
        os.chown(each, NOBODY, NOBODY)
    line = LINES[name]
    if kept:
        code = line.homeless if name in ("config path", "config set") else line.code
        check(name, code, env, places, here, *inside)
        return
    del env["CARDTUI_DATA"]
    code = 1 if name == "arena" else line.homeless  # which starts processes
    said = check(name, code, env, places, here, *inside)
    if line.homeless != line.code:
        assert "no home" in said


@pytest.mark.parametrize("name", [*in_turn(2, ((name,) for name in OTHERS)), *by_night(*KEEPING)])
def test_variables_of_other_programs_do_no_harm(
    places: dict[str, object], here: Path, name: str
) -> None:
    env = {**plain_environment(here), **STALE}
    del env["CARDTUI_DATA"]
    check(name, LINES[name].code, env, places, here)
    assert not (here / "relative").exists()


@pytest.mark.nightly
@pytest.mark.parametrize("name", LINES)
def test_a_working_folder_that_is_gone_is_no_fault_of_ours(
    places: dict[str, object], here: Path, name: str
) -> None:
    code = 1 if name == "arena" else LINES[name].code
    check(name, code, plain_environment(here), places, here, *GONE)


def with_screens() -> list[str]:
    """Return the commands that draw screens, if nobody asks for lines; results are lines anyway."""
    context = click.Context(cli)
    names = [name for name in cli.list_commands(context) if name in LINES]
    found = [name for name in names if not LINES[name].until]  # what serves draws no screens
    commands = {name: cli.get_command(context, name) for name in found}
    return [
        name
        for name, command in commands.items()
        if name != "results"
        and command is not None
        and any(each.name == "plain" for each in command.params)
    ]


@pytest.mark.proof
@pytest.mark.parametrize("name", ["", *with_screens()])
def test_screens_come_and_go_where_there_is_no_other_screen_and_variables_lie(
    places: dict[str, object], here: Path, name: str
) -> None:
    env = {**plain_environment(here), **STALE, "TERM": "screen", "LC_ALL": "C.UTF-8"}
    words = LINES[name].words if name else ""
    filled = words.replace(" --plain", "").format(**places, here=here, data=here).split()
    arguments = [*name.split(), *filled, *(["cacho"] if name == "learn" else [])]
    code, said = on_a_terminal(arguments, env=env, here=here)
    assert "Traceback" not in said, said
    assert "inside cardtui itself" not in said, said
    assert "this window has" not in said, "COLUMNS and LINES beat the window"
    assert not (here / "relative").exists()
    assert code == 0, said
    left = said.rpartition("\x1b[?1049l")[0]
    assert left, "no screen was drawn"
    assert "\x1b[2J" in left[-200:] or "\x1b[J" in left[-200:], "the picture stays"


@pytest.mark.proof
def test_a_seed_is_one_match_on_a_busy_machine_too(here: Path) -> None:
    def told() -> str:
        command = ["nice", "-n", "10", str(PROGRAM), "demo", "cacho", "--seed", "7"]
        env = plain_environment(here)
        done = subprocess.run(
            command, env=env, check=True, capture_output=True, text=True, timeout=SECONDS
        )
        return done.stdout

    alone = told()
    loop = ["nice", "-n", "10", sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(loop) for _ in range(3)]
    try:
        assert told() == alone
    finally:
        for each in busy:
            each.kill()
            each.wait()
