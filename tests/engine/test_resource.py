"""The files of numbers are those that their readers know, or are said to be damaged."""

from hashlib import sha256
from pathlib import Path

import pytest

import cardtui_engine
from cardtui_engine.families.truco.brazilian.bot import network
from cardtui_engine.games.cacho.bot import solved as cacho
from cardtui_engine.games.truco_argentino.bot import solved as envido
from cardtui_engine.resource import DamagedError, read
from tools.written import write

READERS = {
    "families/truco/brazilian/bot/network": network.SHA256,
    "games/cacho/bot/solved": cacho.SHA256,
    "games/truco_argentino/bot/solved": envido.SHA256,
}


def test_every_file_of_numbers_has_the_hash_that_its_reader_knows() -> None:
    root = Path(cardtui_engine.__file__).parent
    assert {
        path.relative_to(root).with_suffix("").as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*.bin")
    } == READERS


def test_a_file_that_has_changed_is_said_to_be_damaged() -> None:
    with pytest.raises(
        DamagedError, match=r"cacho/bot/solved\.bin is damaged: install cardtui anew"
    ):
        read("cardtui_engine.games.cacho.bot", "solved.bin", "0" * 64)


def test_a_file_that_is_missing_is_said_to_be_unreadable() -> None:
    with pytest.raises(DamagedError, match=r"cacho/none\.bin cannot be read .* install cardtui"):
        read("cardtui_engine.games.cacho", "none.bin", "0" * 64)


def test_what_a_tool_writes_lies_beside_its_reader_which_knows_its_hash(tmp_path: Path) -> None:
    reader = tmp_path / "numbers.py"
    reader.write_text(f'A = 1\nSHA256: Final = "{"0" * 64}"\nB = 2\n')
    write(b"\x01\x02", reader)
    assert (tmp_path / "numbers.bin").read_bytes() == b"\x01\x02"
    digest = sha256(b"\x01\x02").hexdigest()
    assert reader.read_text() == f'A = 1\nSHA256: Final = "{digest}"\nB = 2\n'


def test_a_tool_writes_nothing_beside_a_module_that_knows_no_hash(tmp_path: Path) -> None:
    reader = tmp_path / "numbers.py"
    reader.write_text("A = 1\n")
    with pytest.raises(ValueError, match="0 lines with a hash"):
        write(b"\x01", reader)
    assert not reader.with_suffix(".bin").exists()
