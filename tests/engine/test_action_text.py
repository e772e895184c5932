"""Actions as text: what is written can be read, and what cannot be read is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui_engine.actions import Action
from cardtui_engine.library.action_text import action_text, parse_action_text
from cardtui_engine.library.registry import get_rules
from cardtui_engine.refusals import Code, IllegalAction

ARGENTINO = get_rules("truco-argentino")
BRASILEIRO = get_rules("truco-brasileiro")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("cacho", "bet"),
        ("cacho", "raise 12"),
        ("truco-argentino", "play 7E"),
        ("truco-argentino", 'say "¿Truco? \\"No\\"."'),
        ("truco-brasileiro", "play 7D face_down=true"),
        ("pif-paf-tradicional", "cut 52"),
        ("pif-paf", "go_out 2C melds=4S-5S-6S/7C-7D-7H"),
        ("cacheta", "cut melds=4S-5S-6S"),
        ("cacheta", "knock melds=/"),
    ],
)
def test_an_action_is_written_as_it_is_read(game: str, text: str) -> None:
    rules = get_rules(game)
    assert action_text(parse_action_text(text, rules), rules) == text


def test_arguments_may_be_named_stand_in_any_order_and_wide_apart() -> None:
    cut = Action("cut", at=(3, 5), source="top")
    assert parse_action_text(" cut  from=top   at=3,5 ", BRASILEIRO) == cut
    assert parse_action_text("cut 3,5 from=top", BRASILEIRO) == cut


@pytest.mark.parametrize("blank", ["\t", " \t ", "\u00a0"])
def test_any_blank_parts_words(blank: str) -> None:
    assert parse_action_text(f"play{blank}7E", ARGENTINO) == parse_action_text("play 7E", ARGENTINO)


def test_a_flag_that_is_not_set_is_not_given() -> None:
    plain = parse_action_text("play 7D face_down=false", BRASILEIRO)
    assert plain == parse_action_text("play 7D", BRASILEIRO)


def test_one_word_may_be_said_without_quotation_marks() -> None:
    assert parse_action_text("say hola", ARGENTINO).text == "hola"


@pytest.mark.slow
@given(st.text(st.characters(codec="utf-8")))
def test_whatever_was_said_is_read_back(text: str) -> None:
    said = Action("say", text=text)
    written = action_text(said, ARGENTINO)
    assert "\n" not in written
    assert parse_action_text(written, ARGENTINO) == said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This game has no action “”."),
        ("dance", "This game has no action “dance”."),
        ("play", "“play” needs “card”."),
        ("play ZZ", "There is no card “ZZ”."),
        ("play 7E 7B", "“play” takes no “7B”."),
        ("play 7E card=7B", "“play” takes no “card=7B”."),
        ("play 7E with=love", "“play” takes no “with”."),
        ("truco 3", "“truco” takes no “3”."),
        ("declare many", "“points” of “declare” has the wrong type."),
        (f"declare {'9' * 5000}", "“points” of “declare” has the wrong type."),
        ('say "open', '“say” takes no “"open”.'),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse_action_text(text, ARGENTINO)
    assert caught.value.code is Code.MALFORMED
    assert caught.value.sentence == sentence
