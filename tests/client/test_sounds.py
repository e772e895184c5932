"""Sounds by choice: made by the program, played by the machine's own, and the bell otherwise."""

import io
import shutil
import sys
import threading
import wave
from pathlib import Path

import pytest

from cardtui_client import sounds
from cardtui_client.settings import Settings
from cardtui_client.sounds import Play, Sound, Sounds, player, wav
from cardtui_client.tui.table.telling import Attention
from tests.support.seated import Notebook, seated
from tests.support.table_driver import truco

SOON = 30.0


@pytest.mark.parametrize("sound", Sound)
def test_each_is_a_short_sound_of_its_own(sound: Sound) -> None:
    with wave.open(io.BytesIO(wav(sound))) as file:
        assert 0.03 < file.getnframes() / file.getframerate() < 1
        levels = memoryview(file.readframes(file.getnframes())).cast("h")
    assert 3_000 < max(levels) < 12_000  # to be heard, and not to startle
    assert len({wav(each) for each in Sound}) == len(Sound)


class Player:
    """Plays files, each until it is let go."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.asked = 0
        self.begun = threading.Semaphore(0)
        self.ends = threading.Semaphore(0)

    def find(self) -> Play:
        """Return what plays."""
        self.asked += 1
        return self.play

    def play(self, path: Path) -> None:
        """Play a file."""
        assert path.read_bytes() == wav(Sound(path.stem))
        self.played.append(path.stem)
        self.begun.release()
        assert self.ends.acquire(timeout=SOON)

    def end(self, times: int) -> None:
        """Let so many sounds be played one after the other."""
        for _time in range(times):
            assert self.begun.acquire(timeout=SOON)
            self.ends.release()


def test_one_after_the_other_and_a_card_waits_for_nothing() -> None:
    played = Player()
    heard = Sounds(Settings(sounds=True), played.find)
    assert heard.play(Sound.CARD)
    assert played.begun.acquire(timeout=SOON)
    assert heard.play(Sound.CARD)
    assert heard.play(Sound.TURN)  # instead of the card that waits
    assert heard.play(Sound.CARD)
    played.begun.release()
    played.end(2)
    assert played.played == ["card", "turn"]
    assert played.asked == 1


@pytest.mark.parametrize(
    "settings", [Settings(), Settings(sounds=True, kiosk=True)], ids=["unasked", "kiosk"]
)
def test_who_has_not_chosen_them_and_who_visits_hears_none(settings: Settings) -> None:
    played = Player()
    assert not Sounds(settings, played.find).play(Sound.CARD)
    assert not played.asked


@pytest.mark.parametrize("variable", ["SSH_CONNECTION", "SSH_TTY", "TEXTUAL_DRIVER"])
def test_nothing_plays_where_nobody_sits(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", "/bin/{}".format)
    assert player({}) is not None
    assert player({variable: "1"}) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")
def test_without_a_program_the_bell_rings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*sounds._REMOTE_VARIABLES, "PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    display = Notebook()
    attention = Attention(display, Settings(sounds=True))
    attention.turn_came()
    attention.hear(Sound.CARD)  # for which there is no bell
    assert display.rung == 1
    Attention(display, Settings(sounds=True, bell=False)).turn_came()
    assert display.rung == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are not those of Windows")
def test_a_program_of_the_machine_plays_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "aplay"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{tmp_path}/told\nexit 3\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    play = player({})
    assert play is not None
    play(tmp_path / "turn.wav")
    assert (tmp_path / "told").read_text() == f"-q\n{tmp_path}/turn.wav\n"
    program.unlink()
    with pytest.raises(FileNotFoundError):  # which Sounds takes for silence
        play(tmp_path / "turn.wav")


@pytest.mark.parametrize(("scores", "end"), [([29, 22], Sound.WON), ([22, 29], Sound.LOST)])
async def test_a_table_is_heard(
    scores: list[int], end: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Sound] = []

    def hear(_sounds: Sounds, sound: Sound) -> bool:
        heard.append(sound)
        return True

    monkeypatch.setattr(Sounds, "play", hear)
    async with seated(truco(setup={"scores": scores}), bell=True) as at:
        del heard[:]
        at.scripted.do(0, "play", card="7C")
        await at.settle()
        assert heard == [Sound.CARD]
        at.scripted.do(1, "truco")
        await at.settle()
        assert heard[1:] == [Sound.CALL]  # which is for you to answer
        if end is Sound.WON:
            at.scripted.do(0, "retruco")
            at.scripted.do(1, "no_quiero")
        else:
            at.scripted.do(0, "no_quiero")
        await at.settle()
        assert heard[-1] == end
        assert not at.display.rung
