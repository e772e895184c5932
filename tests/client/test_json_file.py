"""Files that are read, changed and written: nothing is begun from nothing, or lost by a fault."""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cardtui_client import json_file
from cardtui_client.commands.lessons.lesson import Progress
from cardtui_client.faces.characters import (
    change_muted,
    change_mutes,
    mutes_of,
    read_muted,
    unmute_all,
)
from cardtui_client.json_file import LOCK_NAME, telling
from cardtui_client.net.address import Address
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_client.scene.commands import MutePerson
from cardtui_client.settings import Settings
from cardtui_client.settings.diary import Diary, Ledger, Ledgers, OwnMatch, Results
from cardtui_server.store.data_folder import FolderLock


def _settings(folder: Path) -> Settings:
    return Settings(name="Ana", data=str(folder), path=folder / "config.toml")


WRITERS: dict[str, Callable[[Path], object]] = {
    "tokens.json": lambda folder: Tokens(folder).keep("here", "Ana", "secret"),
    "servers.json": lambda folder: KnownServers(folder).keep(Address("127.0.0.2", 1), "ab"),
    "bits.json": lambda folder: GivenBits(folder).commit(),
    "diary.json": lambda folder: Diary(_settings(folder)).began(
        OwnMatch("127.0.0.1:1", "t1", "Ana", "cacho", "Kitchen")
    ),
    "results.json": lambda folder: Results(_settings(folder)).add("cacho", won=True),
    "ledgers.json": lambda folder: Ledgers(_settings(folder)).keep(
        "s", "t", "n", "cacho", Ledger((), ())
    ),
    "lessons.json": lambda folder: Progress(folder).keep("cacho", 1),
    "muted.json": lambda folder: change_muted(
        _settings(folder), lambda people: people | {"p1": "Beto"}
    ),
}
"""What changes each file."""


def written(name: str, folder: Path) -> list[str]:
    """Have the file changed, as a person's act would; return what they are told."""
    told: list[str] = []
    with telling(told.append):
        try:
            WRITERS[name](folder)
        except OSError as error:  # of people who are muted: what they did says so
            told.append(str(error))
    return told


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[[1]]", b"\xff\xfe", b"\0" * 100, b"[" * 100_000, b'{"a": [1]}']
)
def test_a_damaged_file_is_set_aside_whole_and_that_is_said_once(
    tmp_path: Path, name: str, damage: bytes
) -> None:
    file = tmp_path / name
    file.write_bytes(damage)
    (said,) = written(name, tmp_path)
    aside = tmp_path / f"{name}.damaged-1"
    assert said.startswith(f"{file} is damaged, and was set aside as {aside}. ")
    assert aside.read_bytes() == damage
    assert file.stat().st_mode & 0o777 == 0o600
    assert written(name, tmp_path) == []
    file.write_bytes(damage)
    (again,) = written(name, tmp_path)
    assert f"{name}.damaged-2" in again
    assert aside.read_bytes() == damage


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.ESTALE])
def test_nothing_is_written_over_a_file_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    file = tmp_path / name
    file.write_text("what cannot be made anew")
    opened = os.open

    def fails(path: object, *arguments: int, **others: int) -> int:
        if path == file:
            raise OSError(number, os.strerror(number), str(path))
        return opened(path, *arguments, **others)  # type: ignore[arg-type] # as given

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", fails)
        (said,) = written(name, tmp_path)
    assert os.strerror(number) in said
    assert str(file) in said
    assert file.read_text() == "what cannot be made anew"
    assert {*tmp_path.iterdir()} - {tmp_path / LOCK_NAME} == {file}


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_or_a_pipe_in_its_place_stops_nobody(tmp_path: Path, name: str) -> None:
    (tmp_path / "one" / name).mkdir(parents=True)
    assert len(written(name, tmp_path / "one")) == 1
    (tmp_path / "other").mkdir()
    os.mkfifo(tmp_path / "other" / name)
    assert len(written(name, tmp_path / "other")) == 1


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    "number", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO]
)
def test_where_nothing_can_be_written_one_sentence_says_so_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, number: int
) -> None:
    def fails(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    (said,) = written(name, tmp_path)
    assert str(tmp_path) in said
    assert os.strerror(number) in said
    assert {*tmp_path.iterdir()} <= {tmp_path / LOCK_NAME}


def test_several_files_of_a_folder_that_cannot_be_used_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in its way")
    told: list[str] = []
    with telling(told.append):
        for name in ("tokens.json", "servers.json", "diary.json", "results.json"):
            WRITERS[name](tmp_path / "data")
    (said,) = told
    assert "your seat" in said
    assert "--data" in said


def test_who_loses_the_tokens_is_told_how_to_get_a_name_back(tmp_path: Path) -> None:
    (tmp_path / "tokens.json").write_text('{"Ana@here":')
    told: list[str] = []
    with telling(told.append):
        assert Tokens(tmp_path).get("here", "Ana") == ""
    (said,) = told
    for command in ("account code", "account recover", "account use"):
        assert f"cardtui {command}" in said


def test_people_stay_muted_by_a_program_that_saves_as_others_do(tmp_path: Path) -> None:
    written("muted.json", tmp_path)
    assert read_muted(_settings(tmp_path)) == {"p1": "Beto"}


def test_programs_that_change_a_file_at_once_undo_nothing_of_each_other(tmp_path: Path) -> None:
    settings = _settings(tmp_path)
    programs = 4

    def play(program: int) -> None:
        for number in range(5):
            Tokens(tmp_path).keep(f"server {number}", f"p{program}", "secret")
            Results(settings).add("cacho", won=True)
            mutes = mutes_of(settings, "Ana")
            change_mutes(MutePerson(f"p{program} {number}", "Beto"), mutes, settings=settings)

    with ThreadPoolExecutor(programs) as pool:
        for each in [pool.submit(play, program) for program in range(programs)]:
            each.result(60)
    tokens = json.loads((tmp_path / "tokens.json").read_text())
    assert len(tokens) == 5 * programs
    assert Results(settings).scores()["cacho"].won == 5 * programs
    assert len(read_muted(settings)) == 5 * programs


def test_who_unmutes_somebody_leaves_those_muted_at_another_table(tmp_path: Path) -> None:
    settings = _settings(tmp_path)
    beto, carla = MutePerson("p1", "Beto"), MutePerson("p2", "Carla")
    here, there = mutes_of(settings, "Ana"), mutes_of(settings, "Ana")
    change_mutes(beto, here, settings=settings)
    change_mutes(carla, there, settings=settings)
    change_mutes(beto, here, settings=settings)
    assert read_muted(settings) == {"p2": "Carla"}
    unmute_all(here, settings=settings)
    assert read_muted(settings) == {}


def test_of_many_that_find_a_file_damaged_one_sets_it_aside(tmp_path: Path) -> None:
    (tmp_path / "tokens.json").write_text("{")
    with telling(lambda _sentence: None), ThreadPoolExecutor(8) as pool:
        tasks = [pool.submit(Tokens(tmp_path).keep, "here", f"p{n}", "secret") for n in range(8)]
        for each in tasks:
            each.result(60)
    assert len(json.loads((tmp_path / "tokens.json").read_text())) == 8
    names = {each.name for each in tmp_path.iterdir()}
    assert names == {"tokens.json", "tokens.json.damaged-1", LOCK_NAME}


def test_a_program_that_keeps_a_folder_for_long_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_file, "_LONGEST_WAIT", 0.0)
    with (tmp_path / LOCK_NAME).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert len(written("tokens.json", tmp_path)) == 1
    assert written("tokens.json", tmp_path) == []
    assert (tmp_path / "tokens.json").exists()


def test_a_server_with_its_data_in_the_same_folder_is_not_waited_for(tmp_path: Path) -> None:
    with FolderLock.take(tmp_path):
        assert written("tokens.json", tmp_path) == []
    assert (tmp_path / "tokens.json").exists()


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_file_costs_no_descriptor_and_a_pipe_is_not_read(
    tmp_path: Path, name: str
) -> None:
    os.mkfifo(tmp_path / name)
    writer = os.open(tmp_path / name, os.O_RDWR)  # somebody has it open for writing
    before = len([*Path("/proc/self/fd").iterdir()])
    for _ in range(20):
        written(name, tmp_path)
    assert len([*Path("/proc/self/fd").iterdir()]) == before
    os.close(writer)
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    before = len([*Path("/proc/self/fd").iterdir()])
    for _ in range(20):
        written(name, tmp_path)
    assert len([*Path("/proc/self/fd").iterdir()]) == before


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("tokens.json", "Servers take you for somebody new."),
        ("servers.json", "compare their pins"),
        ("diary.json", "Matches that wait for you are in the lobbies"),
        ("results.json", "Earlier results are in there."),
        ("lessons.json", "The lessons begin anew."),
        ("bits.json", "Nothing of it is used."),
        ("ledgers.json", "Nothing of it is used."),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_what_it_means(
    tmp_path: Path, name: str, what: str
) -> None:
    (tmp_path / name).mkdir()
    (said,) = written(name, tmp_path)
    assert said.startswith(f"{tmp_path / name} cannot be read: Is a directory. ")
    assert what in said
    assert "--data" not in said
    assert written(name, tmp_path) == []
