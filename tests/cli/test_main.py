"""What holds for every command: help, exit codes, and no traceback for anybody."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from datetime import datetime, tzinfo
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from cardtui_client.command_line import crash_report
from cardtui_client.command_line.crash_report import commit_of, report_crash
from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import given_password
from cardtui_client.commands import main
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.settings import Settings, read_settings, write_settings
from cardtui_client.tui.launch import AtHome
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.registry import game_ids, get_rules
from tests.cli.conftest import Cardtui
from tests.support.films import record_of
from tests.support.nights import by_night

ROOT = Path(__file__).parents[2]

COMMANDS = main.cli.list_commands(click.Context(main.cli))
SHORT = "truco-brasileiro"
"""The game whose demo is over soonest."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_its_line_in_the_list(cardtui: Cardtui, name: str) -> None:
    result = cardtui(name, "--help")
    assert result.code == 0
    assert result.out.startswith(f"Usage: cardtui {name}")
    assert "Examples:" in result.out
    assert f"  {name} " in cardtui("--help").out


def test_help_of_play_names_all_presets_the_usual_one_first(cardtui: Cardtui) -> None:
    told = cardtui("play", "--help").out.partition("Presets, the usual one first:")[2]
    named = re.split(r"^ *(\S+) {2,}", told, flags=re.MULTILINE)
    words = {
        game: re.findall(r"[\w-]+", said)
        for game, said in zip(named[1::2], named[2::2], strict=True)
    }
    for game in game_ids():
        presets = sorted(get_rules(game).presets, key=lambda each: not each.usual)
        names = [each.name for each in presets]
        assert words[game][: len(names)] == names


def test_without_a_command_a_pipe_has_the_help(cardtui: Cardtui) -> None:
    assert cardtui() == cardtui("--help")
    assert cardtui().code == 0


def test_version_says_of_what_it_is_built(cardtui: Cardtui) -> None:
    result = cardtui("--version")
    assert result.code == 0
    assert result.out.startswith("cardtui ")
    for part in ("Python 3.", "protocol cardtui.v1", "textual", "grpcio"):
        assert part in result.out


@pytest.mark.parametrize(
    "arguments", [["bridge"], ["rules", "--loud"], ["conform"], ["completion"]]
)
def test_a_wrong_command_line_exits_2_and_says_why(cardtui: Cardtui, arguments: list[str]) -> None:
    result = cardtui(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert "Error: " in result.err


def test_an_option_before_its_command_is_answered_with_its_place(cardtui: Cardtui) -> None:
    result = cardtui("--name", "Ana", "connect", "127.0.0.1")
    assert result.code == 2
    assert "Error: --name belongs after the command: cardtui connect --name." in result.err
    # Before click 8.4 it is written otherwise.
    assert re.search("No such option:? '?--loud", cardtui("--loud", "connect").err)


def test_home_is_opened_under_a_name_which_is_kept_where_there_was_none(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str, object]] = []

    def open_screens(settings: Settings, start: object) -> int:
        opened.append((settings.name, start))
        settings.theme = "light"
        write_settings(settings)
        return 0

    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr("cardtui_client.commands.front_end.open_screens", open_screens)
    for name in ("Ana", "Bia"):
        assert cardtui("--name", name).code == 0
    assert opened == [("Ana", AtHome()), ("Bia", AtHome())]
    assert (read_settings().name, read_settings().theme) == ("Ana", "light")
    assert cardtui("--name", "an endless long name").code == 2
    assert re.search("No such option:? '?--name", cardtui("--name", "Ana", "config").err)


def test_an_unknown_game_is_answered_with_those_there_are(cardtui: Cardtui) -> None:
    result = cardtui("rules", "cachoo")
    assert result.code == 2
    assert result.err == (
        "cardtui: There is no game “cachoo”. Did you mean cacho? "
        f"Choose from {', '.join(game_ids())}.\n"
    )


def raise_in_place_of(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(main.cli, "main", fail)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (Failed("No.", NO_SERVER), 3, "cardtui: No.\n"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_what_ends_a_command_has_its_exit_code(
    cardtui: Cardtui,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    said: str,
) -> None:
    raise_in_place_of(monkeypatch, error)
    assert cardtui() == (code, "", said)


def test_a_fault_of_our_own_is_a_sentence_and_a_report_not_a_traceback(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    raise_in_place_of(monkeypatch, ZeroDivisionError("seven of cups"))
    result = cardtui()
    assert result.code == 70
    assert "Traceback" not in result.err
    [report] = (tmp_path / "data" / "reports").iterdir()
    assert str(report) in result.err
    assert "ZeroDivisionError: seven of cups" in report.read_text()


def test_what_goes_wrong_is_an_object_where_a_program_reads(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def told(*arguments: str) -> dict[str, object]:
        result = cardtui(*arguments)
        assert result.out == ""
        error: dict[str, object] = json.loads(result.err)
        assert error["code"] == result.code
        return error

    said = told("results", "--json", "--person", "Ana")
    assert said == {
        "error": "No table server is running on this machine. Start one with cardtui"
        " host, or give an address.",
        "code": 3,
    }
    assert told("results", "--json", "--loud")["code"] == 2
    assert "“cachoo”" in str(told("records", "--game", "cachoo", "--json")["error"])
    # What is only an argument is not meant so.
    assert cardtui("rules", "--", "--json").err.startswith("cardtui: ")
    raise_in_place_of(monkeypatch, ZeroDivisionError("seven of cups"))
    crash = told("results", "--json")
    [report] = (tmp_path / "data" / "reports").iterdir()
    assert crash["code"] == 70
    assert str(report) in str(crash["error"])


def test_a_clock_that_python_cannot_count_is_told(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = OverflowError("timestamp too large to convert to C _PyTime_t")
    raise_in_place_of(monkeypatch, error)
    assert cardtui().code == 70  # something else was too large
    monkeypatch.setattr(time, "time", Mock(side_effect=error))
    said = "cardtui: By its clock, this machine is in 2262 or later: set the clock.\n"
    assert cardtui() == (1, "", said)


def test_a_fault_of_our_own_keeps_its_exit_code_where_nobody_reads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    raise_in_place_of(monkeypatch, ZeroDivisionError())
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as unread:  # noqa: PTH123 - it has no path
        monkeypatch.setattr(sys, "stderr", unread)
        assert main.run([]) == 70
    assert [*(tmp_path / "data" / "reports").iterdir()]


class StoppedClock(datetime):
    """Two faults in the same second."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime(2026, 1, 2, 3, 4, 5, tzinfo=tz)


def test_nobody_else_can_read_a_report_even_where_an_older_file_lay_open_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_report, "datetime", StoppedClock)
    reports = tmp_path / "data" / "reports"
    reports.mkdir(parents=True)
    older = reports / "crash-20260102-030405.txt"
    older.write_text("older")
    older.chmod(0o666)
    others = tmp_path / "others"
    others.write_text("not ours")
    before = os.umask(0)
    try:
        for _ in range(2):
            assert str(older) in report_crash(ZeroDivisionError())
            assert older.stat().st_mode & 0o777 == 0o600
            assert "ZeroDivisionError" in older.read_text()
            older.unlink()
            older.symlink_to(others)
    finally:
        os.umask(before)
    assert others.read_text() == "not ours"


def test_a_fault_with_an_unwritable_data_folder_is_reported_elsewhere(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    raise_in_place_of(monkeypatch, ZeroDivisionError())
    result = cardtui()
    assert result.code == 70
    [report] = tmp_path.glob("crash-*.txt")
    assert str(report) in result.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = Path(sys.executable).with_name("cardtui")
    done = subprocess.run(
        f"{program} rules cacho | head -n 1",
        shell=True,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "# Cacho\n"
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        *by_night(["play", "cacho", "--plain"], ["rules"], ["config", "show"], ["demo", SHORT]),
    ],
)
@pytest.mark.parametrize("closed", ["<&- >&- 2>&-", *by_night("<&-", ">&-")])
def test_closed_streams_are_no_fault_of_ours(command: list[str], closed: str) -> None:
    done = sh(f"cardtui {' '.join(command)} {closed}")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["--version", "rules cacho", *by_night(f"demo {SHORT}")])
def test_a_full_disk_is_said_to_be_full(command: str) -> None:
    done = sh(f"cardtui {command} > /dev/full")
    assert done.returncode == 1
    assert done.stderr == ("cardtui: The output cannot be written (No space left on device).\n")


@pytest.mark.parametrize("stream", ["1", "2"])
def test_a_stream_that_takes_nothing_is_no_fault_of_ours(stream: str) -> None:
    command = "rules cacho" if stream == "1" else "records --data /dev/null"
    done = sh(f"cardtui {command} {stream}< /dev/null")
    assert done.returncode == (1 if stream == "1" else 2)
    assert "inside cardtui itself" not in done.stdout + done.stderr


def test_whatever_else_the_system_refuses_is_a_fault_of_ours(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (errno.EBADF, errno.EIO, errno.ENOSPC, errno.ENOENT):
        raise_in_place_of(monkeypatch, OSError(number, os.strerror(number)))
        assert cardtui().code == 70


@pytest.mark.slow
def test_in_a_folder_that_is_gone_it_is_said_so() -> None:
    arena = "cardtui arena cacho easy easy --matches 2 --seed 1 --workers 2"
    done = sh(f'cd "$(mktemp -d)" && rmdir "$PWD" && {arena}')
    said = "cardtui: The folder that you are in is gone: go to another one.\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.slow
def test_where_too_few_files_may_be_open_it_is_said_so() -> None:
    done = sh("ulimit -n 24; cardtui tables --at 127.0.0.1:1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("cardtui: Only 24 files may be open at once here")
    assert sh("ulimit -Sn 24; cardtui rules cacho").returncode == 0, "more could be had"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code"), [(f"demo {SHORT}", 141), ("conform /nowhere 2>&1", 2), ("nothing 2>&1", 2)]
)
def test_the_exit_code_is_kept_where_nobody_reads_any_more(command: str, code: int) -> None:
    done = sh(f"set -o pipefail; cardtui {command} | true")
    assert (done.returncode, done.stderr) == (code, "")


def test_signs_that_an_encoding_lacks_are_spelled_out() -> None:
    done = sh("PYTHONIOENCODING=ascii cardtui --language es_AR rules brísca")
    assert done.stderr.startswith('cardtui: No hay un juego "brisca".')


def sh(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash that finds our program, whose output is buffered as it is for users."""
    buffered = {each: value for each, value in os.environ.items() if each != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", line],
        env={**buffered, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_no_color_is_obeyed(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool | None] = []

    @click.command()
    @click.pass_context
    def probe(ctx: click.Context) -> None:
        seen.append(ctx.find_root().color)

    monkeypatch.setattr(main.Commands, "get_command", Mock(return_value=probe))
    cardtui("probe")
    monkeypatch.setenv("NO_COLOR", "1")
    cardtui("probe")
    assert seen == [None, False]


def test_the_commit_is_known_where_a_package_was_built_or_lies_in_a_checkout(
    tmp_path: Path,
) -> None:
    package = tmp_path / "client" / "cardtui_client"
    package.mkdir(parents=True)
    assert commit_of(package) == ""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "First"]):
        subprocess.run([*git, *command], check=True, timeout=60)
    done = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    assert commit_of(package) == done.stdout[:12]
    (package / "commit.txt").write_text("0123456789ab\n", encoding="ascii")
    assert commit_of(package) == "0123456789ab"


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", ["demmo"], "No such command 'demmo'. Did you mean “demo”?"),
        ("en", ["join", "x"], "No such command 'join'. Did you mean “connect”?"),
        ("en", ["cacho"], "No such command 'cacho'. Did you mean “play cacho”?"),
        ("en", ["truco"], "“play truco-argentino”, “play truco-"),
        ("pt_BR", ["demmo"], "Não há o comando 'demmo'. Quis dizer “demo”?"),
        ("es_AR", ["demmo"], "No hay un comando 'demmo'. ¿Quisiste decir “demo”?"),
        ("en", ["play", "truco-argentino", "--preset", "fuentte"], "Did you mean “fuente”?"),
        ("en", ["play", "cacheta", "--option", "pionts=1"], "Did you mean “points”?"),
    ],
)
def test_a_word_that_is_nearly_known_is_answered_with_the_one_that_is(
    cardtui: Cardtui, language: str, typed: list[str], meant: str
) -> None:
    result = cardtui("--language", language, *typed)
    assert result.code == 2
    assert meant in result.err


def test_a_word_that_is_like_no_command_is_refused_alone(cardtui: Cardtui) -> None:
    assert cardtui("zzzzz").err.endswith("No such command 'zzzzz'.\n")


@pytest.mark.parametrize("name", ["cardtui", "cardtui_client"])
def test_python_runs_the_command_by_its_module(cardtui: Cardtui, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", name, "rules", "nothing"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == cardtui("rules", "nothing")


def test_a_byte_order_mark_before_what_people_write_is_no_fault(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    mark = b"\xef\xbb\xbf"
    record, scenarios = tmp_path / "record.txt", tmp_path / "scenarios.txt"
    record.write_bytes(mark + write(record_of("truco-argentino-2")).encode())
    [some, *_others] = sorted((ROOT / "tests" / "conformance" / "cacho").iterdir())
    scenarios.write_bytes(mark + some.read_bytes())
    plain = tmp_path / "plain.txt"
    plain.write_bytes(some.read_bytes())
    assert "is not the record" not in cardtui("replay", str(record), "--plain").err
    assert cardtui("conform", str(scenarios)).code == cardtui("conform", str(plain)).code == 0
    password = tmp_path / "password"
    password.write_bytes(mark + b"secret\r\n")
    assert given_password(str(password)) == "secret"
