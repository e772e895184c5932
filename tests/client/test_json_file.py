"""Files that are read, changed and written: nothing is begun from nothing, or lost by a fault."""

import errno
import fcntl
import json
import os
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client import json_file
from cardtui_client.faces.muting import change_muted, change_mutes, mutes_of, read_muted, unmute_all
from cardtui_client.files import write_atomically
from cardtui_client.history.diary import Diary, OwnMatch
from cardtui_client.history.ledgers import Ledger, Ledgers
from cardtui_client.history.lesson_progress import Progress
from cardtui_client.history.results import Results
from cardtui_client.json_file import LOCK_NAME, telling
from cardtui_client.model.quick_talk import MutePerson
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.address import Address
from cardtui_client.net.field_packs import FieldPacks
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_client.settings import Settings
from cardtui_server.network.certificate import make_certificate
from cardtui_server.store.data_folder import FolderLock
from tests.support.must_have import missing


def _settings(folder: Path) -> Settings:
    return Settings(name="Ana", data=str(folder), path=folder / "config.toml")


CERTIFICATE = make_certificate().chain

WRITERS: dict[str, Callable[[Path], object]] = {
    "tokens.json": lambda folder: Tokens(folder).keep("here", "Ana", "secret"),
    "servers.json": lambda folder: KnownServers(folder).keep(Address("127.0.0.2", 1), "ab"),
    "bits.json": lambda folder: GivenBits(folder).commit(),
    "keys.json": lambda folder: GivenBits(folder).at("here").key("Ana"),
    "signers.json": lambda folder: GivenBits(folder).know_signer(CERTIFICATE, "here"),
    "fields.json": lambda folder: FieldPacks(
        Mock(server=Mock(identity="here")), _settings(folder)
    ).look(TournamentModel(pb.Tournament(id="cup0a", commitment=b"1"))),
    "diary.json": lambda folder: Diary(_settings(folder)).began(
        OwnMatch("127.0.0.1:1", "t1", "Ana", "cacho", "Kitchen")
    ),
    "results.json": lambda folder: Results(_settings(folder)).add("cacho", won=True),
    "ledgers.json": lambda folder: Ledgers(_settings(folder)).keep(
        "s", "t", "n", "cacho", Ledger((), ())
    ),
    "lessons.json": lambda folder: Progress(_settings(folder)).keep("cacho", 1),
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
        ("bits.json", "None of it is used."),
        ("ledgers.json", "None of it is used."),
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


def test_a_file_is_replaced_with_the_mode_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    write_atomically(path, "old", 0o600)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    write_atomically(path, "one\r\ntwo\n", 0o600)
    assert path.read_bytes() == b"one\r\ntwo\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_when_writing_fails_the_old_file_is_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space") as failure:
        write_atomically(path, "new")
    assert failure.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("link", [str, os.path.relpath], ids=["absolute", "relative"])
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_what_a_link_leads_to_is_written_and_keeps_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path], str], mode: int
) -> None:
    real = tmp_path / "dotfiles" / "config.toml"
    real.parent.mkdir()
    real.write_text("old")
    real.chmod(mode)
    monkeypatch.chdir(tmp_path)
    first, second = tmp_path / "config.toml", tmp_path / "again.toml"
    first.symlink_to(link(real))
    second.symlink_to(first)
    write_atomically(second, "new")
    assert (first.is_symlink(), second.is_symlink()) == (True, True)
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == mode


@pytest.mark.timeout(30)
def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    os.mknod(tmp_path / "socket", stat.S_IFSOCK | 0o600)
    for name in ("folder", "pipe", "socket"):
        before = (tmp_path / name).stat()
        (tmp_path / f"{name}-link").symlink_to(name)
        for path in (tmp_path / name, tmp_path / f"{name}-link"):
            with pytest.raises(OSError, match=r"regular file|directory") as failure:
                write_atomically(path, "new", 0o600)
            assert failure.value.filename == str(path)
        assert (tmp_path / name).stat().st_ino == before.st_ino


def test_a_link_to_what_is_not_there_yet_makes_it_there(tmp_path: Path) -> None:
    link, real = tmp_path / "config.toml", tmp_path / "dotfiles" / "config.toml"
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_links_in_a_circle_are_left_alone(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match="symbolic links"):
        write_atomically(one, "new")
    assert one.is_symlink()


@pytest.mark.parametrize("text", ["new", "a longer one than before"])
def test_a_file_of_several_names_is_written_under_all_of_them(tmp_path: Path, text: str) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("the old text")
    one.chmod(0o640)
    other.hardlink_to(one)
    write_atomically(other, text)
    assert one.read_text() == other.read_text() == text
    assert one.samefile(other)
    assert stat.S_IMODE(one.stat().st_mode) == 0o640


def test_a_private_file_of_several_names_is_private_and_the_others_stay_as_they_were(
    tmp_path: Path,
) -> None:
    one, snapshot = tmp_path / "tokens.json", tmp_path / "snapshot"
    one.write_text("old")
    one.chmod(0o644)
    snapshot.hardlink_to(one)
    write_atomically(one, "a token", 0o600)
    assert one.read_text() == "a token"
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    assert snapshot.read_text() == "old"


@pytest.mark.parametrize("mode", [None, 0o600])
@pytest.mark.parametrize("number", [errno.EBUSY, errno.EACCES])
def test_what_nothing_can_be_put_in_the_place_of_is_written_with_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, mode: int | None
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)

    def fails(_path: Path, _target: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", fails)
    write_atomically(path, "new", mode)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == (mode or 0o644)
    assert list(tmp_path.iterdir()) == [path]


def test_without_room_a_file_of_several_names_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("old")
    other.hardlink_to(one)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(one, "longer than the old one")
    assert one.read_text() == "old"


def test_a_file_that_is_mounted_on_its_own_is_written(tmp_path: Path) -> None:
    real, place = tmp_path / "real", tmp_path / "config.toml"
    real.write_text("the old text")
    place.write_text("")
    try:
        subprocess.run(["mount", "--bind", real, place], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        missing("netns", f"nothing can be mounted here: {error}")
    try:
        write_atomically(place, "new")
    finally:
        subprocess.run(["umount", place], check=True)
    assert real.read_text() == "new"
