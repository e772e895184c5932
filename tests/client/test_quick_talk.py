"""Quick talk: phrases in three languages that call nothing, and lines of talk that are hostile."""

from pathlib import Path

import pytest

from cardtui.v1 import events_pb2
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.faces.muting import change_muted, read_muted
from cardtui_client.faces.narration import talk
from cardtui_client.faces.registry import FACES
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.quick_talk import (
    BOT_PHRASES,
    PHRASES,
    REACTIONS,
    MuteAll,
    Mutes,
    mentions,
    phrase_words,
    reaction_name,
    reaction_named,
)
from cardtui_client.settings import Settings
from cardtui_client.text import cell_width
from cardtui_engine.games.truco_argentino.talk import calls_in
from cardtui_server import quick_talk

ROOM = 31
"""The cells that the side panel has beside the digit."""


def words(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.casefold()).split()


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    set_language(request.param)
    return str(request.param)


@pytest.mark.usefixtures("language")
def test_no_phrase_in_any_language_holds_a_call_and_each_has_room() -> None:
    """TA-70: calls are never translated, and phrases never are reserved words."""
    calls = {
        tuple(words(verb.call))
        for face in FACES
        for _name, _value, verb in face.keyed()
        if words(verb.call)
    }
    for phrase in (*PHRASES, *BOT_PHRASES):
        said = phrase_words(phrase)
        assert not calls_in(said)
        told = words(said)
        for call in calls:
            assert list(call) not in [told[at : at + len(call)] for at in range(len(told))], said
        assert cell_width(said) <= ROOM, said


@pytest.mark.usefixtures("language")
def test_every_reaction_is_found_by_its_name_here_and_in_english() -> None:
    for reaction, grimace in REACTIONS.items():
        assert reaction_named(reaction_name(reaction)) == reaction
        assert reaction_named(grimace.name.upper()) == reaction
        assert grimace.form.isascii()
    assert len({reaction_name(each) for each in REACTIONS}) == len(REACTIONS)


def test_client_and_server_know_the_same_phrases_and_reactions() -> None:
    known = {**PHRASES, **BOT_PHRASES}
    assert {int(each): text for each, text in known.items()} == quick_talk.PHRASES
    forms = {int(each): grimace.form for each, grimace in REACTIONS.items()}
    assert forms == quick_talk.REACTIONS
    assert {*PHRASES, *BOT_PHRASES} == {*Phrase.values()} - {0}
    assert max(PHRASES) < min(BOT_PHRASES)
    assert {int(each) for each in PHRASES} == set(range(1, quick_talk.LAST_HUMAN_PHRASE + 1))
    assert {*REACTIONS} == {*Reaction.values()} - {0}


def test_a_phrase_is_read_in_ones_own_language_whatever_text_comes_with_it() -> None:
    said = events_pb2.Said(name="Ana", text="¡Truco!", phrase=Phrase.PHRASE_LIAR)
    assert talk(said) == "Ana: Liar, liar!"
    set_language("es_AR")
    assert talk(said) == "Ana: ¡Andá, puro verso!"


def test_what_a_newer_server_knows_is_read_as_its_text_made_safe() -> None:
    said = events_pb2.Said(name="A\x1b]0;x\x07na", text="new\u202e\x1b[2J one")
    said.MergeFromString(b"\x30\xff\x01")  # phrase 255
    assert said.phrase == 255
    assert talk(said) == "A]0;xna: new[2J one"


def test_who_is_muted_is_kept_by_player_and_bounded(tmp_path: Path) -> None:
    settings = Settings()
    settings.path = tmp_path / "folder" / "config.toml"
    assert read_muted(settings) == {}
    change_muted(settings, lambda _kept: {f"p{number}": "Ana\x1b" for number in range(1000)})
    kept = read_muted(settings)
    assert len(kept) == 500
    assert kept["p999"] == "Ana"
    for damaged in ('["p1"]', "{", '{"p1": 3}', '{"' + "x" * 99 + '": "Ana"}', "\x00"):
        (settings.path.parent / "muted.json").write_text(damaged)
        assert read_muted(settings) == {}
    settings.kiosk = True
    change_muted(settings, lambda _kept: {"p1": "Ana"})
    settings.kiosk = False
    assert read_muted(settings) == {}


def test_one_never_mutes_oneself() -> None:
    mutes = Mutes({"p1": "Ana"}, own_name="Ana")
    mutes.toggle(MuteAll.EVERYBODY)
    assert not mutes.hides(events_pb2.Said(name="Ana", player="p1"))
    assert mutes.hides(events_pb2.Said(name="Beto"))


def test_what_the_host_announces_is_read_by_those_too_who_have_muted_the_host() -> None:
    mutes = Mutes({"p1": "Ana"})
    for everybody in (False, True):
        mutes.groups = {MuteAll.EVERYBODY} if everybody else set()
        announced = events_pb2.Said(name="Ana", player="p1", talk=events_pb2.TALK_HOST)
        assert not mutes.hides(announced)
        assert mutes.hides(events_pb2.Said(name="Ana", player="p1"))


@pytest.mark.parametrize(
    ("text", "name", "mentioned"),
    [
        ("ana, dale", "Ana", True),
        ("¡ANA!", "Ana", True),
        ("banana", "Ana", False),
        ("Ana 2 plays", "Ana 2", True),
        ("2", "Ana 2", False),
        ("anything", "", False),
        ("!!!", "!!!", False),
    ],
)
def test_a_name_is_mentioned_as_a_word_of_its_own(text: str, name: str, mentioned: bool) -> None:
    assert mentions(events_pb2.Said(name="Beto", text=text), name) == mentioned
    assert not mentions(events_pb2.Said(name=name, text=text), name), "nobody calls oneself"
