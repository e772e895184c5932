"""Words that call: shown while typed, and asked about until the player has said yes (TA-70)."""

import tomllib
from pathlib import Path

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.scene.commands import Bare, Say, Talk
from cardtui_client.scene.middle import Mood
from tests.support.positions import watched
from tests.support.seated import Seated, seated
from tests.support.table_driver import truco


async def types(at: Seated, text: str) -> None:
    """Have that stand in the line to talk for long enough to be looked at."""
    at.controller.typed(text)
    at.display.run_down()
    for task in at.display.tasks:
        await task


@pytest.mark.clause("TA-70")
async def test_what_a_line_would_call_is_told_while_it_is_typed() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        await types(at, "TRUCO, che")
        assert (at.picture.sentence, at.picture.mood) == (
            "Enter calls “¡Truco!” for you.",
            Mood.TURN,
        )
        at.controller.typed("trucos")
        assert "Enter calls" not in at.picture.sentence, "not before it is known"
        await types(at, "trucos")
        assert "Enter calls" not in at.picture.sentence
        await types(at, "truco")
        await at.press(Say(""))
        assert "Enter calls" not in at.picture.sentence


async def test_only_a_pause_in_typing_asks_the_server() -> None:
    async with seated(truco()) as at:
        await at.press(Talk())
        for typed in ("t", "tr", "tru", "truc", "truco"):
            at.controller.typed(typed)
        at.display.run_down()
        assert len(at.display.tasks) == 1
        await at.display.tasks[0]
        assert at.scripted.previewed == ["truco"]


@pytest.mark.clause("TA-70")
async def test_the_first_word_that_calls_is_asked_about_and_yes_is_remembered(
    tmp_path: Path,
) -> None:
    path = tmp_path / "config.toml"
    async with seated(truco(), path=path) as at:
        await at.press(Talk(), Say("truco"))
        assert at.scripted.said == [], "nothing is said before the answer"
        assert at.controller.ui.waiting is not None
        await at.press(Bare.TAKE_BACK)
        assert at.scripted.said == []
        await at.press(Talk(), Say("truco"))
        await at.type("enter")
        assert at.said == ["say"]
        assert tomllib.loads(path.read_text())["ask_words"] is False
        await at.press(Talk(), Say("no, quiero"))
        assert at.scripted.said == ["no, quiero"]


async def test_words_that_call_nothing_are_said_at_once() -> None:
    async with seated(truco()) as at:
        await at.press(Talk(), Say("hola a todos"))
        assert at.scripted.said == ["hola a todos"]
    async with seated(watched()) as at:
        await at.press(Talk(), Say("truco"))
        assert at.scripted.said == ["truco"]
        assert at.scripted.previewed == []


async def test_who_watches_reads_who_will_hear_before_they_talk() -> None:
    apart, told = watched(), watched()
    told.table.watching.talk = tables_pb2.SPECTATOR_TALK_EVERYBODY
    asking = watched()
    asking.table.asking.add(name="Zoe")
    for table, hears in (
        (apart, "To spectators and the host…"),
        (told, "Say something…"),
        (asking, "Say something…"),
        (truco(), "Say something…"),
    ):
        async with seated(table, name="Zoe") as at:
            assert at.picture.invitation == hears
